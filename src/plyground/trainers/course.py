"""A training from its options to its weights: it plays or asks the solver, learns, and keeps its curve."""

from __future__ import annotations

import csv
import io
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from plyground.evaluation.learned import LearnedWeights
from plyground.evaluation.tuple_shape import other_side
from plyground.games.line import LinePosition
from plyground.native import Core
from plyground.rng import SplitMix64, derive_seed
from plyground.trainers.checkpoint import TrainingState, read_checkpoint, write_checkpoint
from plyground.trainers.labels import check_labels, exam_of, first_ply, label, record
from plyground.trainers.native import AnyTrainer, new_trainer
from plyground.trainers.options import LATE_CELLS, LearnOptions
from plyground.trainers.trainer import EXAMPLE, unpacked
from plyground.trainers.units import ONE, SCALE, STEP, TRACE, WEIGHT, as_units

Progress = Callable[[str, int, int], None]  # what is being done, games played, of how many
Stop = Callable[[], bool]  # whether to stop at the next moment

POINTS = 40  # of the curve
MOMENT = 0.2  # seconds between two looks at the clock
APART = 10.0  # seconds between two checkpoints, at least
PER_GAME = 2  # positions of a game that the solver is asked about, with all moves
RARELY = 4  # where late positions are asked about, only every so many games have early ones
PASSES = 3  # over all examples, for each point of the curve
COLUMNS = ("games", "moves", "error", "first_won", "drawn", "second_won", "exam")


