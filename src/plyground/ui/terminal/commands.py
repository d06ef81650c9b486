"""What each command does at the game."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from plyground.agents.defaults import spec_with_default_limit
from plyground.errors import LONGEST_PATH, PlygroundError, truncate
from plyground.game import Player
from plyground.message import refuse
from plyground.session import save_file
from plyground.session.view import Analysis
from plyground.ui.offers import is_person
from plyground.ui.terminal.game import TerminalGame
from plyground.ui.terminal.parse import usage, word
from plyground.whole_file import write_whole

SIDES = {
    **dict.fromkeys(("x", "1", "first", "primeiro"), Player.FIRST),
    **dict.fromkeys(("o", "2", "second", "segundo"), Player.SECOND),
}


def obey(game: TerminalGame, command: str, argument: str) -> None:
    """Do what a command asks for, and show what came of it."""
    if command in (_WITHOUT_ARGUMENT if argument else _WITH_ARGUMENT):
        game.printer.say("terminal.usage", usage=usage(command, game.printer.tongue))
    else:
        _COMMANDS[command](game, argument)


def _undo(game: TerminalGame, argument: str) -> None:
    _undo_or_redo(game, argument, game.session.undo, "undo")


def _redo(game: TerminalGame, argument: str) -> None:
    _undo_or_redo(game, argument, game.session.redo, "redo")


def _undo_or_redo(
    game: TerminalGame, argument: str, change: Callable[[int | None], None], command: str
) -> None:
    if argument and not re.fullmatch(r"[0-9]{1,4}", argument):
        return game.printer.say("terminal.usage", usage=usage(command, game.printer.tongue))
    change(int(argument) if argument else None)
    return None if game.refused() else game.show()


def _hint(game: TerminalGame, argument: str) -> None:
    if analysis := _analyse_moves(game):
        game.printer.hint(game.view, analysis)


def _analyse(game: TerminalGame, argument: str) -> None:
    if analysis := _analyse_moves(game):
        game.printer.analysis(game.view, analysis)


def _analyse_moves(game: TerminalGame) -> Analysis | None:
    """The values of all moves; None if there are none, and then the reason has been printed."""
    if game.view.outcome:
        game.printer.message(game.view, refuse("refused.over"))
        return None
    done = game.await_values()
    game.refused()
    found = game.view.analysis if done else None
    game.session.analyse(False)
    return found


def _switch(game: TerminalGame, argument: str) -> None:
    game.session.swap()
    _announce(game)


def _agent(game: TerminalGame, argument: str) -> None:
    side, _, spec = argument.partition(" ")
    player, spec = SIDES.get(side.casefold()), spec.strip()
    if player is None or not spec:
        return game.printer.say("terminal.usage", usage=usage("agent", game.printer.tongue))
    if is_person(spec):
        game.session.seat(player, None)
    else:
        with suppress(PlygroundError):  # the session's note says what is wrong
            spec = spec_with_default_limit(spec, game.session.game, game.limits)
        game.session.seat(player, spec, game.limits)
    return None if game.refused() else _announce(game)


def _new(game: TerminalGame, argument: str) -> None:
    game.session.new(paused=game.stepping)
    _announce(game)
    game.show()


def _set(game: TerminalGame, argument: str) -> None:
    game.session.set_up(argument)
    if not game.refused():
        _announce(game)
        game.show()


def _announce(game: TerminalGame) -> None:
    """Print what was done and who plays now; step by step play stays so."""
    view = game.view
    if view.note is not None:
        game.printer.message(view, view.note)
    for number, seat in enumerate(view.seats):
        game.printer.tell(f"{game.printer.player(view, number)}: {game.printer.seat(seat)}")
    if game.stepping and not view.paused:
        game.session.pause()


def _save(game: TerminalGame, argument: str) -> None:
    path = _path(argument)
    try:
        if path.exists() and not _is_ours(path):
            return game.printer.say("terminal.not-ours", file=truncate(str(path), LONGEST_PATH))
        write_whole(path, game.session.to_text())  # so that a full disk destroys no saved game
    except (OSError, ValueError) as error:
        return _no_file(game, path, error)
    return game.printer.say("terminal.saved", file=truncate(str(path), LONGEST_PATH))


def _load(game: TerminalGame, argument: str) -> None:
    path = _path(argument)
    try:
        text = read_saved(path)
    except (OSError, ValueError) as error:
        return _no_file(game, path, error)
    game.session.load(text)
    if not game.refused():
        game.printer.say("terminal.game", game=game.view.game)
        _announce(game)
        game.show()
    return None


def read_saved(path: Path) -> str:
    """The text of a file; of one that is too long, only the beginning."""
    with path.open(encoding="utf-8", errors="replace") as file:
        return file.read(save_file.MAX_LENGTH + 1)


def _is_ours(path: Path) -> bool:
    """Whether a file holds a saved session: only such a file may be overwritten."""
    try:
        save_file.from_text(read_saved(path))
    except PlygroundError:
        return False
    return True


def _path(argument: str) -> Path:
    quoted = re.fullmatch(r"""(["'])(.+)\1""", argument)
    path = Path(quoted[2] if quoted else argument)
    try:
        return path.expanduser()
    except RuntimeError:  # the home folder of an unknown user
        return path


def _no_file(game: TerminalGame, path: Path, error: OSError | ValueError) -> None:
    why = getattr(error, "strerror", None) or str(error)
    game.printer.say("terminal.no-file", file=truncate(str(path), LONGEST_PATH), why=why)


def _step(game: TerminalGame, argument: str) -> None:
    game.step()


def _pause(game: TerminalGame, argument: str) -> None:
    game.session.pause()
    game.printer.say("terminal.paused", resume=word("resume", game.printer.tongue))


def _resume(game: TerminalGame, argument: str) -> None:
    game.stepping = False
    game.session.resume()
    if game.view.note is not None:
        game.printer.message(game.view, game.view.note)


def _board(game: TerminalGame, argument: str) -> None:
    game.printer.board(game.view)
    game.printer.turn(game.view)


def _say(game: TerminalGame, argument: str) -> None:
    game.printer.read_board(game.view)


def _help(game: TerminalGame, argument: str) -> None:
    game.printer.help(game.view)


def _quit(game: TerminalGame, argument: str) -> None:
    game.printer.say("terminal.goodbye")
    game.ended = True


_COMMANDS: dict[str, Callable[[TerminalGame, str], None]] = {
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
_WITH_ARGUMENT = {"agent", "set", "save", "load"}
_WITHOUT_ARGUMENT = {"new", "hint", "analyse", "switch", "step", "pause", "resume", "board", "say", "quit"}
