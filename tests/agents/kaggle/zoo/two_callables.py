"""Two agents: the last one is meant, and what is imported behind it is not."""

from __future__ import annotations

from typing import Any


def first(obs: Any, config: Any) -> int:
    return 0


def last(obs: Any, config: Any) -> int:
    return 4


class Note:
    """Something to remember."""


from random import choice  # noqa: E402, F401
