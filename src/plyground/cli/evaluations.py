"""The value that an evaluation gives a position, without any search: ours by name, and the papers'."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from math import isinf
from typing import Any

from plyground.errors import truncate, unknown_name
from plyground.evaluation import AUTO, load_evaluation
from plyground.evaluation.registry import EVALUATIONS, choose_evaluation
from plyground.game import Game, Player, Position
from plyground.papers.published import EVALUATIONS as PUBLISHED


@dataclass(frozen=True)
class EvaluatedPosition:
    """A value, of which evaluation, and who likes it high."""

    name: str
    value: float
    side: Player

    def text(self, rules: Game[Any]) -> str:
        """`p4.text: +16, good for O if high`."""
        return f"{self.name}: {self._number}, good for {rules.players[self.side.value]} if high"

    def to_json(self) -> dict[str, Any]:
        """As `show --json` writes it; an infinite value is a text."""
        value = self._number if isinf(self.value) else round(self.value)
        return {"evaluation": self.name, "value": value, "for": self.side.name.lower()}

    @property
    def _number(self) -> str:
        if isinf(self.value):
            return "+∞" if self.value > 0 else "-∞"
        return f"{round(self.value):+,}" if self.value else "0"


@dataclass(frozen=True)
class NamedEvaluation:
    """An evaluation by its name; `side` is who likes a high value, None the side to move."""

    name: str
    function: Callable[[Position[Any]], float]
    side: Player | None = None

    def value(self, position: Position[Any]) -> EvaluatedPosition:
        """What it gives a position."""
        return EvaluatedPosition(self.name, self.function(position), self.side or position.to_move)


def load_evaluations(names: Iterable[str]) -> list[NamedEvaluation]:
    """The evaluations that names stand for; a BadSpec lists the names if one is unknown."""
    return [_load(name) for name in names]


def _load(name: str) -> NamedEvaluation:
    if name in PUBLISHED:
        return NamedEvaluation(name, PUBLISHED[name], PUBLISHED[name].side)
    if name == AUTO:
        return NamedEvaluation(name, _own)
    if name in EVALUATIONS or ":" in name:
        return NamedEvaluation(name, load_evaluation(name))
    known = (AUTO, *EVALUATIONS, *PUBLISHED)
    right = f"evaluations are {', '.join(known)}, 'mine.py:function' or 'file:weights.json'"
    raise unknown_name(f"no evaluation {truncate(name)}", name, known, right)


def _own(position: Position[Any]) -> float:
    """What a search of the game uses where nothing else is told."""
    return load_evaluation(choose_evaluation(AUTO, position, 1)[0])(position)
