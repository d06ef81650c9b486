from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plyground import BadSpec, Outcome, Player, TreeGame, connect4, load_game, textbook
from plyground.games.tree import DEEPEST, Tree

trees = st.recursive(
    st.integers(-9, 9), lambda inner: st.lists(inner, min_size=1, max_size=4).map(tuple), max_leaves=30
)


def minimax(position: object) -> tuple[int, int]:
    """The value for the first player and the nodes looked at: the textbook's procedure, for these tests."""
    outcome = position.outcome()  # type: ignore[attr-defined]
    if outcome:
        return outcome.points, 1
    replies = [minimax(position.after(move)) for move in position.moves()]  # type: ignore[attr-defined]
    best = max if position.to_move is Player.FIRST else min  # type: ignore[attr-defined]
    return best(value for value, _ in replies), 1 + sum(nodes for _, nodes in replies)


def test_the_textbook_example() -> None:
    assert minimax(textbook().start()) == (3, 13)
    assert textbook() == load_game("textbook") == load_game("tree(((3, 12, 8), (2, 4, 6), (14, 5, 2)))")
    assert textbook().spec == "textbook"


def test_walking_down() -> None:
    game = textbook()
    position = game.parse("2")
    assert position.to_move is Player.SECOND
    assert [position.write(move) for move in position.moves()] == ["1", "2", "3"]
    leaf = position.play("3")
    assert leaf.outcome() == Outcome(Player.FIRST, points=6)
    assert str(leaf) == "leaf 23: 6"
    assert str(game.start()) == "node -: (...) (...) (...)"


@pytest.mark.parametrize(("points", "winner"), [(5, Player.FIRST), (0, None), (-1, Player.SECOND)])
def test_a_tree_may_be_a_single_leaf(points: int, winner: Player | None) -> None:
    start = TreeGame(points).start()
    assert start.outcome() == Outcome(winner, points=points)
    assert not start.moves()


@given(trees)
def test_any_tree_has_a_spec_that_loads_it(tree: Tree) -> None:
    game = TreeGame(tree)
    assert load_game(game.spec) == game


def test_json_makes_the_same_game() -> None:
    assert load_game("tree('[[3, 12, 8], [2, 4, 6], [14, 5, 2]]')") == textbook()


def test_many_branches_are_numbers_set_apart() -> None:
    game = TreeGame(tuple(range(12)))
    position = game.parse("11")
    assert position.outcome() == Outcome(Player.FIRST, points=10)
    assert position.text() == "11"


def nested(depth: int) -> Tree:
    tree: Tree = 1
    for _ in range(depth):
        tree = (tree,)
    return tree


def test_the_deepest_tree_loads_back() -> None:
    game = TreeGame(nested(DEEPEST))
    assert load_game(game.spec) == game


@pytest.mark.parametrize(
    ("tree", "message"),
    [
        ((), "bad node in (): a node is a whole number or a list of nodes"),
        ((1, ()), "bad node in (): a node is a whole number or a list of nodes"),
        ((1, 2.5), "bad node in 2.5: a node is a whole number or a list of nodes"),
        ((1, "x"), "bad node in 'x': a node is a whole number or a list of nodes"),
        ((1, True), "bad node in True: a node is a whole number or a list of nodes"),
        ((1, 10**6), "bad points in points=1000000: points is a whole number from -998999 to 998999"),
        (None, "bad node in None: a node is a whole number or a list of nodes"),
        (nested(DEEPEST + 1), f"too deep in tree: a tree has at most {DEEPEST} plies"),
    ],
)
def test_malformed_trees(tree: Tree, message: str) -> None:
    with pytest.raises(BadSpec) as refused:
        TreeGame(tree)
    assert str(refused.value) == message


def test_malformed_json_trees() -> None:
    with pytest.raises(BadSpec, match=r"no JSON in \[1, 2: write a tree as"):
        load_game("tree('[1, 2')")


def test_line_text_spells_every_move_where_it_is_played() -> None:
    start = connect4(9, 2, 3).start()
    column = [start.read("3"), start.play("3").read("3")]
    assert start.line_text(column) == ("3", "3")
    assert start.line_text(()) == ()
    assert textbook().start().line_text((2, 0)) == ("3", "1")
