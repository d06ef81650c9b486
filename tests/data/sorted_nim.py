"""Nim whose heaps are kept sorted, so that different moves lead to the same position."""

from __future__ import annotations

from dataclasses import dataclass

from plyground import Outcome, Player, Position


@dataclass(frozen=True)
class SortedNim(Position[tuple[int, int]]):
    heaps: tuple[int, ...] = (2, 2)
    to_move: Player = Player.FIRST

    def outcome(self) -> Outcome | None:
        return None if any(self.heaps) else Outcome(winner=self.to_move.other)

    def moves(self) -> list[tuple[int, int]]:
        return [(heap, n) for heap, left in enumerate(self.heaps) for n in range(1, left + 1)]

    def after(self, move: tuple[int, int]) -> SortedNim:
        heaps = list(self.heaps)
        heaps[move[0]] -= move[1]
        return SortedNim(tuple(sorted(heaps)), self.to_move.other)
