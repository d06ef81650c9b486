"""The check of values: what a search says of positions, and the move that it takes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from plyground.game import Player, Position, players_of
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
from plyground.grader.troubles import blame_board, move_case
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
        blame_board(_value_case(*each, told, examiner.rubric, first), told)
        for each, told in zip(wanted, answers, strict=True)
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
        hint = hint or _root_hint(position, tree, told, rubric) or _bound_hint(position, tree, told, rubric)
        return CaseMark(False, reason, hint, position=where)
    if best and first and told["move"] != best[0]:
        key = (
            "grade.values.tie-order" if _tried_before(position, tree, told, best[0]) else "grade.values.tie"
        )
        reason = say(key, state=where, move=played, right=move_texts(best[:1], position, rubric))
        return CaseMark(False, reason, position=where)
    return CaseMark(True, position=where)


def _tried_before(position: Position[Any], tree: StudentTree, told: Told, first: str) -> bool:
    """Whether the search looked at the move that it took before the one that comes first by the rules."""
    tried = [tree.nodes[child].state for child in tree.children[0]]
    taken, right = (position.play(text).text() for text in (told["move"], first))
    return taken in tried and (right not in tried or tried.index(taken) < tried.index(right))


def _root_hint(position: Position[Any], tree: StudentTree, told: Told, rubric: Rubric) -> Message | None:
    """Whether the values are right, and the move was taken whose value is worst for its side."""
    values = _reply_values(tree, rubric)
    taken = values.get(position.play(told["move"]).text())
    if taken is None or taken == max(values.values()) or taken != min(values.values()):
        return None
    side = players_of(position)[position.to_move.value]
    facts = {"side": side, "function": rubric.function}
    if rubric.view == "mover":
        return say("grade.values.root-mover", **facts)
    at_max = rubric.view == "root" or position.to_move is Player.FIRST
    return say("grade.values.root-max" if at_max else "grade.values.root-min", **facts)


def _reply_values(tree: StudentTree, rubric: Rubric) -> dict[str, float]:
    """What the replies at the root are worth to the side that moves there, in their order."""
    values: dict[str, float] = {}
    for child in tree.children[0]:
        value = tree.for_mover(child, rubric.view, rubric.game)
        if value is not None:
            values.setdefault(tree.nodes[child].state, -value)
    return values


def _bound_hint(position: Position[Any], tree: StudentTree, told: Told, rubric: Rubric) -> Message | None:
    """Whether a worse move was taken because the bound that its search gave equals the best value."""
    played, values = position.play(told["move"]).text(), _reply_values(tree, rubric)
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
