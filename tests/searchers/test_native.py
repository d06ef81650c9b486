"""The compiled core in company: beside other threads, without the GIL, stopped, forked, out of memory."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any

import pytest

from helpers.command import PATIENCE, hear_ctrl_c
from plyground import (
    BadSpec,
    LineGame,
    LinePosition,
    Player,
    connect4,
    gomoku,
    mnk,
    native,
    tictactoe,
)
from plyground.native import _core
from plyground.searchers import (
    MCTS,
    PVS,
    AlphaBeta,
    Deepening,
    Limits,
    MemoMinimax,
    Minimax,
    MTDf,
    ProofNumber,
    Searcher,
    TableAlphaBeta,
    playouts,
    random_line,
)
from plyground.searchers.searcher import TreeSearcher

pytestmark = pytest.mark.needs_core

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
    own, all_threads = time.thread_time(), time.process_time()
    while not done.is_set():
        pass
    thread.join()
    own, all_threads = time.thread_time() - own, time.process_time() - all_threads
    assert own > all_threads / 10  # half of it, on however busy a machine; with the GIL held hardly any


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
def test_bad_stop_objects(stop: Any) -> None:
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
        return process.communicate(timeout=2 * PATIENCE)[0]
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
from plyground.searchers import *
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
from plyground.searchers import *
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
    options = _core.TreeOptions(
        searcher.name, None, None, 0, 0, False, [], 0, False, False, False, False, None
    )
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
from plyground.searchers import *
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
        pytest.param(
            "TableAlphaBeta(core='native', symmetry=True).search(gomoku().start())", marks=pytest.mark.slow
        ),
        pytest.param("MCTS(10**12, core='native').search(gomoku().start())", marks=pytest.mark.slow),
        pytest.param(
            "ProofNumber('best_first', core='native').search(connect4().start())", marks=pytest.mark.slow
        ),
        "AlphaBeta(core='native').search(gomoku().start(), trace=Trace(10**12))",
    ],
)
def test_out_of_memory_is_an_error_like_others(work: str) -> None:
    code = f"""
import resource
from plyground import *
from plyground.searchers import *
resource.setrlimit(resource.RLIMIT_AS, (200 << 20, 200 << 20))
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
