"""The SQLite file of a run: make it, recognise it, lock it and connect to it."""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Mapping
from errno import EACCES
from importlib import resources
from pathlib import Path
from urllib.parse import quote

from plyground.arena.plan import Plan
from plyground.arena.seals import has_seals, make_seals
from plyground.errors import Failed, PlygroundError

APPLICATION = 0x706C7967  # "plyg" marks our files
VERSION = 1
_MAGIC = b"SQLite format 3\x00"


class NoRun(PlygroundError):
    """A file that is no run of plyground, or a damaged one."""


class DamagedRun(NoRun, Failed):
    """A run that cannot be read any more as it was stored: no fault of whoever asks for it."""


class RunExists(PlygroundError):
    """The path of a new run exists already."""


def leftovers(path: Path) -> list[Path]:
    """Files of SQLite without the run that they belong to: a new run must not use them."""
    beside = (path.with_name(path.name + suffix) for suffix in ("-wal", "-shm", "-journal"))
    return [] if path.exists() else [file for file in beside if file.exists()]


def check_header(path: Path) -> None:
    try:
        if path.exists() and not path.is_file():  # to open a pipe would be to wait for good
            raise NoRun(f"{path} is no run of plyground: a run is a file")
        with path.open("rb") as file:
            header = file.read(100)
    except OSError as error:
        raise NoRun(f"no run {path} ({error.strerror})") from None
    ours = header[:16] == _MAGIC and header[68:72] == APPLICATION.to_bytes(4, "big")
    if not ours:
        raise NoRun(f"{path} is no run of plyground: nothing of it was changed")
    version = int.from_bytes(header[60:64], "big")
    if version != VERSION:
        raise NoRun(f"{path} has format {version}, this plyground reads {VERSION}")


def lock_file(path: Path) -> int | None:
    try:
        import fcntl
    except ImportError:  # pragma: no cover - Windows
        return None
    try:
        if not os.access(path.parent, os.W_OK):
            raise PermissionError(EACCES, "its folder is read-only")
        lock = os.open(path, os.O_RDWR | os.O_CLOEXEC)
    except OSError as error:
        raise NoRun(f"{path} cannot be written ({error.strerror})") from None
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(lock)
        raise Failed(f"{path} is being played by another process") from None
    return lock


def connect_file(path: Path, writing: bool) -> sqlite3.Connection:
    name = f"file:{quote(str(path.resolve()))}"
    log = path.with_name(path.name + "-wal")
    at_rest = not log.exists() or log.stat().st_size == 0  # nobody plays it: leave no files beside it
    unchanging = "ro&immutable=1"  # works in a read-only folder, too
    modes = ("rw",) if writing else (unchanging,) if at_rest else ("ro", unchanging)
    for mode in modes:
        db = sqlite3.connect(f"{name}?mode={mode}", uri=True, isolation_level=None, timeout=10)
        try:
            db.execute("SELECT count(*) FROM run").fetchone()
        except sqlite3.OperationalError:
            db.close()
            if mode == modes[-1]:
                raise
        else:
            break
    for name, column in (("said", "text TEXT"), ("forgiven", "seconds REAL")):
        if not db.execute("SELECT 1 FROM sqlite_master WHERE name = ?", (name,)).fetchone():
            kind = "TABLE" if writing else "TEMP TABLE"  # early runs have no such table
            db.execute(
                f"CREATE {kind} {name} (game INTEGER, ply INTEGER, {column}, PRIMARY KEY (game, ply))"
            )
    _complete_losses(db, writing)
    if writing:
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("PRAGMA synchronous = NORMAL")
        if not has_seals(db):  # early runs have none
            db.execute("BEGIN IMMEDIATE")
            make_seals(db)
            db.execute("COMMIT")
    return db


def _complete_losses(db: sqlite3.Connection, writing: bool) -> None:
    """Add columns that early runs do not have: their moves have to be judged again."""
    columns = {row[1] for row in db.execute("PRAGMA table_info(losses)")}
    if "at_stake" in columns:
        return
    if not writing:
        db.execute("CREATE TEMP TABLE losses AS SELECT *, NULL AS at_stake, NULL AS place FROM main.losses")
        return
    for column in ("at_stake INTEGER", "place TEXT"):
        db.execute(f"ALTER TABLE losses ADD COLUMN {column}")


def fill_file(path: Path, plan: Plan, about: Mapping[str, str], digests: Mapping[str, str]) -> None:
    db = sqlite3.connect(path, isolation_level=None)
    try:
        db.execute(f"PRAGMA application_id = {APPLICATION}")
        db.execute(f"PRAGMA user_version = {VERSION}")
        db.execute("BEGIN")
        for statement in _schema().split(";"):
            db.execute(statement)
        known = {**about, "plan": plan.to_json(), "digests": json.dumps(dict(digests), sort_keys=True)}
        db.executemany("INSERT INTO run VALUES (?, ?)", known.items())
        rows = [
            (number, name, spec, digests.get(spec))
            for number, (name, spec) in enumerate(zip(plan.names, plan.agents, strict=True))
        ]
        db.executemany("INSERT INTO agents VALUES (?,?,?,?)", rows)
        make_seals(db)
        db.execute("COMMIT")
    finally:
        db.close()


def _schema() -> str:
    text = resources.files("plyground.arena").joinpath("schema.sql").read_text(encoding="utf-8")
    return "\n".join(line.partition("--")[0] for line in text.splitlines())
