"""What the server tells of stored runs: lists, single games, downloads. Runs have numbers, never paths."""

from __future__ import annotations

import csv
import io
import json
import os
import re
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import IO, Any

from plyground.arena.export import TABLES, to_json
from plyground.arena.plan import Plan, distinct
from plyground.arena.runs import numbered_runs
from plyground.arena.store import Store
from plyground.errors import PlygroundError, clip
from plyground.games.line import LineGame, LinePosition
from plyground.session.view import Board
from plyground.ui.web.allowed import game_named
from plyground.ui.web.rooms import Refused
from plyground.ui.web.shown import shown_board

Signature = tuple[tuple[int, int] | None, ...]

MOST_LISTED = 500  # runs, the newest ones
FORMULA = ("=", "+", "-", "@")
DOWNLOADS = {"games.csv": "text/csv", "moves.csv": "text/csv", "run.json": "application/json"}
_CHUNK = 65_536
_FOLDERS = re.compile(r"(?<![\w.~])(?:~|[A-Za-z]:)?[/\\](?:[^/\\'\"():,]+[/\\])*")


def find_run(given: object) -> tuple[int, Path]:
    """The number of a run and its file."""
    if isinstance(given, str) and re.fullmatch("[0-9]{1,9}", given):
        for number, path in numbered_runs():
            if number == int(given):
                return number, path
    raise Refused("jobs.no-run", run=clip(str(given)))


def without_folders(text: str) -> str:
    """A text whose paths have lost their folders: agents of the command line may be files of anybody's."""
    return _FOLDERS.sub("", text)


def shown_names(plan: Plan) -> list[str]:
    """What the agents of a run are called."""
    return list(distinct(tuple(without_folders(name) for name in plan.names)))


def open_run(number: int, path: Path) -> Store:
    """A run to be read."""
    try:
        return Store(path)
    except PlygroundError:  # its sentence names the file
        raise Refused("jobs.damaged", run=number) from None


def signature(path: Path) -> Signature:
    """What changes whenever a run does: when its files were written, and how long they are."""
    return tuple(_written(file) for file in (path, path.with_name(path.name + "-wal")))


def _written(file: Path) -> tuple[int, int] | None:
    try:
        status = file.stat()
    except OSError:
        return None
    return status.st_mtime_ns, status.st_size


def is_locked(path: Path) -> bool:
    """Whether some process plays a run, as the system tells it: to ask for the lock might disturb one."""
    if sys.platform != "linux":
        return False
    try:
        file, locks = str(path.stat().st_ino), Path("/proc/locks").read_text(encoding="ascii")
    except OSError:
        return False
    held = (line.split() for line in locks.splitlines() if "FLOCK" in line)
    return any(place.rpartition(":")[2] == file for words in held for place in words[5:6])


class Listing:
    """The numbered runs, of which only those that have changed are looked into again."""

    def __init__(self, plays: Callable[[int, Path], bool]) -> None:
        self._plays = plays  # whether a run is being played
        self._known: dict[Path, tuple[Signature, dict[str, Any]]] = {}

    def summaries(self) -> list[dict[str, Any]]:
        """The newest first; one that cannot be read is damaged."""
        found = list(numbered_runs())[::-1][:MOST_LISTED]
        known = {path: self._looked_into(path) for _, path in found}
        self._known = known
        return [{"run": str(number), **self._now(number, path, known[path][1])} for number, path in found]

    def _looked_into(self, path: Path) -> tuple[Signature, dict[str, Any]]:
        now = signature(path)
        if path in self._known and self._known[path][0] == now:
            return self._known[path]
        try:
            with Store(path) as store:
                return now, about(store)
        except PlygroundError:
            return now, dict(DAMAGED)

    def _now(self, number: int, path: Path, summary: dict[str, Any]) -> dict[str, Any]:
        played = summary["state"] != "damaged" and self._plays(number, path)
        return summary | {"state": "running"} if played else summary


DAMAGED: dict[str, Any] = {
    "begun": "",
    "game": "",
    "format": "",
    "names": [],
    "played": 0,
    "total": 0,
    "state": "damaged",
}


def about(store: Store) -> dict[str, Any]:
    """A run in a line, as if nobody played it: also after the last game its moves may be judged."""
    plan = store.plan
    (played,) = next(store.query("SELECT count(*) FROM games"))
    return {
        "begun": store.about("created"),
        "game": without_folders(plan.game),
        "format": plan.format,
        "names": shown_names(plan),
        "played": played,
        "total": plan.total_games,
        "state": "finished" if store.about("finished") else "stopped",
    }


