"""The store: whole pairs or none, one writer, and no file that is not ours is ever touched."""

from __future__ import annotations

import shutil
import sqlite3
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from helpers.played import played, timeless
from plyground.arena import seals
from plyground.arena.plan import Plan
from plyground.arena.records import PairRecord
from plyground.arena.run_folder import new_run
from plyground.arena.runner import begin, play, pool_for, reopen
from plyground.arena.store import Store
from plyground.arena.store_file import APPLICATION, NoRun, RunExists
from plyground.data_folder import runs_folder
from plyground.errors import BadSpec, Failed, PlygroundError
from plyground.stats.sprt import SPRT

PLAN = Plan("tictactoe", ("random", "random"), games=60, in_process=True)


def test_a_run_is_remembered_move_for_move(tmp_path: Path) -> None:
    with played(tmp_path / "a.run", games=6) as store:
        games, moves = timeless(store)["games"], timeless(store)["moves"]
    assert [game["game"] for game in games] == list(range(6))
    for game in games:
        own = [move["move"] for move in moves if move["game"] == game["game"]]
        assert " ".join(own) == game["moves"]
        assert len(own) == game["plies"]
        assert game["ending"] == "rules"
    assert {move["core"] for move in moves} == {"native"}


def test_a_plan_comes_back_as_it_was(tmp_path: Path) -> None:
    plan = Plan(
        "connect4", ("random", "greedy"), sprt=SPRT(0, 10), openings="random(4)", games=8, seed=2**64 - 1
    )
    begin(plan, tmp_path / "a.run").close()
    with Store(tmp_path / "a.run") as store:
        assert store.plan == Plan.from_json(plan.to_json()) == plan


def test_a_file_that_is_there_is_never_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "precious.run"
    path.write_text("my thesis")
    with pytest.raises(PlygroundError, match="is there already"):
        begin(PLAN, path)
    assert path.read_text() == "my thesis"
    assert [file.name for file in tmp_path.iterdir()] == ["precious.run"]


