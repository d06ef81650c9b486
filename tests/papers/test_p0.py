"""P0: its two players as published, and what becomes of its claims."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import cast

import pytest

from helpers.samples import some_slow
from helpers.telling import measured, readings
from plyground import BadSpec, Player, tictactoe
from plyground.agents import AGENTS, load_agent
from plyground.papers.claim import title
from plyground.papers.p0 import claims, larger
from plyground.papers.p0.measures import NODES_MTT, NodesSpread, costs, draws, mtt, nodes
from plyground.papers.p0.players import CORNERS, P0AlphaBeta, P0Mtt
from plyground.papers.tictactoe import START, decisions, line_endings, play, positions, value
from plyground.searchers import Limits, Searcher
from plyground.solver.exhaustive import full_table

CLAIMS = {claim.id: claim for claim in claims.CLAIMS}

FINDINGS = {
    "P0.draws": ("5 of 5 different games drawn", "exact"),
    "P0.nodes-mtt": ("2,947.6 ± 0.7 expected; the printed mean is -0.28 standard deviations off", "fitted"),
    "P0.nodes-alphabeta": (
        "5,313.2 ± 149.5 expected; the printed mean is +0.14 standard deviations off",
        "fitted",
    ),
    "P0.nodes-ratio": ("0.555 (0.475 to 0.644)", "fitted"),
    "P0.reversal": (
        "MTT 2,947.6; alpha-beta 5,313.2, or 2,777.6 if alpha is carried",
        "depends on the reading",
    ),
    "P0.roles": ("each mean by itself fits if MTT opens 3 of 5", "fitted"),
    "P0.impartial": ("MTT opens 3 and alpha-beta 2 of 5", "contradicted"),
    "P0.printed-ratio": ("2.758", "not testable"),
    "P0.same-move": ("in 4,519 of 4,519 positions", "exact"),
    "P0.unbeaten-mtt": ("686 won, 199 drawn, 0 lost", "exact"),
    "P0.unbeaten-alphabeta": ("471 won, 190 drawn, 0 lost", "exact"),
    "P0.optimal": ("0 and 0 moves that give something away", "exact"),
    "P0.solved": ("with perfect play: draw", "exact"),
    "P0.pruning": ("7.4 times fewer nodes", "exact"),
    "P0.exponential": (
        "1.00 / 1.00 / 1.00 / 1.19 / 1.59 / 2.51 / 3.57 / 7.00 times fewer, from 1 empty square to 8",
        "depends on the reading",
    ),
    "P0.table-effect": ("12.6 times fewer nodes (pruning: 7.0)", "depends on the reading"),
    "P0.revisits": ("6,304 nodes for 1,869 positions", "exact"),
    "P0.recalculated": ("1,385 boards worked out, 0 nodes more than once each would take", "exact"),
    "P0.memory": ("1,525 boards at most", "not testable"),
    "P0.heuristic": ("0 unfinished positions valued, of 5,478", "not testable"),
    "P0.deeper": (
        "deeper at every number of nodes, over all 49 openings of two plies in Connect Four",
        "exact",
    ),
    "P0.time-unit": (
        "29.5 and 45.0 µs a node if both are of a game; 4.5 times that if times are of a move",
        "not testable",
    ),
    "P0.table-larger": (
        "34 times fewer nodes in tic-tac-toe; in Connect Four 1.4 / 3.5 / 12.4 / 56.6 to depths 4, 6, 8, 10",
        "depends on the reading",
    ),
    "P0.prohibitive": (
        "40 MB for Connect Four to ply 10, 73 TB for all of it; 3.0 times as many boards with the last ply",
        "depends on the reading",
    ),
    "P0.better-decisions": (
        "the same move in 4,519 of 4,519 positions of tic-tac-toe",
        "depends on the reading",
    ),
    "P0.board-key": ("the score of minimax without a table in 4,519 of 4,519 positions", "exact"),
    "P0.heuristic-quality": (
        "zero / centre / open_lines / windows name the winner of 0% / 48% / 54% / 69% of decided positions and make 11% / 43% / 72% / 73% of the points",
        "depends on the reading",
    ),
    "P0.cited-year": ("2007 in its own list of references", "not testable"),
}
READINGS = {
    "P0.reversal": [
        ("alpha-beta 5,313.2 nodes, MTT 2,947.6", "exact"),
        ("alpha-beta 2,777.6 nodes, MTT 2,947.6", "contradicted"),
    ],
    "P0.deeper": [
        ("3.84 plies with pruning, 3.00 without", "exact"),
        ("5.45 plies with pruning, 4.00 without", "exact"),
        ("7.02 plies with pruning, 5.00 without", "exact"),
    ],
    "P0.table-larger": [
        ("1.4 / 3.5 / 12.4 / 56.6 times fewer nodes", "exact"),
        ("1.4 times fewer nodes, against 34.0", "contradicted"),
        ("3.5 times fewer nodes, against 34.0", "contradicted"),
        ("12.4 times fewer nodes, against 34.0", "contradicted"),
        ("56.6 times fewer nodes, against 34.0", "exact"),
        ("1.4 times fewer nodes, against 1.7", "contradicted"),
        ("3.5 times fewer nodes, against 7.0", "contradicted"),
        ("12.4 times fewer nodes, against 26.5", "contradicted"),
    ],
    "P0.better-decisions": [
        ("4,519 of 4,519 moves the same", "contradicted"),
        ("49 / 56 / 67.5 of 98 points against minimax without it", "exact"),
    ],
}


SLOW = {
    *("P0.same-move", "P0.exponential", "P0.optimal", "P0.board-key", "P0.better-decisions"),
    *("P0.table-larger", "P0.prohibitive", "P0.deeper", "P0.heuristic-quality"),
}


@pytest.mark.parametrize("name", some_slow(FINDINGS, SLOW))
def test_claims(name: str) -> None:
    told = measured(CLAIMS[name])
    assert (told.ours, told.verdict) == FINDINGS[name]
    assert readings(told) == READINGS.get(name, [])


def test_every_claim_is_here_but_those_with_clocks() -> None:
    assert len(CLAIMS) == len(claims.CLAIMS)
    timed = {claim.id for claim in claims.CLAIMS if not claim.deterministic}
    assert timed == {"P0.times", "P0.time-ratio", "P0.pruning-time"}
    assert set(CLAIMS) == set(FINDINGS) | timed
    assert "2025" in title("P0")


def test_times_in_another_order_are_told_and_contradict_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    for pair, here in (((1.0, 2.0), "here it holds"), ((2.0, 1.0), "here it did not hold this time")):
        monkeypatch.setattr(claims, "seconds", lambda pair=pair: pair)
        for name in ("P0.times", "P0.time-ratio"):
            told = measured(CLAIMS[name])
            assert told.verdict == "machine-dependent"
            assert told.why.endswith(f": {here}.")


@pytest.mark.parametrize(("plain", "here"), [(8.0, "here it holds"), (0.5, "here it did not hold")])
def test_whether_pruning_takes_less_time_is_told(
    plain: float, here: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def player(seconds: float) -> Callable[[], Searcher]:
        stats = SimpleNamespace(stats=SimpleNamespace(seconds=seconds))
        return lambda: cast(Searcher, SimpleNamespace(search=lambda position, limits: stats))

    monkeypatch.setattr(larger, "P1Minimax", player(plain))
    monkeypatch.setattr(larger, "P0AlphaBeta", player(1.0))
    told = measured(CLAIMS["P0.pruning-time"])
    assert told.verdict == "machine-dependent"
    assert here in told.why


@pytest.mark.slow
def test_the_points_of_heuristics_over_all_openings() -> None:
    games = 3 * 2 * len(larger.openings())
    made = [larger.efficacy()[name] * games for name in larger.HEURISTICS]
    assert [round(points, 6) for points in made] == [33.5, 127.5, 211, 216]


def test_openings_of_larger_games_are_all_and_not_half_a_board() -> None:
    """Our searchers try columns from the left: a mirrored opening is another game, and counts."""
    game, openings = larger.FOUR, larger.openings()
    assert len(openings) == len(set(openings)) == 49
    mirrored = {position.image(tuple(6 - c % 7 + c // 7 * 7 for c in range(42))) for position in openings}
    assert mirrored == set(openings)
    assert all(game.parse(f"{a}{b}") in openings for a in range(1, 8) for b in range(1, 8))


def test_means_follow_the_spread() -> None:
    spread = NodesSpread(mean=100.0, deviation=2.0, low=90.0, high=103.0)
    assert [spread.allows(x) for x in (100.0, 103.0, 103.5, 94.0)] == [True, True, False, False]


def test_no_draw_of_corners_gives_both_means() -> None:
    """2,947.40 forces (6, 5, 4) corners of three costs; alpha-beta's mean is then another."""
    assert len(draws()) == 816
    exact = [draw for draw in draws() if abs(draw.table - NODES_MTT) < 0.005]
    assert {(a, b + c, d) for a, b, c, d in (draw.corners for draw in exact)} == {(6, 5, 4)}
    assert (min(d.pruned for d in exact), max(d.pruned for d in exact)) == pytest.approx((5194.96, 5263.96))
    assert (
        claims.draws_that_give_both(0.5) == []
    )  # not even with the mean of each test rounded to whole nodes
    assert claims.draws_that_give_both(1.0)  # but near they are


