"""What pressing a control or a key does: names of commands become calls of the session."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import cast

from plyground.game import Player
from plyground.games.line import LineGame
from plyground.games.notation import MARKS
from plyground.games.registry import load_game
from plyground.session import HUMAN, Seat, Session, View
from plyground.ui.i18n import LANGUAGES, Tongue
from plyground.ui.window.controls import PACES, Look, Tool
from plyground.ui.window.dialogs import ChooseGame, ChooseMatch, ChoosePlayer, Dialog, Help
from plyground.ui.window.offers import offers, suited


@dataclass
class Commands:
    """The session, and what the window remembers beside it."""

    session: Session
    tongue: Tongue
    look: Look = field(default_factory=Look)
    dialogs: list[Dialog] = field(default_factory=list)  # the last one is seen
    machines: list[Seat] = field(default_factory=list)  # who plays a side when a machine does

    def __post_init__(self) -> None:
        usual = offers(load_game(self.view.game))[0].seat()
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
        """Do what a control is called after; within a dialog, change its draft if it is no command."""
        what, _, which = name.partition(":")
        if what in self._with_choice:
            self._with_choice[what](which)
        elif what in self._plain:
            self._plain[what]()
        elif self.dialog is not None:
            self.dialogs[-1] = self.dialog.pressed(name, step)

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
        self.look = replace(self.look, dark=not self.look.dark)

    def _faster(self) -> None:
        self.look = self.look.faster()
        self._pace()

    def _pace(self) -> None:
        self.session.pace = PACES[self.look.speed]

    def _help(self) -> None:
        if not isinstance(self.dialog, Help):
            self.dialogs.append(Help())

    def _tool(self, tool: str) -> None:
        self.look = replace(self.look, tool=cast(Tool, tool))

    # Play.

    def put(self, cell: int, tool: str | None = None) -> None:
        """Lay a stone onto the board that is being set up, or take it off if it is the same."""
        set_up = self.view.set_up
        if set_up is None:
            return
        tool = self.look.tool if tool is None else tool
        there = set_up.board.cells[cell]
        mark = MARKS[set_up.to_move.value] if tool == "turn" else tool
        self.session.put(cell, "" if there and (tool == "turn" or there == mark) else mark)

    def _set_up(self) -> None:
        self._tool("turn")
        self.session.edit()

    def _values(self) -> None:
        self.look = replace(self.look, valued=not self.look.valued)
        self.session.analyse(self.look.valued)

    def notice(self) -> None:
        """Values that could not be had are not asked for any more."""
        if self.look.valued and self.view.note and self.view.note.key == "refused.analysis":
            self.look = replace(self.look, valued=False)

    def _pause(self) -> None:
        if self.view.paused:
            self.session.resume()
        else:
            self.session.pause()

    def _stop(self) -> None:
        if self.view.thinking == "move":
            self.session.pause()
        elif self.view.thinking == "values":
            if self.look.valued:
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
        """Seat who is to move before the other: nobody else is to begin to think meanwhile."""
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
        """Play another game; machines that cannot play it give way to some that can."""
        before, after = load_game(self.view.game), load_game(spec)
        self.machines = [suited(after, seat, before) for seat in self.machines]
        seats = [suited(after, seat, before) for seat in self.view.seats]
        self.session.choose_game(spec, paused=True)
        self._seat_both(seats[0], seats[1])
        self.dialogs.clear()

    def _choose_player(self, side: str) -> None:
        self.dialogs.append(ChoosePlayer(self.view.game, int(side), self.view.seats))

    def _change_algorithm(self) -> None:
        """Ask about the machine that plays, or would play if there is none."""
        sides = [side for side, seat in enumerate(self.view.seats) if not seat.human]
        self._choose_player(str(sides[0] if sides else 1))

    def _choose_match(self) -> None:
        self.dialogs.append(ChooseMatch((self.machines[0], self.machines[1])))

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
        """Seat whoever does not sit there already."""
        for player in Player:
            if seats[player.value] != self.view.seats[player.value]:
                self._seat(player, seats[player.value])

    def _match_begin(self) -> None:
        match = self.dialog
        if isinstance(match, ChooseMatch):
            self.dialogs.clear()
            self.session.new(opening=match.opening, paused=True)
            self._change_seats(match.seats)
            self.session.play_series(match.games)

    def _series_again(self) -> None:
        if self.view.series:
            self.session.play_series(self.view.series.wanted)
