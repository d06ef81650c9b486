"""Another perfect solver, bitbully, is asked about positions of every ply."""

from __future__ import annotations

import pytest
from bitbully import BitBully, Board

from helpers.positions import columns, spread_over_plies
from helpers.samples import samples
from plyground import connect4
from plyground.solver.native import Budget, NativeSolver


def check(count: int, seed: int, first: int) -> None:
    oracle, solver = (
        BitBully(),
        NativeSolver(connect4(), book=first < 9),
    )  # the first plies take minutes each
    for position in spread_over_plies(connect4(), count, seed, first):
        solver.forget()
        assert solver.value(position, Budget()).low == oracle.mtdf(Board(columns(position))), (
            position.text()
        )


@pytest.mark.sampled
def test_bitbully_agrees() -> None:
    check(samples(600), seed=1_000, first=10)


@pytest.mark.campaign
def test_bitbully_agrees_on_20_000_positions() -> None:
    check(20_000, seed=500_000, first=1)
