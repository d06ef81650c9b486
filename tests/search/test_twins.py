"""The compiled twins: the same answers as the Python, without the GIL, and stopped as politely."""

from __future__ import annotations

import itertools
import os
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import Any

import pytest
from players import ALL_ORDERS
from twins import case, cases

from command import hear_ctrl_c
from plyground import (
    BadSpec,
    LineGame,
    LinePosition,
    NoNativeCore,
    Outcome,
    Player,
    SplitMix64,
    _core,
    connect4,
    gomoku,
    load_game,
    mnk,
    native,
    perft,
    tictactoe,
)
from plyground.search import (
    MCTS,
    PVS,
    SEARCHERS,
    AlphaBeta,
    Deepening,
    Greedy,
    Limits,
    MemoMinimax,
    Minimax,
    MTDf,
    ProofNumber,
    Random,
    Searcher,
    TableAlphaBeta,
    Trace,
    playouts,
    random_line,
)
from plyground.search.searcher import TWINS, TreeSearcher
from subjects import LINE_GAMES

CHUNK, CHUNKS = 500, 42  # 21,000 searches; `make fuzz` goes on from there


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_both_cores_agree_on_random_searches(chunk: int) -> None:
    for each in cases(chunk * CHUNK, CHUNK):
        each.check()


def test_the_random_searches_are_of_every_kind() -> None:
    made = [case(seed) for seed in range(2_000)]
    assert {type(each.searcher) for each in made} == set(SEARCHERS.values())
    cells = [each.position.game.cells for each in made]
    assert any(n <= 64 for n in cells)
    assert any(64 < n <= 128 for n in cells)
    assert any(n > 128 for n in cells)
    assert any(each.trace for each in made)


def test_every_searcher_has_a_twin() -> None:
    assert set(TWINS) == set(SEARCHERS.values())


@pytest.mark.parametrize(
    "searcher",
    [
        Minimax(5, "windows"),
        AlphaBeta(8, "windows", order=("killers", "history", "centre")),
        PVS(7, "windows", order="centre"),
        MemoMinimax(6, "open_lines", symmetry=True),
        TableAlphaBeta(8, "windows", order=ALL_ORDERS),
        TableAlphaBeta(8, "windows", size=1_000, policy="deeper", symmetry=True),
        MTDf(8, "windows"),
        Deepening(MTDf(evaluate="windows", order=ALL_ORDERS), depth=7),
        MCTS(3_000, seed=4),
    ],
    ids=repr,
)
def test_both_cores_agree_on_long_searches(searcher: Searcher) -> None:
    position, limits = connect4().parse("4453"), Limits(nodes=40_000)
    slow = replace(searcher, core="python").search(position, limits)
    fast = replace(searcher, core="native").search(position, limits)
    assert replace(fast, core="python") == slow
    assert fast.core == "native"


@pytest.mark.parametrize("spec", LINE_GAMES)
def test_random_games_agree(spec: str) -> None:
    start = load_game(spec).start()
    assert playouts(start, 30, 7, "native") == playouts(start, 30, 7, "python")
    for plies in (0, 3, 1_000):
        assert random_line(start, plies, 9, "native") == random_line(start, plies, 9, "python")


def test_playouts_of_a_finished_game_are_what_it_was() -> None:
    lost = tictactoe().parse("XXX/OO./...")
    for core in native.CORES:
        told = playouts(lost, 5, core=core)
        assert (told.wins, told.draws, told.losses) == (0, 0, 5)
        assert random_line(lost, core=core) == ()


def test_visits_agree() -> None:
    chance = SplitMix64(3)
    for text in ("-", "4453", "121212", "44444753"):
        position, seed = connect4().parse(text), chance.next()
        slow = MCTS(800, seed=seed, core="python").visits(position)
        fast = MCTS(800, seed=seed, core="native").visits(position)
        assert list(fast.items()) == list(slow.items())
        assert fast


