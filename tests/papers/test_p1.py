"""P1: minimax and the greedy player as published, and what becomes of the paper's claims."""

from __future__ import annotations

import pytest

from helpers.telling import measured, readings
from plyground import BadSpec, Player, tictactoe
from plyground.agents import AGENTS, load_agent
from plyground.game import Outcome
from plyground.papers.claim import title
from plyground.papers.p0.players import empty_squares
from plyground.papers.p1 import claims
from plyground.papers.p1.greedy import greedy, greedy_record, marks_needed, winning_squares
from plyground.papers.p1.minimax import (
    minimax_record,
    moves_of,
    orders_that_play_figure_1,
    plays_figure_1,
    random_openings,
    share_decided,
)
from plyground.papers.p1.players import P1Greedy, P1Minimax, first_best, last_step_up
from plyground.papers.p1.readings import (
    Greed,
    Minimax,
    last_best_by_rows,
    lost_lines,
    minimax_move,
    minimax_value,
    on_diagonals,
    that_play_figure_2,
    weakness,
)
from plyground.papers.tictactoe import (
    START,
    decisions,
    gives_away,
    line_endings,
    play,
    positions,
    tree_size,
    value,
)
from plyground.searchers import Limits
from plyground.searchers.greedy import Greedy
from plyground.searchers.searcher import Searcher

pytestmark = pytest.mark.xdist_group("p1")  # so that what claims share is measured once
CLAIMS = {claim.id: claim for claim in claims.CLAIMS}

