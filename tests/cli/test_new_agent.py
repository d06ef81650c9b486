"""What new-agent writes works as it is: its own test passes, and the doctor finds nothing wrong."""

from __future__ import annotations

import runpy
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from helpers.command import complaint, printed
from plyground.arena.doctor.exam import Exam, default_game, examine
from plyground.cli.new_agent import FIRST_GAME, STARTERS, write_agent
from plyground.words import LANGUAGES

KINDS = sorted(FIRST_GAME)


@pytest.mark.slow
@pytest.mark.parametrize(
    "kind",
    ["python", *(pytest.param(kind, marks=pytest.mark.campaign) for kind in KINDS if kind != "python")],
)
def test_the_starter_passes_its_own_test_and_the_doctor(kind: str, tmp_path: Path) -> None:
    folder = tmp_path / "a class, 2026"
    write_agent("ana", folder, kind, "en")
    tests = runpy.run_path(str(folder / "test_ana.py"))
    ran = [test() for name, test in tests.items() if name.startswith("test_")]
    assert len(ran) == 3
    spec = f"{kind}({str(folder / 'ana.py')!r})"
    found = list(examine(spec, Exam(default_game(spec), seconds=20.0, hurry=2.0, games=2, each_side=2)))
    verdicts = {finding.check: finding.verdict for finding in found}
    every = verdicts.pop("every")
    assert every == ("not tried" if default_game(spec) == "connect4" else "ok"), (
        "only small games are tried whole"
    )
    assert set(verdicts.values()) == {"ok"}, found


@pytest.mark.slow
def test_next_steps_are_told_and_work(tmp_path: Path) -> None:
    folder = tmp_path / "a class, 2026"
    file = folder / "ana.py"
    said = printed("new-agent", "ana", "--folder", str(folder), "--lang", "en").splitlines()
    assert said[0] == f"{file} is an agent that plays, and {folder}/test_ana.py tests it. Next:"
    assert shlex.split(said[1]) == ["plyground", "match", "connect4", f"python:{file}", "random"]
    assert shlex.split(said[2]) == ["plyground", "doctor", f"python:{file}"]
    tool, *arguments = shlex.split(said[3])
    command = [sys.executable, "-m", tool, "-q", "-p", "no:cacheprovider", *arguments]
    tried = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    assert "3 passed" in tried.stdout, tried.stdout


def test_a_starter_that_is_made_worse_fails_its_test(tmp_path: Path) -> None:
    write_agent("ana", tmp_path, "python", "en")
    text = (tmp_path / "ana.py").read_text(encoding="utf-8")
    (tmp_path / "ana.py").write_text(
        text.replace("if wins(position, move):", "if False:"), encoding="utf-8"
    )
    with pytest.raises(AssertionError):
        runpy.run_path(str(tmp_path / "test_ana.py"))["test_it_takes_a_win_in_one"]()


@pytest.mark.parametrize("kind", KINDS)
def test_both_languages_have_the_same_code(kind: str) -> None:
    english, portuguese = (compiled(language, kind) for language in LANGUAGES)
    assert english == portuguese


def compiled(language: str, kind: str) -> list[str]:
    """The lines of a starter that are neither empty nor words for people."""
    text = (STARTERS / language / f"{kind}.txt").read_text(encoding="utf-8")
    code = "".join(text.split('"""')[::2])
    return [
        line for line in (line.partition("  #")[0].rstrip() for line in code.splitlines()) if is_code(line)
    ]


def is_code(line: str) -> bool:
    return bool(line) and not line.lstrip().startswith("#")


def test_comments_are_in_the_language_asked_for(tmp_path: Path) -> None:
    said = printed("new-agent", "ana", "--folder", str(tmp_path), "--lang", "pt-BR")
    assert "é um agente que joga" in said
    assert "Se uma jogada vence" in (tmp_path / "ana.py").read_text(encoding="utf-8")
    assert "Testes de ana.py" in (tmp_path / "test_ana.py").read_text(encoding="utf-8")


@pytest.mark.parametrize("there", ["ana.py", "test_ana.py"])
def test_nothing_is_overwritten(there: str, tmp_path: Path) -> None:
    (tmp_path / there).write_text("mine")
    assert f"{there} is there already" in complaint("new-agent", "ana", "--folder", str(tmp_path))
    assert [path.name for path in tmp_path.iterdir()] == [there]
    assert (tmp_path / there).read_text() == "mine"


def test_a_link_that_leads_nowhere_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "ana.py").symlink_to(tmp_path / "elsewhere")
    assert "is there already" in complaint("new-agent", "ana", "--folder", str(tmp_path))
    assert not (tmp_path / "elsewhere").exists()


@pytest.mark.parametrize(
    ("name", "right"),
    [
        ("my agent", "such as my_agent"),
        ("ana.py", "such as ana"),
        ("../ana", "such as ___ana"),
        ("1st", "such as my_agent"),
        ("class", "such as my_agent"),
        ("", "such as my_agent"),
        ("random", "such as my_random"),
        ("plyground", "such as my_plyground"),
        ("_ana", "such as ana"),
        ("test_ana", "such as ana"),
    ],
)
def test_a_name_that_is_none(name: str, right: str, tmp_path: Path) -> None:
    said = complaint("new-agent", name, "--folder", str(tmp_path))
    assert "no name for an agent" in said
    assert right in said
    assert not list(tmp_path.iterdir())


def test_a_folder_that_is_a_file(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    assert "no folder" in complaint("new-agent", "ana", "--folder", str(tmp_path / "file"))


def test_a_language_that_there_is_not(tmp_path: Path) -> None:
    assert "languages are en, pt-BR" in complaint(
        "new-agent", "ana", "--folder", str(tmp_path), "--lang", "xx"
    )


@pytest.mark.parametrize("language", ["en", "pt-BR"])
def test_how_to_read_a_board_is_on_the_first_screen(language: str, tmp_path: Path) -> None:
    printed("new-agent", "bia", "--lang", language, "--folder", str(tmp_path))
    first = "\n".join((tmp_path / "bia.py").read_text(encoding="utf-8").splitlines()[:40])
    for way in ("position.rows()", "position.at(column, row)", "'XO'[position.to_move.value]", "'4'"):
        assert way in first
