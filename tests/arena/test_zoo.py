"""No agent of the zoo plays longer than it may, and nothing of it survives."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from arena.zoo.behaving import PONDERED
from helpers.command import PATIENCE, wait_until
from helpers.keeper import animal, caged, marked, survivors, without_clocks
from helpers.samples import some_slow
from plyground.arena.clock import Clock, TimeControl
from plyground.arena.pair_player import PairPlayer
from plyground.arena.plan import Plan
from plyground.arena.pool import LocalPool
from plyground.arena.records import GameRecord, Pair, PairRecord
from plyground.workers.channel import MAX_PONDERED
from plyground.workers.messages import Reason

LIMIT = 0.1  # seconds for a move

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="elsewhere nobody adopts orphans")


class Case(NamedTuple):
    """An agent, and what its game ends with."""

    agent: str
    reason: Reason
    detail: str


TOO_LATE = [
    Case("hanging.py:in_a_loop", "time", "no answer in time: nothing came"),
    Case("hanging.py:asleep", "time", "nothing came"),
    Case("hanging.py:at_a_lock", "time", "nothing came"),
    Case("hanging.py:in_compiled_code", "time", "nothing came"),
    Case("hanging.py:deaf", "time", "nothing came"),
    Case("hanging.py:halted", "time", "nothing came"),
    Case("hanging.py:waiting_for_a_child", "time", "nothing came"),
    Case("hanging.py:in_a_crowd", "time", "nothing came"),
    Case("hanging.py:late", "time", "nothing came"),
    Case("hanging.py:Undecided", "time", "nothing came"),
    Case("flooding.py:out", "time", "nothing came"),
    Case("flooding.py:err", "time", "nothing came"),
    Case("forging.py:junk", "time", "lines that answer nothing"),
    Case("forging.py:empty_lines", "time", "lines that answer nothing"),
    Case("forging.py:old_ids", "time", "lines that answer nothing"),
    Case("forging.py:future_ids", "time", "but 1 lines that answer nothing"),
    Case("forging.py:part_of_a_line", "time", "but a part of a line"),
    Case("forging.py:deep_line", "time", "lines that answer nothing"),
    Case("forging.py:endless_number", "time", "but 1 lines that answer nothing"),
    Case("forging.py:no_text", "time", "lines that answer nothing"),
    Case("forking.py:a_child", "time", "nothing came"),
    Case("forking.py:a_daemon", "time", "nothing came"),
    Case("forking.py:a_daemon_that_floods", "time", "nothing came"),
    Case("forking.py:generations", "time", "nothing came"),
    Case("forking.py:many", "time", "nothing came"),
    Case("forking.py:a_comet", "time", "nothing came"),
]
WRONG = [
    Case("forging.py:endless_line", "answer", "a line of more than 65,536 bytes"),
    Case("forging.py:no_move", "answer", "an answer without a move"),
    Case("forging.py:a_list_as_move", "answer", "an answer without a move"),
    Case("forging.py:strange_text_as_move", "illegal", "\\x1b[2J"),
    Case("forging.py:strange_error", "crash", "\\x1b[31m"),
    Case("forking.py:a_child_and_dies", "crash", "exit status 3"),
    Case("forking.py:a_daemon_and_dies", "crash", "exit status 3"),
    Case("forking.py:Moult", "crash", "exit status 0"),
    Case("dying.py:by_exit", "crash", "the agent failed: exit status 3"),
    Case("dying.py:with_last_words", "crash", "exit status 0: no more of this"),
    Case("dying.py:by_segmentation_fault", "crash", "killed by signal 11"),
    Case("dying.py:by_abort", "crash", "killed by signal 6"),
    Case("dying.py:by_its_own_hand", "crash", "killed by signal 9"),
    Case("dying.py:by_a_thread", "crash", "exit status 3"),
    Case("dying.py:by_closing_everything", "crash", ""),
    Case("dying.py:closed_and_hanging", "crash", "it closed its pipes"),
    Case("raising.py:an_error", "crash", "KeyError: 'the best move' (raising.py, line "),
    Case("raising.py:a_mute_error", "crash", "Mute (raising.py"),
    Case("raising.py:beyond_errors", "crash", "Beyond: that is the end"),
    Case("raising.py:an_exit", "crash", "SystemExit: good-bye"),
    Case("raising.py:an_interrupt", "crash", "KeyboardInterrupt"),
    Case("raising.py:a_recursion", "crash", "RecursionError"),
    Case("raising.py:no_memory", "crash", "MemoryError"),
    Case("raising.py:a_long_story", "crash", "ValueError: \\x1b[2J\\ud800and then and then"),
    Case("raising.py:for_want_of_input", "crash", "EOFError"),
    Case("answering.py:nothing", "illegal", "no legal move: None is no move"),
    Case("answering.py:a_wrong_text", "illegal", "zz"),
    Case("answering.py:a_wrong_number", "illegal", "99 (a bare number may mean a cell or a "),
    Case("answering.py:not_a_number", "illegal", "nan (a bare number may mean a cell or a "),
    Case("answering.py:in_fractions", "illegal", "0.0 (a bare number may mean a cell or a "),
    Case("answering.py:a_book", "answer", "a line of more than 65,536 bytes"),
    Case("answering.py:a_grudge", "crash", "TypeError: do not compare me"),
    Case("answering.py:a_nameless", "crash", "TypeError: do not print me"),
    Case("answering.py:a_strange_score", "crash", "TypeError"),
    Case("answering.py:Repeater", "illegal", "0 is no move"),
    Case("eating.py:bite_by_bite", "crash", "MemoryError"),
    Case("eating.py:at_one_gulp", "crash", "MemoryError"),
    Case("fails_when_imported.py", "start", "the agent did not start: ZeroDivisionError"),
    Case("exits_when_imported.py", "start", "SystemExit: 0"),
    Case("no_choose.py:choose", "start", "no choose in no_choose.py"),
    Case("no_choose.py:nobody", "start", "no nobody"),
    Case("no_such_file.py:choose", "start", "no file tests/arena/zoo/no_such_file.py"),
]
PLAYING_ON = [
    "behaving.py:from_a_generator",
    "behaving.py:from_the_module",
    "behaving.py:Seeded(skip=3)",
    "behaving.py:restless",
    "behaving.py:in_words",
    "behaving.py:agreeable",
    "dying.py:closed_output",
    "flooding.py:out_and_well",
    "flooding.py:into_another",
    "forging.py:answers_twice",
    "forging.py:WritesOn",
    "forking.py:a_daemon_and_plays_on",
]


# Others like them are played by `make test`; how an answer is read is tested without a match, too.
SLOW = {
    *(f"raising.py:{name}" for name in ("a_mute_error", "an_interrupt", "a_recursion", "no_memory")),
    *(f"answering.py:{name}" for name in ("a_wrong_text", "not_a_number", "in_fractions", "a_nameless")),
    *(f"dying.py:{name}" for name in ("by_abort", "by_its_own_hand", "by_a_thread")),
    *(
        "eating.py:at_one_gulp",
        "exits_when_imported.py",
        "no_choose.py:nobody",
        "forging.py:a_list_as_move",
    ),
}


def named(case: Case) -> str:
    return case.agent


@pytest.fixture
def cage() -> Iterator[str]:
    """After the test no process of it is alive."""
    with caged() as token:
        yield token


def plan(agent: str, seconds: float | None = LIMIT, **others: Any) -> Plan:
    control = others.pop("control", TimeControl(seconds=seconds))
    agents = (agent, "random")
    return Plan("tictactoe", agents, control=control, in_process=True, pinned=False, **others)


def play(plan: Plan, games: int = 2) -> PairRecord:
    """One pair, of which nothing is left."""
    with PairPlayer(plan) as table:
        return table.play(Pair(0, (0, 1), "-", games))


def check_forfeit(game: GameRecord, reason: Reason, detail: str) -> None:
    assert (game.ending, game.reason) == ("forfeit", reason)
    assert detail in game.detail
    assert game.winner == 1
    assert game.moves[-1].agent == 0
    assert (game.moves[-1].text, game.moves[-1].trouble) == (None, reason)
    assert not any(move.trouble for move in game.moves[:-1])


@pytest.mark.parametrize("case", TOO_LATE, ids=named)
def test_timeout_loses_the_game(case: Case, cage: str) -> None:
    """How soon after the limit is a benchmark's business."""
    (game,) = play(plan(animal(case.agent)), games=1).games
    check_forfeit(game, "time", case.detail)
    assert LIMIT <= game.moves[-1].cost.wall < PATIENCE


