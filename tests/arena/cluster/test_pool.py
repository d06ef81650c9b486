"""Runs on a Dask cluster: the same games as here, whatever dies, and nothing is left anywhere."""

from __future__ import annotations

import json
import os
import pickle
import random
import re
import signal
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import Executor, Future
from contextlib import ExitStack, closing
from importlib.metadata import PackageNotFoundError
from pathlib import Path
from typing import Any
from unittest.mock import Mock
from uuid import uuid4

import pytest
from typer.testing import CliRunner

from helpers.command import COMMAND, PATIENCE, complaint, hear_ctrl_c, wait_until
from helpers.keeper import MARK, animal, marked, survivors
from helpers.played import played, timeless, timeless_file
from plyground import processes
from plyground.arena import runner as arena_run
from plyground.arena.cluster import connection
from plyground.arena.cluster.connection import check_reachable, local_cluster
from plyground.arena.cluster.pool import MAX_KILLS, ClusterPool, PendingJobs
from plyground.arena.cluster.worker import RunTask
from plyground.arena.plan import Plan
from plyground.arena.pool import InProcessPool
from plyground.arena.records import Job, Pair, PairRecord
from plyground.arena.runner import begin, play
from plyground.cli.app import app
from plyground.errors import BadSpec, Failed, IllegalMove, PlygroundError
from plyground.games.line import tictactoe
from plyground.stats.sprt import SPRT

distributed = pytest.importorskip(
    "distributed", reason="clusters need distributed: pip install '.[cluster]'"
)

pytestmark = [
    pytest.mark.xdist_group("cluster"),
    pytest.mark.skipif(sys.platform != "linux", reason="elsewhere nobody adopts orphans"),
]

SEEDED = (animal("behaving.py:Seeded(skip=1)"), animal("behaving.py:from_a_generator"))
SLOW = (SEEDED[0], animal("behaving.py:unhurried"))


@pytest.fixture(scope="module")
def token() -> str:
    """What is in the environment of all processes of the cluster."""
    return uuid4().hex


@pytest.fixture(scope="module")
def address(token: str) -> Iterator[str]:
    """A cluster of two worker processes on loopback; none of its processes is left in the end."""
    with ExitStack() as started:
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv(MARK, token)
            patch.setenv("PLYGROUND_KEEP", MARK)
            address = started.enter_context(local_cluster(2))
        yield address
    wait_until(lambda: not survivors(token))  # Python's own tracker of resources ends after all others


@pytest.fixture(scope="module")
def watcher(address: str) -> Iterator[Any]:
    """Another client of the cluster, who only looks."""
    with distributed.Client(address, set_as_default=False) as client:
        yield client


@pytest.fixture(autouse=True)
def nothing_left(request: pytest.FixtureRequest) -> Iterator[None]:
    """After each run the scheduler holds nothing, and there is no player and no agent any more."""
    yield
    if "watcher" in request.fixturenames:
        watcher, token = request.getfixturevalue("watcher"), request.getfixturevalue("token")
        wait_until(lambda: not held(watcher))
        assert not players(token)


def held(watcher: Any) -> list[str]:
    keys: list[str] = watcher.run_on_scheduler(lambda dask_scheduler: list(dask_scheduler.tasks))
    return keys


def players(token: str) -> set[int]:
    """Processes of players and agents, of which there are none while nobody plays."""
    return {pid for pid, command in survivors(token).items() if "-m plyground.a" in command} - {
        pid for pid, command in survivors(token).items() if "cluster.local_main" in command
    }


