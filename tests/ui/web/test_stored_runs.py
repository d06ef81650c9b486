"""Stored runs as pages get them: no paths, no formulas, and how games ended."""

from __future__ import annotations

from pathlib import Path

from helpers.played import played
from plyground.game import Player
from plyground.score import Score
from plyground.session import PlayedMove
from plyground.ui.web.live_run import LiveRun
from plyground.ui.web.serialize import machine_value
from plyground.ui.web.stored_runs import csv_cells, map_texts, without_folders
from plyground.words import LANGUAGES, tongue


def test_downloads_tell_no_path_and_hold_no_formula() -> None:
    assert csv_cells(["python:/home/me/bots/mine.py:choose", "=1+1", 4, None]) == [
        "python:mine.py:choose",
        "'=1+1",
        4,
        None,
    ]
    nested = map_texts(without_folders, {"agents": ["python:/home/me/mine.py:choose"], "n": 1})
    assert nested == {"agents": ["python:mine.py:choose"], "n": 1}


def test_a_forfeited_game_is_told_as_one(tmp_path: Path) -> None:
    """It was told as a win in so many moves, of which there may have been none."""
    played(tmp_path / "1.run", "p4.minimax", "random", games=2).close()  # which plays Connect Four only
    played(tmp_path / "2.run", games=2).close()
    latest = [LiveRun(n, tmp_path / f"{n}.run", lambda *_: False).view()["latest"] for n in (1, 2)]
    assert [(game["ending"], game["winner"]) for game in latest[0]] == [("forfeit", "random")] * 2
    assert {game["ending"] for game in latest[1]} == {"rules"}


def test_playouts_that_are_all_drawn_win_nothing() -> None:
    """Half of the points was told as half of the playouts won, also where none was."""
    drawn = machine_value(PlayedMove("5", Player.SECOND, agent="mcts(rounds=50)", score=Score(0), depth=2))
    assert drawn is not None
    told = [tongue(language).message(drawn) for language in LANGUAGES]
    assert told == ["scores 50 % in its playouts", "faz 50% dos pontos em suas simulações"]
