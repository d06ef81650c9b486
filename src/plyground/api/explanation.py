"""`explain`: the tree of a search, as text, as a picture and as data."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path
from typing import Any

from plyground.agents.objects import AgentLike, searcher_of
from plyground.errors import Failed
from plyground.game import Position
from plyground.games.given import GameLike, game_of, given_position
from plyground.native import Core
from plyground.score import LONGEST
from plyground.searchers.trace import MAX_ROWS, Trace
from plyground.searchers.types import Limits, SearchResult, Stop
from plyground.searchers.whole_tree import whole_tree
from plyground.ui.explain.limits import usual_limits
from plyground.ui.explain.svg import tree_svg
from plyground.ui.explain.text import MAX_LINES, trace_text
from plyground.whole_file import write_whole

MAX_EXPLAINED = 100_000  # rows


class Explanation(Trace):
    """The trace of a search: every node with its window, its value, and what was pruned.

    `print` it for what `plyground explain` prints; `svg()` draws it.

    >>> import plyground as pg
    >>> tree = pg.explain(pg.textbook().start())
    >>> len(tree), tree.result.score, [row.move for row in tree.rows[:3]]
    (11, 3, [None, '1', '1'])
    >>> tree.pruned(5), tree.reason(5)
    (['2', '3'], 'β ≤ α: 2 ≤ 3')
    """

    def __init__(self, most_rows: int = MAX_ROWS, most_plies: int = LONGEST) -> None:
        super().__init__(most_rows, most_plies)
        self.chosen: int | None = None  # the depth, where no limit was given
        self.result: SearchResult[Any] = SearchResult(0, ())  # type: ignore[arg-type]
        self._asked = ""  # the call that made it

    def text(self, lines: int = MAX_LINES) -> str:
        """At most so many lines of the tree, and how to read it."""
        return trace_text(self, lines, self.chosen, self.result.remark)

    def svg(self, step: int | None = None) -> str:
        """The tree as a picture, after so many steps or at the end; of several depths the last."""
        return tree_svg(self, self.roots()[-1], step=step)

    def save_svg(self, path: str | os.PathLike[str]) -> Path:
        """Write the picture into a file; the path of the file."""
        try:
            write_whole(Path(path), self.svg())
        except OSError as error:
            raise Failed(f"{path} cannot be written ({error.strerror})") from None
        return Path(path)

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        return self._asked or super().__repr__()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Explanation):
            return NotImplemented
        return (self.game, self.position, self.agent, self.rows, self.left_out) == (
            other.game,
            other.position,
            other.agent,
            other.rows,
            other.left_out,
        )

    __hash__ = None  # type: ignore[assignment]


def explain(
    game: GameLike,
    agent: AgentLike = "alphabeta",
    *,
    position: str | Position[Any] | None = None,
    depth: int | None = None,
    nodes: int | None = None,
    seconds: float | None = None,
    stop: Stop | None = None,
    core: Core | None = None,
    rows: int = MAX_EXPLAINED,
) -> Explanation:
    """The tree of a search by an agent that searches one, of at most so many rows.

    The search begins where the game does, or at the position that is given, by its text or as an object.
    Without any limit a small game is searched to its end, and a large one to a few plies.

    >>> import plyground as pg
    >>> print(pg.explain("textbook"))
    All values are from MAX's side: MAX moves at the top.
    <BLANKLINE>
    MAX α=-∞ β=+∞ → 3
    ├─ 1: MIN α=-∞ β=+∞ → 3
    │  ├─ 1: 3
    │  ├─ 2: 12
    │  └─ 3: 8
    ├─ 2: MIN α=3 β=+∞ → ≤ 2
    │  ├─ 1: 2
    │  └╌ 2 3: pruned, β ≤ α: 2 ≤ 3
    └─ 3: MIN α=3 β=+∞ → 2
       ├─ 1: 14
       ├─ 2: 5
       └─ 3: 2
    <BLANKLINE>
    11 nodes written down, 0 left out; 2 moves pruned
    >>> pg.explain("tictactoe", pg.Minimax(), position="15243").svg()[:4]
    '<svg'
    """
    place, searcher = given_position(game, position), searcher_of(agent)
    if core is not None:
        searcher = replace(searcher, core=core)
    limits, trace = Limits(depth, nodes, seconds, stop=stop), Explanation(most_rows=rows)
    given = {"depth": depth, "nodes": nodes, "seconds": seconds}
    if all(limit is None for limit in given.values()):
        limits = replace(usual_limits(place, searcher, rows), stop=stop)
        trace.chosen = limits.depth
    trace.result = searcher.search(place, limits, trace)
    trace.whole = whole_tree(searcher, place, limits)
    trace.game, trace.position, trace.agent = game_of(place).spec, place.text(), repr(searcher)
    options = "".join(f", {name}={limit!r}" for name, limit in given.items() if limit is not None)
    trace._asked = (
        f"explain({place!r}, {searcher!r}{options}{'' if rows == MAX_EXPLAINED else f', rows={rows}'})"
    )
    return trace
