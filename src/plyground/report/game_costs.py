"""What a game costs each agent, round by round: rounds that only repeat others count once."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import Literal

from plyground.arena.evidence import games_in
from plyground.arena.store import Store
from plyground.stats.means import MeanEstimate, ratio_of

Metric = Literal["nodes", "wall"]


@dataclass(frozen=True)
class RoundCost:
    """What the games of one round cost an agent: the sum, and of how many games."""

    total: float
    games: int

    @property
    def per_game(self) -> float:
        return self.total / self.games


Rounds = dict[int, RoundCost]  # by the number of the round


@dataclass(frozen=True)
class GameCosts:
    """The costs of a run by agent and round, of rounds that repeat no other."""

    rounds: dict[str, Rounds]  # by name
    openings: dict[int, str]  # by round

    def ratio(self, above: str, below: str) -> MeanEstimate | None:
        """How many times as much one costs as the other, per game, over the rounds that both played."""
        return paired_ratio(self.rounds.get(above, {}), self.rounds.get(below, {}))


def paired_ratio(above: Rounds, below: Rounds) -> MeanEstimate | None:
    """The ratio of two costs per game over the same rounds; None without two rounds, or if one is free."""
    both = [turn for turn in above if turn in below]
    ones, others = ([costs[turn].per_game for turn in both] for costs in (above, below))
    if len(both) < 2 or not sum(ones) or not sum(others):
        return None
    return ratio_of(ones, others)


def game_costs(store: Store, metric: Metric) -> GameCosts:
    """The nodes or the seconds of the moves that agents made themselves, by round."""
    number, names = len(store.plan.pairings), store.plan.names
    marks: dict[int, list[tuple[int, int, int]]] = defaultdict(list)
    openings: dict[int, str] = {}
    turns = {}
    for game in games_in(store):
        turn, place = divmod(game.pair, number)
        turns[game.number] = turn
        openings.setdefault(turn, game.opening)
        marks[turn].append((place, game.number % 2, game.mark))
    first = {tuple(sorted(each)): turn for turn, each in sorted(marks.items(), reverse=True)}
    different = set(first.values())
    sums: dict[str, dict[int, tuple[float, int]]] = defaultdict(dict)
    rows = f"""SELECT game, agent, sum({metric}) FROM moves
               WHERE {metric} IS NOT NULL AND trouble IS NULL GROUP BY game, agent"""
    for game_number, agent, spent in store.query(rows):
        turn = turns[game_number]
        if turn in different:
            total, games = sums[names[agent]].get(turn, (0.0, 0))
            sums[names[agent]][turn] = total + spent, games + 1
    found = {name: {turn: RoundCost(*each) for turn, each in own.items()} for name, own in sums.items()}
    return GameCosts(found, openings)
