"""Exports a run to other formats: one row for each move, game and agent."""

from __future__ import annotations

import csv
import io
import json
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any, TextIO

from plyground.arena.store import Store
from plyground.columns import csv_row
from plyground.errors import BadSpec, Failed, PlygroundError
from plyground.whole_file import whole_file

GAMES = """
    SELECT games.number AS game, pair, a.name AS first, b.name AS second, opening, games.seed,
           CASE winner WHEN first THEN 'first' WHEN second THEN 'second' ELSE 'draw' END AS result,
           w.name AS winner, ending, reason, detail, plies, seconds,
           (SELECT sum(wall) FROM moves WHERE game = games.number AND agent = first) AS first_seconds,
           (SELECT sum(wall) FROM moves WHERE game = games.number AND agent = second) AS second_seconds,
           (SELECT sum(nodes) FROM moves WHERE game = games.number AND agent = first) AS first_nodes,
           (SELECT sum(nodes) FROM moves WHERE game = games.number AND agent = second) AS second_nodes,
           (SELECT group_concat(text, ' ') FROM (SELECT text FROM moves WHERE game = games.number
            AND text IS NOT NULL ORDER BY ply)) AS moves
    FROM games JOIN agents a ON a.number = first JOIN agents b ON b.number = second
    LEFT JOIN agents w ON w.number = winner ORDER BY games.number"""
MOVES = """
    SELECT moves.game, moves.ply, agents.name AS agent, agents.spec,
           CASE WHEN games.first = agent THEN 'first' ELSE 'second' END AS side,
           moves.text AS move, score, nodes, depth, core, wall, cpu, waited, pondered, starved,
           forgiven.seconds AS forgiven, trouble, said.text AS said, best, value, at_stake
    FROM moves JOIN games ON games.number = moves.game JOIN agents ON agents.number = moves.agent
    LEFT JOIN losses ON losses.game = moves.game AND losses.ply = moves.ply
    LEFT JOIN said ON said.game = moves.game AND said.ply = moves.ply
    LEFT JOIN forgiven ON forgiven.game = moves.game AND forgiven.ply = moves.ply
    ORDER BY moves.game, moves.ply"""
AGENTS = """
    SELECT a.name AS agent, a.spec, count(g.number) AS games, coalesce(sum(g.winner = a.number), 0) AS won,
           coalesce(sum(g.number IS NOT NULL AND g.winner IS NULL), 0) AS drawn,
           coalesce(sum(g.winner != a.number), 0) AS lost,
           coalesce(sum(g.winner = a.number), 0)
           + 0.5 * coalesce(sum(g.number IS NOT NULL AND g.winner IS NULL), 0) AS points,
           coalesce(sum(g.ending = 'forfeit' AND g.winner != a.number), 0) AS forfeits,
           (SELECT detail FROM games WHERE ending = 'forfeit' AND winner != a.number
            AND a.number IN (first, second) ORDER BY number LIMIT 1) AS first_forfeit, NULL AS left_out
    FROM agents a LEFT JOIN games g ON a.number IN (g.first, g.second) GROUP BY a.number
    UNION ALL
    SELECT json_extract(value, '$.name'), NULL, 0, 0, 0, 0, 0.0, 0, NULL, json_extract(value, '$.reason')
    FROM json_each((SELECT coalesce(max(value), '[]') FROM run WHERE key = 'left_out'))"""
TABLES = {"games": GAMES, "moves": MOVES, "agents": AGENTS}
# Columns that differ from run to run.
CLOCKS = frozenset(
    {"seconds", "first_seconds", "second_seconds"}
    | {"wall", "cpu", "waited", "pondered", "starved", "forgiven"}
)
_WHOLE = frozenset(
    (
        "game",
        "pair",
        "ply",
        "plies",
        "score",
        "nodes",
        "depth",
        "starved",
        "best",
        "value",
        "at_stake",
        "games",
        "won",
    )
) | {"drawn", "lost", "forfeits", "first_nodes", "second_nodes"}
_BATCH = 50_000


def rows(store: Store, table: str, game: int | None = None) -> Iterator[dict[str, Any]]:
    """The rows of a table in order, as dictionaries; all, or those of one game."""
    whole = TABLES[table]
    cursor = store.cursor(whole if game is None else f"SELECT * FROM ({whole}) WHERE game = {game:d}")
    names = [column[0] for column in cursor.description]
    return (dict(zip(names, row, strict=True)) for row in cursor)


def to_csv(store: Store, folder: Path) -> list[Path]:
    """Write games.csv, moves.csv and agents.csv into a folder."""
    return [_write_table(folder / f"{table}.csv", _csv, store, table) for table in TABLES]


def to_parquet(store: Store, folder: Path) -> list[Path]:
    """Write games.parquet, moves.parquet and agents.parquet into a folder."""
    try:
        import pyarrow  # noqa: F401
    except ImportError:
        raise PlygroundError("Parquet needs pyarrow: pip install 'plyground[parquet]'") from None
    return [_write_table(folder / f"{table}.parquet", _parquet, store, table) for table in TABLES]


def to_json(store: Store, out: TextIO, folder: bool = True) -> None:
    """Write one JSON object: the facts of the run (optionally its folder), its games and moves."""
    about = {key: store.about(key) for key in ("created", *(["folder"] if folder else []), "finished")}
    known = {"plan": json.loads(store.about("plan")), "versions": json.loads(store.about("versions"))}
    known["agents"] = list(rows(store, "agents"))
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


def _write_table(path: Path, write: Any, store: Store, table: str) -> Path:
    """Write a table: the old file is replaced by a whole one or not at all."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with whole_file(path) as file:
            write(store, table, file)
    except NotADirectoryError as error:
        raise BadSpec(f"cannot write {path}", str(path), None, str(error.strerror)) from None
    except OSError as error:
        raise Failed(f"{path} cannot be written ({error.strerror})") from None
    return path


def _csv(store: Store, table: str, file: IO[bytes]) -> None:
    write_csv(store.cursor(TABLES[table]), file)


def write_csv(cursor: sqlite3.Cursor, file: IO[bytes]) -> None:
    """Write the rows of a query as CSV, without formulas."""
    text = io.TextIOWrapper(file, encoding="utf-8", newline="")
    writer = csv.writer(text)
    writer.writerow(column[0] for column in cursor.description)
    writer.writerows(map(csv_row, cursor))
    text.detach()  # which writes what is left; the file stays open


def _parquet(store: Store, table: str, file: IO[bytes]) -> None:
    import pyarrow as pa
    import pyarrow.parquet as pq

    cursor = store.cursor(TABLES[table])
    schema = pa.schema([(column[0], _arrow_type(pa, column[0])) for column in cursor.description])
    with pq.ParquetWriter(file, schema) as writer:
        while batch := cursor.fetchmany(_BATCH):
            columns = [list(column) for column in zip(*batch, strict=True)]
            arrays = [pa.array(c, type=field.type) for c, field in zip(columns, schema, strict=True)]
            writer.write_table(pa.Table.from_arrays(arrays, schema=schema))


def _arrow_type(pa: Any, name: str) -> Any:
    if name in (CLOCKS - {"starved"}) | {"points"}:
        return pa.float64()
    return pa.int64() if name in _WHOLE else pa.string()
