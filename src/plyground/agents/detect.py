"""Detects the convention of a user's file from the names it defines: the file is not run."""

from __future__ import annotations

import ast
import warnings
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from plyground.agents.kaggle.structs import PACKAGE
from plyground.agents.neighbours import imports
from plyground.agents.python import DEFAULT_NAMES

NOTEBOOK = ".ipynb"
_CONFIGURATIONS = ("config", "configuration", "conf", "cfg")  # Kaggle's names for the second parameter
_OURS = {"position", "limits"}  # names of the parameters of our own agents
_BESIDE_MINIMAX = {
    "player",
    "actions",
    "result",
    "initial_state",
    "terminal",
    "utility",
}  # other functions of CS50's file
_MARKS = {"X", "O", "EMPTY"}  # its constants


def detect_scheme(file: Path) -> str:
    """The scheme of a file: python, kaggle or cs50; python if nothing can be detected.

    A function `choose` is ours, unless it is a helper of a function that takes an observation: such a
    function is Kaggle's, and so is one with a configuration, and a file that imports Kaggle's package.
    `minimax` beside the other functions of CS50's file is CS50's. Then come our other names; `my_agent` may
    still be Kaggle's. A notebook is Kaggle's.
    """
    if file.suffix == NOTEBOOK:
        return "kaggle"
    outline = Outline.of(file)
    if outline is None:
        return "python"
    if "choose" in outline.names() and not _is_helper(outline):
        return "python"
    if any(_observes(given) or _is_configured(given) for given in _call_parameters(outline)):
        return "kaggle"
    if "minimax" in outline.functions and (
        _BESIDE_MINIMAX & outline.functions.keys() or outline.assigned >= _MARKS
    ):
        return "cs50"
    if any(found.names[0] == PACKAGE for found in imports(file)):
        return "kaggle"
    if outline.names() & set(DEFAULT_NAMES):
        return "python"
    return "kaggle" if any("agent" in name.lower() for name in outline.functions) else "python"


def _is_helper(outline: Outline) -> bool:
    """Whether `choose` does not look like ours, and another function looks like Kaggle's."""
    given = outline.functions.get("choose")
    if given is None or _OURS & set(given):
        return False
    return any(_observes(each) and _is_configured(each) for each in _call_parameters(outline))


def _call_parameters(outline: Outline) -> list[Parameters]:
    """The parameters of every function and of every class with `__call__`."""
    calls = [methods["__call__"] for methods in outline.classes.values() if "__call__" in methods]
    return [*outline.functions.values(), *calls]


def _observes(given: Parameters) -> bool:
    """Whether the first parameter is an observation."""
    return bool(given) and given[0] in OBSERVATIONS


def _is_configured(given: Parameters) -> bool:
    """Whether there are two parameters, and the second is a configuration."""
    return len(given) == 2 and given[1] in _CONFIGURATIONS


Parameters = tuple[str, ...]
OBSERVATIONS = ("obs", "observation", "observations")  # Kaggle's names for the first parameter
_Function = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True)
class Outline:
    """The names of a file: functions with their parameters, classes with their methods, and others."""

    functions: Mapping[str, Parameters]
    classes: Mapping[str, Mapping[str, Parameters]]  # parameters of methods, without `self`
    assigned: frozenset[str]
    imported: frozenset[str]  # and not defined in the file

    @classmethod
    def of(cls, file: Path) -> Outline | None:
        """The outline of a file; None if it cannot be read."""
        if not file.is_file():  # reading a pipe may never end
            return None
        status = file.stat()
        return _cached_outline(file, status.st_mtime_ns, status.st_size)

    @classmethod
    def read(cls, file: Path) -> Outline | None:
        """The same, without the cache."""
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # such as about escapes in strings
                tree = ast.parse(file.read_bytes())
        except (OSError, SyntaxError, ValueError, RecursionError, MemoryError):
            return None
        statements = list(_statements(tree.body))
        functions = dict(_functions(statements))
        classes = {
            statement.name: {name: given[1:] for name, given in _functions(statement.body)}
            for statement in statements
            if isinstance(statement, ast.ClassDef)
        }
        assigned = frozenset(_assignments(statements))
        imported = frozenset(_import_names(statements)) - assigned - functions.keys() - classes.keys()
        return cls(functions, classes, assigned, imported)

    def names(self) -> frozenset[str]:
        """Every name of the file, imported ones included."""
        return frozenset((*self.functions, *self.classes)) | self.assigned | self.imported


@lru_cache(maxsize=100)
def _cached_outline(file: Path, changed: int, size: int) -> Outline | None:
    """The outline of a file in its present state."""
    return Outline.read(file)


def _statements(body: Sequence[ast.stmt]) -> Iterator[ast.stmt]:
    """The statements of a file, and those in its branches: names in a `try` count, too."""
    for statement in body:
        yield statement
        if isinstance(statement, _Function | ast.ClassDef):
            continue
        for part in ("body", "orelse", "finalbody"):
            yield from _statements(getattr(statement, part, ()))
        for handler in getattr(statement, "handlers", ()):
            yield from _statements(handler.body)


def _functions(statements: Sequence[ast.stmt]) -> Iterator[tuple[str, Parameters]]:
    for statement in statements:
        if isinstance(statement, _Function):
            yield statement.name, _parameters(statement.args)
        elif isinstance(statement, ast.Assign) and isinstance(statement.value, ast.Lambda):
            for name in _targets(statement):
                yield name, _parameters(statement.value.args)


def _parameters(arguments: ast.arguments) -> Parameters:
    return tuple(argument.arg for argument in (*arguments.posonlyargs, *arguments.args))


def _assignments(statements: Sequence[ast.stmt]) -> Iterator[str]:
    for statement in statements:
        if isinstance(statement, ast.Assign | ast.AnnAssign):
            yield from _targets(statement)


def _targets(statement: ast.Assign | ast.AnnAssign) -> Iterator[str]:
    targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
    for target in targets:
        yield from (node.id for node in ast.walk(target) if isinstance(node, ast.Name))


def _import_names(statements: Sequence[ast.stmt]) -> Iterator[str]:
    for statement in statements:
        if isinstance(statement, ast.Import | ast.ImportFrom):
            yield from ((alias.asname or alias.name).partition(".")[0] for alias in statement.names)
