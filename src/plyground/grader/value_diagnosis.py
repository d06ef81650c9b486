"""The first value of a student's search that does not follow from what stands below it."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from plyground.game import Game, Player
from plyground.grader.recorder import SearchNode
from plyground.grader.student_tree import StudentTree, View, number_text, read_state, sign_of
from plyground.message import Message, say
from plyground.score import payoff


def explain_values(yours: StudentTree, game: Game[Any], view: View, plain: bool) -> Message | None:
    """The first value that does not follow from what stands below it; None if all do."""
    root = read_state(game, yours.nodes[0].state)
    first_moves_at_root = root is None or root.to_move is Player.FIRST
    for place in reversed(range(len(yours.nodes))):  # children before their parents
        node, below = yours.nodes[place], yours.children[place]
        if node.value is None:
            continue
        values = [yours.nodes[child].value for child in below]
        if not below:
            if wrong := _wrong_end(yours, place, game, view):
                return wrong
        elif all(value is not None for value in values):
            known = [value for value in values if value is not None]
            even = node.level % 2 == 0
            maximise = {"mover": True, "root": even, "first": even == first_moves_at_root}[view]
            if wrong := _wrong_inner(node, known, view, maximise, plain):
                return wrong
    return None


def _wrong_end(yours: StudentTree, place: int, game: Game[Any], view: View) -> Message | None:
    node = yours.nodes[place]
    position = read_state(game, node.state)
    outcome = position.outcome() if position is not None else None
    value = yours.for_mover(place, view, game)
    if position is None or outcome is None or value is None:
        return None
    true = payoff(outcome, position.to_move, 0)
    if sign_of(true) == sign_of(value):
        return None
    back = -1 if value != node.value else 1
    key = "draw" if true == 0 else "sign" if sign_of(true) == -sign_of(value) else "win"
    return say(
        f"grade.value.end-{key}",
        state=node.state,
        value=number_text(node.value or 0),
        sign="+" if true * back > 0 else "−",
    )


def _wrong_inner(
    node: SearchNode, below: Sequence[float], view: View, maximise: bool, plain: bool
) -> Message | None:
    worth = [-value for value in below] if view == "mover" else list(below)
    best, worst = (max(worth), min(worth)) if maximise else (min(worth), max(worth))
    assert node.value is not None
    low = -math.inf if node.alpha is None else node.alpha
    high = math.inf if node.beta is None else node.beta
    clipped = max(low, min(best, high))
    near = sign_of(node.value) == sign_of(best) if not plain else node.value in (best, clipped)
    if near:
        return None
    shown = ", ".join(number_text(value) for value in below)
    facts: Mapping[str, Any] = {"state": node.state, "value": number_text(node.value), "below": shown}
    if view == "mover" and node.value == max(below):
        return say("grade.value.no-negation", **facts)
    if node.value == worst:
        return say("grade.value.max-min" if maximise else "grade.value.min-max", **facts)
    if node.value not in worth and (node.value > best) == maximise:  # better than every reply
        return say("grade.value.start", right=number_text(best), **facts)
    return say("grade.value.inner", right=number_text(best), **facts)