@pytest.mark.parametrize("case", some_slow(WRONG, SLOW, named), ids=named)
def test_faulty_agent_forfeits(case: Case, cage: str) -> None:
    (game,) = play(plan(animal(case.agent), seconds=60, memory_mb=200), games=1).games
    check_forfeit(game, case.reason, case.detail)


@pytest.mark.parametrize("agent", ["answering.py:nothing", "dying.py:by_exit", "hanging.py:asleep"])
def test_faulty_agent_forfeits_on_either_side(agent: str, cage: str) -> None:
    record = play(plan(animal(agent)))
    assert [(game.winner, len(game.texts)) for game in record.games] == [(1, 0), (1, 1)]
    assert len({game.detail for game in record.games}) == 1


@pytest.mark.parametrize("agent", PLAYING_ON)
def test_odd_but_legal_agent_plays_on(agent: str, cage: str) -> None:
    record = play(plan(animal(agent), seconds=60))
    assert [game.ending for game in record.games] == ["rules", "rules"]
    assert not any(move.trouble for game in record.games for move in game.moves)


def test_every_animal_is_shown() -> None:
    shown = {case.agent for case in TOO_LATE + WRONG} | set(PLAYING_ON)
    files = {agent.partition(":")[0] for agent in shown}
    there = {path.name for path in Path("tests/arena/zoo").glob("*.py")}
    assert there - files == {"hangs_when_imported.py"}


