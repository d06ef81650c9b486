"""The random player: any legal move, by its seed and the position."""

from __future__ import annotations

import pytest

from plyground import connect4
from plyground.searchers import Random

both_cores = pytest.mark.usefixtures("core")


@both_cores
def test_random_plays_by_its_seed_and_position() -> None:
    start = connect4().start()
    assert {Random(seed).search(start).move for seed in range(50)} == set(start.moves())
    assert Random(3).search(start) == Random(3).search(start)
    position, columns = start, set()
    for _ in range(12):
        if position.outcome():
            break
        columns.add(position.write(move := Random(3).search(position).move))
        position = position.after(move)
    assert len(columns) > 2
