"""A damaged byte of a run is found: every command that reads it refuses in a sentence."""

from __future__ import annotations

import io
import os
import random
import sqlite3
from collections.abc import Callable
from contextlib import redirect_stdout
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from helpers.command import run
from helpers.played import played
from plyground.arena import export
from plyground.arena.blunders import judge, to_judge
from plyground.arena.plan import Plan
from plyground.arena.runner import begin, play, reopen
from plyground.arena.store import Store
from plyground.arena.store_file import NoRun
from plyground.errors import PlygroundError
from plyground.experiments.search_store import SearchMeasurement, SearchStore
from plyground.report.summary import report
from plyground.report.text import report_text
from plyground.ui.web.live_run import LiveRun
from plyground.ui.web.protocol import Refused
from plyground.ui.web.stored_runs import RunList, download, stored_game


def _json(path: Path) -> str:
    out = io.StringIO()
    with Store(path) as store:
        export.to_json(store, out)
    return out.getvalue()


def _csv(path: Path) -> list[bytes]:
    with Store(path) as store:
        return [file.read_bytes() for file in export.to_csv(store, path.parent / "csv")]


def _report(path: Path) -> str:
    with Store(path) as store:
        return report_text(report(store))


def _replay(path: Path) -> str:
    from plyground.cli.runs import replay

    out = io.StringIO()
    with redirect_stdout(out):
        replay(str(path), 1, False)
    return out.getvalue()


def _resume(path: Path) -> str:
    with reopen(path) as store:
        play(store, 1)
    return ""


READERS: dict[str, Callable[[Path], object]] = {
    "export --json": _json,
    "export --csv": _csv,
    "report": _report,
    "replay": _replay,
    "resume": _resume,
    "Arena": lambda path: LiveRun(1, path, lambda *_: False).view(),
    "Arena: a game": lambda path: stored_game(1, path, 1),
    "Arena: a download": lambda path: b"".join(download("1", "moves.csv")[2]),
    "Arena: the list": lambda path: [row["state"] for row in RunList(lambda *_: False).summaries()],
}


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PLYGROUND_RUNS", str(tmp_path))
    return tmp_path / "1.run"


def _flipped_and_read(path: Path, flips: int, seed: int) -> int:
    """Flip a byte at a time, and read the run in every way; how often it was refused."""
    whole, chance, refused = path.read_bytes(), random.Random(seed), 0
    expected = {name: reader(path) for name, reader in READERS.items()}
    written = [at for at, byte in enumerate(whole) if byte]  # most of a small file is empty
    for _ in range(flips):
        at, bits = chance.choice(written), chance.choice((1 << chance.randrange(8), 255))
        for name, reader in READERS.items():
            for file in path.parent.glob("1.run*"):
                file.unlink()
            path.write_bytes(whole[:at] + bytes([whole[at] ^ bits]) + whole[at + 1 :])
            try:
                found = reader(path)
            except (PlygroundError, Refused):
                refused += 1
            else:
                same = (
                    found == expected[name] or name == "Arena: the list"
                )  # which reads only a line of each
                assert same, f"byte {at} ^ {bits}: {name} differs and nobody is told"
    return refused


