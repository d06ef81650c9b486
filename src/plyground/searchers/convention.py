"""Conventions of counting and cutting, as data: why two right programs count different nodes.

docs/why/conventions.md has the table of who does what.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from plyground.errors import unknown_name
from plyground.game import Position
from plyground.searchers.alphabeta import AlphaBeta, Cut, Fail
from plyground.searchers.minimax import Minimax
from plyground.searchers.searcher import TreeSearcher
from plyground.searchers.trace import Trace
from plyground.searchers.types import Limits


@dataclass(frozen=True)
class Convention:
    """How a textbook searches and counts. The order of moves is the game's own."""

    prunes: bool = True
    cut: Cut = "equal"
    fail: Fail = "soft"
    plain: bool = True  # a win is a win, however far away
    counts_root: bool = True
    counts_ends: bool = True  # where the game is over, or the depth reached

    def searcher(self, depth: int | None = None) -> TreeSearcher:
        """The searcher that searches so."""
        if not self.prunes:
            return Minimax(depth, plain=self.plain)
        return AlphaBeta(depth, plain=self.plain, cut=self.cut, fail=self.fail)

    def count(self, position: Position[Any], depth: int | None = None) -> int:
        """The nodes of a search from a position, as the textbook counts them.

        >>> import plyground as pg
        >>> CONVENTIONS["aima"].count(pg.tictactoe().start())
        18297
        """
        trace, searcher = Trace(), self.searcher(depth)
        if self.counts_ends:
            return searcher.search(position).stats.nodes - (not self.counts_root)
        searcher.search(position, Limits(), trace)
        return sum(not row.end for row in trace.rows) - (not self.counts_root)


# By the name of a book, a course or a program.
CONVENTIONS: Mapping[str, Convention] = MappingProxyType(
    {
        "plyground": Convention(plain=False),
        "aima": Convention(),
        "cs188": Convention(cut="strict", counts_root=False),
        "cs50": Convention(prunes=False),
        "openspiel": Convention(),
        "sunfish": Convention(plain=False),
        "fail-hard": Convention(fail="hard"),
        "expanded": Convention(counts_ends=False),
    }
)


def convention(name: str) -> Convention:
    """A convention by its name."""
    if name not in CONVENTIONS:
        raise unknown_name(
            "no such convention", name, CONVENTIONS, f"conventions are {', '.join(CONVENTIONS)}"
        )
    return CONVENTIONS[name]
