"""Datasets: the eight-ply set and positions of any ply, with exact values and the same bytes every time."""

from __future__ import annotations

import hashlib
import sys
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import plyground
from helpers.command import complaint, objects, printed
from plyground import connect4, solve, tictactoe
from plyground.cli.app import app
from plyground.errors import BadSpec, PlygroundError
from plyground.experiments import dataset
from plyground.experiments.dataset import Dataset, ply_dataset, uci_dataset
from plyground.experiments.solved_file import SolvedFile
from plyground.perft import distinct_positions
from plyground.solver.book import key_of, mirror_key, stones_of_key
from plyground.solver.plies import check_discs_fall, keys_at, position_of, quiet, uci_keys

SMALL = connect4(5, 4, 4)


def mirrored(key: int) -> int:
    high = SMALL.rows + 1
    parts = [key >> column * high & (1 << high) - 1 for column in range(SMALL.columns)]
    return sum(part << place * high for place, part in enumerate(reversed(parts)))


def test_keys_of_a_ply_are_all_its_positions_with_mirror_images_merged() -> None:
    counts = distinct_positions(SMALL.start())
    for ply in range(7):
        keys = keys_at(SMALL, ply)
        both = {position_of(SMALL, key) for one in keys for key in (one, mirrored(one))}
        tally = next(counts).positions
        assert len(both) == tally.count - tally.first_wins - tally.second_wins - tally.draws, ply
        assert all(key_of(position_of(SMALL, key)) == key for key in keys)


def test_a_position_is_quiet_if_no_next_disc_wins() -> None:
    game = connect4(4, 4, 3)
    for ply in range(8):
        for key in keys_at(game, ply)[:200]:
            place = position_of(game, key)
            other = place._replace(to_move=place.to_move.other)
            ends = [side.after(move).outcome() for side in (place, other) for move in place.moves()]
            assert quiet(game, key) == (not any(end and end.winner for end in ends)), place.text()
            assert mirror_key(game, *stones_of_key(game, key)) == key


def test_rows_have_the_exact_values_of_positions_and_moves() -> None:
    made = ply_dataset(SMALL, 6, sample=12, seed=3, moves=True)
    assert made.columns == ("position", "score", "result", *(f"move_{n}" for n in range(1, 6)))
    assert len(made.rows) == 12
    for text, score, result, *values in made.rows:
        found = solve(SMALL.parse(str(text)), moves=True)
        assert found.moves is not None
        assert found.stone_score == score
        assert result == ("win" if found.low > 0 else "loss" if found.low < 0 else "draw")
        known = {move.move: move.stone_score for move in found.moves}
        assert [known.get(str(column)) for column in range(1, 6)] == values


def test_samples_depend_on_the_seed_alone() -> None:
    for ply in (6, 14):
        one, same, another = (ply_dataset(SMALL, ply, sample=20, seed=seed) for seed in (1, 1, 2))
        assert one == same
        assert one != another
        assert len({row[0] for row in one.rows}) == 20
        assert {sum(mark in "XO" for mark in str(row[0])) for row in one.rows} == {ply}


def test_all_positions_of_late_plies_are_refused() -> None:
    with pytest.raises(BadSpec, match="give a sample"):
        ply_dataset(connect4(), 12)
    with pytest.raises(BadSpec, match="discs fall in it"):
        check_discs_fall(tictactoe())


def test_csv_and_parquet_have_the_same_rows(tmp_path: Path) -> None:
    pyarrow = pytest.importorskip("pyarrow.parquet")
    made = ply_dataset(connect4(4, 4, 3), 9, sample=30, moves=True)
    assert made.to_parquet() == made.to_parquet()
    made.write(tmp_path / "deep" / "set.parquet")
    read = pyarrow.read_table(tmp_path / "deep" / "set.parquet")
    assert tuple(read.column_names) == made.columns
    assert [tuple(row.values()) for row in read.to_pylist()] == made.rows
    lines = made.to_csv().splitlines()
    assert lines[1:] == made.to_csv(header=False).splitlines()
    assert lines[1].split(",") == ["" if cell is None else str(cell) for cell in made.rows[0]]


