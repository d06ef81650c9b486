"""The store of a run: one SQLite file, one transaction a pair; the only record of what was played."""

from __future__ import annotations

import json
import os
import shlex
import sqlite3
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple, Self

from plyground.arena.plan import Plan
from plyground.arena.records import GameRecord, MoveRecord, PairRecord
from plyground.arena.seals import add_to_seal, broken_seal, seal
from plyground.arena.store_file import (
    DamagedRun,
    RunExists,
    check_header,
    connect_file,
    fill_file,
    leftovers,
    lock_file,
)
from plyground.errors import BadSpec, Failed, truncate


class Loss(NamedTuple):
    """The solver's value of a move: 1 is a win for the mover, 0 a draw, -1 a loss."""

    game: int
    ply: int
    best: int  # the value of the position
    value: int  # the value after the move
    at_stake: bool  # whether some move gives something away
    place: str  # the same text for the same position


class Store:
    """A run in its file. `writing` locks it: only one process at a time can play it.

    Everything in it is compared with its seals, unless only some of it is to be read (`check=False`).
    """

    def __init__(self, path: Path, writing: bool = False, check: bool = True) -> None:
        if not isinstance(path, str | os.PathLike):
            raise BadSpec(f"no run {truncate(repr(path))}", repr(path), None, "give the path of its file")
        self.path = path = Path(path)
        self.writing = writing
        check_header(path)
        self._lock = lock_file(path) if writing else None
        try:
            self._db = connect_file(path, writing)
            if self._db.execute("PRAGMA quick_check(1)").fetchone()[0] != "ok":
                raise DamagedRun(f"{path} is damaged: nothing of it was changed")
            if check:
                self.check_seals()
            self.plan = Plan.from_json(self.about("plan"))
        except (sqlite3.Error, ValueError, TypeError, KeyError) as error:
            self.close()
            raise DamagedRun(f"{path} is damaged ({error}): nothing of it was changed") from None
        except BaseException:
            self.close()
            raise

    @classmethod
    def create(cls, path: Path, plan: Plan, about: Mapping[str, str], digests: Mapping[str, str]) -> Self:
        """A new run; an existing file is never overwritten."""
        if left := leftovers(path):
            raise RunExists(f"{left[0]} belongs to a run that is gone: take another name, or remove it")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            made = path.with_name(f".{path.name}.{os.getpid()}-{threading.get_ident()}.new")
            made.touch(exist_ok=False)
        except OSError as error:
            raise BadSpec(f"cannot write {path}", str(path), None, str(error.strerror)) from None
        try:
            fill_file(made, plan, about, digests)
            os.link(made, path)  # unlike a rename, it fails if the path exists
        except FileExistsError:
            again = f"plyground resume {shlex.quote(str(path))}"
            raise RunExists(f"{path} is there already: {again}, or take another name") from None
        except (OSError, sqlite3.Error) as error:
            raise Failed(f"{path} cannot be written ({error})") from None
        finally:
            with suppress(OSError):
                made.unlink()
        return cls(path, writing=True)

    def check_seals(self, first_pair: int = 0) -> None:
        """Raise an error if something is not as it was stored, from a pair on.

        All is read at one moment: a pair that another process stores meanwhile is not there, or whole.
        """
        try:
            self._db.execute("BEGIN")
            try:
                broken = broken_seal(self._db, first_pair)
            finally:
                self._db.execute("ROLLBACK")
        except (sqlite3.Error, ValueError) as error:  # a text may be none any more
            broken = str(error)
        if broken:
            raise DamagedRun(f"{self.path} is damaged ({broken}): nothing of it was changed")

    def about(self, key: str) -> str:
        """A fact about the run by its key: `plan`, `created`, `folder`, `versions`, `finished`."""
        row = self._db.execute("SELECT value FROM run WHERE key = ?", (key,)).fetchone()
        return row[0] if row else ""

    def digests(self) -> dict[str, str]:
        """The digests of the files that the run was begun with."""
        known: dict[str, str] = json.loads(self.about("digests") or "{}")
        return known

    def query(self, sql: str, values: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
        """Rows of a query that changes nothing."""
        rows = self.cursor(sql, values)
        while (row := self._next(rows)) is not None:
            yield row

    def _next(self, rows: sqlite3.Cursor) -> tuple[Any, ...] | None:
        try:
            row: tuple[Any, ...] | None = rows.fetchone()
        except (sqlite3.Error, UnicodeError) as error:
            raise DamagedRun(f"{self.path} is damaged ({error})") from None
        return row

    def cursor(self, sql: str, values: tuple[Any, ...] = ()) -> sqlite3.Cursor:
        """The same, with the names of the columns in its `description`."""
        try:
            return self._db.execute(sql, values)
        except sqlite3.Error as error:
            raise DamagedRun(f"{self.path} is damaged ({error})") from None

    def add(self, pair: PairRecord) -> None:
        """Store a pair, whole or not at all; a repeated pair is ignored."""
        with self._transaction():
            known = self._db.execute("SELECT 1 FROM pairs WHERE number = ?", (pair.number,))
            if known.fetchone():
                return
            one, other = pair.agents
            row = (pair.number, one, other, points(pair), len(pair.games))
            self._db.execute("INSERT INTO pairs VALUES (?,?,?,?,?)", row)
            for game in pair.games:
                self._add_game(game)
            seal(self._db, "pair", pair.number)

    def _add_game(self, game: GameRecord) -> None:
        whole = (game.number, game.pair, game.first, game.second, game.opening, str(game.seed), game.winner)
        end = (game.ending, game.reason, game.detail, len(game.texts), game.seconds)
        self._db.execute(f"INSERT INTO games VALUES ({_placeholders(12)})", whole + end)
        rows = (
            (game.number, m.ply, m.agent, m.text, *_found(m), *m.cost[:4], m.cost.starved, m.trouble)
            for m in game.moves
        )
        self._db.executemany(f"INSERT INTO moves VALUES ({_placeholders(14)})", rows)
        said = ((game.number, m.ply, m.printed) for m in game.moves if m.printed)
        self._db.executemany("INSERT INTO said VALUES (?,?,?)", said)
        late = ((game.number, m.ply, m.cost.forgiven) for m in game.moves if m.cost.forgiven)
        self._db.executemany("INSERT INTO forgiven VALUES (?,?,?)", late)

    def finish(self, how: str, last: int | None = None) -> None:
        """Mark the run as finished; pairs after the last one that counts are deleted."""
        with self._transaction():
            if last is not None:
                for table in ("losses", "said", "forgiven", "moves"):
                    self._db.execute(f"DELETE FROM {table} WHERE game > ?", (2 * last + 1,))
                self._db.execute("DELETE FROM games WHERE pair > ?", (last,))
                self._db.execute("DELETE FROM pairs WHERE number > ?", (last,))
                self._db.execute("DELETE FROM seals WHERE kind = 'pair' AND number > ?", (last,))
                self._db.execute("DELETE FROM seals WHERE kind = 'losses' AND number > ?", (2 * last + 1,))
            self._db.execute("INSERT OR REPLACE INTO run VALUES ('finished', ?)", (how,))
            seal(self._db, "run", 0)

    def insert(self, sql: str, rows: Sequence[tuple[Any, ...]] | None, sealed: str = "") -> None:
        """Insert rows with a statement, or run it once without rows, in one transaction.

        A table that is sealed as a whole has its seal renewed.
        """
        with self._transaction():
            if rows is None:
                self._db.execute(sql)
            else:
                self._db.executemany(sql, rows)
                if sealed:
                    add_to_seal(self._db, sealed, rows)

    def add_losses(self, rows: list[Loss]) -> None:
        """Store what the solver said of moves."""
        columns = ", ".join(Loss._fields)
        marks = _placeholders(len(Loss._fields))
        with self._transaction():
            self._db.executemany(f"INSERT OR REPLACE INTO losses ({columns}) VALUES ({marks})", rows)
            for game in {row.game for row in rows}:
                seal(self._db, "losses", game)

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

    def contents(self) -> bytes:
        """The whole run, as the bytes of a file."""
        return self._db.serialize()

    def close(self) -> None:
        """Close the file. The lock comes last: closing its descriptor would release SQLite's locks, too."""
        if (db := getattr(self, "_db", None)) is not None:
            db.close()
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: object, error: BaseException | None, *_: object) -> None:
        self.close()
        if isinstance(error, sqlite3.Error):  # of rows that are read while they are written elsewhere
            raise DamagedRun(f"{self.path} is damaged ({error})") from None


def points(pair: PairRecord) -> float:
    """The points of the first agent of a pair."""
    return sum(0.5 if g.winner is None else float(g.winner == pair.agents[0]) for g in pair.games)


def _found(move: MoveRecord) -> tuple[int | None, int | None, int | None, str | None]:
    """The columns of a move that its search reported."""
    report = move.report
    return report.score, report.nodes, report.finished_depth, report.core


def _placeholders(count: int) -> str:
    return ",".join("?" * count)
