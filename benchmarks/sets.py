"""Sets of Connect Four positions with their scores, by stage and difficulty as the field sorts them.

The stage is the beginning (at most 14 discs), the middle (at most 28) or the end. A position is easy if
perfect play ends the game in under 14 plies, medium if in under 28, else hard. `python -m benchmarks.sets`
makes the sets.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from plyground import LinePosition, connect4
from plyground.searchers.playouts import random_line
from plyground.solver.book import key_of
from plyground.solver.native import Budget, NativeSolver, plies_of

FOLDER = Path(__file__).parent / "data"
GAME = connect4()


@dataclass(frozen=True)
class SampleSet:
    """What a set holds: discs on the board, plies to the end, and the number of positions."""

    name: str
    min_discs: int
    max_discs: int
    min_plies: int
    max_plies: int  # not included
    count: int
    max_nodes: int = 1_000_000  # a position that takes more is left out

    def holds(self, position: LinePosition, score: int) -> bool:
        empty = GAME.cells - discs(position)
        plies = plies_of(position, score) if score else empty
        return self.min_plies <= plies < self.max_plies


SETS = [
    SampleSet("end_easy", 29, 41, 0, 14, 500),
    SampleSet("middle_easy", 15, 28, 0, 14, 500),
    SampleSet("middle_medium", 15, 28, 14, 28, 200),
    SampleSet("begin_easy", 7, 14, 0, 14, 500, 20_000),
    SampleSet("begin_medium", 6, 14, 14, 28, 60, 4_000_000),
    SampleSet("begin_hard", 2, 14, 28, 43, 20, 60_000_000),
]


@dataclass(frozen=True)
class Sample:
    """A position as the columns played, its key and its score."""

    moves: str
    key: int
    score: int


def discs(position: LinePosition) -> int:
    return (position.first | position.second).bit_count()


def read_samples(path: Path, limit: int | None = None) -> list[Sample]:
    """The samples of a file: a line is the columns played and the score."""
    lines = path.read_text(encoding="ascii").splitlines()[:limit]
    pairs = [line.split() for line in lines]
    return [Sample(moves, key_of(GAME.parse(moves)), int(score)) for moves, score in pairs]


def sample_lines(kind: SampleSet) -> Iterator[str]:
    """The lines of a set's file: positions of random games that belong to the set."""
    solver, seed = NativeSolver(GAME, book=False), 0
    seen: set[str] = set()
    while len(seen) < kind.count:
        seed += 1
        plies = kind.min_discs + seed % (kind.max_discs - kind.min_discs + 1)
        position, text = GAME.start(), ""
        for move in random_line(position, plies, seed):
            text += position.write(move)
            position = position.after(move)
        if position.outcome() or len(text) < plies or text in seen:
            continue
        solver.forget()
        found = solver.value(position, Budget(nodes=kind.max_nodes))
        if found.exact and kind.holds(position, found.low):
            seen.add(text)
            yield f"{text} {found.low}"


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for each in SETS:
        file = FOLDER / f"connect4_{each.name}.txt"
        file.write_text("".join(line + "\n" for line in sample_lines(each)), encoding="ascii")
        print(file, each.count)
