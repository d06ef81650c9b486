"""Seals: checksums of what was stored, so that a damaged byte is found and not reported as a result.

SQLite finds damage to its own structure, and not a digit that has become another. A seal is a sum of the
checksums of rows, in whatever order they come. It is no signature: who can write the file can seal it, too.
"""

from __future__ import annotations

import sqlite3
from collections import defaultdict
from collections.abc import Iterable
from zlib import crc32

# As in schema.sql, for runs that were begun before there were seals.
CREATE = """CREATE TABLE IF NOT EXISTS seals (
    kind TEXT NOT NULL, number INTEGER NOT NULL, seal INTEGER NOT NULL, PRIMARY KEY (kind, number)
) WITHOUT ROWID"""
# What is sealed together: its kind, and of each table which rows have which number.
_KINDS = {
    "run": {"run": "0", "agents": "0"},
    "pair": {
        "pairs": "number",
        "games": "pair",
        **dict.fromkeys(("moves", "said", "forgiven"), "game / 2"),
    },
    "losses": {"losses": "game"},
    "searches": {"searches": "0"},
}
_TABLES = {"run": "agents and options", "losses": "points given away", "searches": "searches"}
_ALL = 1 << 62  # more than any number
# The rows from a number to another, by what the tables are sorted by.
_RANGES = {
    **dict.fromkeys(("moves", "said", "forgiven"), "game >= 2 * ? AND game <= 2 * ? + 1"),
    "pairs": "number >= ? AND number <= ?",
    "games": "number >= 2 * ? AND number <= 2 * ? + 1",
    "losses": "game >= ? AND game <= ?",
}
_MODULUS = 1 << 32


def has_seals(db: sqlite3.Connection) -> bool:
    """Whether a run has seals; early runs have none."""
    return _is_there(db, "seals")


def make_seals(db: sqlite3.Connection) -> None:
    """Seal everything that is there: a run that is new, or that has no seals yet."""
    db.execute(CREATE)
    for kind in _KINDS:
        _write(db, kind, compute(db, kind))


def seal(db: sqlite3.Connection, kind: str, number: int) -> None:
    """Seal what was just written."""
    _write(db, kind, compute(db, kind, number, number))


def add_to_seal(db: sqlite3.Connection, table: str, rows: Iterable[tuple[object, ...]]) -> None:
    """Seal rows that were added to a table that is sealed as a whole."""
    known = db.execute("SELECT seal FROM seals WHERE kind = ? AND number = 0", (table,)).fetchone()
    added = sum(_checksum(table, tuple(map(_as_stored, row))) for row in rows)
    _write(db, table, {0: ((known[0] if known else 0) + added) % _MODULUS})


def broken_seal(db: sqlite3.Connection, first_pair: int = 0) -> str:
    """What is not as it was stored, from a pair on; nothing, if everything is."""
    if not has_seals(db):
        return ""
    for kind in _KINDS:
        first = {"pair": first_pair, "losses": 2 * first_pair}.get(kind, 0)
        rows = db.execute("SELECT number, seal FROM seals WHERE kind = ? AND number >= ?", (kind, first))
        known, found = dict(rows), compute(db, kind, first)
        for number in sorted(known.keys() | found.keys(), key=_by_type):
            if known.get(number, 0) != found.get(number, 0):
                what = f"pair {number}" if kind == "pair" else f"its table of {_TABLES[kind]}"
                return f"{what} is not as it was stored"
    return ""


def _by_type(number: object) -> tuple[str, object]:
    return type(number).__name__, number  # a damaged number can be a text, which no number is less than


def compute(db: sqlite3.Connection, kind: str, first: int = 0, last: int = _ALL) -> dict[int, int]:
    """The seals of a kind as they would be now, by number."""
    found: dict[int, int] = defaultdict(int)
    if kind == "run":  # with the names of the columns
        shape = "SELECT name, sql FROM sqlite_master WHERE name NOT IN ('searches', 'seals') ORDER BY name"
        found[0] = sum(_checksum("schema", row) for row in db.execute(shape))
    for table, number in _KINDS[kind].items():
        if table == "searches" and not _is_there(db, table):
            continue
        where, values = (f"WHERE {_RANGES[table]}", (first, last)) if table in _RANGES else ("", ())
        for group, *row in db.execute(f"SELECT {number}, * FROM {table} {where}", values):
            found[group] += _checksum(table, tuple(row))
    return {number: total % _MODULUS for number, total in found.items()}


def _checksum(table: str, row: tuple[object, ...]) -> int:
    return crc32(f"{table}{row!r}".encode("utf-8", "surrogatepass"))


def _as_stored(value: object) -> object:
    return int(value) if isinstance(value, int) else value  # True, and a Score, are stored as numbers


def _write(db: sqlite3.Connection, kind: str, seals: dict[int, int]) -> None:
    rows = [(kind, number, value) for number, value in seals.items()]
    db.executemany("INSERT OR REPLACE INTO seals VALUES (?, ?, ?)", rows)


def _is_there(db: sqlite3.Connection, table: str) -> bool:
    return db.execute("SELECT 1 FROM sqlite_master WHERE name = ?", (table,)).fetchone() is not None
