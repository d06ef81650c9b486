"""Trainings of the server: begun, watched, stopped, killed, resumed, listed, and played against."""

from __future__ import annotations

import asyncio
import json
import os
import signal
from collections.abc import Awaitable, Callable
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import pytest

import plyground as pg
from helpers.command import printed, wait_until
from helpers.jobs import Page, page
from helpers.laboratory import Laboratory, descendants, is_gone, laboratory
from plyground.errors import BadSpec
from plyground.evaluation.kept_weights import kept_points
from plyground.evaluation.weights_file import write_weights
from plyground.trainers.course import Training
from plyground.trainers.options import LearnOptions
from plyground.ui.web.learn import MAX_NUMBERS, read_options
from plyground.ui.web.learn_main import open_training
from plyground.ui.web.protocol import Refused
from plyground.ui.web.stored_trainings import read_progress, summaries
from plyground.ui.web.training_keeper import CHECKPOINT, HEAD, PROGRESS, new_folder, read_head
from plyground.ui.web.validation import Caps, read_agent, read_game, read_seat, seat_in_game
from plyground.words import LANGUAGES, tongue

Data = dict[str, Any]
SMALL: Data = {"game": "tictactoe", "teacher": "self-play", "model": "line_table", "games": 400, "seed": 7}
LONG: Data = SMALL | {"game": "mnk(6,6,4)", "games": 5_000_000}  # no exam: the solver takes its time


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PLYGROUND_RUNS", str(tmp_path))
    return tmp_path / "trainings"


def with_page(script: Callable[[Page], Awaitable[Any]]) -> Any:
    async def run() -> Any:
        async with page() as listener:
            return await script(listener)

    return asyncio.run(run())


async def until(listener: Page, fits: Callable[[Data], object]) -> Data:
    return await listener.run_until(fits, push="training")


def train(plan: Data = SMALL) -> int:
    """The number of a training that was run here, without a process of its own."""
    kept = open_training({"options": vars(read_options(plan, Caps()))})
    kept.run()
    assert kept.lock is not None
    os.close(kept.lock)
    return int(kept.folder.name)


@pytest.mark.slow
def test_a_training_is_watched_to_its_end_and_is_the_same_as_the_commands(
    folder: Path, tmp_path: Path
) -> None:
    async def script(listener: Page) -> Any:
        number = (await listener.ask("start_training", plan=SMALL))["training"]
        other = Page(listener.lab)  # another tab
        for each in (listener, other):
            await each.ask("watch_training", training=number)
        done = await until(listener, lambda view: view["state"] == "finished")
        assert await until(other, lambda view: view["state"] == "finished") == done
        lines = (await listener.ask("training_lines", training=number, games=400))["lines"]
        await listener.ask("unwatch_training")
        return number, done, lines, (await listener.ask("trainings"))["trainings"]

    number, done, lines, listed = with_page(script)
    assert [point["games"] for point in done["curve"]] == [10 * n for n in range(41)]
    assert all(point["kept"] for point in done["curve"])
    assert (done["curve"][0]["error"], done["curve"][-1]["exam"] > done["curve"][0]["exam"]) == (None, True)
    printed("learn", "tictactoe", "--games", "400", "--seed", "7", "--out", str(tmp_path / "w.json"))
    assert (folder / number / "weights-400.json").read_bytes() == (tmp_path / "w.json").read_bytes()
    assert not (folder / number / CHECKPOINT).exists()
    assert [len(side) for side in lines["sides"]] == [3, 3]
    assert [(each["training"], each["state"], each["games"]) for each in listed] == [("1", "finished", 400)]


