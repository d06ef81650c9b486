"""Boards as the solver sees them, in Python: the twin of native/solver/board.hpp and rules.hpp.

A set of cells is a number with one bit for each cell. A column takes `stride` = rows + 1 bits, the lowest
row first; the bit above each column is unused, so that no shift moves a disc into the next column.
docs/why/solver.md proves the bounds.
"""

from __future__ import annotations

from functools import cached_property
from typing import Protocol

from plyground.games.line import LineGame

MAX_SYMMETRIC_DISCS = 8  # with more, to look for symmetrical positions takes more time than it saves


class SolverBoard:
    """The size of a board, the length of a line, and the masks that follow from them."""

    def __init__(self, game: LineGame) -> None:
        self.columns, self.rows, self.k, self.gravity = game.columns, game.rows, game.k, game.gravity
        self.stride, self.cells = game.rows + 1, game.cells
        self.steps = (self.stride - 1, self.stride, self.stride + 1)  # of lines that are not upright
        self.bottom_row = self.in_every_column(1)
        self.all_cells = self.in_every_column((1 << game.rows) - 1)
        # Rows are counted from 1 here, as in the theory of Connect Four: the bottom row is odd.
        self.odd_rows = sum(self.bottom_row << row for row in range(0, game.rows, 2))
        self.even_rows = sum(self.bottom_row << row for row in range(1, game.rows, 2))

    def in_every_column(self, column: int) -> int:
        """The same cells in every column."""
        return sum(column << index * self.stride for index in range(self.columns))

    @cached_property
    def column_masks(self) -> list[int]:
        """The cells of each column."""
        return [(1 << self.rows) - 1 << index * self.stride for index in range(self.columns)]

    @cached_property
    def rows_below(self) -> list[int]:
        """For each number of rows, the cells of so many rows from below."""
        return [self.in_every_column((1 << row) - 1) for row in range(self.rows + 1)]

    def renumbered(self, stones: int) -> int:
        """Stones of a LinePosition, whose cells are numbered row by row from the top, as bits of ours."""
        found = 0
        while stones:
            row, column = divmod((stones & -stones).bit_length() - 1, self.columns)
            found |= 1 << column * self.stride + self.rows - 1 - row
            stones &= stones - 1
        return found

    def line_starts(self, cells: int, step: int) -> int:
        """The first cells of all lines, in one direction, whose cells all belong to a set."""
        if self.k == 4:
            pairs = cells & cells >> step
            return pairs & pairs >> 2 * step
        starts = cells
        for offset in range(1, self.k):
            starts &= cells >> offset * step
        return starts

    def has_line(self, cells: int) -> bool:
        """Whether a set of cells holds a line."""
        return any(self.line_starts(cells, step) for step in (1, *self.steps))

    def threats(self, stones: int, taken: int) -> int:
        """The empty cells that complete a line of the stones."""
        if self.k != 4:
            found = 0
            for step in (1, *self.steps):
                found |= self._completions(stones, step)
            return found & (self.all_cells ^ taken)
        found = (stones << 1) & (stones << 2) & (stones << 3)  # a disc that has just fallen lies on top
        for step in self.steps if self.gravity else (1, *self.steps):
            before, after = stones << step, stones >> step
            found |= before & (stones << 2 * step) & ((stones << 3 * step) | after)
            found |= after & (stones >> 2 * step) & (before | (stones >> 3 * step))
        return found & (self.all_cells ^ taken)

    def _completions(self, stones: int, step: int) -> int:
        found = 0
        for missing in range(self.k):  # the place of the cell in the line, from its lower end
            cells = -1
            for place in range(self.k):
                if place != missing:
                    shift = (place - missing) * step
                    cells &= stones >> shift if shift > 0 else stones << -shift
            found |= cells
        return found

    def cells_above(self, cells: int) -> int:
        """All cells that lie above a cell of a set, in the same column."""
        above = row = cells << 1 & self.all_cells
        while row:
            row = row << 1 & self.all_cells
            above |= row
        return above

    def mirror(self, cells: int) -> int:
        """The mirror image of a set of cells, or of a key."""
        image, part = 0, (1 << self.stride) - 1
        for _ in range(self.columns):
            image = image << self.stride | cells & part
            cells >>= self.stride
        return image

    def value_of_win(self, discs: int) -> int:
        """The value of a position for the side to move, if it wins with its next disc."""
        return (self.cells + 1 - discs) // 2


class SolverRules(Protocol):
    """The rules of a game as the search needs them, and the bounds that need no search."""

    board: SolverBoard

    def playable(self, taken: int) -> int: ...
    def opened_by(self, cells: int) -> int: ...
    def set_root(self, own: int, taken: int) -> None: ...
    def key(self, own: int, taken: int, discs: int) -> int: ...
    def upper_bound(self, own: int, taken: int, discs: int, threats: int, known: int) -> int: ...
    def lower_bound(self, own: int, taken: int, known: int) -> int: ...


def rules_of(game: LineGame) -> SolverRules:
    """The rules of a game."""
    return GravityRules(game) if game.gravity else FreeRules(game)


