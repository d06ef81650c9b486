"""The files that a user's file needs: the user's own modules that it imports, and data.

In a repository, `from engine import negamax` means the folder `engine` beside the file, or beside one of
the folders above it. No code is run to find that out.
"""

from __future__ import annotations

import ast
import importlib.util
import re
import sys
import warnings
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from pathlib import Path

from plyground.user_code import is_installed

MAX_FILES = 500
_MAX_UP = 5  # folders above the folder of the file
_ROOTS = (".git", "pyproject.toml", "setup.py", "requirements.txt")  # these mark the root of a repository
_HIDDEN = re.compile(r"(^|/)\.(?!/)")
_MAX_TEXT = 200  # characters of a text that may name a file
_MAX_VALUES = 100  # values of a list that may name files
KAGGLE_HOME = "/kaggle_simulations/agent"  # where Kaggle unpacks a submission


@dataclass(frozen=True)
class Neighbours:
    """The folders of a file's own modules, the nearest first, and all files that it needs."""

    folders: tuple[Path, ...]
    files: tuple[Path, ...]

    @classmethod
    def of(cls, file: Path) -> Neighbours:
        """The neighbours of a file, and theirs; the file itself is the first of the files."""
        folders, files = [file.parent], [file]
        for each in files:  # the list grows in the loop
            for found in _files_needed(each, folders):
                if len(files) < MAX_FILES and found not in files:
                    files.append(found)
        return cls(tuple(folders), tuple(files))


@dataclass(frozen=True)
class Import:
    """One import: how many folders up it begins (0: absolute), and the names from there."""

    level: int
    names: tuple[str, ...]


@dataclass(frozen=True)
class _FileFacts:
    """The imports of a file, and the texts in it that may name files."""

    imports: tuple[Import, ...] = ()
    texts: tuple[str, ...] = ()


def imports(file: Path) -> tuple[Import, ...]:
    """All imports of a file, at any place in it."""
    return _read(file).imports


def _read(file: Path) -> _FileFacts:
    if file.suffix != ".py" or not file.is_file():  # a pipe may never end
        return _FileFacts()
    status = file.stat()
    return _read_once(file, status.st_mtime_ns, status.st_size)


@lru_cache(maxsize=1_000)
def _read_once(file: Path, changed: int, size: int) -> _FileFacts:
    """The facts of a file in its present state; cached, because some files have megabytes of numbers."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # such as of a strange escape in a string
            tree = ast.parse(file.read_bytes())
    except (OSError, SyntaxError, ValueError, RecursionError, MemoryError):
        return _FileFacts()
    found: dict[Import, None] = {}
    texts: dict[str, None] = {}
    for node in _nodes(tree):
        found |= dict.fromkeys(_imports_of(node))
        text = "/".join(_texts(node)).removeprefix(KAGGLE_HOME).strip("/")
        if len(text) <= _MAX_TEXT and "." in text and text.isprintable() and not _HIDDEN.search(text):
            texts[text] = None
    return _FileFacts(tuple(found), tuple(texts))


def _nodes(tree: ast.AST) -> Iterator[ast.AST]:
    """The nodes of a syntax tree, without the contents of long lists and dictionaries."""
    left = deque([tree])
    while left:
        node = left.popleft()
        yield node
        inside = getattr(node, "elts", None) or getattr(node, "keys", None) or ()
        if len(inside) <= _MAX_VALUES:
            left.extend(ast.iter_child_nodes(node))


def _imports_of(node: ast.AST) -> Iterator[Import]:
    if isinstance(node, ast.Import):
        yield from (Import(0, tuple(alias.name.split("."))) for alias in node.names)
    elif isinstance(node, ast.ImportFrom):
        names = tuple(node.module.split(".")) if node.module else ()
        yield from (Import(node.level, (*names, alias.name)) for alias in node.names)


def _files_needed(file: Path, folders: list[Path]) -> Iterator[Path]:
    """The files that a Python file needs; new folders with modules are added to `folders`."""
    read = _read(file)
    for found in read.imports:
        if found.level:
            yield from _modules_above(file, found)
        elif not is_library(found.names[0]):
            home = _module_folder(found.names[0], [*folders, *_upwards(file.parent, found.names[0])])
            if home is not None:
                if home not in folders:
                    folders.append(home)
                yield from _modules(home, found.names)
    yield from _data(read.texts, (file.parent, *folders))


def _modules_above(file: Path, found: Import) -> Iterator[Path]:
    """The files of a relative import, if the folder where it begins belongs to the same package."""
    above = (file, *file.parents)[min(found.level, len(file.parents))]
    package = above / "__init__.py"  # it is run before what is imported
    if found.level == 1 or package.is_file() or above in _repository(file.parent):
        if _inside(package, above) and package != file:
            yield package
        yield from _modules(above, found.names)


def _module_folder(name: str, folders: Sequence[Path]) -> Path | None:
    """The first of the folders that has a module or a package of that name."""
    for folder in folders:
        package = folder / name
        if any(_modules(folder, (name,))) or any(package.glob("*.py")) or any(package.glob("*/*.py")):
            return folder
    return None


def _upwards(folder: Path, name: str) -> Iterator[Path]:
    """Where a module may be: in the file's folder, in those above it in its repository, and beside a folder
    of that name that the file itself is in. Other folders belong to other people.
    """
    yield folder
    repository = _repository(folder)
    for inner, outer in pairwise((folder, *_above(folder))):
        if outer in repository or inner.name == name:
            yield outer


def module_folders(file: Path) -> list[Path]:
    """The folders with modules of a file, when it is run: any folder above it that has some.

    In a sandbox, folders that it may not read are not there; without one, it can read them anyway.
    """
    folders = [file.parent]
    for found in imports(file):
        if not found.level and not is_library(found.names[0]):
            home = _module_folder(found.names[0], [*folders, *_above(file.parent)])
            folders += [home] if home and home not in folders else []
    return folders


def _above(folder: Path) -> Iterator[Path]:
    """The folders above a folder; never the user's home, nor those above it."""
    for each in folder.parents[:_MAX_UP]:
        if each == Path(each.anchor) or Path.home().is_relative_to(each):
            return
        yield each


