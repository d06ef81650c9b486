"""What each command does at the table."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from plyground.errors import PlygroundError, clip
from plyground.game import Player
from plyground.session import saving
from plyground.session.view import Analysis, refuse
from plyground.ui.terminal.words import usage, word

if TYPE_CHECKING:
    from plyground.ui.terminal.table import Table

SIDES = {
    **dict.fromkeys(("x", "1", "first", "primeiro"), Player.FIRST),
    **dict.fromkeys(("o", "2", "second", "segundo"), Player.SECOND),
}
PEOPLE = ("human", "person", "humano", "humana", "pessoa")


def obey(table: Table, command: str, argument: str) -> None:
    """Do what a command asks for, and show what came of it."""
    if command in (_ALONE if argument else _NOT_ALONE):
        table.voice.say("terminal.usage", usage=usage(command, table.voice.tongue))
    else:
        _OBEYED[command](table, argument)


def _undo(table: Table, argument: str) -> None:
    _travel(table, argument, table.session.undo, "undo")


def _redo(table: Table, argument: str) -> None:
    _travel(table, argument, table.session.redo, "redo")


def _travel(table: Table, argument: str, go: Callable[[int | None], None], command: str) -> None:
    if argument and not re.fullmatch(r"[0-9]{1,4}", argument):
        return table.voice.say("terminal.usage", usage=usage(command, table.voice.tongue))
    go(int(argument) if argument else None)
    return None if table.refused() else table.show()


def _hint(table: Table, argument: str) -> None:
    if analysis := _analysed(table):
        table.voice.hint(table.view, analysis)


def _analyse(table: Table, argument: str) -> None:
    if analysis := _analysed(table):
        table.voice.analysis(table.view, analysis)


def _analysed(table: Table) -> Analysis | None:
    """The values of all moves; why there are none has been told."""
    if table.view.outcome:
        table.voice.message(table.view, refuse("refused.over"))
        return None
    done = table.valued()
    table.refused()
    found = table.view.analysis if done else None
    table.session.analyse(False)
    return found


def _switch(table: Table, argument: str) -> None:
    table.session.swap()
    _go_on(table)


def _agent(table: Table, argument: str) -> None:
    side, _, spec = argument.partition(" ")
    player, spec = SIDES.get(side.casefold()), spec.strip()
    if player is None or not spec:
        return table.voice.say("terminal.usage", usage=usage("agent", table.voice.tongue))
    table.session.seat(player, None if spec.casefold() in PEOPLE else spec, table.limits)
    return None if table.refused() else _go_on(table)


def _new(table: Table, argument: str) -> None:
    table.session.new(paused=table.stepping)
    _go_on(table)
    table.show()


def _set(table: Table, argument: str) -> None:
    table.session.set_up(argument)
    if not table.refused():
        _go_on(table)
        table.show()


def _go_on(table: Table) -> None:
    """Tell what was done and who plays now; who goes step by step still does."""
    view = table.view
    if view.note is not None:
        table.voice.message(view, view.note)
    for number, seat in enumerate(view.seats):
        table.voice.tell(f"{table.voice.player(view, number)}: {table.voice.seat(seat)}")
    if table.stepping and not view.paused:
        table.session.pause()


def _save(table: Table, argument: str) -> None:
    path = _path(argument)
    try:
        if path.exists() and not _is_ours(path):
            return table.voice.say("terminal.not-ours", file=clip(str(path), 200))
        new = path.with_name(f"{path.name}.new")  # so that a full disk loses nothing
        new.write_text(table.session.saved(), encoding="utf-8")
        new.replace(path)
    except (OSError, ValueError) as error:
        return _no_file(table, path, error)
    return table.voice.say("terminal.saved", file=clip(str(path), 200))


def _load(table: Table, argument: str) -> None:
    path = _path(argument)
    try:
        text = read_saved(path)
    except (OSError, ValueError) as error:
        return _no_file(table, path, error)
    table.session.load(text)
    if not table.refused():
        table.voice.say("terminal.game", game=table.view.game)
        _go_on(table)
        table.show()
    return None


def read_saved(path: Path) -> str:
    """The text of a file, or so much of it that it is no saved session any more."""
    with path.open(encoding="utf-8", errors="replace") as file:
        return file.read(saving.MOST + 1)


def _is_ours(path: Path) -> bool:
    """Whether a file holds a saved session, which may be written over; nothing else is."""
    try:
        saving.read(read_saved(path))
    except PlygroundError:
        return False
    return True


def _path(argument: str) -> Path:
    quoted = re.fullmatch(r"""(["'])(.+)\1""", argument)
    path = Path(quoted[2] if quoted else argument)
    try:
        return path.expanduser()
    except RuntimeError:  # a ~ that is nobody's
        return path


def _no_file(table: Table, path: Path, error: OSError | ValueError) -> None:
    why = getattr(error, "strerror", None) or str(error)
    table.voice.say("terminal.no-file", file=clip(str(path), 200), why=why)


def _step(table: Table, argument: str) -> None:
    table.step()


def _pause(table: Table, argument: str) -> None:
    table.session.pause()
    table.voice.say("terminal.paused", resume=word("resume", table.voice.tongue))


def _resume(table: Table, argument: str) -> None:
    table.stepping = False
    table.session.resume()
    if table.view.note is not None:
        table.voice.message(table.view, table.view.note)


def _board(table: Table, argument: str) -> None:
    table.voice.board(table.view)
    table.voice.turn(table.view)


def _say(table: Table, argument: str) -> None:
    table.voice.spoken(table.view)


def _help(table: Table, argument: str) -> None:
    table.voice.help(table.view)


def _quit(table: Table, argument: str) -> None:
    table.voice.say("terminal.goodbye")
    table.left = True


_OBEYED: dict[str, Callable[[Table, str], None]] = {
    "undo": _undo,
    "redo": _redo,
    "hint": _hint,
    "analyse": _analyse,
    "switch": _switch,
    "agent": _agent,
    "new": _new,
    "set": _set,
    "save": _save,
    "load": _load,
    "step": _step,
    "pause": _pause,
    "resume": _resume,
    "board": _board,
    "say": _say,
    "help": _help,
    "quit": _quit,
}
_NOT_ALONE = {"agent", "set", "save", "load"}
_ALONE = {"new", "hint", "analyse", "switch", "step", "pause", "resume", "board", "say", "quit"}
