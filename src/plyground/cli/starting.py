"""What the command new-agent does: fills in texts of `starters/` and writes them, never over anything."""

from __future__ import annotations

import keyword
import shlex
import sys
from contextlib import suppress
from pathlib import Path
from string import Template

from plyground.errors import BadSpec, clip
from plyground.spec import Spec
from plyground.ui.i18n import tongue

STARTERS = Path(__file__).with_name("starters")
# The game that an agent of a kind is first tried in, and the moves before a win and before a block in one.
_CONNECT4 = {"game": "connect4", "win": "445566", "block": "41424"}
_TICTACTOE = {"game": "tictactoe", "win": "1425", "block": "142"}
TRIED = {"python": _CONNECT4, "kaggle": _CONNECT4, "cs50": _TICTACTOE}
_OTHERS = ("plyground", "pytest", "numpy", "conftest")  # what a file beside its test would stand before


def started(name: str, folder: Path, kind: str, language: str | None) -> str:
    """Write an agent and its test; what to do next."""
    checked_name(name)
    texts = STARTERS / tongue(language).language
    file, test = folder / f"{name}.py", folder / f"test_{name}.py"
    words = {**TRIED[kind], "name": name, "kind": kind, "file": str(file), "test": str(test)}
    words |= {"spec": shlex.quote(_spec(kind, file)), "test_argument": shlex.quote(str(test))}

    def filled(text: str) -> str:
        return Template((texts / text).read_text(encoding="utf-8")).substitute(words)

    _write({file: filled(f"{kind}.txt"), test: filled("test.txt")}, folder)
    return filled("next.txt").rstrip()


def checked_name(name: str) -> None:
    """A BadSpec if a file of that name could not be imported, or would be taken for something else."""
    if not name.isidentifier() or keyword.iskeyword(name):
        plain = "".join(c if c.isidentifier() or c.isdecimal() else "_" for c in name.removesuffix(".py"))
        better = plain if plain.isidentifier() and not keyword.iskeyword(plain) else "my_agent"
        right = f"a name is letters, digits and _, such as {clip(better)}"
    elif name in sys.stdlib_module_names or name in _OTHERS:
        right = f"a module has that name already: take another, such as my_{name}"
    elif name.startswith(("_", "test_")):
        plain = name.lstrip("_").removeprefix("test_")
        right = f"_ and test_ stand before what is no agent: take another, such as {plain or 'my_agent'}"
    else:
        return
    raise BadSpec(f"no name for an agent: {clip(name)}", name, None, right)


def _spec(kind: str, file: Path) -> str:
    """The spec of the file, quoted where a plain one would be read as something else."""
    plain = f"{kind}:{file}"
    with suppress(BadSpec):
        if Spec.parse(plain) == Spec(plain):
            return plain
    return str(Spec(kind, (str(file),)))


def _write(contents: dict[Path, str], folder: Path) -> None:
    """Write all files or none."""
    if folder.exists() and not folder.is_dir():
        raise BadSpec(f"no folder {clip(str(folder), 80)}", str(folder), None, "give the name of a folder")
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
        raise
