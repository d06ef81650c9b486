"""Processor time of a move: of all processes of an agent, and told where it was more than one core has."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import pytest

from helpers.command import printed
from helpers.keeper import caged
from plyground.arena.clock import TimeControl
from plyground.arena.pair_player import PairPlayer
from plyground.arena.plan import Plan
from plyground.arena.records import MoveRecord, Pair
from plyground.arena.runner import begin

PRISONERS = Path("tests/workers/prisoners/trying.py").absolute()


@pytest.mark.skipif(sys.platform != "linux", reason="NOT TESTED: /proc, which only Linux has")
def test_what_children_compute_is_in_the_cost_of_a_move() -> None:
    """Only the process itself was counted: with the work in children a move seemed to cost nothing."""
    agents = (f"python:{PRISONERS}:compute_in_children", "random")
    plan = Plan("tictactoe", agents, control=TimeControl(seconds=60), in_process=True, pinned=False)
    with caged(), PairPlayer(plan) as table:
        (game,) = table.play(Pair(0, (0, 1), "-", 1)).games
    cost = game.moves[0].cost
    assert cost.cpu is not None
    assert 0.5 < cost.cpu < 0.9


def test_more_than_one_core_has_is_noted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)  # the report is written there
    path = tmp_path / "1.run"
    with begin(Plan("tictactoe", ("random", "greedy"), ("ana", "bob"), in_process=True), path) as store:
        with PairPlayer(store.plan) as table:
            record = table.play(next(iter(store.plan.pairs())))
        games = tuple(replace(game, moves=tuple(map(_measured, game.moves))) for game in record.games)
        store.add(replace(record, games=games))
    told = printed("report", str(path), "--full")
    note = "ana computed on several cores in 2 moves: 0.50 s of processor time beyond the time of the moves"
    assert note in " ".join(told.split())
    assert "bob computed" not in told


def _measured(move: MoveRecord) -> MoveRecord:
    """With times of our own: the first agent's first moves took more of cores than one has."""
    busy = move.agent == 0 and move.ply <= 2
    return move._replace(cost=move.cost._replace(wall=0.1, cpu=0.35 if busy else 0.09))
