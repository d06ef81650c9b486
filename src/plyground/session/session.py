"""One game being played, headless: commands in, a view out. It knows no screen; every front end draws it.

A command never raises for what a person did: what was refused is told in the view's note.
"""

from __future__ import annotations

from plyground.agents import MoveLimits
from plyground.errors import IllegalMove, NotationError, PlygroundError, clip
from plyground.game import Player
from plyground.games.line import LinePosition
from plyground.games.registry import load_game
from plyground.session import saving
from plyground.session.playing import MOST_OPENING, Playing, checked
from plyground.session.record import Record
from plyground.session.setting_up import Setting
from plyground.session.view import Played, Seat, Series, refuse, say
from plyground.session.wording import refusal

MOST_SERIES = 10_000  # games


class Session(Playing):
    """A game between two seats, each a person or an agent, and all that can be done with it."""

    # Moves.

    def move(self, text: str) -> None:
        """Play a person's move; while machines are paused, a person may move for them."""
        position = self._record.position
        if self._setting:
            return self._tell(refuse("refused.setting-up"))
        if not position.outcome() and not self._seat.human and not self._paused:
            return self._tell(refuse("refused.not-your-turn"))
        try:
            played = Played(self._record.spelled(text), position.to_move)
        except (NotationError, IllegalMove) as error:
            return self._tell(refusal(position, text, error))
        self._break_off()
        self._play(played)
        return self._tell(None)

    def undo(self, plies: int | None = None) -> None:
        """Take moves back: so many, or all since a person was last to move."""
        people = [self._seats[move.player.value].human for move in self._record.played]
        if plies is None:
            nobody = not any(seat.human for seat in self._seats)
            plies = 1 if nobody else people[::-1].index(True) + 1 if any(people) else 0
        if not 0 < plies <= len(people) or self._setting:
            return self._tell(refuse("refused.nothing-to-undo"))
        self._break_off()
        for _ in range(plies):
            self._record.back()
        self._stand_still()
        return self._tell(None)

    def redo(self, plies: int | None = None) -> None:
        """Make moves again that were taken back: so many, or all until a person is to move."""
        if not self._record.undone or self._setting:
            return self._tell(refuse("refused.nothing-to-redo"))
        self._break_off()
        nobody = not any(seat.human for seat in self._seats)
        made = 0
        while self._record.undone and (plies is None or made < plies):
            self._record.forth()
            made += 1
            if plies is None and (nobody or self._seat.human):
                break
        self._stand_still()
        return self._tell(None)

    def go(self, ply: int) -> None:
        """Look at the position after so many plies."""
        here = len(self._record.played)
        if ply < here:
            self.undo(here - max(0, ply))
        elif ply > here:
            self.redo(ply - here)

    # Games and players.

    def new(self, opening: int | None = None, *, paused: bool = False) -> None:
        """A new game from where the last one began; random opening moves are drawn anew."""
        if opening is not None and not 0 <= opening <= MOST_OPENING:
            return self._tell(refuse("refused.opening", most=MOST_OPENING))
        self._opening = self._opening if opening is None else opening
        self._break_off()
        self._begin(self._drawn(self._record.game, self._from), paused)
        return self._tell(say("session.new"))

    def choose_game(self, spec: str, start: str = "-", *, paused: bool = False) -> None:
        """Play another game."""
        try:
            record = self._drawn(load_game(spec), start)
        except PlygroundError as error:
            return self._tell(refuse("refused.game", given=clip(spec), why=str(error)))
        self._break_off()
        self._from = start
        self._begin(record, paused)
        return self._tell(say("session.new"))

    def set_up(self, text: str) -> None:
        """Go on from the position that a text names."""
        try:
            record = Record.of(self._record.game, text)
        except PlygroundError as error:
            return self._tell(refuse("refused.position", given=clip(text), why=str(error)))
        self._break_off()
        self._from, self._opening = text, 0
        self._begin(record)
        return self._tell(say("session.set-up"))

    def seat(self, player: Player, agent: str | None, limits: MoveLimits | None = None) -> None:
        """Give a side to a person (None) or to an agent."""
        try:
            seat = checked(Seat(agent, limits or MoveLimits()))
        except PlygroundError as error:
            return self._tell(refuse("refused.agent", given=clip(agent or ""), why=str(error)))
        self._drop_series()
        if self._record.position.to_move is player:
            self._desk.drop_move()
        self._seats[player.value] = seat
        self._paused = False
        return self._tell(say("session.seat", player=player.value))

    def swap(self) -> None:
        """Let the two change sides."""
        self._drop_series()
        self._desk.drop_move()
        self._seats.reverse()
        self._paused = False
        self._tell(say("session.swapped"))

    def play_series(self, games: int) -> None:
        """Play so many games between the two machines, who change seats after each."""
        one, other = self._seats
        if one.agent is None or other.agent is None:
            return self._tell(refuse("refused.two-machines"))
        if not 1 <= games <= MOST_SERIES:
            return self._tell(refuse("refused.games", most=MOST_SERIES))
        last = self._series
        if last and last.seat_of(0) is not Player.FIRST:  # it begins as the last one did
            self._seats.reverse()
            one, other = other, one
        self._break_off()
        assert one.agent is not None
        assert other.agent is not None
        self._series = Series(games, (one.agent, other.agent), number=last.number + 1 if last else 0)
        self._begin(self._drawn(self._record.game, self._from))
        return self._tell(say("session.series", games=games))

    # Machines.

    def pause(self) -> None:
        """Let no machine move; a search that runs, also one for a hint, is broken off."""
        self._desk.drop_move()
        self._hint_for = None
        if not self._valued:
            self._desk.drop_values()
        self._paused, self._stepping = True, False
        self._tell(say("session.paused"))

    def resume(self) -> None:
        """Let machines move again."""
        self._paused = False
        self._tell(say("session.resumed"))

    def step(self) -> None:
        """Let the machine that is to move make one move, and pause."""
        if self._setting or self._record.position.outcome() or self._seat.human:
            return self._tell(refuse("refused.no-machine-to-move"))
        self._paused = self._stepping = True
        return self._tell(None)

    def hint(self) -> None:
        """Have a best move be found, for who asks."""
        if self._setting or self._record.position.outcome():
            return self._tell(refuse("refused.over"))
        self._hint_for = self._record.position
        return self._tell(None)

    def analyse(self, on: bool = True) -> None:
        """Show the value of every move, here and from now on, or no more."""
        self._valued = on
        if not on and self._hint_for != self._record.position:
            self._desk.drop_values()
        self._tell(None)

    # Setting a board up, stone by stone.

    def edit(self) -> None:
        """Begin to set up a board, from what lies there."""
        position = self._record.position
        if not isinstance(position, LinePosition):
            return self._tell(refuse("refused.no-board"))
        self._break_off()
        self._setting = Setting.of(position)
        return self._tell(say("session.editing"))

    def put(self, cell: int, mark: str | None = None) -> None:
        """Lay X, O or nothing onto a cell; without a mark, the next of these."""
        if self._setting and 0 <= cell < self._setting.game.cells and mark in (None, "", "X", "O"):
            self._setting.put(cell, mark)
        self._tell(None)

    def clear(self) -> None:
        """Take all stones off the board that is being set up."""
        if self._setting:
            self._setting.clear()
        self._tell(None)

    def turn(self, player: Player) -> None:
        """Say who is to move on the board that is being set up."""
        if self._setting:
            self._setting.turn(player)
        self._tell(None)

    def leave_edit(self, *, keep: bool = True) -> None:
        """Play from the board that was set up, or go back to the game."""
        setting = self._setting
        problem = setting.view().problem if setting and keep else None
        if problem:
            return self._tell(problem)
        self._setting = None
        return self.set_up(setting.text) if setting and keep else self._tell(None)

    # Files.

    def saved(self) -> str:
        """This session as a text that `load` reads."""
        return saving.written(self.view)

    def load(self, text: str) -> None:
        """Go on with a session that was saved."""
        try:
            saved = saving.read(text)
            record = Record.of(load_game(saved.game), saved.start, saved.moves)
            seats = [checked(seat) for seat in saved.seats]
        except PlygroundError as error:
            return self._tell(refuse("refused.file", why=str(error)))
        self._break_off()
        self._from, self._opening = saved.start, 0
        self._seats, self._seed = seats, saved.seed
        self._begin(record)
        return self._tell(say("session.loaded"))