@pytest.mark.slow
def test_a_stopped_training_goes_on_and_ends_as_if_it_had_not_been_stopped(folder: Path) -> None:
    plan = SMALL | {"game": "mnk(6,6,4)", "games": 40_000}

    async def script(listener: Page) -> None:
        number = (await listener.ask("start_training", plan=plan))["training"]
        await listener.ask("stop_training", training=number)  # at once: it ends when it can go on later
        await listener.ask("watch_training", training=number)
        stopped = await until(listener, lambda view: view["state"] == "stopped")
        assert 0 < stopped["games"] < 40_000
        assert (folder / number / CHECKPOINT).exists()
        assert await listener.refused("stop_training", training=number) == "learn.not-running"
        listener.told.clear()
        await listener.ask("resume_training", training=number)
        first = await until(listener, lambda view: view["state"] == "running")
        assert first["games"] >= stopped["games"]
        await until(listener, lambda view: view["state"] == "finished")
        assert await listener.refused("resume_training", training=number) == "learn.finished"

    with_page(script)
    again = train(plan)
    for games in kept_points(folder / str(again)):
        name = f"weights-{games}.json"
        assert (folder / "1" / name).read_bytes() == (folder / str(again) / name).read_bytes(), name


@pytest.mark.slow
def test_a_killed_training_goes_on_from_its_checkpoint(folder: Path) -> None:
    """kill -9 in the middle; the server tells that it has stopped, and resumes it."""

    async def script(listener: Page) -> None:
        number = (await listener.ask("start_training", plan=LONG))["training"]
        assert await listener.refused("resume_training", training=number) == "learn.running"
        await listener.ask("watch_training", training=number)
        while not (folder / number / CHECKPOINT).exists():
            await asyncio.sleep(0.05)
        (process,) = [pid for pid in descendants(os.getpid()) if "learn_main" in command_of(pid)]
        os.kill(process, signal.SIGKILL)
        stopped = await until(listener, lambda view: view["state"] == "stopped")
        assert stopped["games"] > 0
        kept = json.loads((folder / number / CHECKPOINT).read_bytes().partition(b"\n")[0])["games"]
        listener.told.clear()
        await listener.ask("resume_training", training=number)
        running = await until(listener, lambda view: view["state"] == "running" and view["games"] >= kept)
        assert running["games"] >= kept > 0
        await listener.ask("stop_training", training=number)

    with_page(script)


def command_of(process: int) -> str:
    try:
        return Path(f"/proc/{process}/cmdline").read_text()
    except OSError:
        return ""


def test_few_trainings_at_a_time_and_none_outlives_the_server() -> None:
    async def script(listener: Page) -> list[int]:
        numbers = [(await listener.ask("start_training", plan=LONG))["training"] for _ in range(2)]
        assert numbers == ["1", "2"]
        assert await listener.refused("start_training", plan=LONG) == "learn.busy"
        states = [each["state"] for each in (await listener.ask("trainings"))["trainings"]]
        assert states == ["running", "running"]
        return [pid for pid in descendants(os.getpid()) if "learn_main" in command_of(pid)]

    processes = with_page(script)
    assert len(processes) == 2
    wait_until(lambda: all(map(is_gone, processes)))


@pytest.mark.slow
def test_a_server_that_restarts_finds_the_training_where_it_was(tmp_path: Path) -> None:
    with laboratory(PLYGROUND_RUNS=str(tmp_path)) as lab, lab.page() as first:
        first.ask("start_training", plan=LONG | {"games": 2_000_000})
        wait_until(lambda: len(kept_points(tmp_path / "trainings" / "1")) > 1)
        wait_until(lambda: (tmp_path / "trainings" / "1" / CHECKPOINT).exists())
        lab.end()
    games = read_progress(tmp_path / "trainings" / "1")["games"]
    with laboratory(PLYGROUND_RUNS=str(tmp_path)) as lab, lab.page() as second:
        (found,) = second.ask("trainings")["trainings"]
        assert (found["state"], found["games"]) == ("stopped", games)
        assert second.ask("watch_training", training="1") == {"re": 2}
        assert "error" not in second.ask("resume_training", training="1")
        assert second.ask("trainings")["trainings"][0]["state"] == "running"
        point = min(games for games in kept_points(tmp_path / "trainings" / "1") if games)
        file = fetch(lab, f"/trainings/1/weights-{point}.json")
        assert (file[0], json.loads(file[1])["games"]) == (200, point)
        assert fetch(lab, "/trainings/1/curve.csv")[1].startswith(b"games,moves,error")
        for path in ("1/weights-1.json", "1/training.json", "1/checkpoint", "9/curve.csv", "x/curve.csv"):
            assert fetch(lab, f"/trainings/{path}")[0] == 404, path
        for path in ("1/..%2f..%2f1%2ftraining.json", "..%2f1/curve.csv", "%2e%2e/curve.csv"):
            assert fetch(lab, f"/trainings/{path}")[0] in (404, 307), path


