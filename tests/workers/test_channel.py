"""Worker processes and seats: what is asked, what counts as an answer, and what it is said to have cost."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path

import pytest

from helpers.keeper import caged
from plyground.agents import load_entrant
from plyground.agents.agent import MoveLimits
from plyground.agents.agent_main import Host
from plyground.agents.seats import InProcessSeat, IsolatedSeat, read_move
from plyground.arena.pair_player import MAX_SEATED, PairPlayer
from plyground.arena.plan import Plan
from plyground.game import Position
from plyground.games.registry import load_game
from plyground.processes import adopts_orphans, children, sweep
from plyground.score import Score
from plyground.searchers.types import SearchReport
from plyground.workers.channel import MAX_LINE, Reply, Worker
from plyground.workers.messages import Answer, Cost, Trouble
from plyground.workers.meter import MAX_FORGIVEN, Deadline, Meter
from plyground.workers.serve import serve

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="elsewhere nobody adopts orphans")

LONG = 60.0  # seconds: enough on any machine
START = """
import json, os, sys, time
def requests():
    for line in sys.stdin:
        yield json.loads(line)
def say(value, end="\\n"):
    os.write(1, (value if isinstance(value, str) else json.dumps(value)).encode() + end.encode())
"""


@pytest.fixture
def made() -> Iterator[Callable[..., Worker]]:
    """Makes workers that run a program of a few lines, and closes them; after that nothing is left."""
    workers: list[Worker] = []

    def make(program: str, longest: int = MAX_LINE) -> Worker:
        workers.append(Worker([sys.executable, "-S", "-E", "-c", START + program], longest))
        return workers[-1]

    with caged():
        yield make
        for worker in workers:
            worker.close()


def check_trouble(answer: Reply | Trouble, reason: str, detail: str) -> None:
    assert isinstance(answer, Trouble)
    assert (answer.reason, answer.detail) == (reason, detail)


def test_requests_are_numbered_and_answered_in_turn(made: Callable[[str], Worker]) -> None:
    worker = made("for r in requests(): say({'id': r['id'], 'heard': r})")
    assert [worker.ask({"x": x}, LONG) for x in "ab"] == [
        {"id": 1, "heard": {"id": 1, "x": "a"}},
        {"id": 2, "heard": {"id": 2, "x": "b"}},
    ]


def test_only_the_line_with_the_id_of_the_request_is_its_answer(made: Callable[[str], Worker]) -> None:
    worker = made("""
for r in requests():
    for number in (r['id'] - 1, r['id'] + 1, str(r['id']), None, r['id'], r['id']):
        say({'id': number, 'to': r['id']})
""")
    assert [worker.ask({}, LONG) for _ in range(3)] == [{"id": n, "to": n} for n in (1, 2, 3)]


def test_an_answer_may_come_in_pieces(made: Callable[[str], Worker]) -> None:
    worker = made("""
for r in requests():
    for piece in '{"id": 1, "text": "é"}\\n'.encode():
        os.write(1, bytes([piece]))
        time.sleep(0.001)
