"""The command new-agent: a file to begin with, and its test."""

from __future__ import annotations

import keyword
import shlex
import sys
from contextlib import suppress
from enum import StrEnum
from pathlib import Path
from string import Template
from typing import Annotated

import typer

from plyground.errors import BadSpec, Failed, truncate

STARTERS = Path(__file__).with_name("starters")
# The game that an agent of a kind first plays, and the moves before a win and before a block in one.
_CONNECT4 = {"game": "connect4", "win": "445566", "block": "41424"}
_TICTACTOE = {"game": "tictactoe", "win": "1425", "block": "142"}
FIRST_GAME = {"python": _CONNECT4, "kaggle": _CONNECT4, "cs50": _TICTACTOE}
_TAKEN = ("plyground", "pytest", "numpy", "conftest")  # modules that a file of that name would hide


class AgentKind(StrEnum):
    """The convention that an agent follows."""

    python = "python"
    kaggle = "kaggle"
    cs50 = "cs50"


def new_agent(
    name: Annotated[
        str, typer.Argument(metavar="NAME", help="Its name: letters, digits and _.", show_default=False)
    ],
    folder: Annotated[
        Path, typer.Option("--folder", metavar="DIR", help="Where it is written.", show_default=False)
    ] = Path(),
    kind: Annotated[
        AgentKind, typer.Option("--kind", help="Ours, a Kaggle ConnectX submission, or CS50's tic-tac-toe.")
    ] = AgentKind.python,
    lang: Annotated[
        str | None,
        typer.Option(
            "--lang", metavar="CODE", help="Of its comments: en or pt-BR; else the environment's."
        ),
    ] = None,
) -> None:
    """Write an agent to begin with, NAME.py, that works and says how; and its test, test_NAME.py.

    Nothing that is there already is overwritten.
    """
    typer.echo(write_agent(name, folder, kind.value, lang))


def write_agent(name: str, folder: Path, kind: str, language: str | None) -> str:
    """Write an agent and its test; the answer says what to do next."""
    from plyground.words import tongue

    check_name(name)
    texts = STARTERS / tongue(language).language
    file, test = folder / f"{name}.py", folder / f"test_{name}.py"
    words = {**FIRST_GAME[kind], "name": name, "kind": kind, "file": str(file), "test": str(test)}
    words |= {"spec": shlex.quote(_spec(kind, file)), "test_argument": shlex.quote(str(test))}

    def fill(text: str) -> str:
        return Template((texts / text).read_text(encoding="utf-8")).substitute(words)

    _write({file: fill(f"{kind}.txt"), test: fill("test.txt")}, folder)
    return fill("next.txt").rstrip()


def check_name(name: str) -> None:
    """Refuse a name whose file could not be imported, or would be taken for something else."""
    if not name.isidentifier() or keyword.iskeyword(name):
        plain = "".join(c if c.isidentifier() or c.isdecimal() else "_" for c in name.removesuffix(".py"))
        better = plain if plain.isidentifier() and not keyword.iskeyword(plain) else "my_agent"
        right = f"a name is letters, digits and _, such as {truncate(better)}"
    elif name in sys.stdlib_module_names or name in _TAKEN:
        right = f"a module has that name already: take another, such as my_{name}"
    elif name.startswith(("_", "test_")):
        plain = name.lstrip("_").removeprefix("test_")
        right = f"_ and test_ stand before what is no agent: take another, such as {plain or 'my_agent'}"
    else:
        return
    raise BadSpec(f"no name for an agent: {truncate(name)}", name, None, right)


def _spec(kind: str, file: Path) -> str:
    """The spec of the file, quoted where a plain one would be read as something else."""
    plain = f"{kind}:{file}"
    from plyground.spec import Spec

    with suppress(BadSpec):
        if Spec.parse(plain) == Spec(plain):
            return plain
    return str(Spec(kind, (str(file),)))


def _write(contents: dict[Path, str], folder: Path) -> None:
    """Write all files or none."""
    if folder.exists() and not folder.is_dir():
        raise BadSpec(
            f"no folder {truncate(str(folder), 80)}", str(folder), None, "give the name of a folder"
        )
    folder.mkdir(parents=True, exist_ok=True)
    written: list[Path] = []
    try:
        for path, text in contents.items():
            with path.open("x", encoding="utf-8") as file:
                written.append(path)
                file.write(text)
    except BaseException as error:
        for path in written:
            path.unlink()
        if isinstance(error, FileExistsError):
            there, where = Path(error.filename).name, str(folder.absolute())
            raise BadSpec(f"{there} is there already", where, None, "take another name or folder") from None
        if isinstance(error, OSError) and error.filename is None:  # the disk is full
            raise Failed(f"{written[-1]} cannot be written ({error.strerror})") from None
        raise
