"""P1: minimax and the greedy player as published, and what becomes of the paper's claims."""

from __future__ import annotations

import pytest

from plyground import BadSpec, Player, tictactoe
from plyground.agents import AGENTS, load_agent
from plyground.agents.published.p0 import empty_squares
from plyground.agents.published.p1 import P1Greedy, P1Minimax, first_best, last_step_up
from plyground.papers import p1
from plyground.papers.p0_games import START, decisions, play, record, tree_size, value
from plyground.papers.p1_greedy import (
    completing,
    greedy,
    greedy_record,
    lines_lost,
    marks_needed,
    wins_by_diagonal,
)
from plyground.papers.p1_minimax import decided, minimax_move, minimax_record, random_openings, valued
from plyground.search import Limits
from plyground.search.greedy import Greedy
from plyground.search.searcher import Searcher

CLAIMS = {claim.id: claim for claim in p1.CLAIMS}

FINDINGS = {
    "P1.figure-1": ("O 0 0, X 2 0, O 0 1, X 0 2: X wins", "contradicted"),
    "P1.figure-1-bug": ("O 0 0, X 2 0, O 0 1, X 2 1: X wins", "exact"),
    "P1.best-move": ("0 of 4,520 positions spoiled", "exact"),
    "P1.best-move-bug": ("111 of 4,520 positions spoiled", "contradicted"),
    "P1.empty": ("2 of 2 programs draw", "exact"),
    "P1.random": ("0.0% 66.7% 45.2% 82.0% 76.8% 85.4% 71.3% 64.0%", "exact"),
    "P1.random-3": ("45.2%", "contradicted"),
    "P1.favoured": ("after 4,519 of 4,519 openings", "exact"),
    "P1.minimax": ("597 won, 185 drawn, 0 lost", "exact"),
    "P1.minimax-bug": ("625 won, 206 drawn, 22 lost", "contradicted"),
    "P1.depth": ("9 levels", "exact"),
    "P1.minimax-order": ("549,946 nodes from the empty board", "exact"),
    "P1.greedy-order": ("n squares valued in 4,520 of 4,520 positions", "exact"),
    "P1.board-order": ("at most 24 looks at a square", "exact"),
    "P1.flat-g": ("6 of 8 squares after a corner, 4 of 8 edge, 8 of 8 centre", "contradicted"),
    "P1.urgency": ("88 of 976 lone threats not parried (Figure 2's: 100)", "contradicted"),
    "P1.greedy-best-move": ("888 of 4,520 positions spoiled (Figure 2's: 955)", "contradicted"),
    "P1.figure-2": ("1 → O 1 1, 7 → O 0 0", "contradicted"),
    "P1.figure-2-one": ("1 → O 0 0, 7 → O 1 1", "exact"),
    "P1.greedy-draws": (
        "A* has 246 won, 288 drawn, 33 lost (Figure 2's: 243 won, 331 drawn, 37 lost)",
        "exact",
    ),
    "P1.greedy-losses": ("33 of 567 lines lost (Figure 2's: 37 of 611)", "exact"),
    "P1.diagonals": ("1 of 33 lost lines end on a diagonal (Figure 2's: 2 of 38)", "contradicted"),
    "P1.diagonal-play": (
        "61% of the lines lost and 43% of the others (Figure 2's: 54% of the lines lost and 48% of the others)",
        "exact",
    ),
}


@pytest.mark.parametrize("name", FINDINGS)
def test_claims(name: str) -> None:
    found = CLAIMS[name].measure()
    assert (found.ours, found.verdict) == FINDINGS[name]
    assert found.why.endswith(".")


def test_every_claim_is_here() -> None:
    assert len(CLAIMS) == len(p1.CLAIMS)
    assert set(CLAIMS) == set(FINDINGS)
    assert all(claim.deterministic for claim in p1.CLAIMS)
    assert "2020" in p1.TITLE


def test_the_error_is_a_comparison_with_the_sibling_before() -> None:
    replies = [(0, 1), (10, 2), (-10, 3), (0, 4), (0, 5)]
    assert first_best(replies) == (10, 2)
    assert last_step_up(replies) == (0, 4)
    assert last_step_up([(5, 1)]) == (5, 1)


