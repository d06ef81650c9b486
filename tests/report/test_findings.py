"""The sentences about searches: each rule says what its numbers carry, and nothing more."""

from __future__ import annotations

import re

import pytest

from plyground.report import findings
from plyground.report.costs import Agreement, SearchCost
from plyground.report.findings import ReportFinding
from plyground.words import tongue

EN, PT = tongue("en"), tongue("pt-BR")


def cost(
    agent: str, nodes: tuple[float, float, float], time: tuple[float, float, float], at: int = 7
) -> SearchCost:
    one = (1.0, 1.0, 1.0)
    return SearchCost(agent, at, 25, one, one, nodes, time)


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


def test_one_is_no_plural() -> None:
    """It said "over 1 positions"."""
    once = findings.same_answers([Agreement("pvs", 1, 1, 1)], "minimax", 1)
    assert said(once) == (
        "Same answer: pvs found the value and the move of minimax in 1 of 1 search of 1 position."
    )
    one = (1.0, 1.0, 1.0)
    alone = SearchCost("pvs", 7, 1, one, one, (2.0, 2.0, 2.0), (2.0, 2.0, 2.0))
    assert "at depth 7, in 1 position: pvs looks" in said(findings.cheaper([alone], "minimax", "alphabeta"))


def test_equal_searchers_have_equal_nodes_and_no_time_where_it_is_too_short() -> None:
    """Alpha-beta had "1.00 times fewer nodes" than itself, "and 1.50 times less time (95 %: 1.34 to 1.67)"."""
    one, short = (1.0, 1.0, 1.0), (4e-6, 4e-6, 4e-6)
    both = [SearchCost(name, 3, 4, one, short, one, (1.5, 1.34, 1.67)) for name in ("a", "b")]
    assert said(findings.cheaper(both, "a", "b")) == (
        "Other cost, compared with a at depth 3, all 4 positions together: b looks at as many nodes."
    )


def test_costs_are_those_of_the_greatest_depth() -> None:
    found = [
        cost("minimax", (1, 1, 1), (1, 1, 1)),
        cost("alphabeta", (99.0, 98.0, 100.0), (9.0, 8.0, 10.0), at=6),
        cost("alphabeta", (11.63, 9.81, 13.7), (9.0, 8.0, 10.0)),
        cost("mtdf", (51.5, 46.1, 57.5), (1.02, 0.9, 1.1)),
    ]
    text = said(findings.cheaper(found, "minimax", "alphabeta"))
    assert (
        "at depth 7, all 25 positions together: alphabeta looks at 11.6 times fewer nodes (95 %: 9.81 to 13.7)"
        in text
    )
    assert "takes 9.00 times less time (95 %: 8.00 to 10.0); mtdf looks at 51.5 times fewer nodes" in text
    assert text.endswith("takes a time that cannot be told from it (1.02 times less; 95 %: 0.900 to 1.10).")


@pytest.mark.parametrize(
    ("ratio", "words"),
    [
        ((0.5, 0.4, 0.625), "2.00 times more nodes (95 %: 1.60 to 2.50)"),
        ((1.2, 0.9, 1.6), "cannot be told from 1"),
        (
            (1.31, 1.31, 1.31),
            "alphabeta looks at 1.31 times fewer nodes there and",
        ),  # one position has no interval
        ((0.5, 0.5, 0.5), "alphabeta looks at 2.00 times more nodes there and"),
    ],
)
def test_fewer_is_said_only_where_the_interval_carries_it(
    ratio: tuple[float, float, float], words: str
) -> None:
    assert words in said(findings.cheaper([cost("alphabeta", ratio, (2, 1.5, 3))], "minimax", "alphabeta"))


def test_numbers_are_written_as_the_language_writes_them() -> None:
    found = findings.cheaper([cost("mtdf", (51.5, 46.1, 57.5), (2, 1.5, 3))], "minimax", "alphabeta")
    assert found is not None
    assert "mtdf examina 51,5 vezes menos nós (95%: 46,1 a 57,5)" in found.text(PT)