@pytest.mark.slow
def test_a_worker_killed_in_mid_run_costs_no_game(
    tmp_path: Path, address: str, watcher: Any, token: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And where Dask gives a pair up for it, we do not."""
    options: dict[str, Any] = {"games": 15, "openings": "random(2)", "seed": 6}
    allow_failures(watcher, 0)
    kills = spied(monkeypatch)
    told, most = [], 0

    def kill(record: PairRecord) -> None:
        nonlocal most
        told.append(record.number)
        most = max(most, len(held(watcher)))
        if len(told) == 2:
            workers: dict[str, int] = watcher.run(os.getpid)
            victim = next(pid for worker, pid in workers.items() if watcher.processing()[worker])
            wait_until(lambda: len(offspring(victim, token)) == 3)  # a player and two agents
            lost = offspring(victim, token)
            os.kill(victim, signal.SIGKILL)
            wait_until(lambda: not lost & players(token))

    with begin(Plan("tictactoe", SLOW, **options), tmp_path / "cluster.run") as store:
        play(store, on_pair=kill, cluster=address)
        found = timeless(store)
    with played(tmp_path / "here.run", *SLOW, workers=2, in_process=False, **options) as here:
        assert found == timeless(here)
    allow_failures(watcher, 3)
    assert sorted(told) == list(range(8))
    assert 1 in kills
    assert 0 < most <= 8  # two for each thread, and some that are just being forgotten


def allow_failures(watcher: Any, most: int) -> None:
    """How many workers a task may kill before Dask gives it up."""
    watcher.run_on_scheduler(
        lambda dask_scheduler, most: setattr(dask_scheduler, "allowed_failures", most), most=most
    )


def spied(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How often Dask had given up each of the jobs that are begun from now on."""
    kills: list[int] = []
    begin_really = PendingJobs.begin

    def begin(self: PendingJobs, job: Job, given_up: int = 0) -> None:
        kills.append(given_up)
        begin_really(self, job, given_up)

    monkeypatch.setattr(PendingJobs, "begin", begin)
    return kills


def offspring(worker: int, token: str) -> set[int]:
    """The players of a worker of Dask's, and their agents."""
    alive = players(token)
    own = {pid for pid in alive if parent(pid) == worker}
    return own | {pid for pid in alive if parent(pid) in own}


def parent(process: int) -> int:
    try:
        return int(Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[1])
    except OSError:
        return 0


@pytest.mark.campaign
def test_workers_killed_again_and_again_cost_no_game(
    tmp_path: Path, address: str, watcher: Any, token: str
) -> None:
    """Those that play: a worker that dies while Dask still starts it is not started again."""
    options: dict[str, Any] = {"games": 240, "openings": "random(4)", "game": "connect4"}
    chance, told, killed = random.Random(5), 0, 0

    def kill(record: PairRecord) -> None:
        nonlocal told, killed
        told += 1
        workers = watcher.run(os.getpid, on_error="ignore").values() if told % 8 == 0 else ()
        if playing := [worker for worker in workers if offspring(worker, token)]:
            os.kill(chance.choice(playing), signal.SIGKILL)
            killed += 1

    with begin(Plan(agents=SEEDED, **options), tmp_path / "cluster.run") as store:
        play(store, on_pair=kill, cluster=address)
        found = timeless(store)
    with played(tmp_path / "here.run", *SEEDED, workers=2, **options) as here:
        assert found == timeless(here)
    assert (told, killed > 10) == (120, True)


@pytest.mark.slow
def test_an_early_end_is_the_same_and_drops_the_rest(tmp_path: Path, address: str, watcher: Any) -> None:
    options: dict[str, Any] = {"games": 200, "sprt": SPRT(0, 100)}
    plan = Plan("tictactoe", ("minimax", "random"), in_process=True, **options)
    with (
        begin(plan, tmp_path / "cluster.run") as store,
        played(tmp_path / "here.run", "minimax", "random", **options) as here,
    ):
        play(store, cluster=address)
        assert store.about("finished") == here.about("finished") == "SPRT accepts H1"
        assert timeless(store) == timeless(here)


def test_rules_that_fail_on_a_worker_are_told_of(tmp_path: Path, address: str, watcher: Any) -> None:
    (tmp_path / "game.py").write_text(
        "from examples.nim import Nim\n"
        "class Game(Nim):\n"
        "    def after(self, move):\n"
        "        if sum(self.heaps) < 6: raise ZeroDivisionError('no heap')\n"
        "        nim = super().after(move)\n"
        "        return Game(nim.heaps, nim.to_move)\n"
    )
    plan = Plan(f"{tmp_path}/game.py:Game", ("random", "random"), games=8, in_process=True)
    with (
        ClusterPool(plan, address) as pool,
        pytest.raises(Failed, match=r"pair \d failed: ZeroDivisionError: no heap \(.*game.py, line 4\)"),
    ):
        list(pool.play(plan.pairs()))


@pytest.mark.parametrize(
    "error",
    [
        PlygroundError("a sentence"),
        Failed("another"),
        BadSpec("no game nim", "nim", 2, "give a game"),
        IllegalMove("column 3 is full", "3", tictactoe().start(), "columns are 1 to 7"),
    ],
)
def test_errors_go_through_pipes_and_networks(error: PlygroundError) -> None:
    again = pickle.loads(pickle.dumps(error))
    assert (type(again), str(again), vars(again)) == (type(error), str(error), vars(error))


def test_agents_are_checked_where_they_play(address: str, watcher: Any) -> None:
    plan = Plan("tictactoe", ("random", animal("fails_when_imported.py"), SEEDED[0]), format="round-robin")
    with ClusterPool(plan, address) as pool:
        checked = pool.check(range(3))
    assert {number: trouble and trouble.reason for number, trouble in checked.items()} == {
        0: None,
        1: "start",
        2: None,
    }


def test_a_pair_that_is_delivered_twice_counts_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Stutterer(InProcessPool):
        def play(self, pairs: Any) -> Iterator[PairRecord]:
            records = list(super().play(pairs))
            yield from (records[1], records[1], records[0], records[1], *records, *records)

    plan = Plan("tictactoe", ("random", "random"), games=9, in_process=True)
    monkeypatch.setattr(arena_run, "pool_for", lambda plan, workers, cluster: Stutterer(plan))
    told: list[PairRecord] = []
    with begin(plan, tmp_path / "twice.run") as store, played(tmp_path / "once.run", games=9) as once:
        play(store, on_pair=told.append, cluster="local")
        assert timeless(store) == timeless(once)
        assert store.about("finished") == "all games played"
    assert sorted(record.number for record in told) == [0, 1, 2, 3, 4]


class Unlucky(Executor):
    """Everything that is given to it fails in the same way."""

    def __init__(self, error: Exception | None) -> None:
        self.error = error

    def submit(self, *_: Any, **__: Any) -> Future[Any]:
        future: Future[Any] = Future()
        if self.error is None:
            future.cancel()
        else:
            future.set_exception(self.error)
        return future


@pytest.mark.parametrize(
    ("error", "sentence"),
    [
        (distributed.KilledWorker("task", None, 3), "pair 5 was given up: one worker after the other died"),
        (None, r"the cluster was lost \(the scheduler is gone\): what was played is kept"),
        (ImportError("No module\nnamed x"), r"lost \(ImportError: No module named x\): what was played"),
    ],
)
def test_dask_failure_is_one_sentence(error: Exception | None, sentence: str) -> None:
    plan = Plan("tictactoe", ("random", "random"))
    flight = PendingJobs(Unlucky(error), RunTask("run", plan, "/", {}))
    job: Job = Pair(5, (0, 1), "-")
    flight.begin(job)
    with pytest.raises(Failed, match=sentence):
        assert not [landed for _ in range(MAX_KILLS) for landed in flight.finish_next(1)]


@pytest.mark.slow
def test_a_cluster_that_is_lost_leaves_what_was_played(tmp_path: Path) -> None:
    plan = Plan("tictactoe", ("random", "random"), games=2_000, in_process=True)
    before = processes.children()

    def lose(record: PairRecord) -> None:
        if record.number == 3:
            (ours,) = processes.children() - before
            os.kill(ours, signal.SIGKILL)

    with marked(at_once=False), begin(plan, tmp_path / "a.run") as store:
        with pytest.raises(Failed, match=r"the cluster was lost \(.*plyground resume"):
            play(store, 1, lose, "local")
        assert 1 <= len(list(store.query("SELECT 1 FROM pairs"))) < 1_000


BAD = [
    "",
    "here",
    "tcp://",
    "tcp://host",
    "tcp://host:0",
    "tcp://host:70000",
    "http://host:1",
    "tcp://a b:1",
]


@pytest.mark.parametrize("text", BAD)
def test_bad_addresses(text: str) -> None:
    said = complaint("match", "tictactoe", "random", "random", "--cluster", text)
    assert said.endswith(": a cluster is local, or tcp://HOST:PORT where a Dask scheduler is\n")


def test_a_missing_library_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "find_spec", lambda name: None)
    said = complaint("resume", "1", "--cluster", "local")
    assert said == "plyground: clusters need distributed: pip install 'plyground[cluster]'\n"


