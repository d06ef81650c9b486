"""Marks: what came of the checks of a submission, as data in no language."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from plyground.grader.recorder import SearchNode
from plyground.grader.rubric import Rubric, RubricCheck
from plyground.message import Message

MAX_REASONS = 3  # that are told of one check


@dataclass(frozen=True)
class TreePair:
    """The student's tree and the right one, with the places at which they part."""

    yours: Sequence[SearchNode]
    right: Sequence[SearchNode]
    yours_at: int | None
    right_at: int | None


@dataclass(frozen=True)
class CaseMark:
    """One case of a check: whether it is right, and if not why."""

    passed: bool
    reason: Message | None = None
    hint: Message | None = None  # where to look
    figure: TreePair | None = None
    position: str = ""


@dataclass(frozen=True)
class CheckMark:
    """One check: its points are shared among its cases; a condition takes off those of the wrong ones."""

    check: RubricCheck
    cases: Sequence[CaseMark]

    @property
    def points(self) -> float:
        share = sum(case.passed for case in self.cases) / len(self.cases)
        if self.check.condition:
            return round(self.check.points * (share - 1), 2) + 0.0  # and no -0.0
        guessing = self.check.guessing
        return round(self.check.points * max(0.0, share - guessing) / (1 - guessing), 2)

    @property
    def passed(self) -> bool:
        return all(case.passed for case in self.cases)

    @property
    def failures(self) -> list[CaseMark]:
        return [case for case in self.cases if not case.passed]

    @property
    def reasons(self) -> list[Message]:
        """The first few different reasons, each with its hint."""
        found: list[Message] = []
        for case in self.failures:
            for message in (case.reason, case.hint):
                if message is not None and message not in found:
                    found.append(message)
            if len(found) >= MAX_REASONS:
                break
        return found


@dataclass(frozen=True)
class Grade:
    """All checks of one submission."""

    student: str
    file: Path
    rubric: Rubric
    marks: Sequence[CheckMark]

    @property
    def points(self) -> float:
        return max(0.0, round(sum(mark.points for mark in self.marks), 2))

    @property
    def share(self) -> float:
        """The part of all points, from 0 to 1."""
        if not self.rubric.points:
            return float(all(mark.passed for mark in self.marks))
        return self.points / self.rubric.points

    @property
    def mistakes(self) -> list[str]:
        """The keys of the reasons, each once: what the teacher's summary counts."""
        keys = [mistake_key(reason) for mark in self.marks for reason in mark.reasons]
        return list(dict.fromkeys(keys))


def mistake_key(reason: Message) -> str:
    """The key of a reason, and of the one inside it if there is one."""
    what = reason.facts.get("what")
    return f"{reason.key} {what.key}" if isinstance(what, Message) else reason.key