class TestWhichCoreRuns:
    """What ran is in the result, and nothing else runs in its place."""

    def test_auto_is_native_for_line_games(self) -> None:
        for searcher in (AlphaBeta(2), Deepening(depth=2), MCTS(5), ProofNumber(), Greedy(), Random()):
            for game in (tictactoe(), gomoku(), connect4(12, 10, 5)):
                limits = Limits(nodes=50)
                assert searcher.search(game.start(), limits).core == "native"
                assert replace(searcher, core="python").search(game.start(), limits).core == "python"

    def test_a_users_game_has_no_twin(self) -> None:
        nim = load_game("examples/nim.py:Nim").start()
        assert AlphaBeta().search(nim).core == "python"
        with pytest.raises(NoNativeCore, match="no rules for Nim: use core python or auto"):
            AlphaBeta(core="native").search(nim)

    def test_an_evaluation_in_python_has_no_twin(self) -> None:
        searcher = AlphaBeta(2, lambda position: 0)
        assert searcher.search(tictactoe().start()).core == "python"
        assert Deepening(searcher).search(tictactoe().start()).core == "python"
        for refused in (replace(searcher, core="native"), Deepening(searcher, core="native")):
            with pytest.raises(NoNativeCore, match="no evaluation but those that are data"):
                refused.search(tictactoe().start())

    def test_a_searcher_that_somebody_derived_has_no_twin(self) -> None:
        @dataclass(frozen=True, repr=False)
        class Mine(AlphaBeta):
            def explore(self, *args: Any) -> tuple[int, tuple[Any, ...]]:
                return 77, (0,)

        assert Mine().search(tictactoe().start()).score == 77
        assert Deepening(Mine(), depth=1).search(tictactoe().start()).score == 77
        with pytest.raises(NoNativeCore, match="no searcher Mine"):
            Mine(core="native").search(tictactoe().start())

    def test_rules_that_somebody_derived_are_not_ours(self) -> None:
        """A regression: any class derived from LinePosition used to be counted by the rules of ours."""

        class Misère(LinePosition):
            __slots__ = ()

            def outcome(self) -> Outcome | None:
                ended = super().outcome()
                return ended and Outcome(ended.winner and ended.winner.other)

            def after(self, move: int) -> Misère:
                return Misère(*super().after(move))

        start = Misère(*tictactoe().parse("12").play("3"))
        found = Minimax().search(start)
        assert found.core == "python"
        assert found.score == Minimax(core="python").search(start).score
        assert perft(start, 9) == perft(start, 9, "python")
        with pytest.raises(NoNativeCore):
            perft(start, 9, "native")

    def test_another_clock_is_kept_by_python(self) -> None:
        clock = itertools.count().__next__
        limits = Limits(seconds=10**9, clock=lambda: float(clock()))
        assert AlphaBeta(2).search(connect4().start(), limits).core == "python"
        with pytest.raises(NoNativeCore, match="no clock but its own"):
            AlphaBeta(2, core="native").search(connect4().start(), limits)

    def test_the_core_of_deepening_is_its_own(self) -> None:
        with pytest.raises(BadSpec, match="core is deepening's own option"):
            Deepening(AlphaBeta(core="python"))
        with pytest.raises(BadSpec, match="bad core in core='fast': core is one of auto, python, native"):
            Deepening(core="fast")  # type: ignore[arg-type]


def test_answers_come_as_the_depths_are_finished() -> None:
    slow = list(Deepening(AlphaBeta(evaluate="windows"), 5, core="python").answers(connect4().start()))
    fast = list(Deepening(AlphaBeta(evaluate="windows"), 5, core="native").answers(connect4().start()))
    assert [replace(answer, core="python") for answer in fast] == slow
    assert len(fast) == 5
    endless = Deepening(core="native").answers(gomoku().start())
    assert [next(endless).stats.depth for _ in range(2)] == [1, 2]


def test_a_trace_may_hold_several_searches() -> None:
    traces = []
    for core in native.CORES:
        trace = Trace(most_rows=60)
        for text in ("5", "51", "519"):
            AlphaBeta(3, core=core).search(tictactoe().parse(text), trace=trace)
        traces.append((trace.rows, trace.left_out))
    assert traces[0] == traces[1] == traces[2]


@pytest.mark.parametrize("core", native.CORES)
def test_a_trace_grows_with_the_answers(core: native.Core) -> None:
    """A regression: the compiled core once wrote nothing down before the last answer was taken."""
    trace = Trace()
    answers = Deepening(depth=4, core=core).answers(tictactoe().start(), trace=trace)
    for _ in range(3):
        assert next(answers).stats.nodes == len(trace)


@pytest.mark.parametrize("core", native.CORES)
def test_a_trace_keeps_what_was_written_before_an_error(core: native.Core) -> None:
    class Late:
        asked = 0

        def is_set(self) -> bool:
            self.asked += 1
            if self.asked > 1:
                raise RuntimeError("out of order")
            return False

    trace = Trace(most_rows=20)
    with pytest.raises(RuntimeError):
        AlphaBeta(core=core).search(gomoku().start(), Limits(stop=Late()), trace)
    assert len(trace) == 20


