"""The compiled twins: the same answers as the Python, and what ran is what the result says."""

from __future__ import annotations

import itertools
from dataclasses import dataclass, replace
from typing import Any

import pytest

from helpers.players import ALL_ORDERS
from helpers.samples import some_slow
from helpers.subjects import LINE_GAMES
from helpers.twins import case, cases
from plyground import (
    BadSpec,
    LinePosition,
    NoNativeCore,
    Outcome,
    SplitMix64,
    connect4,
    gomoku,
    load_game,
    native,
    perft,
    tictactoe,
)
from plyground.searchers import (
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
from plyground.searchers.native import TWINS

pytestmark = pytest.mark.needs_core

CHUNK, CHUNKS = 500, 40  # 20,000 searches; `make fuzz` goes on from there
QUICK = 2  # chunks of them in `make test`


@pytest.mark.parametrize("chunk", some_slow(range(CHUNKS), range(QUICK, CHUNKS), key=int))
def test_both_cores_agree_on_random_searches(chunk: int) -> None:
    for each in cases(chunk * CHUNK, CHUNK):
        each.check()


def test_the_random_searches_are_of_every_kind() -> None:
    made = [case(seed) for seed in range(500)]
    assert {type(each.searcher) for each in made} == set(SEARCHERS.values())
    cells = [each.position.game.cells for each in made]
    assert any(n <= 64 for n in cells)
    assert any(64 < n <= 128 for n in cells)
    assert any(n > 128 for n in cells)
    assert any(each.trace for each in made)


def test_every_searcher_has_a_twin() -> None:
    assert set(TWINS) == {searcher.__module__ for searcher in SEARCHERS.values()}


@pytest.mark.parametrize(
    "searcher",
    [
        Minimax(5, "windows"),
        AlphaBeta(8, "windows", order=("killers", "history", "centre")),
        pytest.param(PVS(7, "windows", order="centre"), marks=pytest.mark.slow),
        pytest.param(MemoMinimax(6, "open_lines", symmetry=True), marks=pytest.mark.slow),
        TableAlphaBeta(8, "windows", order=ALL_ORDERS),
        pytest.param(
            TableAlphaBeta(8, "windows", size=1_000, policy="deeper", symmetry=True), marks=pytest.mark.slow
        ),
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
        slow = MCTS(800, seed=seed, core="python").children(position)
        fast = MCTS(800, seed=seed, core="native").children(position)
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


@pytest.mark.slow
def test_a_large_table_is_the_same_against_the_clock() -> None:
    """It grows by other pages then, and is polled while it grows."""
    searcher, start = TableAlphaBeta(12, "windows", core="native"), connect4().start()
    untimed, timed = searcher.search(start), searcher.search(start, Limits(seconds=10**6))
    assert untimed == timed
    assert untimed.stats.nodes == 5_395_984