def fetch(lab: Laboratory, path: str) -> tuple[int, bytes]:
    connection = HTTPConnection(lab.authority, timeout=60)
    connection.request("GET", path, headers={"connection": "close"})
    answer = connection.getresponse()
    return answer.status, answer.read()


# ---------------------------------------------------------------- what is refused, in words


NONSENSE: list[tuple[Data, str, str]] = [
    ({"game": "nonsense"}, "server.unknown-game", ""),
    ({"game": "mine.py:Mine"}, "server.unknown-game", ""),
    ({"game": "textbook"}, "learn.refused", "why.line-game"),
    ({"game": "mnk(99,99,5)"}, "server.no-game", ""),
    ({"game": "gomoku", "teacher": "perfect"}, "learn.refused", "why.no-teacher"),
    ({"games": 900_000_000}, "learn.games-most", ""),
    ({"teacher": "perfect", "games": 300_000}, "learn.games-most", ""),
    ({"step": 7}, "learn.refused", "why.between"),
    ({"step": -0.1}, "learn.refused", "why.between"),
    ({"explore": 2}, "learn.refused", "why.between"),
    ({"trace": 1.5}, "learn.refused", "why.between"),
    ({"model": "ntuple", "walks": 0}, "learn.refused", "why.number"),
    ({"model": "ntuple", "walks": 70, "length": 10}, "learn.refused", "why.number"),
    ({"model": "ntuple", "game": "connect4", "length": 16}, "learn.refused", "why.table-size"),
    ({"model": "ntuple", "game": "connect4", "walks": 900, "length": 8}, "learn.refused", "why.table-size"),
]


@pytest.mark.parametrize(("change", "key", "why"), NONSENSE)
def test_nonsense_is_refused_in_both_languages(change: Data, key: str, why: str) -> None:
    with pytest.raises(Refused) as caught:
        read_options(SMALL | change, Caps())
    refused = caught.value
    assert refused.key == key
    assert getattr(refused.facts.get("why"), "key", "") == why or not why
    said = {language: tongue(language).message(pg_message(refused)) for language in LANGUAGES}
    assert said["en"] != said["pt-BR"]
    assert not [text for text in said.values() if "{" in text]


def pg_message(refused: Refused) -> Any:
    from plyground.message import Message

    facts = dict(refused.facts)
    return Message(refused.key, facts)


def test_the_largest_tables_are_just_allowed() -> None:
    shape = read_options(
        SMALL | {"game": "connect4", "model": "ntuple", "walks": 15, "length": 8}, Caps()
    ).shape
    assert MAX_NUMBERS * 0.9 < shape.size <= MAX_NUMBERS


@pytest.mark.parametrize("training", ["0", "9", "x", "-1", "1/..", "../1", "٣", "1" * 20])
def test_a_training_that_is_not_there(training: str) -> None:
    async def script(listener: Page) -> None:
        for do in ("watch_training", "stop_training", "resume_training"):
            assert await listener.refused(do, training=training) == "learn.no-training"
        assert await listener.refused("training_lines", training=training, games=1) == "learn.no-training"

    train()
    with_page(script)


@pytest.mark.parametrize(
    "damage", ["", "[]", "{}", '{"format": "plyground training 1"}', "head", "options", "game"]
)
def test_a_damaged_training_is_listed_as_such(folder: Path, damage: str) -> None:
    number = train(SMALL | {"games": 40})
    head = folder / str(number) / HEAD
    whole = json.loads(head.read_text())
    changed = {
        "head": whole | {"begun": 7},
        "options": whole | {"options": whole["options"] | {"games": "many"}},
        "game": whole | {"options": whole["options"] | {"game": "/etc/passwd:x"}},
    }
    head.write_text(json.dumps(changed[damage]) if damage in changed else damage)

    async def script(listener: Page) -> None:
        (listed,) = (await listener.ask("trainings"))["trainings"]
        assert listed["state"] == "damaged"
        assert await listener.refused("watch_training", training="1") == "learn.damaged"
        assert await listener.refused("resume_training", training="1") == "learn.damaged"

    with_page(script)


