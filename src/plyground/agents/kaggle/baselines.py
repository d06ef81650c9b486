"""The two agents of Kaggle's ConnectX in our code: `kaggle:negamax`, `kaggle:random`.

Negamax looks five plies ahead. An earlier win is worth more. At the last ply a disc counts as much as a win
there, and more beside own discs. The values are Kaggle's, with their oddities, so the moves are the same.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from plyground.games.line import LineGame, connect4

DEPTH = 4


class Chance(Protocol):
    """Draws one of some columns."""

    def choice(self, items: Sequence[int]) -> int: ...


def negamax_column(board: Sequence[int], mark: int, config: Any, chance: Chance) -> int:
    """The column that Kaggle's negamax plays; a random free one if all columns are equally bad."""
    game = connect4(config.columns, config.rows, config.inarow)
    own = sum(1 << cell for cell, disc in enumerate(board) if disc == mark)
    other = sum(1 << cell for cell, disc in enumerate(board) if disc not in (0, mark))
    column = _Negamax(game).best(own, other)
    return random_column(board, config, chance) if column is None else column


def random_column(board: Sequence[int], config: Any, chance: Chance) -> int:
    """A column that is not full."""
    return chance.choice([column for column in range(config.columns) if board[column] == 0])


class _PythonRandom:
    """Python's random numbers, seeded for each game."""

    def choice(self, items: Sequence[int]) -> int:
        return random.choice(items)


def random_agent(obs: Any, config: Any) -> int:
    """A random column that is not full."""
    return random_column(obs.board, config, _PythonRandom())


def negamax_agent(obs: Any, config: Any) -> int:
    """The column that looks best five plies ahead."""
    return negamax_column(obs.board, obs.mark, config, _PythonRandom())


AGENTS: dict[str, Callable[[Any, Any], int]] = {"random": random_agent, "negamax": negamax_agent}


@dataclass(frozen=True)
class _Negamax:
    """The search, on the stones of the side to move and of the other. Values are doubled to be whole."""

    game: LineGame

    def best(self, own: int, other: int) -> int | None:
        """The first of the best columns."""
        free = self._free(own | other)
        for column, cell in free:
            if self._wins(own, cell):
                return column
        best, chosen = self._worst, None
        for column, cell in free:
            value = -self._value(other, own | 1 << cell, DEPTH - 1, -2 * self._infinity, -best)
            if value > best:
                best, chosen = value, column
        return chosen

    def _value(self, own: int, other: int, depth: int, alpha: int, beta: int) -> int:
        """The value of a position for the side to move: exact inside the window, else a bound."""
        occupied = own | other
        free = self._free(occupied)
        if not free:
            return 0
        win = self.game.cells + 1 - occupied.bit_count()
        if any(self._wins(own, cell) for _, cell in free):
            return win
        best = self._worst
        for column, cell in free:
            if depth == 0:
                value = win + 2 * self._beside(own, column, cell)
            else:
                value = -self._value(other, own | 1 << cell, depth - 1, -beta, -max(alpha, best))
            best = max(best, value)
            if best >= beta:
                break
        return best

    def _beside(self, own: int, column: int, cell: int) -> int:
        """The number of own discs left, right and below; the bottom row is not looked at."""
        columns = self.game.columns
        left = column > 0 and own >> cell - 1 & 1
        right = column < columns - 1 and own >> cell + 1 & 1
        below = cell < (self.game.rows - 2) * columns and own >> cell + columns & 1
        return int(left) + int(right) + int(below)

    def _wins(self, own: int, cell: int) -> bool:
        stones = own | 1 << cell
        return any(stones & line == line for line in self.game.through[cell])

    def _free(self, occupied: int) -> list[tuple[int, int]]:
        columns = self.game.columns
        playable, free = self.game.playable(occupied), []
        while playable:
            cell = playable.bit_length() - 1
            playable ^= 1 << cell
            free.append((cell % columns, cell))
        return sorted(free)

    @property
    def _worst(self) -> int:
        return -2 * self.game.cells

    @property
    def _infinity(self) -> int:
        return 2 * self.game.cells + 8
