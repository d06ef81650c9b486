"""What went wrong before there was an answer, in words that a student understands."""

from __future__ import annotations

from typing import Any

from plyground.game import Position
from plyground.games.line_shape import LineShape
from plyground.grader.marks import CaseMark
from plyground.grader.rubric import Rubric
from plyground.message import Message, say
from plyground.workers.serve import Message as Told


def trouble_of(told: Told, rubric: Rubric, state: str = "") -> Message | None:
    """Why a program gave no answer; None if it gave one."""
    error = told.get("error")
    if error is None:
        return None
    detail = told.get("detail", "")
    if error in ("exit", "memory", "died", "nothing", "none", "not-tried"):
        return say(f"grade.trouble.{error}", function=rubric.function)
    if error == "calls":
        return say("grade.trouble.calls", n=rubric.most_calls)
    if error in ("time", "late"):
        seconds = float(detail)
        return say(f"grade.trouble.{error}", n=round(seconds) if seconds >= 1 else round(seconds, 1))
    if error == "recursion":
        return say("grade.trouble.recursion", function=detail or rubric.function)
    if error == "syntax":
        return say("grade.trouble.syntax", line=told.get("line", 0), detail=detail)
    if error == "illegal":
        return say("grade.trouble.illegal", state=state or "–", answer=detail, why=_why(told, rubric))
    if error == "no-function":
        return say("grade.name.missing", name=detail or rubric.function, near="")
    return say("grade.trouble.crash", detail=detail)


_WHYS = {
    "a move is a row and a column": "grade.why.pair",
    "that square is taken": "grade.why.taken",
    "a column is a whole number": "grade.why.whole",
    "that column, counted from 0, is full": "grade.why.full",
    "a move is a square (x, y)": "grade.why.square",
    "no disc can lie there yet": "grade.why.falls",
    "a bare number": "grade.why.bare",
    "no legal move": "grade.why.none",
}


def _why(told: Told, rubric: Rubric) -> Message:
    """Why an answer is no move. The adapters say it in English, so it is said again."""
    why = told.get("why", "")
    if why in _WHYS:
        return say(_WHYS[why])
    size = rubric.game if isinstance(rubric.game, LineShape) else None
    if size is None:
        return say("grade.why.none")
    last = {"last_row": size.rows - 1, "last_column": size.columns - 1}
    if rubric.interface == "cs50":
        return say("grade.why.pair-range", **last)
    return say("grade.why.column-range", **last) if rubric.interface == "kaggle" else say("grade.why.none")


def move_case(position: Position[Any], told: Told, rubric: Rubric) -> CaseMark:
    """The mark of an answer in a position: a legal move, and the board left as it was."""
    where = position.text()
    if trouble := trouble_of(told, rubric, where):
        return CaseMark(False, trouble, position=where)
    if told.get("changed"):
        return CaseMark(False, say("grade.changed", state=where), position=where)
    return CaseMark(True, position=where)


def blame_board(mark: CaseMark, told: Told) -> CaseMark:
    """A wrong case where the given board was changed: all else that looks wrong follows from that."""
    if mark.passed or not told.get("changed"):
        return mark
    return CaseMark(False, say("grade.changed", state=mark.position), position=mark.position)
