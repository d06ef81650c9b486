"""Searchers that must agree: whether they found the same, and what it cost, paired by position."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

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

    The ratios are paired: both agents searched the same positions. The time is the processor's. Over a
    sample of positions all have 95 % intervals. All positions of a kind are counted: their nodes have no
    interval, and their time has the least and the most of the repetitions.
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
    times: list[float] = field(default_factory=list)  # seconds of each repetition

    @property
    def seconds(self) -> float:
        """The fastest time: others had something else beside them."""
        return min(self.times)


Search = tuple[str, int, bool]  # its position, its depth, and whether it was made to compare depths


def _by_agent(searches: Iterable[SearchMeasurement]) -> dict[int, dict[Search, _Found]]:
    """The searches of each agent, repeated ones together."""
    found: dict[int, dict[Search, _Found]] = defaultdict(dict)
    for each in searches:
        key = each.position, each.depth, bool(each.by_depth)
        known = found[each.agent].setdefault(key, _Found(each.score, each.move, each.nodes))
        known.times.append(each.seconds)
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


def costs(
    names: Sequence[str], searches: Sequence[SearchMeasurement], by_depth: bool, whole: bool = False
) -> list[SearchCost]:
    """The cost of every agent at every depth, or for every number of empty squares.

    `whole` is whether the positions are all of their kind, and no sample.
    """
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
                made.append((_whole_cost if whole else _cost)(name, at, pairs))
    return made


def _whole_cost(name: str, at: int, pairs: list[tuple[_Found, _Found]]) -> SearchCost:
    nodes = math.fsum(own.nodes for _, own in pairs)
    seconds = math.fsum(own.seconds for _, own in pairs)
    fewer = math.fsum(plain.nodes for plain, _ in pairs) / nodes
    repetitions = range(min(len(each.times) for pair in pairs for each in pair))
    less = [
        math.fsum(plain.times[n] for plain, _ in pairs) / math.fsum(own.times[n] for _, own in pairs)
        for n in repetitions
    ]
    best = math.fsum(plain.seconds for plain, _ in pairs) / seconds
    mean, time = nodes / len(pairs), seconds / len(pairs)
    return SearchCost(
        name,
        at,
        len(pairs),
        (mean, mean, mean),
        (time, time, time),
        (fewer, fewer, fewer),
        (best, min(best, *less), max(best, *less)),
    )


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
