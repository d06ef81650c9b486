"""The command agents: all that an option of an agent can be is told."""

from __future__ import annotations

from helpers.command import printed
from plyground.evaluation.registry import EVALUATIONS


def test_all_evaluations_are_told() -> None:
    told = printed("agents").partition("evaluate is auto")[2]
    for name in (
        *EVALUATIONS,
        "'file:weights.json'",
        "'training:3@12000'",
        "Windows(",
        "'FILE.py:FUNCTION'",
    ):
        assert name in told, name
    assert "learned" in EVALUATIONS


def test_learn_offers_only_games_that_can_be_learned() -> None:
    told = printed("learn", "--help")
    assert "A line game: tictactoe" in told
    assert "nim.py" not in told
