"""Defects of playing that were met: each has a name here, so that it does not come back."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pygame
import pytest
from thinking import ThinkersHere, let_think
from window_driver import Driver, driven, empty_window

from command import COMMAND, run
from plyground.session import HUMAN, Seat, Session

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


@contextmanager
def seen(*options: str) -> Iterator[Driver]:
    with empty_window() as window, ThinkersHere() as minds, driven(window, minds, *options) as driver:
        yield driver


def test_a_match_that_ends_with_a_failure_names_its_players_rightly() -> None:
    minds = ThinkersHere()
    with Session("tictactoe", Seat("random"), Seat("python:nowhere.py"), thinkers=minds) as session:
        session.play_series(2)
        let_think(session, minds)
        series = session.view.series
        assert series is not None
        assert (series.wins, series.failures) == ((2, 0), (0, 2))
        assert session.view.seats[series.seat_of(0).value].agent == "random"


def test_a_match_that_is_played_again_begins_as_the_last_one_with_other_openings() -> None:
    minds = ThinkersHere()
    with Session("connect4", Seat("random"), Seat("greedy"), opening=3, thinkers=minds) as session:
        session.play_series(2)
        first = session.view.start
        let_think(session, minds)
        session.play_series(2)
        assert session.view.series is not None
        assert session.view.series.agents == ("random", "greedy")
        assert session.view.start != first


def test_a_hint_for_a_position_that_is_left_is_not_thought_on() -> None:
    minds = ThinkersHere()
    with Session("tictactoe", HUMAN, HUMAN, thinkers=minds) as session:
        session.hint()
        session.move("5")
        assert (session.view.thinking, minds.pending) == (None, [])


def test_values_of_games_with_points_tell_them() -> None:
    minds = ThinkersHere()
    with Session("textbook", thinkers=minds) as session:
        session.analyse()
        let_think(session, minds)
        assert session.view.analysis is not None
        told = [(value.kind, value.score, value.best) for value in session.view.analysis.values]
        assert told == [("points", 3, True), ("points", 2, False), ("points", 2, False)]


def test_a_process_that_cannot_start_is_told_and_nothing_hangs() -> None:
    limited = f"ulimit -n 10; printf '5\\nquit\\n' | {COMMAND[0]} play --plain"
    ran = subprocess.run(["bash", "-c", limited], capture_output=True, text=True, timeout=30)
    assert "Traceback" not in ran.stderr
    assert ran.returncode in (0, 1)


def test_names_of_files_are_told_as_they_are(tmp_path: Path) -> None:
    (tmp_path / "other.txt").write_text("mine")
    ran = run(
        "play", "--second", "human", given=f"save {tmp_path}/other.txt\nload a\0b\nsave a\0b\nload x/y\n"
    )
    assert (ran.returncode, ran.stderr) == (0, "")
    assert f"There is a {tmp_path}/other.txt already" in ran.stdout
    assert "Cannot use x/y: No such file" in ran.stdout
    assert (tmp_path / "other.txt").read_text() == "mine"


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


@pytest.mark.parametrize("key", [pygame.K_u, pygame.K_n, pygame.K_e])
def test_keys_without_a_button_do_not_end_a_match(key: int) -> None:
    with seen("tictactoe", "random", "random") as driver:
        driver.app.session.play_series(1_000)
        driver.app.changed()
        driver.look()
        driver.key(key)
        assert driver.view.series is not None


def test_a_display_that_is_not_there_is_a_sentence() -> None:
    environment = {"DISPLAY": ":99999", "PATH": "/usr/bin:/bin", "HOME": "/tmp"}
    ran = subprocess.run([*COMMAND, "window"], capture_output=True, text=True, timeout=30, env=environment)
    assert ran.returncode == 1
    assert "no window can be opened here" in ran.stderr
    assert "Traceback" not in ran.stderr


def test_every_control_of_the_games_is_reached_by_tab() -> None:
    with seen("connect4(5,4,4)") as driver:
        driver.key(pygame.K_g)
        focused = set()
        for _ in range(60):
            driver.key(pygame.K_TAB)
            focused.add(driver.app.pointing.focus)
        assert "close" in focused
