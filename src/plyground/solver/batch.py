"""Batches: chunks of positions and texts go in, what is asked about each of them comes out in order.

`solve_many` and `plyground solve --scores` stand on this. The compiled solver reads plain texts and our own
positions in bulk; whatever else is in a chunk (diagrams, bad texts, other games) is looked at here.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Generic, Self, TypeGuard, TypeVar, cast

from plyground.errors import Failed, NotationError, PlygroundError, truncate
from plyground.game import Game, Player, Position
from plyground.games.line import LineGame, LinePosition
from plyground.native import HAS_CORE, _core, has_line_rules
from plyground.score import WIN, Score
from plyground.searchers.types import Stop
from plyground.solver.estimate import NODES_A_SECOND, estimate_nodes_of
from plyground.solver.fallback import FullTables, solve_by_full_table, solve_by_search
from plyground.solver.native import TABLE_MB, Budget, book_of, check_table, fits, score_with_discs
from plyground.solver.solution import Root, Solution
from plyground.solver.solve import (
    FULL_TABLE_CELLS,
    LONGEST_UNASKED,
    PositionSolver,
    cells_from_centre,
    refuse_if_too_long,
    solver_for_thread,
)

Item = Root | str
T = TypeVar("T")
Form = Callable[[Score, int, str | None], T]  # from a score, the field's number of it, a best move
Deliver = Callable[[list[T | None]], None]  # called with the next answers, in order
Refuse = Callable[[int, Item, PlygroundError], None]  # called with an item that has no answer; may raise

# An answer of the compiled solver: see native/solver/batch.hpp.
VALUE_BITS, VALUE_OFFSET = 7, 64
UNSOLVED = 0xFFFE
NO_MOVE = 0xFF


@dataclass(frozen=True)
class BatchOptions:
    """What is asked of every position, and with what means. The limits are those of each position."""

    weak: bool = False
    best: bool = False
    book: bool | Path = True
    threads: int = 1
    table_mb: int = TABLE_MB
    seconds: float | None = None
    nodes: int | None = None
    stop: Stop | None = None

    @property
    def limited(self) -> bool:
        return self.seconds is not None or self.nodes is not None

    def budget(self) -> Budget:
        """The budget of one position."""
        return Budget(self.seconds, self.nodes, self.stop)


class Batches(Generic[T]):
    """Solves chunk after chunk. Texts are of one game; positions may be of any."""

    def __init__(self, game: Game[Any], options: BatchOptions, form: Form[T], refuse: Refuse) -> None:
        self.game, self.options, self.form, self.refuse = game, options, form, refuse
        self._compiled: dict[LineGame, _CompiledBatch[T]] = {}
        self._tables = FullTables()
        self._solved = 0  # items of the chunks before

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        for batch in self._compiled.values():
            batch.close()

    def solve(self, items: list[Item], deliver: Deliver[T]) -> None:
        """Answer the items of a chunk: None where an item was refused or a limit came first."""
        self._solve(items, range(self._solved, self._solved + len(items)), deliver)
        self._solved += len(items)

    def _solve(self, items: list[Item], indexes: Sequence[int], deliver: Deliver[T]) -> None:
        batch = self._batch_for(items)
        if batch is None:
            for index, item in zip(indexes, items, strict=True):
                deliver([self._answer_alone(index, item)])
            return
        strangers = self._read(batch, items, indexes)
        if not strangers:
            batch.solve(deliver)
            return
        answers: list[T | None] = []
        batch.solve(answers.extend)
        for place, position in strangers.items():
            answers[place] = self._answer_alone(indexes[place], position)
        deliver(answers)

    def _batch_for(self, items: list[Item]) -> _CompiledBatch[T] | None:
        """The compiled batch for the game of the first item; None if it has none."""
        first = items[0] if items else ""
        game = first.game if _has_line_rules(first) else self.game if isinstance(first, str) else None
        if type(game) is not LineGame or game.cells <= FULL_TABLE_CELLS or not (HAS_CORE and fits(game)):
            return None
        if game not in self._compiled:
            self._compiled[game] = _CompiledBatch(game, self.options, self.form)
        return self._compiled[game]

    def _read(self, batch: _CompiledBatch[T], items: list[Item], indexes: Sequence[int]) -> dict[int, Root]:
        """Put the items into the batch; the positions of other games are given back, by place."""
        strangers: dict[int, Root] = {}
        batch.compiled.clear()
        place, with_texts = 0, batch.game == self.game
        while (place := batch.compiled.read(items, place, with_texts, batch.min_discs)) < len(items):
            try:
                position = self._position(items[place])
                if _has_line_rules(position) and position.game == batch.game:
                    batch.add(position)
                else:
                    strangers[place] = position
                    batch.compiled.add_nothing()
            except PlygroundError as error:
                self.refuse(indexes[place], items[place], error)
                batch.compiled.add_nothing()
            place += 1
        return strangers

    def _position(self, item: Item) -> Root:
        if isinstance(item, str):
            return self.game.parse(item)
        if isinstance(item, Position):
            return item
        given = repr(item)
        right = "give positions, or texts such as '4453'"
        raise NotationError(f"no position {truncate(given)}", given, None, right, "position")

    def _answer_alone(self, index: int, item: Item) -> T | None:
        try:
            position = self._position(item)
            if self._batch_for([position]) is not None:
                answers: list[T | None] = []
                self._solve([position], [index], answers.extend)
                return answers[0]
            found = self._solve_without_compiled(position)
        except PlygroundError as error:
            self.refuse(index, item, error)
            return None
        if found.score is None:
            return None
        move = found.move
        return self.form(found.score, found.low, move)

    def _solve_without_compiled(self, position: Root) -> Solution:
        weak, budget = self.options.weak, self.options.budget()
        if has_line_rules(position) and position.game.cells > FULL_TABLE_CELLS:
            if not HAS_CORE and fits(position.game):
                return self._solve_in_python(position, budget)
            return solve_by_search(position, False, weak, budget)
        return solve_by_full_table(position, False, weak, budget, self._tables)

    def _solve_in_python(self, position: LinePosition, budget: Budget) -> Solution:
        """What the compiled batch would have found, from an empty table too."""
        solver = solver_for_thread(position.game, self.options.table_mb, 1, self.options.book)
        solver.forget()
        refuse_if_too_long(position, solver, budget)
        asked = PositionSolver(solver, position, budget, self.options.weak)
        return asked.solution(moves=False, max_line=int(self.options.best))


def _has_line_rules(item: Item) -> TypeGuard[LinePosition]:
    return not isinstance(item, str) and has_line_rules(item)


class _CompiledBatch(Generic[T]):
    """A batch of the compiled solver, for one game."""

    def __init__(self, game: LineGame, options: BatchOptions, form: Form[T]) -> None:
        check_table(game, options.table_mb, options.threads)
        self.game, self.options = game, options
        self.min_discs = 0 if options.limited else _min_discs(game)
        self._order = cells_from_centre(game) if options.best else []
        self._answers: _Answers[T] = _answers(game, options.weak, form)
        self._key = (game, options.table_mb, options.threads, options.book)
        self.compiled = _spare.take(self._key) or _new_solver(game, options)

    def add(self, position: LinePosition) -> None:
        """Add a position that the compiled reader left to us; TooLarge if it would take too long."""
        if (position.first | position.second).bit_count() < self.min_discs:
            solver = solver_for_thread(self.game, self.options.table_mb, 1, self.options.book)
            solver.forget()
            refuse_if_too_long(position, solver, self.options.budget())
        own, other = position.stones if position.to_move is Player.FIRST else position.stones[::-1]
        self.compiled.add(own, other)

    def solve(self, deliver: Deliver[T]) -> None:
        """Solve what was added, and deliver what is known about every 50 ms."""
        delivered = 0

        def report(done: int) -> None:
            nonlocal delivered
            ready = self._between(delivered, done)
            delivered = done
            deliver(ready)

        options = self.options
        limits = (options.seconds, options.nodes, options.stop)
        self.compiled.solve(options.weak, self._order, *limits, report)
        report(len(self.compiled))

    def close(self) -> None:
        """Keep the solver for the next batch of this thread."""
        _spare.keep(self._key, self.compiled)

    def _between(self, begin: int, end: int) -> list[T | None]:
        answers = self._answers
        if not self.options.best:
            return cast(list[T | None], self.compiled.objects(begin, end, answers.known, answers.make))
        found = memoryview(self.compiled.answers(begin, end)).cast("H")
        return list(map(answers.with_move, found, self.compiled.moves(begin, end)))


def _new_solver(game: LineGame, options: BatchOptions) -> _core.BatchSolver:
    size = (game.columns, game.rows, game.k, game.gravity)
    table_bytes = (options.table_mb << 20) // options.threads
    book = book_of(game, options.book)
    kinds = (LinePosition, game, Player.FIRST)
    try:
        return _core.BatchSolver(*size, table_bytes, options.threads, book, *kinds)
    except MemoryError:
        raise Failed(f"no memory for a table of {options.table_mb} MB: take a smaller one") from None


class _Spare(threading.local):
    """The solver that a thread used last. It is kept because a new table takes time."""

    key: object = None
    solver: _core.BatchSolver | None = None

    def take(self, key: object) -> _core.BatchSolver | None:
        """The spare solver if it is of this kind. It is nobody else's until it is given back."""
        if self.solver is None or self.key != key:
            return None
        solver, self.solver = self.solver, None
        return solver

    def keep(self, key: object, solver: _core.BatchSolver) -> None:
        self.key, self.solver = key, solver