class GravityRules:
    """Discs fall."""

    def __init__(self, game: LineGame) -> None:
        self.board = SolverBoard(game)
        self._mirrors, self._root_image = True, 0

    def playable(self, taken: int) -> int:
        """The cells that a disc can fall on: adding the bottom row carries a one to each."""
        return taken + self.board.bottom_row & self.board.all_cells

    def opened_by(self, cells: int) -> int:
        """The cells that open these to the other side, which plays on top of our disc."""
        return cells >> 1

    def set_root(self, own: int, taken: int) -> None:
        """Must be called before a search: where it starts decides whether mirror images share a key."""
        image_of_own, self._root_image = self.board.mirror(own), self.board.mirror(taken)
        other, image_of_other = own ^ taken, image_of_own ^ self._root_image
        self._mirrors = not (own & image_of_other | other & image_of_own)

    def key(self, own: int, taken: int, discs: int) -> int:
        """A number for a position, the same as for its mirror image if both can follow from the root."""
        key = own + taken
        if not self._mirrors or self._root_image & ~taken:
            return key
        return min(key, self.board.mirror(key))

    def lower_bound(self, own: int, taken: int, known: int) -> int:
        """The least that the side to move can get: no strategy of its own is known."""
        return known

    def upper_bound(self, own: int, taken: int, discs: int, threats: int, known: int) -> int:
        """The most that the side to move can get: what is known, or less if the other side has a strategy.

        `threats` are those of the other side; none of them may be playable.
        """
        if self.board.rows % 2:
            return known  # both strategies need an even number of rows
        if discs % 2:
            return self._odd_threat_bound(own, taken, threats, known)
        return self._claimeven_bound(own, taken, threats, known)

    def _claimeven_bound(self, own: int, taken: int, threats: int, known: int) -> int:
        """The second player answers every disc with the one above it."""
        board = self.board
        empty, other = board.all_cells ^ taken, own ^ taken
        claimed = empty & board.even_rows & ~self.playable(taken)
        decisive = threats & claimed
        unreached = board.cells_above(decisive) if decisive else 0
        if self._has_living_line(own | empty & ~claimed & ~unreached, other | claimed):
            return known
        return min(known, -self._value_of_claim(other, claimed, _value_of_decisive(decisive, unreached)))

    def _odd_threat_bound(self, own: int, taken: int, threats: int, known: int) -> int:
        """The first player has an odd threat that is not playable yet; the best such threat counts."""
        board = self.board
        empty, other = board.all_cells ^ taken, own ^ taken
        waiting = empty & ~self.playable(taken)
        odd = threats & waiting & board.odd_rows
        while odd:
            threat = odd & -odd
            column = board.column_masks[(threat.bit_length() - 1) // board.stride]
            up_to_threat = column & (threat | threat - 1)
            claimed = waiting & board.even_rows & ~column | waiting & board.odd_rows & up_to_threat
            decisive = threats & claimed & ~column | threat
            unreached = board.cells_above(decisive)
            if not self._has_living_line(own | empty & ~claimed & ~unreached, other | claimed):
                known = min(known, -_value_of_decisive(decisive, unreached))
            odd &= ~column
        return known

    def _has_living_line(self, ours: int, theirs: int) -> bool:
        """Whether ours hold a line that counts: not one right above a line of theirs."""
        line_starts = self.board.line_starts
        if line_starts(ours, 1):
            return True
        for step in self.board.steps:
            living = line_starts(ours, step)
            if living and living & ~(line_starts(theirs, step) << 1):
                return True
        return False

    def _value_of_claim(self, stones: int, claimed: int, known: int) -> int:
        """The value of a line of stones and claimed cells, if it is more than what is known."""
        board = self.board
        if not board.has_line(stones | claimed):
            return known
        for row in range(2, board.rows, 2):
            value = 1 + (board.rows - row) // 2
            if value <= known:
                return known
            if board.has_line(stones | claimed & board.rows_below[row]):
                return value
        return max(known, 1)


def _value_of_decisive(decisive: int, unreached: int) -> int:
    """What a win on decisive cells is worth at least."""
    return (unreached | decisive | decisive >> 1).bit_count() // 2


class FreeRules:
    """A stone may be put on any empty cell."""

    def __init__(self, game: LineGame) -> None:
        self.board = SolverBoard(game)
        self._square = game.columns == game.rows

    def playable(self, taken: int) -> int:
        """All empty cells."""
        return self.board.all_cells ^ taken

    def opened_by(self, cells: int) -> int:
        """No cell opens another."""
        return 0

    def set_root(self, own: int, taken: int) -> None:
        """Symmetries do not depend on the root."""

    def key(self, own: int, taken: int, discs: int) -> int:
        """A number for a position, the same for all symmetrical ones while there are few stones."""
        if discs > MAX_SYMMETRIC_DISCS:
            return own | (own ^ taken) << 64
        return min(
            self._image(own, way) | self._image(own ^ taken, way) << 64
            for way in range(8 if self._square else 4)
        )

    def _image(self, cells: int, way: int) -> int:
        board, image = self.board, 0
        while cells:
            column, row = divmod((cells & -cells).bit_length() - 1, board.stride)
            cells &= cells - 1
            column = board.columns - 1 - column if way & 1 else column
            row = board.rows - 1 - row if way & 2 else row
            image |= 1 << (row * board.stride + column if way & 4 else column * board.stride + row)
        return image

    def upper_bound(self, own: int, taken: int, discs: int, threats: int, known: int) -> int:
        """Whoever has no line left to complete cannot win."""
        mine = self.board.all_cells & ~(own ^ taken)
        return known if self.board.has_line(mine) else min(known, 0)

    def lower_bound(self, own: int, taken: int, known: int) -> int:
        """The same of the other side."""
        return known if self.board.has_line(self.board.all_cells & ~own) else max(known, 0)
