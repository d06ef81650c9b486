"""Games that are small enough to look at all of them: tic-tac-toe's positions, and random trees."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from plyground import Position, tictactoe


def reachable(start: Position[Any]) -> list[Position[Any]]:
    found, edge = {start: None}, [start]
    while edge:
        children = [p.after(move) for p in edge for move in p.moves()]
        edge = [child for child in dict.fromkeys(children) if child not in found]
        found.update(dict.fromkeys(edge))
    return list(found)


EVERY_TICTACTOE = reachable(tictactoe().start())

ties = st.sampled_from([-1, 0, 0, 1, 3])
trees = st.recursive(
    st.one_of(st.integers(-9, 9), ties),
    lambda t: st.lists(t, min_size=1, max_size=4).map(tuple),
    max_leaves=40,
)
