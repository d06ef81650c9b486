"""The searches of an experiment, in the same file as its games."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from plyground.arena.store import Store

TABLE = """CREATE TABLE IF NOT EXISTS searches (
    position TEXT NOT NULL,
    agent INTEGER NOT NULL REFERENCES agents,
    depth INTEGER NOT NULL,          -- the limit; 0 is none
    repetition INTEGER NOT NULL,
    by_depth INTEGER NOT NULL,       -- made to compare depths, not numbers of empty squares
    empty INTEGER NOT NULL,
    score INTEGER NOT NULL,
    move TEXT NOT NULL,
    nodes INTEGER NOT NULL,
    reached INTEGER NOT NULL,        -- the depth that was looked at
    seconds REAL NOT NULL,
    core TEXT NOT NULL,
    PRIMARY KEY (position, agent, depth, repetition, by_depth)
) WITHOUT ROWID"""
_AT_ONCE = 50  # searches per write: at most so many are lost in a crash


class SearchMeasurement(NamedTuple):
    """One search and what it took."""

    position: str
    agent: int
    depth: int
    repetition: int
    by_depth: bool
    empty: int
    score: int
    move: str
    nodes: int
    reached: int
    seconds: float
    core: str


class SearchStore:
    """The searches in a store: read all, add some."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._new: list[SearchMeasurement] = []
        self.added = 0
        if store.writing:
            store.insert(TABLE, None)
        self.there = next(store.query("SELECT count(*) FROM sqlite_master WHERE name = 'searches'"))[0] == 1

    def keys(self) -> set[tuple[Any, ...]]:
        """The keys of the searches that were made."""
        rows = "SELECT position, agent, depth, repetition, by_depth FROM searches"
        return {(*row[:4], bool(row[4])) for row in self._store.query(rows)} if self.there else set()

    def __iter__(self) -> Iterator[SearchMeasurement]:
        order = "ORDER BY by_depth, empty, position, agent, depth, repetition"
        rows = self._store.query(f"SELECT * FROM searches {order}") if self.there else iter(())
        return map(SearchMeasurement._make, rows)

    def add(self, measured: SearchMeasurement) -> None:
        self._new.append(measured)
        self.added += 1
        if len(self._new) >= _AT_ONCE:
            self.flush()

    def flush(self) -> None:
        """Write what is not written yet."""
        marks = ",".join("?" * len(SearchMeasurement._fields))
        self._store.insert(f"INSERT INTO searches VALUES ({marks})", self._new, "searches")
        self._new = []


def positions_text(count: int) -> str:
    """A number of positions as text: `1 position`, `2 positions`."""
    return f"{count:,} position" + ("" if count == 1 else "s")
