"""What a game costs each agent, over all games; and how sure that is, by the rounds that are evidence."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field
from typing import Literal

from plyground.arena.evidence import Evidence
from plyground.arena.store import Store
from plyground.stats.means import Cost, MeanEstimate, ratio_of, ratio_of_means

Metric = Literal["nodes", "cpu", "wall"]
TELLING = 0.001  # seconds a move: to ask for one takes about 0.06 ms of them
CLOSE = 1.05  # times: equal agents differ by up to 3 %, by where their code lies and what ran before


@dataclass(frozen=True)
class RoundCost:
    """What the games of one round cost an agent: the sum, and of how many games and moves."""

    total: float
    games: int
    moves: int


@dataclass(frozen=True)
class AgentCost:
    """What the games of an agent cost, round by round."""

    rounds: Mapping[int, RoundCost]
    copies: Mapping[int, int] = field(default_factory=dict)  # rounds that repeat others, and which

    @property
    def mean(self) -> float:
        """The cost of a game: that of the tables of the run."""
        return sum(each.total for each in self.rounds.values()) / max(
            1, sum(each.games for each in self.rounds.values())
        )

    @property
    def per_move(self) -> float:
        """The cost of a move."""
        return sum(each.total for each in self.rounds.values()) / max(
            1, sum(each.moves for each in self.rounds.values())
        )

    def units(self, turns: Mapping[int, Hashable]) -> list[Cost]:
        """The costs of units, each of which is a round, or rounds that repeat each other."""
        sums: dict[Hashable, list[RoundCost]] = {unit: [] for unit in turns.values()}
        for turn, unit in turns.items():
            if turn in self.rounds:
                sums[unit].append(self.rounds[turn])
        return [
            (sum(each.total for each in rounds), sum(each.games for each in rounds))
            for rounds in sums.values()
        ]

    def own(self, turn: int) -> int:
        """The first round that this one repeats, or itself."""
        return self.copies.get(turn, turn)

    def spread(self) -> MeanEstimate | None:
        """The mean cost of a game and its interval; None of a single result."""
        units = self.units({turn: self.own(turn) for turn in self.rounds})
        return ratio_of(*zip(*units, strict=True)) if len(units) > 1 and self.mean else None


@dataclass(frozen=True)
class GameCosts:
    """The costs of a run by agent and round."""

    agents: dict[str, AgentCost]  # by name
    openings: dict[int, str]  # by round

    def ratio(self, above: str, below: str) -> MeanEstimate | None:
        """How many times as much a game costs the one as the other."""
        none = AgentCost({})
        return paired_ratio(self.agents.get(above, none), self.agents.get(below, none))


def paired_ratio(above: AgentCost, below: AgentCost) -> MeanEstimate | None:
    """The ratio of two mean costs over the same rounds; None of a single result, or if one is free.

    It is the ratio of the means that are told beside it, those of all games.
    """
    if not above.mean or not below.mean:
        return None
    turns = {turn: (above.own(turn), below.own(turn)) for turn in {**above.rounds, **below.rounds}}
    if len(set(turns.values())) < 2:
        return None
    return ratio_of_means(above.units(turns), below.units(turns))


def tells_time(*costs: AgentCost) -> bool:
    """Whether moves took long enough for their time to be that of searching, and not that of asking.

    Of two equal agents whose moves took less, the second was called slower in a third of the matches.
    """
    return all(cost.per_move >= TELLING for cost in costs)


def time_metric(*stores: Store) -> Metric:
    """The time that runs are compared by: that of the processor, if it is known of all moves.

    The other is that of a clock, which also runs while a move waits for a core.
    """
    unknown = "SELECT count(*) FROM moves WHERE trouble IS NULL AND cpu IS NULL"
    return "wall" if any(next(store.query(unknown))[0] for store in stores) else "cpu"


def game_costs(store: Store, metric: Metric, evidence: Evidence | None = None) -> GameCosts:
    """The nodes or the seconds of the moves that agents made themselves, by round."""
    evidence, names = evidence or Evidence.of(store), store.plan.names
    sums: dict[int, dict[int, RoundCost]] = defaultdict(dict)
    rows = f"""SELECT pair, agent, sum({metric}), count(DISTINCT game), count(*) FROM moves
               JOIN games ON games.number = moves.game
               WHERE {metric} IS NOT NULL AND trouble IS NULL GROUP BY pair, agent"""
    for pair, agent, spent, games, moves in store.query(rows):
        turn = pair // len(store.plan.pairings)
        known = sums[agent].get(turn, RoundCost(0.0, 0, 0))
        sums[agent][turn] = RoundCost(known.total + spent, known.games + games, known.moves + moves)
    agents = {names[agent]: AgentCost(own, evidence.copies(agent)) for agent, own in sums.items()}
    return GameCosts(agents, evidence.openings)
