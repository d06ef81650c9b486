"""About how long the survey takes here and now, told before it begins.

What a core needs was measured; how much longer it takes here a short search tells by the clock on the wall,
which goes on where the processor is slow, or where others have it.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from plyground.games.line import connect4
from plyground.searchers import Minimax

ALONE, SHARED = 18.0, 14.0  # seconds of a core: what one process does, and the games that all cores share
NODES_PER_SECOND = 65e6  # of the probe, on the core that took so long
PROBE = 0.3  # seconds


def slowdown(clock: Callable[[], float] = time.perf_counter) -> float:
    """How many times longer than on the core of 2026 that was measured a search takes here and now."""
    position, searcher, nodes, begun = connect4().start(), Minimax(depth=6), 0, clock()
    while (spent := clock() - begun) < PROBE or not nodes:
        nodes += searcher.search(position).stats.nodes
    return NODES_PER_SECOND * spent / nodes


def seconds_of_survey(workers: int, slower: float) -> float:
    """What all parts of the survey take, one after the other, with games on so many cores."""
    return slower * (ALONE + SHARED / workers)
