"""Where a student's tree parts from the right one, and what a teaching assistant would say about it."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

from plyground.errors import PlygroundError
from plyground.game import Game, Player, Position
from plyground.grader.recorder import SearchNode
from plyground.grader.reference import DEPTH_MISTAKES, MISTAKES, Mistake, RightSearch
from plyground.message import Message, say
from plyground.score import payoff

View = Literal["mover", "first", "root"]  # for whom the values of a student's search are good
HUGE = 1e12  # larger values stand for infinity
VIEWS = ("mover", "first", "root")


@dataclass(frozen=True)
class StudentTree:
    """The recorded nodes below one root; the root is there even if no call was made for it."""

    nodes: Sequence[SearchNode]

    @classmethod
    def of(cls, recorded: Sequence[SearchNode], root: str) -> StudentTree:
        if recorded and recorded[0].state == root:
            return cls(recorded)
        below = [node._replace(level=node.level + 1) for node in recorded]
        return cls([SearchNode(root, 0), *below])

    @cached_property
    def parents(self) -> list[int | None]:
        """The place of each node's parent."""
        path: list[int] = []
        found: list[int | None] = []
        for place, node in enumerate(self.nodes):
            del path[node.level :]
            found.append(path[-1] if path else None)
            path.append(place)
        return found

    @cached_property
    def children(self) -> list[list[int]]:
        """The places of each node's children."""
        found: list[list[int]] = [[] for _ in self.nodes]
        for place, parent in enumerate(self.parents):
            if parent is not None:
                found[parent].append(place)
        return found

    @cached_property
    def order(self) -> dict[str, list[str]]:
        """The replies that were tried in each state, in their order; of several times, the longest."""
        found: dict[str, list[str]] = {}
        for place, below in enumerate(self.children):
            replies = [self.nodes[child].state for child in below]
            if len(replies) > len(found.get(self.nodes[place].state, ())):
                found[self.nodes[place].state] = replies
        return found

    def estimates(self, game: Game[Any], view: View) -> dict[str, int]:
        """The values of leaves for the side to move, as ranks: only their order matters to a search."""
        leaves = {
            node.state: self.for_mover(place, view, game)
            for place, node in enumerate(self.nodes)
            if not self.children[place]
        }
        known = {state: value for state, value in leaves.items() if value is not None}
        sizes = sorted({abs(value) for value in known.values()} | {0.0})
        return {s: int(math.copysign(sizes.index(abs(value)), value)) for s, value in known.items()}

    def without_ends(self) -> StudentTree:
        """The nodes that were expanded."""
        kept = [node for place, node in enumerate(self.nodes) if self.children[place] or place == 0]
        return StudentTree(kept)

    def for_mover(self, place: int, view: View, game: Game[Any]) -> float | None:
        """A node's value for the side to move there."""
        node = self.nodes[place]
        if node.value is None or view == "mover":
            return node.value
        odd = node.level % 2 == 1
        if view == "first":
            root = read_state(game, self.nodes[0].state)
            odd ^= root is not None and root.to_move is Player.SECOND
        return -node.value if odd else node.value


@dataclass(frozen=True)
class Parting:
    """The first place at which two trees differ, by places in both; None where a tree has ended."""

    yours: int | None
    right: int | None


def first_difference(yours: Sequence[SearchNode], right: Sequence[SearchNode]) -> Parting | None:
    """The first node at which the trees differ; None if they are the same."""
    for place, (one, other) in enumerate(zip(yours, right, strict=False)):
        if (one.state, one.level) != (other.state, other.level):
            return Parting(place, place)
    if len(yours) == len(right):
        return None
    short = min(len(yours), len(right))
    return Parting(short if len(yours) > short else None, short if len(right) > short else None)


def read_state(game: Game[Any], state: str) -> Position[Any] | None:
    """The position of a state's text; None if no game comes to it."""
    try:
        return game.parse(state)
    except PlygroundError:
        return None


def same_tree(one: Sequence[SearchNode], other: Sequence[SearchNode]) -> bool:
    return first_difference(one, other) is None


