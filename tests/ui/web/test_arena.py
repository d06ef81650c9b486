"""Tournaments of the server: real runs in real processes, the same games as the command line's."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
from collections.abc import Awaitable, Callable
from contextlib import closing
from dataclasses import asdict
from pathlib import Path
from sqlite3 import connect
from typing import Any

import pytest

from helpers.command import printed, wait_until
from helpers.jobs import Page, page
from helpers.laboratory import descendants, is_gone
from helpers.played import played, timeless_file
from plyground.arena.blunders import judge
from plyground.arena.clock import TimeControl
from plyground.arena.plan import Plan
from plyground.arena.runner import begin, play
from plyground.arena.store import Store
from plyground.cli import runs
from plyground.report.summary import report
from plyground.ui.web import arena
from plyground.ui.web.arena import read_plan
from plyground.ui.web.live_run import EDGES, LiveRun
from plyground.ui.web.protocol import Refused, Wrong, check_request
from plyground.ui.web.stored_runs import (
    DOWNLOADS,
    RunList,
    download,
    is_locked,
    stored_game,
    without_folders,
)
from plyground.ui.web.validation import Caps

SMALL: dict[str, Any] = {
    "game": "tictactoe",
    "agents": ["random", "alphabeta(depth=2)"],
    "format": "match",
    "games": 20,
}
LONG: dict[str, Any] = {
    "game": "connect4",
    "agents": ["mcts(rounds=20000)", "random"],
    "format": "match",
    "games": 500,
}


@pytest.fixture(autouse=True)
def runs_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PLYGROUND_RUNS", str(tmp_path / "runs"))
    monkeypatch.setattr(arena, "LOOK_EVERY", 0.05)
    return tmp_path / "runs"


@pytest.fixture
def below() -> Callable[[], list[int]]:
    """The processes that this test has started: those that earlier tests left here (a server of commands,
    multiprocessing's helper) are no business of it.
    """
    before = set(descendants(os.getpid()))
    return lambda: [
        process
        for process in descendants(os.getpid())
        if process not in before and not _is_tracker(process)
    ]


def with_page(script: Callable[[Page], Awaitable[Any]]) -> Any:
    async def whole() -> Any:
        async with page() as listener:
            return await script(listener)

    return asyncio.run(whole())


def nobody(number: int, path: Path) -> bool:
    return False


def _is_tracker(process: int) -> bool:
    try:
        return b"resource_tracker" in Path(f"/proc/{process}/cmdline").read_bytes()
    except OSError:
        return False


# ---------------------------------------------------------------- played and watched


@pytest.mark.slow
def test_a_match_is_that_of_the_command_line(runs_folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    async def script(listener: Page) -> Any:
        reply = await listener.ask("start_run", plan=SMALL | {"seed": 7, "openings": "random(2)"})
        assert await listener.ask("watch", run=reply["run"]) == {"re": 1}
        final = await listener.run_until(lambda view: view["state"] == "finished")
        (listed,) = (await listener.ask("runs"))["runs"]
        return reply["run"], final, listed, listener.told

    number, final, listed, told = with_page(script)
    assert number == listed["run"] == final["run"] == "1"
    assert (listed["state"], listed["played"], listed["total"]) == ("finished", 20, 20)
    assert [message["run"]["played"] for message in told] == sorted(m["run"]["played"] for m in told)
    again = [*SMALL["agents"], "--games", "20", "--seed", "7", "--openings", "random(2)"]
    printed("match", "tictactoe", *again, "--in-process", "--run", str(runs_folder / "again.run"))
    assert timeless_file(runs_folder / "1.run") == timeless_file(runs_folder / "again.run")
    runs.runs(as_json=True)
    assert [row["run"] for row in json.loads(capsys.readouterr().out)["runs"]] == ["1"]


@pytest.mark.slow
def test_a_run_from_the_page_may_keep_its_seats(runs_folder: Path) -> None:
    async def script(listener: Page) -> Any:
        number = (await listener.ask("start_run", plan=SMALL | {"games": 4, "fixed_seats": True}))["run"]
        await listener.ask("watch", run=number)
        return await listener.run_until(lambda view: view["state"] == "finished")

    final = with_page(script)
    assert (final["fixed_seats"], final["played"], final["crosstable"][0][1]["pairs"]) == (True, 4, 4)
    with Store(runs_folder / "1.run") as store:
        assert set(store.query("SELECT first, second FROM games")) == {(0, 1)}


def test_copies_of_a_game_have_no_interval_on_the_page(runs_folder: Path) -> None:
    played(runs_folder / "4.run", "alphabeta(depth=1)", "greedy", games=10).close()
    view = LiveRun(4, runs_folder / "4.run", nobody).view()
    for row in view["standings"]:
        assert (row["different"], row["exact"], row["low"], row["high"]) == (1, True, None, None)
    assert view["crosstable"][0][1]["different"] == 1
    assert view["crosstable"][0][1]["pairs"] == 5
    assert view["unique"] <= 2


def test_chosen_limits_and_stopped_searches_are_told(runs_folder: Path) -> None:
    """Alpha-beta was chosen, and the page called it iterative deepening without a word."""
    bare = Plan(
        "connect4", ("alphabeta", "random"), control=TimeControl(nodes=100), games=2, in_process=True
    )
    deep = Plan(
        "connect4", ("alphabeta(depth=9)", "random"), control=bare.control, games=2, in_process=True
    )
    told = []
    for number, plan in ((5, bare), (6, deep)):
        path = runs_folder / f"{number}.run"
        with begin(plan.normalized(), path) as store:
            play(store, 1)
            sides = [standing.sides["both"] for standing in report(store).standings]
        rows = LiveRun(number, path, nobody).view()["standings"]
        assert [row["unfinished"] for row in rows] == [side.unfinished for side in sides]
        told.append([(row["asked"], row["name"], row["unfinished"] > 0) for row in rows])
    assert told[0] == [("alphabeta", "deepening", False), (None, "random", False)]
    assert told[1] == [(None, "alphabeta(depth=9)", True), (None, "random", False)]


def test_the_view_of_a_run_is_its_report(runs_folder: Path) -> None:
    path = runs_folder / "3.run"
    options: dict[str, Any] = {"format": "round-robin", "games": 7, "openings": "random(1)"}
    with played(path, "random", "alphabeta(depth=1)", "greedy", **options) as store:
        judge(store)
    view = LiveRun(3, path, nobody).view()
    with Store(path) as store:
        told = report(store)
    assert view["played"] == told.played == 21
    for row, standing in zip(view["standings"], told.standings, strict=True):
        side = standing.sides["both"]
        assert (row["name"], row["spec"]) == (standing.name, standing.spec)
        assert [row[key] for key in ("wins", "draws", "losses")] == list(vars(side.counts).values())
        assert side.interval is not None
        assert (row["low"], row["high"]) == tuple(side.interval)
        assert (row["different"], row["exact"]) == (side.different, side.exact) == (4, False)
        assert (row["elo"], row["elo_low"], row["elo_high"]) == tuple(vars(standing.rating).values())
        assert row["score"] == side.counts.rate
        assert side.wall is not None
        assert side.nodes is not None
        assert row["seconds"] == pytest.approx(side.wall.mean)
        assert row["nodes"] == pytest.approx(side.nodes.mean)
        assert side.wall_per_game is not None
        assert side.nodes_per_game is not None
        assert side.depth is not None
        assert row["depth"] == pytest.approx(side.depth.mean)
        assert side.blunders is not None
        assert row["blunders"] == {
            name: getattr(side.blunders, name) for name in ("blunders", "decisions", "rate")
        }
        assert row["seconds_per_game"] == pytest.approx(side.wall_per_game.mean)
        assert row["nodes_per_game"] == pytest.approx(side.nodes_per_game.mean)
        for kind, summary in (("seconds", side.wall), ("nodes", side.nodes)):
            (shown,) = [h for h in view["histograms"][kind] if h["name"] == standing.name]
            assert sum(each["count"] for each in shown["bins"]) == summary.count
            assert all(each["from"] < each["to"] for each in shown["bins"])
    for (one, other), duel in told.duels.items():
        about: dict[str, Any] = {"pairs": duel.pairs, "different": duel.different, "exact": duel.exact}
        here, there = view["crosstable"][one][other], view["crosstable"][other][one]
        ends = {key: here[key] for key in ("low", "high")}
        about |= {"sprt": None}
        strength = {
            "elo": asdict(duel.elo),
            "normalized_elo": asdict(duel.normalized_elo),
            "superiority": duel.superiority,
        }
        assert here == vars(duel.counts) | about | ends | strength
        difference = duel.elo.difference
        assert there.pop("elo")["difference"] == (None if difference is None else -difference)
        ours, theirs = asdict(duel.normalized_elo), there.pop("normalized_elo")
        assert [theirs["low"], theirs["high"]] == [
            None if ours[end] is None else -ours[end] for end in ("high", "low")
        ]
        better = None if duel.exact else 1 - (duel.superiority or 0)
        assert there.pop("superiority") == better
        assert duel.exact == (ends["low"] is None)
        mirrored = {
            "low": None if duel.exact else pytest.approx(1 - ends["high"]),
            "high": None if duel.exact else pytest.approx(1 - ends["low"]),
        }
        assert there == vars(duel.counts.reversed()) | about | mirrored
    assert [view["crosstable"][agent][agent] for agent in range(3)] == [None] * 3
    assert [game["number"] for game in view["latest"]] == sorted(
        (game["number"] for game in view["latest"]), reverse=True
    )
    for game in view["latest"]:
        stored = stored_game(3, path, game["number"])
        assert stored["boards"][-1] == {"cells": game["board"]["cells"], "last": game["last"]}
        assert (stored["winner"], len(stored["moves"])) == (game["winner"], game["moves"])


def test_a_view_is_made_of_what_is_new(runs_folder: Path) -> None:
    whole = runs_folder / "1.run"
    played(whole, "random", "alphabeta(depth=1)", games=40).close()
    grown = runs_folder / "2.run"
    grown.write_bytes(whole.read_bytes())

    def cut(condition: str, source: Path = whole) -> None:
        grown.write_bytes(source.read_bytes())
        with closing(connect(grown)) as db, db:
            db.execute("DROP TABLE seals")  # or it would be a damaged run
            for table, column in (("moves", "game"), ("games", "number"), ("pairs", "number * 2")):
                db.execute(f"DELETE FROM {table} WHERE {column} / 2 {condition}")

    def without_run(view: dict[str, Any]) -> dict[str, Any]:
        return {key: value for key, value in view.items() if key != "run"}

    watched = LiveRun(2, grown, nobody)
    cut("NOT IN (0, 1, 4)")  # the third pair came before its turn
    assert watched.view()["played"] == 6
    assert watched.view() is watched.view()
    cut("NOT IN (0, 1, 2, 4, 9)")
    assert watched.view()["played"] == 10
    grown.write_bytes(whole.read_bytes())
    full = LiveRun(1, whole, nobody).view()
    assert json.dumps(without_run(watched.view())) == pytest.approx(json.dumps(without_run(full)))
    cut("> 3")  # as a match that ended early does
    assert without_run(watched.view()) == without_run(LiveRun(2, grown, nobody).view())
    assert watched.view()["played"] == 8


def test_single_games_are_counted_once_and_not_read_again(runs_folder: Path) -> None:
    """Of fixed seats, and of an odd number of games, every number but the first was waited for."""
    path = runs_folder / "1.run"
    played(path, "random", "greedy", games=5, fixed_seats=True).close()
    watched = LiveRun(1, path, nobody)
    meeting = watched.view()["crosstable"][0][1]
    assert (watched.view()["played"], meeting["pairs"], watched._whole, watched._late) == (5, 5, 10, set())


def test_move_costs_fall_into_histogram_edges() -> None:
    assert len(EDGES) < 40
    assert sorted(EDGES) == EDGES


def test_a_run_without_a_board_is_shown_without_one() -> None:
    async def script(listener: Page) -> Any:
        plan = {"game": "textbook", "agents": ["random", "minimax"], "format": "match", "games": 2}
        number = (await listener.ask("start_run", plan=plan))["run"]
        await listener.ask("watch", run=number)
        final = await listener.run_until(lambda view: view["state"] == "finished")
        return final, (await listener.ask("game", run=number, game=1))["game"]

    final, game = with_page(script)
    assert [each["board"] for each in final["latest"]] == [None, None]
    assert (len(game["moves"]), game["boards"]) == (2, [])
    assert [move["side"] for move in game["moves"]] == [0, 1]


# ---------------------------------------------------------------- stopped and resumed


@pytest.mark.slow
def test_a_run_is_cancelled_and_resumed(runs_folder: Path, below: Callable[[], list[int]]) -> None:
    plan = SMALL | {"game": "mnk(6,6,4)", "agents": ["mcts(rounds=300)", "random"], "games": 60}

    async def script(listener: Page) -> Any:
        number = (await listener.ask("start_run", plan=plan))["run"]
        await listener.ask("watch", run=number)
        await listener.run_until(lambda view: view["played"] > 0)
        wait_until(lambda: len(below()) >= 3)  # the run, a player, its agents
        busy = below()
        assert is_locked(runs_folder / "1.run")
        await listener.ask("cancel_run", run=number)
        wait_until(lambda: all(map(is_gone, busy)))
        stopped = await listener.run_until(lambda view: view["state"] == "stopped")
        assert 0 < stopped["played"] < 60
        assert await listener.refused("cancel_run", run=number) == "jobs.not-running"
        listener.told.clear()
        await listener.ask("resume_run", run=number)
        assert await listener.refused("resume_run", run=number) == "jobs.running"
        await listener.run_until(lambda view: view["state"] == "finished")
        assert await listener.refused("resume_run", run=number) == "jobs.finished"
        await listener.ask("unwatch")

    with_page(script)
    played(runs_folder / "again.run", *plan["agents"], game=plan["game"], games=60).close()
    assert timeless_file(runs_folder / "1.run") == timeless_file(runs_folder / "again.run")


def test_few_runs_at_a_time_and_none_outlives_the_server(
    runs_folder: Path, below: Callable[[], list[int]]
) -> None:
    async def script(listener: Page) -> list[int]:
        numbers = [(await listener.ask("start_run", plan=LONG))["run"] for _ in range(2)]
        assert numbers == ["1", "2"]
        assert await listener.refused("start_run", plan=LONG) == "jobs.busy"
        states = [each["state"] for each in (await listener.ask("runs"))["runs"]]
        assert states == ["running", "running"]
        wait_until(lambda: len(below()) >= 6)
        return below()

    processes = with_page(script)
    wait_until(lambda: all(map(is_gone, processes)))
    listed = RunList(nobody).summaries()
    assert [(each["run"], each["state"]) for each in listed] == [("2", "stopped"), ("1", "stopped")]


SERVER = """
import asyncio, json, sys
from plyground.ui.web.validation import Caps
from plyground.ui.web.arena import Tournaments, read_plan

async def main():
    number = await Tournaments().start(read_plan(json.loads(sys.argv[1]), Caps()))
    print(number, flush=True)
    await asyncio.sleep(60)

asyncio.run(main())
"""


def test_a_killed_server_leaves_no_process(runs_folder: Path) -> None:
    server = subprocess.Popen(
        [sys.executable, "-c", SERVER, json.dumps(LONG)], stdout=subprocess.PIPE, text=True
    )
    assert server.stdout is not None
    with server.stdout:
        assert server.stdout.readline() == "1\n"
    wait_until(lambda: len(descendants(server.pid)) >= 4)
    left = descendants(server.pid)
    server.send_signal(signal.SIGKILL)
    server.wait()
    wait_until(lambda: all(map(is_gone, left)))
    with Store(runs_folder / "1.run") as store:  # whole, and to be resumed
        assert not store.about("finished")


# ---------------------------------------------------------------- what is wrong


def test_damaged_runs_are_listed_and_hurt_nobody(runs_folder: Path) -> None:
    played(runs_folder / "1.run").close()
    whole = (runs_folder / "1.run").read_bytes()
    (runs_folder / "2.run").write_bytes(whole[:4_096] + bytes(len(whole) - 4_096))
    (runs_folder / "3.run").write_bytes(b"nothing of ours")
    (runs_folder / "4.run").write_bytes(b"")
    (runs_folder / "5.run").mkdir()

    async def script(listener: Page) -> Any:
        listed = (await listener.ask("runs"))["runs"]
        for number in ("2", "3", "4", "5"):
            assert await listener.refused("watch", run=number) == "jobs.damaged"
            assert await listener.refused("resume_run", run=number) == "jobs.damaged"
            assert await listener.refused("game", run=number, game=0) == "jobs.damaged"
        return listed

    listed = with_page(script)
    assert {each["run"]: each["state"] for each in listed} == {
        "1": "finished",
        **dict.fromkeys("2345", "damaged"),
    }


def test_a_run_that_is_damaged_while_it_is_watched_says_so(runs_folder: Path) -> None:
    path = runs_folder / "1.run"
    played(path).close()
    watched = LiveRun(1, path, nobody)
    assert watched.view()["state"] == "finished"
    path.write_bytes(b"gone")
    assert watched.view()["state"] == "damaged"


@pytest.mark.parametrize("run_", ["9", "0", "-1", "x", "../1", "1.run", "/etc/passwd", "١", "9" * 20])
def test_only_numbers_name_runs(run_: str, runs_folder: Path) -> None:
    played(runs_folder / "1.run").close()

    async def script(listener: Page) -> None:
        for do, fields in (("watch", {}), ("cancel_run", {}), ("resume_run", {}), ("game", {"game": 0})):
            assert await listener.refused(do, run=run_, **fields) == "jobs.no-run"

    with_page(script)
    for name in DOWNLOADS:
        with pytest.raises(Refused):
            download(run_, name)


@pytest.mark.parametrize(
    ("key", "fields"),
    [
        ("server.unknown-agent", {"agents": ["random", "python:/etc/passwd:choose"]}),
        ("server.unknown-agent", {"agents": ["python('mine.py')", "random"]}),
        ("server.unknown-agent", {"agents": ["random", "deepening(inner=python('x.py'))"]}),
        ("server.unknown-game", {"game": "mine.py:Game"}),
        ("server.no-game", {"game": "mnk(99,99,5)"}),
        ("server.unknown-openings", {"openings": "file:/etc/passwd"}),
        ("server.unknown-openings", {"openings": "file('/etc/passwd')"}),
        ("server.too-much", {"agents": ["random", "perfect(table_mb=4096)"]}),
        ("server.too-much", {"seconds": 60}),
        ("server.too-much", {"depth": 1_000}),
        ("jobs.agents", {"agents": ["random"] * 33, "format": "round-robin"}),
        ("jobs.games", {"agents": ["random"] * 10, "format": "round-robin", "games": 1_000}),
        ("jobs.plan", {"agents": ["random"] * 3}),
        ("jobs.plan", {"names": ["same", "same"]}),
        ("jobs.plan", {"names": ["one", "two", "three"]}),
        ("jobs.plan", {"openings": "list('99')"}),
        ("jobs.plan", {"openings": "random(9)"}),  # the board is full then
    ],
)
def test_hostile_plans_are_refused(key: str, fields: dict[str, Any], runs_folder: Path) -> None:
    assert with_page(lambda listener: listener.refused("start_run", plan=SMALL | fields)) == key
    assert not runs_folder.exists()


@pytest.mark.parametrize(
    "fields",
    [
        {"game": None},
        {"agents": "random"},
        {"agents": [1, 2]},
        {"agents": ["random"]},
        {"names": [None, None]},
        {"format": "swiss"},
        {"games": 0},
        {"games": "20"},
        {"games": 1e300},
        {"seconds": -1},
        {"seed": -1},
        {"seed": 1.5},
        {"run": "/tmp/x"},
        {"in_process": True},
        {"memory_mb": 1 << 30},
        {"agents": ["random", "\ud800"]},
    ],
)
def test_plans_of_the_wrong_shape_do_not_come_in(fields: dict[str, Any]) -> None:
    with pytest.raises(Wrong):
        check_request({"id": 1, "do": "start_run", "plan": SMALL | fields})


def test_a_folder_that_cannot_be_written_is_no_secret_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("no folder")
    monkeypatch.setenv("PLYGROUND_RUNS", str(tmp_path / "file" / "runs"))

    async def script(listener: Page) -> str:
        assert (await listener.ask("runs"))["runs"] == []
        return await listener.refused("start_run", plan=SMALL)

    assert with_page(script) == "jobs.not-begun"


def test_runs_with_users_code_are_read_and_not_resumed(runs_folder: Path, tmp_path: Path) -> None:
    bot = tmp_path / "bot.py"
    bot.write_text("def choose(position):\n    return position.moves()[0]\n")
    played(runs_folder / "1.run", f"python:{bot}:choose", "random", in_process=False).close()
    with closing(connect(runs_folder / "1.run")) as db, db:
        db.execute("DROP TABLE seals")
        db.execute("DELETE FROM run WHERE key = 'finished'")

    async def script(listener: Page) -> str:
        game = (await listener.ask("game", run="1", game=0))["game"]
        assert len(game["boards"]) == len(game["moves"]) + 1
        await listener.ask("watch", run="1")
        view = await listener.run_until(lambda view: True)
        listed = (await listener.ask("runs"))["runs"]
        assert view["names"] == listed[0]["names"] == ["python:bot.py:choose", "random"]
        assert tmp_path.name not in json.dumps([game, view, listed])
        return await listener.refused("resume_run", run="1")

    assert with_page(script) == "jobs.by-hand"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("python:/home/me/bots/mine.py:choose", "python:mine.py:choose"),
        ("python('/home/me and you/mine.py', 'choose')", "python('mine.py', 'choose')"),
        ("python:~/mine.py:choose", "python:mine.py:choose"),
        (r"python:C:\bots\mine.py:choose", "python:mine.py:choose"),
        ("python('/home/ana/turma (2026), manhã/mine.py')", "python('mine.py')"),
        ("no file /home/ana/turma (2026), manhã/mine.py", "no file mine.py"),
        ("search(inner=/a/b.py:C), python:/c/d.py", "search(inner=b.py:C), python:d.py"),
        ("/a/b.py, /c/d.py and (/e/f.py)", "b.py, d.py and (f.py)"),
        ("1/2 of 3 / 4, see a/b", "1/2 of 3  4, see a/b"),
        ("python:bots/mine.py:choose", "python:bots/mine.py:choose"),
        ("alphabeta(depth=3) #2", "alphabeta(depth=3) #2"),
        ("nothing came", "nothing came"),
    ],
)
def test_folders_are_nobodys_business(text: str, shown: str) -> None:
    assert without_folders(text) == shown


def test_a_run_of_the_command_line_is_seen_to_run(runs_folder: Path) -> None:
    command = [Path(sys.executable).with_name("plyground"), "match", LONG["game"], *LONG["agents"]]
    match = subprocess.Popen([*map(str, command)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        wait_until(lambda: is_locked(runs_folder / "1.run"))

        async def script(listener: Page) -> Any:
            await listener.ask("watch", run="1")
            await listener.run_until(lambda view: view["state"] == "running")
            assert await listener.refused("cancel_run", run="1") == "jobs.not-running"
            return await listener.refused("resume_run", run="1")

        assert with_page(script) == "jobs.running"
    finally:
        match.kill()
        match.wait()


# ---------------------------------------------------------------- games and downloads


def test_a_stored_game_is_replayed(runs_folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    played(runs_folder / "1.run", "random", "greedy", games=4, openings="random(3)").close()
    for number in range(4):
        game = stored_game(1, runs_folder / "1.run", number)
        runs.replay("1", number, as_json=True)
        shown = json.loads(capsys.readouterr().out)
        assert (game["first"], game["second"], game["winner"]) == tuple(
            shown[key] for key in ("first", "second", "winner")
        )
        assert [move["text"] for move in game["moves"]] == [move["move"] for move in shown["moves"]]
        diagrams = [text.replace("/", "") for text in shown["positions"]]
        assert [board["cells"] for board in game["boards"]] == [text[:9] for text in diagrams]
        assert game["boards"][0]["last"] is None
        assert [move["side"] for move in game["moves"]][:2] == [1, 0]  # three moves were an opening
    with pytest.raises(Refused, match=r"jobs\.no-game"):
        stored_game(1, runs_folder / "1.run", 4)


def test_downloads_are_the_exports_of_the_command_line(
    runs_folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    played(runs_folder / "1.run", games=4).close()
    runs.export("1", tmp_path, None, as_json=False)
    capsys.readouterr()
    for name in ("games.csv", "moves.csv"):
        filename, kind, parts = download("1", name)
        assert (filename, kind) == (f"plyground-run-1-{name}", "text/csv")
        assert b"".join(parts) == (tmp_path / name).read_bytes()
    runs.export("1", None, None, as_json=True)
    whole = json.loads(capsys.readouterr().out)
    assert whole.pop("folder")  # no page is told a path
    assert json.loads(b"".join(download("1", "run.json")[2])) == whole
    with pytest.raises(Refused):
        download("1", "1.run")


def test_plans_have_the_patience_of_the_server() -> None:
    plan = read_plan(SMALL, Caps(seconds=3))
    assert (plan.control.seconds, plan.control.patience) == (None, 3)
    assert plan.names == tuple(SMALL["agents"])
