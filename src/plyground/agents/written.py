"""Whether a class in a user's file is a tree searcher, read with `ast`: the file is not run.

The default limit of an agent is chosen before a match begins, but users' code runs only in confined
processes.
"""

from __future__ import annotations

import ast
import warnings
from collections.abc import Mapping
from pathlib import Path

from plyground.searchers import SEARCHERS
from plyground.searchers.searcher import Ordered, Tabled, TreeSearcher

_BASES = (TreeSearcher.__name__, Ordered.__name__, Tabled.__name__)
_OURS = {*_BASES, *(kind.__name__ for kind in SEARCHERS.values() if issubclass(kind, TreeSearcher))}


def is_tree_searcher(path: str) -> bool:
    """Whether `mine.py:MySearch` names a class that is derived from one of our tree searchers."""
    where, _, name = path.rpartition(":")
    body = _read(where)
    if body is None:
        return False
    classes = {each.name: _bases(each) for each in body if isinstance(each, ast.ClassDef)}
    imported = {
        alias.asname or alias.name: alias.name
        for each in body
        if isinstance(each, ast.ImportFrom) and (each.module or "").startswith("plyground")
        for alias in each.names
    }
    return _descends(name, classes, imported)


def may_be_searcher(path: str) -> bool:
    """Whether `mine.py:MySearch` is written as a class with bases, or comes from elsewhere.

    Only then is it imported to see: whatever else a file calls so is an agent, whose code is not run here.
    """
    where, _, name = path.rpartition(":")
    statements = _read(where)
    if statements is None:  # a module by its name, or a file that Python will refuse, too
        return True
    return any(
        (isinstance(each, ast.ClassDef) and each.name == name and bool(each.bases))
        or (isinstance(each, ast.ImportFrom) and name in {own.asname or own.name for own in each.names})
        for each in statements
    )


def _read(where: str) -> list[ast.stmt] | None:
    """The statements of a Python file; None if there is none, or it cannot be read."""
    if not where.endswith(".py"):
        return None
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # such as about escapes in strings
            return ast.parse(Path(where).read_bytes()).body
    except (OSError, SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def _bases(kind: ast.ClassDef) -> list[str]:
    """The base classes of a class, by their last names: `search.AlphaBeta` is AlphaBeta."""
    return [ast.unparse(base).rpartition(".")[2] for base in kind.bases]


def _descends(name: str, classes: Mapping[str, list[str]], imported: Mapping[str, str]) -> bool:
    if name not in classes:
        return imported.get(name, name) in _OURS
    others = {each: bases for each, bases in classes.items() if each != name}
    return any(_descends(base, others, imported) for base in classes[name])
