"""Every line that was played in a game, the one on the board and those that were left for another move."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from plyground.session.view import PlayedMove

MAX_MOVES = 2_000  # that are kept: then all but the line on the board are forgotten
MAX_VARIATIONS = 30  # that are shown, the newest of them


@dataclass
class MoveTree:
    """The moves after a position, each with the moves after it. Older ones come first."""

    moves: dict[str, tuple[PlayedMove, MoveTree]] = field(default_factory=dict)

    def find(self, line: Sequence[str]) -> list[PlayedMove]:
        """The moves of a line as they were played, as far as they are known."""
        found, tree = [], self
        for text in line:
            if text not in tree.moves:
                break
            move, tree = tree.moves[text]
            found.append(move)
        return found

    def add(self, line: Sequence[PlayedMove]) -> int:
        """Keep a line, and say how many of its moves are new; the last cost of a move counts."""
        tree, new = self, 0
        for move in line:
            known = tree.moves.get(move.text)
            new += known is None
            below = known[1] if known else MoveTree()
            tree.moves[move.text] = move, below
            tree = below
        return new

    def variations(self, line: Sequence[str]) -> list[tuple[str, ...]]:
        """The lines to the end of every branch that leaves the given line, in the order of leaving it."""
        found: list[tuple[str, ...]] = []
        tree = self
        for ply in range(len(line) + 1):
            here = line[ply] if ply < len(line) else None
            for text, (_, below) in tree.moves.items():
                if text != here:
                    found += [(*line[:ply], text, *rest) for rest in below._ends()]
            if here not in tree.moves:
                break
            tree = tree.moves[here][1]
        return found[-MAX_VARIATIONS:]

    def _ends(self) -> Iterator[tuple[str, ...]]:
        """The ways from here to the end of every branch."""
        waiting: list[tuple[tuple[str, ...], MoveTree]] = [((), self)]
        while waiting:
            way, tree = waiting.pop()
            if not tree.moves:
                yield way
            branches = [((*way, text), below) for text, (_, below) in tree.moves.items()]
            waiting += reversed(branches)
