"""What the benchmarks count before they time it: `make bench` stops at a count that is no longer true."""

from __future__ import annotations

import inspect
import os
import shutil
from dataclasses import replace
from datetime import date
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from plyground import connect4, tictactoe
from plyground.arena.plan import Plan
from plyground.arena.runner import begin, play

ROOT = Path(__file__).parents[1]


@pytest.fixture(autouse=True)
def found_from_anywhere(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(ROOT)


# The least work that each part of `make bench` can be given; the others take no less than all of theirs.
LEAST: dict[str, dict[str, Any]] = {
    "rules.time_startup": {"runs": 1},
    "rules.time_tictactoe_in_both_cores": {"runs": 1},
    "rules.time_connect4_natively": {"plies": 3, "runs": (1, 1, 1)},
    "searchers.time_both_cores": {"most": 1_000, "runs": 1},
    "searchers.price_of_watching": {"plies": 2, "runs": 1},
    "searchers.time_deadline": {"waits": [(0.01, 1)]},
    "searchers.time_stop": {"times": 1},
    "solver.time_sets": {"turns": 1, "names": ["end_easy"]},
    "solver.time_threads": {},
    "solver.time_analysis": {"count": 3},
    "batch.time_batches": {"names": ["end_easy"], "seconds": 0.0},
    "batch.time_command": {"count": 3, "runs": 1},
    "arena.price_of_isolation": {"turns": 1},
    "arena.keep_deadlines": {"turns": 1},
    "arena.price_of_confinement": {"turns": 1, "moves_each": 3},
    "arena.time_matches": {"games": 10, "turns": 1},
}


@pytest.mark.parametrize("name", LEAST)
def test_every_part_of_make_bench_comes_to_its_end(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    """It broke off in the middle: the price of watching called a method that takes two arguments more."""
    module, _, function = name.partition(".")
    work = getattr(import_module(f"benchmarks.{module}"), function)
    given = inspect.signature(work).parameters
    least = LEAST[name] | less_of(name)
    assert all(least[each] != given[each].default for each in least)
    work(*[[]] * ("broken" in given), **least)
    assert capsys.readouterr().out.strip()


def less_of(name: str) -> dict[str, Any]:
    """What is cut out of the benchmarks' own lists."""
    from benchmarks.arena import LATE
    from benchmarks.searchers import PROMISES, SEARCHES
    from benchmarks.sets import FOLDER, read_samples

    cuts: dict[str, dict[str, Any]] = {
        "searchers.time_both_cores": {"promises": PROMISES[3:4], "searches": SEARCHES[-2:]},
        "solver.time_threads": {"sample": read_samples(FOLDER / "connect4_end_easy.txt", 1)[0]},
        "arena.keep_deadlines": {"animals": LATE[:1]},
    }
    return cuts.get(name, {})


def test_promises_that_were_not_kept_are_told_at_the_end(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from benchmarks import __main__ as bench

    def late(broken: list[str]) -> dict[str, float]:
        broken.append("a start")
        return {}

    monkeypatch.setattr(bench, "MEASURES", {"late": late, "in_time": lambda broken: {}})
    monkeypatch.setattr("benchmarks.measured.keep", lambda found: None)
    assert bench.main([]) == 1
    assert capsys.readouterr().err == "promises not kept here: a start\n"
    assert bench.main(["--only", "in_time"]) == bench.main(["--from", "in_time"]) == 0


def test_what_is_measured_is_kept_with_its_machine_and_its_day(tmp_path: Path) -> None:
    from benchmarks import measured
    from benchmarks.measures import MEASURES

    file, page = tmp_path / "measured.json", tmp_path / "measured.md"
    shutil.copy(measured.FILE, file)
    before = measured.read(file)
    found = MEASURES["conventions"]([])
    measured.keep(found, file, page)
    after = measured.read(file)
    assert {name: after[name]["value"] for name in found} == dict(found)
    assert {name for name in after if after[name] != before[name]} <= found.keys()
    assert {after[name]["measured"] for name in found} == {date.today().isoformat()}
    assert "| nodes of tic-tac-toe: `alphabeta` | 20,866 nodes |" in page.read_text()
    assert measured.shorten([0.123456, 1234.5, 12]) == [0.123, 1230, 12]


def test_the_page_of_what_was_measured_is_that_of_the_file() -> None:
    from benchmarks import measured

    assert measured.PAGE.read_text(encoding="utf-8") == measured.page(measured.read())


def test_what_needs_idle_cores_is_left_as_it_was_on_busy_ones(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from benchmarks import __main__ as bench

    monkeypatch.setattr(os, "getloadavg", lambda: (64.0, 1.0, 1.0))
    monkeypatch.setattr("benchmarks.measured.keep", lambda found: pytest.fail("it was measured"))
    assert bench.main(["--only", "threads"]) == 0
    assert "left as it was: it needs idle cores, and the load is 64.0" in capsys.readouterr().out


def test_searches_come_to_the_counts_that_are_timed() -> None:
    from benchmarks.searchers import PROMISES, SEARCHES

    expected = [(searcher, game, nodes) for _, searcher, game, nodes, _, _ in PROMISES if nodes < 10**7]
    for on_small, small, on_large, large in SEARCHES:
        expected.append((on_small, tictactoe(), small))
        if on_large:
            expected.append((on_large, connect4(), large))
    for searcher, game, nodes in expected:
        assert replace(searcher, core="native").search(game.start()).stats.nodes == nodes, searcher


def test_random_games_come_to_the_moves_that_are_timed(tmp_path: Path) -> None:
    from benchmarks.arena import GAMES, RANDOM_MOVES

    plan = Plan("tictactoe", ("random", "random"), games=GAMES, in_process=True)
    with begin(plan, tmp_path / "a.run") as store:
        play(store, 1)
        assert next(store.query("SELECT count(*) FROM moves")) == (RANDOM_MOVES,)
