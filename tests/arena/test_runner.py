"""Runs: what is planned, when they are over, and that no interruption changes them."""

from __future__ import annotations

import signal
import subprocess
import time
from pathlib import Path
from typing import Any

import pytest

from helpers.command import COMMAND
from helpers.played import played, timeless, timeless_file
from plyground.arena.blunders import judge
from plyground.arena.plan import Plan
from plyground.arena.runner import MatchScore, begin, play, reopen
from plyground.arena.store import Store
from plyground.errors import BadSpec, PlygroundError
from plyground.rng import SplitMix64
from plyground.stats.sprt import SPRT

COUNTER = """
count = 0
def choose(position, limits):
    global count
    count += 1
    return position.moves()[count * count % len(position.moves())]
"""


def test_a_round_robin_lets_everybody_meet_in_each_round() -> None:
    plan = Plan("tictactoe", ("random", "greedy", "minimax"), format="round-robin", games=4)
    pairs = list(plan.pairs())
    assert [pair.agents for pair in pairs] == [(0, 1), (0, 2), (1, 2)] * 2
    assert [pair.number for pair in pairs] == list(range(6))
    assert plan.total_games == 12


def test_a_gauntlet_is_run_by_the_first() -> None:
    plan = Plan("tictactoe", ("random", "greedy", "minimax"), format="gauntlet", games=2)
    assert [pair.agents for pair in plan.pairs()] == [(0, 1), (0, 2)]


def test_of_an_odd_number_of_games_the_last_is_single() -> None:
    assert [pair.games for pair in Plan("tictactoe", ("random", "random"), games=5).pairs()] == [2, 2, 1]


def test_everybody_gets_the_same_openings() -> None:
    plan = Plan(
        "connect4", ("random", "greedy", "minimax"), format="round-robin", games=6, openings="random(4)"
    )
    texts = [pair.opening for pair in plan.pairs()]
    assert texts[0::3] == texts[1::3] == texts[2::3]
    assert len(set(texts)) == 3


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"agents": ("random",)}, "agents is a whole number from 2 to 1000"),
        ({"agents": ("random", "greedy", "mcts")}, "a match is between two"),
        ({"games": 0}, "games is a whole number from 1"),
        ({"policy": "mercy"}, "policy is one of forfeit, fallback"),
        ({"format": "swiss"}, "format is one of match, round-robin, gauntlet"),
        ({"names": ("a", "a")}, "each agent has a name of its own"),
        ({"format": "gauntlet", "until_decided": True}, "only a match ends early"),
        ({"memory_mb": 1}, "memory_mb is a whole number from 64"),
    ],
)
def test_bad_plans_are_refused(options: dict[str, object], said: str) -> None:
    with pytest.raises(BadSpec, match=said):
        Plan(**{"game": "tictactoe", "agents": ("random", "random")} | options)  # type: ignore[arg-type]


def test_agents_of_one_kind_are_told_apart() -> None:
    plan = Plan("tictactoe", ("random", "random", "random"), format="round-robin")
    assert plan.names == ("random", "random #2", "random #3")


def test_best_of_stops_when_nobody_can_catch_up() -> None:
    tally = MatchScore(Plan("tictactoe", ("random", "random"), games=9, until_decided=True))
    for number, points in enumerate((2.0, 1.5)):
        tally.add(number, points, 2)
    assert not tally.over  # 3.5 to 0.5, five to come
    tally.add(2, 1.0, 2)
    assert not tally.over  # 4.5 to 1.5, three to come: a draw is still possible
    tally.add(3, 1.5, 2)
    assert str(tally.over) == "decided"


def test_whether_a_match_is_over_is_read_in_order_of_the_pairs() -> None:
    plan = Plan("tictactoe", ("random", "random"), games=100, sprt=SPRT(0, 200))
    results = [2.0] * 40
    in_order, out_of_order = MatchScore(plan), MatchScore(plan)
    for number, points in enumerate(results):
        in_order.add(number, points, 2)
    for number in reversed(range(40)):
        out_of_order.add(number, results[number], 2)
    assert in_order.over == "SPRT accepts H1"
    assert (in_order.counted, in_order.points) == (out_of_order.counted, out_of_order.points)


@pytest.mark.slow
def test_games_do_not_depend_on_the_number_of_workers(tmp_path: Path) -> None:
    options: dict[str, Any] = {"game": "connect4", "openings": "random(4)", "games": 12, "seed": 5}
    stores = [
        played(tmp_path / "here.run", "random", "mcts(rounds=20)", **options),
        played(tmp_path / "one.run", "random", "mcts(rounds=20)", in_process=False, **options),
        played(tmp_path / "two.run", "random", "mcts(rounds=20)", in_process=False, workers=2, **options),
    ]
    found = [timeless(store) for store in stores]
    for store in stores:
        store.close()
    assert found[0] == found[1] == found[2]
    assert len({game["moves"] for game in found[0]["games"]}) == 12


