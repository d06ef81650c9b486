"""The command of a report plays the same games again."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Any

import pytest

from helpers.command import printed
from helpers.played import played, timeless, timeless_file
from plyground.arena.clock import Clock, TimeControl
from plyground.arena.plan import Plan
from plyground.arena.runner import begin
from plyground.experiments.experiment import Experiment, ExperimentRun
from plyground.report.repetition import repeat_command
from plyground.stats.sprt import SPRT


def command(tmp_path: Path, *agents: str, **options: Any) -> str:
    with begin(Plan("tictactoe", agents or ("random", "greedy"), **options), tmp_path / "a.run") as store:
        found = repeat_command(store)
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({}, "plyground match tictactoe random greedy --games 2 --openings none --seed 0"),
        ({"until_decided": True, "games": 5}, "--best-of 5"),
        ({"sprt": SPRT(0, 50), "games": 400}, "--games 400 --sprt 0,50"),
        ({"control": TimeControl(seconds=0.5, overage=2, nodes=9)}, "--time 0.5 --nodes 9 --overage 2"),
        ({"control": TimeControl(clock=Clock(60, 0.5))}, "--clock 60+0.5"),
        ({"openings": "list('12', '15')", "seed": 7}, "--openings 'list('\"'\"'12'\"'\"'"),
        ({"fixed_seats": True, "policy": "fallback"}, "--policy fallback --fixed-seats"),
        ({"pinned": False, "in_process": True}, "--in-process --no-pin"),
    ],
)
def test_options_that_are_not_the_usual_ones_are_written(
    tmp_path: Path, options: dict[str, Any], said: str
) -> None:
    assert said in command(tmp_path, **options)


def test_a_tournament_and_an_experiment_have_commands_too(tmp_path: Path) -> None:
    whole = command(tmp_path, "random", "greedy", "memo", format="gauntlet")
    assert whole.startswith(
        "plyground tournament random greedy memo --game tictactoe --format gauntlet --games 2"
    )
    experiment = Experiment("tictactoe", ("minimax", "alphabeta"), (1, 2, 3), 1, 1, 2)
    with ExperimentRun.start(experiment, tmp_path / "e.run").store as store:
        assert repeat_command(store) == (
            "plyground compare tictactoe --agent minimax --agent alphabeta --depths 1-3 --positions 1 "
            "--repetitions 1 --games 2 --seed 0"
        )


def test_the_command_plays_the_same_games(tmp_path: Path) -> None:
    options: dict[str, Any] = {
        "games": 4,
        "openings": "random(2)",
        "seed": 3,
        "control": TimeControl(nodes=100),
    }
    with played(tmp_path / "a.run", "alphabeta(depth=2)", "random", **options) as store:
        again = repeat_command(store)
        assert again is not None
        before = timeless(store)
    printed(*shlex.split(again)[1:], "--workers", "1", "--no-blunders", "--run", str(tmp_path / "b.run"))
    assert timeless_file(tmp_path / "b.run") == before


def test_objects_of_a_program_cannot_be_played_again() -> None:
    import plyground as pg

    match = pg.match("tictactoe", lambda position: position.moves()[0], "random", games=1)
    with match.store() as store:
        assert repeat_command(store) is None
