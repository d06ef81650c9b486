"""Falling discs: where each is at a moment. The game does not wait for them."""

from __future__ import annotations

from dataclasses import dataclass

from plyground.session import View

SECONDS_A_ROW = 0.05
MAX_SECONDS = 0.32


@dataclass(frozen=True)
class Fall:
    """A disc on its way to its cell."""

    cell: int
    rows: int  # that it falls through
    began: float

    @property
    def seconds(self) -> float:
        return min(MAX_SECONDS, SECONDS_A_ROW * (self.rows + 1))

    def over(self, now: float) -> bool:
        return now >= self.began + self.seconds

    def height(self, now: float) -> float:
        """How many rows above its cell the disc is; it falls faster and faster."""
        passed = min(1.0, max(0.0, (now - self.began) / self.seconds))
        return (self.rows + 1) * (1 - passed * passed)


def fall(before: View, after: View, now: float) -> Fall | None:
    """The disc that falls between two views, if they are one move apart in a game with falling discs."""
    board, cell = after.board, after.last
    if board is None or cell is None or not board.gravity or before.board is None:
        return None
    moved_on = len(after.played) == len(before.played) + 1 and after.played[:-1] == before.played
    same_game = before.game == after.game and before.start == after.start
    return Fall(cell, cell // board.columns, now) if moved_on and same_game else None
