"""Specs: `connect4(8,7,4)` and `deepening(inner=alphabeta(), seconds=1)` as values, and back.

A spec is a name and, in parentheses, arguments: literals (numbers, strings, True, False, None, tuples)
or further specs. It is read by the grammar below and never evaluated. A name may be a path:
`mymodule:MyGame`, `examples/nim.py:Nim`.
"""

from __future__ import annotations

import inspect
import math
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import partial
from typing import Any, TypeVar

from plyground.errors import BadSpec, mark, nearest_name, truncate

T = TypeVar("T")

CONSTANTS: dict[str, bool | None] = {"True": True, "False": False, "None": None}

_NAME = re.compile(r"[^\W\d][\w.]*")
_PATH = re.compile(r"[^\s()'\",=](?:[^()'\",=]*[^\s()'\",=])?")
# A file that a whole spec names: folders may have commas, quotes and pairs of parentheses in their names.
_WHOLE_FILE = re.compile(
    r"(?:[^()\n]|\([^()\n]*\))*?\.(?:py|ipynb|zip|gz|txt|json)(?::[^\W\d]\w*)?(?=\s*(?:\(|$))"
)
_FILES = re.compile(r"[^\s()'\",=][^()'\",=]*\.py:[^\W\d]\w*")  # what a path inside a spec names
_NUMBER = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?")
_ESCAPE = r"\\(?:[\\'\"nrt]|x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8})"  # those that repr writes
_ESCAPED = re.compile(_ESCAPE)
_CONTROLS = {"n": "\n", "r": "\r", "t": "\t"}
_STRING = re.compile(rf"'(?:[^'\\\n]|{_ESCAPE})*'|\"(?:[^\"\\\n]|{_ESCAPE})*\"")
_SPACE = re.compile(r"\s*")
_DEEPEST = 120


@dataclass(frozen=True)
class Spec:
    """A name with its arguments; `str` is its canonical text, which parses back."""

    name: str
    args: tuple[Any, ...] = ()
    options: dict[str, Any] = field(default_factory=dict)

    def __str__(self) -> str:
        inside = [
            *map(_literal, self.args),
            *(f"{k}={_literal(v)}" for k, v in self.options.items()),
        ]
        return self.name + (f"({', '.join(inside)})" if inside else "")

    @classmethod
    def parse(cls, text: str) -> Spec:
        """The spec that a text spells."""
        if not isinstance(text, str):
            right = "a spec is a text, such as 'alphabeta(depth=4)' or 'python:mine.py:choose'"
            raise BadSpec(f"no spec {truncate(repr(text))}", truncate(repr(text)), None, right)
        return _Reader(text).whole()

    def build(self, factory: Callable[..., T], resolve: Callable[[Spec], Any] | None = None) -> T:
        """Call the factory with the arguments; a BadSpec says which of them it does not take.

        Specs among the arguments are replaced by what `resolve` makes of them.
        """
        resolved = partial(_resolved, resolve=resolve or _unknown)
        args = [resolved(value) for value in self.args]
        options = {name: resolved(value) for name, value in self.options.items()}
        try:
            inspect.signature(factory).bind(*args, **options)
        except TypeError as error:
            taken, known = takes(factory), inspect.signature(factory).parameters
            strange = next((name for name in options if name not in known), "")
            if near := nearest_name(strange, known):
                right = f"did you mean {near}? {self.name} takes {taken}"
                raise BadSpec(
                    f"no option {strange}", str(self), None, right, "meant", {"name": near}
                ) from None
            right, facts = f"{self.name} takes {taken}", {"name": self.name, "takes": taken}
            what = f"no option {strange}" if strange else str(error)
            raise BadSpec(what, str(self), None, right, "options", facts) from None
        return factory(*args, **options)


def _resolved(value: Any, resolve: Callable[[Spec], Any]) -> Any:
    if isinstance(value, tuple):
        return tuple(_resolved(item, resolve) for item in value)
    return resolve(value) if isinstance(value, Spec) else value


def _unknown(spec: Spec) -> Any:
    given, facts = str(spec), {"given": truncate(str(spec))}
    what, right = f"no value {facts['given']}", "a string is written in quotes"
    raise BadSpec(what, given, None, right, "quotes", facts)


def takes(factory: Callable[..., Any]) -> str:
    """The parameters of a factory, as a spec would give them: `columns=7, rows=6, k=4`."""
    parameters = inspect.signature(factory).parameters.values()
    shown = [p.name if p.default is p.empty else f"{p.name}={_literal(p.default)}" for p in parameters]
    return ", ".join(shown) or "no options"


def whole_number(name: str, value: object, least: int, most: int) -> int:
    """The value, if it is a whole number within the limits; otherwise a BadSpec names the limits."""
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        right = f"{name} is a whole number from {least} to {most}"
        facts = {"name": name, "least": least, "most": most}
        raise BadSpec(f"bad {name}", f"{name}={truncate(repr(value))}", None, right, "number", facts)
    return value


