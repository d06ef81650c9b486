"""Stored runs for pages: lists, single games, downloads. Pages know runs by number, never by path."""

from __future__ import annotations

import csv
import io
import json
import os
import re
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import IO, Any, NamedTuple

from plyground.agents import AGENTS
from plyground.arena.export import TABLES, to_json
from plyground.arena.plan import Plan, distinct
from plyground.arena.run_folder import numbered_runs
from plyground.arena.store import Store
from plyground.columns import csv_row
from plyground.errors import PlygroundError, truncate
from plyground.game import Board, Game
from plyground.games.custom import CustomGame
from plyground.report.grades import grade_table
from plyground.report.summary import is_blunder, report
from plyground.searchers.playouts import sign
from plyground.spec import Spec
from plyground.ui.web.protocol import Refused
from plyground.ui.web.serialize import board_json, drawn_board, winning_cells
from plyground.ui.web.user_games import UserGames
from plyground.ui.web.validation import NONE, read_game


class ReplayedBoard(NamedTuple):
    """A board of a stored game, the cell of the move that led to it, and the cells that won."""

    board: Board
    last: int | None
    winning: list[int]


Signature = tuple[tuple[int, int] | None, ...]

MAX_LISTED = 500  # runs, the newest ones
DOWNLOADS = {
    "grades.csv": "text/csv",
    "games.csv": "text/csv",
    "moves.csv": "text/csv",
    "run.json": "application/json",
}
_CHUNK = 65_536
# Folders may have spaces, commas and parentheses in their names; what a separator of a spec ends is none.
_FOLDERS = re.compile(r"(?<![\w.~])(?:~|[A-Za-z]:)?[/\\](?:(?=\S)[^/\\'\":\n]*[^/\\'\":\s,(=][/\\])*")


def find_run(given: object) -> tuple[int, Path]:
    """The number of a run and its file."""
    if isinstance(given, str) and re.fullmatch("[0-9]{1,9}", given):
        for number, path in numbered_runs():
            if number == int(given):
                return number, path
    raise Refused("jobs.no-run", run=truncate(str(given)))


def without_folders(text: str) -> str:
    """A text without the folders of its paths: agents of the command line may be local files."""
    return _FOLDERS.sub("", text)


def agent_names(plan: Plan) -> list[str]:
    """The names of the agents of a run, each different."""
    return list(distinct(tuple(without_folders(name) for name in plan.names)))


def open_run(number: int, path: Path) -> Store:
    """A run to be read."""
    try:
        return Store(path)
    except PlygroundError:  # whose sentence names the file
        raise Refused("jobs.damaged", run=number) from None


def signature(path: Path) -> Signature:
    """A value that changes whenever a run does: the times and sizes of its files."""
    return tuple(_file_stamp(file) for file in (path, path.with_name(path.name + "-wal")))


def _file_stamp(file: Path) -> tuple[int, int] | None:
    try:
        status = file.stat()
    except OSError:
        return None
    return status.st_mtime_ns, status.st_size


def is_locked(path: Path) -> bool:
    """Whether some process plays a run, by the list of locks: to take the lock could disturb it."""
    if sys.platform != "linux":
        return False
    try:
        file, locks = str(path.stat().st_ino), Path("/proc/locks").read_text(encoding="ascii")
    except OSError:
        return False
    held = (line.split() for line in locks.splitlines() if "FLOCK" in line)
    return any(place.rpartition(":")[2] == file for words in held for place in words[5:6])


