"""Folders that a class hands in: whose is what, which file plays, and that nothing vanishes without a word."""

from __future__ import annotations

import csv
import io
import json
import os
import stat
import zipfile
from pathlib import Path

import pytest

from helpers.command import run
from plyground.arena.submissions import person, submissions

CHOOSE = "def choose(position):\n    return position.moves()[0]\n"
OTHER = "def choose(position):\n    return position.moves()[-1]\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "class"
    made.mkdir()
    return made


def put(folder: Path, **files: str) -> None:
    """Files with their contents, `__` for a slash in their names."""
    for name, text in files.items():
        path = folder / name.replace("__", "/").replace("_py", ".py")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


def packed(archive: Path, **files: str) -> None:
    with zipfile.ZipFile(archive, "w") as into:
        for name, text in files.items():
            into.writestr(name.replace("__", "/").replace("_py", ".py"), text)


def plyground(*words: str, code: int = 0) -> str:
    ran = run(*words)
    assert ran.returncode == code, ran.stderr
    return ran.stdout if code == 0 else ran.stderr


def found(folder: Path) -> dict[str, str]:
    """The file of each agent, or why there is none, by the names of the people."""
    handed_in = submissions(folder, folder.parent / "unpacked")
    files = {agent.name: agent.file.name for agent in handed_in.agents if agent.file}
    return files | {each.name: each.reason for each in handed_in.left_out}


@pytest.mark.parametrize(
    ("name", "who"),
    [
        ("ana.py", "ana"),
        ("Ana Silva_123456_assignsubmission_file", "Ana Silva"),
        ("Ana Silva_123456_assignsubmission_file_", "Ana Silva"),
        ("João d'Ávila_98_assignsubmission_file_conecta4.py", "João d'Ávila"),
        ("silvaana_12345_678901_conecta4.py", "silvaana"),
        ("silvaana_LATE_12345_678901_conecta4-2.py", "silvaana"),
        ("equipe_y", "equipe_y"),
        ("depth_4_6.py", "depth_4_6"),
        ("bot.v2.tar.gz", "bot.v2"),
    ],
)
def test_names_are_those_of_people(folder: Path, name: str, who: str) -> None:
    if "." not in name:
        (folder / name).mkdir()
    assert person(folder / name) == who


def test_every_entry_is_an_agent_or_has_a_reason(folder: Path) -> None:
    """A folder without agent.py, Moodle's folders and archives were passed over without a word."""
    put(
        folder,
        ana_py=CHOOSE,
        bruno__agent_py=CHOOSE,
        bruno__player_py=CHOOSE,
        carla__conecta4_py=CHOOSE,
        davi__a_py=CHOOSE,
        davi__helpers_py="def f(): pass",
        eva__a_py=CHOOSE,
        eva__b_py=OTHER,
        fabio__src__main_py=CHOOSE,
        fabio__src__other_py="x = 1",
        gil__notas="",
        helena__one_py="x = 1",
        helena__two_py="x = 1",
        _helper_py=CHOOSE,
        ivo="not Python",
        README="for all of you",
        test_ana_py="def test_ana(): pass",
    )
    (folder / "nada").mkdir()
    (folder / "gone.py").symlink_to(folder / "nowhere")
    (folder / "Ana Silva_123456_assignsubmission_file").mkdir()
    put(folder / "Ana Silva_123456_assignsubmission_file", conecta4_py=CHOOSE)
    packed(folder / "zeca.zip", projeto__conecta4_py=CHOOSE)
    seen = found(folder)
    assert {name: seen[name] for name in ("ana", "bruno", "carla", "davi", "fabio", "gone", "zeca")} == {
        "ana": "ana.py",
        "bruno": "agent.py",
        "carla": "conecta4.py",
        "davi": "a.py",
        "fabio": "main.py",
        "gone": "gone.py",  # its failure is told when it is tried
        "zeca": "conecta4.py",
    }
    assert seen["Ana Silva"] == "conecta4.py"
    assert seen["eva"] == "2 files with agents, a.py b.py: call the right one agent.py"
    assert seen["gil"] == "no Python file in it, but notas"
    assert seen["nada"] == "it is empty"
    assert seen["helena"].startswith("no agent in one.py two.py: ")
    assert seen["ivo"].startswith("neither a Python file nor a notebook nor a folder nor an archive")
    assert set(seen) == {
        *("Ana Silva", "ana", "bruno", "carla", "davi", "eva", "fabio", "gil", "gone", "helena", "ivo"),
        *("nada", "zeca"),
    }


