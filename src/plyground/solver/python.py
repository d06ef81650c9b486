"""The solver in Python, for installations without the compiled core: late positions, and small boards.

The twin of native/solver/solver.hpp. It finds the same values, and by the same search where that tells
positions apart by their discs: in long searches the compiled one goes by the state of their lines, and
counts other nodes. It is a few hundred times slower: what takes the compiled solver a tenth of a second
takes it most of a minute.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import ClassVar

from plyground.game import Player
from plyground.games.line import LineGame, LinePosition
from plyground.solver.bitboard import SolverRules, rules_of
from plyground.solver.book import Book
from plyground.solver.estimate import SLOW_NODES_A_SECOND
from plyground.solver.native import TABLE_MB, Budget, ProvenBounds, book_of, value_at_end
from plyground.solver.null_window import (
    Bounds,
    NullWindowSearch,
    Situation,
    for_side,
    play_forced,
    quiet_bounds,
)

NEAR, STEP = 7, 2  # as native/solver/solver.hpp has them
NODES_BETWEEN_POLLS = 64
BYTES_AN_ENTRY = 160  # of the table, which is a dict

Search = Callable[[Situation, Bounds], Bounds]


class BudgetEnded(Exception):
    """The budget is used up; the solver catches it."""


@dataclass(frozen=True)
class PythonSolver:
    """A solver of one game in Python, with its table. It uses one thread, whatever is allowed."""

    game: LineGame
    table_mb: int = TABLE_MB
    book: bool | Path = True

    core: ClassVar[str] = "python"
    threads: ClassVar[int] = 1
    nodes_a_second: ClassVar[float] = SLOW_NODES_A_SECOND

    @cached_property
    def rules(self) -> SolverRules:
        return rules_of(self.game)

    @cached_property
    def opening_book(self) -> Book | None:
        return book_of(self.game, self.book)

    @cached_property
    def table(self) -> dict[int, Bounds]:
        return {}

    @cached_property
    def max_entries(self) -> int:
        """How many positions the table may hold."""
        return (self.table_mb << 20) // BYTES_AN_ENTRY

    def forget(self) -> None:
        """Empty the table."""
        self.table.clear()

    def value(self, position: LinePosition, budget: Budget, weak: bool = False) -> ProvenBounds:
        """The value of a position for the side to move. If `weak`, only its sign is looked for."""
        if position.ended:
            return value_at_end(position)
        return self._solve(position, lambda quiet, known: self._close_in(quiet, known, weak, budget))

    def exceeds(self, position: LinePosition, alpha: int, budget: Budget) -> bool | None:
        """Whether a position is worth more than alpha; None if the budget ended first."""
        if position.ended:
            return value_at_end(position).low > alpha
        board, discs = self.rules.board, (position.first | position.second).bit_count()
        if alpha >= board.value_of_win(discs):
            return False
        if alpha < -board.value_of_win(discs + 1):
            return True
        found = self._solve(
            position,
            lambda quiet, known: self._ask_once(
                quiet, known, alpha if quiet.sign > 0 else -alpha - 1, budget
            ),
        )
        if found.low > alpha:
            return True
        return False if found.high <= alpha else None

    def _solve(self, position: LinePosition, search: Search) -> ProvenBounds:
        """Answer from the book, by the rules or by forced play; by the search where these do not decide."""
        own, other = self._sides(position)
        taken, rules, book = own | other, self.rules, self.opening_book
        discs = taken.bit_count()
        if book is not None and (value := book.find(own + taken)) is not None:
            return ProvenBounds(value, value, from_book=True)
        if rules.board.threats(own, taken) & rules.playable(taken):
            win = rules.board.value_of_win(discs)
            return ProvenBounds(win, win)
        rules.set_root(own, taken)
        threats = rules.board.threats(own ^ taken, taken)
        quiet, forced = play_forced(rules, Situation(own, taken, discs, threats, 1))
        if forced is not None:
            return ProvenBounds(forced, forced)
        low, high = for_side(quiet_bounds(rules, quiet.discs), quiet.sign)
        if book is not None and (least := self._least_by_book(book, own, taken)) is not None:
            low = max(low, least)
        return ProvenBounds(*for_side(search(quiet, for_side((low, high), quiet.sign)), quiet.sign))

    def _sides(self, position: LinePosition) -> tuple[int, int]:
        """The stones of the side to move and of the other, as the solver numbers the cells."""
        stones = position.stones if position.to_move is Player.FIRST else position.stones[::-1]
        own, other = (self.rules.board.renumbered(cells) for cells in stones)
        return own, other

    def _least_by_book(self, book: Book, own: int, taken: int) -> int | None:
        """A lower bound one ply beyond the book, from the positions that the last disc may have come from.

        Whoever moved last had a position of value v, and this move among others: ours is worth -v or more.
        """
        if taken.bit_count() != book.plies + 1:
            return None
        bounds, other = [], own ^ taken
        for column in self.rules.board.column_masks:
            highest = taken & column & ~((taken & column) >> 1)
            if highest & other:
                value = book.find((other ^ highest) + (taken ^ highest))
                bounds += [] if value is None else [-value]
        return max(bounds, default=None)

    def _close_in(self, quiet: Situation, bounds: Bounds, weak: bool, budget: Budget) -> Bounds:
        """Ask one null window after the other until the bounds meet: far windows first."""
        low, high = bounds

        def is_open() -> bool:
            return low < high and not (weak and (low > 0 or high < 0))

        def ask(alpha: int) -> None:
            nonlocal low, high
            low, high = _narrowed((low, high), alpha, self._search_window(quiet, alpha, budget))

        try:
            _poll(budget)
            while is_open() and (high > NEAR or low < -NEAR):
                if high > NEAR:
                    ask(max(high - STEP, low))
                if is_open() and low < -NEAR:
                    ask(min(low + STEP - 1, high - 1))
                if low > NEAR or high < -NEAR:
                    break
            guess = 0 if quiet.discs % 2 else 1
            while is_open():
                if weak:
                    guess = 1 if high > 0 else 0
                guess = max(low, min(high, guess))
                ask(guess if guess == low else guess - 1)
                guess = low if guess <= low else high
        except BudgetEnded:  # the bounds are what was proved until now
            pass
        return low, high

    def _ask_once(self, quiet: Situation, bounds: Bounds, alpha: int, budget: Budget) -> Bounds:
        try:
            _poll(budget)
            if bounds[0] <= alpha < bounds[1]:
                return _narrowed(bounds, alpha, self._search_window(quiet, alpha, budget))
        except BudgetEnded:
            pass
        return bounds

    def _search_window(self, quiet: Situation, alpha: int, budget: Budget) -> int:
        before = budget.spent_nodes

        def poll(nodes: int) -> int:
            budget.spent_nodes = before + nodes
            _poll(budget)
            left = budget.nodes_left
            return NODES_BETWEEN_POLLS if left is None else min(NODES_BETWEEN_POLLS, left)

        search = NullWindowSearch(self.rules, self.table, self.max_entries, poll)
        try:
            return search.value(quiet, alpha, self.rules.key(quiet.own, quiet.taken, quiet.discs))
        finally:
            budget.spent_nodes = before + search.nodes


def _poll(budget: Budget) -> None:
    if budget.nodes_left == 0 or budget.seconds_left == 0 or (budget.stop and budget.stop.is_set()):
        raise BudgetEnded


def _narrowed(bounds: Bounds, alpha: int, answer: int) -> Bounds:
    """The bounds after the answer to a null window: above alpha it is a lower bound, else an upper one."""
    low, high = bounds
    return (max(low, answer), high) if answer > alpha else (low, min(high, answer))
