"""The store of a run: one SQLite file, one transaction a pair, and the only truth about what was played."""

from __future__ import annotations

import json
import os
import shlex
import sqlite3
import threading
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from errno import EACCES
from importlib import resources
from pathlib import Path
from typing import Any, Self
from urllib.parse import quote

from plyground.arena.plan import Plan
from plyground.arena.records import GameRecord, PairRecord
from plyground.errors import BadSpec, Failed, PlygroundError

APPLICATION = 0x706C7967  # "plyg": a file that says so is ours
VERSION = 1
_MAGIC = b"SQLite format 3\x00"


class NoRun(PlygroundError):
    """A file that holds no run of ours, or a damaged one."""


class RunExists(PlygroundError):
    """A new run was to be put where something is."""


class Store:
    """A run in its file. `writing` locks it: one process at a time plays on."""

    def __init__(self, path: Path, writing: bool = False) -> None:
        self.path = path
        self.writing = writing
        _check_header(path)
        self._lock = _locked(path) if writing else None
        try:
            self._db = _connected(path, writing)
            if self._db.execute("PRAGMA quick_check(1)").fetchone()[0] != "ok":
                raise NoRun(f"{path} is damaged: nothing of it was changed")
            self.plan = Plan.from_json(self.about("plan"))
        except (sqlite3.Error, ValueError, TypeError, KeyError) as error:
            self.close()
            raise NoRun(f"{path} is damaged ({error}): nothing of it was changed") from None
        except BaseException:
            self.close()
            raise

    @classmethod
    def create(cls, path: Path, plan: Plan, about: Mapping[str, str], digests: Mapping[str, str]) -> Self:
        """A new run; a file that is there already is never overwritten."""
        if left := leftovers(path):
            raise RunExists(f"{left[0]} belongs to a run that is gone: take another name, or remove it")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            made = path.with_name(f".{path.name}.{os.getpid()}-{threading.get_ident()}.new")
            made.touch(exist_ok=False)
        except OSError as error:
            raise BadSpec(f"cannot write {path}", str(path), None, str(error.strerror)) from None
        try:
            _fill(made, plan, about, digests)
            os.link(made, path)  # unlike a rename it fails where something is
        except FileExistsError:
            again = f"plyground resume {shlex.quote(str(path))}"
            raise RunExists(f"{path} is there already: {again}, or take another name") from None
        except (OSError, sqlite3.Error) as error:
            raise Failed(f"{path} cannot be written ({error})") from None
        finally:
            with suppress(OSError):
                made.unlink()
        return cls(path, writing=True)

    def about(self, key: str) -> str:
        """What is known of the run by a name: `plan`, `created`, `folder`, `versions`, `finished`."""
        row = self._db.execute("SELECT value FROM run WHERE key = ?", (key,)).fetchone()
        return row[0] if row else ""

    def digests(self) -> dict[str, str]:
        """The digests of the files that the run was begun with."""
        known: dict[str, str] = json.loads(self.about("digests") or "{}")
        return known

    def query(self, sql: str, values: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
        """Rows of the store, which is read and not changed."""
        return iter(self.cursor(sql, values))

    def cursor(self, sql: str, values: tuple[Any, ...] = ()) -> sqlite3.Cursor:
        """The same, with the names of the columns in its `description`."""
        try:
            return self._db.execute(sql, values)
        except sqlite3.Error as error:
            raise NoRun(f"{self.path} is damaged ({error})") from None

    def done(self) -> Iterator[tuple[int, float, int]]:
        """The number, the first agent's points and the games of every pair that was played, in order."""
        return self.query("SELECT number, points, games FROM pairs ORDER BY number")

    def add(self, pair: PairRecord) -> None:
        """Remember a pair, wholly or not at all; one that comes a second time is known already."""
        with self._transaction():
            known = self._db.execute("SELECT 1 FROM pairs WHERE number = ?", (pair.number,))
            if known.fetchone():
                return
            one, other = pair.agents
            row = (pair.number, one, other, points(pair), len(pair.games))
            self._db.execute("INSERT INTO pairs VALUES (?,?,?,?,?)", row)
            for game in pair.games:
                self._add_game(game)

    def _add_game(self, game: GameRecord) -> None:
        whole = (game.number, game.pair, game.first, game.second, game.opening, str(game.seed), game.winner)
        end = (game.ending, game.reason, game.detail, len(game.texts), game.seconds)
        self._db.execute(f"INSERT INTO games VALUES ({_marks(12)})", whole + end)
        rows = (
            (game.number, m.ply, m.agent, m.text, *m.told[:4], *m.cost, m.cost.starved, m.trouble)
            for m in game.moves
        )
        self._db.executemany(f"INSERT INTO moves VALUES ({_marks(14)})", rows)
        said = ((game.number, m.ply, m.told.said) for m in game.moves if m.told.said)
        self._db.executemany("INSERT INTO said VALUES (?,?,?)", said)

    def finish(self, how: str, last: int | None = None) -> None:
        """Mark the run as over; pairs after the last one that counts are forgotten."""
        with self._transaction():
            if last is not None:
                for table in ("losses", "said", "moves"):
                    self._db.execute(f"DELETE FROM {table} WHERE game > ?", (2 * last + 1,))
                self._db.execute("DELETE FROM games WHERE pair > ?", (last,))
                self._db.execute("DELETE FROM pairs WHERE number > ?", (last,))
            self._db.execute("INSERT OR REPLACE INTO run VALUES ('finished', ?)", (how,))

    def insert(self, sql: str, rows: Iterable[tuple[Any, ...]] | None) -> None:
        """Rows of another table of the run, or with none the table itself, in one transaction."""
        with self._transaction():
            if rows is None:
                self._db.execute(sql)
            else:
                self._db.executemany(sql, rows)

    def add_losses(self, rows: list[tuple[int, int, int, int]]) -> None:
        """Remember what the solver said of moves: game, ply, best value, value of the move."""
        self.insert("INSERT OR REPLACE INTO losses VALUES (?,?,?,?)", rows)

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        try:
            self._db.execute("BEGIN IMMEDIATE")
            yield
            self._db.execute("COMMIT")
        except sqlite3.Error as error:
            with suppress(sqlite3.Error):
                self._db.execute("ROLLBACK")
            raise Failed(
                f"{self.path} cannot be written ({error}): what was played is kept; "
                f"when that is mended, plyground resume {shlex.quote(str(self.path))}"
            ) from None
        except BaseException:
            with suppress(sqlite3.Error):
                self._db.execute("ROLLBACK")
            raise

    def close(self) -> None:
        """Close the file; the lock goes last, for closing its descriptor would drop SQLite's own."""
        if (db := getattr(self, "_db", None)) is not None:
            db.close()
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def points(pair: PairRecord) -> float:
    """What the first agent of a pair made of its games."""
    return sum(0.5 if g.winner is None else float(g.winner == pair.agents[0]) for g in pair.games)


def leftovers(path: Path) -> list[Path]:
    """What SQLite has left of a run whose own file is gone: a new one must not take it for its own."""
    beside = (path.with_name(path.name + suffix) for suffix in ("-wal", "-shm", "-journal"))
    return [] if path.exists() else [file for file in beside if file.exists()]


def _marks(count: int) -> str:
    return ",".join("?" * count)


def _check_header(path: Path) -> None:
    try:
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


def _locked(path: Path) -> int | None:
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


def _connected(path: Path, writing: bool) -> sqlite3.Connection:
    name = f"file:{quote(str(path.resolve()))}"
    log = path.with_name(path.name + "-wal")
    at_rest = not log.exists() or log.stat().st_size == 0  # nobody plays: nothing need be left beside it
    unchanging = "ro&immutable=1"  # also for a folder that cannot be written
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
    if not db.execute("SELECT 1 FROM sqlite_master WHERE name = 'said'").fetchone():
        kind = "TABLE" if writing else "TEMP TABLE"  # the first runs had none
        db.execute(f"CREATE {kind} said (game INTEGER, ply INTEGER, text TEXT, PRIMARY KEY (game, ply))")
    if writing:
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("PRAGMA synchronous = NORMAL")
    return db


def _fill(path: Path, plan: Plan, about: Mapping[str, str], digests: Mapping[str, str]) -> None:
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
        db.execute("COMMIT")
    finally:
        db.close()


def _schema() -> str:
    text = resources.files("plyground.arena").joinpath("schema.sql").read_text(encoding="utf-8")
    return "\n".join(line.partition("--")[0] for line in text.splitlines())
