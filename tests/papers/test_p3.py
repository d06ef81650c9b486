"""P3: the counts with and without pruning, the positions of its lost figure, its formal problem."""

from __future__ import annotations

from dataclasses import replace

import pytest

from helpers.samples import some_slow
from helpers.telling import measured, readings
from plyground import BadSpec, NoNativeCore, connect4, tictactoe
from plyground.agents.registry import load_agent
from plyground.game import Outcome, Player
from plyground.papers.claim import Claim
from plyground.papers.figures import papers_figures
from plyground.papers.p3 import claims, measures
from plyground.papers.p3.measures import (
    by_empty_squares,
    count_unpruned,
    decide_pruned,
    decide_unpruned,
    group,
    growth_factors,
    nodes_by_empty_squares,
    positions_giving,
    states_visited,
    straightness,
)
from plyground.papers.p3.players import P3Pruned, P3Unpruned
from plyground.papers.p3.problem import INITIAL_STATE, InvalidAction, actions, result, terminal, utility
from plyground.score import WIN
from plyground.searchers import Limits, Searcher

pytestmark = pytest.mark.xdist_group("p3")  # so that what claims share is measured once
FOUND = {
    "P3.nodes-pruned": ("17,446", "exact"),
    "P3.nodes-unpruned": ("290,106", "rounded"),
    "P3.ratio": ("16.63 times", "rounded"),
    "P3.all-states": ("36,684 and 618,175 if those of MIN count too", "depends on the reading"),
    "P3.figure-1": ("3 positions do, 3 up to symmetry: X../.O./O.X, .X./.O./O.X, ..O/XOX/...", "fitted"),
    "P3.double": ("1.90 times", "rounded"),
    "P3.draw": ("4 draws in 4 games", "exact"),
    "P3.best-move": ("0 mistakes in 4,520 positions, 0 other moves without pruning", "exact"),
    "P3.states": ("4,520 with a move to make, 5,478 in all", "rounded"),
    "P3.growth-pruned": ("0.5 to 15,354, ×2.5 to ×4.5 a square, R² 0.995", "depends on the reading"),
    "P3.growth-unpruned": ("0.5 to 274,972, ×2.5 to ×9.0 a square, R² 0.983", "depends on the reading"),
    "P3.larger": ("1.0 times with 1 empty square, 1.6 with 5, 17.9 with 9", "exact"),
    "P3.problem": ("0 disagreements of 6 parts over 5,478 states", "exact"),
    "P3.invalid-action": ("47,589 and 47,589 of 47,589 refused", "exact"),
    "P3.ends": (
        "terminal() is true in 958 of 958 finished states and in 0 of 4,520 others",
        "exact",
    ),
    "P3.who-begins": (
        "as it counts it does; if all states count it does not, in any of 4,520 positions with sides changed",
        "depends on the reading",
    ),
    "P3.beta-start": ("its program starts alpha at -∞, and beta at +∞", "not testable"),
}
READINGS = {
    "P3.who-begins": [
        ("from the empty board 14,790 if MAX moves, 15,919 if MIN does; up to 1.57 times", "exact"),
        ("from the empty board 258,264 if MAX moves, 291,681 if MIN does; up to 1.57 times", "exact"),
        ("from the empty board 30,709 if MAX moves, 30,709 if MIN does; up to 1.00 times", "contradicted"),
        (
            "from the empty board 549,945 if MAX moves, 549,945 if MIN does; up to 1.00 times",
            "contradicted",
        ),
    ],
}

# Empty squares, side to move, positions, total of the states visited with pruning and without.
BY_EMPTY_SQUARES = [
    (1, "X", 222, 0, 0),
    (1, "O", 222, 222, 222),
    (2, "X", 696, 724, 724),
    (2, "O", 696, 1_140, 1_140),
    (3, "X", 1_372, 3_796, 3_796),
    (3, "O", 1_372, 5_328, 5_328),
    (4, "X", 1_140, 17_369, 19_778),
    (4, "O", 1_140, 14_354, 17_778),
    (5, "X", 756, 33_827, 52_176),
    (5, "O", 756, 36_874, 58_782),
    (6, "X", 252, 58_342, 145_584),
    (6, "O", 252, 47_342, 129_096),
    (7, "X", 72, 64_718, 258_192),
    (7, "O", 72, 69_582, 291_672),
    (8, "X", 9, 33_709, 291_672),
    (8, "O", 9, 27_869, 258_264),
    (9, "X", 1, 14_790, 258_264),
    (9, "O", 1, 15_919, 291_681),
]


