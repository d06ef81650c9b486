"""Many positions at once: `solve_many` beside the compiled solver's own loop, and two threads beside one.

`python -m benchmarks.batch [FOLDER]` takes our own sets, or the classical ones of a folder. Texts go in and
scores come out; the compiled loop is given keys, and empties its table before each position as
`solve_many` does. They take turns, and the best of many short turns counts. Every score is checked.
"""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

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
TURNS = 300
AT_ONCE = 3  # of a turn: the first finds the caches as the others left them
SECONDS = 3.0  # for the turns of a set; three at least
PROMISED = 0.8  # of the compiled solver's own speed
PLYGROUND = Path(sys.executable).with_name("plyground")


def load_sets(folder: Path | None) -> dict[str, list[Sample]]:
    """The sets of a folder, or our own."""
    if folder is None:
        return {name: read_samples(FOLDER / f"connect4_{name}.txt", n) for name, n in MAX_SAMPLES.items()}
    return {
        name: read_samples(folder / name, n) for name, n in CLASSICAL.items() if (folder / name).is_file()
    }


def seconds_of(work: Callable[[], object], times: int = 1) -> float:
    """The shortest of so many times."""
    spent = []
    for _ in range(times):
        started = time.perf_counter()
        work()
        spent.append(time.perf_counter() - started)
    return min(spent)


def time_set(samples: list[Sample]) -> tuple[float, float, float]:
    """Seconds a position: of the compiled loop, of `solve_many`, and of `solve_many` with two threads."""
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
    best = [float("inf")] * len(works)
    started = time.perf_counter()
    for turn in range(TURNS):
        if turn >= 3 and time.perf_counter() - started > SECONDS:
            break
        best = [min(least, seconds_of(work, AT_ONCE)) for least, work in zip(best, works, strict=True)]
    loop_seconds, one, two = (seconds / len(samples) for seconds in best)
    return loop_seconds, one, two


def time_batches(broken: list[str], folder: Path | None = None) -> None:
    """Time all sets."""
    print(
        f"\n{'many positions, µs':<23} {'compiled':>10} {'solve_many':>11} {'of it':>6} {'threads=2':>10}"
    )
    for name, samples in load_sets(folder).items():
        if "easy" in name or len(samples) >= MIN_ITEMS:
            samples = samples * -(-MIN_ITEMS // len(samples))
        loop, one, two = time_set(samples)
        print(
            f"{name:<23} {loop * 1e6:>10.3f} {one * 1e6:>11.3f} {loop / one:>6.0%} {two * 1e6:>10.3f}"
            f"   {one / two:.2f} times as fast",
            flush=True,
        )
        if name in EASY and loop / one < PROMISED:
            broken.append(f"solve_many at {PROMISED:.0%} of the compiled solver's speed")


def time_command(count: int = 50_000) -> None:
    """`plyground solve --stdin --scores` on easy positions, beyond what it takes to start."""
    samples = read_samples(FOLDER / "connect4_end_easy.txt")
    samples = (samples * -(-count // len(samples)))[:count]
    command = [str(PLYGROUND), "solve", "connect4", "--stdin", "--scores", "--no-book"]

    def scores_of(part: list[Sample]) -> str:
        given = "".join(f"{sample.moves}\n" for sample in part)
        return subprocess.run(command, input=given, capture_output=True, check=True, text=True).stdout

    assert scores_of(samples) == "".join(f"{sample.score}\n" for sample in samples)
    start = seconds_of(lambda: scores_of(samples[:1]), 5)
    spent = seconds_of(lambda: scores_of(samples), 5) - start
    each = spent / count * 1e6
    print(
        f"plyground solve --scores: {start * 1e3:.0f} ms to start, then {each:.2f} microseconds a position"
    )


if __name__ == "__main__":
    broken: list[str] = []
    time_batches(broken, Path(sys.argv[1]) if len(sys.argv) > 1 else None)
    time_command()
    if broken:
        sys.exit(f"promises not kept here: {', '.join(broken)}")
