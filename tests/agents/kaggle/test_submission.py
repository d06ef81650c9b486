"""Submissions play as they are laid out: with their packages, their data, in folders, archives, notebooks."""

from __future__ import annotations

import gc
import json
import os
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from helpers.debian import need
from helpers.outsiders import answered, answered_text, check_forfeit, check_played, undone
from helpers.submissions import FREE, LAYOUTS
from plyground import BadSpec, PlygroundError
from plyground.agents import load_entrant
from plyground.agents.kaggle.notebook import Notebook
from plyground.workers import sandbox as sandboxes


@pytest.fixture(autouse=True)
def _clean() -> Iterator[None]:
    with undone():
        yield


@pytest.fixture
def bwrap() -> None:
    need("bubblewrap")
    try:
        sandboxes.check_sandbox()
    except PlygroundError as error:
        pytest.skip(f"NOT TESTED: the sandbox: {error}")


@pytest.mark.parametrize("name", LAYOUTS)
def test_a_submission_plays_as_it_is_laid_out(name: str, tmp_path: Path) -> None:
    check_played(LAYOUTS[name].lay_out(tmp_path))
    assert not list(tmp_path.rglob("__pycache__"))
    assert not list(tmp_path.rglob("notes.txt"))


IN_OPEN_FOLDER = """
import os, shutil, tempfile
def agent(observation, configuration):
    place = tempfile.mkdtemp()
    os.mkdir(f"{place}/helpers")
    shutil.rmtree(place)
    here = os.open(".", os.O_RDONLY)
    try:
        os.stat("helpers", dir_fd=here)
    except FileNotFoundError:
        return next(column for column in range(configuration.columns) if not observation.board[column])
"""


def test_a_name_in_an_open_folder_is_looked_for_nowhere_else(tmp_path: Path) -> None:
    """A folder of that name beside the submission was taken: rmtree fell over a symbolic link."""
    (tmp_path / "helpers").mkdir()
    (tmp_path / "helpers" / "notes.py").write_text("")
    (tmp_path / "submission.py").write_text(f"import helpers.notes\n{IN_OPEN_FOLDER}")
    check_played(f"kaggle:{tmp_path / 'submission.py'}")


def test_numpy_has_its_old_names_in_a_submission(tmp_path: Path) -> None:
    """Six files of those tried use `numpy.Inf`, which is gone since 2.0."""
    numpy = pytest.importorskip("numpy")
    code = """
import numpy as np
from numpy import float_
def agent(observation, configuration):
    least = [np.Inf if mark else np.NINF for mark in observation.board[: np.int(configuration.columns)]]
    return int(np.argmin(np.array(least, dtype=float_)))
"""
    (tmp_path / "submission.py").write_text(code)
    check_played(f"kaggle:{tmp_path / 'submission.py'}")
    assert numpy.asarray([1.5]).dtype == numpy.float64  # what is there stays as it is


@pytest.mark.usefixtures("bwrap")
@pytest.mark.parametrize("name", [name for name in LAYOUTS if len(LAYOUTS[name].files) > 1])
@pytest.mark.slow
def test_a_submission_has_its_own_with_it_in_the_sandbox(name: str, tmp_path: Path) -> None:
    tmp_path.chmod(0o755)  # root's agents are nobody's there
    check_played(LAYOUTS[name].lay_out(tmp_path), sandbox=True, count=1)


def test_only_what_is_needed_is_brought(tmp_path: Path) -> None:
    spec = LAYOUTS["a package below the root, imported from the root"].lay_out(tmp_path)
    for other in ("letters.txt", "agents/others_bot.py", "engine.txt", "unrelated/mine.py"):
        (tmp_path / other).parent.mkdir(exist_ok=True)
        (tmp_path / other).write_text("")
    files = [str(file.relative_to(tmp_path)) for file in load_entrant(spec).files]
    assert files == [
        "agents/first_bot.py",
        "engine/__init__.py",
        "engine/negamax.py",
        "engine/scoring.py",
        "engine/deeper/walk.py",
    ]


def test_no_link_and_no_name_leads_out_of_the_folder(tmp_path: Path) -> None:
    (tmp_path / "letters.txt").write_text("dear diary")
    folder = tmp_path / "agent"
    folder.mkdir()
    (folder / "linked.txt").symlink_to(tmp_path / "letters.txt")
    (folder / "linked.py").symlink_to(tmp_path / "letters.txt")
    (folder / "bot.py").write_text(
        "import linked\nopen('linked.txt'), open('../letters.txt'), open('bot.py')\ndef agent(obs): return 0"
    )
    assert load_entrant(f"kaggle('{folder}/bot.py')").files == (folder / "bot.py",)


# ------------------------------------------------------------------ archives


def archived(folder: Path, name: str, files: dict[str, str]) -> str:
    """The spec of an archive of these files."""
    for file, text in files.items():
        (folder / "packed" / file).parent.mkdir(parents=True, exist_ok=True)
        (folder / "packed" / file).write_text(text)
    if name.endswith(".zip"):
        with zipfile.ZipFile(folder / name, "w") as zipped:
            for file in files:
                zipped.write(folder / "packed" / file, file)
    else:
        with tarfile.open(folder / name, "w:gz") as tarred:
            for file in files:
                tarred.add(folder / "packed" / file, file)
    return f"kaggle('{folder / name}')"


