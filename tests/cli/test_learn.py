"""The command learn, in real processes."""

from __future__ import annotations

from pathlib import Path

import pytest

from helpers.command import printed, run


@pytest.mark.slow
def test_learning_and_searching_with_what_was_learned(tmp_path: Path) -> None:
    out = tmp_path / "weights.json"
    told = printed("learn", "tictactoe", "--games", "40", "--out", str(out))
    assert told.startswith(
        f"{out}: line_table of tictactoe, 162 numbers, 40 games\nright moves in the exam"
    )
    assert out.with_name("weights.json.csv").read_text().count("\n") == 41
    assert out.with_name("weights.json.svg").exists()
    agent = f"alphabeta(depth=1, evaluate='file:{out}')"
    assert "O plays" in printed("search", "tictactoe", "5", "--agent", agent)


@pytest.mark.parametrize(
    ("args", "why"),
    [
        (("tictactoe", "--out", "/nowhere/w.json"), "there is no folder /nowhere"),
        (("tictactoe", "--out", "/"), "it is a folder: name a file"),
        (("textbook", "--out", "w.json"), "nothing to learn in textbook"),
        (("tictactoe", "--out", "w.json", "--explore", "7"), "explore is a number from 0 to 1"),
    ],
)
def test_bad_usage_is_refused_before_any_work(args: tuple[str, ...], why: str) -> None:
    ran = run("learn", *args)
    assert (ran.returncode, ran.stdout) == (2, "")
    assert why in ran.stderr
    assert len(ran.stderr.splitlines()) == 1
