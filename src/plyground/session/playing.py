"""What goes on in a session by itself: machines are asked and move, values arrive, games follow games.

Machines think in other processes. `tick` takes in what they have answered; `wait` waits for that.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import replace
from itertools import count
from typing import Any, Self

from plyground.agents import load_entrant
from plyground.arena.records import Trouble
from plyground.arena.referee import derived
from plyground.game import Game, Player
from plyground.games.line import LinePosition
from plyground.games.registry import load_game
from plyground.session.asking import answered_move
from plyground.session.desk import Desk
from plyground.session.record import Record, Root
from plyground.session.setting_up import Setting
from plyground.session.thinkers import Thinkers
from plyground.session.view import HUMAN, Board, Message, Played, Seat, Series, Task, View, refuse, say
from plyground.spec import whole_number

MOST_OPENING = 100  # plies
_NAMES = count()  # of sessions: an agent remembers its game by it, also when the session is long gone


class Playing:
    """A game between two seats, each a person or an agent; `Session` adds what people can do."""

    def __init__(
        self,
        game: str = "tictactoe",
        first: Seat = HUMAN,
        second: Seat = HUMAN,
        *,
        start: str = "-",
        opening: int = 0,
        seed: int = 0,
        pace: float = 0.0,
        paused: bool = False,
        thinkers: Thinkers | None = None,
        on_wake: Callable[[], None] | None = None,
        one_thought: bool = False,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Begin at `start`, and `opening` random moves further.

        `pace` is how many seconds a machine's move stays alone on the board before the next; `on_wake`
        is called from another thread when there is something to `tick` for. With `one_thought`, values
        and hints wait while a machine's move is being thought.
        """
        self._name = next(_NAMES)
        self._seats = [checked(first), checked(second)]
        self._shared = thinkers is not None
        self._desk = Desk(thinkers or Thinkers(), self._wake)
        self._on_wake = on_wake
        self._woken = threading.Event()
        self._one_thought = one_thought
        self._clock = clock
        self.pace = pace
        self._seed = whole_number("seed", seed, 0, 2**64 - 1)
        self._opening = whole_number("opening", opening, 0, MOST_OPENING)
        self._number = 0  # of games begun
        self._paused, self._stepping = paused, False
        self._setting: Setting | None = None
        self._series: Series | None = None
        self._valued = False  # values are shown of every position
        self._hint_for: Root | None = None
        self._note: Message | None = None
        self._view: View | None = None
        self._from = start  # where new games begin, before any random moves
        self._record = self._drawn(load_game(game), start)
        self._number += 1
        self._moved_at = clock() - pace
        self._settle()

    # What there is to see.

    @property
    def game(self) -> Game[Any]:
        """What is played."""
        return self._record.game

    @property
    def view(self) -> View:
        if self._view is None:
            self._view = self._seen()
        return self._view

    def _seen(self) -> View:
        record, position = self._record, self._record.position
        outcome = position.outcome()
        analysis = self._desk.analysis(position)
        return View(
            game=record.game.spec,
            players=record.game.players,
            seats=(self._seats[0], self._seats[1]),
            start=record.start,
            opening=record.opening,
            position=position,
            board=Board.of(position.game, position.stones) if isinstance(position, LinePosition) else None,
            to_move=position.to_move,
            outcome=outcome,
            moves=tuple(position.write(move) for move in position.moves()),
            played=tuple(record.played),
            undone=tuple(reversed(record.undone)),
            last=record.last,
            winning=tuple(sorted({cell for line in outcome.lines for cell in line})) if outcome else (),
            statistics=record.statistics,
            analysis=analysis if self._valued else None,
            hint=analysis.best if analysis and self._hint_for == position else None,
            thinking=self._thinking(),
            paused=self._paused,
            set_up=self._setting.view() if self._setting else None,
            series=self._series,
            seed=self._seed,
            note=self._note,
        )

    def _thinking(self) -> Task | None:
        if self._desk.moving and not self._desk.answered:
            return "move"
        if self._desk.valuing is None:
            return None
        return "hint" if self._hint_for == self._desk.valuing else "values"

    # Time.

    def tick(self) -> bool:
        """Take in what was thought meanwhile; whether anything has changed."""
        changed = [self._take_move(), self._take_values(), self._take_next_game()]
        if any(changed):
            self._settle()
        return any(changed)

    def wait(self, seconds: float | None = None) -> bool:
        """Wait until something changes, at most so long; whether anything did."""
        until = None if seconds is None else self._clock() + seconds
        while not self.tick():
            due = self._due()
            if due is None and self._thinking() is None:
                return False
            now = self._clock()
            if until is not None and until <= now:
                return False
            self._woken.wait(max(0.0, min((m - now for m in (until, due) if m is not None), default=3_600)))
            self._woken.clear()
        return True

    def close(self) -> None:
        """End what is being thought."""
        self._desk.drop()
        if not self._shared:
            self._desk.thinkers.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def _due(self) -> float | None:
        """When something is to happen that only waits for its time."""
        waits = (self._waits_for_next and not self._paused) or self._desk.answered
        return self._moved_at + self.pace if waits else None

    def _wake(self) -> None:
        self._woken.set()
        if self._on_wake is not None:
            self._on_wake()

    # How it works.

    @property
    def _seat(self) -> Seat:
        """Who is to move."""
        return self._seats[self._record.position.to_move.value]

    @property
    def _waits_for_next(self) -> bool:
        """Whether a game of a series is over, and another is to come."""
        return self._series is not None and self._series.between and not self._series.done

    def _drawn(self, game: Game[Any], start: str) -> Record:
        """The record of a new game, after its random opening moves: the same for both games of a pair."""
        if not self._opening:
            return Record.of(game, start)
        series = self._series
        which = (series.number, series.games // 2) if series else (self._number,)
        return Record.drawn(game, start, self._opening, derived(self._seed, "opening", *which))

    def _begin(self, record: Record, paused: bool = False) -> None:
        self._desk.clear()
        self._number += 1
        self._record = record
        self._paused, self._stepping = paused, False
        self._hint_for = None
        self._moved_at = self._clock() - self.pace

    def _play(self, played: Played) -> None:
        self._record.play(played)
        self._moved_at = self._clock() - (self.pace if played.agent is None else 0)
        self._hint_for = None
        outcome = self._record.position.outcome()
        if outcome and self._series:
            self._tally(outcome.winner, failed=None)

    def _tell(self, note: Message | None) -> None:
        self._note = note
        self._settle()

    def _settle(self) -> None:
        """Have thought what is to be thought now, and nothing else."""
        self._view = None
        position, seat = self._record.position, self._seat
        if self._setting or position.outcome():
            return self._desk.drop()
        may_move = not self._waits_for_next and (not self._paused or self._stepping)
        if may_move and seat.agent is not None and not self._desk.moving:
            side = position.to_move.value
            key = f"{self._name}/{self._number}/{side}/{seat.agent}"
            self._desk.ask_move(self._record, seat, key, derived(self._seed, "agent", self._number, side))
        if self._one_thought and self._desk.moving:
            self._desk.drop_values()
        elif self._valued or self._hint_for == position:
            self._desk.ask_values(self._record)
        else:
            self._desk.drop_values()
        return None

    def _take_move(self) -> bool:
        if not self._desk.answered or self._clock() < self._moved_at + self.pace:
            return False
        reply = self._desk.take_move()
        assert reply is not None
        self._stepping, self._note = False, None
        answer = answered_move(self._record.position, self._seat.agent or "", reply)
        if isinstance(answer, Trouble):
            self._fail(answer)
        else:
            self._play(answer)
        return True

    def _fail(self, trouble: Trouble) -> None:
        """A machine did not move: in a series that costs the game, else a person decides how to go on."""
        loser = self._record.position.to_move
        if self._series:
            return self._tally(loser.other, failed=loser)
        self._paused = True
        self._note = refuse("machine.failed", player=loser.value, reason=trouble.reason, why=trouble.detail)
        return None

    def _take_values(self) -> bool:
        found = self._desk.take_values()
        if isinstance(found, Message):
            self._note, self._valued, self._hint_for = found, False, None
        return found is not None

    def _tally(self, winner: Player | None, failed: Player | None) -> None:
        assert self._series is not None
        self._series = self._series.after(winner, failed, self._record.statistics)
        if self._series.done:
            self._paused = True
            self._note = say("session.series-done", games=self._series.games)

    def _take_next_game(self) -> bool:
        if (
            self._series is None
            or not self._waits_for_next
            or self._paused
            or self._clock() < self._moved_at + self.pace
        ):
            return False
        self._series = replace(self._series, between=False)
        self._seats.reverse()
        self._begin(self._drawn(self._record.game, self._from))
        return True

    def _stand_still(self) -> None:
        """After looking at another moment of the game, machines wait to be told to go on."""
        self._moved_at = self._clock()
        self._hint_for = None
        if not self._seat.human:
            self._paused = True

    def _break_off(self) -> None:
        """Nothing that is going on counts any more."""
        self._desk.drop()
        self._drop_series()
        self._setting = None

    def _drop_series(self) -> None:
        self._series = None


def checked(seat: Seat) -> Seat:
    """The seat, if its agent can be; a BadSpec says what is wrong with it."""
    return seat if seat.agent is None else replace(seat, agent=load_entrant(seat.agent).spec)