""")
    assert worker.ask({}, LONG) == {"id": 1, "text": "é"}


@pytest.mark.parametrize("length", [MAX_LINE + 1, MAX_LINE + 30_000, 3 * MAX_LINE])
def test_line_that_is_too_long_is_refused(length: int, made: Callable[[str], Worker]) -> None:
    """One that ended in the last piece that was read was taken."""
    text = "x" * (length - len(json.dumps({"id": 1, "text": ""})))
    worker = made("for r in requests(): say({'id': 1, 'text': 'x' * r['length']})")
    check_trouble(
        worker.ask({"length": len(text)}, LONG), "answer", f"a line of more than {MAX_LINE:,} bytes"
    )


def test_a_line_of_the_greatest_length_is_read(made: Callable[[str], Worker]) -> None:
    length = MAX_LINE - len(json.dumps({"id": 1, "text": ""}))
    answer = made("for r in requests(): say({'id': 1, 'text': 'x' * r['length']})").ask(
        {"length": length}, LONG
    )
    assert isinstance(answer, Reply)
    assert len(answer["text"]) == length


def test_long_lines_are_read_in_linear_time(made: Callable[..., Worker]) -> None:
    """Each piece used to be looked through, and copied, with all before it."""
    worker = made("for r in requests(): say({'id': r['id'], 'text': 'x' * r['length']})", 25_000_000)
    for length in (2_000_000, 20_000_000):
        began = time.process_time()
        answer = worker.ask({"length": length}, LONG)
        assert isinstance(answer, Reply)
        assert len(answer["text"]) == length
        assert time.process_time() - began < 10  # of a core: a tenth of one, and minutes as it was
    answer = worker.ask({"length": 25_000_000}, LONG)
    check_trouble(answer, "answer", "a line of more than 25,000,000 bytes")


def test_a_process_that_takes_no_requests_is_out_of_time(made: Callable[[str], Worker]) -> None:
    worker = made("time.sleep(600)")
    answer = worker.ask({"played": "x" * 1_000_000}, 0.1)
    check_trouble(answer, "time", "it does not take requests")
    assert 0.1 <= answer.cost.wall < LONG


def test_after_trouble_the_process_is_no_more(made: Callable[[str], Worker]) -> None:
    worker = made("time.sleep(600)")
    assert Path(f"/proc/{worker.pid}").exists()
    check_trouble(worker.ask({}, 0.05), "time", "nothing came")
    assert worker.closed
    assert not Path(f"/proc/{worker.pid}").exists()
    worker.close()


def test_a_process_that_has_ended_says_how_and_its_last_line(made: Callable[[str], Worker]) -> None:
    check_trouble(made("sys.exit(7)").ask({}, LONG), "crash", "exit status 7")
    worker = made("os.write(2, b'x' * 100_000 + b'\\nno\\x1b[2J more\\n \\n'); os.kill(os.getpid(), 9)")
    check_trouble(worker.ask({}, LONG), "crash", "killed by signal 9: no\\x1b[2J more")


def test_a_process_that_hangs_up_is_not_said_to_have_been_killed(made: Callable[[str], Worker]) -> None:
    """It was, but by us, and users thought of the system's memory."""
    check_trouble(made("os.close(1); time.sleep(600)").ask({}, LONG), "crash", "it closed its pipes")


def test_no_descriptor_is_left(made: Callable[[str], Worker]) -> None:
    before = sorted(Path("/proc/self/fd").iterdir())
    worker = made("time.sleep(600)")
    worker.close()
    assert sorted(Path("/proc/self/fd").iterdir()) == before


def test_other_children_of_the_process_are_left_alone() -> None:
    """Closing a worker killed every other child of a process that had not asked for orphans."""
    assert not adopts_orphans()
    with subprocess.Popen(["sleep", "600"]) as other:
        Worker(["sleep", "600"]).close()
        assert other.poll() is None
        other.kill()


def test_sweeping_spares_who_is_known() -> None:
    with caged(), subprocess.Popen(["sleep", "600"]) as known, subprocess.Popen(["sleep", "600"]) as stray:
        sweep({known.pid} | Worker.alive)
        assert children() - Worker.alive == {known.pid}
        known.kill()
        assert (known.wait(), stray.wait()) == (-9, 0)  # whom sweep has buried nobody else can


def test_sweeping_spares_the_processes_of_other_tests() -> None:
    """A laboratory that tests of pages shared was swept by a test of strays that ran between them."""
    with subprocess.Popen(["sleep", "600"]) as shared:
        with caged():
            Worker(["sleep", "600"]).close()
            sweep(Worker.alive)
        assert shared.poll() is None
        assert shared.pid not in Worker.alive
        shared.kill()


def test_sweeping_does_not_wait_for_who_cannot_be_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A child that had become another user's was waited for until it ended by itself."""

    def forbidden(process: int, number: int) -> None:
        raise PermissionError

    with caged(), subprocess.Popen(["sleep", "600"]) as other:
        with monkeypatch.context() as patch:
            patch.setattr(os, "kill", forbidden)
            began = time.monotonic()
            sweep(Worker.alive)
            assert time.monotonic() - began < LONG
        other.kill()


def test_a_meter_tells_the_time_of_a_core(made: Callable[[str], Worker]) -> None:
    worker = made("""
for r in requests():
    until = time.process_time() + r['cpu']
    while time.process_time() < until: pass
    time.sleep(r['sleep'])
    say({'id': r['id']})
""")
    worker.ask({"cpu": 0, "sleep": 0}, LONG)
    costs = []
    for cpu, sleep in ((0.05, 0), (0, 0.05)):
        answer = worker.ask({"cpu": cpu, "sleep": sleep}, LONG)
        assert isinstance(answer, Reply)
        costs.append(answer.cost)
    busy, idle = costs
    assert min(busy.wall, idle.wall) >= 0.05
    assert (busy.cpu or 0) >= 0.05 > 0.04 > (idle.cpu or 0)
    assert busy.waited is not None
    assert busy.wall + 0.001 >= (busy.cpu or 0) + busy.waited


def test_a_meter_of_nobody_tells_only_the_time() -> None:
    with subprocess.Popen(["true"]) as process:
        process.wait()
    meter = Meter(process.pid)
    assert meter.read()._replace(wall=0) == Cost(0)
    meter.close()


