"""What went wrong before there was an answer, in words that a student understands."""

from __future__ import annotations

from plyground.grader.rubric import Rubric
from plyground.message import Message, say
from plyground.workers.serve import Message as Told


def trouble_of(told: Told, rubric: Rubric, state: str = "") -> Message | None:
    """Why a program gave no answer; None if it gave one."""
    error = told.get("error")
    if error is None:
        return None
    detail = told.get("detail", "")
    if error in ("exit", "memory", "died", "nothing"):
        return say(f"grade.trouble.{error}", function=rubric.function)
    if error == "calls":
        return say("grade.trouble.calls", n=rubric.most_calls)
    if error == "time":
        return say("grade.trouble.time", n=round(float(detail)))
    if error == "recursion":
        return say("grade.trouble.recursion", function=detail or rubric.function)
    if error == "syntax":
        return say("grade.trouble.syntax", line=told.get("line", 0), detail=detail)
    if error == "illegal":
        return say("grade.trouble.illegal", state=state or "–", answer=detail, why=told.get("why", ""))
    if error == "no-function":
        return say("grade.name.missing", name=rubric.function, near="")
    return say("grade.trouble.crash", detail=detail)
