"""An agent as Kaggle's ConnectX has it: it wins if it can, stops the other, and else plays near the middle.

plyground match connect4 kaggle:examples/kaggle_agent.py random
"""

from __future__ import annotations

from typing import Any

DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))


def landing(board: list[int], column: int, config: Any) -> int:
    """The row, counted from the top, where a disc dropped into a column comes to lie."""
    return max(row for row in range(config.rows) if board[row * config.columns + column] == 0)


def wins(board: list[int], column: int, mark: int, config: Any) -> bool:
    """Whether a disc of a player's, dropped into a column, completes a row."""
    row = landing(board, column, config)

    def run(down: int, right: int) -> int:
        """How many discs of the player's lie beside it in one direction."""
        count, y, x = 0, row + down, column + right
        while 0 <= y < config.rows and 0 <= x < config.columns and board[y * config.columns + x] == mark:
            count, y, x = count + 1, y + down, x + right
        return count

    return any(run(down, right) + run(-down, -right) + 1 >= config.inarow for down, right in DIRECTIONS)


def agent(observation: Any, configuration: Any) -> int:
    """The last function of the file is the agent."""
    board, own = observation.board, observation.mark
    free = [column for column in range(configuration.columns) if board[column] == 0]
    for mark in (own, 3 - own):
        for column in free:
            if wins(board, column, mark, configuration):
                return column
    middle = (configuration.columns - 1) / 2
    return min(free, key=lambda column: abs(column - middle))