def test_handshake_timeout_of_an_agent_that_hangs_on_import(cage: str) -> None:
    control = TimeControl(seconds=LIMIT, handshake=0.5)
    (game,) = play(plan(animal("hangs_when_imported.py"), control=control), games=1).games
    check_forfeit(game, "start", "took longer than 0.5 s (--handshake)")
    assert 0.5 <= game.moves[-1].cost.wall < PATIENCE


def test_an_agent_that_is_no_python_does_not_start(cage: str, tmp_path: Path) -> None:
    (tmp_path / "broken.py").write_text("def choose(position:\n")
    (game,) = play(plan(f"python('{tmp_path}/broken.py')"), games=1).games
    check_forfeit(game, "start", "SyntaxError: '(' was never closed (broken.py, line 1)")


def test_a_child_that_holds_the_pipe_does_not_hide_a_death(cage: str) -> None:
    """The arena waited for an answer until the end of the limit, and called that a lack of time."""
    (game,) = play(plan(animal("forking.py:a_child_and_dies"), seconds=10 * PATIENCE), games=1).games
    check_forfeit(game, "crash", "exit status 3")
    assert game.moves[-1].cost.wall < PATIENCE


def test_agent_that_changes_folder_plays_its_second_game(cage: str) -> None:
    """The file of its code is named from where the arena stands: it was not found again."""
    record = play(plan(animal("behaving.py:restless"), seconds=60))
    assert [game.detail for game in record.games] == ["", ""]


def test_pondering_is_detected_and_halted(cage: str, tmp_path: Path) -> None:
    there, flag = "tests/arena/zoo/behaving.py", str(tmp_path / "pondered")
    agents = tuple(f"python('{there}', '{name}', flag='{flag}')" for name in ("Ponderer", "Patient"))
    control = TimeControl(seconds=60)
    run = Plan("tictactoe", agents, control=control, pinned=False, trust=True)  # they share a file
    with PairPlayer(run) as table:
        record = table.play(Pair(0, (0, 1), "-"))
    assert [game.ending for game in record.games] == ["rules", "rules"]
    moves = [move for game in record.games for move in game.moves]
    first, second, *others = [move.cost.pondered or 0 for move in moves if move.agent == 0]
    assert first < MAX_PONDERED
    assert max(others) < PONDERED < second
    assert all((move.cost.pondered or 0) < MAX_PONDERED for move in moves if move.agent == 1)


