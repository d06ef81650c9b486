"""Plans from options and files: what may stand there, and which of the two wins."""

from __future__ import annotations

from pathlib import Path

import pytest

from plyground import connect4
from plyground.arena.config import merge_options, plan_from, with_default_openings
from plyground.arena.plan import Format, Plan
from plyground.arena.runner import reopen
from plyground.errors import BadSpec


def test_the_command_line_is_stronger_than_the_file_also_for_time() -> None:
    assert merge_options({"time": 0.5, "games": 2}, {"time": 0.25}) == {"time": 0.25, "games": 2}
    assert merge_options({"time": 0.5}, {"clock": "5"}) == {"clock": "5"}
    assert merge_options({"seconds": 1}, {"clock": "60+1"}) == {"clock": "60+1"}  # it was refused
    assert merge_options({"seconds": 1}, {"time": 2}) == {"time": 2}
    assert merge_options({"time": 0.5}, {"seed": 5}) == {"time": 0.5, "seed": 5}


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("agents", 5), ("agents", "random"), ("game", 5), ("game", ["tictactoe"]), ("openings", 5),
        ("openings", True), ("clock", 5), ("clock", [1, 2]), ("sprt", 5), ("in_process", "yes"),
        ("pinned", 0), ("tolerance", "x"), ("games", 2.5), ("seed", True), ("nothing", 1),
    ],
)  # fmt: skip
def test_values_of_the_wrong_kind_are_told(option: str, value: object) -> None:
    with pytest.raises(BadSpec, match=f"{option}"):
        plan_from({"game": "tictactoe", "agents": ["random", "random"]} | {option: value})


def test_options_in_a_file_have_the_names_of_the_command_line() -> None:
    plan = plan_from(
        {"game": "tictactoe", "agents": ["random", "random"], "memory": 100, "best_of": 5, "time": 1}
    )
    assert (plan.memory_mb, plan.games, plan.until_decided, plan.control.seconds) == (100, 5, True, 1)


def test_names_from_outside_do_not_reach_the_terminal_raw() -> None:
    named = [{"name": "\x1b[31mred\n", "spec": "random"}, "random"]
    assert plan_from({"game": "tictactoe", "agents": named}).names == ("\\x1b[31mred\\n", "random")


def test_non_text_in_a_plan_is_named(tmp_path: Path) -> None:
    """NEWCOMER-REVIEW B13: a callable in a Plan, and reopen(1), were an AttributeError."""
    with pytest.raises(BadSpec, match=r"no text .*<lambda>.*: a plan has texts: 'python:mine.py:choose'"):
        Plan("connect4", (lambda position: 4, "random"))  # type: ignore[arg-type]
    with pytest.raises(BadSpec, match=r"no text LineGame\(.*: a plan has texts"):
        Plan(connect4(), ("alphabeta", "random"))  # type: ignore[arg-type]
    with pytest.raises(BadSpec, match="no run 1: give the path of its file"):
        reopen(1)  # type: ignore[arg-type]


def test_time_and_seconds_are_one_option() -> None:
    with pytest.raises(BadSpec, match=r"time and seconds in time = 1, seconds = 5: they are one option"):
        plan_from({"game": "tictactoe", "agents": ["random", "random"], "time": 1, "seconds": 5})


@pytest.mark.parametrize(
    ("agents", "form", "openings"),
    [
        (("alphabeta", "greedy"), "match", "balanced(3)"),
        (("alphabeta", "random"), "match", "none"),
        (("python:a.py:choose", "python:b.py:choose"), "match", "balanced(3)"),
        (("python:a.py:choose", "random"), "match", "none"),
        (("python:a.py:choose", "python:b.py:choose", "random"), "round-robin", "balanced(3)"),
        (("random", "alphabeta", "greedy"), "gauntlet", "none"),
        (("random", "alphabeta", "mcts"), "round-robin", "none"),
        (("alphabeta", "random", "greedy"), "gauntlet", "balanced(3)"),
    ],
)
def test_openings_come_by_themselves_where_two_agents_might_repeat_themselves(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, agents: tuple[str, ...], form: Format, openings: str
) -> None:
    """A class tournament without --openings decided 0 of 15 pairings, and repeated its games."""
    monkeypatch.chdir(tmp_path)
    for name in ("a.py", "b.py"):
        Path(name).write_text("def choose(position):\n    return position.moves()[0]\n")
    plan = Plan("tictactoe", agents, format=form)
    assert with_default_openings(plan).openings == openings
