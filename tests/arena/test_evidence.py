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
        assert (duel.exact, duel.different, duel.units) == (False, 1, 2)
        assert duel.by_game  # no opening and no luck is shared: two results, and far too few
        assert duel.verdict_on.side == "unclear"


def test_openings_that_come_again_are_all_there_are(tmp_path: Path) -> None:
    options: dict[str, Any] = {"game": "connect4", "openings": "list('44', '43', '1')"}
    with played(tmp_path / "a.run", "alphabeta(depth=2)", "greedy", games=6, **options) as store:
        once = report(store).duels[0, 1]
        assert (once.pairs, once.different, once.exact) == (3, 3, True)
    with played(tmp_path / "b.run", "alphabeta(depth=2)", "greedy", games=9, **options) as store:
        duel = report(store).duels[0, 1]
        assert (duel.pairs, duel.different, duel.exact) == (
            5,
            3,
            True,
        )  # the last game is single, and a copy
    assert duel.verdict_on == once.verdict_on
    assert duel.exact_score == once.exact_score


def test_a_part_of_the_openings_is_not_exact(tmp_path: Path) -> None:
    options: dict[str, Any] = {"game": "connect4", "openings": "list('44', '43', '1')"}
    with played(tmp_path / "a.run", "alphabeta(depth=2)", "greedy", games=5, **options) as store:
        assert not report(store).duels[0, 1].exact  # one of them from one side only


def test_mirrored_openings_are_others(tmp_path: Path) -> None:
    """Tic-tac-toe has three first squares up to symmetry, and nine: five rounds are not all there is."""
    agents = "greedy", "alphabeta(depth=2)"
    with played(tmp_path / "a.run", *agents, games=6, openings="random(1)") as store:
        assert not report(store).duels[0, 1].exact
    with played(tmp_path / "b.run", *agents, games=240, openings="random(1)") as store:
        duel = report(store).duels[0, 1]
        assert (duel.exact, duel.different) == (True, 9)


def test_all_openings_are_all_whether_one_came_again_or_not(tmp_path: Path) -> None:
    """98 games from the 49 openings of two plies had an interval, and 100 games were exact."""
    squares = [str(square) for square in range(1, 10)]
    openings = f"list({', '.join(map(repr, squares))})"
    told = []
    for games in (18, 20):
        path = tmp_path / f"{games}.run"
        with played(path, "greedy", "alphabeta(depth=2)", games=games, openings=openings) as store:
            duel = report(store).duels[0, 1]
        told.append((duel.exact, duel.different, duel.verdict_on, duel.exact_score))
    assert told[0] == told[1]
    assert told[0][:2] == (True, 9)


def test_repeated_rounds_of_chance_are_evidence(tmp_path: Path) -> None:
    """475 of 500 rounds were alike, and the interval was that of a dozen results."""
    options: dict[str, Any] = {"openings": "list('1 2 3 5')", "games": 400}
    with played(tmp_path / "a.run", "random", "alphabeta(depth=1)", **options) as store:
        found = report(store)
    duel, side = found.duels[0, 1], found.standings[0].sides["both"]
    assert (duel.pairs, duel.different, duel.units) == (200, 200, 200)
    assert side.interval is not None
    assert side.counts.rate is not None
    low, high = side.interval
    assert low < side.counts.rate < high
    assert high - low < 0.16  # two standard errors of 200 pairs, however few games there are


def test_clocks_are_never_exact(tmp_path: Path) -> None:
    with played(tmp_path / "a.run", "greedy", "greedy", games=6, control=TimeControl(seconds=5)) as store:
        duel = report(store).duels[0, 1]
    assert (duel.different, duel.exact, duel.superiority) == (1, False, None)


@pytest.mark.slow
def test_chance_is_never_exact(tmp_path: Path) -> None:
    with played(tmp_path / "a.run", "minimax", "random", games=400) as store:
        found = report(store)
    duel = found.duels[0, 1]
    assert duel.pairs == 200
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


def test_random_has_other_luck_in_every_game(tmp_path: Path) -> None:
    """It had the same against each opponent: all its games of a round were one piece of evidence."""
    agents = ("minimax", "random", "alphabeta", "memo")
    with played(tmp_path / "a.run", *agents, format="round-robin", games=20) as store:
        games = timeless(store)["games"]
    first = [game["moves"] for game in games if game["first"] == "random"]
    assert len(set(first)) > 20  # of 30


def test_rounds_are_evidence_of_a_tournament(tmp_path: Path) -> None:
    with played(tmp_path / "a.run", "minimax", "greedy", "random", format="round-robin", games=6) as store:
        evidence = Evidence.of(store)
    # Rounds, where some of the games are copies; games, where all have luck of their own.
    assert [evidence.side(agent).different for agent in range(3)] == [3, 3, 12]
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
