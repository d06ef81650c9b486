"""What shells offer for the Tab key: the words, and the scripts that ask for them."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from helpers.command import COMMAND, complaint, printed
from helpers.debian import need
from plyground.assignments import ASSIGNMENTS
from plyground.cli import completion_table
from plyground.cli.app import GROUPS
from plyground.cli.completion import SCRIPTS, Shell
from plyground.cli.completion_words import FILES, TypedLine, answer, offers


@pytest.fixture(scope="module")
def table() -> dict[str, Any]:
    return completion_table.make_table()


def words(table: dict[str, Any], line: str) -> list[str]:
    typed = TypedLine.of(line)
    return [word for word, _ in offers(table, typed.words, typed.quote)]


def test_lines_are_split_as_shells_do() -> None:
    cases: dict[str, tuple[tuple[str, ...], str]] = {
        "plyground ": (("plyground", ""), ""),
        "plyground  a\\ b 'c d": (("plyground", "a b", "c d"), "'"),
        "p '' \"x": (("p", "", "x"), '"'),
        "p 'a\\": (("p", "a\\"), "'"),
        "p a\\": (("p", "a"), ""),
    }
    for line, (split, quote) in cases.items():
        assert TypedLine.of(line) == TypedLine(split, quote), line


def test_every_command_and_each_of_its_options_is_offered(table: dict[str, Any]) -> None:
    commands = [name for names in GROUPS.values() for name in names]
    assert words(table, "plyground ") == commands
    assert words(table, "plyground --") == ["--version", "--help"]
    for command in commands:
        assert "--help" in words(table, f"plyground {command} --")
    assert words(table, "plyground match --fi") == ["--fixed-seats"]
    assert set(words(table, "plyground help comp")) == {"completion", "compare"}


def test_what_is_offered_by_line(table: dict[str, Any]) -> None:
    cases = {
        "plyground mat": ["match"],
        "plyground nothing ": [],
        "plyground match con": ["connect4"],
        "plyground match connect4 alphab": ["alphabeta"],
        "plyground match connect4 alphabeta": ["alphabeta", "alphabeta("],
        "plyground match connect4 'alphabeta(de": ["alphabeta(depth="],
        "plyground match connect4 'alphabeta(depth=4": ["alphabeta(depth=4)", "alphabeta(depth=4, "],
        "plyground match connect4 'alphabeta(depth=4, ev": ["alphabeta(depth=4, evaluate="],
        "plyground match connect4 'alphabeta(evaluate=\"w": ['alphabeta(evaluate="windows"'],
        "plyground match connect4 \"alphabeta(evaluate='w": ["alphabeta(evaluate='windows'"],
        "plyground match connect4 'alphabeta(plain=": ["alphabeta(plain=True", "alphabeta(plain=False"],
        "plyground match connect4 'deepening(inner=alphabe": ["deepening(inner=alphabeta"],
        "plyground match connect4 'deepening(inner=alphabeta(pl": ["deepening(inner=alphabeta(plain="],
        "plyground match connect4 'nobody(de": [],
        "plyground show 'connect4(": ["connect4(columns=", "connect4(rows=", "connect4(k="],
        "plyground show 'connect4(columns=5, r": ["connect4(columns=5, rows="],
        "plyground play --first h": ["human"],
        "plyground play --first=h": ["--first=human"],
        "plyground search tictactoe --core ": ["auto", "python", "native"],
        "plyground search tictactoe - --core=n": ["--core=native"],
        "plyground tournament --agent x --format g": ["gauntlet"],
        "plyground tournament random greedy perf": ["perfect"],
        "plyground match connect4 a b --seed 1 --se": [],
        "plyground compare --agent random --ag": ["--agent"],
        "plyground match -- --fi": [],
        "plyground report --out ": [FILES],
        "plyground replay 1 ": [],
        "plyground reproduce P0 P4": ["P4"],
        "plyground completion ": ["bash", "zsh", "fish"],
        "plyground show tictactoe --evaluate wi": ["windows"],
    }
    assert {line: words(table, line) for line in cases} == cases


def test_every_assignment_is_offered(table: dict[str, Any]) -> None:
    assert words(table, "plyground new-assignment ") == list(ASSIGNMENTS)


def test_files_of_agents_and_runs_are_offered(
    table: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("mine.py", "cup.run", "other.txt", "my own.py", ".hidden.py", "my.d/bot.py", "runs/3.run"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).touch()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PLYGROUND_RUNS", str(tmp_path / "runs"))
    assert words(table, "plyground match connect4 python:m") == ["python:mine.py", "python:my.d/"]
    assert words(table, "plyground match connect4 python:my.d/") == ["python:my.d/bot.py"]
    assert words(table, "plyground match connect4 my.d/b") == ["my.d/bot.py"]
    assert words(table, "plyground match connect4 python:no/such/") == []
    assert words(table, "plyground resume ") == ["3", "cup.run", "my.d/", "runs/"]


def test_no_agent_option_or_game_is_missing_in_the_table(table: dict[str, Any]) -> None:
    from dataclasses import fields

    from plyground.agents import AGENTS
    from plyground.games.registry import registered

    assert {name: set(entry["options"]) for name, entry in table["agents"].items()} == {
        name: {field.name for field in fields(kind)} for name, kind in AGENTS.items()
    }
    assert set(table["games"]) == set(registered())


def test_the_table_is_made_once_for_a_program(
    table: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = []

    def make() -> dict[str, Any]:
        made.append(1)
        return dict(table)

    monkeypatch.setattr(completion_table, "make_table", make)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    first, second = completion_table.load_table(), completion_table.load_table()
    assert first == second
    assert len(made) == 1
    kept = tmp_path / "plyground" / "completion.json"
    for damage in ("", "[]", "{", "null", '{"stamp": "another"}'):
        kept.write_text(damage)
        assert completion_table.load_table() == first, damage
    monkeypatch.setenv("XDG_CACHE_HOME", "/dev/null/nowhere")
    assert completion_table.load_table() == first


@pytest.fixture
def cached(table: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """An environment in which a shell finds the program, and the program its table."""
    monkeypatch.setattr(completion_table, "make_table", lambda: dict(table))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    completion_table.load_table()
    path = f"{Path(COMMAND[0]).parent}{os.pathsep}{os.environ['PATH']}"
    return {**os.environ, "PATH": path, "HOME": str(tmp_path), "LC_ALL": "C.UTF-8"}


def in_bash(line: str, word: str, capsys: pytest.CaptureFixture[str]) -> list[str]:
    answer("bash", [line, word])
    return capsys.readouterr().out.splitlines()


def test_bash_gets_the_part_of_a_word_that_it_asks_for(
    cached: dict[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert in_bash("plyground match x y --openings=ra", "ra", capsys) == [r"random\(4\)"]
    assert in_bash("plyground match connect4 python:", "", capsys)[0] != "python:"
    assert in_bash(r"plyground match connect4 alphabeta\(de", r"alphabeta\(de", capsys) == [
        r"alphabeta\(depth="
    ]
    assert in_bash("plyground match connect4 'alphabeta(de", "alphabeta(de", capsys) == [
        "alphabeta(depth=",
        "alphabeta(depth=…",
    ]
    spaced = "alphabeta(depth=4, evaluate="
    assert in_bash(f"plyground match connect4 '{spaced}\"w", f'{spaced}"w', capsys) == [
        f'{spaced}"windows"'
    ]


@pytest.mark.parametrize("shell", list(Shell))
def test_each_shell_has_a_script(shell: Shell) -> None:
    script = printed("completion", shell.value)
    assert script == (SCRIPTS / f"plyground.{shell.value}").read_text()
    assert f"PLYGROUND_COMPLETE={shell.value}" in script
    assert f"plyground completion {shell.value}" in script


def test_other_shells_are_refused() -> None:
    assert "'tcsh' is not one of" in complaint("completion", "tcsh")


def shell(program: list[str], script: str, env: dict[str, str]) -> list[str]:
    ran = subprocess.run([*program, script], env=env, capture_output=True, text=True, timeout=300)
    assert (ran.returncode, ran.stderr) == (0, "")
    return ran.stdout.splitlines()


def test_bash_completes(cached: dict[str, str]) -> None:
    code = f"""
        source '{SCRIPTS}/plyground.bash'
        compopt() {{ echo "$@"; }}
        COMP_LINE="plyground match con and what is behind the cursor" COMP_POINT=19
        _plyground plyground con match
        printf '%s\\n' "${{COMPREPLY[@]}}"
        COMP_LINE="plyground report --out " COMP_POINT=23
        _plyground plyground "" --out
        echo ${{#COMPREPLY[@]}}
        complete -p plyground
    """
    assert shell(["bash", "--norc", "-c"], code, cached) == [
        "connect4",
        "-o default",
        "0",
        "complete -F _plyground plyground",
    ]


@pytest.mark.slow
def test_zsh_completes(cached: dict[str, str]) -> None:
    code = f"""
        compdef() {{ echo "for $2" }}
        compadd() {{ echo "$*: ${{(P)@[-1]}}" }}
        _files() {{ echo files }}
        source '{SCRIPTS}/plyground.zsh'
        words=(plyground match connect4 "'alphabeta(de") CURRENT=4 QIPREFIX="'" PREFIX="alphabeta(de"
        _plyground
        words=(plyground match con) CURRENT=3 QIPREFIX="" PREFIX=con
        _plyground
        words=(plyground report --out "") CURRENT=4 PREFIX=""
        _plyground
    """
    assert shell([need("zsh"), "-f", "-c"], code, cached) == [
        "for plyground",
        "-l -S  -d open_shown -a open: alphabeta(depth=",
        "-l -d whole_shown -a whole: connect4",
        "files",
    ]


@pytest.mark.slow
def test_fish_completes(cached: dict[str, str]) -> None:
    code = f"""
        source '{SCRIPTS}/plyground.fish'
        complete -C "plyground mat"
        complete -C "plyground match connect4 'alphabeta(depth=4, ev"
    """
    found = shell([need("fish"), "--no-config", "-c"], code, cached)
    assert [line.partition("\t")[0] for line in found] == ["match", "alphabeta(depth=4, evaluate="]


def test_completion_loads_nothing_slow(cached: dict[str, str]) -> None:
    code = (
        "import sys; sys.argv = ['plyground', 'plyground match connect4 \\'alphabeta(']\n"
        "from plyground.cli import main; main()\n"
        "slow = ['typer', 'rich', 'plyground.searchers', 'plyground.agents', 'plyground.arena']\n"
        "assert not [name for name in slow if name in sys.modules]"
    )
    env = {**cached, "PLYGROUND_COMPLETE": "fish"}
    assert shell([sys.executable, "-c"], code, env)[0] == "alphabeta(depth=\tNone"
