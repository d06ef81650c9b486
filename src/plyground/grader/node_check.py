"""The check of nodes: the states that a search looks at, against those of the right search."""

from __future__ import annotations

import math
from typing import Any

from plyground.game import Player, Position
from plyground.grader.diagnosis import explain_tree, first_difference
from plyground.grader.examiner import Examiner
from plyground.grader.fail_diagnosis import explain_fail
from plyground.grader.marks import CaseMark, TreePair
from plyground.grader.node_convention import wanted_convention
from plyground.grader.recorder import SearchNode
from plyground.grader.reference import RightSearch
from plyground.grader.rubric import Rubric, RubricCheck
from plyground.grader.source import SourceHints
from plyground.grader.student_tree import StudentTree, View
from plyground.grader.troubles import blame_board, trouble_of
from plyground.message import say
from plyground.score import HEURISTIC, WIN
from plyground.workers.serve import Message as Told


def recorded_nodes(told: Told) -> list[SearchNode]:
    """The nodes that a student's process has sent."""
    return [SearchNode(str(state), int(level), *rest) for state, level, *rest in told.get("nodes", ())]


def as_student_counts(node: SearchNode, root: Position[Any], plain: bool, view: View) -> SearchNode:
    """A node of ours with a student's numbers: a win is 1, and values are good for whom the view says."""
    turned = view != "mover" and node.level % 2 == 1
    turned ^= view == "first" and root.to_move is Player.SECOND
    ends = [_unit(each, plain) for each in (node.alpha, node.beta, node.value)]
    if turned:
        beta, alpha, value = (None if each is None else -each for each in ends)
    else:
        alpha, beta, value = ends
    return SearchNode(node.state, node.level, alpha, beta, value)


def _unit(value: float | None, plain: bool) -> float | None:
    if value is None or abs(value) <= HEURISTIC:
        return value
    if abs(value) > WIN:
        return math.copysign(math.inf, value)
    return math.copysign(1, value) if plain else None  # with distances, every student has other numbers


def check_nodes(check: RubricCheck, examiner: Examiner) -> list[CaseMark]:
    positions = [examiner.rubric.game.parse(text) for text in check.keys["positions"]]
    answers = examiner.ask(positions, check.get("depth", None), recorded=True, seconds=check.seconds)
    return [
        blame_board(_node_case(check, each, told, examiner.rubric), told)
        for each, told in zip(positions, answers, strict=True)
    ]


def _node_case(check: RubricCheck, position: Position[Any], told: Told, rubric: Rubric) -> CaseMark:
    where, nodes = position.text(), recorded_nodes(told)
    trouble = trouble_of(told, rubric, where)
    if trouble is not None and told["error"] not in (
        "nothing",
        "none",
        "illegal",
    ):  # its tree may be right all the same
        return CaseMark(False, trouble, position=where)
    if not nodes:
        method = SourceHints.of(told).method
        key = "grade.tree.none-record" if method else "grade.tree.none"
        return CaseMark(False, say(key, function=method or rubric.function), position=where)
    rule = wanted_convention(check, rubric)
    yours = StudentTree.of(nodes, where)
    evaluation = check.get("evaluation", "zero")
    estimates = yours.estimates(rubric.game, rubric.view) if evaluation == "own" else None
    search = RightSearch(
        position,
        rule,
        check.get("depth", None),
        rule.order,
        "zero" if evaluation == "own" else evaluation,
    )
    right = StudentTree(search.tree(yours.order, estimates))
    shown, wanted = (yours, right) if rule.counts_ends else (yours.without_ends(), right.without_ends())
    parting = first_difference(shown.nodes, wanted.nodes)
    states = {node.state for node in shown.nodes} == {node.state for node in wanted.nodes}
    if states and check.get("compare", "tree") == "states":
        return CaseMark(True, position=where)
    if parting is None:
        compared = rule.prunes and rule.plain  # with distances, every student has other numbers
        other = explain_fail(yours, rubric.game, rubric.view, rule.fail) if compared else None
        return CaseMark(other is None, other, position=where)
    uncounted = not rule.counts_root
    counts = say(
        "grade.tree.counts",
        state=where,
        n=len(shown.nodes) - uncounted,
        right=len(wanted.nodes) - uncounted,
        states=len({node.state for node in shown.nodes}),
        right_states=len({node.state for node in wanted.nodes}),
    )
    reason = explain_tree(
        yours, search, right.nodes, rubric.game, rubric.view, estimates, SourceHints.of(told)
    )
    drawn = [as_student_counts(node, position, rule.plain, rubric.view) for node in wanted.nodes]
    figure = TreePair(shown.nodes, drawn, parting.yours, parting.right)
    return CaseMark(False, reason, counts, figure, where)
