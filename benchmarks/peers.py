"""`make bench-peers`: the same work in plyground and in the libraries that people use today.

Each library searches its own game with its own search; one that is not installed is left out. Move, value
and node count are checked before anything is timed. All take turns in one run, the best of several times
counts, and the ratios say more than the seconds.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from importlib import import_module
from importlib.metadata import version
from types import FrameType
from typing import Any, NamedTuple

from benchmarks.peer_matches import race_matches
from benchmarks.peer_solvers import race_solvers
from plyground import LinePosition, connect4, tictactoe
from plyground.searchers import AlphaBeta, Limits, Minimax, Playouts, playouts

TURNS = 3
SHORTEST_TURN = 0.05  # seconds: shorter work is repeated
SEED = 2024
RESULTS = Playouts(1_082, 8, 910)  # of the random games with this seed


class PeerAnswer(NamedTuple):
    """The column of the move that a search found, from 0, and its value if the library tells it."""

    column: int
    value: float | None = None


@dataclass(frozen=True)
class Work:
    """A piece of work, and the nodes or games that it takes."""

    name: str
    count: int
    things: str = "nodes"

    def check(self, found: PeerAnswer | float) -> None:
        """Every search finds a draw with the first move; random games give the first player about 0.11."""
        if isinstance(found, float):
            assert 0.03 < found < 0.19, (self.name, found)
        else:
            assert found in (PeerAnswer(0, 0), PeerAnswer(0, None)), (self.name, found)


MINIMAX = Work("tic-tac-toe to the end, minimax", 549_946)
ALPHABETA = Work("tic-tac-toe to the end, alpha-beta", 18_297)
SOONEST = Work("tic-tac-toe to the end, alpha-beta that prefers quick wins", 20_866)
DEPTH_7 = Work("Connect Four to depth 7, alpha-beta without an evaluation", 7_153)
RANDOM = Work("Connect Four, random games", 2_000, "games")


@dataclass(frozen=True)
class Rival:
    """A library at a piece of work. A call of one of the functions in `values` is a node."""

    who: str
    work: Work
    run: Callable[[], PeerAnswer | float]
    values: tuple[str, ...] = ()
    root: int = 0  # 1 if the root is not such a call

    def nodes(self) -> int:
        """Count the nodes once, without timing, by watching the calls from outside."""
        calls = 0

        def look(frame: FrameType, event: str, _: object) -> None:
            nonlocal calls
            calls += event == "call" and frame.f_code.co_name in self.values

        sys.setprofile(look)
        try:
            self.run()
        finally:
            sys.setprofile(None)
        return self.root + calls


def ours() -> Iterator[Rival]:
    """plyground at each piece of work: in the default core, then in Python."""
    small, large = tictactoe().start(), connect4().start()
    searches: list[tuple[Work, LinePosition, Any]] = [
        (MINIMAX, small, Minimax()),
        (ALPHABETA, small, AlphaBeta(plain=True)),
        (SOONEST, small, AlphaBeta()),
        (DEPTH_7, large, AlphaBeta(7, "zero", plain=True)),
    ]
    for work, start, searcher in searches:
        yield our_search(work, start, searcher)
        yield our_search(work, start, replace(searcher, core="python"))
    yield Rival(
        our_name("native"), RANDOM, lambda: mean_result(playouts(large, RANDOM.count, SEED, "native"))
    )
    yield Rival(
        our_name("python"), RANDOM, lambda: mean_result(playouts(large, RANDOM.count, SEED, "python"))
    )


def our_name(core: str) -> str:
    return f"plyground, {core} core"


def our_search(work: Work, start: LinePosition, searcher: Any) -> Rival:
    def run() -> PeerAnswer:
        found = searcher.search(start)
        assert found.stats.nodes == work.count, (searcher, found.stats.nodes)
        return PeerAnswer(found.move % start.game.columns, found.score)

    return Rival(our_name(searcher.search(start, Limits(nodes=1)).core), work, run)


def mean_result(results: Playouts) -> float:
    """The mean result for the first player: a win is 1, a loss -1."""
    assert results == RESULTS, results
    return (results.wins - results.losses) / RANDOM.count


def easyai() -> Iterator[Rival]:
    """easyAI: its Negamax is alpha-beta that prefers quick wins."""
    negamax = import_module("easyAI").Negamax
    small = import_module("easyAI.games.TicTacToe").TicTacToe
    large = import_module("easyAI.games.ConnectFour").ConnectFour

    def rival(work: Work, game: Any, depth: int, first: int) -> Rival:
        def run() -> PeerAnswer:
            search = negamax(depth)
            return PeerAnswer(search(game(players=[None, None])) - first, search.alpha)

        return Rival("easyAI", work, run, ("negamax",))

    yield rival(SOONEST, small, 9, first=1)
    yield rival(DEPTH_7, large, 7, first=0)


def aima() -> Iterator[Rival]:
    """AIMA's code: it tells the move and not the value, and treats the root outside its value functions."""
    games = import_module("aima3.games")
    small, large = games.TicTacToe(), games.ConnectFour()

    def rival(work: Work, game: Any, search: Callable[..., Any], **options: int) -> Rival:
        def run() -> PeerAnswer:
            column, _ = search(game.initial, game, **options)
            return PeerAnswer(column - 1)

        return Rival("AIMA", work, run, ("max_value", "min_value"), root=1)

    yield rival(MINIMAX, small, games.minimax_decision)
    yield rival(ALPHABETA, small, games.alphabeta_search)
    yield rival(DEPTH_7, large, games.alphabeta_cutoff_search, d=6)  # it stops where the depth is above d


