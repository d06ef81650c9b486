"""Costs of searchers that must agree: paired by position, the fastest of repeated times counts."""

from __future__ import annotations

import pytest

from plyground.experiments.search_store import SearchMeasurement
from plyground.report.costs import agreements, costs

NAMES = ("minimax", "alphabeta")


def search(
    position: str, agent: int, nodes: int, seconds: float = 1.0, move: str = "4", repetition: int = 0
) -> SearchMeasurement:
    return SearchMeasurement(position, agent, 7, repetition, True, 40, 5, move, nodes, 7, seconds, "native")


def test_ratios_are_paired_by_position() -> None:
    made = [
        *(search("11", 0, 1_000), search("11", 1, 100)),
        *(search("12", 0, 3_000), search("12", 1, 300)),
        search("13", 0, 9_000),  # the other did not search it
    ]
    plain, other = costs(NAMES, made, by_depth=True)
    assert plain.nodes[0] == pytest.approx(13_000 / 3)
    assert (plain.positions, plain.fewer_nodes) == (3, (1, 1, 1))
    assert (other.at, other.positions, other.fewer_nodes[0]) == (7, 2, 10.0)
    assert costs(NAMES, made, by_depth=False) == []


def test_the_fastest_time_counts() -> None:
    made = [
        *(search("11", 0, 10, 8.0), search("11", 0, 10, 4.0, repetition=1)),
        *(search("11", 1, 10, 2.0), search("11", 1, 10, 9.0, repetition=1)),
    ]
    assert costs(NAMES, made, by_depth=True)[1].less_time == (2.0, 2.0, 2.0)


def test_another_move_is_no_agreement() -> None:
    made = [search("11", 0, 9), search("11", 1, 5), search("12", 0, 9), search("12", 1, 5, move="3")]
    (found,) = agreements(NAMES, made)
    assert (found.searches, found.values, found.moves, found.whole) == (2, 2, 1, False)