def test_costs_are_differences_of_what_is_known() -> None:
    assert Cost(5, 3, 2).since(Cost(4, 1, 2)) == Cost(1, 2, 0)
    assert Cost(5, None, 2).since(Cost(4, 1, None)) == Cost(1)


@pytest.mark.parametrize(
    ("withheld", "forgiven"), [(0.0, 0.0), (0.001, 0.0), (60.0, 60.0), (1e9, 100.0 * MAX_FORGIVEN)]
)
def test_a_deadline_is_later_by_the_time_that_a_core_was_withheld(withheld: float, forgiven: float) -> None:
    """A student lost a game because of 0.884 s in which the machine had no core for the agent."""
    asked = Cost(time.perf_counter() - 100.0)
    deadline = Deadline(asked, 100.0, lambda: withheld)
    assert (deadline.left() > 0) is (forgiven > 0)
    assert deadline.forgiven == forgiven
    assert (deadline.on(Cost(1, 1, 0)).waited or 0) == forgiven


@pytest.mark.parametrize(
    ("cost", "relatives", "withheld"),
    [
        (Cost(1.0, 0.1, 0.88), {}, 0.88),  # as it was in the class
        (Cost(1.0, 0.1, 0.0), {}, 0.0),  # who sleeps does not wait
        (Cost(1.0, 0.99, 0.5), {}, 0.01),  # its own thread had the core
        (Cost(1.0, 0.01, 0.98), {7: (0.98, 0.0)}, 0.01),  # its own child had it
        (Cost(1.0, None, None), {}, 0.0),
    ],
)
def test_withheld_core_time_excludes_own_children(
    monkeypatch: pytest.MonkeyPatch, cost: Cost, relatives: dict[int, tuple[float, float]], withheld: float
) -> None:
    meter = Meter(os.getpid())
    monkeypatch.setattr(meter, "read", lambda: cost)
    monkeypatch.setattr(meter, "relatives", lambda strays: relatives)
    assert meter.withheld(Cost(0, 0, 0), {}) == pytest.approx(withheld)
    meter.close()


def test_an_engine_that_waits_has_more_time_too(monkeypatch: pytest.MonkeyPatch) -> None:
    meter = Meter(os.getpid())
    monkeypatch.setattr(meter, "read", lambda: Cost(1.0, 0.0, 0.0))
    monkeypatch.setattr(meter, "relatives", lambda strays: {7: (3.1, 5.8)})
    assert meter.withheld(Cost(0, 0, 0), {7: (3.0, 5.0)}) == pytest.approx(0.8)
    meter.close()


