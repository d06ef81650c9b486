"""`solve(position)`: the exact score, a best move, the perfect line; on request the value of every move."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from plyground.games.line import LineGame, LinePosition
from plyground.native import is_native
from plyground.search import Limits
from plyground.search.limits import Stop
from plyground.solver.beyond import by_full_table, by_search
from plyground.solver.engine import TABLE_MB, Answer, Budget, Engine, fits
from plyground.solver.estimate import NODES_A_SECOND, in_words, nodes_to_solve
from plyground.solver.solution import Root, Solution, Solved, TooLarge, in_plain_words, sign
from plyground.spec import whole_number

LONGEST_UNASKED = 600  # seconds: what is thought to take longer is refused unless a time is given
FULL_TABLE_CELLS = 9  # a line game as small as this has all its positions worked out


def solve(
    position: Root,
    *,
    moves: bool = False,
    weak: bool = False,
    book: bool | Path = True,
    threads: int = 1,
    table_mb: int = TABLE_MB,
    seconds: float | None = None,
    nodes: int | None = None,
    stop: Stop | None = None,
) -> Solution:
    """The value of a position under perfect play, and how it comes about.

    Without `seconds` a position that would take too long is refused (TooLarge); with them, what was proved
    by then is answered. A book of your own may be given as its file.
    """
    whole_number("threads", threads, 1, 256)
    whole_number("table_mb", table_mb, 1, 1 << 20)
    budget = Budget(Limits(nodes=nodes, seconds=seconds, stop=stop).seconds, nodes, stop)
    if not is_native(position) or position.game.cells <= FULL_TABLE_CELLS:
        return by_full_table(position, moves, weak, budget)
    if not fits(position.game):
        return by_search(position, moves, weak, budget)
    engine = engine_of(position.game, table_mb, threads, book)
    engine.forget()
    guard(position, engine, budget)
    return Solving(engine, position, budget, weak).solution(moves)


class _Kept(threading.local):
    """The engine that a thread used last."""

    engine: Engine | None = None


_kept = _Kept()


def engine_of(
    game: LineGame, table_mb: int = TABLE_MB, threads: int = 1, book: bool | Path = True
) -> Engine:
    """An engine for this thread. The last one is kept, because making its table anew takes time."""
    wanted = Engine(game, table_mb, threads, book)
    if _kept.engine != wanted:
        _kept.engine = wanted
    return _kept.engine or wanted


def guard(position: LinePosition, engine: Engine, budget: Budget) -> None:
    """Refuse what would take too long, unless somebody said how long it may take."""
    if budget.seconds is not None or budget.nodes is not None or position.ended:
        return
    seconds = nodes_to_solve(position) / NODES_A_SECOND / engine.threads
    if seconds > LONGEST_UNASKED and not engine.value(position, Budget(nodes=1)).exact:
        raise TooLarge(
            f"{position.game.spec} from here takes {in_words(seconds)}: give a time "
            "(--time SECONDS, seconds=) to hear what can be proved in it"
        )


@dataclass(frozen=True)
class Solving:
    """One position being solved by the compiled engine."""

    engine: Engine
    position: LinePosition
    budget: Budget
    weak: bool = False

    def solution(self, moves: bool) -> Solution:
        found = self.engine.value(self.position, self.budget, self.weak)
        if self.weak:
            found = sign(found)
        values = tuple(self._values()) if moves else None
        line = tuple(self._line(found.low)) if found.exact and not self.weak else self._weak_line(found)
        return Solution(
            self.position,
            found.low,
            found.high,
            in_plain_words(self.position, found, self.weak),
            line,
            values,
            self.budget.spent_nodes,
            time.perf_counter() - self.budget.started,
            found.from_book,
            self.weak,
        )

    def best_moves(self, score: int) -> list[int] | None:
        """The moves that keep a score, given that none does better; None if the budget ended first."""
        best = []
        for move in by_the_middle(self.position):
            better = self.engine.exceeds(self.position.after(move), -score, self.budget)
            if better is None:
                return None
            if not better:
                best.append(move)
        return best

    def _values(self) -> Iterator[Solved]:
        for move in self.position.moves():
            reply = self.engine.value(self.position.after(move), self.budget, self.weak)
            found = (sign(reply) if self.weak else reply).seen_by_the_other()
            words = in_plain_words(self.position, found, self.weak)
            yield Solved(move, found.low, found.high, words)

    def _line(self, score: int) -> Iterator[int]:
        position = self.position
        while not position.ended:
            move = next(self._keeping(position, score), None)
            if move is None:  # there was no time left to find out
                return
            yield move
            position, score = position.after(move), -score

    def _weak_line(self, found: Answer) -> tuple[int, ...]:
        """A move that keeps the result, and no more: nothing is known of how the play goes on."""
        if not found.exact or self.position.ended:
            return ()
        for move in by_the_middle(self.position):
            reply = self.engine.value(self.position.after(move), self.budget, weak=True)
            kept = sign(reply)
            if kept.low == kept.high == -found.low:
                return (move,)
        return ()

    def _keeping(self, position: LinePosition, score: int) -> Iterator[int]:
        for move in by_the_middle(position):
            if self.engine.exceeds(position.after(move), -score, self.budget) is False:
                yield move


def by_the_middle(position: LinePosition) -> list[int]:
    """The moves, those in the middle of the board first."""
    game = position.game

    def distance(move: int) -> int:
        row, column = divmod(move, game.columns)
        across = abs(2 * column + 1 - game.columns)
        return across if game.gravity else across + abs(2 * row + 1 - game.rows)

    return sorted(position.moves(), key=distance)
