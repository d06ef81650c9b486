"""Exact values: those the world knows, those of plain search, and what must hold of any."""

from __future__ import annotations

from dataclasses import replace

import pytest

from helpers.positions import after_random_play, spread_over_plies
from plyground import LineGame, LinePosition, Player, SplitMix64, connect4, load_game, mnk
from plyground.score import Score, loss_in, plies_to_end, win_in
from plyground.searchers import AlphaBeta, TableAlphaBeta
from plyground.solver import Solution, solve
from plyground.solver.native import Budget, NativeSolver, plies_of, score_of_win

WORLD = [  # who wins with which stone, under perfect play from the empty board
    ("connect4(4,4,4)", 0),
    ("connect4(5,4,4)", 0),
    ("connect4(6,4,4)", -24),
    ("connect4(7,4,4)", 0),
    ("connect4(8,4,4)", -32),
    ("connect4(4,5,4)", 0),
    ("connect4(5,5,4)", 0),
    ("connect4(6,5,4)", 0),
    ("connect4(7,5,4)", 0),
    ("connect4(4,6,4)", 0),
    ("connect4(5,6,4)", 0),
    ("connect4(6,6,4)", -36),
    ("connect4", 41),
    ("tictactoe", 0),
    ("mnk(4,3,3)", 7),
    ("mnk(4,4,3)", 5),
    ("mnk(4,4,4)", 0),
    ("mnk(5,5,4)", 0),
]
LONG = [("connect4(8,5,4)", 39)]


def told(solution: Solution) -> int:
    """The stone that decides the game, below zero if it is the second player's; 0 for a draw."""
    position = solution.position
    assert isinstance(position, LinePosition)
    assert solution.stone_score is not None
    if solution.stone_score == 0:
        return 0
    plies = plies_of(position, solution.stone_score)
    return plies if solution.stone_score > 0 else -plies


@pytest.mark.parametrize(("spec", "stone"), WORLD)
def test_the_empty_boards_that_the_world_knows(spec: str, stone: int) -> None:
    assert told(solve(load_game(spec).start())) == stone


@pytest.mark.campaign
@pytest.mark.parametrize(("spec", "stone"), LONG)
def test_larger_boards_that_the_world_knows(spec: str, stone: int) -> None:
    assert told(solve(load_game(spec).start(), seconds=1500, table_mb=1024)) == stone


def test_the_seven_first_moves() -> None:
    found = solve(connect4().start(), moves=True)
    assert found.moves is not None
    assert [move.stone_score for move in found.moves] == [-2, -1, 0, 1, 0, -1, -2]
    assert found.move == "4"


@pytest.mark.campaign
def test_the_seven_first_moves_by_searching_alone() -> None:
    found = solve(connect4().start(), moves=True, book=False)
    assert found.moves is not None
    assert [move.stone_score for move in found.moves] == [-2, -1, 0, 1, 0, -1, -2]


SMALL = [
    connect4(4, 4),
    connect4(5, 4),
    connect4(4, 5),
    connect4(5, 5, 3),
    connect4(3, 6, 3),
    connect4(6, 4),
]
FREE = [mnk(4, 4, 3), mnk(4, 4, 4), mnk(5, 3, 3), mnk(4, 5, 4), mnk(5, 5, 4)]


@pytest.mark.parametrize("game", SMALL + FREE, ids=str)
def test_scores_are_those_of_plain_search(game: LineGame) -> None:
    solver = NativeSolver(game, table_mb=4)
    for position in spread_over_plies(game, 60, seed=1, first=max(2, game.cells - 14)):
        plain = TableAlphaBeta().search(position)
        plies = plies_to_end(plain.score)
        discs = (position.first | position.second).bit_count()
        wanted = 0 if plies is None else score_of_win(game, discs, plies) * (1 if plain.score > 0 else -1)
        assert solver.value(position, Budget()).low == wanted, position.text()


@pytest.mark.parametrize("game", [connect4(5, 4), connect4(6, 4), connect4(4, 6)], ids=str)
def test_boards_that_were_set_up_too(game: LineGame) -> None:
    """Also those that no game comes to: the strategies count cells, and not how they were filled."""
    chance, checked = SplitMix64(6), 0
    while checked < 60:
        position = filled_at_random(game, chance)
        if position is None:
            continue
        checked += 1
        plain, found = TableAlphaBeta().search(position), solve(position)
        plies = plies_to_end(plain.score)
        assert plies == (plies_of(position, found.low) if found.low else None), position.text()
        assert (plain.score > 0) == (found.low > 0)


