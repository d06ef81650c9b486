"""Hard ends: `kill -9` while a run is exported or reported, full disks, two who resume one run, a clock that is set."""

from __future__ import annotations

import csv
import io
import os
import random
import resource
import shutil
import signal
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner

from helpers.played import played, timeless_file
from plyground.arena import export, runner
from plyground.arena.plan import Plan
from plyground.arena.runner import begin, play, reopen
from plyground.arena.store import Store
from plyground.cli.app import app
from plyground.errors import Failed
from plyground.report.html import write_report

TABLES = ("games.csv", "moves.csv", "agents.csv")


def _killed(work: Callable[[], object], after: float) -> None:
    """Do some work in another process, and kill that after a while."""
    if not (pid := os.fork()):
        try:
            work()
        finally:
            os._exit(0)
    time.sleep(after)
    os.kill(pid, signal.SIGKILL)
    os.waitpid(pid, 0)


def _work(name: str, path: Path, folder: Path) -> None:
    while True:
        with Store(path) as store:
            if name == "export":
                export.to_csv(store, folder)
            else:
                write_report(store, folder)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "longest"), [("export", 0.05), ("report", 1.0)])
def test_killed_at_twenty_five_moments_while_it_writes(tmp_path: Path, name: str, longest: float) -> None:
    """The files that were there are whole afterwards, old or new ones, and the run is as it was."""
    path, folder, chance = tmp_path / "a.run", tmp_path / "out", random.Random(name)
    played(path, games=200).close()
    before = path.read_bytes()
    with Store(path) as store:
        export.to_csv(store, folder)
    expected = {table: (folder / table).read_bytes() for table in TABLES}
    for _ in range(25):
        _killed(lambda: _work(name, path, folder), chance.uniform(0, longest))
        assert {table: (folder / table).read_bytes() for table in TABLES} == expected
        for file in folder.glob("*.html"):
            assert file.read_text().rstrip().endswith("</html>")
        for file in folder.glob("*.csv"):
            assert list(csv.reader(io.StringIO(file.read_text(), newline="")))
    assert path.read_bytes() == before
    assert [file.name for file in tmp_path.iterdir() if file.name.startswith("a.run-")] == []


def _with_no_space(command: tuple[str, ...], folder: Path, size: int) -> tuple[int, str]:
    """What a command does that can write no file of more bytes: its exit code, and what it says.

    In a fork of this process: a new one would leave halves of Python's own compiled files.
    """
    heard, told = os.pipe()
    if not (pid := os.fork()):
        try:
            os.chdir(folder)
            resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))
            ran = CliRunner().invoke(app, command, prog_name="plyground")
            crash = "" if isinstance(ran.exception, SystemExit | None) else f"Traceback: {ran.exception!r}"
            os.write(told, f"{ran.exit_code}{ran.stderr[-2_000:]}{crash}".encode())
        finally:
            os._exit(0)
    os.close(told)
    with os.fdopen(heard) as pipe:
        said = pipe.read()
    os.waitpid(pid, 0)
    return int(said[0]), said[1:]


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