def explain_tree(
    yours: StudentTree,
    search: RightSearch,
    right: Sequence[SearchNode],
    game: Game[Any],
    view: View,
    estimates: Mapping[str, int] | None = None,
) -> Message:
    """Why a tree is not the right one, in one sentence."""
    parting = first_difference(yours.nodes, right)
    assert parting is not None
    if strange := _strange_state(yours, game):
        return strange
    if wrong := explain_values(yours, game, view, search.convention.plain):
        return wrong
    if again := _again(yours, parting):
        return again
    for mistake in MISTAKES:
        if search.depth is None and mistake.kind in DEPTH_MISTAKES:
            continue
        if search.makes(mistake, yours.nodes, yours.order, estimates):
            return _mistake(mistake, yours, search, view)
    if search.order != "own":
        as_tried = RightSearch(search.root, search.convention, search.depth, "own", search.evaluation)
        if same_tree(yours.nodes, as_tried.tree(yours.order, estimates)):
            return say("grade.tree.order")
    return _difference(yours, right, parting)


def _mistake(mistake: Mistake, yours: StudentTree, search: RightSearch, view: View) -> Message:
    if mistake.kind == "other-cut":
        found = say(f"grade.tree.other-cut-{search.convention.cut}")
    else:
        windows = {(node.alpha, node.beta) for node in yours.nodes[1:]}
        same = mistake.kind == "no-pruning" and len(windows) == 1 and windows != {(None, None)}
        found = say("grade.tree.window-not-passed" if same else f"grade.tree.{mistake.kind}")
    if mistake.maker in ("all", "below"):
        return found
    root_is_max = view != "first" or search.root.to_move is Player.FIRST
    at_max = (mistake.maker != "odd") == root_is_max
    return say("grade.tree.at-max" if at_max else "grade.tree.at-min", what=found)


def _strange_state(yours: StudentTree, game: Game[Any]) -> Message | None:
    """A node that no move leads to from the node above it, or that follows the end of the game."""
    replies: dict[str, set[str] | None] = {}
    for place, node in enumerate(yours.nodes):
        parent = yours.parents[place]
        if parent is None:
            continue
        above = yours.nodes[parent].state
        if above not in replies:
            position = read_state(game, above)
            replies[above] = (
                None if position is None else {position.after(move).text() for move in position.moves()}
            )
        legal = replies[above]
        if legal is not None and not legal:
            return say("grade.tree.after-end", state=above)
        if legal is not None and node.state not in legal:
            return say("grade.tree.no-successor", state=node.state, above=above)
    return None


def _again(yours: StudentTree, parting: Parting) -> Message | None:
    if parting.right is None and parting.yours is not None:
        node = yours.nodes[parting.yours]
        if any(node.state == earlier.state for earlier in yours.nodes[: parting.yours]) and node.level <= 1:
            return say("grade.tree.again", state=node.state)
    return None


def _difference(yours: StudentTree, right: Sequence[SearchNode], parting: Parting) -> Message:
    """The first difference in words: a node too many, a node too few, or another node."""
    mine = None if parting.yours is None else yours.nodes[parting.yours]
    wanted = None if parting.right is None else right[parting.right]
    if mine is not None and (wanted is None or wanted.level < mine.level):
        above = yours.parents[parting.yours or 0]
        return say(
            "grade.tree.extra", state=mine.state, above="" if above is None else yours.nodes[above].state
        )
    assert wanted is not None
    if mine is None or mine.level < wanted.level:
        above = StudentTree(right).parents[parting.right or 0]
        return say(
            "grade.tree.missing", state=wanted.state, above="" if above is None else right[above].state
        )
    return say("grade.tree.other", state=mine.state, right=wanted.state)


# ------------------------------------------------------------ values


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
    return say("grade.value.inner", right=number_text(best), **facts)


def number_text(value: float) -> str:
    """A value of a search as it is shown."""
    if abs(value) > HUGE:
        return "∞" if value > 0 else "−∞"
    return f"{value:g}".replace("-", "−")


def sign_of(value: float) -> int:
    return (value > 0) - (value < 0)
