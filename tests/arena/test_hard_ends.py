"""Hard ends: `kill -9` while a run is exported or reported, full disks, two who resume one run, a clock that is set."""

from __future__ import annotations

import os
import resource
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from helpers.command import COMMAND, FOLDER
from helpers.played import played, timeless_file
from plyground.arena import export, runner
from plyground.arena.plan import Plan
from plyground.arena.runner import begin, play, reopen
from plyground.arena.store import Store
from plyground.errors import Failed

TABLES = ("games.csv", "moves.csv", "agents.csv")


@pytest.mark.slow
@pytest.mark.parametrize(("name", "longest"), [("export", 0.05), ("report", 1.0)])
def test_killed_at_twenty_five_moments_while_it_writes(tmp_path: Path, name: str, longest: float) -> None:
    """The files that were there are whole afterwards, old or new ones, and the run is as it was."""
    path = tmp_path / "a.run"
    played(path, games=200).close()
    command = [
        sys.executable,
        "-m",
        "helpers.killed_writers",
        name,
        str(path),
        str(tmp_path / "out"),
        str(longest),
    ]
    ran = subprocess.run(
        [*command, "25"],
        env=os.environ | {"PYTHONPATH": FOLDER},
        capture_output=True,
        text=True,
        timeout=600,
    )
    assert ran.returncode == 0, ran.stderr


def _with_no_space(command: tuple[str, ...], folder: Path, size: int) -> tuple[int, str]:
    """What a command does that can write no file of more bytes: its exit code, and what it says."""
    ran = subprocess.run(
        [*COMMAND, *command],
        cwd=folder,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (size, size)),
        env=os.environ | {"PYTHONDONTWRITEBYTECODE": "1"},  # Python itself would leave halves of its files
        capture_output=True,
        text=True,
        timeout=600,
    )
    return ran.returncode, ran.stderr


@pytest.mark.slow
@pytest.mark.parametrize("size", [1_000, 60_000])
def test_no_space_is_a_sentence_and_loses_nothing(tmp_path: Path, size: int) -> None:
    """As `ulimit -f` says it: every command that writes ends with a sentence, and the old files stay."""
    path, out, new = tmp_path / "a.run", tmp_path / "out", tmp_path / "b.run"
    played(path, games=200).close()
    with Store(path) as store:
        export.to_csv(store, out)
    before = [path.read_bytes(), *((out / table).read_bytes() for table in TABLES)]
    for command in (
        ("export", "a.run", "--csv", "out"),
        ("report", "a.run", "--out", "out"),
        ("match", "tictactoe", "random", "greedy", "--games", "800", "--run", "b.run", "--in-process"),
        ("explain", "tictactoe", "--agent", "alphabeta(depth=3)", "--svg", "tree.svg"),
        ("new-agent", "mine"),
    ):
        code, said = _with_no_space(command, tmp_path, size)
        assert code in (0, 1, 2), (command, said)
        assert "Traceback" not in said
        assert not code or said.startswith("plyground: "), (command, said)
    assert path.read_bytes() == before[0]
    assert not list(tmp_path.rglob(".plyground-*"))
    for table, old in zip(TABLES, before[1:], strict=True):
        assert len(old) <= size or (out / table).read_bytes() == old
    if new.exists():  # what was played before the disk was full is there, and goes on
        with reopen(new) as store:
            play(store, 1)
            assert next(store.query("SELECT count(*) FROM games")) == (800,)


def test_only_one_of_two_resumes_a_run(tmp_path: Path) -> None:
    path, lone = tmp_path / "a.run", tmp_path / "b.run"
    plan = Plan("tictactoe", ("random", "random"), games=40, in_process=True)
    begin(plan, path).close()
    refused: list[str] = []

    def resumed_by_another(_: object) -> None:
        if not refused:
            with pytest.raises(Failed) as caught:
                reopen(path)
            refused.append(str(caught.value))

    with reopen(path) as store:
        play(store, 1, on_pair=resumed_by_another)
    assert "is being played by another process" in refused[0]
    played(lone, games=40).close()
    assert timeless_file(path) == timeless_file(lone)


def test_a_file_that_is_put_in_the_place_of_a_run_is_not_mixed_with_it(tmp_path: Path) -> None:
    """A copy over a run that was played: nothing is left beside it that would become part of the copy."""
    path = tmp_path / "a.run"
    with begin(Plan("tictactoe", ("random", "random"), games=8, in_process=True), path) as store:
        play(store, 1)
    played(tmp_path / "other.run", games=4, seed=5).close()
    expected = timeless_file(tmp_path / "other.run")
    shutil.copy(tmp_path / "other.run", path)
    assert timeless_file(path) == expected


def test_a_clock_that_is_set_back_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Times are measured by clocks that only go on; the date is that of the beginning, whatever it is."""
    plan = Plan("tictactoe", ("random", "random"), games=8, in_process=True)
    path = tmp_path / "a.run"
    begin(plan, path).close()
    seen = []

    def clock() -> float:
        seen.append(1)
        return 1e9 - len(seen)

    monkeypatch.setattr(time, "time", clock)
    with reopen(path) as store:
        play(store, 1)
        assert all(seconds >= 0 for (seconds,) in store.query("SELECT seconds FROM games"))
        assert all(wall >= 0 for (wall,) in store.query("SELECT wall FROM moves"))
    with Store(path) as store:
        export.to_csv(store, tmp_path / "out")
    os.utime(path, (0, 0))  # and a file from 1970 is as good as any
    with played(tmp_path / "b.run", games=8):
        assert timeless_file(path) == timeless_file(tmp_path / "b.run")
    assert runner.reopen(path).about("finished") == "all games played"
