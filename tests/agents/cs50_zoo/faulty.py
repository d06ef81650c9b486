"""CS50 functions with a fault that costs the game."""

from __future__ import annotations

import time
from typing import Any

Board = list[list[Any]]


def nothing(board: Board) -> Any:
    return None


def a_number(board: Board) -> Any:
    return 4


def a_set(board: Board) -> Any:
    return {1, 2}


def truths(board: Board) -> Any:
    return (False, True)


def beyond(board: Board) -> Any:
    return (3, 0)


def from_the_end(board: Board) -> Any:
    return (-1, -1)


def always_the_middle(board: Board) -> Any:
    return (1, 1)


def crashing(board: Board) -> Any:
    return board[3][0]


def thoughtful(board: Board) -> Any:
    time.sleep(8)
    return (1, 1)


def demanding(board: Board, depth: int) -> Any:
    return (1, 1)


no_function = (1, 1)
