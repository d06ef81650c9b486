"""What controls and keys do: names of commands become calls of the session."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import cast

from plyground.game import Player
from plyground.games.diagram import MARKS
from plyground.games.line import LineGame
from plyground.games.registry import load_game
from plyground.session import HUMAN, Seat, Session, View
from plyground.ui.offers import adapt_seat, default_opponent, find_offer
from plyground.ui.window.controls import PACES, Tool, WindowOptions
from plyground.ui.window.dialogs import ChooseGame, ChooseMatch, ChoosePlayer, Dialog, Help
from plyground.words import LANGUAGES, Tongue

MATCH_SECONDS = 0.2  # per move: the default of machines in a match


@dataclass
class Commands:
    """The session, and the state of the window beside it."""

    session: Session
    tongue: Tongue
    options: WindowOptions = field(default_factory=WindowOptions)
    dialogs: list[Dialog] = field(default_factory=list)  # the last one is on top
    machines: list[Seat] = field(default_factory=list)  # the machine for each side

    def __post_init__(self) -> None:
        usual = default_opponent(load_game(self.view.game)).seat()
        self.machines = self.machines or [usual, usual]
        for side, seat in enumerate(self.view.seats):
            if not seat.human:
                self.machines[side] = seat
        self._pace()

    @property
    def view(self) -> View:
        return self.session.view

    @property
    def dialog(self) -> Dialog | None:
        return self.dialogs[-1] if self.dialogs else None

    def do(self, name: str, step: int = 0) -> None:
        """Do the command of a control; a control that is no command changes the open dialog."""
        what, _, which = name.partition(":")
        if what in self._with_choice:
            self._with_choice[what](which)
        elif what in self._plain:
            self._plain[what]()
        elif self.dialog is not None:
            self.dialogs[-1] = self.dialog.press(name, step)

    @property
    def _plain(self) -> dict[str, Callable[[], None]]:
        session = self.session
        return {
            "undo": session.undo,
            "redo": session.redo,
            "hint": session.hint,
            "values": self._values,
            "pause": self._pause,
            "step": session.step,
            "stop": self._stop,
            "speed": self._faster,
            "reset": self._reset,
            "from-start": self._from_start,
            "set-up": self._set_up,
            "set-up-done": session.leave_edit,
            "set-up-clear": session.clear,
            "set-up-cancel": lambda: session.leave_edit(keep=False),
            "play-first": lambda: self._play(HUMAN, self.machines[1]),
            "play-second": lambda: self._play(self.machines[0], HUMAN),
            "machines": lambda: self._play(*self.machines),
            "two-players": lambda: self._play(HUMAN, HUMAN),
            "choose-game": self._choose_game,
            "algorithm": self._change_algorithm,
            "players-done": self._players_done,
            "match": self._choose_match,
            "match-begin": self._match_begin,
            "series-again": self._series_again,
            "series-end": lambda: session.new(opening=0, paused=True),
            "language": self._language,
            "dark": self._dark,
            "help": self._help,
            "close": self.close_dialog,
        }

    @property
    def _with_choice(self) -> dict[str, Callable[[str], None]]:
        return {
            "move": self.session.move,
            "game": self._game,
            "size": self._game,
            "seat": self._choose_player,
            "match-player": self._choose_match_player,
            "tool": self._tool,
            "turn": lambda side: self.session.turn(Player(int(side))),
        }

    def close_dialog(self) -> None:
        """Leave the dialog that is seen."""
        if self.dialogs:
            self.dialogs.pop()

    # Looks.

    def _language(self) -> None:
        languages = list(LANGUAGES)
        self.tongue = Tongue(languages[(languages.index(self.tongue.language) + 1) % len(languages)])

    def _dark(self) -> None:
        self.options = replace(self.options, dark=not self.options.dark)

    def _faster(self) -> None:
        self.options = self.options.faster()
        self._pace()

    def _pace(self) -> None:
        self.session.pace = PACES[self.options.speed]

    def _help(self) -> None:
        if not isinstance(self.dialog, Help):
            self.dialogs.append(Help())

    def _tool(self, tool: str) -> None:
        self.options = replace(self.options, tool=cast(Tool, tool))

    # Play.

    def put(self, cell: int, tool: str | None = None) -> None:
        """Put a stone on the board that is being set up, or remove it if it is the same."""
        set_up = self.view.set_up
        if set_up is None:
            return
        tool = self.options.tool if tool is None else tool
        there = set_up.board.cells[cell]
        mark = MARKS[set_up.to_move.value] if tool == "turn" else tool
        self.session.put(cell, "" if there and (tool == "turn" or there == mark) else mark)

    def _set_up(self) -> None:
        self._tool("turn")
        self.session.edit()

    def _values(self) -> None:
        self.options = replace(self.options, valued=not self.options.valued)
        self.session.analyse(self.options.valued)

    def notice(self) -> None:
        """After a failed analysis, switch the values off."""
        if self.options.valued and self.view.note and self.view.note.key == "refused.analysis":
            self.options = replace(self.options, valued=False)

    def _pause(self) -> None:
        if self.view.paused:
            self.session.resume()
        else:
            self.session.pause()

    def _stop(self) -> None:
        if self.view.thinking == "move":
            self.session.pause()
        elif self.view.thinking == "values":
            if self.options.valued:
                self._values()
        elif self.view.thinking == "hint":
            paused = self.view.paused
            self.session.pause()
            if not paused:
                self.session.resume()

    def _reset(self) -> None:
        self.session.new(opening=0)

    def _from_start(self) -> None:
        self.session.choose_game(self.view.game)

    def _play(self, first: Seat, second: Seat) -> None:
        """A new game between these two."""
        self.session.new(opening=0, paused=True)
        self._seat_both(first, second)

    def _seat_both(self, first: Seat, second: Seat) -> None:
        """Seat the side to move first, so that no other machine begins to search meanwhile."""
        seats = (first, second)
        for player in (self.view.to_move, self.view.to_move.other):
            self._seat(player, seats[player.value])

    def _seat(self, player: Player, seat: Seat) -> None:
        self.session.seat(player, seat.agent, seat.limits)
        if not seat.human:
            self.machines[player.value] = self.view.seats[player.value]

    # Dialogs.

    def _choose_game(self) -> None:
        game = load_game(self.view.game)
        shape = (game.columns, game.rows, game.k, game.gravity) if isinstance(game, LineGame) else ()
        self.dialogs.append(ChooseGame(self.view.game, *shape))

    def _game(self, spec: str) -> None:
        """Play another game; machines that cannot play it are replaced."""
        before, after = load_game(self.view.game), load_game(spec)
        self.machines = [adapt_seat(after, seat, before) for seat in self.machines]
        seats = [adapt_seat(after, seat, before) for seat in self.view.seats]
        self.session.choose_game(spec, paused=True)
        self._seat_both(seats[0], seats[1])
        self.dialogs.clear()

    def _choose_player(self, side: str) -> None:
        self.dialogs.append(ChoosePlayer(self.view.game, int(side), self.view.seats))

    def _change_algorithm(self) -> None:
        """Open the dialog for the machine that plays, or for side O if none does."""
        sides = [side for side, seat in enumerate(self.view.seats) if not seat.human]
        self._choose_player(str(sides[0] if sides else 1))

    def _choose_match(self) -> None:
        first, second = (self._quick_seat(seat) for seat in self.machines)
        self.dialogs.append(ChooseMatch((first, second)))

    def _quick_seat(self, seat: Seat) -> Seat:
        """A machine for many games: twenty games at a second per move would take a quarter of an hour."""
        offer = find_offer(load_game(self.view.game), seat.agent) if seat.agent else None
        if offer is None or offer.measure != "seconds" or seat != offer.seat():
            return seat
        return offer.seat(min(offer.usual, MATCH_SECONDS))

    def _choose_match_player(self, side: str) -> None:
        if isinstance(self.dialog, ChooseMatch):
            self.dialogs.append(ChoosePlayer(self.view.game, int(side), self.dialog.seats, True))

    def _players_done(self) -> None:
        done = self.dialog
        self.close_dialog()
        if not isinstance(done, ChoosePlayer):
            return
        if isinstance(self.dialog, ChooseMatch):
            self.dialogs[-1] = replace(self.dialog, seats=done.seats)
            return
        self._change_seats(done.seats)

    def _change_seats(self, seats: tuple[Seat, Seat]) -> None:
        """Change the seats that differ."""
        for player in Player:
            if seats[player.value] != self.view.seats[player.value]:
                self._seat(player, seats[player.value])

    def _match_begin(self) -> None:
        match = self.dialog
        if isinstance(match, ChooseMatch):
            self.dialogs.clear()
            self.session.new(opening=match.opening, paused=True)
            self._change_seats(match.seats)
            self.session.play_series(match.games, match.best_of)

    def _series_again(self) -> None:
        if self.view.series:
            self.session.play_series(self.view.series.wanted, self.view.series.best_of)
