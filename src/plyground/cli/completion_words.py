"""What can stand where the cursor is in a command line: the words that a shell offers for the Tab key.

A shell asks for every Tab, so nothing is loaded here but the table of commands, agents and games, which is
kept in a file (`completion_table`).
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from plyground.cli import completion_specs

VARIABLE = "PLYGROUND_COMPLETE"  # what a shell sets to be answered in its own way
FILES = ":files"  # the answer where the shell itself knows better: names of files
OPEN = "(=,:/ "  # what a word ends with that goes on, so that no space is to come
_SPECIAL = re.compile(r"[\s'\"\\$`&;|<>*?()\[\]{}!#]")  # what means something to a shell
_MAX_FILES = 2_000

Word = tuple[str, str]  # a word and what it means
Table = Mapping[str, Any]


@dataclass(frozen=True)
class TypedLine:
    """The words before the cursor, the last of which may be empty or not finished; and its open quote."""

    words: tuple[str, ...]
    quote: str = ""

    @classmethod
    def of(cls, line: str) -> TypedLine:
        """A line as a shell would split it."""
        words, word, quote, begun = [], "", "", False
        letters = iter(line)
        for letter in letters:
            if quote and letter == quote:
                quote = ""
            elif not quote and letter in "'\"":
                quote, begun = letter, True
            elif letter == "\\" and quote != "'":
                word += next(letters, "")
            elif letter.isspace() and not quote:
                words += [word] if word or begun else []
                word, begun = "", False
            else:
                word += letter
        return cls((*words, word), quote)


def answer(shell: str, args: Sequence[str]) -> None:
    """Print the words for a line, as a shell wants them: `args` is the line, in bash also its last word."""
    from plyground.cli.completion_table import load_table

    line = TypedLine.of(args[0] if args else "")
    words = offers(load_table(), line.words, line.quote)
    if shell == "bash":
        lines = list(_bash_words(line, words, args[1] if len(args) > 1 else ""))
    else:
        lines = [f"{word}\t{meaning}" if meaning else word for word, meaning in words]
    sys.stdout.write("".join(f"{each}\n" for each in lines))


def _bash_words(line: TypedLine, words: Sequence[Word], given: str) -> Iterator[str]:
    """The words for bash, which begins new ones inside of ours, and quotes nothing by itself."""
    typed, last = line.words[-1], given if line.quote else re.sub(r"\\(.)", r"\1", given)
    cut = len(typed) - len(last) if typed.endswith(last) else 0
    for word, _ in words:
        yield word[cut:] if line.quote or word == FILES else _SPECIAL.sub(r"\\\g<0>", word[cut:])
    if line.quote and len(words) == 1 and words[0][0][-1] in OPEN:
        yield f"{words[0][0][cut:]}…"  # or bash would close the quote, though the word goes on


def offers(table: Table, words: Sequence[str], quote: str = "") -> list[Word]:
    """The words that can stand in the place of the last one, which they begin with."""
    *before, typed = words
    if len(before) < 2:
        found = _options(table["root"]) if typed.startswith("-") else _commands(table)
        return _beginning(found, typed)
    command = table["commands"].get(before[1])
    if command is None:
        return []
    place = _Place.of(command, before[2:])
    option, equals, value = typed.partition("=")
    if place.waiting is not None:
        return _values(table, place.waiting, typed, quote)
    if equals and (kind := command["options"].get(option, {}).get("value")) is not None:
        return [(f"{option}={word}", told) for word, told in _values(table, kind, value, quote)]
    if typed.startswith("-") and place.options:
        return _beginning(_options(command, place.given), typed)
    return _values(table, place.argument, typed, quote)


@dataclass(frozen=True)
class _Place:
    """Where in a command line the cursor is: behind an option that wants a value, or at an argument."""

    waiting: Any  # the kind of the value that an option waits for
    argument: Any  # the kind of the argument that would come next
    given: frozenset[str]  # the options so far
    options: bool  # whether there may be more of them: not behind --

    @classmethod
    def of(cls, command: Table, words: Iterable[str]) -> _Place:
        kinds, number, waiting = command["arguments"], 0, None
        given, options = set(), True
        for word in words:
            if waiting is not None:
                waiting = None
            elif options and word == "--":
                options = False
            elif options and word.startswith("-") and word != "-":
                name, equals, _ = word.partition("=")
                given.add(name)
                waiting = None if equals else command["options"].get(name, {}).get("value")
            else:
                number += 1
        if number >= len(kinds):
            argument = kinds[-1]["kind"] if kinds and kinds[-1]["many"] else ""
        else:
            argument = kinds[number]["kind"]
        return cls(waiting, argument, frozenset(given), options)


def _commands(table: Table) -> Iterator[Word]:
    return ((name, command["help"]) for name, command in table["commands"].items())


def _options(command: Table, given: frozenset[str] = frozenset()) -> Iterator[Word]:
    """The options of a command, without those that were given and can be given once."""
    for name, option in command["options"].items():
        if option["many"] or not given.intersection(option["names"]):
            yield name, option["help"]


def _values(table: Table, kind: Any, typed: str, quote: str) -> list[Word]:
    """What a value of a kind can be, as far as it was typed."""
    if isinstance(kind, list):  # a choice
        return _beginning(((word, "") for word in kind), typed)
    if kind == "file":
        return [(FILES, "")]
    if kind == "run":
        return [*_beginning(_runs(), typed), *_paths(typed, ".run")]
    if kind == "command":
        return _beginning(_commands(table), typed)
    if kind == "evaluation":
        return _beginning(((name, "") for name in table["evaluations"]), typed)
    if kind in ("agent", "player", "game"):
        return _named(table, kind, typed, quote)
    return []


def _named(table: Table, kind: str, typed: str, quote: str) -> list[Word]:
    """Agents or games: by their names, by files, and with options behind a parenthesis."""
    known = table["games" if kind == "game" else "agents"]
    if "(" in typed:
        return _beginning(completion_specs.inside(table, known, typed, quote), typed)
    scheme, colon, path = typed.partition(":")
    if colon and kind != "game":
        return [(f"{scheme}:{word}", "") for word, _ in _paths(path, ".py")] if scheme == "python" else []
    found = [(name, entry["help"]) for name, entry in known.items()]
    if kind == "player":
        found.append(("human", "a person"))
    if kind != "game":
        found += [(f"{name}:", "") for name in table["schemes"]]
    named = _beginning(found, typed)
    if typed in known and known[typed]["options"]:
        named.append((f"{typed}(", "with options"))
    return named + (_paths(typed, ".py") if "/" in typed or typed.endswith(".") else [])


def _runs() -> Iterator[Word]:
    """The runs that were kept, by their numbers."""
    from plyground.arena.run_folder import numbered_runs

    return ((str(number), "") for number, _ in numbered_runs())


def _paths(typed: str, suffix: str) -> list[Word]:
    """Folders and the files with a suffix. Names that would need quotes are left out."""
    folder, name = os.path.split(typed)
    place = Path(folder or ".").expanduser()
    try:
        entries = sorted(place.iterdir())[:_MAX_FILES]
    except OSError:
        return []
    found = [
        os.path.join(folder, entry.name) + ("/" if entry.is_dir() else "")  # noqa: PTH118 - as it was typed
        for entry in entries
        if (entry.suffix == suffix or entry.is_dir())
        and entry.name.startswith(name)
        and entry.name.startswith(".") <= name.startswith(".")
        and not _SPECIAL.search(entry.name)
    ]
    return [(word, "") for word in found]


def _beginning(words: Iterable[Word], typed: str) -> list[Word]:
    return [(word, meaning) for word, meaning in words if word.startswith(typed)]
