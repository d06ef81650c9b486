"""A search is recorded by its calls, however it is written."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import pytest

from plyground import tictactoe
from plyground.game import Position
from plyground.grader.diagnosis import first_difference
from plyground.grader.recorder import CallRecorder, SearchNode, TooManyCalls, as_number
from plyground.grader.reference import MISTAKES, RightSearch
from plyground.grader.states import state_reader
from plyground.grader.student_tree import StudentTree
from plyground.searchers.convention import CONVENTIONS, convention

ROOT = tictactoe().parse("X.O/.X./..O")


def recorded(run: Callable[[], Any], most: int = 100_000, names: tuple[str, ...] = ()) -> list[SearchNode]:
    with CallRecorder([__file__], state_reader(tictactoe()), most, False) as recorder:
        run()
    return recorder.nodes(names)


def payoff(position: Position[Any]) -> int:
    end = position.outcome()
    assert end is not None
    return 0 if end.winner is None else 1 if end.winner is position.to_move else -1


def is_over(position: Position[Any]) -> bool:
    return position.outcome() is not None


def negamax(position: Position[Any]) -> float:
    if is_over(position):
        return payoff(position)
    return max(-negamax(position.after(move)) for move in position.moves())


def alphabeta(position: Position[Any], alpha: float, beta: float) -> float:
    if is_over(position):
        return payoff(position)
    best = -math.inf
    for move in position.moves():
        best = max(best, -alphabeta(position.after(move), -beta, -alpha))
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best


def test_helpers_are_no_nodes() -> None:
    nodes = recorded(lambda: negamax(ROOT))
    assert len(nodes) == convention("cs50").count(ROOT)
    assert nodes[0] == SearchNode(ROOT.text(), 0, None, None, 0)


def test_a_plain_alphabeta_has_the_nodes_of_ours() -> None:
    nodes = recorded(lambda: alphabeta(ROOT, -math.inf, math.inf))
    right = RightSearch(ROOT, convention("aima")).tree({})
    assert first_difference(nodes, right) is None
    assert (nodes[0].alpha, nodes[0].beta) == (-math.inf, math.inf)


def test_closures_and_methods_are_recorded() -> None:
    def search(root: Position[Any]) -> float:
        def max_value(position: Position[Any]) -> float:
            if is_over(position):
                return payoff(position)
            return max(min_value(position.after(move)) for move in position.moves())

        def min_value(position: Position[Any]) -> float:
            if is_over(position):
                return -payoff(position)
            return min(max_value(position.after(move)) for move in position.moves())

        return max(min_value(root.after(move)) for move in root.moves())

    class Searcher:
        def value(self, position: Position[Any]) -> float:
            if is_over(position):
                return payoff(position)
            return max(-self.value(position.after(move)) for move in position.moves())

    whole = convention("cs50").count(ROOT)
    closures, methods = recorded(lambda: search(ROOT)), recorded(lambda: Searcher().value(ROOT))
    assert len(closures) == len(methods) == whole
    assert closures[0] == SearchNode(ROOT.text(), 0)  # what begins the search has no value of its own
    assert first_difference(closures, methods) is None


def test_a_rubric_may_name_the_functions() -> None:
    assert {node.state for node in recorded(lambda: is_over(ROOT), names=("is_over",))} == {ROOT.text()}
    assert recorded(lambda: is_over(ROOT)) == []


def test_a_search_is_stopped_by_its_calls() -> None:
    with pytest.raises(TooManyCalls):
        recorded(lambda: negamax(ROOT), most=50)


@pytest.mark.parametrize(
    ("board", "text"),
    [
        ([["X", None, "O"], [None, "X", None], [None, None, "O"]], "X.O/.X./..O"),
        ((("X", " ", "O"), (" ", "X", " "), (" ", " ", "O")), "X.O/.X./..O"),
        ([1, 0, 2, 0, 1, 0, 0, 0, 2], "X.O/.X./..O"),
        ([1, 0, -1, 0, 1, 0, 0, 0, -1], "X.O/.X./..O"),
        ([1, 2, 3], None),
        ([["X", "?", "O"]] * 3, None),
        ([[], [], []], None),
        ("X.O/.X./..O", None),
        (None, None),
        (7, None),
    ],
)
def test_boards_of_students_are_read(board: object, text: str | None) -> None:
    assert state_reader(tictactoe())(board) == text


@pytest.mark.parametrize(
    ("value", "number"),
    [(3, 3), (-1.5, -1.5), ((2, "a1"), 2), ((None, 4), 4), (True, None), (None, None), (math.nan, None)],
)
def test_values_are_numbers(value: object, number: float | None) -> None:
    assert as_number(value) == number


@pytest.mark.parametrize("name", CONVENTIONS)
def test_the_right_tree_is_the_one_that_is_counted(name: str) -> None:
    rule = convention(name)
    tree = StudentTree(RightSearch(ROOT, rule).tree({}))
    tree = tree if rule.counts_ends else tree.without_ends()
    assert len(tree.nodes) - (not rule.counts_root) == rule.count(ROOT)


def test_no_mistake_has_the_right_tree() -> None:
    search = RightSearch(tictactoe().parse("XO./.../..."), convention("aima"), depth=4)
    right = search.tree({})
    assert [mistake for mistake in MISTAKES if search.makes(mistake, right, {})] == []


def test_the_order_of_a_student_makes_another_right_tree() -> None:
    def backwards(position: Position[Any], alpha: float, beta: float) -> float:
        if is_over(position):
            return payoff(position)
        best = -math.inf
        for move in reversed(position.moves()):
            best = max(best, -backwards(position.after(move), -beta, -alpha))
            alpha = max(alpha, best)
            if alpha >= beta:
                break
        return best

    yours = StudentTree.of(recorded(lambda: backwards(ROOT, -math.inf, math.inf)), ROOT.text())
    for order, same in (("own", True), ("rules", False)):
        right = RightSearch(ROOT, convention("aima"), order=order).tree(yours.order)
        assert (first_difference(yours.nodes, right) is None) is same
