"""One game, without a screen: commands go in, a view comes out, and every front end draws that view.

A command never raises an error for what a person did: the view's note says what was refused, and why.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Self

from plyground.agents import MoveLimits
from plyground.errors import IllegalMove, NotationError, PlygroundError, truncate
from plyground.game import Game, Player
from plyground.games.registry import load_game
from plyground.message import refuse, say
from plyground.session import save_file
from plyground.session.autoplay import MAX_OPENING, AutoPlay, check_seat
from plyground.session.history import GameHistory
from plyground.session.search_pool import SearchPool
from plyground.session.setup_commands import SetupCommands
from plyground.session.view import HUMAN, GameSeries, PlayedMove, Seat, View, refusal, why

MAX_SERIES = 10_000  # games


class Session(SetupCommands):
    """A game between two seats, each a person or an agent, and every command that people can give."""

    def __init__(
        self,
        game: str = "tictactoe",
        first: Seat = HUMAN,
        second: Seat = HUMAN,
        *,
        start: str = "-",
        moves: Sequence[str] = (),
        opening: int = 0,
        seed: int = 0,
        pace: float = 0.0,
        paused: bool = False,
        pool: SearchPool | None = None,
        on_wake: Callable[[], None] | None = None,
        one_search: bool = False,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Begin at `start`: after `opening` random moves, or after the given `moves`.

        `pace` is the number of seconds between a machine's move and the next one. `on_wake` is called
        from another thread when it is time to `tick`. With `one_search`, values and hints wait while a
        machine searches for its move.
        """
        self._auto = AutoPlay(
            game,
            (first, second),
            start=start,
            moves=moves,
            opening=opening,
            seed=seed,
            pace=pace,
            paused=paused,
            pool=pool,
            on_wake=on_wake,
            one_search=one_search,
            clock=clock,
        )

    @property
    def game(self) -> Game[Any]:
        return self._auto.history.game

    @property
    def view(self) -> View:
        """All there is to see now."""
        return self._auto.view

    @property
    def pace(self) -> float:
        """Seconds between a machine's move and the next one."""
        return self._auto.pace

    @pace.setter
    def pace(self, seconds: float) -> None:
        self._auto.pace = seconds

    def tick(self) -> bool:
        """Take in the answers of machines that have come; whether anything has changed."""
        return self._auto.tick()

    def wait(self, seconds: float | None = None) -> bool:
        """Wait until something changes, at most so long; whether anything did."""
        return self._auto.wait(seconds)

    def close(self) -> None:
        """Cancel all searches."""
        self._auto.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    # Moves.

    def move(self, text: str) -> None:
        """Play a person's move; while machines are paused, a person may move for them."""
        position = self._auto.history.position
        if self._auto.editor:
            return self._tell(refuse("refused.setting-up"))
        if not position.outcome() and not self._auto.seat.human and not self._auto.paused:
            return self._tell(refuse("refused.not-your-turn"))
        try:
            played = PlayedMove(self._auto.history.canonical(text), position.to_move)
        except (NotationError, IllegalMove) as error:
            return self._tell(refusal(position, text, error))
        self._auto.break_off()
        self._auto.play(played)
        return self._tell(None)

    def undo(self, plies: int | None = None) -> None:
        """Take back a number of moves, or all since a person was last to move."""
        people = [self._auto.seats[move.player.value].human for move in self._auto.history.played]
        if plies is None:
            nobody = not any(seat.human for seat in self._auto.seats)
            plies = 1 if nobody else people[::-1].index(True) + 1 if any(people) else 0
        if not 0 < plies <= len(people) or self._auto.editor:
            return self._tell(refuse("refused.nothing-to-undo"))
        self._auto.break_off()
        for _ in range(plies):
            self._auto.history.undo()
        self._auto.stand_still()
        return self._tell(None)

    def redo(self, plies: int | None = None) -> None:
        """Play undone moves again: a number of them, or all until a person is to move."""
        if not self._auto.history.undone or self._auto.editor:
            return self._tell(refuse("refused.nothing-to-redo"))
        self._auto.break_off()
        nobody = not any(seat.human for seat in self._auto.seats)
        made = 0
        while self._auto.history.undone and (plies is None or made < plies):
            self._auto.history.redo()
            made += 1
            if plies is None and (nobody or self._auto.seat.human):
                break
        self._auto.stand_still()
        return self._tell(None)

    def go(self, ply: int) -> None:
        """Show the position after a number of plies."""
        here = len(self._auto.history.played)
        if ply < here:
            self.undo(here - max(0, ply))
        elif ply > here:
            self.redo(ply - here)

    def follow(self, line: Sequence[str], ply: int) -> None:
        """Show the position after some plies of a line: a variation, or any legal one."""
        if self._auto.editor:
            return self._tell(refuse("refused.setting-up"))
        try:
            self._auto.history.follow(line, ply)
        except (NotationError, IllegalMove) as error:
            return self._tell(refusal(self._auto.history.position, " ".join(line), error))
        self._auto.break_off()
        self._auto.stand_still()
        return self._tell(None)

    def remember(self, lines: Iterable[Sequence[str]]) -> None:
        """Keep lines as variations; they have to be legal."""
        self._auto.history.remember(lines)
        self._tell(self._auto.note)

    # Games and players.

    def new(self, opening: int | None = None, *, paused: bool = False) -> None:
        """Begin a new game where the last one began; random opening moves are drawn again."""
        if opening is not None and not 0 <= opening <= MAX_OPENING:
            return self._tell(refuse("refused.opening", most=MAX_OPENING))
        self._auto.opening = self._auto.opening if opening is None else opening
        self._auto.break_off()
        self._auto.begin(self._auto.new_history(self._auto.history.game, self._auto.start), paused)
        return self._tell(say("session.new"))

    def choose_game(self, spec: str, start: str = "-", *, paused: bool = False) -> None:
        """Play another game."""
        try:
            history = self._auto.new_history(load_game(spec), start)
        except PlygroundError as error:
            return self._tell(refuse("refused.game", given=truncate(spec), why=why(error)))
        self._auto.break_off()
        self._auto.start = start
        self._auto.begin(history, paused)
        return self._tell(say("session.new"))

    def seat(self, player: Player, agent: str | None, limits: MoveLimits | None = None) -> None:
        """Give a side to a person (None) or to an agent."""
        try:
            seat = check_seat(Seat(agent, limits or MoveLimits()))
        except PlygroundError as error:
            return self._tell(refuse("refused.agent", given=truncate(agent or ""), why=why(error)))
        self._auto.series = None
        if self._auto.history.position.to_move is player:
            self._auto.machines.cancel_move()
        self._auto.seats[player.value] = seat
        self._auto.paused = False
        if agent is None:
            return self._tell(say("session.seat-person", player=player.value))
        return self._tell(say("session.seat", player=player.value, agent=agent))

    def swap(self) -> None:
        """Let the two change sides."""
        self._auto.series = None
        self._auto.machines.cancel_move()
        self._auto.seats.reverse()
        self._auto.paused = False
        self._tell(say("session.swapped"))

    def play_series(self, games: int, best_of: bool = False) -> None:
        """Play a number of games between the two machines, which change sides after each game.

        The best of so many ends as soon as nobody can catch up.
        """
        one, other = self._auto.seats
        if one.agent is None or other.agent is None:
            return self._tell(refuse("refused.two-machines"))
        if not 1 <= games <= MAX_SERIES:
            return self._tell(refuse("refused.games", most=MAX_SERIES))
        last = self._auto.series
        if last and last.seat_of(0) is not Player.FIRST:  # it begins as the last one did
            self._auto.seats.reverse()
            one, other = other, one
        self._auto.break_off()
        assert one.agent is not None
        assert other.agent is not None
        self._auto.series = GameSeries(
            games, (one.agent, other.agent), number=last.number + 1 if last else 0, best_of=best_of
        )
        self._auto.begin(self._auto.new_history(self._auto.history.game, self._auto.start))
        return self._tell(say("session.series", games=games))

    # Machines.

    def pause(self) -> None:
        """Let no machine move, and cancel its search; a search for a hint is cancelled too."""
        self._auto.machines.cancel_move()
        self._auto.hint_for = None
        if not self._auto.valued:
            self._auto.machines.cancel_values()
        self._auto.paused, self._auto.stepping = True, False
        self._tell(say("session.paused"))

    def resume(self) -> None:
        """Let machines move again."""
        self._auto.paused = False
        self._tell(say("session.resumed"))

    def step(self) -> None:
        """Let the machine whose turn it is make one move, then pause."""
        if self._auto.editor or self._auto.history.position.outcome() or self._auto.seat.human:
            return self._tell(refuse("refused.no-machine-to-move"))
        self._auto.paused = self._auto.stepping = True
        return self._tell(None)

    def hint(self) -> None:
        """Search for a hint."""
        if self._auto.editor or self._auto.history.position.outcome():
            return self._tell(refuse("refused.over"))
        self._auto.hint_for = self._auto.history.position
        return self._tell(None)

    def analyse(self, on: bool = True) -> None:
        """Show the values of all moves from now on, or stop showing them."""
        self._auto.valued = on
        if not on and self._auto.hint_for != self._auto.history.position:
            self._auto.machines.cancel_values()
        self._tell(None)

    # Files.

    def to_text(self) -> str:
        """This session as a text that `load` reads."""
        return save_file.to_text(self.view)

    def load(self, text: str) -> None:
        """Continue a saved session."""
        try:
            saved = save_file.from_text(text)
            history = GameHistory.of(load_game(saved.game), saved.start, saved.moves)
            seats = [check_seat(seat) for seat in saved.seats]
        except PlygroundError as error:
            return self._tell(refuse("refused.file", why=why(error)))
        self._auto.break_off()
        self._auto.start, self._auto.opening = saved.start, 0
        self._auto.seats, self._auto.seed = seats, saved.seed
        self._auto.begin(history)
        return self._tell(say("session.loaded"))
