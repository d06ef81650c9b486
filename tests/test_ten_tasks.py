"""The ten usual tasks beside python-chess and OpenSpiel: ours is never longer, and it runs."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

PAGE = Path(__file__).parents[1] / "docs" / "reference" / "ten-tasks.md"
OURS, CHESS, OPENSPIEL = "plyground", "python-chess", "OpenSpiel"
_BLOCK = re.compile(r"^\*\*([\w-]+)\*\*\n\n```python\n(.*?)^```$", re.DOTALL | re.MULTILINE)


def tasks() -> dict[str, dict[str, str]]:
    """The programs of each task, by library."""
    parts = re.split(r"^## ", PAGE.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]
    return {part.partition("\n")[0]: dict(_BLOCK.findall(part)) for part in parts}


TASKS = tasks()


def lines(program: str) -> int:
    return sum(1 for line in program.splitlines() if line.strip() and not line.strip().startswith("#"))


def test_there_are_ten_tasks_in_three_libraries() -> None:
    assert [name.partition(".")[0] for name in TASKS] == list(map(str, range(1, 11)))
    assert all({OURS, OPENSPIEL} <= set(programs) for programs in TASKS.values())
    assert [name for name, programs in TASKS.items() if CHESS not in programs] == ["8. A game of your own"]


@pytest.mark.parametrize("task", TASKS)
def test_ours_is_never_longer(task: str) -> None:
    own = lines(TASKS[task][OURS])
    assert own > 1
    assert all(own <= lines(program) for program in TASKS[task].values())


@pytest.mark.parametrize("task", TASKS)
def test_ours_runs_and_uses_the_door_alone(task: str) -> None:
    program = TASKS[task][OURS]
    assert re.findall(r"plyground[.\w]*", program) == ["plyground"]
    if "to_frame" in program:
        pytest.importorskip("pandas")
    exec(compile(program, task, "exec"), {"__name__": "__main__"})  # noqa: S102 - of our own page


@pytest.mark.slow
@pytest.mark.parametrize("task", TASKS)
def test_openspiels_runs(task: str) -> None:
    pytest.importorskip("pyspiel")
    pytest.importorskip("pandas")
    ran = subprocess.run([sys.executable, "-c", TASKS[task][OPENSPIEL]], capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr


@pytest.mark.slow
def test_the_type_checker_is_content_with_ours_and_finds_mistakes(tmp_path: Path) -> None:
    """As a user would run it: outside of our tree, with no settings but --strict."""
    whole = tmp_path / "tasks.py"
    whole.write_text("\n".join(programs[OURS] for programs in TASKS.values()), encoding="utf-8")
    wrong = tmp_path / "wrong.py"
    wrong.write_text(
        "import plyground as pg\npg.serch(pg.connect4().start())\npg.search(4453)\npg.match('connect4', 'random', 3)\n"
    )
    command = [
        sys.executable,
        "-m",
        "mypy",
        "--strict",
        "--no-error-summary",
        "--cache-dir",
        str(tmp_path / "cache"),
    ]
    ran = subprocess.run([*command, whole.name, wrong.name], cwd=tmp_path, capture_output=True, text=True)
    found = [line for line in ran.stdout.splitlines() if ": error: " in line]
    assert not [line for line in found if line.startswith(whole.name)], ran.stdout
    assert [line.split(":")[1] for line in found if line.startswith(wrong.name)] == ["2", "3", "4"], (
        ran.stdout
    )
