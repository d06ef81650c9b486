"""Proof-number search: φ and δ, both methods, and what a proof says."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from helpers.players import DECIDING, SOLVING, oracle, sign
from helpers.small_games import trees
from plyground import Player, TreeGame, textbook, tictactoe
from plyground.games.tree import Tree
from plyground.searchers import Limits, ProofNumber
from plyground.searchers.df_pn import df_pn
from plyground.searchers.proof_number import INFINITE, Goal, phi_sum, proof_number_search
from plyground.searchers.watch import Watch

WIN_FIRST, NOT_LOSE = Goal(Player.FIRST), Goal(Player.FIRST, draw_is_enough=True)


@pytest.mark.usefixtures("core")
@pytest.mark.parametrize(("method", "nodes"), [("depth_first", 2_466), ("best_first", 21_512)])
def test_node_counts_on_tictactoe(method: str, nodes: int) -> None:
    found = ProofNumber(method).search(tictactoe().start())
    assert (found.stats.nodes, found.score, found.proven) == (nodes, 0, True)


def test_the_numbers_of_leaves() -> None:
    won, lost, drawn = (TreeGame((points,)).start().after(0) for points in (1, -1, 0))  # the second moves
    assert WIN_FIRST.leaf(tictactoe().start()) == (1, 1)
    assert WIN_FIRST.leaf(won) == NOT_LOSE.leaf(won) == NOT_LOSE.leaf(drawn) == (INFINITE, 0)
    assert WIN_FIRST.leaf(lost) == WIN_FIRST.leaf(drawn) == NOT_LOSE.leaf(lost) == (0, INFINITE)


def test_a_large_sum_is_no_proof() -> None:
    assert phi_sum([1, 2, 3]) == 6
    assert phi_sum([INFINITE - 1, INFINITE - 1]) == INFINITE - 1
    assert phi_sum([1, INFINITE]) == INFINITE


@pytest.mark.parametrize(
    ("tree", "wins", "holds"),
    [
        (((1, 1), (-1, 1)), (True, 0), (True, 0)),
        (((-1, 1), (1, 1)), (True, 1), (True, 1)),
        (((-1, 1), (0, 1)), (False, None), (True, 1)),
        (((-1, 1), (0, -1)), (False, None), (False, None)),
    ],
)
def test_proofs_of_small_trees(tree: Tree, wins: tuple[bool, int], holds: tuple[bool, int]) -> None:
    root = TreeGame(tree).start()
    for goal, proof in ((WIN_FIRST, wins), (NOT_LOSE, holds)):
        assert proof_number_search(root, goal, Watch(Limits())) == proof
        for size in (1, 100):
            assert df_pn(root, goal, size, Watch(Limits())) == proof


@settings(max_examples=60)
@given(tree=trees)
def test_proofs_of_random_trees(tree: Tree) -> None:
    position = TreeGame(tree).start()
    for searcher in DECIDING:
        if searcher.name == "proof":
            assert sign(searcher.search(position).score) == sign(oracle(position))
    assert sign(SOLVING.search(position).score) == sign(oracle(position))


def test_a_proof_of_a_game_of_points_tells_only_who_wins() -> None:
    found = ProofNumber().search(textbook().start())
    assert (found.score > 0, found.proven) == (True, False)