@pytest.mark.parametrize("core", native.CORES)
def test_limits_of_a_trace_may_be_larger_than_any_search(core: native.Core) -> None:
    trace = Trace(2**70, 2**40)
    assert AlphaBeta(2, core=core).search(tictactoe().start(), trace=trace).stats.nodes == len(trace)


def test_a_large_table_is_the_same_against_the_clock() -> None:
    """It grows by other pages then, and is polled while it grows."""
    searcher, start = TableAlphaBeta(12, "windows", core="native"), connect4().start()
    untimed, timed = searcher.search(start), searcher.search(start, Limits(seconds=10**6))
    assert untimed == timed
    assert untimed.stats.nodes == 5_395_984


# ------------------------------------------------------------ without the GIL

SEARCHES: list[tuple[Searcher, LineGame]] = [
    (AlphaBeta(7, "windows"), connect4()),
    (TableAlphaBeta(7, "windows", symmetry=True), connect4()),
    (Deepening(MTDf(evaluate="windows"), 5), connect4(12, 10, 5)),
    (MCTS(2_000), gomoku()),
    (ProofNumber(), mnk(4, 3, 3)),
    (MemoMinimax(symmetry=True), tictactoe()),
]


def test_threads_search_at_once() -> None:
    work = SEARCHES * 4
    expected = [searcher.search(game.start()) for searcher, game in SEARCHES] * 4
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(lambda each: each[0].search(each[1].start()), work)) == expected
        counted = list(pool.map(lambda seed: playouts(connect4().start(), 2_000, seed), [1, 1, 2, 2]))
    assert counted[0] == counted[1] != counted[2] == counted[3]


def test_other_threads_run_while_one_searches() -> None:
    done = threading.Event()

    def search() -> None:
        AlphaBeta(core="native").search(gomoku().start(), Limits(seconds=0.4))
        done.set()

    thread = threading.Thread(target=search)
    thread.start()
    rounds = 0
    while not done.is_set():
        rounds += 1
        time.sleep(0.001)
    thread.join()
    assert rounds > 20  # with the GIL held it would be one or two


ENDLESS: list[Searcher] = [
    Minimax(),
    AlphaBeta(),
    PVS(),
    MemoMinimax(size=10_000),
    TableAlphaBeta(size=10_000),
    MTDf(size=10_000),
    Deepening(),
    MCTS(rounds=10**12),
    ProofNumber(),
    ProofNumber("best_first"),
]
each_endless = pytest.mark.parametrize("searcher", ENDLESS, ids=repr)


@each_endless
def test_another_thread_can_stop_a_search(searcher: Searcher, core: str) -> None:
    stop = threading.Event()
    timer = threading.Timer(0.05, stop.set)
    timer.start()
    found = searcher.search(connect4(9, 7, 5).start(), Limits(stop=stop))
    timer.join()
    assert found.stopped == "stop"
    assert connect4(9, 7, 5).start().play(found.move)
    assert not found.proven
    assert found.core == core


@each_endless
def test_a_stop_that_is_set_already_is_heard_at_once(searcher: Searcher, core: str) -> None:
    stop = threading.Event()
    stop.set()
    found = searcher.search(connect4().start(), Limits(stop=stop))
    assert (found.stopped, found.stats.nodes, found.core) == ("stop", 0, core)
    assert connect4().start().play(found.move)


@each_endless
def test_a_limit_of_seconds_stops_the_compiled_search(searcher: Searcher) -> None:
    found = replace(searcher, core="native").search(gomoku().start(), Limits(seconds=0.03))
    assert found.stopped == "seconds"
    assert found.stats.seconds >= 0.03
    assert gomoku().start().play(found.move)


@pytest.mark.parametrize("stop", [True, 3, object()])
def test_what_cannot_be_asked_to_stop(stop: Any) -> None:
    with pytest.raises(BadSpec, match="stop has is_set"):
        Limits(stop=stop)


def test_a_stop_that_fails_is_heard() -> None:
    class Broken:
        def is_set(self) -> bool:
            raise RuntimeError("out of order")

    for searcher in (AlphaBeta(core="python"), AlphaBeta(core="native"), MCTS(10**9, core="native")):
        with pytest.raises(RuntimeError, match="out of order"):
            searcher.search(gomoku().start(), Limits(stop=Broken()))


def run_python(code: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, text=True, preexec_fn=hear_ctrl_c
    )


def said(process: subprocess.Popen[str]) -> str:
    """What a process still prints; it is not left behind, whatever it does."""
    try:
        return process.communicate(timeout=120)[0]
    finally:
        process.kill()