BY_ID = {claim.id: claim for claim in claims.CLAIMS}


DETERMINISTIC = [claim for claim in claims.CLAIMS if claim.deterministic]
SLOW = {
    "P3.growth-pruned",
    "P3.growth-unpruned",
    "P3.nodes-unpruned",
    "P3.draw",
    "P3.nodes-pruned",
    "P3.best-move",
    "P3.who-begins",
}


@pytest.mark.parametrize(
    "claim", some_slow(DETERMINISTIC, SLOW, lambda claim: claim.id), ids=lambda claim: claim.id
)
def test_each_claim_comes_to_this(claim: Claim) -> None:
    told = measured(claim)
    assert (told.ours, told.verdict) == FOUND[claim.id]
    if claim.id in READINGS:
        assert readings(told) == READINGS[claim.id]


def test_every_claim_is_here_once() -> None:
    assert [claim.id for claim in claims.CLAIMS if claim.deterministic] == list(FOUND)
    assert {claim.paper for claim in claims.CLAIMS} == {"P3"}


@pytest.mark.campaign
def test_times_are_measured() -> None:
    """How straight their logarithms are is a matter of the machine: R² is 0.93 to 0.96 here."""
    timed = {claim.id: measured(claim) for claim in claims.CLAIMS if not claim.deterministic}
    assert {told.verdict for told in timed.values()} == {"machine-dependent"}
    assert all(row.seconds_pruned and row.seconds_unpruned for row in by_empty_squares())


def test_time_that_does_not_grow_exponentially_contradicts_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    growth = BY_ID["P3.growth-time"]
    for times, straight in (([2.0**n for n in range(10)], "R² 1.00"), ([1.0, 2.0] * 5, "R² 0.00")):
        rows = []
        for row in nodes_by_empty_squares():
            time = times[row.empty]
            rows.append(replace(row, seconds_pruned=time, seconds_unpruned=time))
        monkeypatch.setattr(claims, "by_empty_squares", lambda rows=rows: tuple(rows))
        told = measured(growth)
        assert told.verdict == "machine-dependent"
        assert told.ours.startswith(straight)