@pytest.mark.parametrize(
    ("worker", "scheduler", "who"),
    [
        (PackageNotFoundError("plyground"), "0.1.0", "tcp://10.0.0.2:1"),
        ("0.1.0", PackageNotFoundError("plyground"), "scheduler tcp://10.0.0.1:8786"),
    ],
)
def test_worker_without_plyground_is_named(worker: object, scheduler: object, who: str) -> None:
    client = Mock()
    client.run.return_value = {"tcp://10.0.0.3:1": "0.1.0", "tcp://10.0.0.2:1": worker}
    client.run_on_scheduler.side_effect = [scheduler]
    with pytest.raises(PlygroundError, match=f"^{who} has no plyground: it must be the same"):
        connection._check_installed(client, "tcp://10.0.0.1:8786")


@pytest.mark.parametrize(
    ("place", "why"),
    [("127.0.0.1:{}", "Connection refused"), ("a" * 70 + ":{}", "encoding with 'idna' codec failed")],
)
def test_unreachable_scheduler(place: str, why: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "_CONNECTING", 0.3)
    with socket.create_server(("127.0.0.1", 0)) as server:
        there = "tcp://" + place.format(server.getsockname()[1])
    said: list[str] = []
    with pytest.raises(Failed, match=rf"no Dask scheduler answers at {there} \({why}"):
        check_reachable(there, said.append)
    assert said == [f"nobody answers at {there} yet: trying for 0 s"]


