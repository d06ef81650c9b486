"""The solver on sets of positions: mean processor time of a position, without a book, from an empty table.

`python -m benchmarks.solver [FOLDER]` times our own sets, or those of a folder: the classical ones are
called Test_L3_R1 and so on. Every score is checked.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path

from benchmarks.sets import FOLDER, SETS, Sample, read_samples
from plyground import _core, connect4, mnk
from plyground.searchers.playouts import random_line
from plyground.solver import NativeSolver, solve
from plyground.solver.native import TABLE_MB, Budget
from plyground.solver.solve import solver_for_thread

EMPTY = Sample("-", 0, 1)
TURNS = 2

# Our goals on the classical sets in milliseconds, exact and weak.
GOALS = {
    "Test_L3_R1": (0.0025, 0.002),
    "Test_L2_R1": (0.016, 0.010),
    "Test_L2_R2": (0.7, 0.4),
    "Test_L1_R1": (0.05, 0.05),
    "Test_L1_R2": (30.0, 5.0),
    "Test_L1_R3": (450.0, 200.0),
    "empty board": (6_000.0, 4_000.0),
}
MAX_SAMPLES = {"Test_L1_R2": 200, "Test_L1_R3": 50}  # of the sets that take long


@dataclass(frozen=True)
class Timing:
    """The means of a set: processor seconds and nodes for a position."""

    seconds: float
    nodes: float


def time_samples(solver: _core.Solver, samples: list[Sample], weak: bool) -> Timing:
    """Solve every sample from an empty table, and check it."""
    keys = [sample.key for sample in samples]
    before, started = solver.nodes, time.process_time()
    found = solver.values(keys, weak, clear_table=True)
    spent = time.process_time() - started
    for sample, value in zip(samples, found, strict=True):
        wanted = (sample.score > 0) - (sample.score < 0) if weak else sample.score
        assert value == wanted, (sample.moves, value, wanted)
    return Timing(spent / len(samples), (solver.nodes - before) / len(samples))


def load_sets(folder: Path | None) -> dict[str, list[Sample]]:
    """The sets of a folder, or our own, and the empty board."""
    if folder is None:
        found = {kind.name: read_samples(FOLDER / f"connect4_{kind.name}.txt") for kind in SETS}
    else:
        found = {
            name: read_samples(folder / name, MAX_SAMPLES.get(name))
            for name in GOALS
            if (folder / name).is_file()
        }
    return found | {"empty board": [EMPTY]}


def time_sets(
    folder: Path | None = None, turns: int = TURNS, names: Collection[str] = ()
) -> dict[str, tuple[Timing, Timing]]:
    """Time all sets, or those of some names, exact and weak; the best of several turns."""
    found: dict[str, tuple[Timing, Timing]] = {}
    solver = NativeSolver(connect4(), TABLE_MB, book=False).compiled
    heads = [f"{'':<16} {'positions':>9}"]
    heads += [f"{name:>14} {'nodes':>12} {'goal':>10}" for name in ("exact", "weak")]
    print(*heads)
    for name, samples in load_sets(folder).items():
        if names and name not in names:
            continue
        exact, weak = (
            min((time_samples(solver, samples, w) for _ in range(turns)), key=lambda t: t.seconds)
            for w in (False, True)
        )
        found[name] = exact, weak
        goals = [f"{goal:.4g} ms" for goal in GOALS.get(name, ())] or ["", ""]
        cells = [f"{name:<16} {len(samples):>9}"]
        for timing, goal in zip((exact, weak), goals, strict=True):
            cells.append(f"{timing.seconds * 1e3:>11.4f} ms {timing.nodes:>12,.1f} {goal:>10}")
        print(*cells, flush=True)
    return found


def time_threads(sample: Sample = EMPTY) -> list[tuple[float, int]]:
    """The empty board, or another, with one thread and with two: seconds of the clock, and nodes."""
    found = []
    for count in (1, 2):
        solver = NativeSolver(connect4(), TABLE_MB, threads=count, book=False).compiled
        started = time.perf_counter()
        assert solver.values([sample.key]) == [sample.score]
        spent = time.perf_counter() - started
        what = "the empty board" if sample is EMPTY else f"the board after {sample.moves}"
        print(f"{what}, {count} threads: {spent:.2f} s, {solver.nodes:,} nodes", flush=True)
        found.append((spent, solver.nodes))
    return found


def time_analysis(count: int = 420) -> tuple[float, float]:
    """The values of all moves, in random positions of every ply, from Python and with the book.

    The median and the 99th percentile, in seconds of the processor.
    """
    game = connect4()
    solver = solver_for_thread(game)
    solve(game.start(), moves=True)  # reads the book before the clock starts
    times: list[float] = []
    seed = 0
    while len(times) < count:
        seed += 1
        position, plies = game.start(), seed % game.cells
        for move in random_line(position, plies, seed):
            position = position.after(move)
        if position.outcome():
            continue
        started = time.process_time()
        solver.forget()
        for move in position.moves():
            solver.value(position.after(move), Budget())
        times.append(time.process_time() - started)
    times.sort()
    median, p99 = times[count // 2] * 1e3, times[count * 99 // 100] * 1e3
    summary = f"median {median:.2f} ms (goal 20), p99 {p99:.0f} ms (goal 500)"
    print(f"all move values of {count} random positions: {summary}")
    return median / 1e3, p99 / 1e3


# As docs/why/solver.md has them: three in a row of its table.
EMPTY_BOARDS = [
    (connect4, (4, 4, 4), (4, 5, 4), (4, 6, 4)),
    (connect4, (5, 4, 4), (5, 5, 4), (5, 6, 4)),
    (connect4, (6, 4, 4), (6, 5, 4), (6, 6, 4)),
    (connect4, (7, 4, 4), (7, 5, 4), (7, 6, 4)),
    (connect4, (8, 4, 4), (4, 7, 4), (4, 8, 4)),
    (connect4, (9, 4, 4), (5, 7, 4), (5, 8, 4)),
    (mnk, (4, 4, 4), (5, 4, 4), (5, 5, 4)),
]


def nodes_of_empty_boards() -> dict[str, list[int | float]]:
    """How many nodes the value of an empty board takes, by the name of the first of three."""
    found: dict[str, list[int | float]] = {}
    for make, *sizes in EMPTY_BOARDS:
        row: list[int | float] = []
        for size in sizes:
            solver = NativeSolver(make(*size), TABLE_MB, book=False)
            solver.value(make(*size).start(), Budget())
            row.append(solver.nodes)
        columns, rows, k = sizes[0]
        name = f"{columns}×{rows}" if make is connect4 else f"m,n,k {columns},{rows},{k}"
        found[name] = row
        print(f"{name}, {sizes[1:]}: {row} nodes", flush=True)
    return found


if __name__ == "__main__":
    time_sets(Path(sys.argv[1]) if len(sys.argv) > 1 else None)
    time_threads()
    time_analysis()
