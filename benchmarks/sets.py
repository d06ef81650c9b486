"""Positions of Connect Four by stage and difficulty, as the field sorts them, with their scores.

A set is of the beginning (at most 14 discs), the middle (at most 28) or the end of a game, and easy (under
14 plies to its end under perfect play), medium (under 28) or hard. `python -m benchmarks.sets` makes them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from plyground import LinePosition, connect4
from plyground.search.playouts import random_line
from plyground.solver.book import key_of
from plyground.solver.engine import Budget, Engine, plies_of

FOLDER = Path(__file__).parent / "data"
GAME = connect4()


@dataclass(frozen=True)
class Kind:
    """What a set is of: discs on the board, plies to the end, how many positions."""

    name: str
    least_discs: int
    most_discs: int
    least_plies: int
    most_plies: int
    count: int
    nodes: int = 1_000_000  # what takes more is left out

    def holds(self, position: LinePosition, score: int) -> bool:
        empty = GAME.cells - discs(position)
        plies = plies_of(position, score) if score else empty
        return self.least_plies <= plies < self.most_plies


KINDS = [
    Kind("end_easy", 29, 41, 0, 14, 500),
    Kind("middle_easy", 15, 28, 0, 14, 500),
    Kind("middle_medium", 15, 28, 14, 28, 200),
    Kind("begin_easy", 7, 14, 0, 14, 500, 20_000),
    Kind("begin_medium", 6, 14, 14, 28, 60, 4_000_000),
    Kind("begin_hard", 2, 14, 28, 43, 20, 60_000_000),
]


@dataclass(frozen=True)
class Sample:
    """A position as the columns played, its key and its score."""

    moves: str
    key: int
    score: int


def discs(position: LinePosition) -> int:
    return (position.first | position.second).bit_count()


def read(path: Path, most: int | None = None) -> list[Sample]:
    """The samples of a file: a line is the columns played and the score."""
    lines = path.read_text(encoding="ascii").splitlines()[:most]
    pairs = [line.split() for line in lines]
    return [Sample(moves, key_of(GAME.parse(moves)), int(score)) for moves, score in pairs]


def made(kind: Kind) -> Iterator[str]:
    """The lines of a set: random games up to a ply, and those positions that belong to it."""
    engine, seed = Engine(GAME, book=False), 0
    seen: set[str] = set()
    while len(seen) < kind.count:
        seed += 1
        plies = kind.least_discs + seed % (kind.most_discs - kind.least_discs + 1)
        position, text = GAME.start(), ""
        for move in random_line(position, plies, seed):
            text += position.write(move)
            position = position.after(move)
        if position.outcome() or len(text) < plies or text in seen:
            continue
        engine.forget()
        found = engine.value(position, Budget(nodes=kind.nodes))
        if found.exact and kind.holds(position, found.low):
            seen.add(text)
            yield f"{text} {found.low}"


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for each in KINDS:
        file = FOLDER / f"connect4_{each.name}.txt"
        file.write_text("".join(line + "\n" for line in made(each)), encoding="ascii")
        print(file, each.count)
