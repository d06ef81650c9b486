"""`solve`: the exact score, a best move, the perfect line; if asked, the value of each move."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

from plyground.game import Position
from plyground.games.given import GameLike, given_position
from plyground.games.line import LineGame, LinePosition
from plyground.native import HAS_CORE, Core, check_core, has_line_rules, no_core
from plyground.searchers import Limits
from plyground.searchers.types import Stop
from plyground.solver.estimate import describe_seconds, estimate_nodes
from plyground.solver.fallback import solve_by_full_table, solve_by_search
from plyground.solver.native import TABLE_MB, AnySolver, Budget, NativeSolver, ProvenBounds, fits
from plyground.solver.python import PythonSolver
from plyground.solver.solution import (
    Root,
    Solution,
    SolvedMove,
    TooLarge,
    score_of_bounds,
    sign_bounds,
)
from plyground.spec import whole_number

LONGEST_UNASKED = (
    600  # seconds: a position that is estimated to take longer is refused unless a time is given
)
GLANCE = 1_000  # nodes: a position that takes no more is never refused, whatever the estimate
FULL_TABLE_CELLS = 9  # line games up to this size are solved by a table of all positions


def solve(
    game: GameLike,
    *,
    position: str | Position[Any] | None = None,
    moves: bool = False,
    weak: bool = False,
    book: bool | Path = True,
    threads: int = 1,
    table_mb: int = TABLE_MB,
    seconds: float | None = None,
    nodes: int | None = None,
    stop: Stop | None = None,
    exact_keys: bool = False,
    core: Core = "auto",
) -> Solution:
    """The value of a game, or of a position of it, under perfect play, and the line that shows it.

    Without `seconds`, a position that would take too long is refused (TooLarge). With `seconds`, the answer
    is what was proved by then. `book` may be the file of a book of your own. With `exact_keys` no answer
    rests on a hash of 104 bits (docs/why/solver.md): twice the work where a search is long. Where there is
    no compiled core, Python solves the same with one thread, some hundred times more slowly.

    >>> import plyground as pg
    >>> pg.solve("connect4").words
    'wins in 41 plies'
    >>> [each.words for each in pg.solve("tictactoe", position="1", moves=True).moves][3]
    'draw'
    """
    place = given_position(game, position)
    whole_number("threads", threads, 1, 256)
    whole_number("table_mb", table_mb, 1, 1 << 20)
    budget = Budget(Limits(nodes=nodes, seconds=seconds, stop=stop).seconds, nodes, stop)
    check_solver_core(place, core)
    if not has_line_rules(place) or (place.game.cells <= FULL_TABLE_CELLS and core != "native"):
        return solve_by_full_table(place, moves, weak, budget)
    if not fits(place.game):
        return solve_by_search(place, moves, weak, budget)
    solver = solver_for_thread(place.game, table_mb, threads, book, core, exact_keys)
    solver.forget()
    refuse_if_too_long(place, solver, budget)
    return PositionSolver(solver, place, budget, weak).solution(moves)


class _LastSolver(threading.local):
    """The solver that a thread used last. It is kept because a new table takes time."""

    solver: NativeSolver | PythonSolver | None = None


_last = _LastSolver()


def check_solver_core(position: Root, core: Core) -> None:
    """Raise NoNativeCore if the compiled solver was asked for and cannot solve positions of this game."""
    check_core(core)
    if core == "native" and not (HAS_CORE and has_line_rules(position) and fits(position.game)):
        raise no_core("room for this game in its solver")


def solver_for_thread(
    game: LineGame,
    table_mb: int = TABLE_MB,
    threads: int = 1,
    book: bool | Path = True,
    core: Core = "auto",
    exact_keys: bool = False,
) -> AnySolver:
    """A solver with these options for this thread: the last one if it is the same, else a new one."""
    wanted: NativeSolver | PythonSolver = NativeSolver(game, table_mb, threads, book, exact_keys)
    if core == "python" or not HAS_CORE:
        wanted = PythonSolver(game, table_mb, book)
    if _last.solver != wanted:
        _last.solver = wanted
    return _last.solver or wanted


def refuse_if_too_long(position: LinePosition, solver: AnySolver, budget: Budget) -> None:
    """Raise TooLarge for what would take too long, unless the budget has a limit."""
    if budget.seconds is not None or budget.nodes is not None or position.ended:
        return
    seconds = estimate_nodes(position) / solver.nodes_a_second / solver.threads
    if seconds > LONGEST_UNASKED and not solver.value(position, Budget(nodes=GLANCE)).exact:
        raise TooLarge(
            f"{position.game.spec} from here takes {describe_seconds(seconds)}{_without_core(solver)}: "
            "give a time (--time SECONDS, seconds=) to hear what can be proved in it"
        )


def _without_core(solver: AnySolver) -> str:
    return " without the compiled core" if solver.core == "python" else ""


@dataclass(frozen=True)
class PositionSolver:
    """Answers questions about one position with a solver."""

    solver: AnySolver
    position: LinePosition
    budget: Budget
    weak: bool = False

    def solution(self, moves: bool, max_line: int | None = None) -> Solution:
        """All that is asked of the position: `moves` asks for the value of every move too.

        The line is found to the end, or as far as `max_line` says.
        """
        found = self.solver.value(self.position, self.budget, self.weak)
        if self.weak:
            found = sign_bounds(found)
        values = tuple(self._move_values()) if moves else None
        line = self._weak_line(found) if self.weak or not found.exact else self._line(found.low)
        return Solution(
            self.position,
            found.low,
            found.high,
            score_of_bounds(self.position, found, self.weak),
            tuple(islice(line, max_line)),
            values,
            self.budget.spent_nodes,
            time.perf_counter() - self.budget.started,
            found.from_book,
            self.weak,
            self.solver.core,
        )

    def best_moves(self, score: int) -> list[int] | None:
        """The moves that keep the position's score; None if the budget ended first."""
        best = []
        for move in moves_from_centre(self.position):
            reply_is_better = self.solver.exceeds(self.position.after(move), -score, self.budget)
            if reply_is_better is None:
                return None
            if not reply_is_better:
                best.append(move)
        return best

    def _move_values(self) -> Iterator[SolvedMove]:
        for move in self.position.moves():
            reply = self.solver.value(self.position.after(move), self.budget, self.weak)
            found = -(sign_bounds(reply) if self.weak else reply)
            score = score_of_bounds(self.position, found, self.weak)
            yield SolvedMove(self.position.write(move), move, found.low, found.high, score)

    def _line(self, score: int) -> Iterator[int]:
        """Best moves of both sides to the end, as far as the budget goes."""
        position = self.position
        while not position.ended:
            move = self._first_best_move(position, score)
            if move is None:
                return
            yield move
            position, score = position.after(move), -score

    def _first_best_move(self, position: LinePosition, score: int) -> int | None:
        for move in moves_from_centre(position):
            if self.solver.exceeds(position.after(move), -score, self.budget) is False:
                return move
        return None

    def _weak_line(self, found: ProvenBounds) -> Iterator[int]:
        """One move that keeps the result: a weak answer does not tell how the game goes on."""
        if not found.exact or self.position.ended:
            return
        for move in moves_from_centre(self.position):
            reply = sign_bounds(self.solver.value(self.position.after(move), self.budget, weak=True))
            if reply.low == reply.high == -found.low:
                yield move
                return


def moves_from_centre(position: LinePosition) -> list[int]:
    """The moves, those in the middle of the board first."""
    return sorted(position.moves(), key=partial(_distance, position.game))


def cells_from_centre(game: LineGame) -> list[int]:
    """All cells in an order in which every position has its `moves_from_centre`."""
    columns = game.columns if game.gravity else 1  # the order in which `moves()` has them
    cells = sorted(range(game.cells), key=lambda cell: cell % columns)
    return sorted(cells, key=partial(_distance, game))


def _distance(game: LineGame, cell: int) -> int:
    row, column = divmod(cell, game.columns)
    across = abs(2 * column + 1 - game.columns)
    return across if game.gravity else across + abs(2 * row + 1 - game.rows)
