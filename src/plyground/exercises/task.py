"""What an exercise asks on a page: blanks to be filled in, each with its answer and the reason for it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from plyground.message import Message, say

Sort = Literal["number", "alpha", "beta", "leaf", "choice"]
State = Literal["right", "wrong", "open"]
PRUNED = "x"  # what is written at a leaf that is pruned
LOW, HIGH = "-inf", "+inf"
_OPEN_ENDS = {"inf": HIGH, "∞": HIGH, "oo": HIGH, "infinity": HIGH}


@dataclass(frozen=True)
class Blank:
    """Something to be filled in: a number, α or β, whether a leaf is pruned, or one of several choices."""

    name: str  # in its task
    label: Message | str
    answer: str  # what the searchers have found; nothing if nothing belongs there
    why: Message
    hint: Message
    sort: Sort = "number"
    at: str = ""  # the node or the row where it stands; nothing if it stands beside the picture
    also: frozenset[str] = frozenset()  # other answers that are as right
    tolerance: float = 0.0
    mistakes: Mapping[str, Message] = field(default_factory=dict)  # where a wrong answer comes from
    choices: tuple[str, ...] = ()

    def mark(self, given: str) -> Mark:
        """What an answer is worth, and why. What is empty or cannot be read is open."""
        written = plain(given)
        if problem := self.misread(given):
            return Mark(self.name, "open", self.hint, problem)
        if self._is_right(written):
            return Mark(self.name, "right", self.why)
        if written == "" and self.sort != "leaf":
            return Mark(self.name, "open", self.hint)
        return Mark(self.name, "wrong", self.why, self.mistakes.get(written))

    def misread(self, given: str) -> Message | None:
        """What to say of a text that is neither a number nor ∞ where one belongs."""
        written = plain(given)
        if self.sort in ("leaf", "choice") or written in ("", LOW, HIGH) or _is_number(written):
            return None
        key = "exercise.misread.number" if self.sort == "number" else "exercise.misread.end"
        return say(key, given=given.strip())

    def _is_right(self, written: str) -> bool:
        if written in {plain(answer) for answer in (self.answer, *self.also)}:
            return True
        if self.sort in ("leaf", "choice") or not self.answer or LOW in (written, self.answer):
            return False
        try:
            return abs(float(written) - float(self.answer)) <= self.tolerance
        except ValueError:
            return False


@dataclass(frozen=True)
class Mark:
    """What was said of an answer.

    `mistake` says where a wrong one comes from, if that is known; of an open one, why it cannot be read.
    """

    name: str
    state: State
    why: Message
    mistake: Message | None = None


@dataclass(frozen=True)
class SolutionStep:
    """A step of the worked solution: what is filled in, and why."""

    fills: Mapping[str, str]
    at: str
    why: Message


@dataclass(frozen=True)
class Task:
    """A question that is answered on the picture. The blanks stand in the order of reasoning."""

    name: str
    ask: Message
    blanks: Sequence[Blank]

    def check(self, answers: Mapping[str, str]) -> list[Mark]:
        """A mark for every blank. Nothing is judged as long as an answer cannot be read."""
        misread = {blank.name: blank.misread(answers.get(blank.name, "")) for blank in self.blanks}
        if any(misread.values()):
            return [Mark(blank.name, "open", blank.hint, misread[blank.name]) for blank in self.blanks]
        return self._judge(answers)

    def _judge(self, answers: Mapping[str, str]) -> list[Mark]:
        """Leaves are judged from left to right, up to the first mistake."""
        marks: list[Mark] = []
        for blank in self.blanks:
            stopped = blank.sort == "leaf" and marks and marks[-1].state != "right"
            mark = (
                Mark(blank.name, "open", blank.hint) if stopped else blank.mark(answers.get(blank.name, ""))
            )
            marks.append(mark)
        return marks

    def hint(self, answers: Mapping[str, str]) -> tuple[Blank, Message] | None:
        """Where to look next: the first blank that is not right. Nothing if all are."""
        for blank, mark in zip(self.blanks, self._judge(answers), strict=True):
            if mark.state != "right":
                return blank, blank.hint
        return None

    def steps(self) -> list[SolutionStep]:
        """The worked solution; blanks with one and the same reason are one step."""
        return [
            SolutionStep({blank.name: blank.answer for blank in blanks}, blanks[0].at, blanks[0].why)
            for blanks in _alike(self.blanks)
        ]


def is_done(marks: Sequence[Mark]) -> bool:
    """Whether every answer is right."""
    return all(mark.state == "right" for mark in marks)


def plain(given: str) -> str:
    """An answer as it is compared: minus signs, decimal commas and infinities in one spelling."""
    text = "".join(given.split()).replace("−", "-").replace("–", "-").replace(",", ".").lower()
    sign, size = (text[0], text[1:]) if text[:1] in ("-", "+") else ("", text)
    if size in _OPEN_ENDS:
        return LOW if sign == "-" else HIGH
    try:
        return f"{float(text):g}" if size and size[0] in ".0123456789" else text
    except ValueError:
        return text


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return text[-1] in ".0123456789"  # not nan


def _alike(blanks: Sequence[Blank]) -> Iterator[list[Blank]]:
    group: list[Blank] = []
    for blank in blanks:
        if group and blank.why != group[0].why:
            yield group
            group = []
        group.append(blank)
    if group:
        yield group