@pytest.mark.slow
def test_no_flipped_byte_is_believed(path: Path) -> None:
    """A digit of a result could become another one: SQLite's own check does not look at what is in its cells."""
    played(path, games=4).close()
    assert _flipped_and_read(path, flips=12, seed=4) > 0


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_no_flipped_byte_is_believed_at_a_hundred_places(path: Path, seed: int) -> None:
    played(path, "random", "greedy", games=16).close()
    assert _flipped_and_read(path, flips=100, seed=seed) > 100


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE games SET winner = 1 - winner",
        "UPDATE moves SET wall = wall + 1 WHERE game = 0 AND ply = 1",
        "UPDATE moves SET text = X'ff' WHERE game = 0 AND ply = 1",
        "UPDATE agents SET name = name || 'x'",
        "UPDATE run SET value = value || ' ' WHERE key = 'created'",
        "UPDATE pairs SET points = 2 - points + 1",
        "UPDATE losses SET value = -value WHERE value",
        "UPDATE losses SET best = 7",
        "DELETE FROM games WHERE number = 3",
        "DELETE FROM seals WHERE kind = 'pair' AND number = 0",
        "UPDATE seals SET number = 'no number' WHERE kind = 'pair' AND number = 0",
        "UPDATE seals SET seal = X'00' WHERE kind = 'pair' AND number = 0",
        "UPDATE searches SET nodes = nodes + 1",
        "INSERT INTO said VALUES (0, 1, 'I never said this')",
    ],
)
def test_what_was_changed_is_damaged(path: Path, change: str) -> None:
    with played(path, games=4) as store:
        judge(store, to_judge(store, every=True))
        searches = SearchStore(store)
        searches.add(SearchMeasurement("-", 0, 1, 0, True, 9, 0, "5", 10, 1, 0.5, "native"))
        searches.flush()
    Store(path).close()
    with sqlite3.connect(path) as db:
        db.execute(change)
    db.close()
    damaged = r"1\.run is damaged \(.*\): nothing of it was changed"
    with pytest.raises(NoRun, match=damaged):
        Store(path)
    with Store(path, check=False) as store, pytest.raises(NoRun, match=damaged):
        store.check_seals()  # as the web arena looks, pair by pair


def test_searches_of_several_writes_are_sealed(path: Path) -> None:
    with begin(Plan("tictactoe", ("random", "random"), games=2, in_process=True), path) as store:
        searches = SearchStore(store)
        for depth in range(120):
            searches.add(
                SearchMeasurement("-", 0, depth, 0, depth % 2 == 0, 9, 0, "5", 1, 1, 0.25, "python")
            )
        searches.flush()
    with Store(path) as store:
        assert len(list(SearchStore(store))) == 120


def test_an_early_run_without_seals_is_read_and_sealed_when_it_is_resumed(path: Path) -> None:
    plan = Plan("tictactoe", ("random", "random"), games=8, in_process=True)
    with begin(plan, path) as store:
        for record in islice(_records(plan), 2):
            store.add(record)
    with sqlite3.connect(path) as db:
        db.execute("DROP TABLE seals")
    db.close()
    Store(path).close()
    with reopen(path) as store:
        play(store, 1)
    with Store(path) as store:
        assert next(store.query("SELECT count(*) FROM seals WHERE kind = 'pair'")) == (4,)


def _records(plan: Plan) -> Any:
    from plyground.arena.pair_player import PairPlayer

    with PairPlayer(plan) as table:
        yield from (table.play(pair) for pair in plan.pairs())


def test_a_run_that_ended_early_is_whole(path: Path) -> None:
    with played(path, "greedy", "random", games=40, until_decided=True) as store:
        assert store.about("finished") == "decided"
    Store(path).close()


def test_a_pipe_in_the_place_of_a_run_is_not_waited_for(path: Path) -> None:
    """It was opened to be read, and nobody wrote: the list of runs, and the page with it, hung for good."""
    os.mkfifo(path)
    with pytest.raises(NoRun, match="is no run of plyground: a run is a file"):
        Store(path)
    assert [row["state"] for row in RunList(lambda *_: False).summaries()] == ["damaged"]


def test_a_damaged_run_is_a_sentence_on_the_command_line(path: Path) -> None:
    played(path, games=4).close()
    whole = path.read_bytes()
    path.write_bytes(whole.replace(b"native", b"\xffative", 1))
    folder = path.parent / "out"
    for command in (
        ("report", str(path), "--out", str(folder)),
        ("runs", str(path)),
        ("export", str(path), "--json"),
        ("replay", str(path), "0"),
        ("resume", str(path)),
    ):
        ran = run(*command)
        assert (ran.returncode, ran.stdout) == (1, ""), command
        assert "1.run is damaged (" in ran.stderr
        assert "Traceback" not in ran.stderr