@dataclass
class Training:
    """A training that can be stopped between any two games, and goes on from its checkpoint.

    `run` ends after `seconds`, or when all games are played. With a `checkpoint` it begins where that ends.
    """

    options: LearnOptions
    core: Core = "auto"
    version: str = ""
    checkpoint: Path | None = None
    apart: float = APART
    state: TrainingState = field(default_factory=TrainingState)
    on_point: Callable[[], None] | None = None  # called after each new point of the curve

    def __post_init__(self) -> None:
        self.shape = self.options.shape
        self.game = self.shape.game
        if self.options.teacher == "perfect":
            check_labels(self.game)
        self.trainer: AnyTrainer = new_trainer(
            self.shape, self.options.sharpness, self.options.seed, self.core
        )
        self.state.chance = derive_seed(self.options.seed, "teacher")
        self.step = as_units(self.options.step_size(self.shape), STEP)
        self.explore = as_units(self.options.explored, STEP)
        self.trace = as_units(self.options.looked_ahead, TRACE)
        self.late = self.options.late_positions
        self.exam = exam_of(self.game)
        self._kept = time.monotonic()  # when the last checkpoint was written
        if self.checkpoint is not None:
            self.state = read_checkpoint(self.checkpoint, self.options, self.trainer) or self.state

    @property
    def finished(self) -> bool:
        return self.state.games >= self.options.total_games

    def run(
        self, seconds: float | None = None, progress: Progress | None = None, stop: Stop | None = None
    ) -> None:
        """Learn until all games are played, the time is over or `stop` says so; keep checkpoints."""
        started = self._kept = time.monotonic()
        total = self.options.total_games
        doing = "asking the solver" if self.options.teacher == "perfect" else "playing"

        def is_over() -> bool:
            late = seconds is not None and time.monotonic() - started >= seconds
            return late or (stop is not None and stop())

        while not self.finished:
            until = self.next_point()
            for _ in self._play_until(until, is_over):
                if progress is not None:
                    progress(doing, self.state.games, total)
                if self.state.games < until and not is_over():
                    self._keep_now_and_then()
            if self.state.games == until:
                self._add_point()
            if is_over():
                self._keep()
                return
            self._keep_now_and_then()

    def _keep_now_and_then(self) -> None:
        if time.monotonic() - self._kept > self.apart:
            self._keep()

    def _keep(self) -> None:
        """Write a checkpoint, if there is a place for it. Writing stays a small part of the time."""
        if self.checkpoint is None:
            return
        began = time.monotonic()
        write_checkpoint(self.checkpoint, self.options, self.state, self.trainer)
        self._kept = time.monotonic()
        self.apart = max(self.apart, 10 * (self._kept - began))

    def weights(self) -> LearnedWeights:
        """What was learned so far, as an evaluation."""
        numbers, shape = unpacked(self.trainer.weights()), self.shape
        sides: list[tuple[tuple[int, ...], ...]] = []
        for side in range(2):
            at, tables = side * shape.size, []
            for cells, size in zip(shape.tuples, shape.sizes, strict=True):
                table = [(weight * SCALE + WEIGHT // 2) // WEIGHT for weight in numbers[at : at + size]]
                seen = other_side(len(cells), shape.states) if side else range(size)
                tables.append(tuple(table[index] for index in seen))
                at += size
            sides.append(tuple(tables))
        header = self.options.header(self.version, self.state.games)
        return LearnedWeights(shape, (sides[0], sides[1]), header)

    def next_point(self) -> int:
        """After how many games the next point of the curve comes: it must not depend on the clock."""
        total = self.options.total_games
        point = self.state.games * POINTS // total + 1
        return max(self.state.games + 1, -(-point * total // POINTS))

    def _play_until(self, games: int, is_over: Stop) -> Iterator[None]:
        """Learn from game after game, some at a time; stops early when it is over."""
        some = 1
        while self.state.games < games:
            began = time.monotonic()
            some = min(some, games - self.state.games)
            tally = self._ask(some) if self.options.teacher == "perfect" else self._self_play(some)
            self.state.tally = [one + more for one, more in zip(self.state.tally, tally, strict=True)]
            self.state.games += some
            yield
            took = time.monotonic() - began
            some = some * 2 if took < MOMENT / 2 else max(1, some // 2) if took > MOMENT else some
            if is_over():
                return

    def _self_play(self, games: int) -> tuple[int, ...]:
        return self.trainer.self_play(games, self.step, self.explore, self.trace)

    def _ask(self, games: int) -> tuple[int, ...]:
        """Have the solver value positions of some games: those of every second one play as was learned."""
        chance, asked = SplitMix64(self.state.chance), list[LinePosition]()
        for game in range(self.state.games, self.state.games + games):
            asked += self._sample(chance, game)
        # One position after the other: how many are asked about at a time is up to the clock.
        family = [[position, *map(position.after, position.moves())] for position in asked]
        self.state.examples += label([each for members in family for each in members if not each.ended])
        self.state.chance = chance.state
        return len(asked), 0, 0, 0, 0, 0

    def _sample(self, chance: SplitMix64, number: int) -> list[LinePosition]:
        """Some positions of one game, from the first ply that is labelled on."""
        position, found, random = self.game.start(), list[LinePosition](), number % 2 == 0
        while not position.ended:
            found.append(position)
            moves = position.moves()
            if random or chance.next() >> 48 < self.explore:
                move = chance.choice(moves)
            else:
                move = self.game.places[self.trainer.best_moves(record(position))[0]]
            position = position.after(move)
        known = found[first_ply(self.game) :]
        chance.shuffle(known)
        most = self.late
        any_ply = PER_GAME if most == 0 or number // 2 % RARELY == 0 else 0
        late = [each for each in known[any_ply:] if _empty(each) <= LATE_CELLS]
        return known[:any_ply] + late[:most]

    def _add_point(self) -> None:
        """Learn the examples, if there are any, and add a point to the curve."""
        tally = self.state.tally
        if self.state.examples:
            tally[1], tally[2] = self._fit()
        moves = self.state.curve[-1]["moves"] if self.state.curve else 0
        row = {
            "games": self.state.games,
            "moves": moves + tally[0],
            "error": round(tally[2] / max(1, tally[1]) / ONE, 5),
            "first_won": tally[3],
            "drawn": tally[4],
            "second_won": tally[5],
            "exam": self.exam.mark(self.trainer) if self.exam else None,
        }
        self.state.curve.append(row)
        self.state.tally = [0] * 6
        if self.on_point is not None:
            self.on_point()

    def _fit(self) -> tuple[int, int]:
        """Learn all examples in a random order, some times; how many, and the sum of the errors."""
        chance = SplitMix64(self.state.chance)
        count, error = len(self.state.examples) // EXAMPLE.size, 0
        for _ in range(PASSES):
            order = list(range(count))
            chance.shuffle(order)
            error += self.trainer.fit(self.state.examples, order, self.step)
        self.state.chance = chance.state
        return PASSES * count, error


def curve_csv(curve: list[dict[str, Any]]) -> str:
    """A learning curve as CSV."""
    out = io.StringIO()
    writer = csv.DictWriter(out, COLUMNS, lineterminator="\n")
    writer.writeheader()
    writer.writerows(curve)
    return out.getvalue()


def _empty(position: LinePosition) -> int:
    return position.game.cells - (position.first | position.second).bit_count()