class RunList:
    """The list of numbered runs; only runs that have changed are read again."""

    def __init__(self, plays: Callable[[int, Path], bool], users: UserGames = NONE) -> None:
        self._users = users
        self._plays = plays  # whether a run is being played
        self._known: dict[Path, tuple[Signature, dict[str, Any]]] = {}

    def summaries(self) -> list[dict[str, Any]]:
        """The newest first; one that cannot be read is damaged."""
        found = list(numbered_runs())[::-1][:MAX_LISTED]
        known = {path: self._summary(path) for _, path in found}
        self._known = known
        return [{"run": str(number), **self._now(number, path, known[path][1])} for number, path in found]

    def _summary(self, path: Path) -> tuple[Signature, dict[str, Any]]:
        now = signature(path)
        if path in self._known and self._known[path][0] == now:
            return self._known[path]
        try:
            with Store(path, check=False) as store:
                return now, run_summary(store, self._users)
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


def run_summary(store: Store, users: UserGames) -> dict[str, Any]:
    """A run in one line, as if nobody played it now."""
    plan = store.plan
    (played,) = next(store.query("SELECT count(*) FROM games"))
    return {
        "begun": store.about("created"),
        "game": without_folders(users.name_of(plan.game)),
        "format": plan.format,
        "names": agent_names(plan),
        "played": played,
        "total": plan.total_games,
        "state": "finished" if store.about("finished") else "stopped",
    }


# ---------------------------------------------------------------- games


def rules_of(spec: str, users: UserGames) -> Game[Any] | None:
    """The game of a run, if it is ours or one that the server was started with: no other rules are run."""
    try:
        return read_game(users.name_of(spec), users=users)
    except Refused:
        return None


def replay(game: Game[Any] | None, opening: str, moves: list[str]) -> list[ReplayedBoard]:
    """The boards from the opening on; none for a game without boards, or whose rules fail."""
    if game is None:
        return []
    try:
        return list(_replayed(game, opening, moves))
    except Exception:
        if not isinstance(game, CustomGame):  # a user may have changed the rules since
            raise
        return []


def _replayed(game: Game[Any], opening: str, moves: list[str]) -> Iterator[ReplayedBoard]:
    position, last = game.parse(opening), None
    for text in (*moves, None):
        board = drawn_board(position)
        if board is None:
            return
        outcome = position.outcome()
        yield ReplayedBoard(board, last, winning_cells(board, outcome.lines if outcome else ()))
        if text is not None:
            move = position.read(text)
            last = board.clicks[list(position.moves()).index(move)][-1]
            position = position.after(move)


def stored_game(number: int, path: Path, wanted: int, users: UserGames = NONE) -> dict[str, Any]:
    """One game, move by move."""
    with open_run(number, path) as store:
        found = next(
            store.query(
                """SELECT first, second, opening, winner, ending, reason, detail FROM games
                   WHERE number = ?""",
                (wanted,),
            ),
            None,
        )
        if found is None:
            raise Refused("jobs.no-game", run=number, game=wanted + 1)  # people count from 1
        moves = list(
            store.query(
                """SELECT ply, text, agent, wall, nodes, depth, trouble, score, best, value
                   FROM moves LEFT JOIN losses USING (game, ply) WHERE game = ? ORDER BY ply""",
                (wanted,),
            )
        )
        plan, names = store.plan, agent_names(store.plan)
        rules = rules_of(plan.game, users)
    first, second, opening, winner, ending, reason, detail = found
    of_move = ("ply", "text", "side", "seconds", "nodes", "depth", "trouble", "score", "best", "value")
    listed = [
        dict(zip(of_move, (ply, text, int(agent != first), *rest), strict=True))
        for ply, text, agent, *rest in moves
    ]
    turning, by = decisive_ply(listed)
    for move in listed:
        del move["score"]
    played = [text for _, text, *_ in moves if text is not None]
    return {
        "number": wanted,
        "game": users.name_of(plan.game) if rules else None,
        "specs": [without_folders(plan.agents[agent]) for agent in (first, second)],
        "traced": [traced_name(plan.agents[agent]) for agent in (first, second)],
        "first": names[first],
        "second": names[second],
        "opening": opening,
        "winner": None if winner is None else names[winner],
        "ending": ending,
        "reason": reason,
        "detail": without_folders(detail),
        "decisive": turning,
        "decided_by": by,
        "moves": listed,
        "boards": [_stored_board(each) for each in replay(rules, opening, played)],
    }


