"""The sentences of a survey: a plain claim that the numbers carry, then the numbers."""

from __future__ import annotations

import re

import pytest

from plyground.experiments.census import LineCount, WholeGame
from plyground.report import survey_findings as rules
from plyground.report.costs import Agreement, SearchCost
from plyground.report.findings import ReportFinding
from plyground.report.pair_results import PairResult
from plyground.report.survey_findings import Openings
from plyground.report.types import Blunders
from plyground.stats.elo import Counts, Interval
from plyground.words import tongue

EN, PT = tongue("en"), tongue("pt-BR")
ALL = Openings(49, 2)


def result(
    wins: int,
    losses: int,
    halves: tuple[float, float] = (0.6, 0.6),
    low: float = 0.55,
    *,
    agents: tuple[str, str] = ("a", "b"),
    exact: bool = True,
) -> PairResult:
    return PairResult(*agents, Counts(wins, 0, losses), 49, exact, Interval(low, 0.9), halves)


def said(finding: ReportFinding | None) -> tuple[str, str]:
    """The claim and the numbers; no sentence may end in a space or have two of them, in any language."""
    assert finding is not None
    assert finding.claim is not None
    for speaker in (EN, PT):
        for text in (finding.claim.text(speaker), finding.text(speaker)):
            assert "  " not in text
            assert text.endswith(".")
    assert not re.search(r"\d{4}", finding.claim.text(EN))
    return finding.claim.text(EN), finding.text(EN)


def test_the_same_answer_is_claimed_only_if_all_agree_in_both_orders() -> None:
    whole = [Agreement("memo", 240, 240, 240), Agreement("pvs", 240, 240, 240)]
    centred = [Agreement("pvs(order='centre')", 240, 240, 200)]  # another move of the same value
    assert said(rules.same_answers(whole, centred, "minimax", 30)) == (
        "Same answer: memo and pvs find the value and the move of minimax.",
        "The same value and the same move in 480 of 480 searches of 30 positions. With the centre tried first, "
        "the same value in 240 of 240; the same move in 200, for others can be worth as much.",
    )
    for wrong in ([Agreement("pvs", 240, 239, 237)], [Agreement("pvs", 240, 240, 237)]):
        claim, numbers = said(rules.same_answers([whole[0], *wrong], centred, "minimax", 30))
        assert claim == "Not the same answer: memo and pvs do not always find what minimax finds."
        assert "its move in 477 of 480" in numbers
    other = [Agreement("pvs(order='centre')", 240, 239, 200)]
    assert said(rules.same_answers(whole, other, "minimax", 30))[0].startswith("Not the same answer")
    assert rules.same_answers([], [], "minimax", 0) is None


def cost(
    agent: str, nodes: float, fewer: float, less: tuple[float, float, float], at: int = 7
) -> SearchCost:
    return SearchCost(agent, at, 49, (nodes,) * 3, (1.0,) * 3, (fewer,) * 3, less)


PLAIN = cost("minimax", 939_359.0, 1.0, (1.0, 1.0, 1.0))
CENTRED = [
    PLAIN,
    cost("alphabeta", 1.0, 999.0, (9.0, 8.0, 10.0), at=6),
    cost("alphabeta", 14_184.2, 66.2, (36.3, 36.0, 36.4)),
    cost("pvs", 13_449.1, 69.8, (34.1, 33.9, 34.2)),
    cost("mtdf", 7_245.5, 129.6, (31.4, 31.1, 31.4)),
]
GIVEN = [
    cost("alphabeta", 57_753.1, 16.27, (16.0, 15.0, 17.0)),
    cost("pvs", 67_969.2, 13.8, (14.0, 13.0, 15.0)),
    cost("mtdf", 21_962.6, 42.8, (15.0, 14.0, 16.0)),
]


