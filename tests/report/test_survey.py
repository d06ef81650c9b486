"""A survey from the searches to the page, on a small board; and what counts in its games."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from html import escape
from pathlib import Path

import pytest
import typer

from helpers.played import played
from helpers.portuguese import english_in, page_text
from plyground.arena.clock import TimeControl
from plyground.arena.plan import Plan
from plyground.arena.runner import begin, play
from plyground.cli import survey as cli_survey
from plyground.cli.progress import judge_moves
from plyground.cli.survey import run_survey
from plyground.errors import INTERRUPTED, BadSpec
from plyground.experiments.survey import Survey, SurveyRun
from plyground.report.pair_results import PairResult, pair_results
from plyground.report.survey import _busy
from plyground.words import tongue

TINY = Survey(
    "connect4(4,4,3)",
    depths=(1, 2, 3),
    stage_depth=2,
    positions=1,
    repetitions=1,
    nodes=(20, 60),
    crowded=20,
    milliseconds=(1,),
    ladder=(1, 3),
    small_game="mnk(3,2,3)",
    small_agents=("minimax", "alphabeta", "greedy"),
)


def results(tmp_path: Path, control: TimeControl, *agents: str, games: int = 8) -> PairResult:
    openings = "list('1 1', '1 2')"
    plan = Plan("connect4(4,4,3)", agents, games=games, control=control, openings=openings, in_process=True)
    with begin(plan, tmp_path / "a.run") as store:
        play(store, workers=1)
        found = pair_results(store)
        one, other = store.plan.names
        assert set(found) == {(one, other), (other, one)}
        return found[one, other]


def test_deterministic_pairs_count_each_opening_and_seat_once(tmp_path: Path) -> None:
    found = results(tmp_path, TimeControl(depth=2), "minimax", "alphabeta(depth=1)")
    assert (found.exact, found.counts.games, found.openings) == (True, 4, 2)
    assert found.reversed().points == found.against


def test_pairs_with_chance_have_an_interval_over_openings(tmp_path: Path) -> None:
    found = results(tmp_path, TimeControl(depth=2), "minimax", "random")
    assert (found.exact, found.counts.games, found.openings) == (False, 8, 2)
    assert found.interval is not None
    assert found.interval.low <= found.rate <= found.interval.high


def test_a_clock_is_chance(tmp_path: Path) -> None:
    found = results(tmp_path, TimeControl(seconds=0.5), "minimax(depth=1)", "alphabeta(depth=1)")
    assert not found.exact


@pytest.fixture(scope="module")
def survey_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("survey")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(cli_survey, "_write", lambda *about: None)  # drawing takes long
        run_survey(TINY, folder, 1, False, tongue("en"), as_json=True)
    return folder


def test_the_first_screen_has_numbered_sentences_and_a_table(
    survey_folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    run_survey(TINY, survey_folder, 1, False, tongue("en"), as_json=False)
    text = capsys.readouterr().out
    lines = text.splitlines()
    assert [line[:2] for line in lines if re.match(r"\d\. ", line)] == ["1.", "2.", "3.", "4.", "5.", "6."]
    assert (
        "1. Same answer: memo, alphabeta, table_alphabeta, pvs and mtdf find the value and the move" in text
    )
    whole = " ".join(text.split())
    assert "Points with 20 and 60 nodes per move: alphabeta against minimax" in whole
    assert (
        "6. Searching to the end never loses at mnk(3,2,3). Each of the 2 that search to the end loses 0"
        in whole
    )
    assert len(lines) <= 50
    assert all(len(line) <= 100 for line in lines[:-1])
    assert lines[-1].endswith(f"{survey_folder}/index.html")
    monkeypatch.setattr(cli_survey, "_write", lambda *about: None)
    run_survey(TINY, survey_folder, 1, True, tongue("en"), as_json=False)
    full = capsys.readouterr().out
    assert len(full.splitlines()) > 2 * len(lines)
    assert re.search(r"^to a depth in plies, .* 320 games, round-robin: depth 1 =$", full, re.MULTILINE)
    assert "alphabeta(depth=1), depth 3 = alphabeta(depth=3)" in full


def test_the_page_begins_with_the_same_sentences(
    survey_folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run_survey(TINY, survey_folder, 1, False, tongue("pt-BR"), as_json=False)
    printed = " ".join(capsys.readouterr().out.split())
    page = (survey_folder / "index.html").read_text(encoding="utf-8")
    sentences = [each["text"] for each in json.loads((survey_folder / "findings.json").read_text("utf-8"))]
    assert page.startswith('<!doctype html>\n<html lang="pt-BR">')
    assert len(sentences) == 6
    claims = [each["claim"] for each in json.loads((survey_folder / "findings.json").read_text("utf-8"))]
    places = [
        page.index(f"<h3>{n}. {escape(claim)}</h3><p>{escape(sentence)}</p>")
        for n, (claim, sentence) in enumerate(zip(claims, sentences, strict=True), 1)
    ]
    order = ("<h2>O que as palavras querem dizer", "<h2>Figuras", "<h2>Tabelas", "<h2>Como foi medido")
    places += [page.index(mark) for mark in order]
    assert places == sorted(places)
    assert all(" ".join(sentence.split()) in printed for sentence in claims + sentences)
    assert "<h1>Quanto custa e quanto vale olhar mais à frente: connect4(4,4,3) e mnk(3,2,3)</h1>" in page
    assert english_in(page_text(page)) == english_in(printed) == set()
    assert '<div class="shown"></div>' not in page
    assert {path.stem for path in (survey_folder / "figures").glob("*.svg")} == {
        *("nodes-by-depth", "times-fewer-nodes", "points-by-nodes")  # and nothing that was given away
    }


def test_a_stopped_survey_goes_on_to_the_same_numbers(
    survey_folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    played = SurveyRun.play

    def stop(self: SurveyRun, part: str, *rest: object) -> object:
        if part == "ladder":
            raise KeyboardInterrupt
        return played(self, part, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(cli_survey, "_write", lambda *about: None)
    monkeypatch.setattr(SurveyRun, "play", stop)
    with pytest.raises(typer.Exit) as stopped:
        run_survey(TINY, tmp_path, 1, False, tongue("en"), as_json=True)
    assert stopped.value.exit_code == INTERRUPTED
    assert "stopped; the same command goes on" in capsys.readouterr().err
    assert not (tmp_path / "ladder.run").exists()
    monkeypatch.setattr(SurveyRun, "play", played)
    for folder in (tmp_path, survey_folder):
        run_survey(TINY, folder, 1, False, tongue("en"), as_json=True)
    one, other = map(json.loads, capsys.readouterr().out.splitlines())
    timed = {"cost", "costs-depth", "costs-stage", "budgets", "time-1", "how"}
    without_clocks = [[t for t in found["tables"] if t["name"] not in timed] for found in (one, other)]
    assert without_clocks[0] == without_clocks[1]
    assert len(without_clocks[0]) == 6  # and none of results given away: no game was judged
    told = [each["text"] for each in one["findings"] if each["finding"] in ("survey-nodes", "small-game")]
    assert told == [
        each["text"] for each in other["findings"] if each["finding"] in ("survey-nodes", "small-game")
    ]


def test_another_survey_in_the_folder_is_refused(survey_folder: Path) -> None:
    run = SurveyRun(replace(TINY, seed=1), survey_folder)
    with pytest.raises(BadSpec, match=r"another experiment in .*: take another folder"):
        run.search(lambda what, done, total: None)
    with pytest.raises(BadSpec, match=r"another experiment in .*: take another folder"):
        run.play("ladder", lambda store: lambda record: None)


def test_a_survey_begins_after_the_first_ply() -> None:
    """Without an opening it searched samples, and told them as "all 2 openings of 0 plies"."""
    with pytest.raises(BadSpec, match="opening_plies is a whole number from 1 to 4"):
        Survey(opening_plies=0)


def test_nobody_waits_longer_than_a_move_takes(tmp_path: Path) -> None:
    """Moves of 1 ms "waited for a core in 141.9 % of their time"."""
    with played(tmp_path / "a.run", "greedy", "random", games=2) as store:
        for share, busy in ((2.0, 1.0), (0.0, 0.0)):
            list(store.query("UPDATE moves SET waited = ? * wall", (share,)))
            assert _busy(store) == busy


def test_the_default_survey_is_what_the_documents_say() -> None:
    plans = Survey().plans
    assert list(plans) == ["nodes-1000", "nodes-10000", "time-1", "ladder", "ladder-centre"]
    assert plans["nodes-10000"].games == 98 == 2 * 49
    assert plans["nodes-10000"].names == ("minimax", "alphabeta", "table_alphabeta")
    assert plans["nodes-1000"].names == (*plans["nodes-10000"].names, "random", "greedy", "mcts")
    assert plans["ladder-centre"].agents[0] == "alphabeta(depth=1, order='centre')"
    assert plans["ladder"].names[:4] == ("depth 1", "depth 2", "depth 4", "depth 6")
    assert Survey().searches.depths == (1, 2, 3, 4, 5, 6, 7)


def test_judging_is_announced_only_if_something_is_judged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The second run of a command said "judging the moves of 212 games, about 6 s", and judged none."""
    monkeypatch.setattr("plyground.cli.progress.seconds_to_judge", lambda store, games: 60.0)
    plan = Plan("tictactoe", ("random", "alphabeta"), games=2, in_process=True)
    with begin(plan, tmp_path / "a.run") as store:
        play(store, workers=1)
        for said in ("plyground: judging the moves of 2 games, about 60 s\n", ""):
            assert judge_moves(store, None)
            assert capsys.readouterr().err == said