def test_a_draw_that_gives_both_means_would_be_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(claims, "NODES_ALPHABETA", draws()[200].pruned)
    monkeypatch.setattr(claims, "NODES_MTT", draws()[200].table)
    assert claims.nodes_mtt().facts["both"] > 0
    assert claims.nodes_alphabeta().facts["left"] > 0


def test_what_no_draw_gives_is_said_of_our_player_and_not_of_their_mean() -> None:
    """That no draw of corners gives both means excludes the program that we fitted, not the paper."""
    for name in ("P0.nodes-mtt", "P0.nodes-alphabeta"):
        told = measured(CLAIMS[name])
        assert told.verdict == "fitted"
        assert " 0 of 816 draws " in told.why or " 0 give it together " in told.why


def test_nodes_of_a_game_by_the_corner_drawn() -> None:
    assert costs(P0Mtt) == ([1544, 1545, 1545, 1534], 5056)
    assert costs(P0AlphaBeta) == ([6560, 7494, 7839, 9246], 1606)
    assert costs(P0AlphaBeta, carried=True) == ([2881, 3799, 4401, 4911], 947)
    assert nodes(P0AlphaBeta, opened=2).mean > nodes(P0Mtt, opened=2).mean


def test_the_games() -> None:
    assert play(mtt(0), P0AlphaBeta()).moves == (0, 4, 1, 2, 6, 3, 5, 7, 8)
    assert play(mtt(8), P0AlphaBeta()).moves == (8, 4, 0, 1, 7, 6, 2, 5, 3)
    assert play(P0AlphaBeta(), mtt()).moves == (4, 0, 1, 7, 3, 5, 2, 6, 8)