_spare = _Spare()


class _Answers(Generic[T]):
    """The answers of the compiled solver in the form that is wanted; each is made once."""

    def __init__(self, game: LineGame, weak: bool, form: Form[T]) -> None:
        self.game, self.weak, self.form = game, weak, form
        self.known: list[T | None] = [None] * ((game.cells + 1) << VALUE_BITS)
        self._with_moves: dict[tuple[int, int], T] = {}

    def make(self, answer: int) -> T:
        """An answer without a move, which is known from now on."""
        made = self.known[answer] = self._made(answer, None)
        return made

    def with_move(self, answer: int, cell: int) -> T | None:
        """An answer with the best move."""
        if answer == UNSOLVED:
            return None
        known = self._with_moves.get((answer, cell))
        if known is None:
            move = None if cell == NO_MOVE else self.game.spelling.write(cell)
            known = self._with_moves[answer, cell] = self._made(answer, move)
        return known

    def _made(self, answer: int, move: str | None) -> T:
        discs, value = answer >> VALUE_BITS, (answer & (1 << VALUE_BITS) - 1) - VALUE_OFFSET
        score = Score(value * WIN) if self.weak else score_with_discs(self.game, discs, value)
        return self.form(score, value, move)


@lru_cache(maxsize=16)  # making them takes as long as solving a hundred easy positions
def _answers(game: LineGame, weak: bool, form: Form[T]) -> _Answers[T]:
    return _Answers(game, weak, form)


def _min_discs(game: LineGame) -> int:
    """With fewer discs on the board, a position may take too long."""
    nodes = LONGEST_UNASKED * NODES_A_SECOND
    return next(
        discs for discs in range(game.cells + 1) if estimate_nodes_of(game, game.cells - discs) <= nodes
    )