def test_what_is_saved_is_told_at_the_greatest_depth_and_in_two_orders_of_moves() -> None:
    claim, numbers = said(rules.cheaper(CENTRED, GIVEN, "minimax", "alphabeta", ALL))
    assert claim == (
        "alphabeta finds the value of minimax from 66 times fewer nodes, in 36 times less time."
    )
    assert numbers == (
        "Searches to depth 7 of all 49 openings of 2 plies, with the centre tried first: minimax looks at 939,359 nodes "
        "a search, alphabeta at 14,184 (66.2 times fewer, and 36.3 times less processor time: 36.0 to 36.4 in the "
        "repetitions); mtdf at 7,246 (130 times fewer, and 31.4 times less processor time: 31.1 to 31.4 in the "
        "repetitions). With moves in the order of the rules: 16.3 and 42.8 times fewer nodes. Which looks at fewer nodes, "
        "alphabeta or pvs, depends on the order of moves."
    )
    alike = [*GIVEN[:1], cost("pvs", 50_000.0, 18.8, (1.0, 1.0, 1.0)), GIVEN[2]]
    assert "depends on the order" not in said(rules.cheaper(CENTRED, alike, "minimax", "alphabeta", ALL))[1]
    assert rules.cheaper([], [], "minimax", "alphabeta", ALL) is None


def test_less_time_is_claimed_only_if_every_repetition_took_less() -> None:
    slow = [PLAIN, cost("alphabeta", 14_184.2, 66.2, (1.2, 0.9, 1.3))]
    assert said(rules.cheaper(slow, GIVEN, "minimax", "alphabeta", ALL))[0].endswith(
        "but not in less time."
    )
    useless = [PLAIN, cost("alphabeta", 939_359.0, 1.0, (0.9, 0.9, 0.9))]
    assert said(rules.cheaper(useless, GIVEN, "minimax", "alphabeta", ALL))[0] == (
        "alphabeta looks at no fewer nodes than minimax."
    )


def by_nodes(*results: PairResult) -> dict[int, dict[tuple[str, str], PairResult]]:
    return {nodes: {("a", "b"): each} for nodes, each in zip((1_000, 10_000), results, strict=True)}


def test_equal_nodes_ranks_only_what_no_half_of_the_openings_turns_round() -> None:
    ahead, turned = result(66, 32), result(56, 42, (0.49, 0.65))
    hardly, level = result(54, 44, (0.51, 0.59), low=0.46), result(49, 49, (0.5, 0.5), low=0.4)
    claim, numbers = said(rules.equal_nodes(by_nodes(ahead, ahead), [("a", "b"), ("a", "c")], ALL))
    assert claim == "With equal nodes per move, a makes more points than b."
    assert numbers == (
        "Points with 1,000 and 10,000 nodes per move: a against b 66–32 and 66–32. Counted over all 49 openings of 2 "
        "plies from both sides, without chance: another seed changes nothing."
    )
    for unranked, why in (
        (turned, "half of the openings says 49.0 % and the mirrored half 65.0 %"),
        (hardly, "the results of the openings differ too much"),
        (level, "the points are equal"),
    ):
        claim, numbers = said(rules.equal_nodes(by_nodes(unranked, ahead), [("a", "b")], ALL))
        assert "a makes more points than b for 1 of 2 limits; the other games rank nobody" in claim
        assert numbers.endswith(f"No ranking: a and b with 1,000 nodes, where {why}.")
        claim, _ = said(rules.equal_nodes(by_nodes(unranked, unranked), [("a", "b")], ALL))
        assert claim == "With equal nodes per move, these games rank nobody."
    by_chance = result(66, 32, exact=False)
    assert rules.equal_nodes(by_nodes(by_chance, by_chance), [("a", "b")], ALL) is None


def test_equal_time_has_intervals_and_claims_nothing_of_a_busy_machine() -> None:
    timed = {("a", "b"): result(66, 32, exact=False)}
    claim, numbers = said(rules.equal_time(1, timed, [("a", "b"), ("a", "c")], 0.01))
    assert claim == "With equal time as well, a makes more points than b."
    assert "a makes 67.3 % of the points against b (55.0 to 90.0 %)" in numbers
    claim, _ = said(rules.equal_time(1, timed, [("a", "b")], 0.25))
    assert claim.startswith(
        "The machine was busy: moves with equal time waited for a core in 25.0 % of their time"
    )
    unclear = {("a", "b"): result(54, 44, low=0.46, exact=False)}
    assert (
        said(rules.equal_time(1, unclear, [("a", "b")], 0.0))[0]
        == "With equal time, these games rank nobody."
    )
    assert rules.equal_time(1, {}, [("a", "b")], 0.0) is None


