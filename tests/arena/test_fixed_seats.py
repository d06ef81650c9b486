"""Fixed seats: the agent named first always plays first, and the unit of the statistics is the game."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from helpers.command import run
from helpers.played import played
from plyground.api.match import match, tournament
from plyground.arena.config import plan_from
from plyground.arena.evidence import Evidence
from plyground.arena.plan import Plan
from plyground.arena.runner import MatchScore
from plyground.errors import BadSpec
from plyground.report.summary import report
from plyground.report.text import report_text
from plyground.stats.elo import Unit, estimate
from plyground.stats.sprt import SPRT


def test_who_is_named_first_plays_first_from_each_opening_once(tmp_path: Path) -> None:
    with played(
        tmp_path / "a.run", "random", "greedy", games=5, openings="random(2)", fixed_seats=True
    ) as store:
        rows = list(store.query("SELECT first, second, opening FROM games"))
        assert store.plan.total_pairs == 5
    assert [row[:2] for row in rows] == [(0, 1)] * 5
    assert len({opening for *_, opening in rows}) == 5


def test_games_are_the_unit(tmp_path: Path) -> None:
    with played(tmp_path / "a.run", "random", "random(seed=1)", games=30, fixed_seats=True) as store:
        found, evidence = report(store), Evidence.of(store)
        made = [
            1.0 if w == 0 else 0.5 if w is None else 0.0 for (w,) in store.query("SELECT winner FROM games")
        ]
    duel, counts = found.duels[0, 1], found.standings[0].sides["both"].counts
    assert duel.pairs == duel.different == 30
    assert duel.pentanomial == (counts.losses, 0, counts.draws, 0, counts.wins)
    assert evidence.duel((0, 1)) == estimate(Unit(points, 1) for points in made)
    text = report_text(found)
    assert "tictactoe, match, fixed seats, openings none" in text
    assert (
        f"30 different games; with 0, ½, 1 points: {counts.losses}, {counts.draws}, {counts.wins}" in text
    )
    assert "note: fixed seats: single games are counted" in text
    assert found.to_json()["fixed_seats"] is True


def test_sprt_of_games_is_that_of_wins_draws_and_losses() -> None:
    plan = Plan("tictactoe", ("random", "random"), games=400, sprt=SPRT(0, 100), fixed_seats=True)
    tally = MatchScore(plan)
    for number in range(400):
        tally.add(number, (1.0, 1.0, 0.5, 0.0)[number % 4], 1, (number,))
        if tally.over:
            break
    lost, _, drawn, _, won = tally.pentanomial
    assert tally.over == "SPRT accepts H1"
    assert (won + drawn + lost, tally.pentanomial[1], tally.pentanomial[3]) == (tally.counted, 0, 0)
    again = MatchScore(replace(plan, agents=("greedy", "minimax"), names=()))
    for number in range(11):
        again.add(number, 1.0, 1, (7,))
    assert again.over == "SPRT undecided: the last 10 games only repeated earlier ones"


def test_deterministic_agents_take_openings_by_themselves() -> None:
    run = match("tictactoe", "alphabeta", "minimax", games=3, fixed_seats=True, in_process=True, workers=1)
    assert {(row["first"], row["second"]) for row in run.games} == {("alphabeta", "minimax")}
    assert "openings balanced(3)" in str(run)


def test_a_tournament_keeps_the_order_of_its_agents() -> None:
    agents = ["greedy", "random", "random(seed=2)"]
    cup = tournament("tictactoe", agents, games=2, fixed_seats=True, in_process=True, workers=1)
    seats = [(row["first"], row["second"]) for row in cup.games]
    assert len(seats) == 6
    assert set(seats) == {("greedy", "random"), ("greedy", "random(seed=2)"), ("random", "random(seed=2)")}


def test_old_plans_swap() -> None:
    plan = json.loads(Plan("tictactoe", ("random", "greedy")).to_json())
    del plan["fixed_seats"]
    assert Plan.from_json(json.dumps(plan)).fixed_seats is False


def test_a_file_says_it_with_true() -> None:
    options = {"game": "tictactoe", "agents": ["random", "greedy"]}
    assert plan_from(options | {"fixed_seats": True}).fixed_seats
    with pytest.raises(BadSpec, match="fixed_seats is true or false"):
        plan_from(options | {"fixed_seats": 1})


def test_a_sweep_of_depths_would_seat_the_second_first() -> None:
    ran = run("match", "tictactoe", "alphabeta", "random", "--depths", "1-2", "--fixed-seats")
    assert (ran.returncode, ran.stdout) == (2, "")
    assert "--depths and --fixed-seats" in ran.stderr