PACKED = {
    "main.py": "from engine.play import first\ndef agent(obs, config): return first(obs, config)",
    "engine/play.py": f"ORDER = open('/kaggle_simulations/agent/order.txt').read()\ndef first(obs, config): return {FREE}",
    "order.txt": "",
}


@pytest.mark.parametrize("name", ["submission.tar.gz", "submission.zip"])
def test_an_archive_plays(name: str, tmp_path: Path) -> None:
    spec = archived(tmp_path, name, PACKED)
    check_played(spec)
    assert load_entrant(spec).files == (tmp_path / name,)


@pytest.mark.usefixtures("bwrap")
@pytest.mark.slow
def test_an_archive_plays_in_the_sandbox(tmp_path: Path) -> None:
    check_played(archived(tmp_path, "submission.tar.gz", PACKED), sandbox=True)


@pytest.mark.slow
def test_an_archive_of_a_whole_project_plays(tmp_path: Path) -> None:
    files = {f"connectx-main/{name}": text for name, text in PACKED.items()}
    check_played(archived(tmp_path, "connectx.zip", files))


def test_unpacked_folder_is_removed_at_exit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    ended = subprocess.Popen([sys.executable, "-c", ""])
    ended.wait()
    for name in (f"submission-{ended.pid}-left", "submission-1-others", "submission-x-y", "mine"):
        (tmp_path / name).mkdir()
    agent = load_entrant(archived(tmp_path, "a.zip", {"main.py": "def agent(obs): return 0"})).enter(0)
    kept = {"submission-1-others", "submission-x-y", "mine", "a.zip", "packed"}
    (made,) = {path.name for path in tmp_path.iterdir()} - kept
    assert made.startswith(f"submission-{os.getpid()}-")
    del agent
    gc.collect()
    assert {path.name for path in tmp_path.iterdir()} == kept


def test_a_hostile_archive_does_not_start(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as zipped:
        zipped.writestr("../main.py", "")
    check_forfeit(f"kaggle('{tmp_path}/a.zip')", "start", "a name that leads out of it")


@pytest.mark.parametrize(
    ("files", "complaint"),
    [
        ({"README.md": ""}, "no main.py in a.zip: call the file of the agent main.py"),
        (
            {"one.py": "def agent(obs): return 0", "two.py": "def agent(obs): return 0"},
            "no main.py in a.zip: it has one.py two.py: call the file of the agent main.py",
        ),
    ],
)
def test_an_archive_without_an_agent_is_told(files: dict[str, str], complaint: str, tmp_path: Path) -> None:
    with pytest.raises(BadSpec, match=complaint):
        answered(archived(tmp_path, "a.zip", files))


def test_missing_file_is_named() -> None:
    with pytest.raises(BadSpec, match=r"no file gone.tar.gz: give the path of a submission"):
        answered("kaggle:gone.tar.gz")


# ------------------------------------------------------------------ notebooks


def notebook(folder: Path, *cells: str) -> str:
    """The spec of a notebook with these cells of code."""
    given: list[dict[str, Any]] = [{"cell_type": "markdown", "source": ["# Connect X"]}]
    given += [
        {"cell_type": "code", "source": cell.splitlines(keepends=True), "outputs": []} for cell in cells
    ]
    (folder / "agent.ipynb").write_text(json.dumps({"cells": given, "nbformat": 4}))
    return f"kaggle('{folder / 'agent.ipynb'}')"


def test_the_cell_that_writes_the_submission_is_the_agent(tmp_path: Path) -> None:
    spec = notebook(
        tmp_path,
        "!pip install kaggle-environments\n%matplotlib inline",
        "%%writefile helpers.py\nx = 1",
        "%%writefile submission.py\ndef agent(obs, config):\n    return COLUMN",
        "%%writefile -a submission.py\nCOLUMN = 2",
        "raise SystemExit",
    )
    assert answered_text(spec) == "3"
    check_played(notebook(tmp_path, f"%%writefile submission.py\ndef agent(obs, config): return {FREE}"))


def test_notebook_definitions_run_and_actions_do_not(tmp_path: Path) -> None:
    spec = notebook(
        tmp_path,
        "from kaggle_environments import make, evaluate\nimport inspect, os\nenv = make('connectx', debug=True)",
        "COLUMN = 4\ndef my_agent(obs, config):\n    return COLUMN\ndef mean_reward(rewards):\n    return 0",
        "env.run([my_agent, 'random'])\nfor turn in range(10**9): pass",
        "print(mean_reward(evaluate('connectx', [my_agent, 'random'])))",
        "def write_agent_to_file(function, file):\n    with open(file, 'w') as f: f.write(inspect.getsource(function))",
        "write_agent_to_file(my_agent, 'submission.py')\nmy_agent?",
    )
    assert answered_text(spec) == "5"
    assert Notebook.of(tmp_path / "agent.ipynb").name == "my_agent"


def test_a_notebook_without_an_agent_is_told(tmp_path: Path) -> None:
    with pytest.raises(BadSpec, match=r"no code in agent.ipynb: a notebook has cells of Python"):
        answered(notebook(tmp_path, "print(1)"))
    (tmp_path / "agent.ipynb").write_text("{}")
    with pytest.raises(BadSpec, match=r"agent.ipynb is no notebook: save it again as .ipynb"):
        answered(f"kaggle('{tmp_path}/agent.ipynb')")
