"""Hexapawn (Martin Gardner, 1962): three pawns a side on 3×3, moving and taking as in chess.

Who reaches the far row, takes the last pawn or leaves the other no move wins. Searches that do not see
the end take `evaluate`, the optional fifth member: who has more pawns stands better.

plyground show examples/hexapawn.py:Hexapawn a1a2
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from plyground import Board, Outcome, Player, Position

SIZE = 3
PAWNS = {Player.FIRST: "w", Player.SECOND: "b"}
Move = tuple[int, int]  # from which square to which, counted from a1 along the rows


@dataclass(frozen=True)
class Hexapawn(Position[Move]):
    board: str = "www...bbb"  # the rows from white's side: a1 b1 c1 a2 ...
    to_move: Player = Player.FIRST

    def outcome(self) -> Outcome | None:
        stuck = not any(self._steps())
        passed = PAWNS[self.to_move.other] in self._far_row(self.to_move.other)
        return Outcome(winner=self.to_move.other) if stuck or passed else None

    def moves(self) -> tuple[Move, ...]:
        return () if self.outcome() else tuple(self._steps())

    def after(self, move: Move) -> Hexapawn:
        start, end = move
        squares = list(self.board)
        squares[end], squares[start] = squares[start], "."
        return Hexapawn("".join(squares), self.to_move.other)

    def evaluate(self) -> int:
        mine, theirs = (self.board.count(PAWNS[side]) for side in (self.to_move, self.to_move.other))
        return 10 * (mine - theirs)

    def as_board(self) -> Board:
        """How windows draw it: the top row first, and a click on a pawn and then on where it goes."""
        marks = [mark.replace(".", "") for mark in self.board]
        cells = [marks[square] for square in map(_turned, range(SIZE * SIZE))]
        clicks = tuple((_turned(start), _turned(end)) for start, end in self.moves())
        return Board(SIZE, SIZE, tuple(cells), clicks)

    def _steps(self) -> Iterator[Move]:
        forward = 1 if self.to_move is Player.FIRST else -1
        for start, pawn in enumerate(self.board):
            row, column = divmod(start, SIZE)
            if pawn != PAWNS[self.to_move] or not 0 <= row + forward < SIZE:
                continue
            for aside in (-1, 0, 1):
                if 0 <= column + aside < SIZE:
                    end = (row + forward) * SIZE + column + aside
                    wanted = "." if aside == 0 else PAWNS[self.to_move.other]
                    if self.board[end] == wanted:
                        yield start, end

    def _far_row(self, player: Player) -> str:
        return self.board[-SIZE:] if player is Player.FIRST else self.board[:SIZE]

    def write(self, move: Move) -> str:
        return "".join(f"{'abc'[square % SIZE]}{square // SIZE + 1}" for square in move)

    def __str__(self) -> str:
        rows = [self.board[start : start + SIZE] for start in range(0, SIZE * SIZE, SIZE)]
        body = [f"{row + 1} {' '.join(rows[row])}" for row in reversed(range(SIZE))]
        return "\n".join([*body, "  a b c"])


def _turned(square: int) -> int:
    """A square counted from a1, as it is counted from the top left; and the other way round."""
    row, column = divmod(square, SIZE)
    return (SIZE - 1 - row) * SIZE + column
