"""What goes on in a session by itself: machines search and move, values arrive, games follow games.

Machines search in other processes. `tick` takes in their answers; `wait` waits for them.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import count
from typing import Any

from plyground.agents import load_entrant
from plyground.game import Game, Player
from plyground.games.registry import load_game
from plyground.message import Message, refuse, say
from plyground.rng import derive_seed
from plyground.session.board_editor import BoardEditor
from plyground.session.history import GameHistory, Root
from plyground.session.machines import Machines, failure_reason, read_played_move
from plyground.session.search_pool import SearchPool
from plyground.session.view import GameSeries, PlayedMove, Seat, Task, View, board_of
from plyground.spec import whole_number
from plyground.workers.messages import Trouble

MAX_OPENING = 100  # plies
_SESSION_NUMBERS = count()  # part of the key under which a worker keeps an agent's game


class AutoPlay:
    """A game between two seats, which goes on while its machines answer.

    `Session` gives it the commands of people. After any change to it, `settle` has to be called.
    """

    def __init__(
        self,
        game: str,
        seats: Sequence[Seat],
        *,
        start: str,
        moves: Sequence[str],
        opening: int,
        seed: int,
        pace: float,
        paused: bool,
        pool: SearchPool | None,
        on_wake: Callable[[], None] | None,
        one_search: bool,
        clock: Callable[[], float],
    ) -> None:
        self.seats = [check_seat(seat) for seat in seats]
        self.machines = Machines(pool or SearchPool(), self._wake)
        self.pace = pace
        self.seed = whole_number("seed", seed, 0, 2**64 - 1)
        self.opening = whole_number("opening", opening, 0, MAX_OPENING)
        self.start = start  # where new games begin, before any random moves
        self.paused, self.stepping = paused, False
        self.editor: BoardEditor | None = None
        self.series: GameSeries | None = None
        self.valued = False  # whether the values of all moves are shown, in every position
        self.hint_for: Root | None = None
        self.note: Message | None = None
        self._session_number = next(_SESSION_NUMBERS)
        self._game_number = 0
        self._owns_pool = pool is None
        self._on_wake = on_wake
        self._woken = threading.Event()
        self._one_search = one_search
        self._clock = clock
        self._view: View | None = None
        rules = load_game(game)
        self.history = GameHistory.of(rules, start, moves) if moves else self.new_history(rules, start)
        self._game_number += 1
        self._moved_at = clock() - pace
        self.settle()

    # What there is to see.

    @property
    def view(self) -> View:
        if self._view is None:
            self._view = self._new_view()
        return self._view

    def _new_view(self) -> View:
        history, position = self.history, self.history.position
        outcome = position.outcome()
        analysis = self.machines.analysis(position)
        return View(
            game=history.game.spec,
            players=history.game.players,
            seats=(self.seats[0], self.seats[1]),
            start=history.start,
            opening=history.opening,
            position=position,
            board=board_of(position),
            to_move=position.to_move,
            outcome=outcome,
            moves=tuple(position.write(move) for move in position.moves()),
            played=tuple(history.played),
            undone=tuple(reversed(history.undone)),
            cells=history.cells,
            winning=tuple(sorted({cell for line in outcome.lines for cell in line})) if outcome else (),
            statistics=history.statistics,
            analysis=analysis if self.valued else None,
            hint=analysis.best if analysis and self.hint_for == position else None,
            thinking=self._current_task(),
            paused=self.paused,
            set_up=self.editor.view() if self.editor else None,
            series=self.series,
            seed=self.seed,
            note=self.note,
            variations=history.variations,
        )

    def _current_task(self) -> Task | None:
        if self.machines.moving and not self.machines.answered:
            return "move"
        if self.machines.valuing is None:
            return None
        return "hint" if self.hint_for == self.machines.valuing else "values"

    # Time.

    def tick(self) -> bool:
        """Take in the answers that have come; whether anything has changed."""
        changed = [self._take_move(), self._take_values(), self._take_next_game()]
        if any(changed):
            self.settle()
        return any(changed)

    def wait(self, seconds: float | None = None) -> bool:
        """Wait until something changes, at most so long; whether anything did."""
        until = None if seconds is None else self._clock() + seconds
        while not self.tick():
            due = self._due()
            if due is None and self._current_task() is None:
                return False
            now = self._clock()
            if until is not None and until <= now:
                return False
            self._woken.wait(max(0.0, min((m - now for m in (until, due) if m is not None), default=3_600)))
            self._woken.clear()
        return True

    def close(self) -> None:
        """Cancel all searches."""
        self.machines.cancel()
        if self._owns_pool:
            self.machines.pool.close()

    def _due(self) -> float | None:
        """When the next event happens that only waits for its time."""
        waits = (self._waits_for_next and not self.paused) or self.machines.answered
        return self._moved_at + self.pace if waits else None

    def _wake(self) -> None:
        self._woken.set()
        if self._on_wake is not None:
            self._on_wake()

    # What `Session` changes.

    @property
    def seat(self) -> Seat:
        """Who is to move."""
        return self.seats[self.history.position.to_move.value]

    def new_history(self, game: Game[Any], start: str) -> GameHistory:
        """A new game after its random opening moves, which both games of a pair share."""
        if not self.opening:
            return GameHistory.of(game, start)
        series = self.series
        which = (series.number, series.games // 2) if series else (self._game_number,)
        return GameHistory.random(game, start, self.opening, derive_seed(self.seed, "opening", *which))

    def begin(self, history: GameHistory, paused: bool = False) -> None:
        """Begin another game."""
        self.machines.clear()
        self._game_number += 1
        self.history = history
        self.paused, self.stepping = paused, False
        self.hint_for = None
        self._moved_at = self._clock() - self.pace

    def play(self, move: PlayedMove) -> None:
        self.history.play(move)
        self._moved_at = self._clock() - (self.pace if move.agent is None else 0)
        self.hint_for = None
        outcome = self.history.position.outcome()
        if outcome and self.series:
            self._count_game(outcome.winner, failed=None)

    def stand_still(self) -> None:
        """After a look at another moment of the game, machines wait until a person lets them go on."""
        self._moved_at = self._clock()
        self.hint_for = None
        if not self.seat.human:
            self.paused = True

    def break_off(self) -> None:
        """Cancel the searches, the series and the set-up board."""
        self.machines.cancel()
        self.series = None
        self.editor = None

    def settle(self) -> None:
        """Start the searches that this state needs, and cancel all others."""
        self._view = None
        position, seat = self.history.position, self.seat
        if self.editor or position.outcome():
            return self.machines.cancel()
        may_move = not self._waits_for_next and (not self.paused or self.stepping)
        if may_move and seat.agent is not None and not self.machines.moving:
            side = position.to_move.value
            key = f"{self._session_number}/{self._game_number}/{side}/{seat.agent}"
            seed = derive_seed(self.seed, "agent", self._game_number, side)
            self.machines.ask_move(self.history, seat, key, seed)
        if self._one_search and self.machines.moving:
            self.machines.cancel_values()
        elif self.valued or self.hint_for == position:
            self.machines.ask_values(self.history)
        else:
            self.machines.cancel_values()
        return None

    # What machines answer.

    @property
    def _waits_for_next(self) -> bool:
        """Whether a game of a series is over, and another is to come."""
        return self.series is not None and self.series.between and not self.series.done

    def _take_move(self) -> bool:
        if not self.machines.answered or self._clock() < self._moved_at + self.pace:
            return False
        reply = self.machines.take_move()
        assert reply is not None
        self.stepping, self.note = False, None
        move = read_played_move(self.history.position, self.seat.agent or "", reply)
        if isinstance(move, Trouble):
            self._fail(move, failure_reason(reply, move))
        else:
            self.play(move)
        return True

    def _fail(self, trouble: Trouble, why: Message | str) -> None:
        """A machine made no move: it loses a game of a series; otherwise a person decides what follows."""
        loser = self.history.position.to_move
        if self.series:
            return self._count_game(loser.other, failed=loser)
        self.paused = True
        self.note = refuse("machine.failed", player=loser.value, reason=trouble.reason, why=why)
        return None

    def _take_values(self) -> bool:
        found = self.machines.take_values()
        if isinstance(found, Message):
            self.note, self.valued, self.hint_for = found, False, None
        return found is not None

    def _count_game(self, winner: Player | None, failed: Player | None) -> None:
        assert self.series is not None
        course = " ".join([self.history.start, *(move.text for move in self.history.played)])
        self.series = self.series.after(winner, failed, self.history.statistics, course)
        if self.series.done:
            self.paused = True
            self.note = say("session.series-done", games=self.series.games)

    def _take_next_game(self) -> bool:
        if (
            self.series is None
            or not self._waits_for_next
            or self.paused
            or self._clock() < self._moved_at + self.pace
        ):
            return False
        self.series = replace(self.series, between=False)
        self.seats.reverse()
        self.begin(self.new_history(self.history.game, self.start))
        return True


def check_seat(seat: Seat) -> Seat:
    """The seat with its agent's full spec; a BadSpec says what is wrong with the agent."""
    return seat if seat.agent is None else replace(seat, agent=load_entrant(seat.agent).spec)