def test_parquet_without_pyarrow_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(PlygroundError, match=r"pip install 'plyground\[parquet\]'"):
        Dataset(("a",), [("b",)]).to_parquet()
    assert "plyground[parquet]" in complaint("dataset", "uci", "--out", "set.parquet")


def test_the_command_writes_a_file(tmp_path: Path) -> None:
    out = tmp_path / "ply4.csv"
    asked = ("dataset", "connect4", "--ply", "4", "--out", str(out))
    assert printed(*asked).startswith(f"{out}: 568 positions (win ")
    (told,) = objects(*asked, "--json")
    assert told["win"] + told["draw"] + told["loss"] == told["positions"] == 568
    assert out.read_text().startswith("position,score,result\n")
    assert "give --out" in complaint("dataset", "uci")
    assert "give --ply" in complaint("dataset", "connect4", "--out", "x.csv")
    assert "of connect4 are some" in complaint("dataset", "uci", "--ply", "3", "--out", "x.csv")


def test_one_position_is_no_positions(tmp_path: Path) -> None:
    out = tmp_path / "start.csv"
    assert printed("dataset", "connect4", "--ply", "0", "--out", str(out)) == (
        f"{out}: 1 position (win 1, draw 0, loss 0)\n"
    )


@pytest.mark.parametrize("name", ["u.txt", "uci", "u.csv.gz"])
def test_a_file_with_an_unknown_ending_is_refused_before_anything_is_solved(
    name: str, tmp_path: Path
) -> None:
    said = complaint("dataset", "uci", "--out", str(tmp_path / name))
    assert "its ending says how it is written, and those known are .csv and .parquet" in said
    assert not list(tmp_path.iterdir())


