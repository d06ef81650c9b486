"""Where a student's tree parts from the right one, and what a teaching assistant would say about it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from plyground.game import Game, Player
from plyground.grader.recorder import SearchNode
from plyground.grader.reference import DEPTH_MISTAKES, MISTAKES, WINDOW_MISTAKES, Mistake, RightSearch
from plyground.grader.shape_diagnosis import explain_shape
from plyground.grader.source import SourceHints
from plyground.grader.student_tree import StudentTree, View, read_state
from plyground.grader.value_diagnosis import explain_values
from plyground.message import Message, say


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


def same_tree(one: Sequence[SearchNode], other: Sequence[SearchNode]) -> bool:
    return first_difference(one, other) is None


def explain_tree(
    yours: StudentTree,
    search: RightSearch,
    right: Sequence[SearchNode],
    game: Game[Any],
    view: View,
    estimates: Mapping[str, int] | None,
    hints: SourceHints,
) -> Message:
    """Why a tree is not the right one, in one sentence."""
    parting = first_difference(yours.nodes, right)
    assert parting is not None
    if strange := _strange_state(yours, game):
        return strange
    if shape := explain_shape(yours, game, hints, search.convention.prunes):
        return shape
    if wrong := explain_values(yours, game, view, search.convention.plain):
        return wrong
    if again := _again(yours, parting):
        return again
    for mistake in MISTAKES:
        if search.depth is None and mistake.kind in DEPTH_MISTAKES:
            continue
        if mistake.kind in WINDOW_MISTAKES and view != "mover":
            continue  # MAX and MIN hand their windows on as they are
        if search.makes(mistake, yours.nodes, yours.order, estimates):
            return _mistake(mistake, yours, search, view)
    if search.order != "own":
        as_tried = RightSearch(search.root, search.convention, search.depth, "own", search.evaluation)
        if same_tree(yours.nodes, as_tried.tree(yours.order, estimates)):
            return say("grade.tree.order")
    found = _difference(yours, right, parting)
    if found.key == "grade.tree.missing" and not search.convention.prunes:
        above = StudentTree(right).parents[parting.right or 0] or 0
        known = not yours.children[above] and yours.nodes[above].state in yours.order  # looked at elsewhere
        return say("grade.tree.memo") if known else say("grade.tree.pruned", **found.facts)
    return found


def _mistake(mistake: Mistake, yours: StudentTree, search: RightSearch, view: View) -> Message:
    if mistake.kind == "table" and not search.convention.prunes:
        return say("grade.tree.memo")
    if mistake.kind == "other-cut":
        found = say(f"grade.tree.other-cut-{search.convention.cut}")
    else:
        windows = {(node.alpha, node.beta) for node in yours.nodes[1:]}
        same = mistake.kind == "no-pruning" and len(windows) == 1 and windows != {(None, None)}
        if mistake == Mistake("no-pruning") and view == "mover" and _is_unturned(yours):
            return say("grade.tree.unturned")
        found = say("grade.tree.window-not-passed" if same else f"grade.tree.{mistake.kind}")
    if mistake.maker in ("all", "below"):
        return found
    root_is_max = view != "first" or search.root.to_move is Player.FIRST
    at_max = (mistake.maker != "odd") == root_is_max
    return say("grade.tree.at-max" if at_max else "grade.tree.at-min", what=found)


def _is_unturned(yours: StudentTree) -> bool:
    """Whether β is handed down as it is, and α as it has been raised."""
    pairs = [
        (node, yours.nodes[parent])
        for node, parent in zip(yours.nodes, yours.parents, strict=True)
        if parent is not None and node.alpha is not None and node.beta is not None
    ]
    return all(node.beta == above.beta for node, above in pairs) and any(
        node.alpha != above.alpha for node, above in pairs
    )


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
