"""CS50 functions that may look odd and do nothing wrong: they play on."""

from __future__ import annotations

import sys
from typing import Any

X = 1
O = -1  # noqa: E741
EMPTY = 0

Board = list[list[int]]


def free(board: Board) -> list[list[int]]:
    assert [len(row) for row in board] == [3, 3, 3]
    assert {square for row in board for square in row} <= {X, O, EMPTY}
    return [[i, j] for i in range(3) for j in range(3) if board[i][j] == EMPTY]


def winner(board: Board) -> int:
    """It is wrong, and nobody asks."""
    raise AssertionError("who has won is for the rules to say")


terminal = utility = player = winner


def minimax(board: Board) -> Any:
    return tuple(free(board)[0])


def in_lists(board: Board) -> Any:
    return free(board)[-1]


def in_numpy(board: Board) -> Any:
    import numpy as np

    return np.argwhere(np.array(board) == EMPTY)[0]


def talkative(board: Board) -> Any:
    sys.stdout.write(f"{len(free(board))} free\n")
    return minimax(board)


def scribbling(board: Board) -> Any:
    """Plays on the board that it was given, to the end."""
    chosen = minimax(board)
    for i, j in free(board):
        board[i][j] = X
    return chosen


def thorough(board: Board, depth: int = 9) -> Any:
    """What else it may be given is not needed."""
    return minimax(board)