def test_another_seed_gives_other_games(tmp_path: Path) -> None:
    with played(tmp_path / "a.run", games=10) as one, played(tmp_path / "b.run", games=10, seed=1) as other:
        assert timeless(one) != timeless(other)


@pytest.mark.slow
def test_an_early_end_is_the_same_whatever_the_number_of_workers(tmp_path: Path) -> None:
    plan = Plan("tictactoe", ("minimax", "random"), games=400, sprt=SPRT(0, 100), in_process=True)
    ends = []
    for workers in (1, 2, 3):
        with begin(plan, tmp_path / f"{workers}.run") as store:
            play(store, workers)
            ends.append((store.about("finished"), timeless(store)))
    assert ends[0][0] == "SPRT accepts H1"
    assert ends[0] == ends[1] == ends[2]
    assert 10 < len(ends[0][1]["games"]) < 200


def test_a_run_that_was_stopped_goes_on_where_it_was(tmp_path: Path) -> None:
    plan = Plan("tictactoe", ("random", "random"), games=20, in_process=True)
    seen = 0

    def interrupt(record: object) -> None:
        nonlocal seen
        seen += 1
        if seen == 4:
            raise KeyboardInterrupt

    with begin(plan, tmp_path / "a.run") as store:
        with pytest.raises(KeyboardInterrupt):
            play(store, 1, interrupt)
        assert len(timeless(store)["games"]) == 8
    with reopen(tmp_path / "a.run") as store:
        play(store, 1)
        with played(tmp_path / "b.run", games=20) as whole:
            assert timeless(store) == timeless(whole)
        play(store, 1)  # there is nothing left to do
        assert len(timeless(store)["games"]) == 20


def killed_at_random(tmp_path: Path, kills: int, games: int, rounds: int) -> int:
    """Kill -9 a run at random moments and resume it each time; the number of kills that hit it at work."""
    agents = (f"mcts(rounds={rounds})", "random")
    options = ["--games", str(games), "--openings", "random(3)", "--seed", "9", "--workers", "2"]
    path = tmp_path / "killed.run"
    chance = SplitMix64(1)
    begun = [*COMMAND, "match", "connect4", *agents, *options, "--run", str(path)]
    hits = 0
    for _ in range(kills):
        process = subprocess.Popen(
            [*COMMAND, "resume", str(path)] if path.exists() else begun,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        until = time.monotonic() + 30
        while (
            not (tmp_path / "killed.run-wal").exists()
            and process.poll() is None
            and time.monotonic() < until
        ):
            time.sleep(0.002)
        time.sleep(0.1 + chance.below(500) / 1000)
        hits += process.poll() is None
        process.send_signal(signal.SIGKILL)
        process.wait()
        with Store(path) as store:
            assert len(timeless(store)["games"]) % 2 == 0
    done = subprocess.run([*COMMAND, "resume", str(path)], capture_output=True, text=True, timeout=300)
    assert (done.returncode, done.stderr) == (0, "")
    plan = Plan("connect4", agents, games=games, openings="random(3)", seed=9, in_process=True)
    with begin(plan, tmp_path / "whole.run") as whole:
        play(whole, 2)
        judge(whole)  # as the command does, unasked
        assert timeless_file(path) == timeless(whole)
        assert len(timeless(whole)["games"]) == games
    return hits


@pytest.mark.campaign
def test_a_run_that_is_killed_again_and_again_ends_the_same(tmp_path: Path) -> None:
    assert killed_at_random(tmp_path, kills=1, games=40, rounds=20) >= 1


@pytest.mark.campaign
def test_run_killed_fifty_times_resumes_to_the_same_games(tmp_path: Path) -> None:
    assert killed_at_random(tmp_path, kills=50, games=200, rounds=6_000) == 50


def test_the_rules_that_fail_end_the_run_with_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "faulty.py").write_text(
        "from dataclasses import dataclass\n"
        "from plyground import Outcome, Player, Position\n"
        "@dataclass(frozen=True)\n"
        "class Faulty(Position[int]):\n"
        "    ply: int = 0\n"
        "    to_move: Player = Player.FIRST\n"
        "    def outcome(self):\n"
        "        return None\n"
        "    def moves(self):\n"
        "        return (1, 2)\n"
        "    def after(self, move):\n"
        "        return Faulty(self.ply + 1 + 0 // (3 - self.ply), self.to_move.other)\n"
    )
    plan = Plan(f"{tmp_path}/faulty.py:Faulty", ("random", "random"), in_process=True)
    with (
        begin(plan, tmp_path / "a.run") as store,
        pytest.raises(PlygroundError, match=r"ZeroDivisionError.*faulty.py"),
    ):
        play(store, 1)


