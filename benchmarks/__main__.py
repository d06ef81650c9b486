"""`make bench`: times what we promise to be fast. Every timed piece of work checks its result first.

Machines are shared and noisy: each figure is the best of several runs, the two cores take turns, and the
ratio between them says more than the seconds.
"""

from __future__ import annotations

import sys

from benchmarks.arena import keep_deadlines, price_of_confinement, price_of_isolation, time_matches
from benchmarks.batch import time_batches, time_command
from benchmarks.rules import time_connect4_natively, time_startup, time_tictactoe_in_both_cores
from benchmarks.searchers import (
    price_of_watching,
    time_deadline,
    time_promises,
    time_searchers,
    time_stop,
)
from benchmarks.solver import time_analysis, time_sets, time_threads


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