def traced_name(spec: str) -> str | None:
    """The name of an agent of ours whose searches Explain can draw."""
    name = Spec.parse(spec).name
    return name if name in AGENTS and AGENTS[name].leaves_trace else None


def decisive_ply(moves: Sequence[Mapping[str, Any]]) -> tuple[int | None, str | None]:
    """The last move at which the game changed hands, counted from 1, and who says so.

    That is the last one that gave a result away, if the solver has judged the moves; otherwise the last
    one after which the agents' own values favour the other side.
    """
    if any(move["best"] is not None for move in moves):
        lost = [
            n for n, move in enumerate(moves, 1) if move["best"] is not None and is_blunder(**_worth(move))
        ]
        return (lost[-1], "solver") if lost else (None, None)
    found, ahead = None, 0
    for number, move in enumerate(moves, 1):
        favours = sign(move["score"] or 0) * (1 if move["side"] == 0 else -1)
        if favours and ahead and favours != ahead:
            found = number
        ahead = favours or ahead
    return (found, "scores") if found else (None, None)


def _worth(move: Mapping[str, Any]) -> dict[str, int]:
    return {"best": move["best"], "value": move["value"]}


def _stored_board(replayed: ReplayedBoard) -> dict[str, Any]:
    """What changes on a board from move to move."""
    drawn = board_json(replayed.board)
    return {key: drawn[key] for key in ("cells", "marks") if key in drawn} | {"last": replayed.last}


# ---------------------------------------------------------------- downloads


def download(run: str, name: str) -> tuple[str, str, Iterator[bytes]]:
    """A run as a file: its name, its media type, and its bytes, which may be read in any thread.

    It is written to disk first, so that a slow reader does not keep the store open.
    """
    if name not in DOWNLOADS:
        raise Refused("jobs.no-run", run=truncate(f"{run}/{name}"))
    number, path = find_run(run)
    file = tempfile.TemporaryFile()  # noqa: SIM115 - its reader closes it
    try:
        with open_run(number, path) as store, _as_text(file) as out:
            if name == "run.json":
                whole = io.StringIO()
                to_json(store, whole, folder=False)
                json.dump(map_texts(without_folders, json.loads(whole.getvalue())), out, ensure_ascii=False)
            elif name == "grades.csv":
                csv.writer(out).writerows(map(csv_cells, grade_table(report(store))))
            else:
                cursor = store.cursor(TABLES[name.removesuffix(".csv")])
                writer = csv.writer(out)
                writer.writerow(column[0] for column in cursor.description)
                writer.writerows(map(csv_cells, cursor))
    except BaseException:
        file.close()
        raise
    file.seek(0)
    return f"plyground-run-{number}-{name}", DOWNLOADS[name], _chunks(file)


def map_texts(change: Callable[[str], str], value: Any) -> Any:
    """A value of JSON with every text in it changed."""
    if isinstance(value, str):
        return change(value)
    if isinstance(value, list):
        return [map_texts(change, item) for item in value]
    if isinstance(value, dict):
        return {key: map_texts(change, item) for key, item in value.items()}
    return value


def csv_cells(row: Iterable[Any]) -> list[Any]:
    """A row for a CSV file, without folders and without anything that a spreadsheet takes for a formula."""
    return csv_row(without_folders(cell) if isinstance(cell, str) else cell for cell in row)


def _as_text(file: IO[bytes]) -> io.TextIOWrapper:
    """A text file that can be closed without closing what it writes to."""
    return io.TextIOWrapper(io.BufferedWriter(io.FileIO(os.dup(file.fileno()), "w")), "utf-8", newline="")


def _chunks(file: IO[bytes]) -> Iterator[bytes]:
    with file:
        while chunk := file.read(_CHUNK):
            yield chunk