@pytest.mark.parametrize("content", [b"", b"my thesis", b"SQLite format 3\x00" + bytes(200)], ids=len)
def test_a_foreign_file_is_refused_and_left_alone(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "other.run"
    path.write_bytes(content)
    with pytest.raises(NoRun, match="is no run of plyground"):
        Store(path, writing=True)
    assert path.read_bytes() == content


def test_a_foreign_database_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "other.db"
    with sqlite3.connect(path) as db:
        db.execute("CREATE TABLE run (key TEXT, value TEXT)")
    db.close()
    before = path.read_bytes()
    with pytest.raises(NoRun, match="is no run of plyground"):
        reopen(path)
    assert path.read_bytes() == before


def test_a_newer_format_is_refused(tmp_path: Path) -> None:
    begin(PLAN, tmp_path / "a.run").close()
    db = sqlite3.connect(tmp_path / "a.run")
    db.execute("PRAGMA user_version = 99")
    db.close()
    with pytest.raises(NoRun, match="has format 99, this plyground reads 1"):
        Store(tmp_path / "a.run")


@pytest.mark.parametrize("keep", [0.3, 0.6, 0.95])
def test_a_damaged_file_is_refused_and_left_alone(tmp_path: Path, keep: float) -> None:
    path = tmp_path / "a.run"
    played(path, games=40).close()
    whole = path.read_bytes()
    damaged = whole[: int(len(whole) * keep)]
    path.write_bytes(damaged)
    with pytest.raises(NoRun, match="is damaged"):
        Store(path, writing=True)
    assert path.read_bytes() == damaged


def test_bytes_overwritten_in_the_middle_are_noticed_or_harmless(tmp_path: Path) -> None:
    path = tmp_path / "a.run"
    played(path, games=40).close()
    whole = path.read_bytes()
    refused = 0
    for place in range(4096, len(whole), 4096):
        path.write_bytes(whole[:place] + b"\xff" * 512 + whole[place + 512 :])
        try:
            with Store(path) as store:
                timeless(store)
        except NoRun:
            refused += 1
    assert refused > 3


def test_one_process_at_a_time_plays_a_run(tmp_path: Path) -> None:
    with begin(PLAN, tmp_path / "a.run"), pytest.raises(Failed, match="is being played by another process"):
        reopen(tmp_path / "a.run")
    reopen(tmp_path / "a.run").close()


def test_a_run_can_be_read_while_it_is_played(tmp_path: Path) -> None:
    with begin(PLAN, tmp_path / "a.run") as store:
        play(store, 1, on_pair=lambda record: Store(tmp_path / "a.run").close())


def test_a_pair_that_is_stored_while_seals_are_read_is_no_damage(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Seals and rows were read at two moments: a sound run that was just being played was called damaged."""
    with pool_for(PLAN, 1) as pool:
        first, second = islice(pool.play(PLAN.pairs()), 2)
    compute, stored = seals.compute, False

    def compute_later(db: sqlite3.Connection, kind: str, *which: int) -> dict[int, int]:
        nonlocal stored
        if kind == "pair" and reading and not stored:
            stored = True
            writer.add(second)
        return compute(db, kind, *which)

    reading = False
    monkeypatch.setattr(seals, "compute", compute_later)
    with begin(PLAN, tmp_path / "a.run") as writer:
        writer.add(first)
        reading = True
        Store(tmp_path / "a.run").close()
    assert stored


def test_a_run_in_a_folder_that_cannot_be_written_can_be_read(tmp_path: Path) -> None:
    played(tmp_path / "a.run", games=4).close()
    db = sqlite3.connect(f"file:{tmp_path / 'a.run'}?mode=ro&immutable=1", uri=True)
    assert db.execute("PRAGMA application_id").fetchone() == (APPLICATION,)
    db.close()
    with Store(tmp_path / "a.run") as store:
        assert len(timeless(store)["games"]) == 4


def test_a_full_disk_loses_nothing_and_is_told(tmp_path: Path) -> None:
    path, whole = tmp_path / "a.run", tmp_path / "b.run"
    with begin(PLAN, path) as store:
        (pages,) = next(store.query("PRAGMA page_count"))
        list(
            store.query(f"PRAGMA max_page_count = {pages + 2}")
        )  # SQLite then says what it says of a full disk
        with pytest.raises(Failed, match=r"disk is full.*what was played is kept.*plyground resume"):
            play(store, 1)
        kept = timeless(store)["games"]
    assert 0 < len(kept) < 60
    with reopen(path) as store:
        play(store, 1)
        assert timeless(store)["games"][: len(kept)] == kept
        with played(whole, games=60) as other:
            assert timeless(store) == timeless(other)


def test_a_pair_is_stored_wholly_or_not_at_all(tmp_path: Path) -> None:
    with begin(PLAN, tmp_path / "a.run") as store:
        (record,) = _records(tmp_path, 1)
        broken = record.games[1].moves[0]._replace(cost=None)  # type: ignore[arg-type]
        second = type(record.games[1])(**{**vars(record.games[1]), "moves": (broken,)})
        with pytest.raises(TypeError):
            store.add(type(record)(record.number, record.agents, (record.games[0], second)))
        assert timeless(store) == {"games": [], "moves": []}
        store.add(record)
        assert len(timeless(store)["games"]) == 2


def test_a_pair_that_comes_twice_is_stored_once(tmp_path: Path) -> None:
    (record,) = _records(tmp_path, 1)
    with begin(PLAN, tmp_path / "a.run") as store:
        store.add(record)
        store.add(record)
        assert len(timeless(store)["games"]) == 2


def _records(tmp_path: Path, pairs: int) -> list[PairRecord]:
    from itertools import islice

    from plyground.arena.pair_player import PairPlayer

    with PairPlayer(PLAN) as table:
        return [table.play(pair) for pair in islice(PLAN.pairs(), pairs)]


def test_an_agent_whose_file_was_edited_is_not_the_same_agent(tmp_path: Path) -> None:
    bot = tmp_path / "bot.py"
    bot.write_text("def choose(position, limits):\n    return position.moves()[0]\n")
    plan = Plan("tictactoe", (f"python:{bot}:choose", "random"), games=2)
    begin(plan, tmp_path / "a.run").close()
    reopen(tmp_path / "a.run").close()
    bot.write_text("def choose(position, limits):\n    return position.moves()[-1]\n")
    with pytest.raises(PlygroundError, match=r"bot.py:choose has changed or is not here"):
        reopen(tmp_path / "a.run")
    reopen(tmp_path / "a.run", changed=True).close()


def test_a_copy_of_a_run_is_a_run(tmp_path: Path) -> None:
    played(tmp_path / "a.run", games=4).close()
    shutil.copy(tmp_path / "a.run", tmp_path / "b.run")
    with Store(tmp_path / "a.run") as one, Store(tmp_path / "b.run") as other:
        assert timeless(one) == timeless(other)


def test_a_run_may_be_read_by_whom_the_user_lets_read(tmp_path: Path) -> None:
    (tmp_path / "plain").touch()
    played(tmp_path / "a.run", games=2).close()
    assert (tmp_path / "a.run").stat().st_mode == (tmp_path / "plain").stat().st_mode


def test_a_number_is_no_run() -> None:
    number: Any = 1
    with pytest.raises(BadSpec, match="no run 1: give the path of its file"):
        reopen(number)


def test_leftovers_of_a_killed_run_are_not_reused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    runs_here = tmp_path / "runs"
    monkeypatch.setenv("PLYGROUND_RUNS", str(runs_here))
    runs_here.mkdir()
    (runs_here / "1.run-wal").write_bytes(b"the log of a run whose file was removed")
    assert new_run().name == "2.run"
    with pytest.raises(RunExists, match=r"1.run-wal belongs to a run that is gone"):
        begin(Plan("tictactoe", ("random", "random")), runs_here / "1.run")


def test_runs_of_tests_do_not_go_to_the_users_own(tmp_path_factory: pytest.TempPathFactory) -> None:
    """They did, two hundred of them: a test that names no place for its run had it kept for good."""
    assert tmp_path_factory.getbasetemp() in runs_folder().parents
