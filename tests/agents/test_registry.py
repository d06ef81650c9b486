"""Agents by name: what they answer can be played, and what is misspelt is told."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import Any

import pytest

from plyground import BadSpec, Position, connect4, tictactoe
from plyground.agents import AGENTS, load_agent, load_entrant
from plyground.native import Core
from plyground.searchers import Limits, NoValues, Searcher, search_all

EARLY = {
    f"{game.spec} {moves}": game.parse(moves)
    for game, moves in (
        (tictactoe(), "-"),
        (tictactoe(), "519"),
        (connect4(), "-"),
        (connect4(), "4453621"),
    )
}


def plays(agent: Searcher, position: Position[Any]) -> bool:
    try:
        agent.search(position, Limits(nodes=1))
    except BadSpec:  # of a paper that has another game
        return False
    return True


SLOW = {"p1.minimax", "p3.unpruned"}  # whatever limit of nodes they are given


@pytest.mark.parametrize("core", ["python", "auto"])
@pytest.mark.parametrize(
    ("name", "game"),
    [
        pytest.param(name, game, marks=pytest.mark.slow if name in SLOW else ())
        for name in AGENTS
        for game in EARLY
        if plays(load_agent(name), EARLY[game])
    ],
)
def test_every_line_that_is_answered_can_be_played(name: str, core: Core, game: str) -> None:
    if (name, core) == ("perfect", "python") and "connect4" in game:
        return  # too many positions for a table of all
    agent, position = replace(load_agent(name), core=core), EARLY[game]
    lines = [agent.search(position, Limits(nodes=500)).line]
    with suppress(NoValues):
        lines += [value.line for value in search_all(position, agent, Limits(nodes=500))]
    for line in lines:
        place = position
        for move in line:
            place = place.play(move)


@pytest.mark.parametrize(
    ("spec", "told"),
    [
        ("alphabta", "no agent alphabta: did you mean alphabeta?"),
        ("p1.gredy", "no agent p1.gredy: did you mean p1.greedy?"),
        ("Alphabeta", "no agent Alphabeta: did you mean alphabeta?"),
        ("deepening(inner=alfabeta())", "no agent alfabeta: did you mean alphabeta?"),
        ("mine.py", "no agent mine.py: a file of your own is called python:mine.py"),
        ("alphabeta(evaluate=windows)", "no quotes in evaluate=windows: write evaluate='windows'"),
        ("alphabeta(evaluate='window')", "bad evaluate in evaluate='window': did you mean windows?"),
        ("alphabeta(order=centre)", "no quotes in order=centre: write order='centre'"),
        (
            "alphabeta(dept=4)",
            "no option dept in alphabeta(dept=4): did you mean depth? alphabeta takes depth=",
        ),
        ("kagle:x.py", "no scheme kagle: in kagle:x.py: did you mean kaggle:?"),
        ("kagle:x.py:agent", "no scheme kagle: in kagle:x.py:agent: did you mean kaggle:?"),
        (
            "easyai:x",
            "no scheme easyai: in easyai:x: agents that are not ours begin with python:, kaggle:, ",
        ),
        ("stockfish", "no agent stockfish: agents are alphabeta, "),
    ],
)
def test_misspelt_agent_gets_a_suggestion(spec: str, told: str) -> None:
    for load in (load_agent, load_entrant):
        with pytest.raises(BadSpec) as refused:
            load(spec)
        assert str(refused.value).startswith(told)