@pytest.mark.slow
@pytest.mark.parametrize(
    "damage",
    [
        "",
        "[]",
        '{"games": -1, "curve": [], "problem": null}',
        '{"games": 1, "curve": [7], "problem": null}',
    ],
)
def test_progress_that_cannot_be_read_is_learned_anew(folder: Path, damage: str) -> None:
    train(SMALL | {"games": 40})
    weights = (folder / "1" / "weights-40.json").read_bytes()
    (folder / "1" / PROGRESS).write_text(damage)
    (folder / "1" / "weights-40.json").unlink()
    (folder / "1" / CHECKPOINT).write_bytes(b"damaged")

    async def script(listener: Page) -> None:
        await listener.ask("watch_training", training="1")
        await until(listener, lambda view: view["state"] == "stopped" and view["curve"] == [])
        await listener.ask("resume_training", training="1")
        await until(listener, lambda view: view["state"] == "finished")

    with_page(script)
    assert (folder / "1" / "weights-40.json").read_bytes() == weights


def test_weights_that_are_damaged_or_not_kept(folder: Path) -> None:
    train(SMALL | {"games": 40})
    (folder / "1" / "weights-40.json").write_text("{}")

    async def script(listener: Page) -> None:
        for games in (40, 41, 10**12):
            assert await listener.refused("training_lines", training="1", games=games) == "learn.no-weights"

    with_page(script)