FINDINGS = {
    "P1.figure-1": ("3 of 4 readings play it", "depends on the reading"),
    "P1.figure-1-bug": ("2 of 2 readings play it", "fitted"),
    "P1.best-move": ("0 of 4,520 positions spoiled", "exact"),
    "P1.best-move-bug": ("0 / 59 / 111 positions spoiled, by reading", "depends on the reading"),
    "P1.empty": ("4 of 4 programs draw", "exact"),
    "P1.random": (
        "66.7% / 45.2% / 82.0% / 76.8% / 85.4% / 71.3% / 64.0% after 2 to 8 random moves",
        "depends on the reading",
    ),
    "P1.favoured": (
        "100% / 68% / 92% / 70% / 86% / 52% / 100% of the decided games after 2 to 8 random moves",
        "depends on the reading",
    ),
    "P1.minimax": ("597 lines won, 185 drawn, 0 lost", "exact"),
    "P1.minimax-bug": ("0 / 0 / 22 lines lost, by reading", "depends on the reading"),
    "P1.depth": ("9 squares", "not testable"),
    "P1.minimax-order": ("549,946 nodes from the empty board, 0.14% of 9^9", "not testable"),
    "P1.greedy-order": ("one value of F for each empty square", "not testable"),
    "P1.board-order": ("at most 24 looks at a square", "not testable"),
    "P1.flat-g": (
        "the commonest G has 6/8 squares after a corner, 4/8 after an edge, 8/8 after the centre",
        "depends on the reading",
    ),
    "P1.urgency": ("88 of 976 lone threats not parried (with one diagonal: 100)", "depends on the reading"),
    "P1.greedy-best-move": ("888 of 4,520 positions spoiled (with one diagonal: 955)", "contradicted"),
    "P1.figure-2": ("1 → O 1 1, 7 → O 0 0", "contradicted"),
    "P1.figure-2-one": ("1 → O 0 0, 7 → O 1 1", "fitted"),
    "P1.greedy-draws": ("two ways to play for the person, 567 lines in all", "depends on the reading"),
    "P1.greedy-losses": ("33 of 567 lines lost (with one diagonal: 37 of 611)", "exact"),
    "P1.diagonals": (
        "of 200 readings of G and H 80 play Figure 2; 76 of these lose more than a quarter of their lost lines "
        "on a diagonal",
        "depends on the reading",
    ),
    "P1.diagonal-play": ("more often than elsewhere, in 6 of 6 readings", "depends on the reading"),
    "P1.g-end": ('better than H by itself, in 3 of 3 readings of "end"', "depends on the reading"),
    "P1.h-beginning": (
        'H by itself is better than G by itself in 1 of 3 readings of "beginning"',
        "depends on the reading",
    ),
    "P1.f-both": ("spoils no more than either in 5 of 6 readings", "depends on the reading"),
    "P1.zeros": ('the boards of Figures 1 and 2 show empty squares as "-"', "not testable"),
    "P1.checked-once": ("valor() looks at 24 squares, a square up to 4 times", "not testable"),
    "P1.figure-boards": ("8 of 8 boards", "exact"),
}
PLAYED = "O 0 0, X 2 0, O 0 1, X 2 1; of 5,478 positions"
WITH_ERROR = [
    (f"{PLAYED} 0 are valued wrongly and 59 spoiled", "fitted"),
    (f"{PLAYED} 125 are valued wrongly and 111 spoiled", "fitted"),
]
READINGS = {
    "P1.figure-1": [
        (
            "O 0 0, X 2 0, O 0 1, X 0 2; of 5,478 positions 0 are valued wrongly and 0 spoiled",
            "contradicted",
        ),
        (f"{PLAYED} 0 are valued wrongly and 0 spoiled", "fitted"),
        *WITH_ERROR,
    ],
    "P1.figure-1-bug": WITH_ERROR,
    "P1.g-end": [
        ("spoils 28% by G, 40% by H, 28% by F", "depends on the reading"),
        ("spoils 28% by G, 38% by H, 27% by F", "depends on the reading"),
        ("spoils 29% by G, 35% by H, 26% by F", "depends on the reading"),
    ],
    "P1.h-beginning": [
        ("spoils 41% by G, 38% by H, 30% by F", "exact"),
        ("spoils 35% by G, 53% by H, 35% by F", "contradicted"),
        ("spoils 27% by G, 51% by H, 32% by F", "contradicted"),
    ],
    "P1.f-both": [
        ("spoils 41% by G, 38% by H, 30% by F", "exact"),
        ("spoils 35% by G, 53% by H, 35% by F", "exact"),
        ("spoils 27% by G, 51% by H, 32% by F", "contradicted"),
        ("spoils 28% by G, 40% by H, 28% by F", "exact"),
        ("spoils 28% by G, 38% by H, 27% by F", "exact"),
        ("spoils 29% by G, 35% by H, 26% by F", "exact"),
    ],
    "P1.best-move-bug": [
        ("0 of 4,520 positions spoiled", "exact"),
        ("59 of 4,520 positions spoiled", "contradicted"),
        ("111 of 4,520 positions spoiled", "contradicted"),
    ],
    "P1.minimax-bug": [
        ("605 lines won, 185 drawn, 0 lost", "exact"),
        ("625 lines won, 225 drawn, 0 lost", "exact"),
        ("625 lines won, 206 drawn, 22 lost", "contradicted"),
    ],
    "P1.greedy-draws": [
        ("51% drawn, 6% won by the person, 43% by A*", "depends on the reading"),
        ("30% drawn, 5% won by the person, 65% by A*", "depends on the reading"),
    ],
    "P1.diagonals": [
        ("1 of 33 lost lines end on a diagonal; does not play Figure 2", "depends on the reading"),
        ("2 of 38 lost lines end on a diagonal; plays Figure 2", "depends on the reading"),
        ("41 of 60 lost lines end on a diagonal; plays Figure 2", "depends on the reading"),
        ("103 of 117 lost lines end on a diagonal; plays Figure 2", "depends on the reading"),
        ("10 of 37 lost lines end on a diagonal; plays Figure 2", "depends on the reading"),
        ("347 of 354 lost lines end on a diagonal; plays Figure 2", "depends on the reading"),
    ],
    "P1.diagonal-play": [
        ("61% of the lines lost and 43% of the others", "depends on the reading"),
        ("54% of the lines lost and 48% of the others", "depends on the reading"),
        ("90% of the lines lost and 51% of the others", "depends on the reading"),
        ("95% of the lines lost and 70% of the others", "depends on the reading"),
        ("69% of the lines lost and 68% of the others", "depends on the reading"),
        ("99% of the lines lost and 63% of the others", "depends on the reading"),
    ],
}


@pytest.mark.parametrize("name", FINDINGS)
def test_claims(name: str) -> None:
    told = measured(CLAIMS[name])
    assert (told.ours, told.verdict) == FINDINGS[name]
    assert readings(told) == READINGS.get(name, [])


def test_every_claim_is_here() -> None:
    assert len(CLAIMS) == len(claims.CLAIMS)
    assert set(CLAIMS) == set(FINDINGS)
    assert all(claim.deterministic for claim in claims.CLAIMS)
    assert "2020" in title("P1")


