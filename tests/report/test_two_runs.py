"""Two runs side by side: what is compared with what, and what may be said of it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from helpers.played import played
from helpers.portuguese import decimal_points, english_in, page_text
from plyground.arena.clock import TimeControl
from plyground.arena.plan import Plan
from plyground.arena.store import Store
from plyground.cli.report import report as report_command
from plyground.errors import BadSpec
from plyground.report import figure_files
from plyground.report.two_run_findings import conditions_of_both, score_part, two_run_findings
from plyground.report.two_runs import RunPair, ScoreDifference, matched_agents, run_pair
from plyground.report.two_runs_page import two_runs_json, two_runs_text
from plyground.stats.elo import Interval
from plyground.words import tongue

EN, PT = tongue("en"), tongue("pt-BR")


def pair_of(tmp_path: Path, one: tuple[str, ...], other: tuple[str, ...], **options: Any) -> RunPair:
    """Two runs, the second with the options that begin with `other_` instead."""
    first = {key: value for key, value in options.items() if not key.startswith("other_")}
    second = first | {
        key.removeprefix("other_"): v for key, v in options.items() if key.startswith("other_")
    }
    with (
        played(tmp_path / "one.run", *one, **first) as here,
        played(tmp_path / "two.run", *other, **second) as there,
    ):
        return run_pair(here, there)


def numbers(
    agents: tuple[tuple[str, ...], tuple[str, ...]],
    names: tuple[tuple[str, ...], tuple[str, ...]] = ((), ()),
) -> list[tuple[int, int]]:
    one, other = (
        Plan("tictactoe", specs, called, format="round-robin")
        for specs, called in zip(agents, names, strict=True)
    )
    return [agent.numbers for agent in matched_agents(one, other)]


def test_agents_are_matched_by_name_then_by_spec_then_by_what_is_left() -> None:
    two, turned = ("random", "greedy"), ("greedy", "random")
    assert numbers((two, turned)) == [(0, 1), (1, 0)]
    assert numbers((two, turned), ((), ("x", "y"))) == [(0, 1), (1, 0)]
    assert numbers((two, ("random", "minimax"))) == [(0, 0), (1, 1)]
    assert numbers((two, ("memo", "minimax"))) == []
    assert numbers((("random", "greedy", "memo"), ("random", "minimax", "pvs"))) == [(0, 0)]
    assert numbers((two, two), (("a", "b"), ("b", "a"))) == [(0, 1), (1, 0)]


def test_the_same_openings_and_seed_are_paired(tmp_path: Path) -> None:
    agents = ("alphabeta(depth=1)", "random"), ("alphabeta(depth=5)", "random")
    found = pair_of(tmp_path, *agents, games=20, openings="random(2)")
    mine, random = found.scores
    assert (mine.agent, mine.how) == ("alphabeta(depth=1) / alphabeta(depth=5)", "paired")
    assert 2 <= mine.units <= 10
    assert mine.interval is not None
    assert random.interval is not None
    assert mine.interval.low <= mine.difference <= mine.interval.high
    assert mine.difference == pytest.approx(-random.difference)
    assert (mine.interval.low, mine.interval.high) == pytest.approx(
        (-random.interval.high, -random.interval.low)
    )
    assert [cost.how for cost in found.nodes] == ["paired"]  # "random 6.1 nodes and 6.5" said nothing
    assert [cost.how for cost in found.seconds] == ["paired", "paired"]
    ratio = found.nodes[0].ratio
    assert ratio is not None
    assert ratio[1] > 1


def test_other_seeds_are_independent_samples(tmp_path: Path) -> None:
    agents = ("greedy", "random")
    found = pair_of(tmp_path, agents, agents, games=12, openings="random(2)", other_seed=5)
    assert {score.how for score in found.scores} == {"independent"}
    assert {cost.how for cost in found.nodes} == {"independent"}
    assert all(score.interval for score in found.scores)
    assert [what for what, here, there in conditions_of_both(found, EN) if here != there] == ["seed"]


def test_scores_in_both_runs_are_those_of_their_reports(tmp_path: Path) -> None:
    agents = "greedy", "random", "alphabeta(depth=1)"
    options = {"games": 8, "openings": "random(2)", "format": "round-robin"}
    found = pair_of(tmp_path, agents, agents, other_control=TimeControl(nodes=3), **options)
    for score, *standings in zip(found.scores, *(each.standings for each in found.reports), strict=True):
        for rate, interval, standing in zip(score.rates, score.intervals, standings, strict=True):
            side = standing.sides["both"]
            assert rate == side.counts.rate
            assert interval == pytest.approx(side.interval)


def test_deterministic_agents_from_the_start_differ_exactly(tmp_path: Path) -> None:
    agents = ("alphabeta(depth=1)", "greedy"), ("alphabeta(depth=5)", "greedy")
    found = pair_of(tmp_path, *agents, games=2)
    assert {score.how for score in found.scores} == {"exact"}
    assert all(score.interval is None for score in found.scores)
    same = pair_of(tmp_path / "again", agents[0], agents[0], games=2)
    assert "exactly the same for these openings" in two_runs_text(same, EN, full=False)
    assert [finding.key for finding in two_run_findings(same, EN)][:2] == ["two-alike", "two-scores"]


def test_agents_that_only_one_run_has_do_not_count(tmp_path: Path) -> None:
    one, other = ("greedy", "random", "memo", "minimax"), ("greedy", "random", "alphabeta", "pvs")
    options = {"games": 2, "openings": "random(2)", "format": "round-robin"}
    found = pair_of(tmp_path, one, other, **options)
    assert [agent.label for agent in found.agents] == ["greedy", "random"]
    assert [score.games for score in found.scores] == [(2, 2), (2, 2)]
    assert ("only in one", "memo, minimax", "alphabeta, pvs") in conditions_of_both(found, EN)


@pytest.mark.parametrize(
    ("other", "options", "said"),
    [
        (("random", "greedy"), {"other_game": "connect4(4,4,3)"}, "runs of tictactoe and of connect4"),
        (("memo", "minimax"), {}, r"too few agents in both runs \(.*random, greedy.*memo, minimax\)"),
    ],
)
def test_what_cannot_be_compared_is_refused(
    tmp_path: Path, other: tuple[str, ...], options: dict[str, Any], said: str
) -> None:
    with pytest.raises(BadSpec, match=said):
        pair_of(tmp_path, ("random", "greedy"), other, games=1, **options)


def test_a_run_is_not_compared_with_itself(tmp_path: Path) -> None:
    with played(tmp_path / "a.run", games=1) as store, pytest.raises(BadSpec, match="two different runs"):
        run_pair(store, store)


def score(one: float, other: float, how: Any, interval: tuple[float, float] | None) -> str:
    about = ("a", (one, other), (None, None), (20, 20), how, 10, interval and Interval(*interval))
    return score_part(ScoreDifference(*about)).text(EN)


def test_more_or_less_is_said_only_where_it_is_carried() -> None:
    assert score(0.5, 0.75, "paired", (0.1, 0.4)) == (
        "a 50.0 % and 75.0 %, 25 percentage points more (95 %: 10.0 to 40.0, paired by 10 rounds)"
    )
    assert score(0.75, 0.5, "independent", (-0.4, -0.1)) == (
        "a 75.0 % and 50.0 %, 25 percentage points less (95 %: 10.0 to 40.0, as independent samples)"
    )
    assert "a difference that cannot be told from 0 (95 %: -10.0 to 40.0 percentage points" in score(
        0.5, 0.65, "paired", (-0.1, 0.4)
    )
    assert score(0.5, 0.5, "exact", None).endswith("exactly the same for these openings")
    assert score(0.5, 1.0, "exact", None).endswith("50 percentage points more (exact for these openings)")
    assert score(1.0, 0.5, "exact", None).endswith("50 percentage points less (exact for these openings)")
    assert score(0.5, 1.0, "independent", None).endswith("too few games for an interval")


def test_the_command_writes_a_page_and_tells_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(figure_files, "draw", lambda figure: {"svg": b"<svg ></svg>"})  # drawing takes long
    options = {"games": 4, "openings": "random(2)"}
    pair_of(tmp_path, ("greedy", "random"), ("minimax", "random"), **options)
    runs = str(tmp_path / "one.run"), str(tmp_path / "two.run")
    out = tmp_path / "out"
    report_command(*runs, out=out, lang="pt-BR")
    told = " ".join(capsys.readouterr().out.split())
    page = (out / "index.html").read_text(encoding="utf-8")
    sentences = [each["text"] for each in json.loads((out / "findings.json").read_text("utf-8"))]
    assert 3 <= len(sentences) <= 6
    assert all(sentence in page and " ".join(sentence.split()) in told for sentence in sentences)
    assert page.count('<article class="finding">') == len(sentences)
    assert '<div class="shown"></div>' not in page
    assert english_in(page_text(page)) == set()
    assert decimal_points(page_text(page)) == []
    assert told.endswith(f"{out}/index.html")
    report_command(*runs, out=out, as_json=True)
    (found,) = map(json.loads, capsys.readouterr().out.splitlines())
    assert found["page"] == str(out / "index.html")
    assert [agent["names"] for agent in found["agents"]] == [["greedy", "minimax"], ["random", "random"]]
    with Store(Path(runs[0])) as one, Store(Path(runs[1])) as other:
        assert json.loads(json.dumps(two_runs_json(run_pair(one, other), EN))) == {
            key: value for key, value in found.items() if key != "page"
        }
