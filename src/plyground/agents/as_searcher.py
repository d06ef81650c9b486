"""Users' agents as searchers, for `search`, `explain` and `compare`: they run in this process.

Here an agent is asked for single positions, so its code is run anew for each. Matches play the same agents
in their own processes.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from plyground.agents.agent import Entrant
from plyground.agents.answers import NoMove
from plyground.agents.remedies import describe_error
from plyground.errors import Failed, PlygroundError
from plyground.game import Position
from plyground.score import Score
from plyground.searchers.searcher import Searcher
from plyground.searchers.trace import Trace
from plyground.searchers.types import Limits, MoveOnly, SearchResult, SearchStats


@dataclass(frozen=True, repr=False)
class OwnAgent(Searcher):
    """Asks a user's agent, made anew for each position."""

    name: ClassVar[str] = "an agent of your own"

    entrant: Entrant

    @property
    def spec(self) -> str:
        return self.entrant.spec

    @property
    def _called(self) -> str:
        return self.spec.removeprefix("object:")

    def __repr__(self) -> str:
        return self.spec

    def think(self, position: Position[Any], limits: Limits, trace: Trace | None) -> SearchResult[Any]:
        started = time.perf_counter()
        try:
            agent = self.entrant.enter(0)
            choice = agent.choose(position, limits)
        except PlygroundError:
            raise
        except (Exception, SystemExit) as error:  # a user's code may raise anything
            raise Failed(
                f"{self._called} failed: {describe_error(error, self.entrant.here is not None)}"
            ) from error
        if isinstance(choice.move, NoMove):
            raise Failed(f"{self._called} played no legal move: {choice.move!r}")
        found, spent = choice.result, time.perf_counter() - started
        if found is None:
            line = playable(position, (choice.move,))
            return MoveOnly(Score(0), line, stats=SearchStats(seconds=spent))
        stats = replace(found.stats, seconds=found.stats.seconds or spent)
        return replace(found, line=playable(position, (choice.move, *found.line[1:])), stats=stats)


def playable(position: Position[Any], line: tuple[Any, ...]) -> tuple[Any, ...]:
    """The legal beginning of a line, whose moves may be given as texts; the first move must be legal."""
    moves: list[Any] = []
    for given in line:
        try:
            after = position.play(given)
        except PlygroundError:
            if not moves:
                raise
            break
        moves.append(next(move for move in position.moves() if position.after(move) == after))
        position = after
    return tuple(moves)


def is_users(searcher: Searcher) -> bool:
    """Whether a searcher is a user's own, which is trusted to keep a limit of depth."""
    return isinstance(searcher, OwnAgent) or not type(searcher).__module__.startswith("plyground.")
