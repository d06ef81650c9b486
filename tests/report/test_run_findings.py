"""The sentences of a run: each rule says what its numbers carry, and nothing more."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from helpers.played import played
from plyground.arena.blunders import judge
from plyground.arena.clock import Clock, TimeControl
from plyground.experiments.search_store import SearchMeasurement
from plyground.report import run_findings as rules
from plyground.report.findings import ReportFinding
from plyground.report.game_costs import AgentCost, GameCosts, RoundCost, game_costs
from plyground.report.run_findings import run_findings
from plyground.report.summary import report
from plyground.report.types import SIDES, Blunders, Duel, Report, Side, Standing
from plyground.stats.elo import Counts, Elo, Interval, Pairs, Summary
from plyground.stats.ratings import Rating
from plyground.stats.sprt import SPRT
from plyground.stats.verdict import Verdict, side_of
from plyground.words import tongue

EN, PT = tongue("en"), tongue("pt-BR")
NODES = TimeControl(nodes=1_000)
NO_ELO = Elo(None, None, None)
MOVES = 10  # of an agent in a game


def said(finding: ReportFinding | None) -> str:
    assert finding is not None
    assert re.search(r"\d", finding.text(PT))
    return finding.text(EN)


def duel(
    wins: int,
    losses: int,
    interval: tuple[float, float] | None = None,
    pairs: Pairs = (0, 0, 0, 0, 0),
    **more: Any,
) -> Duel:
    about: dict[str, Any] = {"exact": False, "different": 10} | more
    spread = about.pop("spread", interval)  # over openings, where the result is exact
    side = "level" if about["exact"] and wins == losses else side_of(spread, 0.5)
    chance = None if spread is None else 0.04 if side in ("above", "below") else 0.4
    found = Verdict(side, about["exact"], chance, about.pop("needed", None))
    return Duel(
        Counts(wins, 0, losses),
        verdict_on=found,
        units=about["different"],
        pairs=about.pop("pairs_played", (wins + losses + 1) // 2),
        pentanomial=pairs,
        by_chance=False,
        elo=NO_ELO,
        normalized_elo=NO_ELO,
        superiority=None,
        interval=interval and Interval(*interval),
        **about,
    )


def standing(name: str, elo: float = 0.0, **side: Any) -> Standing:
    sides = {each: Side(**side) for each in SIDES}
    return Standing(name, name, sides, Rating(elo, None, None))


def whole(standings: list[Standing], duels: dict[tuple[int, int], Duel], **more: Any) -> Report:
    about: dict[str, Any] = {"format": "match", "fixed_seats": False, "judged": 20, "judgeable": 20} | more
    return Report(
        run="a.run",
        game="connect4",
        openings="random(4)",
        seed=0,
        planned=20,
        played=20,
        unique=20,
        broken_off=0,
        most_plies=99,
        finished="all games played",
        seconds=1.0,
        standings=standings,
        duels=duels,
        **about,
    )


TWO = [standing("a"), standing("b")]


def test_who_is_stronger_is_said_only_where_the_interval_carries_it() -> None:
    ahead = rules.match_findings(whole(TWO, {(0, 1): duel(15, 5, (0.58, 0.92))}), NODES)[0]
    assert said(ahead) == (
        "a beats b 15–5: 75.0 % of the points (95 %: 58.0 to 92.0 %; between equals, chance alone does this "
        "in 4.0 % of matches); 1,000 nodes per move, 10 independent pairs of games."
    )
    behind = rules.match_findings(whole(TWO, {(0, 1): duel(5, 15, (0.08, 0.42))}), NODES)[0]
    assert said(behind).startswith("b beats a 15–5: 75.0 % of the points (95 %: 58.0 to 92.0 %;")
    unclear = rules.match_findings(whole(TWO, {(0, 1): duel(12, 8, (0.4, 0.8), needed=96)}), NODES)[0]
    assert said(unclear).startswith(
        "a leads b 12–8, which may be chance: 60.0 % of the points (95 %: 40.0 to 80.0 %; equals are so far "
        "apart in 40.0 % of matches); about 200 games would tell;"
    )
    endless = rules.duel_result("a", "b", duel(12, 8, (0.4, 0.8), needed=5001))
    assert said(endless).endswith("; more than 10,000 games would be needed to tell")
    even = rules.duel_result("a", "b", duel(10, 10, (0.3, 0.7)))
    assert said(even) == "a and b made as many points, 10–10 (95 %: 30.0 to 70.0 %)"
    few = rules.match_findings(whole(TWO, {(0, 1): duel(1, 0, different=1)}), TimeControl())[0]
    assert said(few) == (
        "a and b stand at 1–0 points, too few games for an interval; no limit on a move, 1 game, half a pair."
    )
    odd = rules.match_findings(whole(TWO, {(0, 1): duel(2, 1, different=2)}), TimeControl())[0]
    assert said(odd).endswith(
        "; no limit on a move, 2 independent pairs of games, one of them half played."
    )
    assert rules.match_findings(whole(TWO, {(0, 1): duel(0, 0)}), NODES) == []


def test_an_exact_result_is_a_count_and_beats_only_by_a_margin_that_openings_carry() -> None:
    """Three openings in 25 rounds gave 37.5 points of 50, of which nine rounds were of one opening."""
    few = duel(38, 12, exact=True, different=3, pairs=(0, 0, 1, 1, 1), spread=(0.3, 1.0))
    assert said(rules.duel_result("a", "b", few)) == (
        "a makes 4.5–1.5 against b: exact, all that the 3 openings give, which do not show who is the stronger"
    )
    hardly = duel(26, 24, exact=True, different=25, pairs=(6, 0, 12, 1, 6), spread=(0.4, 0.62))
    assert said(rules.duel_result("a", "b", hardly)).startswith(
        "a makes 25.5–24.5 against b: exact, all that"
    )
    clear = duel(40, 10, exact=True, different=25, pairs=(2, 0, 6, 0, 17), spread=(0.65, 0.95))
    assert said(rules.duel_result("b", "a", clear)) == (
        "b beats a 40–10: exact, all that the 25 openings give"
    )
    level = duel(10, 10, exact=True, different=2, pairs=(0, 0, 2, 0, 0))
    assert said(rules.duel_result("a", "b", level)) == (
        "a and b are level at 2–2: exact, all that the 2 openings give"
    )
    one = duel(2, 0, exact=True, different=1, pairs=(0, 0, 0, 0, 1))
    assert said(rules.duel_result("a", "b", one)) == (
        "a makes 2–0 against b: exact, all that one opening gives, which does not show who is the stronger"
    )
    games = duel(3, 1, exact=True, different=4, pairs=(1, 0, 0, 0, 3), fixed_seats=True)
    assert said(rules.duel_result("a", "b", games)).startswith(
        "a makes 3–1 against b: exact, all that the 4"
    )


@pytest.mark.parametrize("games", [(4, 6), (6, 20)])
def test_a_repeated_pair_changes_no_sentence(tmp_path: Path, games: tuple[int, int]) -> None:
    """Four games "cannot be told apart", six of the same two openings "beats 4–0 in points (exact)"."""
    told = []
    for number in games:
        agents = "alphabeta(depth=2)", "alphabeta(depth=1)"
        options: dict[str, Any] = {"game": "connect4", "openings": "list('1 1', '4 4')", "games": number}
        with played(tmp_path / f"{number}.run", *agents, **options) as store:
            told.append(said(run_findings(store, report(store))[0]))
    assert told[0] == told[1]
    assert "4–0 against alphabeta(depth=1): exact, all that the 2 openings give" in told[0]


@pytest.mark.parametrize(
    ("control", "words", "portuguese"),
    [
        (TimeControl(seconds=0.5), "0.5 s per move", "0,5 s por jogada"),
        (TimeControl(depth=1), "1 ply per move", "1 nível por jogada"),
        (
            TimeControl(depth=4, nodes=1_000),
            "4 plies and 1,000 nodes per move",
            "4 níveis e 1.000 nós por jogada",
        ),
        (TimeControl(clock=Clock(60, 0.5)), "clock 60+0.5 per move", "relógio 60+0,5 por jogada"),
        (TimeControl(), "no limit on a move", "nenhum limite por jogada"),
    ],
)
def test_limits_are_told(control: TimeControl, words: str, portuguese: str) -> None:
    found = rules.match_findings(whole(TWO, {(0, 1): duel(15, 5, (0.58, 0.92))}), control)[0]
    assert f"; {words}, 10" in said(found)
    assert found is not None
    assert f"; {portuguese}, 10" in found.text(PT)


def test_a_sequential_test_is_told_with_its_bounds() -> None:
    test = SPRT(0, 50)
    about: dict[str, Any] = {"llr": 3.1, "bounds": test.bounds, "test": test}
    found = rules.sprt_verdict("a", duel(15, 5, verdict="H1", **about))
    assert said(found) == (
        "Sequential test: a is 50 Elo stronger rather than equal (accepts H1); the log likelihood ratio of "
        "a is 3.10, the bounds are -2.94 and 2.94."
    )
    assert found is not None
    assert "a é 50 Elo mais forte, e não igual (aceita H1)" in found.text(PT)
    open_ = rules.sprt_verdict("a", duel(15, 5, verdict=None, **about | {"llr": 1.5}))
    assert said(open_).startswith("Sequential test: undecided, the log likelihood ratio of a is 1.50,")
    assert rules.sprt_verdict("a", duel(15, 5)) is None


@pytest.mark.parametrize("test", [SPRT(0, 50), SPRT(-10, 0), SPRT(-10, -2.5), SPRT(5, 10)])
def test_verdicts_are_those_of_the_test(test: SPRT) -> None:
    from plyground.report.run_words import verdict_text

    for verdict in ("H0", "H1"):
        found = duel(1, 1, verdict=verdict, test=test)
        assert verdict_text(found, "a", EN) == f"a is {test.in_words(verdict)}"


def side(wins: int, losses: int, low: float, high: float) -> dict[str, Any]:
    return {"counts": Counts(wins, 0, losses), "interval": Interval(low, high)}


def field(*standings: Standing, **more: Any) -> Report:
    duels = {(0, 1): duel(12, 8, (0.4, 0.8)), (0, 2): duel(18, 2, (0.7, 1.0)), (1, 2): duel(17, 3)}
    return whole(list(standings), duels, **{"format": "round-robin"} | more)


def test_the_leader_is_set_apart_only_from_those_below_its_interval() -> None:
    a, b, c = (
        standing("a", 100, **side(30, 10, 0.6, 0.9)),
        standing("b", 50, **side(25, 15, 0.5, 0.7)),
        standing("c", -150, **side(5, 35, 0.0, 0.3)),
    )
    assert said(rules.leader(field(a, b, c), NODES)) == (
        "a made the most points of 3 agents: 75.0 % of those of 40 games, 1,000 nodes per move; the 95 % "
        "interval, 60.0 to 90.0 %, lies above that of 1 of the 2 others."
    )
    lower = standing("b", **side(20, 20, 0.4, 0.59))
    assert said(rules.leader(field(a, lower, c), NODES)).endswith("lies above those of all others.")
    tied = standing("b", **side(30, 10, 0.6, 0.9))
    text = said(rules.leader(field(a, tied, c), NODES))
    assert text.startswith("a and b made the most points of 3 agents: each 75.0 % of those of 40 games")
    assert text.endswith("lies above that of the other.")
    exact = standing("a", counts=Counts(30, 0, 10), exact=True)
    assert said(rules.leader(field(exact, b, c), NODES)).endswith("; this is exact for these openings.")
    once = standing("a", counts=Counts(3, 0, 1))
    assert said(rules.leader(field(once, b, c), NODES)).endswith("too few rounds for an interval.")


def test_no_winner_is_named_where_none_stands_out() -> None:
    """It said "lies above those of 0 of the 2 others", and "made more points than the others: each"."""
    a, b = standing("a", 9, **side(22, 18, 0.42, 0.67)), standing("b", -9, **side(18, 22, 0.33, 0.58))
    assert said(rules.leader(field(a, b, b), NODES)) == (
        "No agent stands out: a has the most points of 3 agents (55.0 % of those of 40 games; 95 %: 42.0 to "
        "67.0 %), but the intervals of all others reach as high; 1,000 nodes per move."
    )
    text = said(rules.leader(field(a, a, b), NODES))
    assert text.startswith("No agent stands out: a and a have the most points of 3 agents (each 55.0 %")
    assert said(rules.leader(field(a, a, a), NODES)) == (
        "All 3 agents made as many points: each 55.0 % of those of 40 games, 1,000 nodes per move."
    )
    assert rules.leader(field(standing("a"), standing("b"), standing("c")), NODES) is None


def test_pairings_are_decided_open_or_level() -> None:
    names = [standing(name, elo) for name, elo in (("a", 100), ("b", 50), ("c", -150))]
    found = rules.decided(field(*names))
    assert said(found) == (
        "1 of 3 pairings decided (a 95 % interval that excludes 50 %), 0 level (exact), 2 open; between the "
        "two with the highest ratings: a leads b 12–8, which may be chance: 60.0 % of the points (95 %: 40.0 "
        "to 80.0 %; equals are so far apart in 40.0 % of matches)."
    )
    level = whole(names, {(0, 1): duel(5, 5, exact=True, pairs=(0, 0, 10, 0, 0))}, format="gauntlet")
    assert said(rules.decided(level)) == (
        "0 of 1 pairing decided (a 95 % interval that excludes 50 %), 1 level (exact), 0 open."
    )
    assert rules.decided(whole(names, {})) is None


def test_no_two_are_the_first_where_three_have_the_same_rating() -> None:
    """Of three that drew all games it told what was "between the two with the highest ratings"."""
    names = [standing(name, elo) for name, elo in (("a", 10), ("b", 0.2), ("c", 0.0))]
    assert said(rules.decided(field(*names))).endswith("0 level (exact), 2 open.")


def test_a_gauntlet_tells_each_result_or_the_extremes() -> None:
    names = [standing(name) for name in "abcde"]
    duels = {(0, n): duel(10 + n, 10 - n, (0.3 + n / 10, 0.7 + n / 10)) for n in range(1, 5)}
    many = whole(names, duels, format="gauntlet")
    text = said(rules.gauntlet(many, NODES))
    assert text.startswith(
        "a against 4 others, 1,000 nodes per move; its worst and its best result: a leads b 11–9"
    )
    assert "a beats e 14–6: 70.0 % of the points (95 %: 70.0 to 110.0 %;" in text
    few = whole(names[:3], {pairing: duels[pairing] for pairing in ((0, 1), (0, 2))}, format="gauntlet")
    assert said(rules.gauntlet(few, NODES)).count(" of the points") == 2
    alone = whole(names[:3], {(0, 1): duels[0, 1]}, format="gauntlet")
    assert said(rules.gauntlet(alone, NODES)).startswith("a against 1 other, ")
    assert rules.gauntlet(whole(names, {}, format="gauntlet"), NODES) is None


def test_a_gauntlet_with_equal_results_has_no_worst_and_no_best() -> None:
    """Random lost 0–6 to each of four depths, of which two were "its worst and its best result"."""
    names = [standing(name) for name in "abcde"]
    alike = whole(names, {(0, n): duel(0, 6, (0.0, 0.45)) for n in range(1, 5)}, format="gauntlet")
    assert (
        said(rules.gauntlet(alike, NODES))
        == "a against 4 others, 1,000 nodes per move: 0–6 against each of them."
    )


def given(name: str, blunders: Blunders | None, exact: bool = False) -> Standing:
    return standing(name, blunders=blunders, exact=exact)


def test_what_is_given_away_is_told_per_decision_that_could_be_one() -> None:
    careless = Blunders(208, 46, 29, 0.5, Interval(0.48, 0.76))
    found = rules.given_away(whole([given("a", careless), given("b", None)], {}))
    assert said(found) == (
        "Results given away, in positions where there was one to give (every one of the 20 games was judged): "
        "a in 63.0 % of 46 positions (95 %: 48.0 to 76.0 %), 0.500 points a position."
    )
    once = Blunders(4, 1, 0, 0.0, None)
    assert "a in 0.0 % of 1 position (too few rounds for an interval), 0 points a position" in said(
        rules.given_away(whole([given("a", once)], {}))
    )
    exact = whole([given("a", careless, exact=True)], {})
    assert "46 positions (exact for these openings)" in said(rules.given_away(exact))
    part = replace(exact, judged=10)
    assert "(10 of 20 games were judged): a in 63.0 % of 46 positions (95 %" in said(rules.given_away(part))
    assert rules.given_away(whole([given("a", Blunders(4, 0, 0, 0.0, None))], {})) is None
    several = [given(name, replace(careless, blunders=n)) for n, name in enumerate("abcd", 20)]
    text = said(rules.given_away(whole(several, {})))
    assert [name for name in "abcd" if f": {name} in " in text or f"; {name} in " in text] == ["a", "d"]
    assert "was judged), of 4 agents the least and the most: a in" in text


def test_forfeits_are_told_with_their_reasons() -> None:
    def loser(name: str, **reasons: int) -> Standing:
        why = {"crash": "ZeroDivisionError: division by zero (erro.py:7)"}
        return standing(name, counts=Counts(4, 0, 6), forfeits=reasons, why=why)

    found = rules.forfeits(whole([loser("a", time=3, crash=1), standing("b")], {}))
    assert said(found) == (
        "Lost by forfeit: a 4 of 10 games (1 by crash (ZeroDivisionError: division by zero (erro.py:7)), 3 by "
        "time)."
    )
    assert found is not None
    assert found.text(PT).startswith(
        "Perdidas por W.O.: a 4 de 10 partidas (1 por falha (ZeroDivisionError"
    )
    late = standing(
        "a", forfeits={"time": 2}, why={"time": "nothing came within 0.33 s, but a part of a line"}
    )
    silent = rules.forfeits(whole([late, standing("b")], {}))
    assert "(2 by time (no answer within 0.33 s, but a part of a line))" in said(silent)
    assert silent is not None
    assert "(2 por tempo (nenhuma resposta em 0,33 s" in silent.text(PT)
    many = rules.forfeits(whole([loser(name, illegal=n) for n, name in enumerate("abcde", 1)], {}))
    assert said(many) == (
        "Lost by forfeit: e 5 of 10 games (5 by illegal move); d 4 of 10 games (4 by illegal move); "
        "c 3 of 10 games (3 by illegal move); 2 other agents 3 games."
    )
    assert rules.forfeits(whole(TWO, {})) is None


def spending(name: str, most_nodes: float = 99.0, starved: int = 0) -> Standing:
    return standing(
        name, nodes=Summary(20, most_nodes, 0.0, most_nodes, most_nodes, most_nodes), starved=starved
    )


def costing(**costs: tuple[float, ...]) -> GameCosts:
    rounds = {
        name: {turn: RoundCost(2 * cost, 2, 2 * MOVES) for turn, cost in enumerate(each)}
        for name, each in costs.items()
    }
    return GameCosts({name: AgentCost(each) for name, each in rounds.items()}, {})


def test_costs_of_a_game_have_a_ratio_where_rounds_tell_it() -> None:
    both = whole([spending("a"), spending("b")], {})
    dear = costing(a=(5000, 6000, 6200), b=(12, 13, 12.5))
    text = said(rules.game_cost(both, "nodes", dear))
    assert text.startswith(
        "Nodes per game, on average: b 12.5 nodes and a 5,733 nodes; a takes 459 times as much as b"
    )
    assert said(rules.game_cost(both, "nodes", costing(a=(5000,), b=(1,)))) == (
        "Nodes per game, on average: b 1 node and a 5,000 nodes."
    )
    alike = costing(a=(1.0, 3.0), b=(3.0, 1.1))
    assert said(rules.game_cost(both, "cpu", alike)).startswith(
        "Processor time per game, on average: a 2.00 s and b 2.05 s; b and a cannot be told apart (1.02 times"
    )
    assert rules.game_cost(both, "nodes", costing()) is None


def test_who_looks_at_one_node_a_move_does_not_search() -> None:
    """Random counts one node a move: "alphabeta takes 4,122 times as much as random" said nothing."""
    found = whole([spending("a"), spending("random", most_nodes=1.0)], {})
    costs = costing(a=(5000, 6000, 6200), random=(5, 5, 6))
    assert said(rules.game_cost(found, "nodes", costs)) == "Nodes per game, on average: a 5,733 nodes."
    time = said(rules.game_cost(found, "cpu", costs))
    assert "a takes" in time  # time it takes like everybody


def test_times_of_short_moves_are_not_compared() -> None:
    """Of two equal agents, minimax at tic-tac-toe, one took "1.22 times as much (95 %: 1.01 to 1.48)"."""
    found = whole([spending("a"), spending("b")], {})
    short = costing(a=(0.0101, 0.0102, 0.0103), b=(0.0080, 0.0081, 0.0083))  # b: 0.8 ms a move
    assert said(rules.game_cost(found, "cpu", short)) == (
        "Processor time per game, on average: b 8.13 ms and a 10.2 ms; moves of less than 1 ms are not "
        "compared, for asking takes a part of that."
    )
    long = costing(a=(0.0121, 0.0122, 0.0123), b=(0.0100, 0.0101, 0.0103))
    assert "; a takes 1.20 times as much as b" in said(rules.game_cost(found, "cpu", long))
    equal = costing(a=(0.01010, 0.01011, 0.01012), b=(0.01, 0.01, 0.01001))
    text = said(rules.game_cost(found, "cpu", equal))
    assert "; a and b take about as long (1.01 times as much; 95 %: 1.01 to 1.01)" in text


def test_what_is_counted_has_no_interval() -> None:
    """Over all openings there are, nodes were 4.30 times as many "(95 %: 3.50 to 5.27)"."""
    sides = [replace(spending(name).sides["both"], exact=True) for name in "ab"]
    found = whole(
        [replace(spending(n), sides=dict.fromkeys(SIDES, s)) for n, s in zip("ab", sides, strict=True)], {}
    )
    costs = costing(a=(5000, 6000, 6200), b=(12, 13, 12.5))
    assert said(rules.game_cost(found, "nodes", costs)) == (
        "Nodes per game, on average: b 12.5 nodes and a 5,733 nodes; a takes 459 times as much as b."
    )
    assert "(95 %" in said(rules.game_cost(found, "cpu", costs))  # no clock counts


def test_of_many_costs_the_extremes_are_told_as_such() -> None:
    found = whole([spending(name) for name in "abcd"], {})
    text = said(rules.game_cost(found, "nodes", costing(a=(500,), b=(600,), c=(700,), d=(800,))))
    assert (
        text
        == "Nodes per game, on average, of 4 agents the least and the most: a 500 nodes and d 800 nodes."
    )


def test_no_clock_is_told_that_ran_while_moves_waited() -> None:
    found = whole([spending("a"), spending("b", starved=1)], {})
    costs = costing(a=(1.0, 1.1, 1.2), b=(2.0, 2.2, 2.1))
    assert rules.game_cost(found, "wall", costs) is None
    assert said(rules.game_cost(found, "cpu", costs)).startswith("Processor time per game")


def test_repeated_rounds_are_no_new_evidence_of_costs(tmp_path: Path) -> None:
    agents = "minimax(depth=2)", "alphabeta(depth=2)"
    with played(tmp_path / "a.run", *agents, games=8) as store:
        found = game_costs(store, "nodes")
    assert found.ratio(*agents) is None
    assert [each.spread() for each in found.agents.values()] == [None, None]


def test_a_ratio_is_that_of_the_means_beside_it(tmp_path: Path) -> None:
    """Where rounds repeated, "1.3 and 7.4 nodes" were "5.35 times as much"; they are 5.81 times."""
    options: dict[str, Any] = {"openings": "list('1 2 3 5')", "games": 300}
    with played(
        tmp_path / "a.run", "greedy", "alphabeta(depth=1)", "random", format="gauntlet", **options
    ) as store:
        found, costs = report(store), game_costs(store, "nodes")
    for name, each in costs.agents.items():
        (told,) = [standing for standing in found.standings if standing.name == name]
        spent = told.sides["both"].nodes_per_game
        assert spent is not None
        assert each.mean == pytest.approx(spent.mean)
    ratio = costs.ratio("alphabeta(depth=1)", "greedy")
    assert ratio is not None
    means = [costs.agents[name].mean for name in ("alphabeta(depth=1)", "greedy")]
    assert ratio[0] == pytest.approx(means[0] / means[1])


def searched(agent: int, position: str, nodes: int, score: int = 0) -> SearchMeasurement:
    return SearchMeasurement(position, agent, 4, 0, True, 38, score, "4", nodes, 4, 1e-3 * nodes, "native")


def test_searches_are_compared_with_minimax_wherever_it_stands() -> None:
    names = ("alphabeta", "minimax", "mine")
    searches = [
        searched(agent, f"p{n}", (10, 100, 40)[agent] + n, int(agent == 2 and n == 0))
        for agent in range(3)
        for n in range(5)
    ]
    same, other, cheaper = rules.search_findings(names, searches)
    assert said(same).startswith("Same answer: alphabeta found the value and the move of minimax in 5 of 5")
    assert said(other).startswith(
        "Not the same answer: mine found the value of minimax in 4 and its move in 5"
    )
    assert said(cheaper).startswith(
        "Other cost, compared with minimax at depth 4, all 5 positions together: alphabeta"
    )
    assert [each.beside for each in (same, cheaper) if each] == ["nodes-by-depth", "pruning"]
    assert rules.search_findings(names, searches[:5]) == []


def test_a_run_has_at_most_six_sentences_and_each_is_shown_somewhere(tmp_path: Path) -> None:
    agents = "minimax(depth=2)", "greedy", "random"
    with played(tmp_path / "a.run", *agents, format="round-robin", games=8, openings="random(1)") as store:
        judge(store)
        found = run_findings(store, report(store))
    assert [finding.key for finding in found] == [
        *("leader-unclear", "decided-top", "away-of-all", "game-nodes-ratio"),
        *({"game-cpu", "game-cpu-ratio"} & {finding.key for finding in found}),
    ]
    assert [finding.beside for finding in found] == ["points", "crosstable", "blunders", "nodes", "times"]


def test_a_run_without_games_has_no_sentences(tmp_path: Path) -> None:
    from plyground.arena.plan import Plan
    from plyground.arena.runner import begin

    for agents, kind in ((("random", "random"), "match"), (("random",) * 3, "gauntlet")):
        with begin(Plan("tictactoe", agents, format=kind), tmp_path / f"{kind}.run") as store:  # type: ignore[arg-type]
            assert run_findings(store, report(store)) == []
