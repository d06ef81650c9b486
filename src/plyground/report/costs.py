"""Searchers that must agree: whether they found the same, and what it cost, paired by position."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from plyground.experiments.search_store import SearchMeasurement
from plyground.stats.means import MeanEstimate, mean_of, ratio_of


@dataclass(frozen=True)
class Agreement:
    """In how many searches an agent found what the first one found."""

    agent: str
    searches: int
    values: int
    moves: int

    @property
    def whole(self) -> bool:
        return self.values == self.moves == self.searches


@dataclass(frozen=True)
class SearchCost:
    """What an agent took at a depth or a number of empty squares, and how many times less than the first.

    The ratios are paired: both agents searched the same positions.
    """

    agent: str
    at: int  # the depth, or the number of empty squares
    positions: int
    nodes: MeanEstimate
    seconds: MeanEstimate
    fewer_nodes: MeanEstimate
    less_time: MeanEstimate


@dataclass
class _Found:
    score: int
    move: str
    nodes: int
    seconds: float


Search = tuple[str, int, bool]  # its position, its depth, and whether it was made to compare depths


def _by_agent(searches: Iterable[SearchMeasurement]) -> dict[int, dict[Search, _Found]]:
    """The searches of each agent; of repeated ones the fastest time counts."""
    found: dict[int, dict[Search, _Found]] = defaultdict(dict)
    for each in searches:
        key = each.position, each.depth, bool(each.by_depth)
        known = found[each.agent].setdefault(key, _Found(each.score, each.move, each.nodes, math.inf))
        known.seconds = min(known.seconds, each.seconds)
    return found


def agreements(names: Sequence[str], searches: Iterable[SearchMeasurement]) -> list[Agreement]:
    """What the others found, compared with the first agent."""
    found = _by_agent(searches)
    made = []
    for agent in range(1, len(names)):
        pairs = [(found[0][key], own) for key, own in found[agent].items() if key in found[0]]
        values = sum(one.score == other.score for one, other in pairs)
        moves = sum(one.move == other.move for one, other in pairs)
        made.append(Agreement(names[agent], len(pairs), values, moves))
    return made


def costs(names: Sequence[str], searches: Sequence[SearchMeasurement], by_depth: bool) -> list[SearchCost]:
    """The cost of every agent at every depth, or for every number of empty squares."""
    chosen = [search for search in searches if bool(search.by_depth) == by_depth]
    places = {
        (search.position, search.depth, by_depth): search.depth if by_depth else search.empty
        for search in chosen
    }
    found, made = _by_agent(chosen), []
    for at in sorted(set(places.values())):
        here = [key for key, where in places.items() if where == at]
        for agent, name in enumerate(names):
            pairs = [
                (found[0][key], found[agent][key])
                for key in here
                if key in found[0] and key in found[agent]
            ]
            if pairs:
                made.append(_cost(name, at, pairs))
    return made


def _cost(name: str, at: int, pairs: list[tuple[_Found, _Found]]) -> SearchCost:
    nodes = [float(own.nodes) for _, own in pairs]
    seconds = [own.seconds for _, own in pairs]
    return SearchCost(
        name,
        at,
        len(pairs),
        mean_of(nodes),
        mean_of(seconds),
        ratio_of([plain.nodes for plain, _ in pairs], nodes),
        ratio_of([plain.seconds for plain, _ in pairs], seconds),
    )