def filled_at_random(game: LineGame, chance: SplitMix64) -> LinePosition | None:
    """Columns of random heights with as many stones of each side; None if somebody has a line."""
    cells = [
        column + game.columns * (game.rows - 1 - height)
        for column in range(game.columns)
        for height in range(chance.below(game.rows + 1))
    ]
    if not game.cells - 12 <= len(cells) < game.cells:
        return None
    chance.shuffle(cells)
    first = sum(1 << cell for cell in cells[: (len(cells) + 1) // 2])
    second = sum(1 << cell for cell in cells[(len(cells) + 1) // 2 :])
    if any(stones & line == line for stones in (first, second) for line in game.masks):
        return None
    return LinePosition(game, first, second, Player(len(cells) % 2), None)


@pytest.mark.parametrize(("exact_keys", "nodes"), [(False, 392_830), (True, 647_882)])
def test_the_nodes_of_a_fixed_row_of_positions(exact_keys: bool, nodes: int) -> None:
    """What the solver does is fixed: whoever changes it changes these numbers, and says so."""
    solver = NativeSolver(connect4(), book=False, exact_keys=exact_keys)
    for position in spread_over_plies(connect4(), 120, seed=2_026, first=12):
        solver.forget()
        solver.value(position, Budget())
    assert solver.nodes == nodes


def test_a_search_without_a_table_agrees() -> None:
    for position in spread_over_plies(connect4(5, 4), 30, seed=9, first=8):
        plain = AlphaBeta().search(position)
        found = solve(position)
        assert found.stone_score is not None
        assert (plain.score > 0) - (plain.score < 0) == (found.stone_score > 0) - (found.stone_score < 0)
        assert plies_to_end(plain.score) == (
            plies_of(position, found.stone_score) if found.stone_score else None
        )


@pytest.mark.parametrize("game", [connect4(), connect4(6, 5), connect4(8, 4), mnk(4, 4, 4)], ids=str)
def test_a_line_of_play_keeps_its_promise(game: LineGame) -> None:
    for position in spread_over_plies(game, 12, seed=4, first=min(14, game.cells // 2)):
        found = solve(position)
        assert found.stone_score is not None
        end = position
        for move in found.line:
            end = end.play(move)
        outcome = end.outcome()
        assert outcome is not None
        if found.stone_score == 0:
            assert outcome.winner is None
        else:
            assert outcome.winner is (position.to_move if found.stone_score > 0 else position.to_move.other)
            assert len(found.line) == plies_of(position, found.stone_score)


def test_the_best_of_all_moves_is_the_value_and_weak_is_its_sign() -> None:
    for position in spread_over_plies(connect4(), 20, seed=70, first=16):
        found, weak = solve(position, moves=True), solve(position, moves=True, weak=True)
        assert found.moves is not None
        assert weak.moves is not None
        assert found.stone_score == max(move.low for move in found.moves)
        best = next(move for move in found.moves if move.move == found.move)
        assert best.stone_score == found.stone_score
        assert [m.stone_score for m in weak.moves] == [(m.low > 0) - (m.low < 0) for m in found.moves]
        assert weak.stone_score == (found.low > 0) - (found.low < 0)
        kept = next(move for move in weak.moves if move.move == weak.move)
        assert kept.stone_score == weak.stone_score


def test_a_mirror_image_is_worth_the_same() -> None:
    game = connect4()
    for position in spread_over_plies(game, 20, seed=33, first=14):
        mirrored = position.image(game.symmetries[1])
        assert solve(position).score == solve(mirrored).score


def test_a_solver_that_remembers_gives_the_same_values() -> None:
    solver = NativeSolver(connect4(), table_mb=1, book=False)
    positions = list(spread_over_plies(connect4(), 40, seed=5, first=14))
    fresh = []
    for position in positions:
        solver.forget()
        fresh.append(solver.value(position, Budget()))
    assert fresh == [solver.value(position, Budget()) for position in positions]


def test_the_side_to_move_may_be_either() -> None:
    game = connect4()
    position = after_random_play(game, 18, seed=2)
    assert position is not None
    swapped = replace_sides(position)
    assert solve(position).score == solve(swapped).score


def replace_sides(position: LinePosition) -> LinePosition:
    """The same board with the colours of the stones changed, and so who is to move."""
    return LinePosition(position.game, position.second, position.first, position.to_move.other, None)


def test_a_game_that_is_over_has_a_value_and_no_move() -> None:
    won = connect4().parse("1212121")
    found = solve(won)
    assert (found.stone_score, found.move, found.line, found.words) == (-18, None, (), "loses")
    drawn = load_game("tictactoe").parse("XOX/XXO/OXO")
    assert solve(drawn).stone_score == 0


def test_a_solution_is_data() -> None:
    found = solve(connect4().parse("44444"), moves=True)
    assert replace(found, seconds=0) == replace(solve(connect4().parse("44444"), moves=True), seconds=0)


def test_solver_score_and_stones_number() -> None:
    for text in ("44455554221", "-", "1122334"):
        found = solve(connect4().parse(text))
        assert isinstance(found.score, Score)
        assert str(found.score) == found.words
        assert (found.score > 0) == (found.low > 0)
    assert (found.score, found.stone_score) == (loss_in(0), -18)
    assert (solve(connect4().start()).score, solve(connect4().start()).stone_score) == (win_in(41), 1)
    assert solve(connect4().start(), weak=True).score == win_in(0)