def test_somebody_else_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "_CONNECTING", 0.5)
    with socket.create_server(("127.0.0.1", 0)) as server:  # it takes calls and says nothing
        there = f"tcp://127.0.0.1:{server.getsockname()[1]}"
        with pytest.raises(Failed, match=f"whoever answers at {there} is no Dask scheduler"):
            check_reachable(there, lambda told: None)


def test_a_cluster_without_workers(address: str, watcher: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "_FIRST_WORKER", 0.2)
    monkeypatch.setattr(distributed.Client, "nthreads", lambda client: {})
    said: list[str] = []
    with pytest.raises(Failed, match=f"{address} has no workers: start some with dask worker {address}"):
        check_reachable(address, said.append)
    assert said == [f"{address} has no workers yet: trying for 0 s"]


def test_certificates_are_asked_for() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        there = f"tls://127.0.0.1:{server.getsockname()[1]}"
        with pytest.raises(PlygroundError, match=f"{there} needs certificates"):
            check_reachable(there, lambda told: None)


@pytest.mark.campaign
def test_ctrl_c_and_on_with_the_run_elsewhere(tmp_path: Path, address: str, watcher: Any) -> None:
    """The signal goes to all processes of a terminal, as it does in life."""
    run = tmp_path / "a.run"
    plays = ["match", "tictactoe", "random", "random", "--games", "200", "--in-process", "--run", str(run)]
    with marked() as token:
        process = subprocess.Popen(
            [*COMMAND, *plays, "--workers", "2", "--cluster", "local"],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
            preexec_fn=hear_ctrl_c,
        )
        wait_until(lambda: run.exists() and stored(run))
        os.killpg(process.pid, signal.SIGINT)
        out, err = process.communicate(timeout=PATIENCE)
        assert not survivors(token)
    assert (process.returncode, out) == (130, "")
    assert re.fullmatch(
        rf"plyground: stopped after \d+ of 200 games; go on with: plyground resume {run}\n", err
    )
    ran = CliRunner().invoke(app, ["resume", str(run), "--cluster", address, "--json"])
    assert (ran.exit_code, ran.stderr) == (0, "")
    assert json.loads(ran.stdout)["finished"] == "all games played"
    with played(tmp_path / "here.run", games=200) as here:
        assert timeless_file(run)["games"] == timeless(here)["games"]


def stored(run: Path) -> int:
    with closing(sqlite3.connect(f"file:{run}?mode=ro", uri=True)) as db:
        (games,) = db.execute("SELECT count(*) FROM games").fetchone()
    return int(games)


def test_documented_scripts_can_be_parsed() -> None:
    yaml = pytest.importorskip("yaml")  # Dask brings it
    document = Path("docs/howto/clusters.md").read_text(encoding="utf-8")
    for script in re.findall(r"^```(?:bash|sh)\n(.*?)^```$", document, re.DOTALL | re.MULTILINE):
        subprocess.run(["bash", "-n"], input=script, text=True, check=True)
    (manifest,) = re.findall(r"^```yaml\n(.*?)^```$", document, re.DOTALL | re.MULTILINE)
    parts = {
        (part["kind"], part["metadata"]["name"]): part["spec"] for part in yaml.safe_load_all(manifest)
    }
    assert [kind for kind, _ in parts].count("Deployment") == 2
    command = parts["Job", "cup"]["template"]["spec"]["containers"][0]["args"]
    subprocess.run(["sh", "-n"], input=command[-1], text=True, check=True)
    address = re.findall(r"tcp://[\w-]+:\d+", manifest)
    assert set(address) == {f"tcp://cup-scheduler:{parts['Service', 'cup-scheduler']['ports'][0]['port']}"}
