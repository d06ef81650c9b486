"""A run as a value: rows, tables, statistics; saved and read back."""

from __future__ import annotations

import gc
import sqlite3
from pathlib import Path

import pytest

import plyground as pg
from helpers.command import printed
from plyground.arena.store_file import NoRun, RunExists


@pytest.fixture(scope="module")
def match() -> pg.Run:
    return pg.match("tictactoe", pg.AlphaBeta(), pg.Random(seed=1), games=6, seed=4)


def test_rows_of_games_moves_and_agents(match: pg.Run, tmp_path: Path) -> None:
    assert len(match.games) == 6
    assert len(match.moves) == sum(match.games.column("plies"))
    assert match.moves[0]["nodes"] is not None
    assert match.agents.column("agent") == list(match.names)
    written = match.moves.to_csv(tmp_path / "moves.csv").read_text().splitlines()
    assert len(written) == 1 + len(match.moves)
    assert written[0].startswith("game,ply,agent,spec,side,move,score,nodes")


@pytest.mark.slow
def test_rows_are_a_frame_of_pandas(match: pg.Run) -> None:
    pandas = pytest.importorskip("pandas")
    frame = match.moves.to_frame()
    assert isinstance(frame, pandas.DataFrame)
    assert list(frame.columns) == list(match.moves.columns)
    assert frame.groupby("agent")["ply"].count().to_dict() == {
        name: match.moves.column("agent").count(name) for name in match.names
    }


def test_tables_are_those_of_the_report(match: pg.Run) -> None:
    assert [table.name for table in match.tables()][:3] == ["results", "times", "nodes"]
    assert str(match.table()) in str(match)
    with pytest.raises(pg.BadSpec, match="no table colours: tables are results, times, nodes"):
        match.table("colours")


def test_statistics_of_a_match(match: pg.Run) -> None:
    assert sum(match.points.values()) == 6
    assert match.elo == match.report.duels[0, 1].elo
    assert match.sprt is None
    assert match.ratings["alphabeta"].elo > 0


def test_positions_of_a_game_end_it(match: pg.Run) -> None:
    places = match.positions(1)
    assert len(places) == match.games[1]["plies"] + 1
    assert places[-1].outcome() is not None
    with pytest.raises(pg.BadSpec, match="no game 77: games are 0 to 5"):
        match.positions(77)


@pytest.mark.slow
def test_a_saved_run_is_read_back(match: pg.Run, tmp_path: Path) -> None:
    file = match.save(tmp_path / "new" / "cup.run")
    again = pg.open_run(file)
    assert again == match
    assert again != pg.match("tictactoe", pg.AlphaBeta(), pg.Random(seed=1), games=6, seed=5)
    assert str(again) == str(match)
    assert printed("runs", str(file)) == f"{match}\n"
    assert [path.name for path in file.parent.iterdir()] == ["cup.run"]


def test_a_file_is_not_overwritten_unless_asked(match: pg.Run, tmp_path: Path) -> None:
    file = tmp_path / "cup.run"
    file.write_text("mine")
    with pytest.raises(RunExists, match="is there already: take another name, or give overwrite=True"):
        match.save(file)
    assert file.read_text() == "mine"
    match.save(file, overwrite=True)
    assert pg.open_run(file) == match


def test_a_run_that_cannot_be_written_is_told(match: pg.Run, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(pg.Failed, match="cannot be written"):
        match.save(tmp_path / "file" / "cup.run")


def test_what_is_no_run_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PLYGROUND_RUNS", str(tmp_path))
    (tmp_path / "text.run").write_text("nothing")
    sqlite3.connect(tmp_path / "other.run").close()
    for path, why in (
        (tmp_path / "none.run", "no run"),
        (tmp_path / "text.run", "is no run"),
        ("7", "there are none yet"),
        (7, "there are none yet"),
    ):
        with pytest.raises(NoRun, match=why):
            pg.open_run(path)


def test_a_run_may_be_kept_while_it_is_played(tmp_path: Path) -> None:
    match = pg.match("tictactoe", pg.Greedy(), pg.Random(), games=2, path=tmp_path / "cup.run")
    assert match.path == tmp_path / "cup.run"
    with pytest.raises(RunExists):
        pg.match("tictactoe", pg.Greedy(), pg.Random(), games=2, path=tmp_path / "cup.run")


def test_a_run_that_nobody_holds_leaves_no_files() -> None:
    match = pg.match("tictactoe", pg.Greedy(), pg.Random(), games=2)
    folder = match.path.parent
    assert folder.is_dir()
    del match
    gc.collect()
    assert not folder.exists()
