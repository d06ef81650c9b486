"""The transposition table: what is known of positions that can be reached in several ways."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import Any, NamedTuple

from plyground.errors import BadSpec, clip
from plyground.game import Position
from plyground.score import HEURISTIC

MOST_ENTRIES = 2**32
POLICIES = ("always", "deeper")


class Bound(Enum):
    """How a stored value relates to the true one."""

    EXACT = "exact"
    LOWER = "lower"  # the true value is at least this
    UPPER = "upper"  # the true value is at most this


class Entry(NamedTuple):
    """What a finished search of a position found."""

    position: Position[Any]
    value: int
    bound: Bound
    line: tuple[Any, ...]
    remaining: int  # how deep below the position it looked
    generation: int


class Table:
    """A table of as many entries as memory holds, or of a fixed number.

    A fixed table keeps one entry a slot, and the position with it, so that a collision costs an entry and
    never an error. `always` replaces what was there; `deeper` keeps an entry that looked deeper.
    With `symmetry`, positions that only mirror or turn each other share an entry.
    """

    def __init__(self, size: int | None, policy: str, symmetry: bool, plain: bool) -> None:
        self.size = size
        self.keep_deeper = policy == "deeper"
        self.plain = plain
        self.hits = 0
        self.generation = 0
        self.depth = 0
        self.to_the_end = False
        self._key: Callable[[Any], Any] = (lambda p: p.canonical()) if symmetry else (lambda p: p)
        self._entries: dict[Any, Entry] = {}

    def __len__(self) -> int:
        return len(self._entries)

    def aim(self, depth: int, to_the_end: bool) -> None:
        """Say how deep the coming search goes: a value is good only for the same depth below it."""
        self.depth = depth
        self.to_the_end = to_the_end

    def next_generation(self) -> None:
        """From now on use the moves of the present entries, and no longer their values."""
        self.generation += 1

    def find(self, position: Position[Any], ply: int) -> Entry | None:
        """What is known of a position, its value as seen from the root."""
        entry = self._at(position)
        if entry is None or entry.generation != self.generation:
            return None
        if entry.remaining != self.depth - ply and not self.to_the_end:
            return None
        self.hits += 1
        line = entry.line if entry.position == position else entry.position.carried(entry.line, position)
        return entry._replace(value=self._shifted(entry.value, -ply), line=line)

    def best(self, position: Position[Any]) -> Any:
        """The move that was best when the position was last searched, to whatever depth; or None."""
        entry = self._at(position)
        line = entry.position.carried(entry.line[:1], position) if entry else ()
        return line[0] if line else None

    def store(
        self, position: Position[Any], ply: int, value: int, bound: Bound, line: tuple[Any, ...]
    ) -> None:
        """Remember a finished search of a position."""
        key = self._key(position)
        slot = key if self.size is None else key.key() % self.size
        remaining = self.depth - ply
        old = self._entries.get(slot)
        if self.keep_deeper and old and old.generation == self.generation and old.remaining > remaining:
            return
        value = self._shifted(value, ply)
        self._entries[slot] = Entry(position, value, bound, line, remaining, self.generation)

    def _at(self, position: Position[Any]) -> Entry | None:
        key = self._key(position)
        if self.size is None:
            return self._entries.get(key)
        entry = self._entries.get(key.key() % self.size)
        return entry if entry and self._key(entry.position) == key else None

    def _shifted(self, value: int, ply: int) -> int:
        """A win counted from the root as one counted from a position `ply` plies below it, or back."""
        if self.plain or -HEURISTIC <= value <= HEURISTIC:
            return value
        return value + ply if value > 0 else value - ply


def table_policy(policy: object) -> str:
    """The name of a replacement policy, checked."""
    if policy not in POLICIES:
        given = f"policy={clip(repr(policy))}"
        raise BadSpec("bad policy", given, None, f"policy is one of {', '.join(POLICIES)}")
    return str(policy)
