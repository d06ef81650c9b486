"""Conventions: the counts of books and courses on tic-tac-toe."""

from __future__ import annotations

import pytest

from plyground import textbook, tictactoe
from plyground.errors import BadSpec
from plyground.searchers import AlphaBeta
from plyground.searchers.convention import CONVENTIONS, Convention, convention


@pytest.mark.parametrize(
    ("name", "nodes"),
    [("plyground", 20_866), ("aima", 18_297), ("cs188", 146_119), ("cs50", 549_946), ("expanded", 10_967)],
)
def test_convention_counts(name: str, nodes: int) -> None:
    assert CONVENTIONS[name].count(tictactoe().start()) == nodes


def test_root_and_ends_of_the_textbook_tree() -> None:
    """Its 13 nodes are a root, three of MIN and nine leaves; two leaves are pruned."""
    start = textbook().start()
    counts = [
        Convention(counts_root=root, counts_ends=ends).count(start)
        for root in (True, False)
        for ends in (True, False)
    ]
    assert counts == [11, 4, 10, 3]
    assert Convention(prunes=False).count(start) == 13


def test_a_convention_makes_its_searcher() -> None:
    assert convention("cs188").searcher(4) == AlphaBeta(4, plain=True, cut="strict")
    with pytest.raises(BadSpec, match=r"no such convention in aime: did you mean aima\?"):
        convention("aime")
