"""Searchers as data: labels that load back, options that are checked, values of every move."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest

import plyground.searchers
from helpers.players import DECIDING, EXACT, oracle
from plyground import (
    BadSpec,
    Outcome,
    Player,
    PlygroundError,
    Position,
    connect4,
    load_game,
    textbook,
    tictactoe,
)
from plyground.evaluation import EVALUATIONS, LineWeights, load_evaluation
from plyground.score import win_in
from plyground.searchers import (
    MCTS,
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
    load_searcher,
    search_all,
)
from plyground.searchers.searcher import TreeSearcher

both_cores = pytest.mark.usefixtures("core")

ALL: list[Searcher] = [
    *EXACT,
    *DECIDING,
    Random(5),
    Greedy(),
    Greedy("one"),
    MCTS(rounds=10, explore=0.7, seed=9),
    AlphaBeta(4, LineWeights(own=(0, 1, 2), against=(3,), centre=-1)),
    Deepening(AlphaBeta(evaluate=LineWeights(centre=2)), seconds=0.5),
]


@pytest.mark.parametrize("searcher", ALL, ids=repr)
def test_labels_and_specs_load_back(searcher: Searcher) -> None:
    assert load_searcher(searcher.spec) == searcher
    assert load_searcher(repr(searcher)) == searcher
    assert eval(repr(searcher), vars(plyground.searchers) | vars(plyground.evaluation)) == searcher  # noqa: S307
    assert len({searcher, load_searcher(searcher.spec)}) == 1


@pytest.mark.parametrize(
    ("spec", "searcher"),
    [
        ("random(seed=1)", Random(1)),
        ("greedy", Greedy()),
        ("minimax(depth=4)", Minimax(4)),
        ("alphabeta(depth=8, evaluate='windows')", AlphaBeta(8, "windows")),
        ("memo", MemoMinimax()),
        ("table_alphabeta", TableAlphaBeta()),
        ("deepening(inner=alphabeta(), seconds=1)", Deepening(AlphaBeta(), seconds=1)),
        ("mcts(rounds=1000)", MCTS()),
        ("proof", ProofNumber()),
        ("AlphaBeta(depth=6)", AlphaBeta(6)),
    ],
)
def test_specs_by_the_names_of_files(spec: str, searcher: Searcher) -> None:
    assert load_searcher(spec) == searcher


def test_names_are_those_of_the_files() -> None:
    for name, kind in SEARCHERS.items():
        file = "random_move" if name == "random" else name  # `random` would hide the standard library's
        assert kind.__module__ == f"plyground.searchers.{file}"
        assert kind.__doc__


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("alphabeta(depth=-1)", "bad depth in depth=-1: depth is a whole number from 1 to 1000"),
        ("alphabeta(depth='x')", "bad depth in depth='x': depth is a whole number from 1 to 1000"),
        ("alphabeta(depth=2.5)", "bad depth in depth=2.5: depth is a whole number from 1 to 1000"),
        ("alphabeta(deep=3)", "no option deep in alphabeta(deep=3): "
                              "alphabeta takes depth=None, evaluate='auto', plain=False, order='given', "
                              "cut='equal', fail='soft', core='auto'"),
        ("alphabeta(evaluate='win')", "bad evaluate in evaluate='win': evaluate is one of auto, centre, learned, "
                                      "open_lines, windows, zero, Windows(...), a function, 'mine.py:function' or 'file:weights.json'"),
        ("alphabeta(evaluate=3)", "bad evaluate in evaluate=3: evaluate is one of auto, centre, learned, open_lines, "
                                  "windows, zero, Windows(...), a function, 'mine.py:function' or 'file:weights.json'"),
        ("alphabeta(order='best first')", "bad order in order='best first': order is one or more of given, centre, "
                                          "best, killers, history"),
        ("alphabeta(plain=1)", "bad plain in plain=1: plain is True or False"),
        ("table_alphabeta(size=0)", "bad size in size=0: size is a whole number from 1 to 4294967296"),
        ("table_alphabeta(policy='lru')", "bad policy in policy='lru': policy is one of always, deeper"),
        ("alphabeta(cut='soft')", "bad cut in cut='soft': cut is one of equal, strict"),
        ("alphabeta(fail=1)", "bad fail in fail=1: fail is one of soft, hard"),
        ("memo(symmetry=None)", "bad symmetry in symmetry=None: symmetry is True or False"),
        ("deepening(inner=random())", "bad inner in inner=Random(): inner is a searcher to a depth, such as alphabeta()"),
        ("deepening(seconds=-1)", "bad seconds in seconds=-1: seconds is a number above 0"),
        ("mcts(rounds=0)", "bad rounds in rounds=0: rounds is a whole number from 1 to 9223372036854775807"),
        ("mcts(explore=-1)", "bad explore in explore=-1: explore is a number from 0 to 1000000"),
        ("mcts(explore=1000001)", "bad explore in explore=1000001: explore is a number from 0 to 1000000"),
        ("random(seed=-1)", "bad seed in seed=-1: seed is a whole number from 0 to 18446744073709551615"),
        ("greedy(diagonals=2)", "bad diagonals in diagonals=2: diagonals is one of all, one, none"),
        ("proof(method='fast')", "bad method in method='fast': method is one of best_first, depth_first"),
        ("alphabeta(evaluate=Windows(own=3))", "bad own in own=3: own is a tuple of weights, such as (0, 0, 10)"),
        ("alphabeta(evaluate=Windows(own=(1, 'x')))", "bad own in own='x': own is a whole number from -998999 to 998999"),
        ("stockfish", "no agent stockfish: agents are alphabeta, deepening, greedy, mcts, memo, minimax, mtdf, proof, "
                      "pvs, random, table_alphabeta"),
    ],
)  # fmt: skip
def test_bad_options_are_one_sentence(spec: str, message: str) -> None:
    with pytest.raises(BadSpec) as refused:
        load_searcher(spec)
    assert str(refused.value) == message


class TestEvaluations:
    def test_the_paper_counts_windows_and_the_centre(self) -> None:
        position = connect4().parse("4")
        assert load_evaluation("windows")(position) == -6  # O to move; X has the centre
        assert load_evaluation("windows")(connect4().parse("414")) == -(
            2 * 6 + 10
        )  # two, one above the other

    @pytest.mark.parametrize("name", sorted(EVALUATIONS.keys() - {"learned"}))  # it knows whose move it is
    def test_the_other_side_sees_the_negative(self, name: str) -> None:
        for text in ("4453", "444", "1234", "-", "43354"):
            position = connect4().parse(text)
            turned = position._replace(to_move=position.to_move.other)
            assert load_evaluation(name)(position) == -load_evaluation(name)(turned)

    def test_open_lines(self) -> None:
        assert load_evaluation("open_lines")(tictactoe().parse("5")) == -4
        assert load_evaluation("open_lines")(tictactoe().parse("51")) == (8 - 3) - (8 - 4)

    def test_the_last_weight_holds_for_more(self) -> None:
        position = connect4().parse("414")  # X has two in one window and one in others
        one, both = LineWeights(against=(0, 1)), LineWeights(against=(0, 1, 1))
        assert one(position) == both(position) < 0

    def test_never_as_much_as_a_win(self) -> None:
        huge = LineWeights(own=(900_000,), against=(0,))
        found = AlphaBeta(1, huge).search(connect4().start())
        assert abs(found.score) < win_in(1000)
        assert not found.proven

    def test_a_function_of_the_user(self) -> None:
        found = AlphaBeta(1, lambda position: 7).search(connect4().start())
        assert found.score == -7
        with pytest.raises(
            PlygroundError, match=r"half returned 0.5: an evaluation returns a whole number"
        ):
            AlphaBeta(1, half).search(connect4().start())

    def test_windows_need_a_board(self) -> None:
        with pytest.raises(BadSpec, match="only line games have windows"):
            AlphaBeta(1, "windows").search(textbook().start())
        with pytest.raises(BadSpec, match="only line games have a centre"):
            AlphaBeta(1, order="centre").search(textbook().start())


def test_points_beyond_all_wins_are_refused() -> None:
    @dataclass(frozen=True)
    class Rich(Position[int]):
        paid: int = 0
        to_move: Player = Player.FIRST

        def outcome(self) -> Outcome | None:
            return Outcome(None, points=self.paid) if self.paid else None

        def moves(self) -> tuple[int, ...]:
            return () if self.paid else (3_000_000, 3_000_005)

        def after(self, move: int) -> Rich:
            return Rich(move, self.to_move.other)

    for searcher in (Minimax(), AlphaBeta(), TableAlphaBeta()):
        with pytest.raises(PlygroundError, match="3000000 points: a game pays at most 998999"):
            searcher.search(Rich())


def test_play_without_end_is_one_sentence() -> None:
    @dataclass(frozen=True)
    class Endless(Position[int]):
        ply: int = 0

        @property
        def to_move(self) -> Player:
            return Player.SECOND if self.ply % 2 else Player.FIRST

        def outcome(self) -> Outcome | None:
            return None

        def moves(self) -> tuple[int, ...]:
            return (0,)

        def after(self, move: int) -> Endless:
            return Endless(self.ply + 1)

    for searcher in (Minimax(), AlphaBeta(), MemoMinimax(), TableAlphaBeta(), ProofNumber()):
        with pytest.raises(PlygroundError, match="play goes on for more than 1000 plies"):
            searcher.search(Endless())
    assert AlphaBeta(depth=5).search(Endless()).stats.nodes == 6


def half(position: object) -> Any:
    return 0.5


@both_cores
class TestSearchAll:
    def test_every_move_has_its_value(self) -> None:
        for text in ("-", "5", "51", "519", "5192"):
            position = tictactoe().parse(text)
            values = {v.move: v for v in search_all(position)}
            assert list(values) == list(position.moves())
            best = max(v.score for v in values.values())
            assert best == oracle(position)
            for move, value in values.items():
                child = oracle(position.after(move))
                assert value.score == -child - (child < -1000) + (child > 1000)
                assert value.line[0] == move
                assert value.proven

    def test_a_depth_is_that_of_the_whole(self) -> None:
        position = connect4().parse("4453")
        for depth in (1, 2, 3):
            values = search_all(position, AlphaBeta(depth, "windows"))
            assert max(v.score for v in values) == AlphaBeta(depth, "windows").search(position).score
            limited = search_all(position, AlphaBeta(evaluate="windows"), Limits(depth=depth))
            assert [v.score for v in values] == [v.score for v in limited]

    @pytest.mark.parametrize(
        "searcher",
        [ProofNumber(), Deepening(AlphaBeta(plain=True)), TableAlphaBeta(plain=True), MCTS(10**5)],
        ids=repr,
    )
    def test_plain_scores_have_no_plies(self, searcher: Searcher) -> None:
        position = tictactoe().parse("1524")
        for value in search_all(position, searcher):
            assert value.score in (0, 10**6, -(10**6))
            assert (value.score > 0) == (oracle(position.after(value.move)) < 0)

    def test_deepening_looks_as_deep_as_what_is_inside(self) -> None:
        position = connect4().parse("4453")
        for depth in (1, 2, 4):
            expected = [v.score for v in search_all(position, AlphaBeta(depth, "windows"))]
            for searcher in (
                Deepening(AlphaBeta(depth, "windows")),
                Deepening(AlphaBeta(evaluate="windows"), depth),
            ):
                assert [v.score for v in search_all(position, searcher)] == expected

    def test_limits_are_for_all_moves_together(self) -> None:
        values = search_all(connect4().start(), limits=Limits(nodes=700))
        assert sum(v.stats.nodes for v in values) == 700
        assert all(v.stopped == "nodes" for v in values)

    def test_a_finished_game_has_no_values(self) -> None:
        assert search_all(tictactoe().parse("XXX/OO./...")) == []

    def test_plain_values(self) -> None:
        position = tictactoe().parse("152")
        assert {v.score for v in search_all(position, TableAlphaBeta(plain=True))} == {0, -(10**6)}
        assert position.to_move is Player.SECOND


# ---------------------------------------------------------------- the default evaluation


@pytest.mark.usefixtures("core")
@pytest.mark.parametrize("kind", [AlphaBeta, Minimax, TableAlphaBeta, MTDf])
def test_a_depth_without_an_evaluation_takes_the_games_own(kind: type[TreeSearcher]) -> None:
    """NEWCOMER-REVIEW B2: alphabeta(depth=6) valued all as 0 and played column 1."""
    start = connect4().start()
    found = kind(depth=4).search(start)
    assert found == kind(depth=4, evaluate="windows").search(start) == kind().search(start, Limits(depth=4))
    assert (found.evaluation, found.remark) == ("windows", None)
    assert start.write(AlphaBeta(depth=6).search(start).move) == "4"


@pytest.mark.usefixtures("core")
def test_deepening_takes_the_games_own_evaluation_too() -> None:
    start = connect4().start()
    found = Deepening().search(start, Limits(depth=5))
    assert found == Deepening(AlphaBeta(evaluate="windows")).search(start, Limits(depth=5))
    assert found.evaluation == "windows"
    by_nodes = Deepening().search(start, Limits(nodes=500))
    assert (by_nodes.stats.depth, by_nodes.evaluation) == (3, "windows")


@pytest.mark.usefixtures("core")
def test_a_search_to_the_end_needs_no_evaluation() -> None:
    start = tictactoe().start()
    for searcher, limits in [(AlphaBeta(), Limits()), (AlphaBeta(depth=9), Limits(depth=20))]:
        found = searcher.search(start, limits)
        assert (found.stats.nodes, found.evaluation, found.remark) == (20_866, "", None)


@pytest.mark.usefixtures("core")
def test_zero_can_still_be_asked_for_and_says_so() -> None:
    found = AlphaBeta(depth=4, evaluate="zero").search(connect4().start())
    assert (connect4().start().write(found.move), found.score) == ("1", 0)
    assert (found.evaluation, found.remark) == ("zero", "counts-zero")


def test_a_users_position_may_value_itself() -> None:
    start = load_game("examples/hexapawn.py:Hexapawn").start()
    found = AlphaBeta(depth=2).search(start)
    assert (found.score, found.evaluation, found.remark) == (-10, "Hexapawn.evaluate", None)
    assert AlphaBeta(depth=2, evaluate="zero").search(start).score == 0


def test_a_game_without_an_evaluation_says_that_it_counts_zero() -> None:
    start = load_game("examples/nim.py:Nim").start()
    found = AlphaBeta(depth=2).search(start)
    assert (found.score, found.evaluation, found.remark) == (0, "zero", "counts-zero")
    assert AlphaBeta(depth=2).search(load_game("examples/nim.py:Nim(heaps=(1, 1))").start()).remark is None


def test_a_position_that_values_itself_by_no_number_is_told() -> None:
    @dataclass(frozen=True)
    class Vague(Position[int]):
        left: int = 5
        to_move: Player = Player.FIRST

        def outcome(self) -> Outcome | None:
            return None if self.left else Outcome(winner=None)

        def moves(self) -> list[int]:
            return [1] if self.left else []

        def after(self, move: int) -> Vague:
            return Vague(self.left - 1, self.to_move.other)

        def evaluate(self) -> float:
            return 0.5

    with pytest.raises(PlygroundError, match=r"Vague\.evaluate returned 0\.5: an evaluation"):
        AlphaBeta(depth=2).search(Vague())


def test_line_weights_load_by_either_name() -> None:
    one, other = (load_searcher(f"alphabeta(evaluate={name}(centre=3))") for name in LineWeights.spec_names)
    assert one == other == AlphaBeta(evaluate=LineWeights(centre=3))
    assert "evaluate=Windows(own=(0,), against=(0,), centre=3, against_centre=None)" in one.spec
