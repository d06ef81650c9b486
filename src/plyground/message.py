"""Messages in no language: a key of the catalogue, and the facts that its sentence names."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Literal

Tone = Literal["info", "error"]


@dataclass(frozen=True)
class Message:
    """A key of the catalogue, the facts that its sentence names, and whether it is about an error."""

    key: str
    facts: Mapping[str, Any] = field(default_factory=dict)
    tone: Tone = "info"

    def __post_init__(self) -> None:
        object.__setattr__(self, "facts", MappingProxyType(dict(self.facts)))

    def __hash__(self) -> int:
        return hash((self.key, self.tone))

    def __reduce__(self) -> tuple[Any, ...]:
        """As it is sent to another process: a proxy cannot be."""
        return Message, (self.key, dict(self.facts), self.tone)


def say(key: str, **facts: Any) -> Message:
    """A message that informs."""
    return Message(key, facts)


def refuse(key: str, **facts: Any) -> Message:
    """A message that says why something was not done."""
    return Message(key, facts, "error")
