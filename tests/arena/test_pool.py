"""Players side by side: the same games whatever their number, and whatever becomes of them."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from helpers.command import PATIENCE, wait_until
from helpers.keeper import animal, marked, survivors, without_clocks
from plyground.arena.clock import TimeControl
from plyground.arena.pair_player import PairPlayer
from plyground.arena.plan import Plan
from plyground.arena.pool import LocalPool
from plyground.arena.records import PairRecord
from plyground.arena.runner import pool_for
from plyground.errors import Failed

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="elsewhere nobody adopts orphans")


@pytest.fixture(autouse=True)
def token() -> Iterator[str]:
    """After each test no process of it is alive for long, and none at all if no player was killed."""
    with marked(at_once=False) as token:
        yield token


def played(plan: Plan, workers: int) -> list[PairRecord]:
    """A whole run in the order of its pairs, without what clocks say."""
    with LocalPool(plan, workers) as pool:
        return sorted(
            (without_clocks(record) for record in pool.play(plan.pairs())), key=lambda r: r.number
        )


@pytest.mark.slow
@pytest.mark.parametrize("agents", [("from_a_generator", "from_the_module"), ("Seeded(skip=1)", "Seeded")])
def test_one_player_and_two_play_the_same_games(agents: tuple[str, str]) -> None:
    """Whatever the agents' chance is: a seed of ours, a generator of their own, or that of `random`."""
    specs = tuple(animal(f"behaving.py:{name}") for name in agents)
    plan = Plan("connect4", specs, games=11, openings="random(4)", seed=6)
    alone, together = played(plan, 1), played(plan, 2)
    assert alone == together
    games = [game for record in alone for game in record.games]
    assert [game.number for game in games] == list(range(11))
    assert {game.ending for game in games} == {"rules"}
    assert len({(game.opening, game.texts) for game in games}) == len(games)


def test_trusted_agents_play_the_same_without_any_process() -> None:
    plan = Plan("tictactoe", ("random", "greedy"), games=6, openings="random(2)", in_process=True)
    with pool_for(plan, 1) as pool:
        assert not isinstance(pool, LocalPool)
        here = [without_clocks(record) for record in pool.play(plan.pairs())]
    assert here == played(plan, 2)


def test_idle_player_that_dies_is_replaced() -> None:
    plan = Plan("tictactoe", ("random", "random"), in_process=True)
    with LocalPool(plan, 1) as pool:
        before = list(pool.play(plan.pairs()))
        pool._workers[0]._process.kill()
        pool._workers[0]._process.wait()
        after = list(pool.play(plan.pairs()))
    assert list(map(without_clocks, after)) == list(map(without_clocks, before))


GAME = """
import sys
if "plyground.arena.pair_main" in sys.orig_argv:
    {noise}
from examples.nim import Nim
class Game(Nim):
    def after(self, move):
        {fault}
        nim = super().after(move)
        return Game(nim.heaps, nim.to_move)
"""


def game(folder: Path, noise: str = "pass", fault: str = "pass") -> str:
    (folder / "game.py").write_text(GAME.format(noise=noise, fault=fault))
    return f"{folder}/game.py:Game"


def test_a_game_that_prints_and_reads_does_not_disturb_its_player(tmp_path: Path) -> None:
    """What it printed went into the pipe of the answers, and what it read came out of that of the jobs."""
    noise = 'print("hello " * 10_000, flush=True); assert sys.stdin.read() == ""'
    plan = Plan(game(tmp_path, noise=noise), ("random", "random"), in_process=True)
    (record,) = played(plan, 1)
    assert [game.ending for game in record.games] == ["rules", "rules"]


def test_rules_that_fail_are_told_of(tmp_path: Path) -> None:
    fault = "if sum(self.heaps) < 6: raise ZeroDivisionError('no heap')"
    plan = Plan(game(tmp_path, fault=fault), ("random", "random"), in_process=True)
    with pytest.raises(Failed, match=r"pair 0 failed: ZeroDivisionError: no heap \(.*game.py, line 8\)"):
        played(plan, 1)


@pytest.mark.slow
def test_agents_are_checked_before_they_play() -> None:
    agents = ("random", animal("fails_when_imported.py"), animal("behaving.py:Seeded(skip=1)"))
    plan = Plan("tictactoe", agents, format="round-robin")
    with LocalPool(plan, 2) as pool:
        checked = pool.check(range(3))
    troubles = {number: trouble and trouble.reason for number, trouble in checked.items()}
    assert troubles == {0: None, 1: "start", 2: None}


@pytest.mark.slow
def test_closing_does_not_wait_for_agents_that_think(token: str) -> None:
    agents = ("random", animal("hanging.py:asleep"))
    plan = Plan("tictactoe", agents, control=TimeControl(seconds=10 * PATIENCE))
    pool = LocalPool(plan, 2)
    for player, pair in zip(pool._workers, [*plan.pairs()] * 2, strict=True):
        player.take(pair)
    wait_until(lambda: len(survivors(token)) == 6)  # two players with two agents each
    began = time.monotonic()
    pool.close()
    assert time.monotonic() - began < PATIENCE
    wait_until(lambda: not survivors(token))


def test_a_pool_that_does_not_open_leaves_nothing(monkeypatch: pytest.MonkeyPatch, token: str) -> None:
    from plyground.arena import pool

    real = pool.PairWorker
    made: list[pool.PairWorker] = []

    def player(plan: Plan) -> pool.PairWorker:
        if made:
            raise OSError("no more processes")
        made.append(real(plan))
        return made[-1]

    monkeypatch.setattr(pool, "PairWorker", player)
    with pytest.raises(OSError, match="no more processes"):
        LocalPool(Plan("tictactoe", ("random", "random")), 2)
    assert made
    wait_until(lambda: not survivors(token))


@pytest.mark.slow
def test_a_second_signal_does_not_disturb_a_player_that_is_ending(token: str) -> None:
    """`close` sends two; the second could end the player before it had swept."""
    plan = Plan("tictactoe", ("random", animal("forking.py:a_daemon")), control=TimeControl(seconds=60))
    pool = LocalPool(plan, 1)
    pool._workers[0].take(next(plan.pairs()))
    wait_until(lambda: len(survivors(token)) == 4)  # the player, two agents, the daemon
    while pool._workers[0]._process.poll() is None:
        pool._workers[0].ask_to_end()
    wait_until(lambda: not survivors(token))
    pool.close()


def test_a_table_in_a_player_is_as_one_here() -> None:
    plan = Plan("tictactoe", ("random", "random(seed=2)"), games=2, seed=4, in_process=True)
    with PairPlayer(plan) as table:
        assert [without_clocks(table.play(pair)) for pair in plan.pairs()] == played(plan, 1)
