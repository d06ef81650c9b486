"""Reports in Portuguese: no English word of the catalogue is left on the page, in the tables, in the terminal."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from helpers.played import played
from helpers.portuguese import decimal_points, english_in, only_english, page_text
from plyground.arena.blunders import judge
from plyground.arena.clock import TimeControl
from plyground.arena.plan import Plan
from plyground.arena.runner import begin
from plyground.experiments.experiment import Experiment, ExperimentRun
from plyground.report import figure_files
from plyground.report.comparison import comparison_text
from plyground.report.html import write_report
from plyground.report.run_findings import run_findings
from plyground.report.summary import report
from plyground.report.text import report_text
from plyground.report.types import Report
from plyground.words import tongue

PT = tongue("pt-BR")


@pytest.fixture(autouse=True)
def _not_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    """Captions and data are read here; drawing would take long. The machine is one whose name is no word."""
    monkeypatch.setattr(figure_files, "draw", lambda figure: {"svg": b"<svg ></svg>"})
    monkeypatch.setattr("plyground.arena.runner.describe_processor", lambda: "EPYC, 2 cores")


def test_the_test_would_notice_english() -> None:
    assert {"agent", "games", "against", "nodes", "the", "interval", "begun"} <= only_english()
    assert english_in("Pontos de 3 agents, 95 % interval") == {"agents", "interval"}
    assert decimal_points("12.5 % (1,5 a 2.75), 1.234 nós, 3.11.7") == ["12.5", "2.75),"]
    assert english_in(page_text('<p lang="pt-BR">Nós</p><svg aria-label="Nodes"><b>by depth</b>')) == {
        "nodes",
        "by",
    }


def assert_portuguese(text: str) -> None:
    assert english_in(text) == set()
    assert decimal_points(text) == []


def assert_folder_is_portuguese(folder: Path) -> None:
    assert_portuguese(page_text((folder / "index.html").read_text(encoding="utf-8")))
    for name in ("tables.md", "tables.tex", "figures.tex"):
        assert_portuguese((folder / name).read_text(encoding="utf-8"))


def test_an_experiment_is_told_in_portuguese(tmp_path: Path) -> None:
    agents = ("random", "minimax", "alphabeta", "deepening")
    whole = Experiment("tictactoe", agents, (1, 2, 4), 2, 2, 4)
    run = ExperimentRun.start(whole, tmp_path / "e.run")
    run.finish(lambda what, done, total: None, workers=1)
    with run.store as store:
        judge(store)
        page = write_report(store, tmp_path / "out", speaker=PT)
        for full in (False, True):
            assert_portuguese(comparison_text(store, PT, full))
    assert page.read_text(encoding="utf-8").startswith('<!doctype html>\n<html lang="pt-BR">')
    assert_folder_is_portuguese(tmp_path / "out")


@pytest.mark.parametrize("fixed", [False, True])
def test_a_match_is_told_in_portuguese(tmp_path: Path, fixed: bool) -> None:
    options: dict[str, Any] = {"games": 6, "openings": "random(1)", "fixed_seats": fixed}
    with played(tmp_path / "a.run", "greedy", "random", control=TimeControl(nodes=50), **options) as store:
        judge(store)
        write_report(store, tmp_path / "out", speaker=PT)
        found = report(store)
        text = report_text(found, PT, findings=run_findings(store, found))
    assert_portuguese(text)
    assert_folder_is_portuguese(tmp_path / "out")
    assert text != report_text(found)


def test_every_note_and_every_ending_is_in_portuguese(tmp_path: Path) -> None:
    from dataclasses import replace

    from plyground.report.notes import run_notes
    from plyground.report.run_words import ending
    from plyground.report.types import ForgivenMove, Side

    with begin(Plan("tictactoe", ("random", "greedy")), tmp_path / "a.run") as store:
        found: Report = report(store)
    reasons = {"time": 1, "crash": 2, "illegal": 3, "answer": 4, "start": 5}
    side = Side(
        forfeits=reasons,
        fallbacks=reasons,
        starved=5,
        unfinished=3,
        forgiven=[ForgivenMove(1, 2, 0.5), ForgivenMove(1, 4, 0.25)],
        pondered=2.0,
        parallel=(3, 1.5),
    )
    standings = [
        replace(each, sides=each.sides | {"both": side}, asked="random") for each in found.standings
    ]
    duels = {pairing: replace(duel, pairs=9) for pairing, duel in found.duels.items()}
    for seats in (True, False):
        all_notes = replace(
            found,
            standings=standings * 2,
            duels=duels,
            fixed_seats=seats,
            judged=3,
            judgeable=8,
            broken_off=2,
            identical=[["ana", "bia"]],
        )
        notes = run_notes(all_notes, PT)
        assert len(notes) > 12
        assert_portuguese("\n".join(notes))
    for stored in (
        "all games played",
        "all games played but those of ana",
        "all searches made",
        "decided",
        "SPRT accepts H1",
        "SPRT undecided: the last 12 pairs only repeated earlier ones",
        "SPRT undecided: the last 12 games only repeated earlier ones",
        "",
    ):
        assert_portuguese(ending(stored, PT))
        assert ending(stored, tongue("en")) in (stored, "to be continued")
