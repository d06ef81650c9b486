"""What a sheet calls pruned, against the definition: no search in it, only minimax values."""

from __future__ import annotations

from itertools import permutations, product

import pytest

from helpers.pruning import any_tree, is_visited, window
from plyground import SplitMix64
from plyground.exercises.marks import MarkedTree, letter
from plyground.exercises.trees import ordered, random_tree, value
from plyground.games.tree import TEXTBOOK, Tree
from plyground.searchers import AlphaBeta, Minimax


@pytest.mark.parametrize("first", [0, pytest.param(2_000, marks=pytest.mark.slow)])
def test_pruned_is_what_the_definition_says(first: int) -> None:
    for seed in range(first, first + (2_000 if first == 0 else 5_000)):
        tree = any_tree(SplitMix64(seed), 4)
        marks = MarkedTree(tree)
        assert marks.score == value(tree)
        for node in marks.nodes:
            assert node.visited == is_visited(tree, node.path), (tree, node.path)


def test_a_strict_cut_also_looks_where_alpha_equals_beta() -> None:
    for seed in range(500):
        tree = any_tree(SplitMix64(seed), 4)
        for node in MarkedTree(tree, AlphaBeta(cut="strict")).nodes:
            alpha, beta = window(tree, node.path)
            assert node.visited == (alpha <= beta), (tree, node.path)


def test_values_of_minimax_are_those_of_the_definition() -> None:
    tree = random_tree(3, depth=3, branching=3)
    marks = MarkedTree(tree, Minimax())
    for node in marks.nodes:
        below = tree
        for branch in node.path:
            assert not isinstance(below, int)
            below = below[branch]
        assert node.visited
        assert node.value == value(below, node.maximise)


def test_the_textbook_tree_loses_two_leaves() -> None:
    marks = MarkedTree(TEXTBOOK)
    assert [leaf.points for leaf in marks.skipped] == [4, 6]
    assert [node.path for node in marks.cuts()] == [(1, 1), (1, 2)]
    second = marks[(1,)]
    assert (second.alpha, second.beta, second.value, second.bound) == (3, None, 2, "upper")
    assert [node.letter for node in marks.inner] == ["A", "B", "C", "D"]


def reorderings(tree: Tree) -> list[Tree]:
    if isinstance(tree, int):
        return [tree]
    return [below for order in permutations(tree) for below in product(*map(reorderings, order))]


def test_the_best_order_skips_most() -> None:
    """No order of the branches makes alpha-beta look at fewer leaves, by trying them all."""
    for seed in range(4):
        tree = random_tree(seed, depth=3, branching=2)
        looked = [len(m.leaves) - len(m.skipped) for m in map(MarkedTree, reorderings(tree))]
        for best_first, bound in ((True, min(looked)), (False, max(looked))):
            marks = MarkedTree(ordered(tree, best_first))
            found = len(marks.leaves) - len(marks.skipped)
            assert found == bound if best_first else found >= min(looked)


def test_letters_go_on_after_z() -> None:
    assert [letter(number) for number in (0, 25, 26, 52)] == ["A", "Z", "A1", "A2"]