def test_openings_are_not_searched() -> None:
    drawn = {P0Mtt(seed).search(START).move for seed in range(40)}
    assert drawn == set(CORNERS)
    assert P0Mtt(7).search(START).move == P0Mtt(7).search(START).move
    assert P0AlphaBeta().search(START).move == 4
    assert P0Mtt().search(START).stats.nodes == P0AlphaBeta().search(START).stats.nodes == 0


def test_scores_are_the_papers() -> None:
    winning = tictactoe().parse("1425")  # X has 1 and 2, O has 4 and 5
    assert P0Mtt().search(winning).score == 9
    assert P0AlphaBeta().search(winning).score == 5
    lost = tictactoe().parse("12549")  # X has won
    assert P0Mtt().search(lost).score == -10
    assert P0AlphaBeta().search(lost).score == -5
    assert P0Mtt().search(lost).line == P0AlphaBeta().search(lost).line == ()


def test_alpha_beta_does_not_count_its_root_and_mtt_does() -> None:
    last = tictactoe().parse("12345768")
    assert len(last.moves()) == 1
    assert P0Mtt().search(last).stats.nodes == 2
    assert P0AlphaBeta().search(last).stats.nodes == 1


def test_carrying_alpha_changes_no_move() -> None:
    some = [position for position in decisions() if position != START][::7]
    for position in some:
        carried, full = P0AlphaBeta(carried=True).search(position), P0AlphaBeta().search(position)
        assert (carried.move, carried.score) == (full.move, full.score)
        assert carried.stats.nodes <= full.stats.nodes


def test_the_largest_table_is_counted_right() -> None:
    follow = full_table(START.after(4))
    unfinished = sum(not position.outcome() for position in follow)
    assert unfinished == sum(position.first >> 4 & 1 for position in decisions()) == 1385


def test_tictactoe_as_a_whole() -> None:
    assert (len(positions()), len(decisions()), value(START)) == (5478, 4520, 0)
    first = line_endings(lambda position: position.moves()[0], Player.FIRST)
    assert first.lines == first.wins + first.draws + first.losses
    assert first.losses > 0


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("p0.mtt(seed=-1)", "bad seed in seed=-1: seed is a whole number from 0 to 18446744073709551615"),
        ("p0.alphabeta(carried=1)", "bad carried in carried=1: carried is True or False"),
        ("p0.alphabeta(depth=2)", "no option depth"),
    ],
)
def test_bad_options_are_refused(spec: str, message: str) -> None:
    with pytest.raises(BadSpec) as refused:
        load_agent(spec)
    assert message in str(refused.value)


def test_specs_load_back() -> None:
    for player in (P0Mtt(), P0Mtt(seed=3), P0AlphaBeta(), P0AlphaBeta(carried=True)):
        assert load_agent(player.spec) == load_agent(repr(player)) == player
    assert {"p0.mtt", "p0.alphabeta"} <= set(AGENTS)


@pytest.mark.parametrize("player", [P0Mtt(), P0AlphaBeta()], ids=repr)
def test_a_limit_of_nodes_still_gives_a_move(player: P0Mtt | P0AlphaBeta) -> None:
    position = START.after(0)
    for most in (1, 50, 1000):
        found = player.search(position, Limits(nodes=most))
        assert found.stopped == "nodes"
        assert found.stats.nodes == most
        assert found.move in position.moves()
    assert player.search(position, Limits(nodes=100_000)).stopped is None