FAILING = [
    Case("hanging.py:asleep", "time", ""),
    Case("forging.py:endless_line", "answer", ""),
    Case("forking.py:a_daemon_and_dies", "crash", ""),
    Case("answering.py:nothing", "illegal", ""),
    Case("fails_when_imported.py", "start", ""),
]


@pytest.mark.parametrize("case", FAILING, ids=named)
@pytest.mark.slow
def test_fallback_plays_on_by_chance_and_the_same_again(case: Case, cage: str) -> None:
    falling_back = plan(animal(case.agent), policy="fallback", seed=5)
    record = play(falling_back, games=1)
    (game,) = record.games
    assert (game.ending, game.reason, game.detail) == ("rules", None, "")
    assert len(game.texts) == len(game.moves) >= 5
    assert [move.trouble for move in game.moves] == [(case.reason, None)[move.agent] for move in game.moves]
    assert without_clocks(play(falling_back, games=1)) == without_clocks(record)


@pytest.mark.parametrize(
    ("agent", "troubles"),
    [
        (
            "answering.py:Repeater",
            [None, "illegal", "illegal", "illegal", "illegal"],
        ),  # in the same process
        (
            "hanging.py:Undecided",
            [None, "time", None, "time", None],
        ),  # in a new process after every trouble
    ],
)
def test_fallback_moves_are_told_to_the_agent(agent: str, troubles: list[Reason | None], cage: str) -> None:
    (game,) = play(plan(animal(agent), policy="fallback"), games=1).games
    own = [move.trouble for move in game.moves if move.agent == 0]
    assert game.ending == "rules"
    assert own == troubles[: len(own)]


def test_a_clock_that_runs_out_loses(cage: str) -> None:
    control = TimeControl(clock=Clock(0.2))
    (game,) = play(plan(animal("hanging.py:Undecided"), control=control), games=1).games
    check_forfeit(game, "time", "nothing came")
    assert 0.1 < game.moves[-1].cost.wall < PATIENCE


def test_the_deadline_holds_where_all_share_one_core() -> None:
    agents = (
        "random",
        animal("hanging.py:in_a_loop"),
        animal("forking.py:many"),
        animal("flooding.py:err"),
    )
    run = Plan("tictactoe", agents, format="gauntlet", games=1, control=TimeControl(seconds=LIMIT))
    with marked(), LocalPool(run, 1) as pool:
        for record in pool.play(run.pairs()):
            (game,) = record.games
            assert (game.winner, game.reason) == (0, "time")
            assert LIMIT <= game.moves[-1].cost.wall < PATIENCE


RUN = """
import sys
from pathlib import Path
from plyground.arena.plan import Plan
from plyground.arena.runner import begin, play
play(begin(Plan("tictactoe", ("random", sys.argv[1]), trust=True), Path(sys.argv[2])), 1)
"""


@pytest.fixture
def running(tmp_path: Path) -> Iterator[tuple[str, subprocess.Popen[bytes]]]:
    """The token of a run in a process of its own, whose agent has left a child and a daemon and hangs."""
    flag = tmp_path / "flag"
    agent = f"python('tests/arena/zoo/forking.py', 'Nest', flag='{flag}')"
    command = [sys.executable, "-c", RUN, agent, str(tmp_path / "run.db")]
    with marked() as token, subprocess.Popen(command, stderr=subprocess.DEVNULL) as main:
        try:
            wait_until(flag.exists)
            assert len(survivors(token)) == 6  # the run, its player, two agents, the child, the daemon
            yield token, main
        finally:
            for process in survivors(token):  # a test that fails leaves nothing either
                os.kill(process, signal.SIGKILL)


def test_a_run_that_is_killed_takes_everything_with_it(
    running: tuple[str, subprocess.Popen[bytes]],
) -> None:
    token, main = running
    main.kill()
    main.wait()
    wait_until(lambda: not survivors(token))