@pytest.mark.slow
def test_the_eight_ply_set_takes_moves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of three of its positions: all take hours."""
    monkeypatch.setattr("plyground.experiments.dataset.uci_keys", lambda: uci_keys()[-3:])
    out = tmp_path / "moves.csv"
    ran = CliRunner().invoke(app, ["dataset", "uci", "--moves", "--out", str(out)])
    assert ran.exit_code == 0, ran.output
    plain, with_moves = uci_dataset(), uci_dataset(moves=True)
    assert out.read_text() == with_moves.to_csv()
    assert with_moves.columns == (*plain.columns, *(f"move_{n}" for n in range(1, 8)))
    assert [row[:43] for row in with_moves.rows] == plain.rows
    for key, row in zip(uci_keys()[-3:], with_moves.rows, strict=True):
        found = solve(position_of(connect4(), key), moves=True).moves or ()
        known = {move.move: move.stone_score for move in found}
        assert [known.get(str(column)) for column in range(1, 8)] == list(row[43:])


@pytest.mark.slow
def test_moves_of_the_eight_ply_set_are_written_as_parquet(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pyarrow = pytest.importorskip("pyarrow.parquet")
    monkeypatch.setattr("plyground.experiments.dataset.uci_keys", lambda: uci_keys()[-2:])
    out = tmp_path / "moves.parquet"
    ran = CliRunner().invoke(app, ["dataset", "uci", "--moves", "--out", str(out)])
    assert ran.exit_code == 0, ran.output
    read = pyarrow.read_table(out)
    assert [tuple(row.values()) for row in read.to_pylist()] == uci_dataset(moves=True).rows
    assert list(tmp_path.iterdir()) == [out]


@pytest.mark.slow
def test_moves_of_the_eight_ply_set_go_on_where_they_were_stopped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("plyground.experiments.dataset.uci_keys", lambda: uci_keys()[-4:])
    monkeypatch.setattr("plyground.experiments.dataset._FEW", 2)
    path, steps = tmp_path / "set.csv.solved", list[int]()

    def stop(done: int, total: int) -> None:
        steps.append(done)
        if len(steps) == 1:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt), SolvedFile(path, {"moves": True}) as kept:
        uci_dataset(stop, kept, moves=True)
    with SolvedFile(path, {"moves": True}) as kept:
        assert len(kept.known) == 2
        assert uci_dataset(stop, kept, moves=True) == uci_dataset(moves=True)
    assert steps == [2, 4]


def test_a_position_that_several_moves_lead_to_is_solved_once(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = list[Any]()
    scores = dataset._scores

    def count(game: Any, positions: Any, *more: Any) -> list[int]:
        asked.extend(position.canonical() for position in positions)
        return scores(game, positions, *more)

    monkeypatch.setattr(dataset, "_scores", count)
    places = [position_of(SMALL, key) for key in keys_at(SMALL, 6)[:60]]
    found = dataset.move_values(SMALL, places)
    assert len(asked) == len(set(asked)) < sum(value is not None for row in found for value in row)
    assert found == [dataset.move_values(SMALL, [place])[0] for place in places]


@pytest.mark.parametrize("moves", [False, True])
def test_a_dataset_goes_on_where_it_was_stopped(
    moves: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Stopped after some answers, with half a line at the end: only the rest is solved, with the same rows."""
    monkeypatch.setattr("plyground.experiments.dataset._BATCH", 8)
    monkeypatch.setattr("plyground.experiments.dataset._FEW", 8)
    path, steps = tmp_path / "set.csv.solved", list[int]()
    ask = partial(ply_dataset, SMALL, 8, sample=40, moves=moves)

    def stop(done: int, total: int) -> None:
        steps.append(done)
        if len(steps) == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt), SolvedFile(path, {"ply": 8}) as kept:
        ask(progress=stop, kept=kept)
    with path.open("ab") as file:
        file.write(b"1")
    before = len(steps)
    with SolvedFile(path, {"ply": 8}) as kept:
        assert len(kept.known) == steps[-1] < 40
        made = ask(progress=stop, kept=kept)
    assert made == ask()
    assert steps[before] > steps[before - 1]
    with SolvedFile(path, {"ply": 8}) as kept:
        assert len(kept.known) == 40
        assert ask(kept=kept) == made
    with pytest.raises(BadSpec, match=r"answers to something else in .*remove it"):
        SolvedFile(path, {"ply": 9})


def test_the_command_goes_on_from_its_file(tmp_path: Path) -> None:
    out = tmp_path / "ply4.csv"
    asked = ("dataset", "connect4", "--ply", "4", "--out", str(out))
    printed(*asked)
    whole, kept = out.read_bytes(), tmp_path / "ply4.csv.solved"
    assert not kept.exists()
    about = {
        "dataset": "connect4", "ply": 4, "sample": None, "seed": 0, "moves": False,
        "plyground": plyground.__version__,
    }  # fmt: skip
    with SolvedFile(kept, about) as known:
        known.add([(7,)])  # not what the solver says: it is not asked again
    printed(*asked)
    assert out.read_bytes().splitlines()[2:] == whole.splitlines()[2:]
    assert out.read_bytes().splitlines()[1].endswith(b",7,win")
    assert not kept.exists()
    assert "give --ply" in complaint("dataset", "connect4", "--out", str(out))
    assert not kept.exists()


@pytest.mark.slow
def test_the_eight_ply_set_has_the_counts_that_are_known() -> None:
    """The set that the field calls the UCI Connect-4 set."""
    made = uci_dataset()
    results = [row[-1] for row in made.rows]
    assert len(results) == 67_557
    assert {name: results.count(name) for name in ("win", "loss", "draw")} == {
        "win": 44_473,
        "loss": 16_635,
        "draw": 6_449,
    }
    assert hashlib.sha256(made.to_csv().encode()).hexdigest()[:16] == "986cd0d9bfb912ec"