@pytest.mark.parametrize(
    "work",
    [
        "AlphaBeta(core='native').search(gomoku().start())",
        "MemoMinimax(core='native').search(connect4().start())",
        "Deepening(core='native').search(gomoku().start())",
        "MCTS(10**12, core='native').search(gomoku().start())",
        "ProofNumber(core='native').search(connect4().start())",
        "playouts(gomoku().start(), 10**12)",
    ],
)
def test_ctrl_c_ends_a_search(work: str) -> None:
    code = f"""
from plyground import *
from plyground.search import *
try:
    print("ready", flush=True)
    {work}
except KeyboardInterrupt:
    print("interrupted", Minimax(2, core="native").search(connect4().start()).stats.nodes)
"""
    with run_python(code) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        time.sleep(0.3)
        process.send_signal(signal.SIGINT)
        rest = said(process)
    assert rest == "interrupted 57\n"


def test_a_program_may_end_while_its_threads_search() -> None:
    """A regression: the interpreter, closing, ended threads in the middle of C++, and C++ ended the process."""
    code = """
import atexit, threading, time
from plyground import *
from plyground.search import *
def searching(searcher, game):
    while True:
        searcher.search(game.start())
for work in ((AlphaBeta(5, "windows"), connect4()), (AlphaBeta(), gomoku()), (MCTS(10**9), gomoku())):
    threading.Thread(target=searching, args=work, daemon=True).start()
threading.Thread(target=playouts, args=(gomoku().start(), 10**12), daemon=True).start()
time.sleep(0.3)
print("over", flush=True)
"""
    with run_python(code) as process:
        assert said(process) == "over\n"
    assert process.returncode == 0


@pytest.mark.parametrize("answer", [0, 1, None, [], [1]])
def test_a_stop_answers_as_python_takes_it(answer: Any, core: str) -> None:
    class Odd:
        def is_set(self) -> Any:
            return answer

    found = AlphaBeta(5).search(connect4().start(), Limits(stop=Odd()))
    assert (found.stopped, found.core) == ("stop" if answer else None, core)


@pytest.mark.parametrize("work", [playouts, random_line])
def test_a_board_that_cannot_be_is_an_error(work: Any) -> None:
    """A regression: a disc that floats, which no text can say, once crashed the compiled core."""
    floating = LinePosition(connect4(), 0, 1 << 7, Player.SECOND, None)
    with pytest.raises(ValueError, match="a disc floats above an empty cell"):
        work(floating, 50, core="native")


@pytest.mark.parametrize("searcher", [Minimax(), AlphaBeta(), PVS(), TableAlphaBeta()], ids=repr)
def test_depths_below_zero_are_refused_by_the_core(searcher: TreeSearcher) -> None:
    position = tictactoe().start()
    options = _core.TreeOptions(searcher.name, None, None, 0, 0, False, [], 0, False, False)
    rules = native.rules(position.game)
    for depth in (-1, -20, -(2**31)):
        with pytest.raises(ValueError, match="depth is 0 or more"):
            _core.search_tree(rules, *native.board(position), options, depth, None, None, None, None)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system does not fork")
def test_a_forked_process_searches_on() -> None:
    """A regression: a child waited for ever for the thread that let go of its parent's memory."""
    code = """
import os
from plyground import *
from plyground.search import *
def large():
    for _ in range(5):
        MemoMinimax(core="native").search(connect4().start(), Limits(nodes=300_000))
large()
child = os.fork()
large()
if child:
    print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
else:
    os._exit(0)
"""
    with run_python(code) as process:
        rest = said(process)
    assert rest == "0\n"


@pytest.mark.skipif(sys.platform != "linux", reason="limits of memory are Linux's")
@pytest.mark.parametrize(
    "work",
    [
        "MemoMinimax(core='native').search(connect4().start())",
        "TableAlphaBeta(core='native', symmetry=True).search(gomoku().start())",
        "MCTS(10**12, core='native').search(gomoku().start())",
        "ProofNumber('best_first', core='native').search(connect4().start())",
        "AlphaBeta(core='native').search(gomoku().start(), trace=Trace(10**12))",
    ],
)
def test_out_of_memory_is_an_error_like_others(work: str) -> None:
    code = f"""
import resource
from plyground import *
from plyground.search import *
resource.setrlimit(resource.RLIMIT_AS, (400 << 20, 400 << 20))
try:
    {work}
except MemoryError:
    print("no memory", Minimax(2, core="native").search(connect4().start()).stats.nodes)
"""
    if "asan" in os.environ.get("LD_PRELOAD", ""):
        pytest.skip("the sanitizer needs more memory than there is")
    with run_python(code) as process:
        rest = said(process)
    assert rest == "no memory 57\n"
