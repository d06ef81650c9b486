"""Random numbers of an agent that plays in somebody else's process."""

from __future__ import annotations

import random
import sys
from collections.abc import Callable
from typing import Any

from plyground.agents.agent import Agent, Choice
from plyground.game import Position
from plyground.searchers.types import Limits

Stream = tuple[Callable[[], Any], Callable[[Any], None], Callable[[int], Any]]


class SeededAgent:
    """An agent whose calls of `random`, and of numpy's, have a stream of their own.

    So its games can be repeated, and the program's own random numbers are left alone.
    """

    def __init__(self, agent: Agent, seed: int) -> None:
        self.name = agent.name
        self._agent = agent
        self._states: list[Any] = []
        self._seed = seed

    def choose(self, position: Position[Any], limits: Limits) -> Choice:
        streams = _streams()
        before = [read() for read, _, _ in streams]
        for place, (_, write, seeded) in enumerate(streams):
            write(self._states[place] if place < len(self._states) else seeded(self._seed))
        try:
            return self._agent.choose(position, limits)
        finally:
            self._states = [read() for read, _, _ in streams]
            for (_, write, _), state in zip(streams, before, strict=True):
                write(state)


def _streams() -> list[Stream]:
    """The streams of random numbers of this process: how to read, write and seed the state of each."""
    found: list[Stream] = [(random.getstate, random.setstate, lambda seed: random.Random(seed).getstate())]
    if "numpy" in sys.modules:
        numbers = sys.modules["numpy"].random
        found.append(
            (
                numbers.get_state,
                numbers.set_state,
                lambda seed: numbers.RandomState(seed & 0xFFFFFFFF).get_state(),
            )
        )
    return found