def flag(name: str, value: object) -> bool:
    """The value, if it is True or False; otherwise a BadSpec."""
    if not isinstance(value, bool):
        raise bad_option(name, value, f"{name} is True or False", "flag")
    return value


def one_of(name: str, value: object, allowed: Iterable[str]) -> str:
    """The value, if it is one of the allowed texts; otherwise a BadSpec."""
    names = tuple(allowed)
    if value not in names:
        known = ", ".join(names)
        raise bad_option(name, value, f"{name} is one of {known}", "one-of", known=known)
    return str(value)


def number_between(name: str, value: object, least: float, most: float) -> None:
    """Raise a BadSpec unless the value is a number, whole or not, within the limits."""
    if type(value) not in (int, float) or not least <= value <= most:  # type: ignore[operator]
        right = f"{name} is a number from {least:g} to {most:.0f}"
        raise bad_option(name, value, right, "between", least=least, most=most)


def bad_option(name: str, value: object, right: str, reason: str, **facts: Any) -> BadSpec:
    """The error about an option's value: in English, and as a reason with facts for other languages."""
    given = f"{name}={truncate(repr(value))}"
    return BadSpec(f"bad {name}", given, None, right, reason, {"name": name, **facts})


def _literal(value: Any) -> str:
    return str(value) if isinstance(value, Spec) else repr(value)


def _unescaped(escape: re.Match[str]) -> str:
    # By hand: ast.literal_eval in two threads of Python 3.11 can be a SystemError (python/cpython#106905).
    code = escape.group()[1:]
    return chr(int(code[1:], 16)) if code[0] in "xuU" else _CONTROLS.get(code, code)


class _Reader:
    """Reads one spec from the left, remembering where it is for the sake of its errors."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.depth = 0

    def whole(self) -> Spec:
        self.skip()
        name = self.match(_WHOLE_FILE) or self.match(_PATH)
        if not name:
            raise self.error("no name", "a spec is a name, or a name with arguments: connect4(8,7,4)")
        spec = self.arguments(name)
        if self.at < len(self.text):
            raise self.error("unexpected text", "a spec ends after its closing parenthesis")
        return spec

    def arguments(self, name: str) -> Spec:
        args: list[Any] = []
        options: dict[str, Any] = {}
        self.skip()
        if self.take("("):
            while not self.take(")"):
                start = self.at
                key = self.key()
                if key is None and options:
                    self.at = start
                    raise self.error("a value without a name", "named options come last")
                if key in options:
                    self.at = start
                    raise self.error(f"{key} given twice", "give each option once")
                if key is None:
                    args.append(self.value())
                else:
                    options[key] = self.value()
                self.separator(")")
        return Spec(name, tuple(args), options)

    def key(self) -> str | None:
        start = self.at
        name = self.match(_NAME)
        self.skip()
        if name and self.take("="):
            return name
        self.at = start
        return None

    def value(self) -> Any:
        self.depth += 1
        if self.depth > _DEEPEST:
            raise self.error("too many parentheses", f"at most {_DEEPEST} inside each other")
        try:
            return self.tuple_() if self.take("(") else self.atom()
        finally:
            self.depth -= 1

    def tuple_(self) -> Any:
        items: list[Any] = []
        comma = False
        while not self.take(")"):
            items.append(self.value())
            comma = self.separator(")") or comma
        return items[0] if len(items) == 1 and not comma else tuple(items)

    def atom(self) -> Any:
        start = self.at
        try:
            if word := self.match(_STRING):
                return _ESCAPED.sub(_unescaped, word[1:-1])
            if word := self.match(_FILES):
                return self.arguments(word)
            if word := self.match(_NUMBER):
                return self.number(word)
        except (ValueError, OverflowError):
            self.at = start
            raise self.error("a value that cannot be read", "write it as Python would") from None
        if word := self.match(_NAME):
            return CONSTANTS[word] if word in CONSTANTS else self.arguments(word)
        raise self.error("no value", "a value is a number, a 'string', True, False, None or a spec")

    def number(self, word: str) -> int | float:
        try:
            return int(word)
        except ValueError:
            value = float(word)
            if not math.isfinite(value):
                raise
            return value

    def separator(self, closing: str) -> bool:
        self.skip()
        if self.take(","):
            return True
        if not self.text.startswith(closing, self.at):
            raise self.error("missing comma or parenthesis", f"expected , or {closing}")
        return False

    def take(self, symbol: str) -> bool:
        if not self.text.startswith(symbol, self.at):
            return False
        self.at += len(symbol)
        self.skip()
        return True

    def match(self, pattern: re.Pattern[str]) -> str:
        found = pattern.match(self.text, self.at)
        if not found:
            return ""
        self.at = found.end()
        return found.group()

    def skip(self) -> None:
        found = _SPACE.match(self.text, self.at)
        self.at = found.end() if found else self.at

    def error(self, what: str, right: str) -> BadSpec:
        return BadSpec(what, self.text, self.at, right, "spec", {"where": mark(self.text, self.at)})
