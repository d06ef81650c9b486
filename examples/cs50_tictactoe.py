"""Tic-tac-toe with the functions that CS50's course asks for; `minimax` is what plays.

plyground match tictactoe cs50:examples/cs50_tictactoe.py random
"""

from __future__ import annotations

X = "X"
O = "O"  # noqa: E741 - the course calls it so
EMPTY = None

Board = list[list[str | None]]
Action = tuple[int, int]


def initial_state() -> Board:
    return [[EMPTY] * 3 for _ in range(3)]


def player(board: Board) -> str:
    """Whose turn it is: X begins."""
    stones = sum(square is not EMPTY for row in board for square in row)
    return X if stones % 2 == 0 else O


def actions(board: Board) -> set[Action]:
    return {(i, j) for i in range(3) for j in range(3) if board[i][j] is EMPTY}


def result(board: Board, action: Action) -> Board:
    i, j = action
    if board[i][j] is not EMPTY:
        raise ValueError(f"{action} is taken")
    after = [row[:] for row in board]
    after[i][j] = player(board)
    return after


def winner(board: Board) -> str | None:
    columns = [[board[i][j] for i in range(3)] for j in range(3)]
    diagonals = [[board[i][i] for i in range(3)], [board[i][2 - i] for i in range(3)]]
    for line in [*board, *columns, *diagonals]:
        if line[0] is not EMPTY and line.count(line[0]) == 3:
            return line[0]
    return None


def terminal(board: Board) -> bool:
    return winner(board) is not None or not actions(board)


def utility(board: Board) -> int:
    return {X: 1, O: -1}.get(winner(board) or "", 0)


def minimax(board: Board) -> Action | None:
    """The best action for whose turn it is; None if the game is over."""
    if terminal(board):
        return None
    choose = max if player(board) == X else min
    return choose(sorted(actions(board)), key=lambda action: value(result(board, action), -1, 1))


def value(board: Board, low: int, high: int) -> int:
    """What a board is worth to X, where only what lies between low and high matters."""
    if terminal(board):
        return utility(board)
    for action in sorted(actions(board)):
        if low >= high:
            break
        reply = value(result(board, action), low, high)
        if player(board) == X:
            low = max(low, reply)
        else:
            high = min(high, reply)
    return low if player(board) == X else high
