"""A trace as text: the tree with windows, values and what was pruned, for any terminal.

Scores are those of the side to move at the root, so that α and β keep their meaning down the tree.
"""

from __future__ import annotations

from collections.abc import Iterator

from plyground.depth import room_to_recurse
from plyground.errors import printable
from plyground.score import LONGEST
from plyground.search.trace import Trace

MOST_LINES = 200


def tree_text(trace: Trace, root: int = 0, most: int = MOST_LINES) -> Iterator[str]:
    """The lines of the tree below a node, at most so many."""
    room_to_recurse(4 * LONGEST)
    lines = _lines(trace, root, "", "")
    for number, line in enumerate(lines, 1):
        if number > most:
            left = sum(1 for _ in lines) + 1
            yield f"… and {left:,} more lines"
            return
        yield line


def window(trace: Trace, node: int) -> str:
    """The window that a node was entered with, as the root's side sees it: `α=3 β=+∞`."""
    row = trace.rows[node]
    low, high = row.alpha, row.beta
    if trace.ply(node) % 2:
        low, high = (None if high is None else -high), (None if low is None else -low)
    return f"α={'-∞' if low is None else low} β={'+∞' if high is None else high}"


def worth(trace: Trace, node: int) -> str:
    """The value that came back, with ≤ or ≥ where it is only a bound, as the root's side sees it."""
    row = trace.rows[node]
    if row.value is None:
        return "stopped"
    flipped = trace.ply(node) % 2 == 1
    bound = "exact" if row.end else row.bound  # the end of a line is worth what it is worth
    at_least = "upper" if flipped else "lower"
    sign = "" if bound == "exact" else "≥ " if bound == at_least else "≤ "
    return f"{sign}{-row.value if flipped else row.value}"


def _lines(trace: Trace, node: int, first: str, rest: str) -> Iterator[str]:
    row = trace.rows[node]
    children, pruned = trace.children(node), trace.pruned(node)
    who = "MIN" if trace.ply(node) % 2 else "MAX"
    shown = f"{printable(row.move)}: " if row.move is not None else ""
    inner = f"{who} {window(trace, node)} → " if children else ""
    yield f"{first}{shown}{inner}{worth(trace, node)}"
    for child in children:
        last = child == children[-1] and not pruned and not row.capped
        yield from _lines(
            trace, child, rest + ("└─ " if last else "├─ "), rest + ("   " if last else "│  ")
        )
    if pruned:
        yield f"{rest}└╌ {printable(' '.join(pruned))}: pruned, {trace.reason(node)}"
    elif row.capped:
        yield f"{rest}└╌ more was searched here and not written down"