@pytest.mark.slow
def test_notebooks_are_handed_in_too(folder: Path) -> None:
    """They were left out, though `kaggle:` plays them."""
    code = "def agent(obs, config):\n    return obs.board.index(0)"
    text = json.dumps({"cells": [{"cell_type": "code", "source": [code]}], "nbformat": 4})
    (folder / "ana.ipynb").write_text(text)
    put(folder, **{"bea__bot.ipynb": text, "rui_py": CHOOSE})
    assert found(folder) == {"ana": "ana.ipynb", "bea": "bot.ipynb", "rui": "rui.py"}
    specs = [agent.spec for agent in submissions(folder, folder.parent / "unpacked").agents]
    assert [spec.partition("(")[0] for spec in specs] == ["kaggle", "kaggle", "python"]
    told = plyground("tournament", "--folder", str(folder), "--game", "connect4(4,4,3)", "--games", "2")
    assert "6 games, all games played" in told
    assert "forfeited" not in told


def test_duplicate_names_are_made_unique(folder: Path) -> None:
    put(folder, ana_py=CHOOSE, ana__agent_py=CHOOSE)
    assert found(folder) == {"ana": "agent.py", "ana #2": "ana.py"}


@pytest.mark.parametrize(
    ("name", "mode", "why"),
    [
        ("../../out.py", 0, "a name that leads out of it"),
        ("/etc/out.py", 0, "a name that leads out of it"),
        ("agent.py", stat.S_IFLNK | 0o777, "a link, agent.py"),
    ],
)
def test_an_archive_that_means_no_good_is_left_out(folder: Path, name: str, mode: int, why: str) -> None:
    info = zipfile.ZipInfo(name)
    info.external_attr = mode << 16
    with zipfile.ZipFile(folder / "mal.zip", "w") as archive:
        archive.writestr(info, "/etc/passwd")
    (folder / "broken.zip").write_bytes(b"PK no zip")
    reasons = found(folder)
    assert why in reasons["mal"]
    assert "broken.zip" in reasons["broken"]
    assert sorted(each.name for each in folder.parent.iterdir()) in (["class"], ["class", "unpacked"])
    assert not list(folder.parent.glob("unpacked/*"))


def test_the_same_archive_is_unpacked_once_and_another_anew(folder: Path) -> None:
    packed(folder / "a.zip", agent_py=CHOOSE)
    before = found(folder)
    assert found(folder) == before
    packed(folder / "a.zip", mine_py=OTHER)
    assert found(folder) == {"a": "mine.py"}
    assert len(list(folder.parent.glob("unpacked/*"))) == 2


def test_copies_are_noted_whatever_ends_their_lines(folder: Path) -> None:
    put(folder, carla_py=CHOOSE, davi_py=OTHER)
    (folder / "colado.py").write_bytes(CHOOSE.replace("\n", "\r\n").encode() + b"\r\n")
    assert submissions(folder, folder).identical() == [["carla", "colado"]]


def test_a_name_that_is_no_text_is_left_out(folder: Path) -> None:
    (folder / os.fsdecode(b"caf\xe9.py")).write_text(CHOOSE)
    assert list(found(folder).values()) == ["its name is no text"]


@pytest.mark.slow
def test_a_grade_list_has_no_holes(folder: Path, tmp_path: Path) -> None:
    """Who could not be imported stood on standard error only: in no table, no export and no report."""
    put(folder, ana_py=CHOOSE, bruno_py=OTHER, colado_py=CHOOSE, davi_py="import nothing_like_it")
    put(folder, eva__notes="")
    packed(folder / "zeca.zip", bot_py=OTHER + "# mine\n")
    name = str(tmp_path / "a.run")
    text = plyground(
        *("tournament", "--folder", str(folder), "--game", "tictactoe", "--games", "2", "--run", name)
    )
    table = text[text.index("left out  why") :].splitlines()
    assert table[1].startswith("davi      ")
    assert "nothing_like_it" in " ".join(table[1:3])
    assert "eva       no Python file in it, but notes" in table
    assert "note: the files of ana and colado are the same" in text
    assert plyground("runs", name) in text
    told = json.loads(plyground("runs", name, "--json"))
    assert [each["name"] for each in told["left_out"]] == ["davi", "eva"]
    assert told["identical"] == [["ana", "colado"]]
    plyground("export", name, "--csv", str(tmp_path))
    rows = list(csv.DictReader(io.StringIO((tmp_path / "agents.csv").read_text())))
    assert [row["agent"] for row in rows] == ["ana", "bruno", "colado", "zeca", "davi", "eva"]
    assert {row["games"] for row in rows} == {"6", "0"}
    assert sum(float(row["points"]) for row in rows) == told["played"]
    assert [bool(row["left_out"]) for row in rows] == [False] * 4 + [True] * 2
    whole = json.loads(plyground("export", name, "--json"))
    assert [agent["agent"] for agent in whole["agents"]] == [row["agent"] for row in rows]


def test_too_few_that_can_play_are_told_with_their_reasons(folder: Path) -> None:
    put(folder, ana_py=CHOOSE, eva__notes="")
    (folder / "mal.zip").write_bytes(b"no zip")
    told = plyground("tournament", "--folder", str(folder), "--game", "tictactoe", code=1)
    assert "eva is left out: no Python file in it, but notes" in told
    assert "mal is left out: " in told