class TestReadingsOfFigure1:
    def test_a_minimax_without_error_plays_it(self) -> None:
        """Values and moves are right in every position, so the figure is no proof of an error."""
        for position in positions():
            assert minimax_value(position, "sides")[0] == 10 * value(position)
        assert not any(gives_away(position, minimax_move(position, "sides")) for position in decisions())
        assert plays_figure_1(moves_of("sides"))

    def test_all_printed_moves_are_optimal(self) -> None:
        position = tictactoe().parse(".../.XO/..X o")
        for move in (0, 6, 1, 7):
            assert not gives_away(position, move)
            position = position.after(move)
        assert position.outcome() == Outcome(Player.FIRST, ((6, 7, 8),))

    def test_no_rule_that_treats_both_sides_alike_does(self) -> None:
        assert orders_that_play_figure_1() == (0, 3)

    def test_the_last_of_equals_leaves_only_the_row_of_a_win(self) -> None:
        assert last_best_by_rows([(0, 0), (0, 1), (-10, 2)]) == (0, 1)
        assert last_best_by_rows([(10, 0), (10, 1), (0, 3)]) == (10, 0)
        assert last_best_by_rows([(10, 0), (10, 3), (10, 4), (10, 8)]) == (10, 8)

    def test_the_error_at_the_root_values_rightly_and_plays_wrongly(self) -> None:
        assert all(minimax_value(p, "root")[0] == 10 * value(p) for p in decisions()[::7])
        assert sum(gives_away(p, minimax_move(p, "root")) for p in decisions()) == 59


class TestReadingsOfF:
    def test_the_players_are_two_of_them(self) -> None:
        for version in ("all", "one"):
            choose = Greed("all", version).choose()
            assert all(choose(position) == greedy(version)(position) for position in decisions()[::5])

    def test_columns_lose_as_rows_do_on_the_turned_board(self) -> None:
        rows, columns = Greed("all", "main"), Greed("all", "main", columns=True)
        assert weakness(rows) == weakness(columns) == (41, 60)

    def test_no_reading_with_the_last_of_equals_plays_figure_2(self) -> None:
        fitting = [reading for reading, _, _ in that_play_figure_2()]
        assert len(fitting) == 80
        assert not any(reading.last for reading in fitting)
        assert Greed("all", "all") not in fitting

    def test_the_exceptions_among_those_that_play_it(self) -> None:
        strong = {r for r, slanting, lost in that_play_figure_2() if 4 * slanting <= lost and not r.columns}
        assert strong == {Greed("all", "one"), Greed("one", "one")}


def test_the_error_is_a_comparison_with_the_sibling_before() -> None:
    replies = [(0, 1), (10, 2), (-10, 3), (0, 4), (0, 5)]
    assert first_best(replies) == (10, 2)
    assert last_step_up(replies) == (0, 4)
    assert last_step_up([(5, 1)]) == (5, 1)


@pytest.mark.parametrize("reading", ["first", "sibling"])
def test_each_position_worked_out_once_is_what_the_player_finds(reading: Minimax) -> None:
    player = P1Minimax(reading == "sibling")
    for position in [position for position in decisions() if empty_squares(position) <= 6][::5]:
        found = player.search(position)
        assert (found.score, found.move) == minimax_value(position, reading)


@pytest.mark.slow
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
    with_error = [
        line_endings(lambda position: minimax_move(position, "sibling"), seat).losses for seat in Player
    ]
    assert with_error == [0, 22]
    assert minimax_record("first").losses == 0


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
    assert share_decided(1) == 0


def test_the_greedy_player_is_the_searcher() -> None:
    for version in ("all", "one"):
        for position in decisions()[::11]:
            assert P1Greedy(version).search(position) == Greedy(version, core="python").search(position)


def test_greedy_by_seats() -> None:
    assert str(greedy_record("all", Player.FIRST)) == "74 won, 22 drawn, 0 lost"
    assert str(greedy_record("one", Player.FIRST)) == "98 won, 41 drawn, 1 lost"


def test_a_line_that_beats_the_greedy_player() -> None:
    lost = {line.moves: line for line in lost_lines(greedy("all"))}
    line = lost[0, 4, 6, 2, 3]  # O answers two in the left column by a corner
    assert line.end.lines == ((0, 3, 6),)
    assert on_diagonals((line,)) == 0
    position = START
    for move in line.moves:
        if position.to_move is Player.SECOND:
            assert greedy("all")(position) == move
        position = position.after(move)
    assert position.outcome() == line.end


def test_squares_and_marks_of_the_greedy_player() -> None:
    threatened = tictactoe().parse("157")  # X on 0 and 6, O on 4: X threatens 3
    assert winning_squares(threatened, Player.FIRST) == [3]
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
        ("p1.minimax(sibling='no')", "bad sibling in sibling='no': sibling is True, False or 'root'"),
        (
            "p1.greedy(diagonals='two')",
            "bad diagonals in diagonals='two': diagonals is one of all, one, none",
        ),
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
