"""`plyground play` where something fails: processes, files, rules. It says so, and nothing hangs."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from helpers.command import COMMAND, PATIENCE, run

BAD_RULES = """
from dataclasses import dataclass
from plyground import Outcome, Player, Position
@dataclass(frozen=True)
class Bad(Position[int]):
    ply: int = 0
    to_move: Player = Player.FIRST
    def outcome(self):
        return None
    def moves(self):
        return (1, 2)
    def after(self, move):
        return Bad(self.ply + 1 + 0 // (3 - self.ply), self.to_move.other)
"""


def test_a_process_that_cannot_start_is_told_and_nothing_hangs() -> None:
    limited = f"ulimit -n 10; printf '5\\nquit\\n' | '{sys.executable}' '{COMMAND[0]}' play --plain"
    ran = subprocess.run(["bash", "-c", limited], capture_output=True, text=True, timeout=PATIENCE)
    assert "Traceback" not in ran.stderr
    assert ran.returncode in (0, 1)


def test_names_of_files_are_told_as_they_are(tmp_path: Path) -> None:
    (tmp_path / "other.txt").write_text("mine")
    ran = run(
        "play", "--second", "human", given=f"save {tmp_path}/other.txt\nload a\0b\nsave a\0b\nload x/y\n"
    )
    assert (ran.returncode, ran.stderr) == (0, "")
    assert f"{tmp_path}/other.txt already exists" in ran.stdout
    assert "Cannot use x/y: No such file" in ran.stdout
    assert (tmp_path / "other.txt").read_text() == "mine"


def test_a_file_in_a_deep_folder_is_named_whole(tmp_path: Path) -> None:
    """Its path was cut after 200 characters, before its name."""
    folder = tmp_path / ("a folder of a course " * 6) / ("of this year and the last " * 5).strip()
    folder.mkdir(parents=True)
    (folder / "other.txt").write_text("mine")
    ran = run("play", "--second", "human", given=f"save '{folder}/other.txt'\n")
    assert f"{folder}/other.txt already exists" in ran.stdout
    assert f"{folder}/other.txt: This is not" in run("play", "--load", str(folder / "other.txt")).stderr


def test_a_saved_file_does_nothing_to_the_terminal(tmp_path: Path) -> None:
    saved = tmp_path / "saved.json"
    run("play", "--second", "python:a.py", given=f"save {saved}\n")
    saved.write_text(saved.read_text().replace("python:a.py", "python:\\u001b]0;HACK\\u0007.py"))
    ran = run("play", "--second", "human", given=f"load {saved}\n")
    assert "\x1b" not in ran.stdout + ran.stderr
    assert "\x07" not in ran.stdout + ran.stderr


def test_rules_that_fail_after_loading_are_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "bad.py").write_text(BAD_RULES)
    saved = tmp_path / "bad.json"
    game = f"{tmp_path}/bad.py:Bad"
    assert run("play", game, "--second", "human", given=f"save {saved}\n").returncode == 0
    ran = run("play", given=f"load {saved}\n1\n1\n1\n1\n1\n")
    assert (ran.returncode, "Traceback" in ran.stderr) == (1, False)
    assert "failed: ZeroDivisionError" in ran.stderr


def test_the_number_of_random_moves_is_the_true_one() -> None:
    ran = run("play", "--second", "human", "--opening", "100", "--seed", "3")
    assert "100 random" not in ran.stdout