def test_weights_are_kept_as_there_is_room(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("plyground.ui.web.training_keeper.MAX_KEPT", 162 * 4)
    train()
    assert kept_points(folder / "1") == [0, 10, 100, 200, 300, 400]


def test_a_training_that_fails_says_why(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def no_room(*given: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("plyground.ui.web.training_keeper.write_weights", no_room)
    train()
    assert read_progress(folder / "1")["problem"]["key"] == "learn.failed"
    assert [each["state"] for each in summaries(lambda number, path: False)] == ["stopped"]


@pytest.mark.parametrize(
    "plan",
    [
        {"game": "tictactoe", "teacher": "perfect", "games": 40},
        {"game": "connect4", "games": 80},
        {"game": "tictactoe", "model": "ntuple", "walks": 3, "length": 4, "games": 80},
    ],
)
@pytest.mark.slow
def test_a_training_keeps_the_defaults_that_it_began_with(folder: Path, plan: Data) -> None:
    """After new defaults an old training named numbers that it was not made with, and went on with them."""
    named: Data = {"teacher": "self-play", "model": "line_table"} | plan
    number = train(named)
    options, _ = read_head(folder / str(number))
    assert None not in (options.games, options.step, options.explore, options.trace, options.late)
    plain = Training(LearnOptions(**named), "auto", pg.__version__)
    plain.run()
    weights = write_weights(plain.weights(), plain.options.model)
    assert (folder / str(number) / f"weights-{plan['games']}.json").read_bytes() == weights


def test_new_folders_take_the_next_number(folder: Path) -> None:
    (folder / "7").mkdir(parents=True)
    (folder / "x").mkdir()
    assert new_folder(LearnOptions("tictactoe")).name == "8"


# ---------------------------------------------------------------- playing against it


def test_pages_may_name_weights_by_number_and_nothing_else() -> None:
    train(SMALL | {"games": 40})
    agent = read_agent("alphabeta(depth=1, evaluate='training:1@40')", Caps())
    assert agent.spec == "alphabeta(depth=1, evaluate='training:1@40')"
    for name in (
        "file:/etc/passwd",
        "training:1@41",
        "training:2@40",
        "training:../1@40",
        "training:1",
        "training:1@40/..",
        "training:",
    ):
        with pytest.raises(Refused) as caught:
            read_agent(f"alphabeta(depth=1, evaluate='{name}')", Caps())
        assert getattr(caught.value.facts["why"], "key", "").startswith("why."), name


def test_a_machine_is_asked_for_another_game() -> None:
    """The weights are of one game: a link to another is refused, and a change of game takes another player."""
    train(SMALL | {"games": 40})
    spec = "alphabeta(depth=1, evaluate='training:1@40')"
    other, own = read_game("connect4"), read_game("tictactoe")
    seat = read_seat({"agent": spec}, Caps(), own)
    assert seat.agent == spec
    assert (seat_in_game(seat, own).agent, seat_in_game(seat, other).agent) == (spec, "mcts")
    for given in (spec, "alphabeta(evaluate='learned')", f"deepening(inner={spec})"):
        with pytest.raises(Refused) as caught:
            read_seat({"agent": given}, Caps(), read_game("gomoku"))
        assert caught.value.facts["why"].key in ("why.weights-game", "why.inner"), given


def test_a_page_plays_against_a_moment_of_a_training(tmp_path: Path) -> None:
    train()
    with laboratory(PLYGROUND_RUNS=str(tmp_path)) as lab, lab.page() as player:
        seat = {"agent": "alphabeta(depth=1, evaluate='training:1@400')"}
        view = player.do(
            "open",
            lambda view: len(view["played"]) == 1,
            game="tictactoe",
            first=seat,
            second={"agent": None},
        )
        assert view["played"][0]["agent"] == seat["agent"]
        assert view["seats"][0]["agent"] == seat["agent"]
        assert str(tmp_path) not in json.dumps(view)


def test_any_command_knows_the_weights_by_their_name() -> None:
    train()
    found = pg.search(pg.tictactoe().start(), "alphabeta(depth=1, evaluate='training:1@400')")
    assert found.nodes == 10
    printed("match", "tictactoe", "alphabeta(depth=1, evaluate='training:1@400')", "random", "--games", "2")
    with pytest.raises(BadSpec, match=r"no weights after 3 games.*it keeps those after 0 10 20"):
        pg.AlphaBeta(1, "training:1@3")
    with pytest.raises(BadSpec, match="no weights of training 5"):
        pg.AlphaBeta(1, "training:5@3")
    with pytest.raises(BadSpec, match="are called so: 'training:3@12000'"):
        pg.AlphaBeta(1, "training:me")


@pytest.mark.slow
def test_a_perfect_teacher_is_stopped_and_resumed_to_the_same_weights(folder: Path) -> None:
    plan = SMALL | {"teacher": "perfect", "games": 40}
    whole = train(plan)
    kept = open_training({"options": vars(read_options(plan, Caps()))})
    kept.stop()
    kept.run()
    assert read_progress(kept.folder)["games"] < 40
    assert kept.lock is not None
    os.close(kept.lock)
    again = open_training({"resume": str(kept.folder)})
    again.run()
    name = "weights-40.json"
    assert (again.folder / name).read_bytes() == (folder / str(whole) / name).read_bytes()


def test_messages_of_nonsense_are_refused_and_the_server_goes_on(lab: Laboratory) -> None:
    plan: Data = {"game": "tictactoe", "teacher": "self-play", "model": "line_table"}
    changes: tuple[Data, ...] = (
        *({"teacher": "nobody"}, {"games": 0}, {"seed": -1}, {"step": "x"}, {"model": None}),
        *({"out": "/etc/passwd"}, {"game": ""}, {"walks": 1.5}, {"games": True}),
    )
    wrong: list[Any] = [None, 7, [], "x", {}, *(plan | change for change in changes)]
    with lab.page() as visitor:
        for bad in wrong:
            assert visitor.error("start_training", plan=bad) == "server.bad-request", bad
        for do in ("watch_training", "stop_training", "resume_training", "training_lines"):
            for training in (None, 7, "", "1" * 21, ["1"], {"training": "1"}):
                fields: Data = {"training": training} | ({"games": 1} if do == "training_lines" else {})
                assert visitor.error(do, **fields) == "server.bad-request", (do, training)
        for games in (-1, 1.5, "1", None, 2**60):
            assert visitor.error("training_lines", training="1", games=games) == "server.bad-request", games
        assert visitor.error("trainings", all=True) == "server.bad-request"
        assert visitor.error("watch_training", training="../../etc") == "learn.no-training"
        assert "trainings" in visitor.ask("trainings")
