"""What counts as evidence: rounds that are different, and chance only where somebody draws lots."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from helpers.played import played, timeless
from plyground.arena.clock import TimeControl
from plyground.arena.evidence import Evidence, chance_of, mark_of
from plyground.report.summary import report
from plyground.stats.elo import Counts


def test_two_deterministic_agents_without_openings_are_one_pair(tmp_path: Path) -> None:
    with played(tmp_path / "a.run", "minimax", "alphabeta", games=20) as store:
        found = report(store)
    duel = found.duels[0, 1]
    assert (duel.pairs, duel.different, duel.pentanomial) == (10, 1, (0, 0, 1, 0, 0))
    assert duel.exact
    assert (duel.superiority, duel.elo.difference, duel.elo.low, duel.elo.high) == (None, 0, None, None)
    for standing in found.standings:
        assert all((side.exact, side.interval) == (True, None) for side in standing.sides.values())
        assert (standing.rating.low, standing.rating.high) == (None, None)


def test_one_pair_of_deterministic_agents_is_exact(tmp_path: Path) -> None:
    with played(tmp_path / "a.run", "minimax", "alphabeta", games=2) as store:
        assert report(store).duels[0, 1].exact
    with played(tmp_path / "b.run", "minimax", "random", games=2) as store:
        duel = report(store).duels[0, 1]
        assert (duel.exact, duel.different, duel.superiority) == (False, 1, None)


def test_openings_that_come_again_are_all_there_are(tmp_path: Path) -> None:
    options: dict[str, Any] = {"game": "connect4", "openings": "list('44', '43', '1')"}
    with played(tmp_path / "a.run", "alphabeta(depth=2)", "greedy", games=6, **options) as store:
        assert (
            not report(store).duels[0, 1].exact
        )  # there might be other openings: the interval is over them
    with played(tmp_path / "b.run", "alphabeta(depth=2)", "greedy", games=9, **options) as store:
        duel = report(store).duels[0, 1]
        assert (duel.pairs, duel.different, duel.exact) == (
            5,
            3,
            True,
        )  # the last game is single, and a copy


def test_clocks_are_never_exact(tmp_path: Path) -> None:
    with played(tmp_path / "a.run", "greedy", "greedy", games=6, control=TimeControl(seconds=5)) as store:
        duel = report(store).duels[0, 1]
    assert (duel.different, duel.exact, duel.superiority) == (1, False, None)


@pytest.mark.slow
def test_chance_is_never_exact(tmp_path: Path) -> None:
    with played(tmp_path / "a.run", "minimax", "random", games=400) as store:
        found = report(store)
    duel = found.duels[0, 1]
    assert duel.different < duel.pairs == 200  # a small game: chance repeats itself
    assert not duel.exact
    assert duel.by_chance
    side = found.standings[0].sides["both"]
    assert side.interval is not None
    assert side.counts.rate is not None
    assert side.interval.low < side.counts.rate < side.interval.high


def test_points_and_elo_have_one_interval(tmp_path: Path) -> None:
    from plyground.stats.elo import elo_to_score

    with played(tmp_path / "a.run", "greedy", "random", games=20, openings="random(1)") as store:
        found = report(store)
    duel, interval = found.duels[0, 1], found.standings[0].sides["both"].interval
    assert interval is not None
    assert duel.elo.low is not None
    assert duel.elo.high is not None
    assert (elo_to_score(duel.elo.low), elo_to_score(duel.elo.high)) == pytest.approx(tuple(interval))


def test_equal_players_have_equal_luck(tmp_path: Path) -> None:
    """Seeds are of the round and the seat: random plays the same against each of three that are one."""
    agents = ("minimax", "random", "alphabeta", "memo")
    with played(tmp_path / "a.run", *agents, format="round-robin", games=20) as store:
        found, games = report(store), timeless(store)["games"]
    equal = [standing for standing in found.standings if standing.name != "random"]
    assert len({(s.rating.elo, s.sides["both"].counts) for s in equal}) == 1
    assert len({game["moves"] for game in games if game["first"] == "random"}) > 5


def test_rounds_are_evidence_of_a_tournament(tmp_path: Path) -> None:
    with played(tmp_path / "a.run", "minimax", "greedy", "random", format="round-robin", games=6) as store:
        evidence = Evidence.of(store)
    assert [evidence.side(agent).different for agent in range(3)] == [3, 3, 3]  # random is in every round
    assert evidence.exact((0, 1))
    assert evidence.duel((0, 1)).different == 1
    rounds = evidence.rounds()
    assert len(rounds) == 3
    assert sum((results[0, 1] for results in rounds), Counts()).games == 6


def test_agents_that_use_chance() -> None:
    assert chance_of("random") is chance_of("mcts") is True
    assert chance_of("alphabeta(depth=3)") is False
    assert chance_of("python:plyground.arena.doctor.slow_opponent:choose") is None


def test_marks_are_of_the_opening_and_the_moves() -> None:
    marks = {mark_of("-", "44"), mark_of("4", "4"), mark_of("-", "45"), mark_of("-", ["4", None])}
    assert len(marks) == 4
    assert mark_of("-", ["4", "4"]) == mark_of("-", "44")
