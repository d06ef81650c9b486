"""`make bench`: times what we promise to be fast. Every timed piece of work checks its result first.

Machines are shared and noisy: each figure is the best of several runs, the two cores take turns, and the
ratio between them says more than the seconds.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from benchmarks.arena import LATE, keep_deadlines, price_of_confinement, price_of_isolation, time_matches
from benchmarks.batch import time_batches, time_command
from benchmarks.rules import time_connect4_natively, time_startup, time_tictactoe_in_both_cores
from benchmarks.searchers import (
    PROMISES,
    SEARCHES,
    price_of_watching,
    time_both_cores,
    time_deadline,
    time_stop,
)
from benchmarks.sets import FOLDER, read_samples
from benchmarks.solver import time_analysis, time_sets, time_threads

EASY = read_samples(FOLDER / "connect4_end_easy.txt", 1)[0]


@dataclass(frozen=True)
class Part:
    """A function of `make bench`, and the least work that it can be given: what a test calls it with."""

    work: Callable[..., object]
    promises: bool  # whether it takes the list of those that were not kept
    least: dict[str, Any] = field(default_factory=dict)

    def run(self, broken: list[str], **work: Any) -> None:
        self.work(*[broken] * self.promises, **work)


PARTS = (
    Part(time_startup, True, {"runs": 1}),
    Part(time_tictactoe_in_both_cores, False, {"runs": 1}),
    Part(time_connect4_natively, True, {"plies": 3, "runs": (1, 1, 1)}),
    Part(
        time_both_cores,
        True,
        {"promises": PROMISES[3:4], "searches": SEARCHES[-2:], "most": 1_000, "runs": 1},
    ),
    Part(price_of_watching, False, {"plies": 2, "runs": 1}),
    Part(time_deadline, True, {"waits": [(0.01, 1)]}),
    Part(time_stop, True, {"times": 1}),
    Part(time_sets, False, {"turns": 1, "names": ["end_easy"]}),
    Part(time_threads, False, {"sample": EASY}),
    Part(time_analysis, False, {"count": 3}),
    Part(time_batches, True, {"names": ["end_easy"], "seconds": 0.0}),
    Part(time_command, False, {"count": 3, "runs": 1}),
    Part(price_of_isolation, True, {"turns": 1}),
    Part(keep_deadlines, True, {"animals": LATE[:1], "turns": 1}),
    Part(price_of_confinement, True, {"turns": 1, "moves_each": 3}),
    Part(time_matches, False, {"games": 10, "turns": 1}),
)


def main() -> None:
    broken: list[str] = []  # the promises that were not kept
    for part in PARTS:
        part.run(broken)
    if broken:
        sys.exit(f"promises not kept here: {', '.join(broken)}")


if __name__ == "__main__":
    main()
