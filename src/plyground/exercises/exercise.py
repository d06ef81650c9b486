"""An exercise: a picture, questions, and the answers, which searchers have computed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from plyground.exercises.task import Task
from plyground.message import Message, say
from plyground.words import Tongue


class SheetFigure(Protocol):
    """What the questions are about. With `key` it shows the answers, too."""

    def legend(self, drawn: bool) -> Message | None: ...
    def text(self, tongue: Tongue, key: bool) -> str: ...
    def svg(self, tongue: Tongue, key: bool) -> str: ...
    def latex(self, tongue: Tongue, key: bool) -> str: ...


@dataclass(frozen=True)
class Question:
    """A question and its answer, in no language."""

    ask: Message
    answer: Message


@dataclass(frozen=True)
class Exercise:
    """A picture with questions. The command makes the same exercise again."""

    kind: str
    seed: int | None  # None if somebody has made the tree by hand
    command: str
    introduction: Message
    figure: SheetFigure
    questions: Sequence[Question]
    tasks: Sequence[Task] = ()  # the same questions, to be answered on a page

    def opening(self, drawn: bool) -> Message:
        """What is to be known before the questions; of a figure only what it shows, drawn or in letters."""
        legend = self.figure.legend(drawn)
        if legend is None:
            return self.introduction
        return say("exercise.introduced", introduction=self.introduction, legend=legend)

    def title(self, tongue: Tongue) -> str:
        kind = tongue.say(f"exercise.kind.{self.kind}")
        if self.seed is None:
            return tongue.say("exercise.title-own", kind=kind)
        return tongue.say("exercise.title", kind=kind, seed=str(self.seed))
