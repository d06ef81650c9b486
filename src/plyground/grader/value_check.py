"""The check of values: what a search says of positions, and the move that it takes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from plyground.game import Position
from plyground.grader.examiner import Examiner
from plyground.grader.game_values import best_moves, game_value
from plyground.grader.marks import CaseMark
from plyground.grader.node_check import recorded_nodes
from plyground.grader.notation import move_text, move_texts
from plyground.grader.rubric import Rubric, RubricCheck
from plyground.grader.rubric_keys import WORTHS
from plyground.grader.shape_diagnosis import explain_shape
from plyground.grader.source import SourceHints
from plyground.grader.student_tree import StudentTree, number_text, sign_of
from plyground.grader.troubles import move_case
from plyground.grader.value_diagnosis import explain_values
from plyground.message import Message, say
from plyground.workers.serve import Message as Told

FEW_MOVES = 6  # where no more are left, a search is small


def check_values(check: RubricCheck, examiner: Examiner) -> list[CaseMark]:
    game = examiner.rubric.game
    wanted: list[tuple[Position[Any], int | None, Sequence[str]]] = []
    for text in check.get("positions", ()):
        position = game.parse(text)
        wanted.append((position, game_value(position), best_moves(position)))
    for case in check.get("case", ()):
        worth = WORTHS[case["value"]] if "value" in case else None
        wanted.append((game.parse(case["position"]), worth, case.get("moves", ())))
    positions = [position for position, _, _ in wanted]
    answers = examiner.ask(positions, check.get("depth", None), recorded=True, seconds=check.seconds)
    first = check.get("ties", "any") == "first"
    return [
        _value_case(*each, told, examiner.rubric, first) for each, told in zip(wanted, answers, strict=True)
    ]


def _value_case(
    position: Position[Any],
    worth: int | None,
    best: Sequence[str],
    told: Told,
    rubric: Rubric,
    first: bool = False,  # of equally good moves, the first one is right
) -> CaseMark:
    found = move_case(position, told, rubric)
    if not found.passed and "move" not in told:
        return found
    where = found.position
    tree = StudentTree.of(recorded_nodes(told), where)
    value = tree.for_mover(0, rubric.view, rubric.game)
    hint = _search_hint(tree, told, rubric)
    if worth is not None and value is not None and sign_of(value) != worth:
        key = f"grade.values.{('loss', 'draw', 'win')[worth + 1]}"
        return CaseMark(
            False, say(key, state=where, value=number_text(tree.nodes[0].value or 0)), hint, position=where
        )
    if value is None and hint is not None:
        return CaseMark(False, hint, position=where)
    played = move_text(told["move"], position, rubric)
    if best and told["move"] not in best:
        right = move_texts(best[:1] if first else best, position, rubric)
        reason = say("grade.values.move", state=where, move=played, right=right)
        return CaseMark(False, reason, hint or _bound_hint(position, tree, told, rubric), position=where)
    if best and first and told["move"] != best[0]:
        reason = say(
            "grade.values.tie", state=where, move=played, right=move_texts(best[:1], position, rubric)
        )
        return CaseMark(False, reason, position=where)
    return CaseMark(True, position=where)


def _bound_hint(position: Position[Any], tree: StudentTree, told: Told, rubric: Rubric) -> Message | None:
    """Whether a worse move was taken because the bound that its search gave equals the best value."""
    played, values = position.play(told["move"]).text(), dict[str, float]()
    for child in tree.children[0]:
        value = tree.for_mover(child, rubric.view, rubric.game)
        if value is not None:
            values.setdefault(tree.nodes[child].state, -value)
    bound = values.get(played)
    if bound is None or bound != max(values.values()):
        return None
    earlier = [state for state, value in values.items() if value == bound]
    return say("grade.values.bound") if earlier[0] != played else None


def value_hint(position: Position[Any], examiner: Examiner, depth: int | None) -> Message | None:
    """The first wrong value of the search from a position, where few moves are left."""
    if len(position.moves()) > FEW_MOVES:
        return None
    (told,) = examiner.ask([position], depth, recorded=True)
    tree = StudentTree.of(recorded_nodes(told), position.text())
    return _search_hint(tree, told, examiner.rubric)


def _search_hint(tree: StudentTree, told: Told, rubric: Rubric) -> Message | None:
    """What is wrong with a search, by its shape or by the first wrong value."""
    hints = SourceHints.of(told)
    if hints.cached:
        return None  # the values below a cached node were not seen; a cache alone makes no wrong value
    shape = explain_shape(tree, rubric.game, hints, prunes=True)
    return shape or explain_values(tree, rubric.game, rubric.view, plain=False)
