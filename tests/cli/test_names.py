"""Names that people type: of games and agents in their own words, of options, of one claim, of a file."""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest
from typer.main import get_command

import plyground as pg
from helpers.command import complaint, printed, run
from helpers.words import catalogue
from plyground.agents.registry import AGENTS, load_entrant
from plyground.cli.app import app
from plyground.errors import BadSpec
from plyground.words import tongue


@pytest.mark.parametrize(
    ("given", "meant"),
    [
        ("velha", "tictactoe"), ("jogo_da_velha", "tictactoe"), ("lig4", "connect4"), ("ligue4", "connect4"),
        ("forca4", "connect4"), ("connect_four", "connect4"), ("conect4", "connect4"),
    ],
)  # fmt: skip
def test_a_game_in_peoples_words_leads_to_its_name(given: str, meant: str) -> None:
    with pytest.raises(BadSpec, match=f"no game {given}: did you mean {meant}"):
        pg.load_game(given)


@pytest.mark.parametrize(
    ("given", "meant"),
    [
        ("alfabeta", "alphabeta"), ("alfa-beta", "alphabeta"), ("guloso", "greedy"), ("aleatorio", "random"),
        ("perfeito", "perfect"), ("aprofundamento_iterativo", "deepening"), ("table_alfabeta", "table_alphabeta"),
    ],
)  # fmt: skip
def test_an_agent_in_peoples_words_leads_to_its_name(given: str, meant: str) -> None:
    with pytest.raises(BadSpec, match=f"did you mean {meant}"):
        load_entrant(given)


@pytest.mark.parametrize(
    ("given", "meant"),
    [("exam", "exercise"), ("prova", "exercise"), ("jogar", "play"), ("torneio", "tournament")],
)
def test_a_command_in_peoples_words_leads_to_its_name(given: str, meant: str) -> None:
    assert f"Did you mean '{meant}'?" in complaint(given)


def test_an_option_of_what_is_deepened_is_told_its_place() -> None:
    with pytest.raises(BadSpec, match="no option evaluate") as refused:
        load_entrant("deepening(evaluate='windows')")
    assert refused.value.right.endswith("write deepening(alphabeta(evaluate='windows'))")
    with pytest.raises(BadSpec) as refused:
        load_entrant("deepening(table_alphabeta(size=5), depth=3, plain=True)")
    written = refused.value.right.partition("write ")[2]
    assert written == "deepening(table_alphabeta(size=5, plain=True), depth=3)"
    assert load_entrant(written).spec == "deepening(inner=table_alphabeta(plain=True, size=5), depth=3)"


def test_an_unknown_option_is_told_in_our_words() -> None:
    with pytest.raises(BadSpec, match="no option width in mcts"):
        load_entrant("mcts(width=3)")


def test_every_option_of_every_agent_is_explained() -> None:
    for name, kind in AGENTS.items():
        for option in fields(kind):
            assert f"option.{option.name}" in catalogue(), (name, option.name)
    told = printed("agents", "table_alphabeta")
    assert all(f"\n  {option.name} " in told for option in fields(AGENTS["table_alphabeta"]))


def test_an_agent_is_explained_in_portuguese() -> None:
    told = printed("agents", "alphabeta", "--lang", "pt-BR")
    assert tongue("pt-BR").say("agent.about-alphabeta") in told
    assert "did you mean alphabeta" in complaint("agents", "alfabeta")
    assert "plyground doctor kaggle:x.py" in complaint("agents", "kaggle:x.py")


def test_perft_takes_its_depth_by_name() -> None:
    def counts(*given: str) -> str:
        return printed("perft", *given).partition("\n\n")[0]

    assert counts("connect4", "--depth", "3") == counts("connect4", "3")
    assert counts("tictactoe", "159", "--depth", "2") == counts("tictactoe", "2", "159")
    assert "no depth" in complaint("perft", "connect4")
    assert "the depth twice" in complaint("perft", "connect4", "3", "44", "--depth", "3")
    assert "bad depth" in complaint("perft", "connect4", "deep")
    assert "from 0 to 1000" in complaint("perft", "connect4", "1001")


def test_one_claim_is_measured_alone() -> None:
    told = printed("reproduce", "P3.double")
    assert told.count("P3.double:") == 1
    assert told.count("\nP3.") == 1
    assert "Of 1 claim" not in told
    both = printed("reproduce", "p3.nodes")
    assert "P3.nodes-pruned:" in both
    assert "P3.nodes-unpruned:" in both
    assert "did you mean P3.double?" in complaint("reproduce", "P3.duble")
    assert "its claims are P3.nodes-pruned" in complaint("reproduce", "P3.xyz")


KAGGLE = "def my_agent(observation, configuration):\n    return 3\n"
CS50 = "X = 'X'\nO = 'O'\nEMPTY = None\ndef player(board): ...\ndef minimax(board): ...\n"
OURS = "def choose(position):\n    return position.moves()[0]\n"


@pytest.mark.parametrize(("code", "scheme"), [(KAGGLE, "kaggle"), (CS50, "cs50"), (OURS, "python")])
def test_a_bare_file_is_told_its_scheme(
    code: str, scheme: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "handed_in.py").write_text(code)
    assert f"is called {scheme}:handed_in.py" in complaint("doctor", "handed_in.py")


def test_the_doctor_says_which_scheme_a_file_has_that_was_taken_for_ours(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "handed_in.py").write_text(KAGGLE)
    ran = run("doctor", "python:handed_in.py", "--game", "connect4")
    assert ran.returncode == 1
    told = ran.stdout
    assert "plyground doctor kaggle:handed_in.py" in told


def test_the_door_shows_public_names_alone() -> None:
    assert set(dir(pg)) == {*pg.__all__, "__version__"}


def test_a_run_is_exported_into_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PLYGROUND_RUNS", str(tmp_path / "runs"))
    printed("match", "tictactoe", "random", "greedy", "--games", "2")
    told = printed("export", "1", "--out", str(tmp_path / "tables"))
    assert str(tmp_path / "tables" / "games.csv") in told


README = Path(__file__).parents[2] / "README.pt-BR.md"


def test_the_portuguese_readme_names_the_commands_that_speak_portuguese() -> None:
    line = next(
        each for each in README.read_text(encoding="utf-8").splitlines() if "Falam português" in each
    )
    named = set(re.findall(r"`([a-z][a-z-]+)`", line.partition(":")[2]))
    commands: Any = get_command(app)
    speaking = {
        name
        for name in commands.list_commands(None)
        if any("--lang" in option.opts for option in commands.get_command(None, name).params)
    }
    assert named == speaking


def test_the_portuguese_readme_writes_decimals_with_commas() -> None:
    text = re.sub(
        r"```.*?```|`[^`]*`|<!--.*?-->|Python 3\.11",
        "",
        README.read_text(encoding="utf-8"),
        flags=re.DOTALL,
    )
    assert not re.findall(r"\d\.\d(?!\d\d(?!\d))", text)
