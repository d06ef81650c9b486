"""Making an opening book.

The deepest ply is solved in worker processes, some positions at a time, and their values are written to a
file at once, so that the work can be interrupted and resumed. The plies before it follow by minimax. A
sample of all plies is then solved again, by searching alone.
"""

from __future__ import annotations

import multiprocessing
import os
import re
import signal
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import IO, NamedTuple

from plyground import _core
from plyground.errors import BadSpec, Failed
from plyground.games.line import LineGame
from plyground.rng import SplitMix64
from plyground.solver.book import mirror_key, packed, stones, wins

CHUNK = 32  # positions that a worker solves at a time: neighbours, which share what it remembers

Progress = Callable[[str, int, int], None]  # what is done, how many of them, of how many


class Made(NamedTuple):
    """A book as the bytes of its file, how many positions it holds, and how many were solved again."""

    data: bytes
    positions: int
    checked: int


@dataclass(frozen=True)
class BookMaker:
    """Makes the book of a game to a ply, with what a work file already knows."""

    game: LineGame
    plies: int
    work: Path
    workers: int = 1
    table_mb: int = 1024

    def keys_by_ply(self) -> list[list[int]]:
        """For each ply the positions in which the game goes on, each by its key, in order."""
        found = [[0]]
        for ply in range(1, self.plies + 1):
            found.append(_core.keys_after(self.game.columns, self.game.rows, self.game.k, found[-1]))
            if not found[-1]:
                right = f"every game is over at ply {ply}"
                raise BadSpec(f"no book of {self.plies} plies", self.game.spec, None, right)
        return found

    def values(self, progress: Progress) -> list[dict[int, int]]:
        """The values by key for each ply: read, solved, or derived from the next ply."""
        keys = self.keys_by_ply()
        plies = [self.solve(keys[-1], progress)]
        for ply in reversed(keys[:-1]):
            plies.insert(0, {key: self._from_replies(key, plies[0]) for key in ply})
        return plies

    def make(self, progress: Progress, count: int = 200) -> Made:
        """The book, after about so many of its values have been found again by searching alone."""
        plies = self.values(progress)
        checked = self.check(plies, count, progress)
        return Made(packed(self.game, plies), sum(map(len, plies)), checked)

    def solve(self, keys: list[int], progress: Progress) -> dict[int, int]:
        """The values of the deepest ply's positions."""
        known = self._read(keys)
        left = [key for key in keys if key not in known]
        with self._appended() as file:
            for chunk, values in self._solved(left):
                found = dict(zip(chunk, values, strict=True))
                file.write("".join(f"{key} {value}\n" for key, value in found.items()))
                file.flush()
                known |= found
                progress("solving", len(known), len(keys))
        return known

    @property
    def _title(self) -> str:
        return f"{self.game.spec} ply {self.plies}\n"

    def _appended(self) -> IO[str]:
        try:
            new = not self.work.exists() or not self.work.stat().st_size
            file = self.work.open("a", encoding="ascii")
            if new:
                file.write(self._title)
            return file
        except OSError as error:
            raise BadSpec(f"cannot write {self.work}", str(self.work), None, str(error.strerror)) from None

    def _solved(self, keys: list[int]) -> Iterator[tuple[list[int], list[int]]]:
        size = (self.game.columns, self.game.rows, self.game.k)
        chunks = [keys[at : at + CHUNK] for at in range(0, len(keys), CHUNK)]
        context = multiprocessing.get_context("spawn")
        start = partial(_start_worker, size, self.table_mb)
        others = set(multiprocessing.active_children())
        with ProcessPoolExecutor(self.workers, context, start) as pool:
            try:
                with _deaf_to_ctrl_c():
                    waiting = {pool.submit(_solve_chunk, chunk): chunk for chunk in chunks}
                for done in as_completed(waiting):
                    yield waiting[done], done.result()
            except BrokenProcessPool:
                raise Failed(
                    f"a worker has died, for want of memory perhaps (each takes {self.table_mb} MB): "
                    "the same command goes on from here"
                ) from None
            except BaseException:  # also when whoever asks has had enough: the workers must not go on
                pool.shutdown(wait=False, cancel_futures=True)
                for process in set(multiprocessing.active_children()) - others:
                    process.terminate()
                raise

    def _read(self, keys: list[int]) -> dict[int, int]:
        """What the work file knows. The last line may be cut short: whoever wrote it was stopped."""
        if not self.work.exists():
            return {}
        if not self.work.is_file():
            raise BadSpec(f"no file {self.work}", str(self.work), None, "the work file is a plain file")
        text = self.work.read_text(encoding="ascii", errors="replace")
        whole = text[: text.rfind("\n") + 1]
        if whole != text:
            self.work.write_text(whole, encoding="ascii", errors="replace")
        title, *lines = whole.splitlines(keepends=True) or [self._title]
        if title != self._title:
            raise self._foreign(1, title)
        wanted, known = set(keys), {}
        for number, line in enumerate(lines, 2):
            match = re.fullmatch(r"(\d{1,20}) (-?\d{1,2})\n", line, re.ASCII)
            if match is None or int(match[1]) not in wanted:
                raise self._foreign(number, line)
            known[int(match[1])] = int(match[2])
        return known

    def _foreign(self, number: int, line: str) -> BadSpec:
        right = f"line {number} is {line.strip()[:40]!r}"
        return BadSpec(f"not the work file of {self._title.strip()}: {self.work}", "", None, right)

    def _from_replies(self, key: int, replies: Mapping[int, int]) -> int:
        """The value of a position, given those of the next ply."""
        return max(self._after(key, replies))

    def _after(self, key: int, replies: Mapping[int, int]) -> Iterator[int]:
        game = self.game
        own, taken = stones(game, key)
        discs = taken.bit_count()
        for column in range(game.columns):
            cell = (taken + (1 << column * (game.rows + 1))) & (
                (1 << game.rows) - 1 << column * (game.rows + 1)
            )
            if not cell:
                continue
            if wins(game, own | cell):
                yield (game.cells + 1 - discs) // 2
            elif discs + 1 == game.cells:
                yield 0
            else:
                yield -replies[mirror_key(game, own ^ taken, taken | cell)]

    def check(self, plies: Sequence[Mapping[int, int]], count: int, progress: Progress) -> int:
        """Solve about so many again, of every ply its share, without a book, each from an empty table."""
        size = (self.game.columns, self.game.rows, self.game.k, True)
        solver = _core.Solver(*size, self.table_mb << 20, 1, None)
        sample = list(_sample(plies, count))
        for done, (ply, key) in enumerate(sample, 1):
            if solver.values([key], afresh=True) != [plies[ply][key]]:
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


@contextmanager
def _deaf_to_ctrl_c() -> Iterator[None]:
    """Processes that are started meanwhile never hear Ctrl-C, not even before our code runs in them."""
    if not hasattr(signal, "pthread_sigmask"):  # pragma: no cover - Windows
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


_worker: list[_core.Solver] = []  # of this process, if it is a worker


def _start_worker(size: tuple[int, int, int], table_mb: int) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent hears Ctrl-C and ends us (on Windows, too)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    _worker.append(_core.Solver(*size, True, table_mb << 20, 1, None))


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
    os._exit(1)


def _solve_chunk(keys: list[int]) -> list[int]:
    return _worker[0].values(keys)
