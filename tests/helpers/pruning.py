"""What "pruned" means, without any search: minimax values alone decide; and trees of every shape."""

from __future__ import annotations

from plyground import SplitMix64
from plyground.exercises.marks import Path
from plyground.exercises.trees import value
from plyground.games.tree import Tree


def is_visited(tree: Tree, path: Path) -> bool:
    """A node is looked at if and only if what MAX has already is less than what MIN has already.

    MAX has the values of the elder sisters of every node of the path at which MAX has chosen; so has MIN.
    """
    alpha, beta = window(tree, path)
    return alpha < beta


def window(tree: Tree, path: Path) -> tuple[float, float]:
    """What MAX and what MIN have already where a node is entered: α and β."""
    has: dict[bool, list[float]] = {True: [float("-inf")], False: [float("inf")]}
    below = tree
    for ply, branch in enumerate(path):
        assert not isinstance(below, int)
        maximise = ply % 2 == 0
        has[maximise] += [value(elder, not maximise) for elder in below[:branch]]
        below = below[branch]
    return max(has[True]), min(has[False])


def any_tree(chance: SplitMix64, depth: int) -> Tree:
    if depth == 0 or chance.below(6) == 0:
        return chance.below(7) - 3
    return tuple(any_tree(chance, depth - 1) for _ in range(1 + chance.below(4)))
