"""Random: any legal move, each equally likely. What every other player has to beat."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from plyground.game import Position
from plyground.rng import SplitMix64
from plyground.score import Score
from plyground.searchers.searcher import Searcher
from plyground.searchers.trace import Trace
from plyground.searchers.types import Limits, SearchResult, SearchStats
from plyground.spec import whole_number


@dataclass(frozen=True, repr=False)
class Random(Searcher):
    """Play anything legal; the seed and the position decide what, and limits do not matter.

    >>> import plyground as pg
    >>> position = pg.connect4().start()
    >>> pg.Random(seed=1).search(position) == pg.Random(seed=1).search(position)
    True
    """

    name: ClassVar[str] = "random"
    no_values: ClassVar[str] = "it plays by chance"

    seed: int = 0

    def __post_init__(self) -> None:
        super().__post_init__()
        whole_number("seed", self.seed, 0, 2**64 - 1)

    def think(self, position: Position[Any], limits: Limits, trace: Trace | None) -> SearchResult[Any]:
        started = limits.clock()
        moves = position.moves()
        chance = SplitMix64(
            self.seed ^ position.key()
        )  # the seed alone would play the same square all game long
        line = (chance.choice(moves),) if moves else ()
        return SearchResult(
            Score(0), line, False, None, SearchStats(nodes=1, seconds=limits.clock() - started)
        )
