"""What a file needs of its neighbours is read off its text, and nothing else is taken."""

from __future__ import annotations

from pathlib import Path

import pytest

from plyground.agents.neighbours import Neighbours, is_library


def laid_out(folder: Path, **files: str) -> Path:
    """Write files, whose names have __ for a slash, and give the folder."""
    for name, text in files.items():
        path = folder / (name.replace("__", "/") + ("" if "." in name else ".py"))
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return folder


def needed(folder: Path, name: str = "bot.py") -> set[str]:
    found = Neighbours.of(folder / name).files
    assert found[0] == folder / name
    return {str(file.relative_to(folder)) for file in found[1:]}


@pytest.mark.parametrize(
    "code",
    [
        "import helper",
        "import helper as h, os",
        "from helper import *",
        "def f():\n  from helper import x",
        "try:\n  import torch\nexcept ImportError:\n  import helper",
        "from . import helper",
        "from .helper import x",
        "import numpy\nif True:\n  import helper.inner",
    ],
)
def test_imports_are_followed_wherever_they_stand(code: str, tmp_path: Path) -> None:
    laid_out(tmp_path, bot=code, helper="import further", further="import bot", other="")
    assert needed(tmp_path) == {"helper.py", "further.py"}


def test_libraries_are_no_neighbours(tmp_path: Path) -> None:
    assert is_library("random")
    assert is_library("plyground")
    assert is_library("pytest")
    assert not is_library("no_such_library_anywhere")
    laid_out(
        tmp_path, bot="import random, plyground, pytest, json.decoder", random="", plyground="", pytest=""
    )
    assert needed(tmp_path) == set()


def test_the_search_ends_at_the_root_of_a_repository(tmp_path: Path) -> None:
    laid_out(tmp_path, letters="", repo__a__b__bot="import letters, near", repo__a__near="")
    (tmp_path / "repo" / "pyproject.toml").write_text("")
    assert needed(tmp_path / "repo", "a/b/bot.py") == {"a/near.py"}
    (tmp_path / "repo" / "pyproject.toml").unlink()
    assert needed(tmp_path / "repo", "a/b/bot.py") == set()
    (tmp_path / "requirements.txt").write_text("")
    assert {file.name for file in Neighbours.of(tmp_path / "repo/a/b/bot.py").files} == {
        "bot.py",
        "near.py",
        "letters.py",
    }


@pytest.mark.parametrize(
    "code",
    [
        "import bob.bot",
        "from bob import bot",
        "from ..bob import bot",
        "from ..bob.bot import x",
        "open('../bob/w.npy')",
    ],
)
def test_beside_ones_own_folder_lie_other_peoples_agents(code: str, tmp_path: Path) -> None:
    laid_out(tmp_path, alice__bot=code, bob__bot="", bob____init__="")
    laid_out(tmp_path, **{"bob__w.npy": ""})
    assert needed(tmp_path / "alice") == set()


def test_the_keys_in_a_home_are_nobodys_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    names = (
        "bot.py",
        "keys.txt",
        ".ssh/id.txt",
        "work/bot.py",
        "work/.env",
        "work/x/.hidden/a.txt",
        "work/a.txt",
    )
    for name in names:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(
            "a = ['keys.txt', '.ssh/id.txt', '.env', './.env', 'x/.hidden/a.txt', './a.txt']"
        )
    assert needed(tmp_path) == set()
    assert needed(tmp_path / "work") == {"a.txt"}


def test_the_home_is_not_searched(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    laid_out(tmp_path, letters="", work__bot="import letters, near", work__near="")
    assert needed(tmp_path / "work") == {"near.py"}


@pytest.mark.parametrize(
    "code",
    [
        "open('data/w.npy')",
        "HERE / 'data' / 'w.npy'",
        "os.path.join(HERE, 'data', 'w.npy')",
        "open('/kaggle_simulations/agent/data/w.npy')",
        "open(HOME + '/data/w.npy')",
        "np.load(f'data/w.npy')",
        "PATHS = ['./data/w.npy']",
    ],
)
def test_files_that_texts_name_are_taken(code: str, tmp_path: Path) -> None:
    laid_out(tmp_path, bot=code)
    laid_out(tmp_path, **{"data__w.npy": "", "data__v.npy": ""})
    assert needed(tmp_path) == {"data/w.npy"}


def test_long_tables_and_long_sums_are_passed_over(tmp_path: Path) -> None:
    sums, numbers = " + ".join(["'x'"] * 1_000), ", ".join(["'w.npy'"] * 1_000)
    laid_out(tmp_path, bot=f"SUM = {sums}\nTABLE = [{numbers}]\nimport near", near="")
    laid_out(tmp_path, **{"w.npy": ""})
    assert needed(tmp_path) == {"near.py"}


@pytest.mark.parametrize("code", ["import (", "x = \0", "(" * 5_000, "import near.."])
def test_unreadable_file_has_no_neighbours(code: str, tmp_path: Path) -> None:
    laid_out(tmp_path, bot=code, near="")
    assert needed(tmp_path) == set()
