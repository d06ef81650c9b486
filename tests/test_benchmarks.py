"""What the benchmarks count before they time it: `make bench` stops at a count that is no longer true."""

from __future__ import annotations

import ast
import inspect
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from plyground import connect4, tictactoe
from plyground.arena.plan import Plan
from plyground.arena.runner import begin, play

ROOT = Path(__file__).parents[1]


@pytest.fixture(autouse=True)
def found_from_anywhere(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(ROOT)


def names_of_parts() -> list[str]:
    """As the source lists them: the benchmarks are imported by the tests that need them."""
    source = ast.parse((ROOT / "benchmarks/__main__.py").read_text(encoding="utf-8"))
    calls = [node for node in ast.walk(source) if isinstance(node, ast.Call)]
    parts = [call for call in calls if isinstance(call.func, ast.Name) and call.func.id == "Part"]
    return [call.args[0].id for call in parts if isinstance(call.args[0], ast.Name)]


@pytest.mark.parametrize("name", names_of_parts())
def test_every_part_of_make_bench_comes_to_its_end(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    """It broke off in the middle: the price of watching called a method that takes two arguments more."""
    from benchmarks.__main__ import PARTS

    (part,) = (each for each in PARTS if each.work.__name__ == name)
    part.run([], **part.least)
    assert capsys.readouterr().out.strip()


def test_every_part_can_be_given_less_work_than_make_bench_does() -> None:
    from benchmarks.__main__ import PARTS

    for part in PARTS:
        given = inspect.signature(part.work).parameters
        assert ("broken" in given) == part.promises, part
        for name, least in part.least.items():
            assert least != given[name].default, part


def test_promises_that_were_not_kept_are_told_at_the_end() -> None:
    program = (
        "from benchmarks import __main__ as bench\n"
        "bench.PARTS = (bench.Part(lambda broken: broken.append('a start'), True), bench.Part(print, False))\n"
        "bench.main()"
    )
    ran = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True)
    assert (ran.returncode, ran.stderr) == (1, "promises not kept here: a start\n")


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
