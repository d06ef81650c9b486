"""The tables of a run show no number that its evidence does not carry."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from helpers.played import played
from plyground.report.run_tables import RunTables
from plyground.report.summary import report
from plyground.report.text import duel_text
from plyground.stats.elo import Counts, Summary
from plyground.words import tongue

EN = tongue("en")


def test_a_sweep_of_depths_has_the_time_of_the_processor(tmp_path: Path) -> None:
    """A move that waited for a core made depth 2 slower than depth 3: 0.904 ± 3.689 and 0.528 ± 1.329."""
    agents = "random", "alphabeta(depth=1)", "alphabeta(depth=2)"
    with played(tmp_path / "a.run", *agents, format="gauntlet", games=2) as store:
        found = report(store)
    for place, standing in enumerate(found.standings):
        side = standing.sides["both"]
        assert side.wall is not None
        count = side.wall.count
        side.wall = Summary(count, 9.0, 0.0, 9.0, 9.0, 9.0)
        side.cpu = Summary(count, 0.001 * place, 0.0, 0.0, 0.0, 0.0)
    table = RunTables(found, EN).depths()
    assert table is not None
    assert "processor time per move (ms)" in table.heads
    assert [row[4] for row in table.rows] == ["1 ± 0", "2 ± 0"]
    found.standings[1].sides["both"].cpu = None  # a system that does not tell
    table = RunTables(found, EN).depths()
    assert table is not None
    assert "time per move (ms)" in table.heads


def test_the_likely_stronger_is_told_only_of_results_that_leave_something_out(tmp_path: Path) -> None:
    """After 1.5–0.5, whose interval is 0 to 100 %, it was "likelihood … 50.0 %"."""
    with played(tmp_path / "a.run", "greedy", "random", games=2, openings="none") as store:
        found = report(store)
    (duel,) = found.duels.values()
    assert duel.superiority is not None
    assert "likelihood" not in duel_text(found, duel, EN)
    assert RunTables(found, EN).duels().rows[0][-1] == "–"


def test_who_made_no_point_has_no_exact_rating(tmp_path: Path) -> None:
    """It was "-395, exact": a number that the draws which every agent gets had made."""
    agents = "alphabeta(depth=1)", "alphabeta(depth=2)", "alphabeta(depth=3)"
    options: dict[str, Any] = {"format": "round-robin", "openings": "list('1 1','4 4','2 3')", "games": 6}
    with played(tmp_path / "a.run", *agents, game="connect4", **options) as store:
        found = report(store)
    rows = {row[1]: row for row in RunTables(found, EN).ratings().rows}
    assert found.standings[0].sides["both"].counts == Counts(losses=12)
    assert rows["alphabeta(depth=1)"][-2:] == ("–", "–")
    assert rows["alphabeta(depth=3)"][-1] == "exact"


def test_nothing_is_minus_zero() -> None:
    """An Elo of -0.3 was "-0"."""
    assert EN.signed(-0.3) == "+0"
    assert EN.number(-0.001, 2) == "0.00"
    assert tongue("pt-BR").signed(-0.04, 1) == "+0,0"
