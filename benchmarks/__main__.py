"""`make bench`: times what we promise to be fast. Every timed piece of work checks its result first.

Machines are shared and noisy: each figure is the best of several runs, the two cores take turns, and the
ratio between them says more than the seconds.
"""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable
from itertools import islice
from pathlib import Path

from benchmarks.arena import keep_deadlines, price_of_confinement, price_of_isolation, time_matches
from benchmarks.batch import time_batches, time_command
from benchmarks.searchers import (
    price_of_watching,
    time_deadline,
    time_promises,
    time_searchers,
    time_stop,
)
from benchmarks.solver import time_analysis, time_sets, time_threads
from plyground import connect4, tictactoe
from plyground.native import Core
from plyground.perft import distinct_positions, perft

PLYGROUND = Path(sys.executable).with_name("plyground")


def best_of(runs: int, work: Callable[[], object]) -> float:
    """The shortest of several runs, in seconds."""
    times = []
    for _ in range(runs):
        started = time.perf_counter()
        work()
        times.append(time.perf_counter() - started)
    return min(times)


def report(what: str, seconds: float, note: str = "") -> None:
    print(f"{what:<58} {seconds * 1000:>10.1f} ms  {note}", flush=True)


def report_promise(what: str, seconds: float, promised: float, broken: list[str]) -> None:
    """Report a time; if it is longer than promised, add it to `broken`."""
    report(what, seconds, f"promised: under {promised * 1000:.0f} ms")
    if seconds > promised:
        broken.append(what)


def time_startup(broken: list[str]) -> None:
    program = "import time; t = time.perf_counter(); import plyground; print(time.perf_counter() - t)"

    def seconds_of_import() -> float:
        ran = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True)
        return float(ran.stdout)

    report_promise("import plyground", min(seconds_of_import() for _ in range(10)), 0.1, broken)
    seconds = best_of(10, lambda: subprocess.run([PLYGROUND, "--help"], capture_output=True, check=True))
    report_promise("plyground --help", seconds, 0.4, broken)


def time_tictactoe_in_both_cores() -> None:
    start = tictactoe().start()

    def walk(core: Core) -> None:
        nodes = sum(ply.count for ply in perft(start, 9, core))
        assert nodes == 549_946

    seconds: dict[Core, float] = {"python": 1e9, "native": 1e9}
    for _ in range(3):
        for core in seconds:
            seconds[core] = min(seconds[core], best_of(1, lambda: walk(core)))  # noqa: B023
    for core, taken in seconds.items():
        report(f"tic-tac-toe, all 549,946 sequences, {core}", taken, f"{0.549946 / taken:.2f} M/s")
    print(f"  native is {seconds['python'] / seconds['native']:.0f} times as fast")


def time_connect4_natively(broken: list[str]) -> None:
    start = connect4().start()

    def walk() -> None:
        assert perft(start, 9, "native")[9].count == 39_394_572

    what = "Connect Four perft 9, 39,394,572 sequences, native"
    report_promise(what, best_of(5, walk), 1.0, broken)

    def merge() -> None:
        *_, last = islice(distinct_positions(start, "native"), 11)
        assert (last.positions.count, last.sequences.count) == (1_662_623, 268_031_646)

    report("Connect Four, 1,662,623 positions of ply 10, native", best_of(3, merge))

    def walk_ten() -> None:
        assert perft(start, 10, "native")[10].count == 268_031_646

    report("Connect Four perft 10, 268,031,646 sequences, native", best_of(1, walk_ten))


def main() -> None:
    broken: list[str] = []  # the promises that were not kept
    time_startup(broken)
    time_tictactoe_in_both_cores()
    time_connect4_natively(broken)
    ratios = time_promises(broken) + time_searchers()
    slowest, fastest = min(ratios), max(ratios)
    print(f"compiled, {len(ratios)} searches: {slowest:,.0f} to {fastest:,.0f} times as fast as Python")
    price_of_watching()
    time_deadline(broken)
    time_stop(broken)
    time_sets(turns=2)
    time_threads()
    time_analysis()
    time_batches(broken)
    time_command()
    price_of_isolation(broken)
    keep_deadlines(broken)
    price_of_confinement(broken)
    time_matches()
    if broken:
        sys.exit(f"promises not kept here: {', '.join(broken)}")


if __name__ == "__main__":
    main()
