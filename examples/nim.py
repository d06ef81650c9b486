"""Nim, written as a user would: take any number of sticks from one heap; who takes the last one wins.

plyground show examples/nim.py:Nim
plyground show "examples/nim.py:Nim(heaps=(1, 2))" 2x1
"""

from __future__ import annotations

from dataclasses import dataclass

from plyground import Outcome, Player, Position

Move = tuple[int, int]  # which heap, and how many to take


@dataclass(frozen=True)
class Nim(Position[Move]):
    heaps: tuple[int, ...] = (3, 4, 5)
    to_move: Player = Player.FIRST

    def outcome(self) -> Outcome | None:
        return None if any(self.heaps) else Outcome(winner=self.to_move.other)

    def moves(self) -> list[Move]:
        return [(heap, n) for heap, left in enumerate(self.heaps) for n in range(1, left + 1)]

    def after(self, move: Move) -> Nim:
        taken, n = move
        heaps = tuple(left - n if heap == taken else left for heap, left in enumerate(self.heaps))
        return Nim(heaps, self.to_move.other)

    # That is the whole game. What follows only makes it nicer to read.

    def write(self, move: Move) -> str:
        heap, n = move
        return f"{heap + 1}x{n}"

    def __str__(self) -> str:
        return "\n".join(f"{heap + 1}: {'|' * left}" for heap, left in enumerate(self.heaps))
