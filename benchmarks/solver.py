"""The solver on sets of positions: mean processor time a position, without a book, from an empty table.

`python -m benchmarks.solver [FOLDER]` times the sets of a folder instead: the classical ones are called
Test_L3_R1 and so on. Every score is checked.
"""

from __future__ import annotations

import sys
import time
from dataclasses import dataclass
from pathlib import Path

from benchmarks.sets import FOLDER, KINDS, Sample, read
from plyground import _core, connect4
from plyground.search.playouts import random_line
from plyground.solver import Engine, solve
from plyground.solver.engine import TABLE_MB, Budget
from plyground.solver.solving import engine_of

EMPTY = Sample("-", 0, 1)
TURNS = 3

# What we set out to reach on the classical sets, exact and weak: milliseconds.
GOALS = {
    "Test_L3_R1": (0.0025, 0.002),
    "Test_L2_R1": (0.016, 0.010),
    "Test_L2_R2": (0.7, 0.4),
    "Test_L1_R1": (0.05, 0.05),
    "Test_L1_R2": (30.0, 5.0),
    "Test_L1_R3": (450.0, 200.0),
    "empty board": (6_000.0, 4_000.0),
}
MOST = {"Test_L1_R2": 200, "Test_L1_R3": 50}  # of the sets that take long


@dataclass(frozen=True)
class Timing:
    """The mean of a set: processor seconds and nodes a position."""

    seconds: float
    nodes: float


def timed(solver: _core.Solver, samples: list[Sample], weak: bool) -> Timing:
    """Solve every sample from an empty table, and check it."""
    keys = [sample.key for sample in samples]
    before, started = solver.nodes, time.process_time()
    found = solver.values(keys, weak, afresh=True)
    spent = time.process_time() - started
    for sample, value in zip(samples, found, strict=True):
        wanted = (sample.score > 0) - (sample.score < 0) if weak else sample.score
        assert value == wanted, (sample.moves, value, wanted)
    return Timing(spent / len(samples), (solver.nodes - before) / len(samples))


def sets(folder: Path | None) -> dict[str, list[Sample]]:
    """The sets of a folder, or our own, and the empty board."""
    if folder is None:
        found = {kind.name: read(FOLDER / f"connect4_{kind.name}.txt") for kind in KINDS}
    else:
        found = {name: read(folder / name, MOST.get(name)) for name in GOALS if (folder / name).is_file()}
    return found | {"empty board": [EMPTY]}


def solver_sets(folder: Path | None = None, turns: int = TURNS) -> None:
    """Time all sets, exact and weak; the best of several turns."""
    solver = Engine(connect4(), TABLE_MB, book=False).solver
    heads = [f"{'':<16} {'positions':>9}"]
    heads += [f"{name:>14} {'nodes':>12} {'goal':>10}" for name in ("exact", "weak")]
    print(*heads)
    for name, samples in sets(folder).items():
        exact, weak = (
            min((timed(solver, samples, w) for _ in range(turns)), key=lambda t: t.seconds)
            for w in (False, True)
        )
        goals = [f"{goal:.4g} ms" for goal in GOALS.get(name, ())] or ["", ""]
        cells = [f"{name:<16} {len(samples):>9}"]
        for timing, goal in zip((exact, weak), goals, strict=True):
            cells.append(f"{timing.seconds * 1e3:>11.4f} ms {timing.nodes:>12,.1f} {goal:>10}")
        print(*cells, flush=True)


def threads() -> None:
    """The empty board by one thread and by two, in seconds of the clock."""
    for count in (1, 2):
        solver = Engine(connect4(), TABLE_MB, threads=count, book=False).solver
        started = time.perf_counter()
        assert solver.values([EMPTY.key]) == [1]
        spent = time.perf_counter() - started
        print(f"the empty board, {count} threads: {spent:.2f} s, {solver.nodes:,} nodes")


def analysis(count: int = 420) -> None:
    """All move values of random positions of every ply, from Python, with the book."""
    game = connect4()
    engine_of(game)
    solve(game.start(), moves=True)  # reads the book
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
        engine = engine_of(game)
        engine.forget()
        for move in position.moves():
            engine.value(position.after(move), Budget())
        times.append(time.process_time() - started)
    times.sort()
    median, p99 = times[count // 2] * 1e3, times[count * 99 // 100] * 1e3
    told = f"median {median:.2f} ms (goal 20), p99 {p99:.0f} ms (goal 500)"
    print(f"all move values of {count} random positions: {told}")


if __name__ == "__main__":
    solver_sets(Path(sys.argv[1]) if len(sys.argv) > 1 else None)
    threads()
    analysis()
