"""What the benchmarks count before they time it: `make bench` stops at a count that is no longer true."""

from __future__ import annotations

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