# ---------------------------------------------------------------- games


def board_of(spec: str) -> LineGame | None:
    """The game of a run, if it has a board and is ours: a user's own rules are not run in the server."""
    try:
        game = game_named(spec)
    except Refused:
        return None
    return game if isinstance(game, LineGame) else None


def replayed(game: LineGame, opening: str, moves: list[str]) -> Iterator[tuple[LinePosition, int | None]]:
    """The positions from the opening on, each with the cell of the move that led there."""
    position = game.parse(opening)
    yield position, None
    for text in moves:
        cell = position.read(text)
        position = position.after(cell)
        yield position, cell


def board(position: LinePosition) -> dict[str, Any]:
    """A board as pages take it."""
    return shown_board(Board.of(position.game, position.stones))


def stored_game(number: int, path: Path, wanted: int) -> dict[str, Any]:
    """One game, move by move."""
    with open_run(number, path) as store:
        found = next(
            store.query(
                """SELECT first, second, opening, winner, ending, detail FROM games
                   WHERE number = ?""",
                (wanted,),
            ),
            None,
        )
        if found is None:
            raise Refused("jobs.no-game", run=number, game=wanted)
        moves = list(
            store.query(
                """SELECT ply, text, agent, wall, nodes, depth, trouble FROM moves
                   WHERE game = ? ORDER BY ply""",
                (wanted,),
            )
        )
        rules, names = board_of(store.plan.game), shown_names(store.plan)
    first, second, opening, winner, ending, detail = found
    of_move = ("ply", "text", "side", "seconds", "nodes", "depth", "trouble")
    told = [
        dict(zip(of_move, (ply, text, int(agent != first), *rest), strict=True))
        for ply, text, agent, *rest in moves
    ]
    played = [text for _, text, *_ in moves if text is not None]
    boards = replayed(rules, opening, played) if rules is not None else ()
    return {
        "number": wanted,
        "first": names[first],
        "second": names[second],
        "opening": opening,
        "winner": None if winner is None else names[winner],
        "ending": ending,
        "detail": without_folders(detail),
        "moves": told,
        "boards": [{"cells": board(place)["cells"], "last": last} for place, last in boards],
    }


# ---------------------------------------------------------------- downloads


def download(run: str, name: str) -> tuple[str, str, Iterator[bytes]]:
    """A run as a file: what it is called, its media type, and its bytes, which may be read in any thread.

    It is written to the disk first: then nothing of the store is held while a slow reader takes it.
    """
    if name not in DOWNLOADS:
        raise Refused("jobs.no-run", run=clip(f"{run}/{name}"))
    number, path = find_run(run)
    file = tempfile.TemporaryFile()  # noqa: SIM115 - whoever has read it closes it
    try:
        with open_run(number, path) as store, _as_text(file) as out:
            if name == "run.json":
                whole = io.StringIO()
                to_json(store, whole, folder=False)
                json.dump(
                    everywhere(without_folders, json.loads(whole.getvalue())), out, ensure_ascii=False
                )
            else:
                cursor = store.cursor(TABLES[name.removesuffix(".csv")])
                writer = csv.writer(out)
                writer.writerow(column[0] for column in cursor.description)
                writer.writerows(map(plain, cursor))
    except BaseException:
        file.close()
        raise
    file.seek(0)
    return f"plyground-run-{number}-{name}", DOWNLOADS[name], _chunks(file)


def everywhere(change: Callable[[str], str], value: Any) -> Any:
    """A value of JSON with every text in it changed."""
    if isinstance(value, str):
        return change(value)
    if isinstance(value, list):
        return [everywhere(change, item) for item in value]
    if isinstance(value, dict):
        return {key: everywhere(change, item) for key, item in value.items()}
    return value


def plain(row: Iterable[Any]) -> list[Any]:
    """A row for a CSV file: no folders, and nothing that a spreadsheet would take for a formula."""
    texts = [without_folders(cell) if isinstance(cell, str) else cell for cell in row]
    return [
        f"'{text}" if isinstance(text, str) and text[1:] and text[0] in FORMULA else text for text in texts
    ]


def _as_text(file: IO[bytes]) -> io.TextIOWrapper:
    """A text file that can be closed without closing what it writes to."""
    return io.TextIOWrapper(io.BufferedWriter(io.FileIO(os.dup(file.fileno()), "w")), "utf-8", newline="")


def _chunks(file: IO[bytes]) -> Iterator[bytes]:
    with file:
        while chunk := file.read(_CHUNK):
            yield chunk
