"""Many positions at once: `solve_many` beside the compiled solver's own loop, and two threads beside one.

`python -m benchmarks.batch [FOLDER]` takes our own sets, or the classical ones of a folder. Texts go in and
scores come out; the compiled loop is given keys, and empties its table before each position as
`solve_many` does. They take turns, and the best of many counts. Every score is checked.
"""

from __future__ import annotations

import resource
import subprocess
import sys
import time
from collections.abc import Callable, Collection
from math import inf
from pathlib import Path
from typing import NamedTuple

from benchmarks.sets import FOLDER, GAME, Sample, read_samples
from plyground.score import Score
from plyground.solver import NativeSolver, solve_many
from plyground.solver.native import as_score

EASY = ("end_easy", "Test_L3_R1")  # the sets that the promise is about
MAX_SAMPLES = {
    "end_easy": 500,
    "middle_easy": 500,
    "begin_easy": 200,
    "middle_medium": 100,
    "begin_medium": 12,
}
CLASSICAL = {"Test_L3_R1": 1000, "Test_L2_R1": 500, "Test_L1_R1": 200, "Test_L2_R2": 100, "Test_L1_R2": 8}
MIN_ITEMS = 1_000  # a shorter set is repeated, if it is easy: what a call takes anyway is not to count
TURNS = 500
AT_ONCE = 2  # in each turn: the first finds the caches as the others left them
SECONDS = 3.0  # for the turns of a set
PROMISED = 0.8  # of the compiled solver's own speed
PLYGROUND = Path(sys.executable).with_name("plyground")


def load_sets(folder: Path | None) -> dict[str, list[Sample]]:
    """The sets of a folder, or our own."""
    if folder is None:
        return {name: read_samples(FOLDER / f"connect4_{name}.txt", n) for name, n in MAX_SAMPLES.items()}
    return {
        name: read_samples(folder / name, n) for name, n in CLASSICAL.items() if (folder / name).is_file()
    }


class Spent(NamedTuple):
    """The shortest seconds of several times: of the processor, and of the clock."""

    processor: float
    clock: float


NEVER = Spent(inf, inf)


def best_of(times: int, work: Callable[[], object], before: Spent = NEVER) -> Spent:
    best = before
    for _ in range(times):
        processor, clock = time.process_time(), time.perf_counter()
        work()
        spent = (time.process_time() - processor, time.perf_counter() - clock)
        best = Spent(*map(min, best, spent))
    return best


def time_set(samples: list[Sample], seconds: float) -> list[Spent]:
    """What the compiled loop takes, `solve_many`, and `solve_many` with two threads."""
    keys, texts = [sample.key for sample in samples], [sample.moves for sample in samples]
    loop = NativeSolver(GAME, book=False).compiled
    wanted: list[Score] = [as_score(GAME.parse(sample.moves), sample.score) for sample in samples]
    for threads in (1, 2):
        assert solve_many(texts, book=False, threads=threads) == wanted
    works: list[Callable[[], object]] = [
        lambda: loop.values(keys, False, True),
        lambda: solve_many(texts, book=False),
        lambda: solve_many(texts, book=False, threads=2),
    ]
    best = [NEVER] * len(works)
    started = time.perf_counter()
    for turn in range(TURNS):
        if turn and time.perf_counter() - started > seconds:
            break
        best = [best_of(AT_ONCE, work, before) for work, before in zip(works, best, strict=True)]
    return best


def time_batches(
    broken: list[str], folder: Path | None = None, names: Collection[str] = (), seconds: float = SECONDS
) -> dict[str, list[Spent]]:
    """Time all sets: seconds of a position in the compiled loop, in `solve_many`, and with two threads.

    Or only the sets of some names. The speed of two threads is that of the clock, and so needs two idle
    cores.
    """
    found: dict[str, list[Spent]] = {}
    print(
        f"\n{'many positions':<16} {'compiled':>14} {'solve_many':>14} {'of its speed':>13}   two threads"
    )
    for name, samples in load_sets(folder).items():
        if names and name not in names:
            continue
        if "easy" in name:
            samples = samples * -(-MIN_ITEMS // len(samples))
        loop, one, two = time_set(samples, seconds)
        found[name] = [Spent(*(taken / len(samples) for taken in spent)) for spent in (loop, one, two)]
        each = [f"{spent.processor / len(samples) * 1e6:>11.3f} µs" for spent in (loop, one)]
        speed, faster = loop.processor / one.processor, one.clock / two.clock
        threads = f"{faster:.2f} times as fast, {two.processor / one.processor:.2f} times the work"
        print(f"{name:<16} {each[0]} {each[1]} {speed:>13.0%}   {threads}", flush=True)
        if name in EASY and speed < PROMISED:
            broken.append(f"solve_many at {PROMISED:.0%} of the compiled solver's speed")
    return found


def time_command(count: int = 500_000, runs: int = 5) -> tuple[float, float]:
    """`plyground solve --stdin --scores` on easy positions: seconds to start, then for each."""
    samples = read_samples(FOLDER / "connect4_end_easy.txt")
    samples = (samples * -(-count // len(samples)))[:count]
    command = [str(PLYGROUND), "solve", "connect4", "--stdin", "--scores", "--no-book"]

    def scores_of(part: list[Sample]) -> str:
        given = "".join(f"{sample.moves}\n" for sample in part)
        return subprocess.run(command, input=given, capture_output=True, check=True, text=True).stdout

    assert scores_of(samples) == "".join(f"{sample.score}\n" for sample in samples)

    def processor_seconds(part: list[Sample]) -> float:
        before = sum(resource.getrusage(resource.RUSAGE_CHILDREN)[:2])
        scores_of(part)
        return sum(resource.getrusage(resource.RUSAGE_CHILDREN)[:2]) - before

    start, whole = (min(processor_seconds(part) for _ in range(runs)) for part in (samples[:1], samples))
    each = (whole - start) / count
    print(f"plyground solve --scores: {start * 1e3:.0f} ms to start, then {each * 1e6:.2f} µs a position")
    return start, each


def time_json(count: int = 2_000) -> float:
    """`plyground solve --stdin --json`, with the whole line of each: processor seconds of a position."""
    samples = read_samples(FOLDER / "connect4_end_easy.txt")
    samples = (samples * -(-count // len(samples)))[:count]
    command = [str(PLYGROUND), "solve", "connect4", "--stdin", "--json", "--no-book"]

    def processor_seconds(part: list[Sample]) -> float:
        given = "".join(f"{sample.moves}\n" for sample in part)
        before = sum(resource.getrusage(resource.RUSAGE_CHILDREN)[:2])
        ran = subprocess.run(command, input=given, capture_output=True, check=True, text=True)
        assert ran.stdout.count('"score"') >= len(part)
        return sum(resource.getrusage(resource.RUSAGE_CHILDREN)[:2]) - before

    start, whole = (min(processor_seconds(part) for _ in range(5)) for part in (samples[:1], samples))
    print(f"plyground solve --json: {(whole - start) / count * 1e6:.0f} µs a position")
    return (whole - start) / count


if __name__ == "__main__":
    broken: list[str] = []
    time_batches(broken, Path(sys.argv[1]) if len(sys.argv) > 1 else None)
    time_command()
    if broken:
        sys.exit(f"promises not kept here: {', '.join(broken)}")
