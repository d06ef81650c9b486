"""What a student's file shows about its search where the calls cannot: read, not run."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

_CACHES = ("cache", "lru_cache")
Function = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True)
class SourceHints:
    """What may explain a tree: a cache that hides calls, and a loop that returns in its first round."""

    cached: str = ""  # a recursive function under functools.cache or lru_cache
    returns_in_loop: bool = False
    method: str = ""  # a recursive method, whose state is in `self`

    @classmethod
    def read(cls, file: Path) -> Self:
        """The hints of a file; none if it cannot be read."""
        try:
            tree = ast.parse(file.read_bytes())
        except (OSError, SyntaxError, ValueError, RecursionError, MemoryError):
            return cls()
        functions = [node for node in ast.walk(tree) if isinstance(node, Function)]
        recursive = list(_recursive(functions))
        cached = next((each.name for each in recursive if _is_cached(each)), "")
        methods = (each.name for each in recursive if [arg.arg for arg in each.args.args[:1]] == ["self"])
        return cls(cached, any(_returns_at_once(each) for each in functions), next(methods, ""))

    @classmethod
    def of(cls, told: dict[str, Any]) -> Self:
        """The hints that a student's process has sent."""
        return cls(*told.get("source", ()))

    def told(self) -> list[Any]:
        return [self.cached, self.returns_in_loop, self.method]


def _recursive(functions: list[Function]) -> Iterator[Function]:
    """The functions that call themselves, directly or by way of others."""
    calls = {each.name: set(_called(each)) for each in functions}
    for each in functions:
        seen, waiting = set[str](), [each.name]
        while waiting:
            new = calls.get(waiting.pop(), set()) - seen
            seen |= new
            waiting += new
        if each.name in seen:
            yield each


def _called(function: Function) -> Iterator[str]:
    for node in ast.walk(function):
        if isinstance(node, ast.Call):
            yield _name(node.func)


def _is_cached(function: Function) -> bool:
    decorators = (each.func if isinstance(each, ast.Call) else each for each in function.decorator_list)
    return any(_name(each) in _CACHES for each in decorators)


def _name(node: ast.expr) -> str:
    """The last part of a dotted name."""
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""


def _returns_at_once(function: Function) -> bool:
    """Whether a loop has a return that no `if` guards."""
    loops = (node for node in ast.walk(function) if isinstance(node, ast.For | ast.While))
    return any(isinstance(line, ast.Return) for loop in loops for line in loop.body)


def ends_in_return(file: Path, function: str) -> bool:
    """Whether the last line of a function returns something: then None was not forgotten, but found."""
    try:
        tree = ast.parse(file.read_bytes())
    except (OSError, SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    for node in ast.walk(tree):
        if isinstance(node, Function) and node.name == function:
            last = node.body[-1]
            return isinstance(last, ast.Return) and last.value is not None
    return False
