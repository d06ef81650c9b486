"""`make bench`: time what we promise to be fast. Every figure's work is checked before it is believed.

Machines are shared and noisy: each figure is the best of several runs, the two cores take turns, and the
ratio between them is worth more than the seconds.
"""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable
from itertools import islice
from pathlib import Path

from benchmarks.arena import matches, price
from benchmarks.searchers import deadline, interrupted, price_of_watching, promises, searchers
from benchmarks.solver import analysis, solver_sets, threads
from plyground import connect4, tictactoe
from plyground.native import Core
from plyground.perft import distinct, perft

PLYGROUND = Path(sys.executable).with_name("plyground")


def best_of(runs: int, work: Callable[[], object]) -> float:
    """The shortest of several runs, in seconds."""
    times = []
    for _ in range(runs):
        started = time.perf_counter()
        work()
        times.append(time.perf_counter() - started)
    return min(times)


broken: list[str] = []


def report(what: str, seconds: float, note: str = "", *, promised: float | None = None) -> None:
    if promised is not None:
        note = f"promised: under {promised * 1000:.0f} ms"
        if seconds > promised:
            broken.append(what)
    print(f"{what:<58} {seconds * 1000:>10.1f} ms  {note}", flush=True)


def startup() -> None:
    timed = "import time; t = time.perf_counter(); import plyground; print(time.perf_counter() - t)"

    def imported() -> float:
        ran = subprocess.run([sys.executable, "-c", timed], capture_output=True, check=True)
        return float(ran.stdout)

    report("import plyground", min(imported() for _ in range(10)), promised=0.1)
    helped = best_of(10, lambda: subprocess.run([PLYGROUND, "--help"], capture_output=True, check=True))
    report("plyground --help", helped, promised=0.4)


def tictactoe_in_both_cores() -> None:
    start = tictactoe().start()

    def walk(core: Core) -> None:
        nodes = sum(tally.count for tally in perft(start, 9, core))
        assert nodes == 549_946

    seconds: dict[Core, float] = {"python": 1e9, "native": 1e9}
    for _ in range(3):
        for core in seconds:
            seconds[core] = min(seconds[core], best_of(1, lambda: walk(core)))  # noqa: B023
    for core, taken in seconds.items():
        report(f"tic-tac-toe, all 549,946 sequences, {core}", taken, f"{0.549946 / taken:.2f} M/s")
    print(f"  native is {seconds['python'] / seconds['native']:.0f} times as fast")


def connect4_natively() -> None:
    start = connect4().start()

    def walk() -> None:
        assert perft(start, 9, "native")[9].count == 39_394_572

    taken = best_of(5, walk)
    report("Connect Four perft 9, 39,394,572 sequences, native", taken, promised=1.0)

    def merge() -> None:
        *_, last = islice(distinct(start, "native"), 11)
        assert (last.positions.count, last.sequences.count) == (1_662_623, 268_031_646)

    report("Connect Four, 1,662,623 positions of ply 10, native", best_of(3, merge))

    def walk_ten() -> None:
        assert perft(start, 10, "native")[10].count == 268_031_646

    report("Connect Four perft 10, 268,031,646 sequences, native", best_of(1, walk_ten))


if __name__ == "__main__":
    startup()
    tictactoe_in_both_cores()
    connect4_natively()
    promises(broken)
    searchers()
    price_of_watching()
    deadline(broken)
    interrupted(broken)
    solver_sets(turns=2)
    threads()
    analysis()
    price(broken)
    matches()
    if broken:
        sys.exit(f"promises not kept here: {', '.join(broken)}")