RUNGS = ("depth 1", "depth 2", "depth 4")
BLUNDERS = {"depth 1": Blunders(300, 200, 70, 0.2, Interval(0.27, 0.43)), "depth 4": None}


def ladder(*results: PairResult) -> dict[tuple[str, str], PairResult]:
    pairs = (("depth 2", "depth 1"), ("depth 4", "depth 2"))
    return {
        pair: PairResult(*pair, each.counts, 49, True, each.spread, each.halves)
        for pair, each in zip(pairs, results, strict=True)
    }


@pytest.mark.parametrize(
    ("given", "centred", "claim", "numbers"),
    [
        (result(67, 31), result(65, 33), "Looking further ahead makes more points, up to depth 4.", ""),
        (
            result(56, 42, (0.49, 0.65)),
            result(65, 33),
            "Looking further ahead makes more points up to depth 2; these games do not rank depth 4 and depth 2.",
            "half of the openings says 49.0 % and the mirrored half 65.0 %",
        ),
        (
            result(67, 31),
            result(50, 48, (0.5, 0.52), low=0.42),
            "Looking further ahead makes more points up to depth 2; these games do not rank depth 4 and depth 2.",
            "(with the centre tried first 50–48), which is no ranking: half of the openings says 50.0 %",
        ),
    ],
)
def test_a_deeper_search_is_ranked_only_if_openings_and_order_of_moves_agree(
    given: PairResult, centred: PairResult, claim: str, numbers: str
) -> None:
    first = result(89, 9)
    found = rules.looking_ahead(
        ladder(first, given), ladder(first, centred), RUNGS, ALL, BLUNDERS, (252, 2058)
    )
    text = said(found)
    assert text[0] == claim
    assert numbers in text[1]
    assert "depth 2 against depth 1 89–9 (with the centre tried first 89–9)" in text[1]
    assert text[1].endswith(
        "Results given away where one was at stake: depth 1 in 35.0 % of 200 positions (95 %: 27.0 to 43.0 %); "
        "the solver judged 252 of 2,058 games."
    )


def test_a_ladder_whose_first_step_fails_ranks_nothing() -> None:
    weak = ladder(result(50, 48, low=0.4), result(89, 9))
    found = rules.looking_ahead(weak, {}, RUNGS, ALL, {}, (0, 0))
    assert said(found)[0] == "These games do not rank the depths."
    assert rules.looking_ahead({}, {}, RUNGS, ALL, {}, (0, 0)) is None


def whole(agent: str, lost: int, right: int) -> WholeGame:
    return WholeGame(
        agent, LineCount(71, 2, 0), LineCount(386, 183 - lost, lost), 4520, right, 3191, lost, 9
    )


def test_a_fault_in_a_small_game_is_told_and_the_game_is_named() -> None:
    """It was called tic-tac-toe, whatever it was."""
    good, greedy = whole("minimax", 0, 4520), whole("greedy", 33, 400)
    claim, numbers = said(rules.whole_small_game("mnk(3,3,3)", [good, greedy], ["minimax"], ["greedy"]))
    assert claim == "Searching to the end never loses at mnk(3,3,3)."
    assert (
        "loses 0 of the 642 lines that an opponent can play, and values 4,520 of 4,520 positions" in numbers
    )
    assert numbers.endswith("greedy loses 33 of 642 lines.")
    lost = WholeGame("minimax", LineCount(3, 0, 0), LineCount(0, 0, 8), 17, 17, 0, 0, 9)
    sound = rules.whole_small_game("mnk(2,2,2)", [lost], ["minimax"], ["minimax"])
    claim, numbers = said(
        sound
    )  # the second player of it loses against everybody: that "goes wrong" was false
    assert claim.startswith(
        "Searching to the end gives nothing away at mnk(2,2,2): it loses only what is lost"
    )
    assert "lose 8 of the 11 lines" in numbers
    bad = rules.whole_small_game("tictactoe", [good, whole("memo", 1, 4519)], ["minimax", "memo"], ["memo"])
    claim, numbers = said(bad)
    assert claim == "Searching to the end goes wrong at tictactoe: see the table."
    assert "lose 1 of the 1,284 lines that opponents can play, and value 9,039 of 9,040" in numbers
