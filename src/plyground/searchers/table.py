"""The transposition table: what is known of positions that can be reached in several ways."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import Any, NamedTuple

from plyground.game import Position
from plyground.score import HEURISTIC
from plyground.searchers.types import TO_THE_END
from plyground.spec import one_of

MAX_ENTRIES = 2**32
POLICIES = ("always", "deeper")


class Bound(Enum):
    """How a stored value relates to the true one."""

    EXACT = "exact"
    LOWER = "lower"  # the true value is at least this
    UPPER = "upper"  # the true value is at most this


class TableEntry(NamedTuple):
    """What a finished search of a position found."""

    position: Position[Any]
    value: int
    bound: Bound
    line: tuple[Any, ...]
    remaining: int  # how deep below the position the search looked
    generation: int


class TranspositionTable:
    """A table of as many entries as memory holds, or of a fixed number.

    A fixed table has one entry a slot. The position is stored too, so a collision loses an entry but never
    gives a wrong value. `always` replaces the old entry; `deeper` keeps an entry that looked deeper.
    With `symmetry`, mirrored and rotated positions share an entry.
    """

    def __init__(self, size: int | None, policy: str, symmetry: bool, plain: bool) -> None:
        self.size = size
        self.keep_deeper = policy == "deeper"
        self.plain = plain
        self.hits = 0
        self.generation = 0
        self.depth = 0
        self._key: Callable[[Any], Any] = (lambda p: p.canonical()) if symmetry else (lambda p: p)
        self._entries: dict[Any, TableEntry] = {}

    def __len__(self) -> int:
        return len(self._entries)

    def begin_search(self, depth: int) -> None:
        """Begin a search to a depth. Stored values are reused only at equal remaining depth."""
        self.depth = depth

    def next_generation(self) -> None:
        """From now on, use only the moves of the present entries, not their values."""
        self.generation += 1

    def find(self, position: Position[Any], ply: int) -> TableEntry | None:
        """What is known of a position; its value is counted from the root."""
        entry = self._at(position)
        if entry is None or entry.generation != self.generation:
            return None
        if entry.remaining != self.depth - ply and self.depth < TO_THE_END:
            return None
        self.hits += 1
        line = entry.line if entry.position == position else entry.position.map_line(entry.line, position)
        return entry._replace(value=self._shifted(entry.value, -ply), line=line)

    def best(self, position: Position[Any]) -> Any:
        """The move that was best when the position was last searched, to whatever depth; or None."""
        entry = self._at(position)
        line = entry.position.map_line(entry.line[:1], position) if entry else ()
        return line[0] if line else None

    def store(
        self, position: Position[Any], ply: int, value: int, bound: Bound, line: tuple[Any, ...]
    ) -> None:
        """Store the result of a finished search of a position."""
        key = self._key(position)
        slot = key if self.size is None else key.key() % self.size
        remaining = self.depth - ply
        old = self._entries.get(slot)
        if self.keep_deeper and old and old.generation == self.generation and old.remaining > remaining:
            return
        value = self._shifted(value, ply)
        self._entries[slot] = TableEntry(position, value, bound, line, remaining, self.generation)

    def _at(self, position: Position[Any]) -> TableEntry | None:
        key = self._key(position)
        if self.size is None:
            return self._entries.get(key)
        entry = self._entries.get(key.key() % self.size)
        return entry if entry and self._key(entry.position) == key else None

    def _shifted(self, value: int, ply: int) -> int:
        """A win counted from the root, as counted from a position `ply` plies below it; or back."""
        if self.plain or -HEURISTIC <= value <= HEURISTIC:
            return value
        return value + ply if value > 0 else value - ply


def table_policy(policy: object) -> str:
    """The name of a replacement policy, checked."""
    return one_of("policy", policy, POLICIES)
