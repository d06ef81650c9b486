"""Monte Carlo tree search: chance by a seed, rewards backed up, and proofs."""

from __future__ import annotations

import pytest

from helpers.players import SOLVING, oracle, sign
from helpers.small_games import EVERY_TICTACTOE
from plyground import SplitMix64, connect4, tictactoe
from plyground.score import WIN
from plyground.searchers import MCTS, Limits
from plyground.searchers.mcts import new_node, uct
from plyground.searchers.watch import Watch

both_cores = pytest.mark.usefixtures("core")


@both_cores
def test_node_counts_on_tictactoe() -> None:
    found = MCTS(500).search(tictactoe().start())
    assert (found.stats.nodes, found.score, found.move) == (2_042, 472, 4)


def test_a_round_expands_one_node_and_backs_up_its_reward() -> None:
    root = new_node(tictactoe().start(), 0)
    play_round = uct(root, 1.4, SplitMix64(7), Watch(Limits()))
    rewards = [play_round() for _ in range(4)]
    assert (root.visits, root.total) == (4, sum(rewards))
    assert [child.visits for child in root.children] == [1, 1, 1]  # the first round was the root's own
    assert [-child.total for child in root.children] == rewards[1:]


def test_every_move_is_tried_before_one_is_selected() -> None:
    root = new_node(tictactoe().start(), 0)
    play_round = uct(root, 1.4, SplitMix64(7), Watch(Limits()))
    for _ in range(1 + 9 + 20):
        play_round()
    visits = [child.visits for child in root.children]
    assert len(visits) == 9
    assert sum(visits) == 29
    best = max(range(9), key=lambda i: -root.children[i].total / visits[i])
    assert visits[best] == max(visits)


@both_cores
def test_mcts_is_decided_by_its_seed() -> None:
    position = connect4().parse("44")
    assert MCTS(200, seed=1).search(position) == MCTS(200, seed=1).search(position)
    assert MCTS(200, seed=1).search(position) != MCTS(200, seed=2).search(position)


@both_cores
def test_mcts_proves_small_games() -> None:
    for position in EVERY_TICTACTOE[1000::50]:
        found = SOLVING.search(position)
        assert found.proven
        assert sign(found.score) == sign(oracle(position))
        assert abs(found.score) in (0, WIN)  # that a win is the quickest is not proven
        if position.moves():
            assert sign(-oracle(position.play(found.move))) == sign(found.score)