def test_sprt_counts_a_pair_once_however_often_it_is_played(tmp_path: Path) -> None:
    """One pair that was lost, played twenty times, was enough to accept H0."""
    plan = Plan(
        "connect4",
        ("alphabeta(depth=2)", "alphabeta(depth=3)"),
        games=400,
        sprt=SPRT(0, 50),
        in_process=True,
    )
    with begin(plan, tmp_path / "a.run") as store:
        play(store, 1)
        said = "SPRT undecided: the last 10 pairs only repeated earlier ones"
        assert store.about("finished") == said
        assert next(store.query("SELECT count(*) FROM games")) == (22,)
    tally = MatchScore(plan)
    for number in range(40):
        tally.add(number, 0.0, 2, (1, 2))
        assert not tally.over.startswith("SPRT accepts")
    assert (tally.pentanomial, tally.different) == ([11, 0, 0, 0, 0], 1)


def test_sprt_weighs_results_by_how_often_they_came() -> None:
    """Draws repeat each other, and losses differ: each different pair once made 37 % of a score of 45 %."""
    plan = Plan("tictactoe", ("random", "random"), games=2_000, sprt=SPRT(-100, -35))
    tally, chance = MatchScore(plan), SplitMix64(3)
    for number in range(1_000):
        lost = chance.below(5) == 0
        tally.add(number, 0.5 if lost else 1.0, 2, (1, number) if lost else (0, chance.below(30)))
    assert tally.over == "SPRT accepts H1"


def test_sprt_goes_on_as_long_as_openings_bring_new_pairs() -> None:
    tally = MatchScore(Plan("connect4", ("greedy", "greedy"), games=4_000, sprt=SPRT(0, 5)))
    for number in range(59):  # thirty openings, and again
        tally.add(number, 1.0, 2, (number % 30, number % 30))
        assert not tally.over
    tally.add(59, 1.0, 2, (29, 29))
    assert tally.over == "SPRT undecided: the last 30 pairs only repeated earlier ones"


def test_an_sprt_that_was_stopped_remembers_what_it_has_seen(tmp_path: Path) -> None:
    plan = Plan("tictactoe", ("minimax", "alphabeta"), games=400, sprt=SPRT(0, 50), in_process=True)
    with begin(plan, tmp_path / "a.run") as store, pytest.raises(KeyboardInterrupt):
        play(store, 1, _after(5))
    with reopen(tmp_path / "a.run") as store:
        play(store, 1)
        assert next(store.query("SELECT count(*) FROM pairs")) == (11,)


def _after(pairs: int) -> Any:
    seen = []

    def told(record: object) -> None:
        seen.append(record)
        if len(seen) == pairs:
            raise KeyboardInterrupt

    return told


@pytest.mark.slow
@pytest.mark.parametrize(
    "spec", ["python:counting:choose", "python:uses_it.py:choose"], ids=["module", "helper"]
)
def test_globals_of_the_users_modules_do_not_leak(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, spec: str
) -> None:
    """A module by name, and a module that an agent's file imports from another folder."""
    (tmp_path / "counting.py").write_text(COUNTER)
    (tmp_path / "uses_it.py").write_text("from counting import choose\n")
    monkeypatch.chdir(tmp_path)
    found = []
    for workers in (1, 2):
        with played(tmp_path / f"{workers}.run", spec, "random", games=8, workers=workers) as store:
            found.append(timeless(store))
    assert found[0] == found[1]


def test_a_run_whose_openings_were_edited_is_another_run(tmp_path: Path) -> None:
    texts = tmp_path / "openings.txt"
    texts.write_text("1\n2\n  # 3\n")
    begin(Plan("tictactoe", ("random", "random"), openings=f"file:{texts}"), tmp_path / "a.run").close()
    begin(Plan("tictactoe", ("random", "random"), openings=f"file('{texts}')"), tmp_path / "b.run").close()
    reopen(tmp_path / "a.run").close()
    texts.write_text("5\n6\n")
    for name in ("a.run", "b.run"):
        with pytest.raises(PlygroundError, match=r"openings.txt.* has changed or is not here"):
            reopen(tmp_path / name)


def test_a_run_whose_module_was_edited_is_another_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    module = tmp_path / "my_module.py"
    module.write_text(COUNTER)
    monkeypatch.syspath_prepend(str(tmp_path))
    begin(Plan("tictactoe", ("python:my_module:choose", "random")), tmp_path / "a.run").close()
    module.write_text(COUNTER + "\n")
    with pytest.raises(PlygroundError, match="my_module:choose has changed"):
        reopen(tmp_path / "a.run")


def test_a_finished_run_needs_no_agents(tmp_path: Path) -> None:
    bot = tmp_path / "bot.py"
    bot.write_text(COUNTER)
    played(tmp_path / "a.run", f"python:{bot}", "random", games=1).close()
    bot.unlink()
    with reopen(tmp_path / "a.run") as store:
        play(store, 1)
