"""The sentences of a survey: each rule says what its numbers carry, and nothing more."""

from __future__ import annotations

import re

import pytest

from plyground.experiments.census import LineCount, WholeGame
from plyground.report import findings
from plyground.report.costs import Agreement, SearchCost
from plyground.report.findings import ReportFinding
from plyground.report.pair_results import PairResult
from plyground.report.types import Blunders
from plyground.stats.elo import Counts, Interval
from plyground.ui.i18n import tongue

EN, PT = tongue("en"), tongue("pt-BR")


def cost(
    agent: str, nodes: tuple[float, float, float], time: tuple[float, float, float], at: int = 7
) -> SearchCost:
    one = (1.0, 1.0, 1.0)
    return SearchCost(agent, at, 25, one, one, nodes, time)


def result(wins: int, losses: int, interval: tuple[float, float] | None = None) -> PairResult:
    return PairResult("a", "b", Counts(wins, 0, losses), 25, interval and Interval(*interval))


def said(finding: ReportFinding | None) -> str:
    assert finding is not None
    assert re.search(r"\d", finding.text(PT))
    return finding.text(EN)


def test_same_answers_only_if_all_are() -> None:
    whole = [Agreement("memo", 240, 240, 240), Agreement("pvs", 240, 240, 240)]
    assert said(findings.same_answers(whole, "minimax", 30)) == (
        "Same answer: memo and pvs found the value and the move of minimax in 480 of 480 searches of 30 positions."
    )
    other = [whole[0], Agreement("pvs", 240, 239, 237)]
    assert said(findings.same_answers(other, "minimax", 30)) == (
        "Not the same answer: memo and pvs found the value of minimax in 479 and its move in 477 of 480 "
        "searches of 30 positions."
    )
    assert findings.same_answers([], "minimax", 0) is None


def test_costs_are_those_of_the_greatest_depth() -> None:
    found = [
        cost("minimax", (1, 1, 1), (1, 1, 1)),
        cost("alphabeta", (99.0, 98.0, 100.0), (9.0, 8.0, 10.0), at=6),
        cost("alphabeta", (11.63, 9.81, 13.7), (9.0, 8.0, 10.0)),
        cost("mtdf", (51.5, 46.1, 57.5), (1.02, 0.9, 1.1)),
    ]
    text = said(findings.cheaper(found, "minimax", "alphabeta"))
    assert (
        "at depth 7, over 25 positions: alphabeta looks at 11.6 times fewer nodes (95 %: 9.81 to 13.7)"
        in text
    )
    assert "takes 9.00 times less time (95 %: 8.00 to 10.0); mtdf looks at 51.5 times fewer nodes" in text
    assert text.endswith("takes a time that cannot be told from it (1.02 times less; 95 %: 0.900 to 1.10).")


@pytest.mark.parametrize(
    ("ratio", "words"),
    [
        ((0.5, 0.4, 0.625), "2.00 times more nodes (95 %: 1.60 to 2.50)"),
        ((1.2, 0.9, 1.6), "cannot be told from 1"),
        ((3.0, 3.0, 3.0), "cannot be told from 1"),  # one position gives no interval
    ],
)
def test_fewer_is_said_only_where_the_interval_carries_it(
    ratio: tuple[float, float, float], words: str
) -> None:
    assert words in said(findings.cheaper([cost("alphabeta", ratio, (2, 1.5, 3))], "minimax", "alphabeta"))


def test_results_without_chance_are_exact_and_have_no_interval() -> None:
    assert said(findings.score(result(33, 17))) == "a beats b 33–17 in points (exact)"
    assert said(findings.score(result(17, 33))) == "b beats a 33–17 in points (exact)"
    assert said(findings.score(result(25, 25))) == "a and b are level at 25–25 points (exact)"


def test_results_with_chance_claim_what_the_interval_carries() -> None:
    ahead, unclear = result(33, 17, (0.53, 0.78)), result(28, 22, (0.45, 0.66))
    assert said(findings.score(ahead)) == "a makes 66.0 % of the points against b (95 %: 53.0 to 78.0 %)"
    assert said(findings.score(ahead.reversed())) == said(findings.score(ahead))
    assert said(findings.score(unclear)).startswith("a and b cannot be told apart (56.0 % of the points;")


def test_equal_nodes_tells_every_budget_and_only_exact_results() -> None:
    by_nodes = {1_000: {("a", "b"): result(27, 23)}, 100_000: {("a", "b"): result(33, 17)}}
    assert said(findings.equal_nodes(by_nodes, [("a", "b"), ("a", "c")])) == (
        "What the saving buys, in points with 1,000 and 100,000 nodes per move: a against b 27–23 and 33–17 "
        "(exact: all 25 openings from both sides, no chance)."
    )
    by_chance = {1_000: {("a", "b"): result(27, 23, (0.4, 0.7))}}
    assert findings.equal_nodes(by_chance, [("a", "b")]) is None


def test_equal_time_names_its_unit() -> None:
    found = findings.equal_time(3, {("a", "b"): result(33, 17, (0.53, 0.78))}, [("a", "b"), ("a", "c")])
    assert said(found).startswith("With equal time, 3 ms per move on this machine, over 25 openings")
    assert findings.equal_time(3, {}, [("a", "b")]) is None


def test_looking_ahead_goes_from_rung_to_rung() -> None:
    results = {("two", "one"): result(46, 4), ("four", "two"): result(20, 30)}
    blunders = {"one": Blunders(300, 200, 70, 0.2, Interval(0.27, 0.43)), "two": None}
    text = said(findings.looking_ahead(results, ["one", "two", "four"], blunders))
    assert text.endswith(
        "a beats b 46–4 in points (exact); b beats a 30–20 in points (exact). Results given away where there was "
        "one to give: one in 35.0 % of 200 decisions (95 %: 27.0 to 43.0 %)."
    )
    assert findings.looking_ahead({}, ["one"], {}) is None


def whole(agent: str, lost: int, right: int) -> WholeGame:
    return WholeGame(
        agent, LineCount(71, 2, 0), LineCount(386, 183 - lost, lost), 4520, right, 3191, lost, 9
    )


def test_a_fault_in_tictactoe_is_told() -> None:
    good, greedy = whole("minimax", 0, 4520), whole("greedy", 33, 400)
    text = said(findings.whole_small_game([good, greedy], ["minimax"], ["greedy"]))
    assert "loses 0 of the 642 lines that an opponent can play, and values 4,520 of 4,520 positions" in text
    assert text.endswith("greedy loses 33 of 642 lines.")
    bad = findings.whole_small_game([good, whole("memo", 1, 4519)], ["minimax", "memo"], [])
    assert "lose 1 of the 1,284 lines that opponents can play, and value 9,039 of 9,040" in said(bad)


def test_numbers_are_written_as_the_language_writes_them() -> None:
    found = findings.cheaper([cost("mtdf", (51.5, 46.1, 57.5), (2, 1.5, 3))], "minimax", "alphabeta")
    assert found is not None
    assert "mtdf examina 51,5 vezes menos nós (95 %: 46,1 a 57,5)" in found.text(PT)
