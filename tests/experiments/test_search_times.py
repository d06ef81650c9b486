"""What a search of an experiment took: the processor's time, whatever else the machine does."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any

from plyground import Limits, Position, SearchResult, SearchStats, connect4
from plyground.experiments.experiment import SearchJob
from plyground.experiments.positions import Sample
from plyground.score import Score
from plyground.searchers import AlphaBeta, Trace


@dataclass(frozen=True, repr=False)
class Waiting(AlphaBeta):
    """Waits while it searches, as for a core, and tells the time of the clock."""

    def think(self, position: Position[Any], limits: Limits, trace: Trace | None) -> SearchResult[Any]:
        time.sleep(0.2)
        return SearchResult(
            Score(0), tuple(position.moves()[:1]), stats=SearchStats(nodes=1, depth=1, seconds=0.2)
        )


def test_waiting_for_a_core_is_not_the_time_of_a_search() -> None:
    """Beside other work "16.4 times less time" became 34.8: the searches were timed by the clock."""
    job = SearchJob(Sample("-", 42, by_depth=True), 0, Waiting(core="python"), 1, 0, by_depth=True)
    assert job.search(connect4().start()).seconds < 0.15
