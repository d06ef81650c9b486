"""What a page says of a run before it begins."""

from __future__ import annotations

from typing import Any

import pytest

from plyground.ui.web.arena import read_plan
from plyground.ui.web.preview import preview
from plyground.ui.web.protocol import check
from plyground.ui.web.validation import Caps


def told(*agents: str, **wanted: Any) -> dict[str, list[Any]]:
    """The remarks on a match of Connect Four: by their keys, the agents that they name."""
    plan = {
        "game": "connect4",
        "agents": list(agents),
        "format": "match",
        "games": 10,
        "openings": "random(2)",
    }
    found = preview(read_plan(plan | wanted, Caps()))
    check(found, "Preview")
    assert found["seconds"] > 0
    return {each["key"]: list(each["facts"].values()) for each in found["remarks"]}


def test_sensible_plan_needs_no_remark() -> None:
    assert told("deepening", "mcts", seconds=0.2) == {}
    assert told("alphabeta(depth=4)", "random") == {}


@pytest.mark.parametrize(
    ("agents", "wanted", "key", "facts"),
    [
        (("alphabeta", "random"), {"nodes": 100}, "arena.chosen", ["alphabeta", "deepening"]),
        (
            ("minimax(depth=12)", "random"),
            {"seconds": 0.1},
            "arena.stopped-short",
            ["minimax(depth=12)", pytest.approx(2306.9, rel=0.01), 0.1],
        ),
        (
            ("alphabeta(depth=4, evaluate='zero')", "random"),
            {},
            "arena.blind",
            ["alphabeta(depth=4, evaluate='zero')"],
        ),
        (
            ("alphabeta(depth=2)", "greedy"),
            {"openings": "none"},
            "arena.copies",
            ["alphabeta(depth=2)", "greedy"],
        ),
    ],
)
def test_what_is_not_as_it_looks_is_told(
    agents: tuple[str, str], wanted: dict[str, Any], key: str, facts: list[Any]
) -> None:
    assert told(*agents, **wanted) == {key: facts}
    assert told(*agents[::-1], **wanted).keys() == {key}


def test_chance_and_clocks_make_games_different() -> None:
    assert told("alphabeta(depth=2)", "random", openings="none") == {}
    assert told("deepening", "greedy", openings="none", seconds=0.1) == {}
