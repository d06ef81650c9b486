"""The check of an evaluation: a student's estimates of positions, against the solver's values."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from plyground.arena.doctor.puzzles import winning_moves
from plyground.game import Game, Player, Position
from plyground.games.line_shape import LineShape
from plyground.grader.examiner import Examiner
from plyground.grader.game_values import game_value
from plyground.grader.marks import CaseMark
from plyground.grader.rubric import RubricCheck
from plyground.grader.student_tree import number_text, sign_of
from plyground.grader.troubles import trouble_of
from plyground.message import Message, say
from plyground.rng import derive_seed
from plyground.searchers.playouts import random_line

EACH = 20  # positions for each side to move
AGREE = 0.6  # part of the positions whose sign has to be the solver's
PARTS = (0.25, 0.35, 0.45, 0.55)  # of the board that is full


def check_evaluation(check: RubricCheck, examiner: Examiner) -> list[CaseMark]:
    """Whether estimates are numbers, the same for mirror images, and mostly of the right sign."""
    game, function = examiner.rubric.game, check.get("function", "evaluate")
    positions = decided_positions(game, check.get("seed", 0), check.get("each", EACH))
    images = [_mirror_image(game, position) for position in positions]
    told = examiner.numbers(function, [*positions, *images], check.seconds)
    answers = told.get("answers", [told])
    for position, answer in zip((*positions, *images), answers, strict=False):
        where = position.text()
        if trouble := trouble_of(answer, examiner.rubric, where):
            return [CaseMark(False, trouble, position=where)]
        if "value" not in answer:
            wrong = say("grade.evaluation.no-number", state=where, answer=answer["answer"])
            return [CaseMark(False, wrong, position=where)]
    values = [answer["value"] for answer in answers]
    if len(set(values)) == 1:  # left and right are the same to it, but so is all else
        return [CaseMark(False, say("grade.evaluation.constant", value=number_text(values[0])))]
    own, mirrored = values[: len(positions)], values[len(positions) :]
    return [_mirror_case(positions, own, mirrored), _sign_case(positions, own, check.get("agree", AGREE))]


def _mirror_case(
    positions: Sequence[Position[Any]], values: Sequence[float], mirrored: Sequence[float]
) -> CaseMark:
    for position, value, other in zip(positions, values, mirrored, strict=True):
        if value != other:
            facts = {"state": position.text(), "value": number_text(value), "other": number_text(other)}
            return CaseMark(False, say("grade.evaluation.mirror", **facts), position=position.text())
    return CaseMark(True)


def _sign_case(positions: Sequence[Position[Any]], values: Sequence[float], agree: float) -> CaseMark:
    """Whether enough estimates have the sign of the true value; a good reason if they have not."""
    right = [sign_of(value) == game_value(each) for each, value in zip(positions, values, strict=True)]
    if sum(right) >= agree * len(positions):
        return CaseMark(True)
    facts = {"right": sum(right), "n": len(positions), "percent": round(100 * agree)}
    return CaseMark(False, say("grade.evaluation.sign", **facts), _sign_hint(positions, values, agree))


def _sign_hint(positions: Sequence[Position[Any]], values: Sequence[float], agree: float) -> Message | None:
    """Why signs are wrong, where other signs would be right: those of the other side, or of X."""
    if all(value >= 0 for value in values) or all(value <= 0 for value in values):
        return say("grade.evaluation.one-sided")
    for view, mover in (("opponent", None), ("first", Player.SECOND), ("second", Player.FIRST)):
        turned = [
            -value if mover is None or each.to_move is mover else value
            for each, value in zip(positions, values, strict=True)
        ]
        right = sum(sign_of(v) == game_value(each) for each, v in zip(positions, turned, strict=True))
        if right >= agree * len(positions):
            return say(f"grade.evaluation.for-{view}")
    return None


def _mirror_image(game: Game[Any], position: Position[Any]) -> Position[Any]:
    """The position with left and right exchanged."""
    board, gap, side = position.text().partition(" ")
    return game.parse("/".join(row[::-1] for row in board.split("/")) + gap + side)


@cache
def decided_positions(game: Game[Any], seed: int, each: int) -> tuple[Position[Any], ...]:
    """Positions of random games that one side wins, but not at once: so many for each side to move."""
    found: dict[Player, list[Position[Any]]] = {side: [] for side in Player}
    assert isinstance(game, LineShape)
    draw = 0
    while any(len(some) < each for some in found.values()) and draw < 200 * each:
        part = PARTS[draw % len(PARTS)]
        position = game.start()
        for move in random_line(
            position, round(part * game.cells) + draw % 2, derive_seed(seed, "decided", draw)
        ):
            position = position.after(move)
        draw += 1
        some = found[position.to_move]
        if len(some) < each and _goes_on(position) and position not in some and game_value(position):
            some.append(position)
    return tuple(position for some in found.values() for position in some)


def _goes_on(position: Position[Any]) -> bool:
    return not position.outcome() and not winning_moves(position)
