"""The settings of an engine: `engine('./my engine', protocol='uci', options=('Hash=16',))`."""

from __future__ import annotations

import os
import re
import shlex
import shutil
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from plyground.engines.notation import DropNotation, Notation, OwnNotation
from plyground.errors import BadSpec, truncate
from plyground.spec import Spec

EMPTY = "empty"  # in place of a folder: an empty one
_INSTALLED = ("bin", "sbin", "games")  # folders of programs; their files are elsewhere
_SHIMS = "shims"  # a folder of pyenv or asdf: its scripts look for the program beside it
_VERSIONS = ("versions", "installs")  # where that is, in pyenv and in asdf
_MANAGER = (*_VERSIONS, "bin", "lib", "libexec", "plugins", "pyenv.d", "version")  # what they run
PROTOCOLS = ("ugi", "uci", "gomocup")
NOTATIONS: dict[str, Notation] = {"ours": OwnNotation(), "drop": DropNotation()}


@dataclass(frozen=True)
class Settings:
    """Which program is run, and how to talk to it; every path is absolute."""

    spec: str
    command: tuple[str, ...]
    protocol: str
    keyword: str  # `ugi` is answered by `ugiok`, and a game begins with `uginewgame`
    notation: Notation
    variant: str
    options: tuple[tuple[str, str | None], ...]  # a button has no value
    files: tuple[Path, ...]
    folder: Path | None  # where it is run, with the files there to be read; None: in an empty one

    @classmethod
    def of(cls, spec: Spec) -> Settings:
        """Read `engine:COMMAND(options)`, or `engine('COMMAND', options)` for any command."""
        _, colon, command = spec.name.partition(":")
        if colon and spec.args:
            raise BadSpec("options without names", str(spec), None, "write option=value")
        given = Spec("engine", (command,) if colon else spec.args, spec.options)
        return given.build(_Reading(str(spec)).settings)


@dataclass(frozen=True)
class _Reading:
    """Makes settings from the arguments of a spec, and refuses wrong ones."""

    spec: str

    def settings(
        self,
        command: str,
        protocol: str = "ugi",
        moves: str = "",
        variant: str = "",
        options: tuple[str, ...] = (),
        keyword: str = "",
        folder: str = "",
    ) -> Settings:
        self.one_of("protocol", protocol, PROTOCOLS)
        self.one_of("moves", moves, ("", *NOTATIONS))
        self.text("variant", variant)
        if keyword != "" and not (isinstance(keyword, str) and re.fullmatch(r"[A-Za-z][\w-]*", keyword)):
            raise self.bad("keyword", keyword, "keyword is one word, such as ugi")
        if protocol == "gomocup" and (moves or variant or options or keyword):
            right = "an engine of Gomocup has no moves, variant, options or keyword"
            raise BadSpec("too much for gomocup", self.spec, None, right)
        program, *arguments = self.words(command)
        words = [str(program)]
        brought = [Path(program), *_managed(Path(program))]
        own = [Path(each).absolute() for each in arguments if _is_file(each)]
        if "/" in shlex.split(command)[0] and Path(program).parent.name not in _INSTALLED:
            own.insert(0, Path(program))
        chosen = self.options(options)
        words += map(_whole_path, arguments)
        given = [*words[1:], *(value for _, value in chosen if value)]
        brought += [Path(text) for text in given if _is_file(text)]
        notation = NOTATIONS[moves or ("drop" if protocol == "uci" else "ours")]
        keyword = keyword or protocol
        home = self.home(folder, own)
        return Settings(
            self.spec, tuple(words), protocol, keyword, notation, variant, chosen, tuple(brought), home
        )

    def home(self, folder: object, own: list[Path]) -> Path | None:
        """The folder that is given, or that of the engine; its files are found there."""
        self.text("folder", folder)
        if folder == EMPTY:
            return None
        if folder:
            path = Path(str(folder)).absolute()
            if not path.is_dir():
                right = f"folder is where the engine is run, or '{EMPTY}'"
                raise BadSpec(f"no folder {truncate(str(folder), 80)}", self.spec, None, right)
            return path
        return own[0].parent if own else None

    def words(self, command: object) -> list[str]:
        """The words of a command, the program as an absolute path."""
        self.text("command", command)
        try:
            words = shlex.split(str(command))
        except ValueError as error:
            raise self.bad("command", command, f"write it as for a shell ({error})") from None
        if not words:
            raise BadSpec("no command of an engine", self.spec, None, "write engine:./my-engine")
        return [self.program(words[0]), *words[1:]]

    def program(self, name: str) -> str:
        """Where a program is: on the path, or where the name says, seen from this folder."""
        file = Path(name).absolute()
        if found := shutil.which(name) or shutil.which(str(file)):
            return str(Path(found).absolute())
        if _is_file(name):
            right = f"make it executable (chmod +x), or name what runs it: python3 {name}"
            raise BadSpec(f"{truncate(name, 80)} is no program", "", None, right)
        right = "give the path of a program, or the name of an installed one"
        raise BadSpec(f"no program {truncate(name, 80)}", name, None, right)

    def options(self, options: object) -> tuple[tuple[str, str | None], ...]:
        """Names and values; where a value is the name of a file, with its whole path."""
        texts = (options,) if isinstance(options, str) else options
        if not isinstance(texts, tuple):
            raise self.bad("options", options, "options are texts: options=('Hash=16',)")
        read: list[tuple[str, str | None]] = []
        for text in texts:
            self.text("options", text)
            name, equals, value = (part.strip() for part in text.partition("="))
            if not name:
                raise self.bad("options", text, "an option is 'Name=Value', or 'Name' if it is a button")
            read.append((name, _whole_path(value) if equals else None))
        return tuple(read)

    def one_of(self, name: str, value: object, allowed: tuple[str, ...]) -> None:
        if value not in allowed:
            raise self.bad(name, value, f"{name} is one of {', '.join(filter(None, allowed))}")

    def text(self, name: str, value: object) -> None:
        if not isinstance(value, str) or not all(c.isprintable() for c in value):
            raise self.bad(name, value, f"{name} is a text in quotes, on one line")

    def bad(self, name: str, value: Any, right: str) -> BadSpec:
        return BadSpec(f"bad {name}", f"{name}={truncate(repr(value), 80)}", None, right)


def _is_file(text: str) -> bool:
    with suppress(OSError):  # a text may be too long for a name
        return Path(text).is_file()
    return False


def _managed(program: Path) -> list[Path]:
    """What a script of pyenv or asdf looks for; nothing for other programs, whatever folder they are in."""
    root = program.parent.parent
    if program.parent.name != _SHIMS or root in (Path.home(), *Path.home().parents):
        return []
    if not any((root / name).is_dir() for name in _VERSIONS):
        return []
    return [root / name for name in _MANAGER if (root / name).exists()]


def _whole_path(text: str) -> str:
    """The path of a file, if the text names one: the engine plays in another folder."""
    return str(Path(text).absolute()) if _is_file(text) else text


def memory_limit() -> int:
    """How many bytes of memory a program started here may use; 0 if there is no limit."""
    if os.name != "posix":
        return 0
    import resource

    soft, _ = resource.getrlimit(resource.RLIMIT_AS)
    return 0 if soft == resource.RLIM_INFINITY else soft
