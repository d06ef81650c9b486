"""Fail-soft or fail-hard: what a student's search returns where the value lies outside of its window.

Cuts at equality look at the same nodes either way, so only the returned values tell.
"""

from __future__ import annotations

from typing import Any

from plyground.game import Game
from plyground.grader.student_tree import StudentTree, View, number_text
from plyground.grader.value_diagnosis import inner_nodes
from plyground.message import Message, say
from plyground.searchers.alphabeta import Fail


def explain_fail(yours: StudentTree, game: Game[Any], view: View, fail: Fail) -> Message | None:
    """The first value that was told in the other way; None if there is none.

    The values are a student's own numbers, so they are compared with those below them, and not with ours.
    """
    found: Message | None = None
    for inner in inner_nodes(yours, game, view):
        node, best, edge = inner.node, inner.best, inner.clipped
        if node.value not in (best, edge):
            return None  # another mistake, or no values at all
        if found is None and node.value != (best if fail == "soft" else edge):
            found = say(
                f"grade.tree.fail-{fail}",
                state=node.state,
                value=number_text(node.value),
                best=number_text(best),
                alpha=number_text(inner.low),
                beta=number_text(inner.high),
            )
    return found