@pytest.mark.slow
def test_the_report_says_that_times_are_of_a_sample(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = [replace(row, seconds_pruned=1.0, seconds_unpruned=2.0) for row in nodes_by_empty_squares()]
    monkeypatch.setattr(measures, "by_empty_squares", lambda: tuple(rows))
    (_, states), (_, times) = papers_figures(["P3"])
    assert "every position; only MAX nodes count" in states.caption
    assert "a sample of the positions" in times.caption
    assert "nodes" not in times.caption
    assert "uma amostra das posições" in papers_figures(["P3"], "pt-BR")[1][1].caption


def test_a_terminal_test_that_errs_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(claims, "terminal", lambda board: not actions(board))
    assert measured(BY_ID["P3.ends"]).verdict == "contradicted"


class TestCounts:
    def test_by_empty_squares(self) -> None:
        rows = nodes_by_empty_squares()
        totals = [
            (
                row.empty,
                "XO"[row.to_move.value],
                row.positions,
                round(row.pruned * row.positions),
                round(row.unpruned * row.positions),
            )
            for row in rows
        ]
        assert totals == BY_EMPTY_SQUARES
        assert sum(row.positions for row in rows) == 2 * 4_520

    def test_predicted_counts_equal_walked_counts(self) -> None:
        for side in Player:
            for empty in (1, 2, 3, 4, 5):
                for position in group(empty, side)[::10]:
                    assert count_unpruned(position) == decide_unpruned(position)
        for count_min in (True, False):
            for early in (True, False):
                player = P3Unpruned(count_min=count_min, early=early)
                for position in group(6, Player.FIRST)[::25]:
                    found = player.search(position)
                    assert count_unpruned(position, count_min, early) == (found.move, found.stats.nodes)

    @pytest.mark.parametrize("text", ["X../.O./O.X", ".X./.O./O.X", "..O/XOX/..."])
    def test_the_three_positions_that_figure_1_may_show(self, text: str) -> None:
        position = tictactoe().parse(text)
        assert position.to_move is Player.FIRST
        assert (states_visited(position, decide_pruned), states_visited(position, decide_unpruned)) == (
            58,
            110,
        )
        assert (
            len({position.image(s) for s in position.game.symmetries} & set(positions_giving(58, 110))) == 1
        )

    def test_without_the_early_return_no_position_would_do(self) -> None:
        assert positions_giving(58, 110, early=False) == ()

    def test_where_o_begins_none_would_do(self) -> None:
        first_for = {empty: Player.SECOND if empty % 2 else Player.FIRST for empty in range(1, 10)}
        begun_by_o = [p for empty, side in first_for.items() for p in group(empty, side)]
        assert tictactoe().parse(".../.../... o") in begun_by_o
        alike = [p for p in begun_by_o if states_visited(p, count_unpruned) == 110]
        assert 58 not in {states_visited(p, decide_pruned) for p in alike}

    def test_a_power_is_a_straight_line(self) -> None:
        assert straightness([2.0**n for n in range(9)]) == pytest.approx(1)
        assert growth_factors([1.0, 3.0, 9.0]) == [3, 3]


class TestThePlayers:
    @pytest.mark.parametrize(
        ("spec", "first", "whole"),
        [("p3.pruned", 14_790, 17_446), ("p3.pruned(count_min=True)", 30_709, 36_684), ("p3.pruned(early=False)", 14_790, 17_446)],
    )  # fmt: skip
    def test_a_whole_game(self, spec: str, first: int, whole: int) -> None:
        player, position, nodes, line = load_agent(spec), tictactoe().start(), [], ""
        while not position.outcome():
            found = player.search(position)
            nodes.append(found.stats.nodes)
            line += position.write(found.move)
            position = position.play(found.move)
        assert (nodes[0], sum(nodes), line, position.outcome()) == (
            first,
            whole,
            "152374689",
            Outcome(None),
        )

    def test_a_win_at_once_is_taken_after_it_was_searched(self) -> None:
        position = tictactoe().parse("XX./OO./X.O o")
        found = P3Unpruned(count_min=True).search(position)
        assert (position.write(found.move), found.score, found.line) == ("6", WIN, (5,))
        assert found.stats.nodes < P3Unpruned(count_min=True, early=False).search(position).stats.nodes

    @pytest.mark.parametrize("player", [P3Pruned(), P3Unpruned()], ids=repr)
    def test_a_finished_game_has_no_move(self, player: Searcher) -> None:
        found = player.search(tictactoe().parse("XXX/OO./..."))
        assert (found.score, found.line, found.stats.nodes) == (-WIN, (), 0)

    def test_limits_leave_the_best_move_so_far(self) -> None:
        for player in (P3Pruned(), P3Unpruned()):
            found = player.search(tictactoe().start(), Limits(nodes=100))
            assert (found.line, found.stopped, found.proven, found.stats.nodes) == (
                (0,),
                "nodes",
                False,
                100,
            )

    def test_specs_load_back(self) -> None:
        for player in (P3Pruned(), P3Unpruned(early=False), P3Pruned(count_min=True)):
            assert load_agent(player.spec) == load_agent(repr(player)) == player

    @pytest.mark.parametrize("name", ["p3.pruned", "p3.unpruned"])
    def test_refusals(self, name: str) -> None:
        with pytest.raises(
            BadSpec, match=f"no {name} in connect4: the paper's program plays tictactoe only"
        ):
            load_agent(name).search(connect4().start())
        with pytest.raises(BadSpec, match="bad count_min in count_min=2: count_min is True or False"):
            load_agent(f"{name}(count_min=2)")
        with pytest.raises(BadSpec, match="bad early in early='no': early is True or False"):
            load_agent(f"{name}(early='no')")
        with pytest.raises(NoNativeCore, match="the compiled core has no searcher P3"):
            load_agent(f"{name}(core='native')").search(tictactoe().start())


class TestTheFormalProblem:
    def test_from_the_initial_state(self) -> None:
        board = result(result(INITIAL_STATE, (1, 1)), (0, 0))
        assert board == (("O", None, None), (None, "X", None), (None, None, None))
        assert len(actions(board)) == 7
        assert not terminal(board)
        assert utility(board) == 0

    @pytest.mark.parametrize("action", [(1, 1), (3, 0), (0, -1)])
    def test_an_invalid_action_is_an_error(self, action: tuple[int, int]) -> None:
        with pytest.raises(InvalidAction, match="Invalid Action"):
            result(result(INITIAL_STATE, (1, 1)), action)
