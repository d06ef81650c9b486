"""The first value of a student's search that does not follow from what stands below it."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from plyground.game import Game, Player
from plyground.grader.recorder import SearchNode
from plyground.grader.student_tree import StudentTree, View, number_text, read_state, sign_of
from plyground.message import Message, say
from plyground.score import payoff


class InnerNode(NamedTuple):
    """A node whose value and whose replies' values are known; `worth` are the replies' for its own side."""

    place: int
    node: SearchNode
    below: Sequence[float]
    worth: Sequence[float]
    maximises: bool

    @property
    def best(self) -> float:
        return max(self.worth) if self.maximises else min(self.worth)

    @property
    def worst(self) -> float:
        return min(self.worth) if self.maximises else max(self.worth)

    def is_near(self, value: float, plain: bool) -> bool:
        """Whether a value follows from those below: the same, or of the same sign if wins differ."""
        return value in (self.best, self.clipped) if plain else sign_of(value) == sign_of(self.best)

    @property
    def low(self) -> float:
        return -math.inf if self.node.alpha is None else self.node.alpha

    @property
    def high(self) -> float:
        return math.inf if self.node.beta is None else self.node.beta

    @property
    def clipped(self) -> float:
        """The best value, or the edge of the window that it lies beyond."""
        return max(self.low, min(self.best, self.high))


def inner_nodes(yours: StudentTree, game: Game[Any], view: View) -> Iterator[InnerNode]:
    """The nodes with replies, children before their parents."""
    root = read_state(game, yours.nodes[0].state)
    first_moves_at_root = root is None or root.to_move is Player.FIRST
    for place in reversed(range(len(yours.nodes))):
        node = yours.nodes[place]
        values = [yours.nodes[child].value for child in yours.children[place]]
        known = [value for value in values if value is not None]
        if node.value is None or not values or len(known) < len(values):
            continue
        even = node.level % 2 == 0
        maximises = {"mover": True, "root": even, "first": even == first_moves_at_root}[view]
        worth = [-value for value in known] if view == "mover" else known
        yield InnerNode(place, node, known, worth, maximises)


def explain_values(yours: StudentTree, game: Game[Any], view: View, plain: bool) -> Message | None:
    """The first value that does not follow from what stands below it; None if all do."""
    inner = {each.place: each for each in inner_nodes(yours, game, view)}
    for place in reversed(range(len(yours.nodes))):  # children before their parents
        if place in inner:
            wrong = _wrong_inner(inner[place], inner.values(), view, plain)
        elif not yours.children[place] and yours.nodes[place].value is not None:
            wrong = _wrong_end(yours, place, game, view)
        else:
            continue
        if wrong:
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
    inner: InnerNode, others: Collection[InnerNode], view: View, plain: bool
) -> Message | None:
    node, below, best = inner.node, inner.below, inner.best
    assert node.value is not None
    if inner.is_near(node.value, plain):
        return None
    shown = ", ".join(number_text(value) for value in below)
    facts: Mapping[str, Any] = {"state": node.state, "value": number_text(node.value), "below": shown}
    if view == "mover" and node.value == max(below):
        return _unturned(inner, others, plain, facts)
    if node.value == inner.worst:
        return say("grade.value.max-min" if inner.maximises else "grade.value.min-max", **facts)
    if node.value not in inner.worth and (node.value > best) == inner.maximises:  # better than every reply
        return say("grade.value.start", right=number_text(best), **facts)
    return say("grade.value.inner", right=number_text(best), **facts)


def _unturned(
    inner: InnerNode, others: Collection[InnerNode], plain: bool, facts: Mapping[str, Any]
) -> Message:
    """What is said of a node that took the greatest value of its replies as it was, without a minus.

    One node may have that number for another reason. So the nodes of its level are asked, those in which
    the minus makes a difference: if one of them is right, the sign is not what is wrong.
    """
    alike = [
        each
        for each in others
        if each.node.level == inner.node.level and not each.is_near(max(each.below), plain)
    ]
    right = number_text(inner.best)
    if any(each.node.value != max(each.below) for each in alike):
        return say("grade.value.inner", right=right, **facts)
    if len(alike) == 1:
        return say("grade.value.as-if-unturned", right=right, **facts)
    return say("grade.value.no-negation", **facts)
