"""What people type: moves, and commands in English or in the chosen language."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from typing import Any

from plyground.errors import IllegalMove, NotationError
from plyground.game import Position
from plyground.ui.terminal.names import Names
from plyground.words import Tongue

# Each command, the key of its words and of what follows them, and the key of its help.
COMMANDS = {
    "undo": ("terminal.undo", "terminal.undo-help"),
    "redo": ("terminal.redo", "terminal.redo-help"),
    "hint": ("terminal.hint", "terminal.hint-help"),
    "analyse": ("terminal.analyse", "terminal.analyse-help"),
    "switch": ("terminal.switch", "terminal.switch-help"),
    "agent": ("terminal.agent", "terminal.agent-help"),
    "new": ("terminal.new", "terminal.new-help"),
    "set": ("terminal.set", "terminal.set-help"),
    "save": ("terminal.save", "terminal.save-help"),
    "load": ("terminal.load", "terminal.load-help"),
    "step": ("terminal.step", "terminal.step-help"),
    "pause": ("terminal.pause", "terminal.pause-help"),
    "resume": ("terminal.resume", "terminal.resume-help"),
    "board": ("terminal.board", "terminal.board-help"),
    "say": ("terminal.say", "terminal.say-help"),
    "help": ("terminal.help", "terminal.help-help"),
    "quit": ("terminal.quit", "terminal.quit-help"),
}
MIN_LETTERS = 2  # of an abbreviation
MIN_LIKENESS = 0.7  # of a mistyped word to a command


@dataclass(frozen=True)
class Typed:
    """A line that was typed: a command and what follows it, or moves."""

    command: str | None = None
    argument: str = ""
    moves: tuple[str, ...] = ()
    nearest: str | None = None  # the command that a word is like, if it is neither command nor move


def parse_line(line: str, position: Position[Any], tongue: Tongue, names: Names) -> Typed:
    """What a line means. A legal move is always taken as a move."""
    text = line.strip()
    if not text or is_move(position, names.read(position, text)):
        return Typed(moves=(text,) if text else ())
    word, _, argument = text.partition(" ")
    if not is_move(position, names.read(position, word)):
        if command := command_of(word, tongue, short=not _has_words(position)):
            return Typed(command, argument.strip())
        if word.isalpha() and (near := get_close_matches(_plain(word), _words(tongue), 1, MIN_LIKENESS)):
            return Typed(nearest=near[0])
    return Typed(moves=tuple(text.replace(",", " ").split()) or (text,))


def _has_words(position: Position[Any]) -> bool:
    """Whether some moves are words, which the first letters of a command could be taken for."""
    return any(position.write(move).isalpha() for move in position.moves())


def is_move(position: Position[Any], text: str) -> bool:
    """Whether a text is a legal move."""
    try:
        position.read(text)
    except (NotationError, IllegalMove):
        return False
    return True


def command_of(word: str, tongue: Tongue, *, short: bool) -> str | None:
    """The command that a word names, in full or, if no move looks like that, by its first letters."""
    known, plain = _words(tongue), _plain(word)
    if plain in known or not short or len(plain) < MIN_LETTERS:
        return known.get(plain)
    meant = {command for whole, command in known.items() if whole.startswith(plain)}
    return meant.pop() if len(meant) == 1 else None


def usage(command: str, tongue: Tongue) -> str:
    """How a command is typed: its word and what follows it."""
    words, _, argument = tongue.say(COMMANDS[command][0]).partition(" ")
    return f"{words.partition('|')[0]} {argument}".rstrip()


def word(command: str, tongue: Tongue) -> str:
    """The command's word."""
    return usage(command, tongue).partition(" ")[0]


def help_rows(tongue: Tongue) -> Iterator[tuple[str, str]]:
    """Every command and what it does."""
    for command, (_, help_key) in COMMANDS.items():
        yield usage(command, tongue), tongue.say(help_key)


@cache
def _words(tongue: Tongue) -> dict[str, str]:
    """Every word that is parse_line, English always among them, without accents."""
    return {
        _plain(alias): command
        for speaker in (Tongue("en"), tongue)
        for command, (key, _) in COMMANDS.items()
        for alias in speaker.say(key).partition(" ")[0].split("|")
    }


def _plain(text: str) -> str:
    """Small letters without accents: people in a hurry leave them out."""
    parts = unicodedata.normalize("NFD", text.casefold())
    return "".join(part for part in parts if not unicodedata.combining(part))
