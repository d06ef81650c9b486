"""Perfect solvers of Connect Four side by side: ours, and bitbully if it is installed.

Both solve the same positions without a book, in turns; all scores are checked. Our table is cleared before
each position. Bitbully's is not, because that alone takes 80 ms.
"""

from __future__ import annotations

import time
from importlib import import_module
from importlib.metadata import version
from typing import Any

from benchmarks.sets import FOLDER, GAME, SETS, Sample, read_samples
from benchmarks.solver import Timing, time_samples
from plyground.solver import NativeSolver

MAX_SAMPLES = {"begin_medium": 30, "begin_hard": 3}  # of the sets that take bitbully long
TURNS = 2


def time_bitbully(solver: Any, boards: list[Any], samples: list[Sample]) -> Timing:
    """The mean of bitbully; its table is cleared once, before the clock starts."""
    solver.reset_transposition_table()
    spent = 0.0
    for board, sample in zip(boards, samples, strict=True):
        started = time.process_time()
        found = solver.mtdf(board)
        spent += time.process_time() - started
        assert found == sample.score, (sample.moves, found, sample.score)
    return Timing(spent / len(samples), 0)


def race_solvers() -> None:
    """Time both on our sets."""
    try:
        bitbully = import_module("bitbully")
    except ImportError:
        print("bitbully is not installed: left out")
        return
    solver = bitbully.BitBully(opening_book=None)
    ours = NativeSolver(GAME, book=False).compiled
    print(
        f"\nperfect solvers, milliseconds a position   plyground   bitbully {version('bitbully')}   ratio"
    )
    for kind in SETS:
        samples = read_samples(FOLDER / f"connect4_{kind.name}.txt", MAX_SAMPLES.get(kind.name))
        boards = [bitbully.Board([int(c) - 1 for c in sample.moves]) for sample in samples]
        runs = [
            (time_samples(ours, samples, weak=False), time_bitbully(solver, boards, samples))
            for _ in range(TURNS)
        ]
        mine, other = (min(run[i].seconds for run in runs) * 1e3 for i in (0, 1))
        ratio = f"{other / mine:>7.1f}"
        print(
            f"{kind.name:<16} {len(samples):>4} positions {mine:>22.4f} {other:>17.4f} {ratio}", flush=True
        )


if __name__ == "__main__":
    race_solvers()
