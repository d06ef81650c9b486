"""P3's game as a formal problem, in its own terms, compared with our rules.

Its initial state, players, actions, result, terminal test and utility, on rows of marks. The paper shows
all of them but the players: X is taken to move when there are as many X as O.
"""

from __future__ import annotations

from collections import Counter
from functools import cache

from plyground.errors import IllegalMove, NotationError
from plyground.game import Player
from plyground.games.line import LinePosition, tictactoe
from plyground.score import WIN, payoff
from plyground.solver.exhaustive import cached_full_table

Board = tuple[tuple[str | None, ...], ...]
Action = tuple[int, int]

INITIAL_STATE: Board = ((None,) * 3,) * 3
SQUARES = [(row, column) for row in range(3) for column in range(3)]
LINES: list[list[Action]] = [
    *([(i, j) for j in range(3)] for i in range(3)),
    *([(i, j) for i in range(3)] for j in range(3)),
    [(i, i) for i in range(3)],
    [(i, 2 - i) for i in range(3)],
]


class InvalidAction(Exception):
    """What the paper's `result` raises."""


def player(board: Board) -> str:
    """Who is to move."""
    marks = Counter(mark for row in board for mark in row)
    return "X" if marks["X"] == marks["O"] else "O"


def actions(board: Board) -> list[Action]:
    """The empty squares."""
    return [(row, column) for row, column in SQUARES if board[row][column] is None]


def result(board: Board, action: Action) -> Board:
    """The board with one more mark; an error if the square is taken or does not exist."""
    if action not in actions(board):
        raise InvalidAction("Invalid Action")
    mark = player(board)
    return tuple(tuple(mark if (i, j) == action else board[i][j] for j in range(3)) for i in range(3))


def winner(board: Board) -> str | None:
    """Who has three in a row."""
    for line in LINES:
        marks = {board[row][column] for row, column in line}
        if len(marks) == 1 and None not in marks:
            return marks.pop()
    return None


def terminal(board: Board) -> bool:
    """Whether the game is over."""
    return winner(board) is not None or not actions(board)


def utility(board: Board) -> int:
    """1 if X has won, -1 if O has, else 0."""
    return {"X": 1, "O": -1, None: 0}[winner(board)]


# ---------------------------------------------------------------- beside our rules


@cache
def positions() -> tuple[LinePosition, ...]:
    """Every position that play from the empty board can reach."""
    return tuple(p for p in cached_full_table(tictactoe().start()) if isinstance(p, LinePosition))


def as_board(position: LinePosition) -> Board:
    """A position of ours in the paper's terms."""
    return tuple(tuple(None if m == "." else m for m in row) for row in position.text().split("/"))


@cache
def disagreements() -> Counter[str]:
    """In how many states each part of the problem differs from our rules; actions if unfinished."""
    parts = Counter({"initial state": int(as_board(tictactoe().start()) != INITIAL_STATE)})
    for position in positions():
        board = as_board(position)
        ended = position.ended
        moves = [divmod(move, 3) for move in position.moves()]
        parts["players"] += player(board) != "XO"[position.to_move.value]
        parts["actions"] += not ended and actions(board) != moves
        parts["result"] += any(
            result(board, divmod(m, 3)) != as_board(position.after(m)) for m in position.moves()
        )
        parts["terminal test"] += terminal(board) != bool(ended)
        parts["utility"] += bool(ended) and utility(board) * WIN != _paid_to_x(position)
    return parts


def _paid_to_x(position: LinePosition) -> int:
    return payoff(position.ended, Player.FIRST, 0) if position.ended else 0


@cache
def refusals() -> tuple[int, int, int]:
    """How many illegal moves were tried, and how many of them the paper's rules and ours refuse."""
    tried = its = ours = 0
    for position in positions():
        board = as_board(position)
        for action in (*SQUARES, (-1, 0), (0, 3), (3, 0)):
            if action in actions(board):
                continue
            tried += 1
            its += not _it_allows(board, action)
            ours += not _we_allow(position, action)
    return tried, its, ours


@cache
def played_on() -> int:
    """In how many finished states its `result` still makes a move."""
    return sum(any(_it_allows(as_board(p), a) for a in SQUARES) for p in positions() if p.ended)


def _it_allows(board: Board, action: Action) -> bool:
    try:
        result(board, action)
    except InvalidAction:
        return False
    return True


def _we_allow(position: LinePosition, action: Action) -> bool:
    row, column = action
    on_board = 0 <= row < 3 and 0 <= column < 3
    try:
        position.play(str(3 * row + column + 1) if on_board else "0")
    except (IllegalMove, NotationError):
        return False
    return True
