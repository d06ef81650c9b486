"""The searchers in both cores: promises of the compiled one, nodes per second, deadlines."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from threading import Event, Timer
from typing import Any

from plyground import connect4, gomoku, mnk, tictactoe
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
)
from plyground.searchers.types import TO_THE_END
from plyground.searchers.watch import Watch

Promise = tuple[str, Searcher, Any, int, float | None, float | None]
Search = tuple[Searcher, int, Searcher | None, int]
# A name, a search, its game, its nodes; and what the compiled core must reach: seconds, nodes per second.
PROMISES: list[Promise] = [
    ("tic-tac-toe, minimax", Minimax(), tictactoe(), 549_946, 0.008, None),
    ("Connect Four", AlphaBeta(10, "windows"), connect4(), 3_417_992, None, None),
    ("Connect Four", AlphaBeta(12, "windows"), connect4(), 52_746_528, None, 25e6),
    ("12×10, five in a row", AlphaBeta(3, "windows"), mnk(12, 10, 5), 73_056, None, 30e6),
    ("12×10, five in a row", Minimax(3, "windows"), mnk(12, 10, 5), 1_699_441, None, 30e6),
]
# Each searcher with its node count on tic-tac-toe, and on Connect Four.
SEARCHES: list[Search] = [
    (Minimax(), 549_946, Minimax(5, "windows"), 19_608),
    (MemoMinimax(), 16_168, MemoMinimax(6, "windows"), 39_747),
    (AlphaBeta(), 20_866, AlphaBeta(6, "windows"), 16_208),
    (TableAlphaBeta(), 5_505, TableAlphaBeta(6, "windows"), 9_954),
    (PVS(), 18_111, PVS(6, "windows"), 24_647),
    (MTDf(), 4_405, MTDf(6, "windows"), 4_034),
    (Deepening(), 52_746, Deepening(AlphaBeta(evaluate="windows"), 6), 9782),
    (ProofNumber(), 2_466, None, 0),
    (MCTS(1_000), 4_615, MCTS(1_000), 4_925),
]
MAX_PYTHON_NODES = 550_000  # enough to know its rate: more would take minutes


def time_both_cores(
    broken: list[str],
    promises: Sequence[Promise] = PROMISES,
    searches: Sequence[Search] = SEARCHES,
    most: int = MAX_PYTHON_NODES,
    runs: int = 7,
) -> list[float]:
    """How many times as fast as Python the compiled core is, in each of the searches."""
    ratios = time_promises(broken, promises, most, runs) + time_searchers(searches, min(runs, 3))
    slowest, fastest = min(ratios), max(ratios)
    print(f"compiled, {len(ratios)} searches: {slowest:,.0f} to {fastest:,.0f} times as fast as Python")
    return ratios


def time_promises(
    broken: list[str],
    promises: Sequence[Promise] = PROMISES,
    most: int = MAX_PYTHON_NODES,
    runs: int = 7,
) -> list[float]:
    """Time the searches that have a promise; how many times as fast the compiled ones are."""
    ratios = []
    print(f"{'':<58} {'python':>12} {'native':>14}   ratio")
    for name, searcher, game, nodes, seconds, rate in promises:
        what = f"{name}, {nodes:,} nodes"
        native = fastest(
            replace(searcher, core="native"), game.start(), nodes, 2 if nodes > 10**7 else runs
        )
        part = min(nodes, most)
        python = part / fastest(replace(searcher, core="python"), game.start(), part, min(runs, 2), part)
        shown = f"{python / 1e6:>8.2f} M/s {nodes / native / 1e6:>10.1f} M/s"
        ratios.append(nodes / native / python)
        print(f"{what:<58} {shown}  {ratios[-1]:>6,.0f}×", flush=True)
        if (seconds and native > seconds) or (rate and nodes / native < rate):
            broken.append(f"{what} ({native * 1000:.1f} ms)")
    games = 200_000
    taken = min(seconds_of(lambda: playouts(connect4().start(), games, 1)) for _ in range(runs))
    print(f"{'Connect Four, random games':<58} {'':>12} {games / taken / 1e6:>10.2f} M games/s", flush=True)
    if games / taken < 1.5e6:
        broken.append("random games")
    calls = min(seconds_of(many_calls) for _ in range(3 * runs)) / 1_000
    print(
        f"{'a call of AlphaBeta(1), fixed cost':<58} {'':>12} {calls * 1e6:>10.2f} µs",
        flush=True,
    )
    if calls > 10e-6:
        broken.append("a call's fixed cost")
    return ratios


def many_calls() -> None:
    searcher, position = AlphaBeta(1), tictactoe().parse("5 1 2 8 3 7 4")
    for _ in range(1_000):
        searcher.search(position)


def seconds_of(work: Callable[[], object]) -> float:
    started = time.perf_counter()
    work()
    return time.perf_counter() - started


def fastest(
    searcher: Searcher, position: Any, nodes: int, runs: int, max_nodes: int | None = None
) -> float:
    """The shortest of several runs in seconds of its thread; each must take exactly so many nodes."""
    best = 1e9
    for _ in range(runs):
        started = time.thread_time()
        found = searcher.search(position, Limits(nodes=max_nodes))
        best = min(best, time.thread_time() - started)
        assert found.stats.nodes == nodes, (searcher, found.stats.nodes)
    return best


def time_searchers(searches: Sequence[Search] = SEARCHES, runs: int = 3) -> list[float]:
    """Nodes per second of every searcher in both cores; how many times as fast the compiled one is."""
    boards = ("tic-tac-toe", "Connect Four")
    heads = "".join(f"{head:>15}" for head in boards * 2) + "".join(f"{head:>14}" for head in boards)
    print(f"{'nodes a second: python, native; the ratio':<44}{heads}")
    ratios: list[float] = []
    for on_small, small_nodes, on_large, large_nodes in searches:
        rates = []
        for core in ("python", "native"):
            small = replace(on_small, core=core)
            rates.append(small_nodes / fastest(small, tictactoe().start(), small_nodes, runs))
            if on_large:
                large = replace(on_large, core=core)
                rates.append(large_nodes / fastest(large, connect4().start(), large_nodes, runs))
            else:
                rates.append(0)
        faster = [
            native / python if python else 0 for python, native in zip(rates[:2], rates[2:], strict=True)
        ]
        ratios += filter(None, faster)
        shown = "".join(f"{rate:>15,.0f}" if rate else f"{'–':>15}" for rate in rates)
        times = "".join(f"{ratio:>13,.0f}×" if ratio else f"{'–':>14}" for ratio in faster)
        print(f"{on_large or on_small!r:<44}{shown}{times}", flush=True)
    return ratios


class Unwatched(Watch):
    """A watch that does nothing, to see what watching costs."""

    def node(self, value: Callable[..., Any]) -> Callable[..., Any]:
        return value


def price_of_watching(plies: int = 7, runs: int = 7) -> None:
    """The same search with and without the decorator, in turns, the best of several."""
    searcher = AlphaBeta(plies, "windows")

    def run(watch: Watch, depth: int, root: Any, algorithm: Any) -> float:
        started = time.perf_counter()
        algorithm.explore(root, depth, algorithm.leaf(root, depth), algorithm.memory(root), watch)
        return time.perf_counter() - started

    for name, algorithm, root, depth in (
        (f"{searcher!r} on Connect Four", searcher, connect4().start(), plies),
        ("alphabeta to the end of tic-tac-toe", AlphaBeta(), tictactoe().start(), TO_THE_END),
    ):
        watched = unwatched = 1e9
        for _ in range(runs):
            watched = min(watched, run(Watch(Limits()), depth, root, algorithm))
            unwatched = min(unwatched, run(Unwatched(Limits()), depth, root, algorithm))
        print(f"watching {name} costs {100 * (watched / unwatched - 1):.1f} %, in Python", flush=True)


def time_stop(broken: list[str], times: int = 10) -> None:
    """How long a compiled search takes to stop when asked to; Ctrl-C is handled in the same way."""
    late = []
    for _ in range(times):
        stop, asked = Event(), list[float]()

        def ask(stop: Event = stop, asked: list[float] = asked) -> None:
            asked.append(time.perf_counter())
            stop.set()

        Timer(0.12, ask).start()
        found = AlphaBeta(core="native").search(gomoku().start(), Limits(stop=stop))
        late.append(time.perf_counter() - asked[0])
        assert found.stopped == "stop"
    print(f"a search that is asked to stop does so after {1000 * max(late):.0f} ms at most", flush=True)
    if max(late) > 0.1:
        broken.append("stopping within 100 ms")


def time_deadline(broken: list[str], waits: Sequence[tuple[float, int]] = ((0.05, 20), (1.0, 3))) -> None:
    """How late a search answers when it has so many seconds, so many times."""
    searchers: list[Searcher] = [
        AlphaBeta(evaluate="windows"),
        Deepening(TableAlphaBeta(evaluate="windows")),
        MemoMinimax(),
        MCTS(10**9),
        ProofNumber(),
        ProofNumber("best_first"),
    ]
    for searcher in searchers:
        for core in ("python", "native"):
            for seconds, times in waits:
                late = []
                for _ in range(times):
                    started = time.perf_counter()
                    chosen = replace(searcher, core=core)
                    found = chosen.search(gomoku().start(), Limits(seconds=seconds))
                    late.append(time.perf_counter() - started - seconds)
                    assert found.stopped == "seconds"
                late.sort()
                shown = f"{1000 * late[times // 2]:.2f} ms late (median; worst {1000 * late[-1]:.2f} ms)"
                print(f"{searcher!r}, {core}, given {seconds} s, answers {shown}", flush=True)
                if core == "native" and late[times // 2] > 0.002:
                    broken.append(f"the deadline of {searcher!r}")
