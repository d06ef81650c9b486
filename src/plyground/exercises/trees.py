"""Trees to practise on, made by a seed: uniform, with the leaves in a random, a good or a bad order."""

from __future__ import annotations

from typing import Literal

from plyground.errors import BadSpec, truncate
from plyground.games.tree import TEXTBOOK, Tree, TreeGame
from plyground.rng import SplitMix64
from plyground.spec import Spec, one_of, whole_number

LeafOrder = Literal["random", "best", "worst"]
ORDERS = ("random", "best", "worst")
MAX_DEPTH = 5
MAX_BRANCHING = 5
MAX_LEAVES = 64  # more do not fit on a sheet
MAX_PLIES, MAX_NODES = 8, 100  # of a tree that somebody has made
MOST_POINTS = 20  # for leaves that may be equal; leaves that may not have more to choose from


def random_tree(
    seed: int, depth: int = 3, branching: int = 3, ties: bool = True, order: LeafOrder = "random"
) -> Tree:
    """A tree of a seed, in which every inner node has as many branches and every leaf is as deep.

    `ties` says whether leaves may be equal. `best` puts the best branch of every node first, so that
    alpha-beta prunes as much as it can; `worst` puts it last.

    >>> random_tree(7, depth=2, branching=2)
    ((8, 0), (18, 12))
    """
    whole_number("seed", seed, 0, 2**64 - 1)
    whole_number("depth", depth, 1, MAX_DEPTH)
    whole_number("branching", branching, 2, MAX_BRANCHING)
    one_of("order", order, ORDERS)
    leaves = branching**depth
    if leaves > MAX_LEAVES:
        given = f"depth={depth}, branching={branching}"
        right = f"a sheet has room for {MAX_LEAVES} leaves, and these are {leaves}"
        facts = {"most": MAX_LEAVES, "leaves": leaves}
        raise BadSpec("too large a tree", given, None, right, "sheet-leaves", facts)
    tree = _grown(_points(SplitMix64(seed), leaves, ties), depth, branching)
    return tree if order == "random" else ordered(tree, best_first=order == "best")


def read_tree(text: str) -> Tree:
    """A tree in writing: `((3, 12), (2, 8))`, or the spec of a game that is one.

    Nothing is loaded: pages give these.

    >>> read_tree("((3, 12), (2, 8))")
    ((3, 12), (2, 8))
    """
    text = text.strip()
    if text == "textbook":
        return TEXTBOOK
    spec = Spec.parse(text if text.startswith("tree(") else f"tree({text})")
    if spec.name != "tree" or len(spec.args) != 1 or spec.options or not _is_tree(spec.args[0]):
        right = "write a tree as ((3, 12), (2, 8))"
        raise BadSpec("no tree", truncate(text), None, right, "sheet-branches")
    return checked_tree(spec.args[0])


def _is_tree(read: object) -> bool:
    """Whether it is all tuples and whole numbers."""
    if isinstance(read, tuple):
        return all(map(_is_tree, read))
    return isinstance(read, int) and not isinstance(read, bool)


def checked_tree(tree: Tree) -> Tree:
    """A tree that somebody has made, unless it is too large for a sheet."""
    whole = TreeGame(tree).tree
    if isinstance(whole, int):
        right = "a tree has branches: ((3, 12), (2, 8))"
        raise BadSpec("no tree", f"tree={whole}", None, right, "sheet-branches")
    plies, nodes = _size(whole)
    if plies > MAX_PLIES or nodes > MAX_NODES:
        given = f"{plies} plies, {nodes} nodes"
        right = f"a sheet has room for {MAX_PLIES} plies and {MAX_NODES} nodes"
        facts = {"plies": MAX_PLIES, "nodes": MAX_NODES}
        raise BadSpec("too large a tree", given, None, right, "sheet-size", facts)
    return whole


def _size(tree: Tree) -> tuple[int, int]:
    """The plies and the nodes of a tree."""
    if isinstance(tree, int):
        return 0, 1
    below = [_size(branch) for branch in tree]
    return 1 + max(plies for plies, _ in below), 1 + sum(nodes for _, nodes in below)


def ordered(tree: Tree, best_first: bool = True, maximise: bool = True) -> Tree:
    """The tree with the branches of every node sorted by their value for the side that moves there."""
    if isinstance(tree, int):
        return tree
    branches = [ordered(branch, best_first, not maximise) for branch in tree]
    return tuple(
        sorted(branches, key=lambda branch: value(branch, not maximise), reverse=best_first == maximise)
    )


def value(tree: Tree, maximise: bool = True) -> int:
    """The minimax value by its definition, to sort by: what is right on a sheet, the searchers say."""
    if isinstance(tree, int):
        return tree
    return (max if maximise else min)(value(branch, not maximise) for branch in tree)


def _points(chance: SplitMix64, count: int, ties: bool) -> list[int]:
    if ties:
        return [chance.below(MOST_POINTS + 1) for _ in range(count)]
    points = list(range(max(MOST_POINTS, 2 * count)))
    chance.shuffle(points)
    return points[:count]


def _grown(leaves: list[int], depth: int, branching: int) -> Tree:
    """The tree of a depth over a row of leaves."""
    row: list[Tree] = list(leaves)
    for _ in range(depth):
        row = [tuple(row[first : first + branching]) for first in range(0, len(row), branching)]
    (whole,) = row
    return whole
