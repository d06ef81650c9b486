"""The kinds of checks: each asks the student's program and marks its answers."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from plyground.arena.doctor.puzzles import Puzzle, first_moves, is_lost, nearly_full
from plyground.errors import nearest_name
from plyground.game import Game, Position
from plyground.grader.evaluation_check import check_evaluation
from plyground.grader.examiner import Examiner
from plyground.grader.loss_check import check_never_loses
from plyground.grader.marks import CaseMark
from plyground.grader.match_check import check_match
from plyground.grader.node_check import check_nodes, recorded_nodes
from plyground.grader.notation import move_text, move_texts
from plyground.grader.rubric import Rubric, RubricCheck
from plyground.grader.student_tree import StudentTree
from plyground.grader.tactics import EACH, SEED, tactics_puzzles
from plyground.grader.troubles import move_case, trouble_of
from plyground.grader.value_check import FEW_MOVES, check_values, value_hint
from plyground.message import say
from plyground.workers.serve import Message as Told

Cases = list[CaseMark]


def run_check(check: RubricCheck, examiner: Examiner) -> Cases:
    """The cases of a check, marked."""
    return KINDS[check.kind](check, examiner)


# ------------------------------------------------------------ names


def check_interface(check: RubricCheck, examiner: Examiner) -> Cases:
    told = examiner.names()
    if trouble := trouble_of(told, examiner.rubric):
        return [CaseMark(False, trouble)]
    wanted = check.get("functions", [examiner.rubric.function])
    cases = [_name_case(name, told) for name in wanted]
    if check.get("quiet", False):
        cases.append(_quiet_case(check, examiner, named=all(case.passed for case in cases)))
    return cases


def _quiet_case(check: RubricCheck, examiner: Examiner, named: bool) -> CaseMark:
    """Whether a question is answered, and nothing printed on the way."""
    position = _late_position(examiner.rubric.game.start())
    (asked,) = examiner.ask([position], check.get("depth", None), seconds=check.seconds)
    words = asked.get("words", "")
    if asked.get("printed") or words:
        return CaseMark(False, say("grade.prints", words=words))
    if asked.get("error") == "illegal":
        return CaseMark(True)  # a wrong answer is an answer
    trouble = trouble_of(asked, examiner.rubric)
    return CaseMark(trouble is None, trouble if named else None)  # a wrong name has been told already


def _late_position(position: Position[Any]) -> Position[Any]:
    """A position near the end of some game, which every search is done with soon."""
    while len(position.moves()) > FEW_MOVES - 2:
        going_on = [move for move in position.moves() if position.after(move).outcome() is None]
        if not going_on:
            break
        position = position.after(going_on[len(going_on) // 2])
    return position


def _name_case(wanted: str, told: Told) -> CaseMark:
    name, bracket, rest = wanted.partition("(")
    functions: Mapping[str, Sequence[str]] = told["functions"]
    if name.strip() not in functions and name.strip() not in told["names"]:
        near = nearest_name(name.strip(), list(functions))
        key = "grade.name.near" if near else "grade.name.missing"
        return CaseMark(False, say(key, name=wanted, near=near))
    parameters = [each.strip() for each in rest.rstrip(") ").split(",") if each.strip()]
    taken = functions.get(name.strip())
    if bracket and taken is not None and len(taken) != len(parameters):
        shown = f"{name.strip()}({', '.join(taken)})"
        return CaseMark(False, say("grade.name.parameters", name=wanted, given=shown))
    return CaseMark(True)


# ------------------------------------------------------------ moves


def check_legal(check: RubricCheck, examiner: Examiner) -> Cases:
    game = examiner.rubric.game
    given = [game.parse(text) for text in check.get("positions", ())]
    positions = given or [each.position for each in _usual_positions(game)]
    answers = examiner.ask(positions, check.get("depth", None), seconds=check.seconds)
    return [
        move_case(position, told, examiner.rubric)
        for position, told in zip(positions, answers, strict=True)
    ]


def _usual_positions(game: Game[Any]) -> list[Puzzle]:
    """Late positions: a program that searches to the end has an answer soon."""
    late = nearly_full(game, SEED)
    return late or first_moves(game, SEED)


def check_tactics(check: RubricCheck, examiner: Examiner) -> Cases:
    game, each, seed = examiner.rubric.game, check.get("each", EACH), check.get("seed", SEED)
    depth = check.get("depth", None)
    puzzles = tactics_puzzles(game, seed, each)
    answers = examiner.ask([puzzle.position for _, puzzle in puzzles], depth, seconds=check.seconds)
    return [
        _puzzle_case(kind, puzzle, told, examiner, depth)
        for (kind, puzzle), told in zip(puzzles, answers, strict=True)
    ]


def _puzzle_case(kind: str, puzzle: Puzzle, told: Told, examiner: Examiner, depth: int | None) -> CaseMark:
    found = move_case(puzzle.position, told, examiner.rubric)
    if not found.passed and "move" not in told:
        return found
    if told["move"] in puzzle.right:
        return CaseMark(True, position=found.position)
    move = move_text(told["move"], puzzle.position, examiner.rubric)
    right = move_texts(puzzle.right, puzzle.position, examiner.rubric)
    reason = say(f"grade.tactics.{kind}", state=found.position, move=move, right=right)
    if kind == "win" and is_lost(puzzle.position.play(told["move"])):
        return CaseMark(False, reason, say("grade.tactics.later"), position=found.position)
    return CaseMark(False, reason, value_hint(puzzle.position, examiner, depth), position=found.position)


# ------------------------------------------------------------ limits


def check_limits(check: RubricCheck, examiner: Examiner) -> Cases:
    rubric = examiner.rubric
    texts = check.get("positions", ["-"])
    positions = [rubric.game.parse(text) for text in texts]
    depth, seconds = check.get("depth", None), check.get("seconds", None)
    recorded = depth is not None
    allowed = 60.0 if seconds is None else 60.0 + 4 * seconds * len(positions)
    answers = examiner.ask(positions, depth, recorded, allowed, seconds)
    return [
        _limit_case(position, told, depth, seconds, rubric)
        for position, told in zip(positions, answers, strict=True)
    ]


def _limit_case(
    position: Position[Any], told: Told, depth: int | None, seconds: float | None, rubric: Rubric
) -> CaseMark:
    found = move_case(position, told, rubric)
    deepest = max(
        (node.level for node in StudentTree.of(recorded_nodes(told), found.position).nodes), default=0
    )
    if depth is not None and deepest > depth:
        reason = say("grade.limits.depth", state=found.position, n=deepest, depth=depth)
        return CaseMark(False, reason, position=found.position)
    if not found.passed:
        return found
    if seconds is not None and told["seconds"] > seconds:
        reason = say("grade.limits.seconds", state=found.position, seconds=told["seconds"], limit=seconds)
        return CaseMark(False, reason, position=found.position)
    return found


KINDS: Mapping[str, Callable[[RubricCheck, Examiner], Cases]] = {
    "interface": check_interface,
    "legal": check_legal,
    "tactics": check_tactics,
    "never-loses": check_never_loses,
    "values": check_values,
    "nodes": check_nodes,
    "evaluation": check_evaluation,
    "limits": check_limits,
    "match": check_match,
}
