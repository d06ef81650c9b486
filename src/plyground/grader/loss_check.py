"""The check of perfect play: the program's own moves against every line of play of an opponent."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from plyground.game import Position, players_of
from plyground.grader.examiner import Examiner, is_lost_end
from plyground.grader.game_values import game_value, known_value
from plyground.grader.marks import CaseMark
from plyground.grader.notation import line_text
from plyground.grader.rubric import Rubric, RubricCheck
from plyground.grader.troubles import trouble_of
from plyground.grader.value_check import value_hint
from plyground.message import Message, say
from plyground.workers.serve import Message as Told


def check_never_loses(check: RubricCheck, examiner: Examiner) -> list[CaseMark]:
    game = examiner.rubric.game
    positions = [game.parse(text) for text in check.get("positions", ["-"])]
    told = examiner.play_all(positions, check.get("depth", None), check.seconds)
    if trouble := trouble_of(told, examiner.rubric):
        return [CaseMark(False, trouble)]
    depth = check.get("depth", None)
    return [
        _loss_case(root, own, told["moves"], examiner, depth)
        for root in positions
        for own in (True, False)
        if known_value(root) != (-1 if own else 1)  # else lost from the beginning, however well it plays
    ]


def _loss_case(
    root: Position[Any], own: bool, moves: Mapping[str, Told], examiner: Examiner, depth: int | None
) -> CaseMark:
    """The mark of one seat: the program begins (`own`), or its opponent does."""
    where, rubric = root.text(), examiner.rubric
    line, trouble = _losing_line(root, own, moves, rubric)
    if trouble is not None:
        return CaseMark(False, trouble, position=where)
    if not line:
        return CaseMark(True, position=where)
    seat = root.to_move if own else root.to_move.other
    played = line_text(line[:-1], root, rubric)  # the last is the end itself
    reason = say("grade.loses", line=played, state=where, side=players_of(root)[seat.value])
    return CaseMark(False, reason, _blunder_hint(root, line, own, examiner, depth), position=where)


def _losing_line(
    position: Position[Any], own: bool, moves: Mapping[str, Told], rubric: Rubric
) -> tuple[list[str], Message | None]:
    """A line of play in which the program loses a game that it need not lose, or what went wrong in one."""
    if position.outcome():
        return ([""] if is_lost_end(position, own) else []), None
    if own:
        told = moves.get(position.text(), {"error": "died"})
        if trouble := trouble_of(told, rubric, position.text()):
            return [], trouble
        tried = [position.read(told["move"])]
    else:
        tried = list(position.moves())
    for move in tried:
        line, trouble = _losing_line(position.after(move), not own, moves, rubric)
        if trouble is not None:
            return [], trouble
        if line:
            return [position.write(move), *line], None
    return [], None


def _blunder_hint(
    root: Position[Any], line: Sequence[str], own: bool, examiner: Examiner, depth: int | None
) -> Message | None:
    """What is wrong with the values where the program gave the game away, if its search is small there."""
    position = root
    for number, text in enumerate(word for word in line if word):
        if own == (number % 2 == 0):
            before, after = game_value(position), -game_value(position.play(text))
            if after < before:
                return value_hint(position, examiner, depth)
        position = position.play(text)
    return None
