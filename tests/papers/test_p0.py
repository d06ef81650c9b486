"""P0: its two players as published, and what becomes of its claims."""

from __future__ import annotations

import pytest

from plyground import BadSpec, Player, tictactoe
from plyground.agents import AGENTS, load_agent
from plyground.agents.published.p0 import CORNERS, P0AlphaBeta, P0Mtt
from plyground.papers import p0
from plyground.papers.p0_games import START, decisions, play, positions, record, value
from plyground.papers.p0_match import Spread, costs, mtt, nodes
from plyground.search import Limits
from plyground.solver.exhaustive import full_table

CLAIMS = {claim.id: claim for claim in p0.CLAIMS}

FINDINGS = {
    "P0.draws": ("5 of 5 different games drawn", "exact"),
    "P0.nodes-mtt": ("2,947.6 ± 0.7 (2,942.8 to 2,949.4)", "within noise"),
    "P0.nodes-alphabeta": ("5,313.2 ± 149.5 (4,578.4 to 6,190.0)", "within noise"),
    "P0.nodes-ratio": ("0.555 (0.475 to 0.644)", "within noise"),
    "P0.reversal": ("MTT 2,947.6, alpha-beta if alpha is carried 2,777.6", "contradicted"),
    "P0.roles": ("the means fit if MTT opens 3 of 5", "within noise"),
    "P0.impartial": ("MTT opens 3 and alpha-beta 2 of 5", "contradicted"),
    "P0.printed-ratio": ("2.758", "within noise"),
    "P0.same-move": ("in 4,519 of 4,519 positions", "exact"),
    "P0.unbeaten-mtt": ("686 won, 199 drawn, 0 lost", "exact"),
    "P0.unbeaten-alphabeta": ("471 won, 190 drawn, 0 lost", "exact"),
    "P0.optimal": ("0 and 0 moves that give something away", "exact"),
    "P0.solved": ("drawn with perfect play", "exact"),
    "P0.pruning": ("7.4 times fewer nodes", "exact"),
    "P0.exponential": (
        "1.00 1.00 1.00 1.19 1.59 2.51 3.57 7.00 times fewer with 1 to 8 squares empty",
        "exact",
    ),
    "P0.table-effect": ("12.6 times fewer nodes (pruning: 7.0)", "contradicted"),
    "P0.revisits": ("6,304 nodes for 1,869 positions", "exact"),
    "P0.recalculated": ("1,385 boards once, 2,204 found again, 576 ends judged again", "contradicted"),
    "P0.memory": ("1,525 boards", "exact"),
    "P0.heuristic": ("0 unfinished positions valued", "contradicted"),
}


@pytest.mark.parametrize("name", FINDINGS)
def test_claims(name: str) -> None:
    found = CLAIMS[name].measure()
    assert (found.ours, found.verdict) == FINDINGS[name]
    assert found.why.endswith(".")


def test_every_claim_is_here_but_those_with_clocks() -> None:
    assert len(CLAIMS) == len(p0.CLAIMS)
    timed = {claim.id for claim in p0.CLAIMS if not claim.deterministic}
    assert timed == {"P0.times", "P0.time-ratio"}
    assert set(CLAIMS) == set(FINDINGS) | timed
    for name in timed:
        assert CLAIMS[name].measure().verdict == "machine-dependent"
    assert "2025" in p0.TITLE


def test_verdicts_follow_the_numbers() -> None:
    spread = Spread(mean=100.0, deviation=2.0, low=90.0, high=103.0)
    assert [spread.judge(x) for x in (100.0, 103.0, 103.5, 94.0)] == [
        "exact",
        "within noise",
        "contradicted",
        "contradicted",
    ]


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
    first = record(lambda position: position.moves()[0], Player.FIRST)
    assert first.lines == first.wins + first.draws + first.losses
    assert first.losses > 0


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("p0.mtt(seed=-1)", "bad seed in seed=-1: seed is a whole number from 0 to 18446744073709551615"),
        ("p0.alphabeta(carried=1)", "bad carried in carried=1: carried is True or False"),
        ("p0.alphabeta(depth=2)", "got an unexpected keyword argument 'depth'"),
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
