"""A run in other formats: a row for each move and a row for each game, for spreadsheets and data frames."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TextIO

from plyground.arena.store import Store
from plyground.errors import BadSpec, Failed, PlygroundError

GAMES = """
    SELECT games.number AS game, pair, a.name AS first, b.name AS second, opening, games.seed,
           CASE winner WHEN first THEN 'first' WHEN second THEN 'second' ELSE 'draw' END AS result,
           w.name AS winner, ending, reason, detail, plies, seconds,
           (SELECT group_concat(text, ' ') FROM (SELECT text FROM moves WHERE game = games.number
            AND text IS NOT NULL ORDER BY ply)) AS moves
    FROM games JOIN agents a ON a.number = first JOIN agents b ON b.number = second
    LEFT JOIN agents w ON w.number = winner ORDER BY games.number"""
MOVES = """
    SELECT moves.game, moves.ply, agents.name AS agent, agents.spec,
           CASE WHEN games.first = agent THEN 'first' ELSE 'second' END AS side,
           moves.text AS move, score, nodes, depth, core, wall, cpu, waited, pondered, starved, trouble,
           said.text AS said, best, value
    FROM moves JOIN games ON games.number = moves.game JOIN agents ON agents.number = moves.agent
    LEFT JOIN losses ON losses.game = moves.game AND losses.ply = moves.ply
    LEFT JOIN said ON said.game = moves.game AND said.ply = moves.ply
    ORDER BY moves.game, moves.ply"""
TABLES = {"games": GAMES, "moves": MOVES}
CLOCKS = frozenset({"seconds", "wall", "cpu", "waited", "pondered", "starved"})  # differ from run to run
_AT_ONCE = 50_000


def rows(store: Store, table: str, game: int | None = None) -> Iterator[dict[str, Any]]:
    """The rows of `games` or `moves`, in order, as dictionaries; all, or those of one game."""
    whole = TABLES[table]
    cursor = store.cursor(whole if game is None else f"SELECT * FROM ({whole}) WHERE game = {game:d}")
    names = [column[0] for column in cursor.description]
    return (dict(zip(names, row, strict=True)) for row in cursor)


def to_csv(store: Store, folder: Path) -> list[Path]:
    """Write games.csv and moves.csv into a folder."""
    return [_written(folder / f"{table}.csv", _csv, store, table) for table in TABLES]


def to_parquet(store: Store, folder: Path) -> list[Path]:
    """Write games.parquet and moves.parquet into a folder."""
    try:
        import pyarrow  # noqa: F401
    except ImportError:
        raise PlygroundError("Parquet needs pyarrow: pip install 'plyground[parquet]'") from None
    return [_written(folder / f"{table}.parquet", _parquet, store, table) for table in TABLES]


def to_json(store: Store, out: TextIO, folder: bool = True) -> None:
    """Write one object: what is known of the run (where it was begun, unless not), its games and moves."""
    about = {key: store.about(key) for key in ("created", *(["folder"] if folder else []), "finished")}
    known = {"plan": json.loads(store.about("plan")), "versions": json.loads(store.about("versions"))}
    out.write(json.dumps(known | about, ensure_ascii=False)[:-1] + ', "games": [')
    moves = rows(store, "moves")
    move = next(moves, None)
    for count, game in enumerate(rows(store, "games")):
        own = []
        while move is not None and move["game"] == game["game"]:
            own.append(move)
            move = next(moves, None)
        out.write((",\n" if count else "\n") + json.dumps(game | {"moves": own}, ensure_ascii=False))
    out.write("]}\n")


def _written(path: Path, write: Any, store: Store, table: str) -> Path:
    """Write beside it first, so that what stood there is replaced by a whole file or not at all."""
    new = path.with_name(path.name + ".new")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write(store, table, new)
        new.replace(path)
    except NotADirectoryError as error:
        raise BadSpec(f"cannot write {path}", str(path), None, str(error.strerror)) from None
    except OSError as error:
        new.unlink(missing_ok=True)
        raise Failed(f"{path} cannot be written ({error.strerror})") from None
    return path


def _csv(store: Store, table: str, path: Path) -> None:
    cursor = store.cursor(TABLES[table])
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(column[0] for column in cursor.description)
        writer.writerows(cursor)


def _parquet(store: Store, table: str, path: Path) -> None:
    import pyarrow as pa
    import pyarrow.parquet as pq

    cursor = store.cursor(TABLES[table])
    schema = pa.schema([(column[0], _arrow_type(pa, column[0])) for column in cursor.description])
    with pq.ParquetWriter(path, schema) as writer:
        while batch := cursor.fetchmany(_AT_ONCE):
            columns = [list(column) for column in zip(*batch, strict=True)]
            arrays = [pa.array(c, type=field.type) for c, field in zip(columns, schema, strict=True)]
            writer.write_table(pa.Table.from_arrays(arrays, schema=schema))


def _arrow_type(pa: Any, name: str) -> Any:
    if name in ("seconds", "wall", "cpu", "waited", "pondered"):
        return pa.float64()
    whole = ("game", "pair", "ply", "plies", "score", "nodes", "depth", "starved", "best", "value")
    return pa.int64() if name in whole else pa.string()
