"""Tables and texts in terminals of any width."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner

import plyground.cli.agents
import plyground.cli.doctor
from helpers.played import played
from plyground import columns
from plyground.cli.app import app
from plyground.columns import fit, fold, table
from plyground.report.run_tables import report_tables
from plyground.report.summary import report
from plyground.report.text import report_text

WIDTHS = (60, 80, 120)
LONG = "deepening(inner=alphabeta(order=('best', 'killers'), evaluate='windows'), depth=6)"


def letters(text: str) -> list[str]:
    return sorted("".join(text.split()))


@given(st.text("ab( ,=", max_size=90), st.integers(10, 60), st.sampled_from(["", "  ", "    "]))
def test_a_folded_text_keeps_its_letters_and_fits(text: str, width: int, indent: str) -> None:
    lines = fold(text, width, indent)
    assert all(len(line) <= width for line in lines)
    assert letters("".join(lines)) == letters(text)


def test_texts_are_folded_between_words_then_inside_specs() -> None:
    assert fold("a text of many words", 10) == ["a text of", "many words"]
    assert fold("alphabeta(depth=4, order='centre')", 20) == ["alphabeta(depth=4,", "order='centre')"]
    assert fold("deepening(inner=alphabeta)", 18) == ["deepening(inner=", "alphabeta)"]
    assert fold("x" * 20, 8, "  ") == ["x" * 8, "  " + "x" * 6, "  " + "x" * 6]


@pytest.mark.parametrize("width", WIDTHS)
def test_no_table_is_wider_than_the_terminal(width: int) -> None:
    """Whatever its columns are: few or many, long names, long heads."""
    for texts in range(1, 6):
        for numbers in range(9):
            heads = [*(f"text {place}" for place in range(texts)), *["95 % interval of nodes"] * numbers]
            rows = [
                [LONG if (row + place) % 3 == 0 else "random" for place in range(texts)] for row in range(4)
            ]
            cells = [[*row, *(f"{10**place:,}" for place in range(numbers))] for row in rows]
            shown = table(heads, cells, left=texts, width=width)
            assert max(map(len, shown.splitlines())) <= width, (texts, numbers)
            for column in range(numbers):
                assert shown.count(f"{10**column:,}") >= 4, (texts, numbers)


def test_a_table_that_fits_stays_as_it_is() -> None:
    rows = [("random", "1"), ("perfect", "20")]
    assert table(("agent", "games"), rows, width=60) == "agent    games\nrandom       1\nperfect     20"


def test_columns_that_are_no_keys_are_not_repeated() -> None:
    shown = table(("agent", *("check of something",) * 9), [("a", *("ok",) * 9)], left=10, keys=1, width=60)
    assert max(map(len, shown.splitlines())) <= 60
    assert shown.count("agent") == 1 + shown.count("\n\n")


@pytest.fixture
def terminal(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> int:
    """A terminal of a width for all that is printed."""
    width: int = request.param
    for module in (columns, plyground.cli.agents, plyground.cli.doctor):
        monkeypatch.setattr(module, "terminal_width", lambda: width)
    return width


@pytest.mark.parametrize("terminal", WIDTHS, indirect=True)
def test_every_table_of_commands_fits_the_terminal(
    terminal: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PLYGROUND_RUNS", str(tmp_path))
    long_names: dict[str, Any] = {
        "game": "connect4(4,4,3)",
        "format": "round-robin",
        "games": 2,
        "openings": "random(2)",
    }
    agents = ("random", "greedy", "alphabeta(depth=2, evaluate='windows', order=('best', 'centre'))")
    with played(
        tmp_path / "1.run", *agents, "alphabeta(depth=1, evaluate='windows')", **long_names
    ) as store:
        found = report(store)
    printed = {each.caption: str(each) for each in report_tables(found)} | {
        "report": fit(report_text(found))
    }
    for command in (
        ["games"],
        ["agents"],
        ["runs"],
        ["runs", "1"],
        ["runs", "1", "--games"],
        ["perft", "connect4", "3", "--distinct"],
        ["search", "connect4", "44", "--depth", "3", "--moves"],
        ["search", "tictactoe", "--agent", "greedy", "--moves"],
        ["solve", "connect4(4,4,3)", "12", "--moves"],
        ["show", "gomoku"],
        ["explain", "tictactoe", "XO./.X./..O"],
    ):
        ran = CliRunner().invoke(app, command, prog_name="plyground")
        assert ran.exit_code == 0, (command, ran.output)
        printed[" ".join(command)] = ran.stdout
    wide = {
        name: line for name, text in printed.items() for line in text.splitlines() if len(line) > terminal
    }
    assert not wide