def _repository(folder: Path) -> list[Path]:
    """The folders above a folder, up to the root of its repository, if it is in one."""
    above = [folder, *_above(folder)]
    for count, each in enumerate(above):
        if any((each / name).exists() for name in _ROOTS):
            return above[: count + 1]
    return []


def _modules(folder: Path, names: tuple[str, ...]) -> Iterator[Path]:
    """The files of a module and of its packages; the last names may be names inside the module."""
    for name in names:
        for file in (folder / f"{name}.py", *_extension_modules(folder, name)):
            if _inside(file, folder):
                yield file
                return
        folder = folder / name
        if not folder.is_dir() or folder.is_symlink():
            return
        if _inside(folder / "__init__.py", folder):
            yield folder / "__init__.py"


def _extension_modules(folder: Path, name: str) -> Iterator[Path]:
    return (file for file in folder.glob(f"{name}.*") if name != "*" and file.suffix in (".so", ".pyd"))


def _data(texts: Sequence[str], folders: Sequence[Path]) -> Iterator[Path]:
    """Files that texts in the code name: "weights.npy", join(here, "data", "weights.npy")."""
    homeless = [folder for folder in folders if not Path.home().is_relative_to(folder)]
    for text in texts:
        for folder in homeless:
            if not text.endswith(".py") and _inside(folder / text, folder):
                yield folder / text
                break


def _texts(node: ast.AST, depth: int = 8) -> list[str]:
    """The texts of a constant, among the arguments of a call, or between the slashes of a path."""
    if isinstance(node, ast.Constant):
        return [node.value] if isinstance(node.value, str) else []
    if isinstance(node, ast.Call):
        return [text for given in node.args if isinstance(given, ast.Constant) for text in _texts(given)]
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div | ast.Add) and depth:
        return [*_texts(node.left, depth - 1), *_texts(node.right, depth - 1)]
    return []


def _inside(file: Path, folder: Path) -> bool:
    """Whether a file exists and is really in that folder: links may lead elsewhere."""
    try:
        return file.is_file() and file.resolve().is_relative_to(folder.resolve())
    except (OSError, ValueError):
        return False


def is_library(name: str) -> bool:
    """Whether a module belongs to Python, a library or plyground, and is not a neighbour."""
    if name in sys.stdlib_module_names or name == "plyground":
        return True
    try:
        found = importlib.util.find_spec(name)
    except (ImportError, ValueError, AttributeError):  # a module without a file, such as our shim
        return name in sys.modules
    if found is None:
        return False
    places = [found.origin] if found.has_location else found.submodule_search_locations or []
    return any(place and is_installed(Path(place)) for place in places)
