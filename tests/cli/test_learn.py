"""The command learn, in real processes."""

from __future__ import annotations

import re
import signal
import subprocess
from functools import partial
from pathlib import Path

import pytest

from helpers.command import COMMAND, PATIENCE, has_computed, hear_ctrl_c, printed, run, wait_until

STARTED = 3.0  # seconds of a processor: by then it plays


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


@pytest.mark.slow
def test_ctrl_c_keeps_what_was_learned(tmp_path: Path) -> None:
    """A regression: it was lost, if no point of the curve had come."""
    out = tmp_path / "weights.json"
    command = [*COMMAND, "learn", "tictactoe", "--core", "python", "--games", "1000000", "--out", str(out)]
    with subprocess.Popen(
        command, stderr=subprocess.PIPE, text=True, preexec_fn=hear_ctrl_c, start_new_session=True
    ) as learning:
        wait_until(partial(has_computed, learning.pid, STARTED))
        learning.send_signal(signal.SIGINT)
        told = learning.communicate(timeout=PATIENCE)[1]
    assert learning.returncode == 130
    assert re.fullmatch(r"plyground: stopped after [\d,]+ games; the same command goes on\n", told), told
    assert out.with_name("weights.json.checkpoint").exists()
    assert not out.exists()


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


def test_the_picture_of_a_training_speaks_the_language(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", "pt_BR.UTF-8")
    out = tmp_path / "weights.json"
    run("learn", "tictactoe", "--games", "40", "--out", str(out))
    drawn = out.with_name("weights.json.svg").read_text(encoding="utf-8")
    assert "erro médio de um valor" in drawn
    assert "partidas" in drawn
    assert "mean error" not in drawn
