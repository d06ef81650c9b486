"""The solver's search in Python: is the value of a position more than alpha?

The twin of native/solver/forced.hpp and search.hpp: it asks the same questions in the same order, so it
searches the same nodes as long as the table of the compiled solver has room for all of them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from plyground.solver.bitboard import SolverRules

Bounds = tuple[int, int]
Poll = Callable[[int], int]  # from the nodes so far to those allowed before the next call; may raise

COLUMN_WEIGHT = 8  # where threats do not tell, the column counts first, then the row
RANK_RANGE = 1_024  # more than ranks come to
PER_THREAT, PER_PLAYABLE_THREAT = 8, 1


class Situation(NamedTuple):
    """A position in which the side to move cannot win at once."""

    own: int  # the discs of the side to move
    taken: int  # the discs of both sides
    discs: int
    threats: int  # cells where the side that is not to move completes a line
    sign: int  # +1 if the side to move is the one that was to move at first, else -1


class NullWindowSearch:
    """Searches quiet situations: those in which the side to move has a choice of replies."""

    def __init__(self, rules: SolverRules, table: dict[int, Bounds], max_entries: int, poll: Poll) -> None:
        self.rules, self.board = rules, rules.board
        self.table, self.max_entries = table, max_entries
        self.poll, self.nodes, self.allowed = poll, 0, poll(0)
        self.rank = _centre_first(rules)
        self.columns = sorted(rules.board.column_masks, key=lambda mask: -_nearness_of(rules, mask))

    def value(self, quiet: Situation, alpha: int, key: int) -> int:
        """A bound of the value: an upper one of at most alpha, or a lower one of more than alpha."""
        if self.nodes >= self.allowed:
            self.allowed = self.nodes + self.poll(self.nodes)
        self.nodes += 1
        low, high = quiet_bounds(self.rules, quiet.discs)
        if high <= alpha:
            return high
        if low > alpha:
            return low
        best = self._best(quiet, alpha, low)
        self._store(key, (best, high) if best > alpha else (low, best))
        return best

    def _best(self, quiet: Situation, alpha: int, best: int) -> int:
        """The best bound of the children: all are resolved, then looked up, and only then searched."""
        children = []
        for cell in self._moves(quiet):
            child = self._resolve(quiet, cell, alpha)
            if isinstance(child, int):
                best = max(best, child)
                if best > alpha:
                    return best
            else:
                children.append(child)
        left = []
        for priority, end, key in children:
            low, high = for_side(self.table.get(key, (-99, 99)), end.sign)
            if low > alpha:
                return max(best, low)
            if high <= alpha:
                best = max(best, high)
            else:
                left.append((priority, end, key))
        left.sort(key=_priority_of, reverse=True)
        for _, end, key in left:
            below = alpha if end.sign > 0 else -alpha - 1
            best = max(best, end.sign * self.value(end, below, key))
            if best > alpha:
                return best
        return best

    def _moves(self, quiet: Situation) -> list[int]:
        """The replies that do not lose at once: in games in which discs fall, the middle columns first."""
        moves = self.rules.playable(quiet.taken) & ~self.rules.opened_by(quiet.threats)
        if self.board.gravity:
            return [cell for mask in self.columns if (cell := moves & mask)]
        cells = []
        while moves:
            cells.append(moves & -moves)
            moves &= moves - 1
        return cells

    def _resolve(self, quiet: Situation, cell: int, alpha: int) -> int | tuple[int, Situation, int]:
        """The bound of a child if that decides it; else its priority, its quiet situation and its key."""
        taken = quiet.taken | cell
        threats = self.board.threats(quiet.own | cell, taken)
        next_ = Situation(quiet.own ^ quiet.taken, taken, quiet.discs + 1, threats, -1)
        end, value = play_forced(self.rules, next_)
        if value is not None:
            return value
        bounds = quiet_bounds(self.rules, end.discs)
        low, high = for_side(
            (
                self.rules.lower_bound(end.own, end.taken, bounds[0]),
                self.rules.upper_bound(end.own, end.taken, end.discs, end.threats, bounds[1]),
            ),
            end.sign,
        )
        if low > alpha:
            return low
        if high <= alpha:
            return high
        return self._priority(next_, cell), end, self.rules.key(end.own, end.taken, end.discs)

    def _priority(self, next_: Situation, cell: int) -> int:
        """By the threats right after the move, then by nearness to the middle."""
        replies, threats = self.rules.playable(next_.taken), next_.threats
        count = PER_THREAT * (threats.bit_count() + (threats & replies << 1).bit_count())
        count += PER_PLAYABLE_THREAT * (threats & replies).bit_count()
        return count * RANK_RANGE + self.rank[cell]

    def _store(self, key: int, bounds: Bounds) -> None:
        """Add bounds to what is known of a position; a full table is emptied."""
        known = self.table.get(key)
        if known is not None:
            bounds = max(bounds[0], known[0]), min(bounds[1], known[1])
        elif len(self.table) >= self.max_entries:
            self.table.clear()
        self.table[key] = bounds


def _priority_of(child: tuple[int, Situation, int]) -> int:
    return child[0]


def _centre_first(rules: SolverRules) -> dict[int, int]:
    """The rank of each cell: those in the middle of the board have a higher one."""
    board = rules.board
    return {
        1 << column * board.stride + row: COLUMN_WEIGHT * _nearness(column, board.columns)
        + (row if board.gravity else _nearness(row, board.rows))
        for column in range(board.columns)
        for row in range(board.rows)
    }


def _nearness(index: int, count: int) -> int:
    """How near to the middle one of several columns or rows is."""
    return (count - abs(2 * index + 1 - count)) // 2


def _nearness_of(rules: SolverRules, column: int) -> int:
    return _nearness(rules.board.column_masks.index(column), rules.board.columns)


def quiet_bounds(rules: SolverRules, discs: int) -> Bounds:
    """The bounds of a value where nobody can win with the next disc."""
    return -rules.board.value_of_win(discs + 3), rules.board.value_of_win(discs + 2)


def for_side(bounds: Bounds, sign: int) -> Bounds:
    """Bounds for a side (+1: the side to move, -1: the other), given those for the side to move."""
    return bounds if sign > 0 else (-bounds[1], -bounds[0])


def play_forced(rules: SolverRules, now: Situation) -> tuple[Situation, int | None]:
    """Play on while the side to move has only one reply that does not lose at once.

    Gives where that ends, and the value of the game for the side that was to move at first; None if a
    choice is left.
    """
    board = rules.board
    while True:
        own, taken, discs, threats, sign = now
        playable = rules.playable(taken)
        forced = playable & threats
        answers = (0 if forced & forced - 1 else forced) if forced else playable
        replies = answers & ~rules.opened_by(threats)
        if not replies and discs < board.cells:
            return now, -sign * board.value_of_win(discs + 1)
        if discs >= board.cells - 2:
            return now, 0  # two cells are left, and nobody wins with them
        if replies & replies - 1:
            return now, None
        now = Situation(
            own ^ taken, taken | replies, discs + 1, board.threats(own | replies, taken | replies), -sign
        )
