"""The Python searchers: nodes a second, and the price of watching them."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from plyground import connect4, tictactoe
from plyground.search import (
    MCTS,
    PVS,
    AlphaBeta,
    Deepening,
    Limits,
    MemoMinimax,
    Minimax,
    MTDf,
    ProofNumber,
    TableAlphaBeta,
)
from plyground.search.searcher import TO_THE_END
from plyground.search.watch import Watch

# Each searcher with the node counts that it must come to, on tic-tac-toe and on Connect Four.
SEARCHES: list[tuple[Any, int, Any, int]] = [
    (Minimax(), 549_946, Minimax(5, "windows"), 19_608),
    (MemoMinimax(), 16_168, MemoMinimax(6, "windows"), 39_747),
    (AlphaBeta(), 20_866, AlphaBeta(6, "windows"), 16_208),
    (TableAlphaBeta(), 5_505, TableAlphaBeta(6, "windows"), 9_954),
    (PVS(), 18_111, PVS(6, "windows"), 24_647),
    (MTDf(), 4_405, MTDf(6, "windows"), 4_034),
    (Deepening(), 47_482, Deepening(AlphaBeta(evaluate="windows"), 6), 9782),
    (ProofNumber(), 2_466, None, 0),
    (MCTS(1_000), 4_615, MCTS(1_000), 4_925),
]


class Unwatched(Watch):
    """A watch that does not look, to see what looking costs."""

    def node(self, value: Callable[..., Any]) -> Callable[..., Any]:
        return value


def searchers() -> None:
    print(f"{'nodes a second, in Python':<44} {'tic-tac-toe':>14} {'Connect Four':>14}")
    for on_small, small_nodes, on_large, large_nodes in SEARCHES:
        small = rate(on_small, tictactoe().start(), small_nodes)
        large = rate(on_large, connect4().start(), large_nodes) if on_large else 0
        shown = f"{large:>14,.0f}" if large else f"{'–':>14}"
        print(f"{on_large or on_small!r:<44} {small:>14,.0f} {shown}", flush=True)


def rate(searcher: Any, position: Any, nodes: int) -> float:
    best = 0.0
    for _ in range(3):
        found = searcher.search(position)
        assert found.stats.nodes == nodes, (searcher, found.stats.nodes)
        best = max(best, nodes / found.stats.seconds)
    return best


def price_of_watching() -> None:
    """The same search with and without the decorator, in turns, the best of several."""
    searcher, position = AlphaBeta(7, "windows"), connect4().start()

    def run(watch: Watch, depth: int, root: Any, algorithm: Any) -> float:
        started = time.perf_counter()
        algorithm.explore(root, depth, algorithm.leaf(), algorithm.memory(root), watch)
        return time.perf_counter() - started

    for name, algorithm, root, depth in (
        ("alphabeta(depth=7, evaluate='windows') on Connect Four", searcher, position, 7),
        ("alphabeta to the end of tic-tac-toe", AlphaBeta(), tictactoe().start(), TO_THE_END),
    ):
        watched = unwatched = 1e9
        for _ in range(7):
            watched = min(watched, run(Watch(Limits()), depth, root, algorithm))
            unwatched = min(unwatched, run(Unwatched(Limits()), depth, root, algorithm))
        print(f"watching {name} costs {100 * (watched / unwatched - 1):.1f} %", flush=True)


def deadline() -> None:
    """How late a search answers that was given little time, or some."""
    searchers: list[Any] = [
        AlphaBeta(evaluate="windows"),
        Deepening(TableAlphaBeta(evaluate="windows")),
        MCTS(10**9),
        ProofNumber(),
        ProofNumber("best_first"),
    ]
    for searcher in searchers:
        for seconds, times in ((0.05, 20), (1.0, 3)):
            late = []
            for _ in range(times):
                started = time.perf_counter()
                found = searcher.search(connect4().start(), Limits(seconds=seconds))
                late.append(time.perf_counter() - started - seconds)
                assert found.stopped == "seconds"
            late.sort()
            shown = f"{1000 * late[times // 2]:.2f} ms late (median; worst {1000 * late[-1]:.2f} ms)"
            print(f"{searcher!r}, given {seconds} s, answers {shown}", flush=True)
