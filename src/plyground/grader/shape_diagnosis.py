"""What the shape of a student's tree says before any value is looked at."""

from __future__ import annotations

from typing import Any

from plyground.game import Game
from plyground.grader.source import SourceHints
from plyground.grader.student_tree import StudentTree, read_state
from plyground.message import Message, say

_FEW = 2  # nodes with one reply, where there were more: a smaller tree shows nothing


def explain_shape(yours: StudentTree, game: Game[Any], hints: SourceHints, prunes: bool) -> Message | None:
    """A cache that hides calls, or a loop that ends after its first reply; None if it is neither."""
    if hints.cached:
        return say("grade.tree.cached", function=hints.cached)
    sure = hints.returns_in_loop or not prunes  # a wrong comparison may end the loop as soon
    return say("grade.tree.first-move") if sure and _only_first_moves(yours, game) else None


def _only_first_moves(yours: StudentTree, game: Game[Any]) -> bool:
    """Whether each node below the root has one reply, where there were more."""
    seen = 0
    for place, below in enumerate(yours.children):
        if place == 0 or not below:
            continue
        if len(below) > 1:
            return False
        position = read_state(game, yours.nodes[place].state)
        seen += position is not None and len(position.moves()) > 1
    return seen >= _FEW
