"""The report of a search: the one text form of its answer, which goes over pipes and comes back."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plyground import connect4, tictactoe, win_in
from plyground.searchers import AlphaBeta, Limits
from plyground.searchers.types import SearchReport


def test_a_report_comes_back_from_json_as_it_was() -> None:
    position = tictactoe().parse("XX./OO./...")
    report = SearchReport.of(position, AlphaBeta().search(position))
    assert (report.move, report.line, report.score, report.proven) == ("3", ("3",), win_in(1), True)
    again = SearchReport.from_json(json.loads(json.dumps(report.to_json())))
    assert again == report
    assert again.seconds == report.seconds
    assert str(again.score) == "wins in 1 ply"


def test_a_search_that_finished_no_depth_has_none_to_show() -> None:
    position = connect4().start()
    report = SearchReport.of(position, AlphaBeta().search(position, Limits(nodes=5)))
    assert (report.stopped, report.remark, report.depth, report.finished_depth) == (
        "nodes",
        "no-depth",
        0,
        None,
    )


def test_without_a_line_no_move_of_it_is_spelled() -> None:
    position = connect4().start()
    report = SearchReport.of(position, AlphaBeta(depth=2).search(position), with_line=False)
    assert (report.move, report.line, report.depth) == (None, (), 2)


@pytest.mark.parametrize(
    "wrong",
    [
        {"score": True, "nodes": 2**63, "depth": 1.5, "core": "GPU", "remark": "none", "stopped": 3},
        {"line": "4", "proven": 1, "seconds": float("inf"), "move": 4, "remark": [], "core": {}},
    ],
)
def test_bad_fields_are_left_out(wrong: dict[str, Any]) -> None:
    assert SearchReport.from_json(wrong) == SearchReport()


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=5,
)


@given(st.dictionaries(st.sampled_from([*SearchReport().to_json(), "other"]), ANYTHING))
def test_whatever_is_read_can_be_written_and_read_again(data: dict[str, Any]) -> None:
    report = SearchReport.from_json(data)
    assert SearchReport.from_json(json.loads(json.dumps(report.to_json()))) == report
