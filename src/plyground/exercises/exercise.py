"""An exercise: a picture, questions, and the answers, which searchers have computed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from plyground.message import Message
from plyground.ui.i18n import Tongue


class SheetFigure(Protocol):
    """What the questions are about. With `key` it shows the answers, too."""

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
    seed: int
    command: str
    introduction: Message
    figure: SheetFigure
    questions: Sequence[Question]

    def title(self, tongue: Tongue) -> str:
        return tongue.say(
            "exercise.title", kind=tongue.say(f"exercise.kind.{self.kind}"), seed=str(self.seed)
        )