@pytest.mark.parametrize("sibling", [False, True])
def test_each_position_worked_out_once_is_what_the_player_finds(sibling: bool) -> None:
    player = P1Minimax(sibling)
    for position in [position for position in decisions() if empty_squares(position) <= 6][::5]:
        found = player.search(position)
        assert (found.score, found.move) == valued(position, sibling)


def test_minimax_plays_itself_from_the_empty_board() -> None:
    game = play(P1Minimax(), P1Minimax())
    assert game.moves == (0, 4, 1, 2, 6, 3, 5, 7, 8)
    assert game.winner is None
    assert game.nodes == (557_492, 60_692)
    position, trees = START, [0, 0]
    for move in game.moves:
        trees[position.to_move.value] += tree_size(position)
        position = position.after(move)
    assert game.nodes == tuple(trees)


def test_the_error_costs_games_in_the_second_seat_only() -> None:
    with_error = [record(lambda position: minimax_move(position, True), seat).losses for seat in Player]
    assert with_error == [0, 22]
    assert minimax_record(False).losses == 0


def test_minimax_does_not_hurry() -> None:
    position = tictactoe().parse("1425")  # X completes the row at 3; any win is as good
    found = P1Minimax().search(position)
    assert (found.score, found.move) == (10, 2)
    assert P1Minimax().search(position.after(2)).score == -10
    assert P1Minimax().search(position.after(2)).line == ()


def test_random_openings_are_chances() -> None:
    for plies in range(1, 9):
        assert sum(random_openings(plies).values()) == 1
    assert len(random_openings(2)) == 72
    assert decided(1, True) == 0


def test_the_greedy_player_is_the_searcher() -> None:
    for version in ("all", "one"):
        for position in decisions()[::11]:
            assert P1Greedy(version).search(position) == Greedy(version, core="python").search(position)


def test_greedy_by_seats() -> None:
    assert str(greedy_record("all", Player.FIRST)) == "74 won, 22 drawn, 0 lost"
    assert str(greedy_record("one", Player.FIRST)) == "98 won, 41 drawn, 1 lost"


def test_a_line_that_beats_the_greedy_player() -> None:
    lost = {line.moves: line for line in lines_lost("all")}
    line = lost[0, 4, 6, 2, 3]  # O answers two in the left column by a corner
    assert line.end.lines == ((0, 3, 6),)
    assert not wins_by_diagonal(line)
    position = START
    for move in line.moves:
        if position.to_move is Player.SECOND:
            assert greedy("all")(position) == move
        position = position.after(move)
    assert position.outcome() == line.end


def test_what_the_greedy_player_looks_at() -> None:
    threatened = tictactoe().parse("157")  # X on 0 and 6, O on 4: X threatens 3
    assert completing(threatened, Player.FIRST) == [3]
    assert greedy("all")(threatened) == 2
    assert value(threatened) == 0
    assert dict(zip(threatened.moves(), marks_needed(threatened), strict=True)) == {
        1: 2,
        2: 2,
        3: 1,
        5: 3,
        7: 2,
        8: 2,
    }
    assert set(marks_needed(START)) == {3}


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("p1.minimax(sibling='no')", "bad sibling in sibling='no': sibling is True or False"),
        ("p1.greedy(diagonals='two')", "bad diagonals in diagonals='two': diagonals is one of all, one"),
    ],
)
def test_bad_options_are_refused(spec: str, message: str) -> None:
    with pytest.raises(BadSpec) as refused:
        load_agent(spec)
    assert str(refused.value) == message


def test_specs_load_back() -> None:
    players: list[Searcher] = [P1Minimax(), P1Minimax(sibling=True), P1Greedy(), P1Greedy("one")]
    for player in players:
        assert load_agent(player.spec) == load_agent(repr(player)) == player
    assert {"p1.minimax", "p1.greedy"} <= set(AGENTS)
    assert load_agent("p1.greedy") != load_agent("greedy")


def test_a_limit_of_nodes_still_gives_a_move() -> None:
    position = tictactoe().parse("142")  # X threatens 3
    for most in (1, 300, 1000):
        found = P1Minimax().search(position, Limits(nodes=most))
        assert found.stopped == "nodes"
        assert found.stats.nodes == most
        assert found.move in position.moves()
    assert P1Minimax().search(position, Limits(nodes=1000)).move == 2
