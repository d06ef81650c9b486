"""What a Python file defines at its top level, read with `ast`: the file itself is not run."""

from __future__ import annotations

import ast
import warnings
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

Parameters = tuple[str, ...]
_Function = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True)
class Outline:
    """The names of a file: functions with their parameters, classes with their methods, and the others."""

    functions: Mapping[str, Parameters]
    classes: Mapping[str, Mapping[str, Parameters]]  # parameters of methods, without `self`
    assigned: frozenset[str]
    imported: frozenset[str]  # and defined by nothing else

    @classmethod
    def of(cls, file: Path) -> Outline | None:
        """What a file defines; None if that cannot be told."""
        if not file.is_file():  # a pipe may never end
            return None
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # such as of a strange escape in a string
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
        assigned = frozenset(_assigned(statements))
        imported = frozenset(_imported(statements)) - assigned - functions.keys() - classes.keys()
        return cls(functions, classes, assigned, imported)

    def names(self) -> frozenset[str]:
        """Every name that the file has, wherever it comes from."""
        return frozenset((*self.functions, *self.classes)) | self.assigned | self.imported


def _statements(body: Sequence[ast.stmt]) -> Iterator[ast.stmt]:
    """The statements of a file, and those in its branches: what stands in `try` is defined as well."""
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


def _assigned(statements: Sequence[ast.stmt]) -> Iterator[str]:
    for statement in statements:
        if isinstance(statement, ast.Assign | ast.AnnAssign):
            yield from _targets(statement)


def _targets(statement: ast.Assign | ast.AnnAssign) -> Iterator[str]:
    targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
    for target in targets:
        yield from (node.id for node in ast.walk(target) if isinstance(node, ast.Name))


def _imported(statements: Sequence[ast.stmt]) -> Iterator[str]:
    for statement in statements:
        if isinstance(statement, ast.Import | ast.ImportFrom):
            yield from ((alias.asname or alias.name).partition(".")[0] for alias in statement.names)
