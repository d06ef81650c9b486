"""An agent gets a short name as `name=spec`, and every door, table and sentence says it."""

from __future__ import annotations

from pathlib import Path

import pytest

import plyground as pg
from helpers.command import printed
from plyground.arena.plan import join_name, split_name
from plyground.ui.web.arena import read_plan
from plyground.ui.web.preview import preview
from plyground.ui.web.validation import Caps

FIRST = "def choose(position):\n    return position.moves()[0]\n"


@pytest.fixture
def mine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setenv("PLYGROUND_RUNS", str(tmp_path / "runs"))
    monkeypatch.chdir(tmp_path)
    (tmp_path / "ab.py").write_text(FIRST)
    return "mine=python:ab.py"


def test_a_match_says_the_name(mine: str) -> None:
    told = printed("match", "tictactoe", mine, "old=random", "--games", "2")
    assert "mine" in told
    assert "old" in told
    assert "ab.py" not in told


def test_a_tournament_says_the_names_also_from_a_plan_in_a_file(mine: str, tmp_path: Path) -> None:
    (tmp_path / "plan.toml").write_text(
        f'game = "tictactoe"\ngames = 2\nagents = ["{mine}", "old=random"]\n'
    )
    told = printed("tournament", "third=random", "--file", "plan.toml")
    assert all(f" {name} " in told for name in ("mine", "old", "third"))
    assert "ab.py" not in told


def test_a_comparison_says_the_names(mine: str) -> None:
    few = ("--games", "2", "--positions", "1", "--repetitions", "1", "--depths", "1-2")
    agents = (
        "--agent",
        "deep=alphabeta(depth=3)",
        "--agent",
        "flat=alphabeta(depth=1)",
        "--agent",
        "random",
    )
    told = printed("compare", "tictactoe", *agents, *few, "--out", "page")
    assert "deep" in told
    assert "flat" in told
    assert "alphabeta" not in told
    page = Path("page/index.html").read_text(encoding="utf-8")
    assert "deep=alphabeta(depth=3)" in page  # in the command that measures it again


def test_a_comparison_from_python_says_the_names() -> None:
    agents = "deep=minimax(depth=2)", pg.AlphaBeta(depth=2)
    found = pg.compare("tictactoe", agents, depths=(1,), positions=0, repetitions=1, games=2)
    assert found.names == ("deep", "alphabeta")


def test_a_judgement_says_the_name(mine: str) -> None:
    told = printed("judge", mine, "--game", "tictactoe", "--quick", "--part", "moves")
    assert told.startswith("mine (python:ab.py) at tictactoe")
    found = pg.judge("deep=alphabeta(depth=2)", "tictactoe", quick=True, seeds=1, parts=["moves"])
    assert "deep (alphabeta(depth=2))" in repr(found)


@pytest.mark.slow
def test_the_doctor_says_the_name() -> None:
    told = printed("doctor", "mine=greedy", "--game", "tictactoe", "--time", "0.05")
    assert told.splitlines()[-1].startswith("mine ")


def test_the_pages_arena_takes_names() -> None:
    wanted = {
        "game": "tictactoe",
        "format": "match",
        "games": 2,
        "agents": ["deep=alphabeta(depth=2)", "random"],
    }
    plan = read_plan(wanted, Caps())
    assert plan.names == ("deep", "random")
    assert plan.agents == ("alphabeta(depth=2)", "random")
    assert preview(plan)["plies"] > 0


def test_the_command_that_plays_it_again_says_the_names(mine: str) -> None:
    printed("match", "tictactoe", mine, "random", "--games", "2")
    printed("report", "1", "--out", "page")
    assert "mine=python:ab.py random" in Path("page/index.html").read_text(encoding="utf-8")


@pytest.mark.parametrize(("name", "spec"), [("ab", "python:ab.py"), ("a b", "alphabeta(depth=3)")])
def test_a_name_is_read_as_it_is_written(name: str, spec: str) -> None:
    assert split_name(join_name(name, spec)) == (name, spec)


@pytest.mark.parametrize("name", ["", "alphabeta(depth=3) #2", "a=b"])
def test_what_cannot_be_read_as_a_name_is_left_out(name: str) -> None:
    assert join_name(name, "random") == "random"
