"""The players of one machine of a cluster, without Dask: warm, replaced when they die, and never left behind."""

from __future__ import annotations

import re
import sys
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from helpers.command import wait_until
from helpers.keeper import animal, marked, survivors, without_clocks
from plyground.arena.clock import TimeControl
from plyground.arena.cluster.worker import Answer, PlayerPool, RunTask, perform
from plyground.arena.plan import Plan
from plyground.arena.pool import LocalPool
from plyground.arena.records import PairRecord
from plyground.arena.user_files import digests
from plyground.errors import PlygroundError

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="elsewhere nobody adopts orphans")

RANDOM = Plan("tictactoe", ("random", "random"), games=4, in_process=True)


@pytest.fixture
def token() -> Iterator[str]:
    with marked(at_once=False) as token:
        yield token


@pytest.fixture
def stable(token: str) -> Iterator[PlayerPool]:
    """Players that are ended after the test; none is left then."""
    stable = PlayerPool()
    yield stable
    for run in ("run", "other"):
        stable.dismiss(run)
    wait_until(lambda: not survivors(token))  # agents of a killed player end by themselves


def errand(plan: Plan, run: str = "run") -> RunTask:
    return RunTask(run, plan, str(Path.cwd()), digests(plan))


def played(stable: PlayerPool, plan: Plan, run: str = "run") -> list[PairRecord]:
    records = [stable.perform(errand(plan, run), pair) for pair in plan.pairs()]
    return [without_clocks(record) for record in records if isinstance(record, PairRecord)]


def test_one_warm_player_plays_a_run(stable: PlayerPool, token: str) -> None:
    plan = replace(RANDOM, agents=("random", animal("behaving.py:from_the_module")), names=())
    with LocalPool(plan, 1) as pool:
        expected = [without_clocks(record) for record in pool.play(plan.pairs())]
    first, *_ = plan.pairs()
    stable.perform(errand(plan), first)
    (player,) = (pid for pid, command in survivors(token).items() if "arena.pair_main" in command)
    assert played(stable, plan) == expected
    assert player in survivors(token)


def test_a_player_ends_when_nobody_needs_it_any_more(token: str) -> None:
    """So it does when whoever wanted the run was killed and could not say so."""
    stable = PlayerPool(patience=0.2)
    assert played(stable, RANDOM)
    assert survivors(token)
    wait_until(lambda: not survivors(token))
    assert played(stable, RANDOM)
    stable.dismiss("run")


def test_a_player_of_another_run_gives_way(stable: PlayerPool, token: str) -> None:
    played(stable, RANDOM)
    before = survivors(token)
    played(stable, replace(RANDOM, seed=1), "other")
    assert len(survivors(token)) == len(before) == 1
    assert survivors(token) != before


def test_a_run_that_is_over_ends_players_that_play(stable: PlayerPool, token: str) -> None:
    plan = Plan("tictactoe", ("random", animal("hanging.py:asleep")), control=TimeControl(seconds=60))
    told: list[Answer | Exception] = []

    def play() -> None:
        try:
            told.append(stable.perform(errand(plan), next(plan.pairs())))
        except PlygroundError as error:
            told.append(error)

    playing = threading.Thread(target=play)
    playing.start()
    wait_until(lambda: len(survivors(token)) == 3)  # the player and two agents
    stable.dismiss("run")
    assert not survivors(token)
    playing.join(20)
    assert [str(each) for each in told] == ["the run is over"]
    with pytest.raises(PlygroundError, match="the run is over"):  # tasks may come after that
        stable.perform(errand(plan), next(plan.pairs()))


def test_a_machine_with_other_files_refuses(stable: PlayerPool, tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text("def choose(position): return position.moves()[0]")
    named = re.escape(str(file))
    plan = Plan("tictactoe", (f"python:{file}", "random"))
    wanted, pair = errand(plan), next(plan.pairs())
    assert isinstance(stable.perform(wanted, pair), PairRecord)
    stable.dismiss("run")
    wanted = replace(wanted, run="other")
    file.write_text("def choose(position): return position.moves()[-1]")
    with pytest.raises(PlygroundError, match=rf"machine \S+ has another {named}: .* same on all machines"):
        stable.perform(wanted, pair)
    file.unlink()
    with pytest.raises(PlygroundError, match=rf"machine \S+ has no {named}: .* same on all machines"):
        stable.perform(wanted, pair)


def test_machine_with_other_code_refuses(stable: PlayerPool) -> None:
    plan = Plan("tictactoe", (animal("behaving.py:Seeded"), "random"), games=1)
    wanted, pair = replace(errand(plan), folder="/no/such/folder"), next(plan.pairs())
    with pytest.raises(PlygroundError, match=r"machine \S+ has no folder /no/such/folder: all machines"):
        stable.perform(wanted, pair)
    anywhere = replace(errand(RANDOM), folder="/no/such/folder")  # needs none of its files
    assert isinstance(stable.perform(anywhere, next(RANDOM.pairs())), PairRecord)
    with pytest.raises(
        PlygroundError, match=r"machine \S+ has plyground .*, not 0\.0: it must be the same"
    ):
        stable.perform(replace(errand(plan, "other"), version="0.0"), pair)


def test_an_error_is_an_answer() -> None:
    answer = perform(replace(errand(RANDOM), version="0.0"), next(RANDOM.pairs()))
    assert isinstance(answer, PlygroundError)
