"""Making an opening book.

Worker processes solve the deepest ply, some positions at a time. Each result is written to a work file at
once, so that the work can be interrupted and resumed. The plies before follow by minimax. At the end a
sample of all plies is solved again, by search alone.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import IO, NamedTuple

from plyground.errors import BadSpec, Failed
from plyground.games.line import LineGame
from plyground.native import HAS_CORE, _core, absent_core
from plyground.rng import SplitMix64
from plyground.solver.book import has_line, mirror_key, pack_book, stones_of_key
from plyground.solver.plies import keys_after
from plyground.whole_file import write_whole
from plyground.workers.process_pool import WorkerDied, compute_in_processes

CHUNK = 32  # positions that a worker solves at a time: neighbours, which profit from the same table

Progress = Callable[[str, int, int], None]  # what is being done, how many are done, of how many


class MadeBook(NamedTuple):
    """The bytes of a book's file, the number of its positions, and how many were solved again to check."""

    data: bytes
    positions: int
    checked: int


@dataclass(frozen=True)
class BookMaker:
    """Makes the book of a game up to a ply, and goes on from what a work file already has."""

    game: LineGame
    plies: int
    work: Path
    workers: int = 1
    table_mb: int = 1024

    def __post_init__(self) -> None:
        if not HAS_CORE:
            raise absent_core("a book is made with one, in hours; Python would take years")

    def keys_by_ply(self) -> list[list[int]]:
        """For each ply the sorted keys of the positions in which the game goes on."""
        found = [[0]]
        for ply in range(1, self.plies + 1):
            found.append(keys_after(self.game, found[-1]))
            if not found[-1]:
                right = f"every game is over at ply {ply}"
                raise BadSpec(f"no book of {self.plies} plies", self.game.spec, None, right)
        return found

    def values(self, progress: Progress) -> list[dict[int, int]]:
        """For each ply the values by key: read, solved, or derived from the next ply."""
        keys = self.keys_by_ply()
        plies = [self.solve(keys[-1], progress)]
        for ply in reversed(keys[:-1]):
            plies.insert(0, {key: self._from_replies(key, plies[0]) for key in ply})
        return plies

    def make(self, progress: Progress, count: int = 200) -> MadeBook:
        """The book, after about `count` of its values were checked."""
        plies = self.values(progress)
        checked = self.check(plies, count, progress)
        return MadeBook(pack_book(self.game, plies), sum(map(len, plies)), checked)

    def solve(self, keys: list[int], progress: Progress) -> dict[int, int]:
        """The values of the positions of the deepest ply."""
        known = self._read(keys)
        left = [key for key in keys if key not in known]
        with self._open_work_file() as file:
            for chunk, values in self._solve_in_workers(left):
                found = dict(zip(chunk, values, strict=True))
                file.write("".join(f"{key} {value}\n" for key, value in found.items()))
                file.flush()
                known |= found
                progress("solving", len(known), len(keys))
        return known

    @property
    def _title(self) -> str:
        return f"{self.game.spec} ply {self.plies}\n"

    def _open_work_file(self) -> IO[str]:
        try:
            new = not self.work.exists() or not self.work.stat().st_size
            file = self.work.open("a", encoding="ascii")
            if new:
                file.write(self._title)
            return file
        except OSError as error:
            raise BadSpec(f"cannot write {self.work}", str(self.work), None, str(error.strerror)) from None

    def _solve_in_workers(self, keys: list[int]) -> Iterator[tuple[list[int], list[int]]]:
        size = (self.game.columns, self.game.rows, self.game.k)
        chunks = [keys[at : at + CHUNK] for at in range(0, len(keys), CHUNK)]
        start = partial(_start_worker, size, self.table_mb)
        solve = partial(_solve_chunk, size=size, table_mb=self.table_mb)
        try:
            yield from compute_in_processes(solve, chunks, self.workers, start)
        except WorkerDied:
            raise Failed(
                f"a worker has died, for want of memory perhaps (each takes {self.table_mb} MB): "
                "the same command goes on from here"
            ) from None

    def _read(self, keys: list[int]) -> dict[int, int]:
        """The values in the work file. A last line that is not whole is dropped: its writer was stopped."""
        if not self.work.exists():
            return {}
        if not self.work.is_file():
            raise BadSpec(f"no file {self.work}", str(self.work), None, "the work file is a plain file")
        text = self.work.read_text(encoding="ascii", errors="replace")
        whole = text[: text.rfind("\n") + 1]
        if whole != text:
            write_whole(self.work, whole.encode("ascii", "replace"))
        title, *lines = whole.splitlines(keepends=True) or [self._title]
        if title != self._title:
            raise self._wrong_line_error(1, title)
        wanted, known = set(keys), {}
        for number, line in enumerate(lines, 2):
            match = re.fullmatch(r"(\d{1,20}) (-?\d{1,2})\n", line, re.ASCII)
            if match is None or int(match[1]) not in wanted:
                raise self._wrong_line_error(number, line)
            known[int(match[1])] = int(match[2])
        return known

    def _wrong_line_error(self, number: int, line: str) -> BadSpec:
        right = f"line {number} is {line.strip()[:40]!r}"
        return BadSpec(f"not the work file of {self._title.strip()}: {self.work}", "", None, right)

    def _from_replies(self, key: int, replies: Mapping[int, int]) -> int:
        """The value of a position, given the values of the next ply."""
        return max(self._move_values(key, replies))

    def _move_values(self, key: int, replies: Mapping[int, int]) -> Iterator[int]:
        game = self.game
        own, taken = stones_of_key(game, key)
        discs = taken.bit_count()
        for column in range(game.columns):
            cell = (taken + (1 << column * (game.rows + 1))) & (
                (1 << game.rows) - 1 << column * (game.rows + 1)
            )
            if not cell:
                continue
            if has_line(game, own | cell):
                yield (game.cells + 1 - discs) // 2
            elif discs + 1 == game.cells:
                yield 0
            else:
                yield -replies[mirror_key(game, own ^ taken, taken | cell)]

    def check(self, plies: Sequence[Mapping[int, int]], count: int, progress: Progress) -> int:
        """Solve about `count` positions again, a share of every ply; each from an empty table."""
        size = (self.game.columns, self.game.rows, self.game.k, True)
        solver = _core.Solver(*size, self.table_mb << 20, 1, None)
        sample = list(_sample(plies, count))
        for done, (ply, key) in enumerate(sample, 1):
            if solver.values([key], clear_table=True) != [plies[ply][key]]:
                raise Failed(f"the book is wrong at ply {ply}, key {key}: it says {plies[ply][key]}")
            progress("checking", done, len(sample))
        return len(sample)


def _sample(plies: Sequence[Mapping[int, int]], count: int) -> Iterator[tuple[int, int]]:
    chance, total = SplitMix64(2026), sum(map(len, plies))
    for ply, values in enumerate(plies):
        keys = sorted(values)
        share = min(len(keys), -(-count * len(keys) // total))
        chance.shuffle(keys)
        yield from ((ply, key) for key in keys[:share])


def _start_worker(size: tuple[int, int, int], table_mb: int) -> None:
    _worker_solver(size, table_mb)  # here, so that a lack of memory is noticed before any work is taken


def _solve_chunk(keys: list[int], size: tuple[int, int, int], table_mb: int) -> list[int]:
    return _worker_solver(size, table_mb).values(keys)


@cache
def _worker_solver(size: tuple[int, int, int], table_mb: int) -> _core.Solver:
    """The solver of this worker process: its table stays for the next chunk."""
    return _core.Solver(*size, True, table_mb << 20, 1, None)