def openspiel() -> Iterator[Rival]:
    """OpenSpiel: rules in C++, searches in Python; its alpha-beta in C++ cannot be called from Python."""
    pyspiel = import_module("pyspiel")
    minimax = import_module("open_spiel.python.algorithms.minimax")
    small, large = pyspiel.load_game("tic_tac_toe"), pyspiel.load_game("connect_four")

    def unpruned() -> PeerAnswer:
        return PeerAnswer(*reversed(minimax.expectiminimax(small.new_initial_state(), 9, nothing_known, 0)))

    def pruned(work: Work, game: Any, depth: int) -> Rival:
        def run() -> PeerAnswer:
            return PeerAnswer(*reversed(minimax.alpha_beta_search(game, None, nothing_known, depth)))

        return Rival("OpenSpiel", work, run, ("_alpha_beta",))

    def games() -> float:
        choice, total = random.Random(SEED).choice, 0.0
        for _ in range(RANDOM.count):
            state = large.new_initial_state()
            while not state.is_terminal():
                state.apply_action(choice(state.legal_actions()))
            total += state.player_return(0)
        return total / RANDOM.count

    def rollouts() -> float:  # one step of its MCTS, which values the root by random games
        evaluator = pyspiel.RandomRolloutEvaluator(RANDOM.count, SEED)
        bot = pyspiel.MCTSBot(large, evaluator, 1.0, 1, 1, False, SEED, False)
        return float(bot.mcts_search(large.new_initial_state()).total_reward)

    yield Rival("OpenSpiel", MINIMAX, unpruned, ("expectiminimax",))
    yield pruned(ALPHABETA, small, 9)
    yield pruned(DEPTH_7, large, 7)
    yield Rival("OpenSpiel, from Python", RANDOM, games)
    yield Rival("OpenSpiel, in C++", RANDOM, rollouts)


def nothing_known(state: Any) -> float:
    """The evaluation for a library that needs one."""
    return 0.0


def turn(rival: Rival) -> float:
    """The shortest run of one turn, in seconds."""
    times: list[float] = []
    while sum(times) < SHORTEST_TURN:
        started = time.perf_counter()
        found = rival.run()
        times.append(time.perf_counter() - started)
        rival.work.check(found)
    return min(times)


def race(work: Work, rivals: list[Rival]) -> None:
    """Let all take turns at a piece of work, and print how long each took."""
    for rival in rivals:
        assert not rival.values or rival.nodes() == work.count, (rival.who, work.name)
    seconds = {rival.who: 1e9 for rival in rivals}
    for _ in range(TURNS):
        for rival in rivals:
            seconds[rival.who] = min(seconds[rival.who], turn(rival))
    default, python = seconds[rivals[0].who], seconds[our_name("python")]
    print(f"\n{work.name}: {work.count:,} {work.things}")
    print(f"  {'':<24} {'seconds':>10} {work.things + '/s':>12} {'to default':>10} {'to python':>10}")
    for who, taken in seconds.items():
        ratios = f"{taken / default:>10.2f} {taken / python:>10.2f}"
        print(f"  {who:<24} {taken:>10.5f} {work.count / taken:>12,.0f} {ratios}", flush=True)


def main() -> None:
    rivals = list(ours())
    for package, peer in (("easyAI", easyai), ("aima3", aima), ("open_spiel", openspiel)):
        try:
            rivals += peer()
            print(f"{package} {version(package)}")
        except ImportError as missing:
            print(f"{package} is left out: {missing}")
    print("Ratios are of seconds, to plyground in the core that it chooses by default and in Python.")
    for work in (MINIMAX, ALPHABETA, SOONEST, DEPTH_7, RANDOM):
        race(work, [rival for rival in rivals if rival.work is work])
    race_solvers()
    race_matches()


if __name__ == "__main__":
    main()
