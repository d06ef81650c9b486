"""Discs that fall: each knows where it is at a moment, and nobody waits for it."""

from __future__ import annotations

from dataclasses import dataclass

from plyground.session import View

SECONDS_A_ROW = 0.05
LONGEST = 0.32


@dataclass(frozen=True)
class Fall:
    """A disc on its way to its cell."""

    cell: int
    rows: int  # that it falls through, the first from above the board
    began: float

    @property
    def seconds(self) -> float:
        return min(LONGEST, SECONDS_A_ROW * (self.rows + 1))

    def over(self, now: float) -> bool:
        return now >= self.began + self.seconds

    def height(self, now: float) -> float:
        """How many rows above its cell the disc is; it falls faster and faster."""
        passed = min(1.0, max(0.0, (now - self.began) / self.seconds))
        return (self.rows + 1) * (1 - passed * passed)


def fall(before: View, after: View, now: float) -> Fall | None:
    """The disc that falls between two views, if one move of a game of falling discs is between them."""
    board, cell = after.board, after.last
    if board is None or cell is None or not board.gravity or before.board is None:
        return None
    moved_on = len(after.played) == len(before.played) + 1 and after.played[:-1] == before.played
    same_game = before.game == after.game and before.start == after.start
    return Fall(cell, cell // board.columns, now) if moved_on and same_game else None
