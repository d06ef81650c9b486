"""kill -9 for the laboratory while it plays, learns and practises: nothing that was finished is lost."""

from __future__ import annotations

import signal
from pathlib import Path
from typing import Any

import pytest

from helpers.command import wait_until
from helpers.laboratory import is_gone, laboratory
from plyground.arena.store import Store

RUN: dict[str, Any] = {
    "game": "connect4",
    "agents": ["mcts(rounds=1500, core='python')", "random"],
    "format": "match",
    "games": 16,
    "openings": "random(2)",
    "seed": 5,
}
TRAINING = {"game": "mnk(6,6,4)", "games": 2_000_000, "model": "line_table", "teacher": "self-play"}
EXERCISE = {"kind": "minimax", "seed": 3}


def games(run: Path) -> list[tuple[Any, ...]]:
    """What was played: number, opening, winner and moves of each game."""
    moves = (
        "(SELECT group_concat(text, ' ') FROM (SELECT text FROM moves WHERE game = number ORDER BY ply))"
    )
    with Store(run) as store:
        return list(store.query(f"SELECT number, opening, winner, {moves} FROM games ORDER BY number"))


@pytest.mark.slow
def test_a_killed_laboratory_loses_nothing(tmp_path: Path) -> None:
    """Tried by hand until now: a run, a training, a game and an exercise at once."""
    run, training = tmp_path / "1.run", tmp_path / "trainings" / "1"
    with laboratory(PLYGROUND_RUNS=str(tmp_path)) as lab, lab.page() as page:
        assert page.ask("start_training", plan=TRAINING)["training"] == "1"
        told = page.ask("exercise", exercise=EXERCISE, lang="en")["exercise"]
        wait_until((training / "checkpoint").exists)
        assert page.ask("start_run", plan=RUN)["run"] == "1"
        wait_until(lambda: run.exists() and len(games(run)) >= 2)
        kept, minds = games(run), lab.minds()
        lab.end(signal.SIGKILL)
        wait_until(lambda: all(map(is_gone, minds)))
    with laboratory(PLYGROUND_RUNS=str(tmp_path)) as lab, lab.page() as page:
        (listed,) = page.ask("runs")["runs"]
        assert listed["state"] == "stopped"
        assert set(kept) <= set(games(run))
        assert "error" not in page.ask("resume_run", run="1")
        (learning,) = page.ask("trainings")["trainings"]
        assert learning["state"] == "stopped"
        assert "error" not in page.ask("resume_training", training="1")
        assert page.ask("exercise", exercise=EXERCISE, lang="en")["exercise"] == told
        wait_until(lambda: len(games(run)) == RUN["games"])
        whole = games(run)
        lab.end(signal.SIGTERM)
    undisturbed = tmp_path / "undisturbed"
    with laboratory(PLYGROUND_RUNS=str(undisturbed)) as lab, lab.page() as page:
        page.ask("start_run", plan=RUN)
        wait_until(
            lambda: (undisturbed / "1.run").exists() and len(games(undisturbed / "1.run")) == RUN["games"]
        )
    assert sorted(whole) == sorted(games(undisturbed / "1.run"))