def test_cpu_time_of_children() -> None:
    meter = Meter(os.getpid())
    busy = "import time\nwhile time.process_time() < .05: pass\nprint(flush=True); input()"
    with subprocess.Popen(
        [sys.executable, "-c", busy], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as child:
        assert child.stdout is not None
        child.stdout.readline()
        assert meter.relatives()[child.pid][0] >= 0.04
        child.kill()
    meter.close()


@pytest.mark.parametrize(
    ("wall", "waited", "starved"),
    [(1, None, False), (1, 0.1, False), (1, 0.11, True), (0.01, 0.005, False), (0.01, 0.006, True)],
)
def test_long_waits_for_a_core_are_starvation(wall: float, waited: float | None, starved: bool) -> None:
    assert Cost(wall, None, waited).starved is starved


@pytest.mark.parametrize(
    ("reply", "meaning"),
    [
        ({"move": "4"}, Answer("4", Cost(1), SearchReport("4"))),
        ({"move": "4", "score": 3, "nodes": 2**63 - 1, "depth": 0, "core": "native"},
         Answer("4", Cost(1), SearchReport("4", (), Score(3), False, 0, 2**63 - 1, None, "native"))),
        ({"move": "4", "score": True, "nodes": 2**63, "depth": 1.5, "core": "GPU"}, Answer("4", Cost(1), SearchReport("4"))),
        ({"move": "x" * 300}, Answer("x" * 200 + "…", Cost(1), SearchReport("x" * 300))),
        ({"move": "4", "error": "no"}, Trouble("crash", "no", Cost(1), SearchReport("4"))),
        ({"no_move": "None"}, Trouble("illegal", "None is no move", Cost(1))),
        ({"move": None}, Trouble("answer", "an answer without a move", Cost(1))),
        ({}, Trouble("answer", "an answer without a move", Cost(1))),
    ],
)  # fmt: skip
def test_replies_are_answers_or_trouble(reply: dict[str, object], meaning: Answer | Trouble) -> None:
    assert read_move(reply, Cost(1)) == meaning


def test_the_host_answers_line_by_line() -> None:
    requests = [
        {"id": 1, "load": "alphabeta(depth=2)", "game": "tictactoe"},
        {"id": 2, "begin": "1", "seed": 7},
        {"id": 3, "played": [], "limits": {"seconds": 1.0}},
        {"id": 4, "played": ["zz"]},
        {"id": 5, "speak": True},
        {"id": 6, "begin": "0", "seed": 7},
        {"id": 7, "load": "nobody", "game": "tictactoe"},
    ]
    answers = io.BytesIO()
    serve(Host().answer, io.BytesIO("\n".join(map(json.dumps, requests)).encode()), answers)
    told = [json.loads(line) for line in answers.getvalue().splitlines()]
    assert [answer["id"] for answer in told] == [1, 2, 3, 4, 5, 6, 7]
    assert told[:2] == [{"id": 1}, {"id": 2}]
    assert told[2]["move"] in set("23456789")
    assert all("error" in answer for answer in told[3:])


def test_the_host_wants_things_in_order() -> None:
    assert Host().answer({"id": 1, "begin": "-", "seed": 0})["error"].startswith("AssertionError")
    assert Host().answer({"id": 1, "played": []})["error"].startswith("AssertionError")


def test_timeout_of_a_trusted_agent_in_process() -> None:
    seat = InProcessSeat(load_entrant("random"))
    start = load_game("tictactoe").start()
    assert seat.begin("-", 1, LONG) is None
    assert isinstance(seat.move(start, [], MoveLimits(), LONG), Answer)
    answer = seat.move(start, [], MoveLimits(), 0.0)
    assert isinstance(answer, Trouble)
    assert (answer.reason, answer.detail) == ("time", f"its answer took {answer.cost.wall:.3f} s")
    seat.close()


def test_a_seat_tells_its_process_of_limits_only_when_they_change(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[dict[str, object]] = []
    real = Worker.ask

    def ask(self: Worker, message: dict[str, object], allowance: float) -> Reply | Trouble:
        told.append(message)
        return real(self, message, allowance)

    monkeypatch.setattr(Worker, "ask", ask)
    seat, position = IsolatedSeat(load_entrant("random"), "tictactoe"), load_game("tictactoe").start()
    assert seat.begin("-", 1, LONG) is None
    for seconds in (1.0, 1.0, 2.0):
        assert isinstance(seat.move(position, [], MoveLimits(seconds=seconds), LONG), Answer)
    seat.close()
    assert [message.get("limits", {}).get("seconds") for message in told[2:]] == [1.0, None, 2.0]  # type: ignore[attr-defined]


class Chair:
    """A seat that only knows whether it was sent away."""

    def __init__(self) -> None:
        self.closed = False

    def begin(self, opening: str, seed: int, allowance: float) -> Trouble | None:
        return None

    def move(
        self, position: Position[object], played: list[str], limits: MoveLimits, allowance: float
    ) -> Answer | Trouble:
        return Answer(position.write(position.moves()[0]), Cost(0))

    def close(self) -> None:
        self.closed = True


@pytest.fixture
def chairs(monkeypatch: pytest.MonkeyPatch) -> list[Chair]:
    """All seats that tables have made, in order."""
    made: list[Chair] = []

    def new(self: PairPlayer, entrant: object) -> Chair:
        made.append(Chair())
        return made[-1]

    monkeypatch.setattr(PairPlayer, "_new_seat", new)
    return made


def test_a_table_keeps_as_many_seats_as_it_says(chairs: list[Chair]) -> None:
    """From the fourth agent on it sent away those that it should have kept."""
    plan = Plan("tictactoe", ("random",) * (MAX_SEATED + 2), format="gauntlet")
    with PairPlayer(plan) as table:
        for pair in islice(plan.pairs(), MAX_SEATED - 1):
            table.play(pair)
        assert [chair.closed for chair in chairs] == [False] * MAX_SEATED
        for pair in plan.pairs():
            table.play(pair)
        assert sum(not chair.closed for chair in chairs) == MAX_SEATED
        assert not chairs[0].closed  # who plays all the time
    assert all(chair.closed for chair in chairs)


def test_a_table_has_no_more_than_two_strangers(chairs: list[Chair]) -> None:
    agents = tuple(
        f"python:tests/arena/zoo/behaving.py:{name}"
        for name in ("in_words", "unhurried", "Seeded", "restless")
    )
    plan = Plan("tictactoe", agents, format="round-robin")
    with PairPlayer(plan) as table:
        for pair in plan.pairs():
            table.play(pair)
            assert sum(not chair.closed for chair in chairs) == 2
