"""Positions with the same state of their lines have the same value: native/solver/lines.hpp."""

from __future__ import annotations

import pytest

from helpers.native_programs import Run
from helpers.positions import spread_over_plies
from plyground import connect4, solve
from plyground.games.line import LineGame
from plyground.solver.native import Budget, NativeSolver


def counts(told: str) -> dict[str, int]:
    """What check_lines counted, by name."""
    pairs = [part.strip().rpartition(" ") for part in told.split(",")]
    return {name: int(count) for name, _, count in pairs}


@pytest.mark.xdist_group("programs")
@pytest.mark.parametrize(
    ("words", "positions"),
    [
        ((4, 4), 134_289),
        ((3, 6), 198_015),
        ((7, 6, 30, 300), 200_000),
        ((8, 6, 36, 200), 100_000),
        pytest.param((4, 5), 1_348_441, marks=pytest.mark.slow),
        pytest.param((5, 4), 3_100_379, marks=pytest.mark.slow),
        pytest.param((4, 6), 12_043_483, marks=pytest.mark.campaign),
        pytest.param((7, 6, 26, 2_000), 1_000_000, marks=pytest.mark.campaign),
        pytest.param((7, 4, 14, 200), 1_000_000, marks=pytest.mark.campaign),
        pytest.param((5, 5, 11, 100), 1_000_000, marks=pytest.mark.campaign),
    ],
    ids=str,
)
def test_the_same_lines_have_the_same_value(run: Run, words: tuple[int, ...], positions: int) -> None:
    found = counts(run("check_lines", *words))
    if len(words) == 2:
        assert found["positions"] == positions
    assert found["positions"] >= positions
    assert found["shared"] > positions // 2
    assert found["without"] > positions // 5


@pytest.mark.needs_core
@pytest.mark.parametrize(
    ("game", "first"), [(connect4(), 10), (connect4(6, 6), 5), (connect4(8, 6), 18)], ids=str
)
def test_exact_keys_give_the_same_values_by_more_nodes(game: LineGame, first: int) -> None:
    by_lines = NativeSolver(game, book=False)
    exact = NativeSolver(game, book=False, exact_keys=True)
    for position in spread_over_plies(game, 8, seed=48, first=first):
        for solver in (by_lines, exact):
            solver.forget()
        assert by_lines.value(position, Budget()) == exact.value(position, Budget()), position
    assert by_lines.nodes < exact.nodes


@pytest.mark.needs_core
def test_solve_takes_exact_keys() -> None:
    position = connect4().parse("4444435553")
    by_lines = solve(position, book=False)
    exact = solve(position, book=False, exact_keys=True)
    assert (by_lines.score, by_lines.raw_line) == (exact.score, exact.raw_line)
    assert by_lines.nodes < exact.nodes
