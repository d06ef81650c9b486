"""The protocol: its types are data (protocol.json), and every message is checked against them.

The page does the same (schema.js); both are tested with the same cases, tests/ui/web/protocol_cases.json.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from plyground.ui.web.serialize import facts_json

Type = Any  # the name of a type, or its description as the file writes it
MAX_WHOLE = 2**53 - 1  # the whole numbers that JavaScript has


class Wrong(Exception):
    """A message that breaks the protocol: where in it, and what was expected there."""

    def __init__(self, where: str, wanted: str) -> None:
        super().__init__(f"{where or 'message'}: expected {wanted}")
        self.where = where or "message"
        self.wanted = wanted


@cache
def protocol_text() -> bytes:
    """The file as it is."""
    return (files("plyground.ui.web") / "protocol.json").read_bytes()


@cache
def protocol() -> Mapping[str, Any]:
    """All types, requests and pushes."""
    types: Mapping[str, Any] = json.loads(protocol_text())
    return types


def is_job(name: str) -> bool:
    """Whether a request is answered later, while others go on."""
    return bool(protocol()["requests"][name].get("job"))


def check_request(message: Any) -> None:
    """Raise Wrong unless this is a request."""
    named = message.get("do") if isinstance(message, dict) else None
    requests = protocol()["requests"]
    if not isinstance(named, str) or named not in requests:
        raise Wrong("do", "the name of a request")
    check(message, {"fields": {"id": "Id", "do": "text", **requests[named]["fields"]}})


def check_reply(name: str, message: Any) -> None:
    """Raise Wrong unless this is a reply to a request of that name."""
    if isinstance(message, dict) and "error" in message:
        return check(message, {"fields": {"re": "Id", "error": "Error"}})
    return check(message, {"fields": {"re": "Id", **protocol()["requests"][name]["reply"]["fields"]}})


def check_push(message: Any) -> None:
    """Raise Wrong unless this is a push."""
    pushes = protocol()["pushes"]
    name = next(iter(message), "") if isinstance(message, dict) and len(message) == 1 else ""
    if name not in pushes:
        raise Wrong("", "an object with the name of a push")
    check(message[name], pushes[name], name)


def check(value: Any, kind: Type, where: str = "") -> None:
    """Raise Wrong unless the value is of a type."""
    if isinstance(kind, str):
        if kind.endswith("?"):
            if value is None:
                return None
            kind = kind[:-1]
        if kind in _PRIMITIVES:
            return _PRIMITIVES[kind](value, None, where)
        return check(value, protocol()["types"][kind], where)
    for name, checker in _DESCRIBED.items():
        if name in kind:
            return checker(value, kind, where)
    raise AssertionError(f"no type {kind}")


def _any(value: Any, kind: Type, where: str) -> None:
    pass


def _text(value: Any, kind: Type, where: str) -> None:
    least, most = kind["text"] if kind else (0, math.inf)
    if not isinstance(value, str) or any("\ud800" <= c <= "\udfff" for c in value):
        raise Wrong(where, "a text")
    length = len(value.encode("utf-16-le")) // 2  # as JavaScript counts it
    if not least <= length <= most:
        raise Wrong(where, f"a text of {least} to {most} characters")


def _whole(value: Any, kind: Type, where: str) -> None:
    least, most = kind["whole"] if kind else (-MAX_WHOLE, MAX_WHOLE)
    whole = isinstance(value, int) or (isinstance(value, float) and value.is_integer())
    if isinstance(value, bool) or not whole or not least <= value <= most:
        raise Wrong(where, f"a whole number from {least} to {most}")


def _number(value: Any, kind: Type, where: str) -> None:
    least, most = kind["number"] if kind else (-math.inf, math.inf)
    fine = isinstance(value, int | float) and not isinstance(value, bool)
    if not fine or not abs(value) < math.inf or not least <= value <= most:
        raise Wrong(where, f"a number from {least} to {most}" if kind else "a number")


def _flag(value: Any, kind: Type, where: str) -> None:
    if not isinstance(value, bool):
        raise Wrong(where, "true or false")


def _one_of(value: Any, kind: Type, where: str) -> None:
    if not any(value == one and isinstance(value, bool) == isinstance(one, bool) for one in kind["one_of"]):
        raise Wrong(where, f"one of {json.dumps(kind['one_of'])}")


def _list(value: Any, kind: Type, where: str) -> None:
    least, most = kind.get("length", (0, math.inf))
    if not isinstance(value, list) or not least <= len(value) <= most:
        raise Wrong(where, f"a list of {least} to {most}" if "length" in kind else "a list")
    for place, item in enumerate(value):
        check(item, kind["list"], f"{where}[{place}]")


def _map(value: Any, kind: Type, where: str) -> None:
    if not isinstance(value, dict):
        raise Wrong(where, "an object")
    for name, item in value.items():
        check(name, "text", where)
        check(item, kind["map"], f"{where}.{name}")


def _any_of(value: Any, kind: Type, where: str) -> None:
    for one in kind["any_of"]:
        try:
            return check(value, one, where)
        except Wrong:
            continue
    raise Wrong(where, "another kind of value")


def _fields(value: Any, kind: Type, where: str) -> None:
    if not isinstance(value, dict):
        raise Wrong(where, "an object")
    known = {name.removesuffix("?"): (name, wanted) for name, wanted in kind["fields"].items()}
    inside = f"{where}." if where else ""
    for name in value:
        if name not in known:
            raise Wrong(where, f"no field {name[:40]!r}")
    for name, (written, wanted) in known.items():
        if name in value:
            check(value[name], wanted, inside + name)
        elif name == written:  # not optional
            raise Wrong(inside + name, "a value")


Checker = Callable[[Any, Type, str], None]
_PRIMITIVES: dict[str, Checker] = {
    "any": _any,
    "text": _text,
    "whole": _whole,
    "number": _number,
    "flag": _flag,
}
_DESCRIBED: dict[str, Checker] = {
    "text": _text,
    "whole": _whole,
    "number": _number,
    "one_of": _one_of,
    "list": _list,
    "map": _map,
    "any_of": _any_of,
    "fields": _fields,
}


class Refused(Exception):
    """A request that is not done: the key of a sentence, and the facts that it names."""

    def __init__(self, key: str, **facts: Any) -> None:
        super().__init__(key, facts)
        self.key = key
        self.facts = facts

    def to_json(self) -> dict[str, Any]:
        return {"key": self.key, "facts": facts_json(self.facts)}


def read_request(text: str | None, longest: int) -> dict[str, Any]:
    """The request in a text of JSON, with numbers as JavaScript has them; Wrong if it is none."""
    try:
        if text is None or len(text) > longest:
            raise Wrong("", "a text that is not too long")
        message = json.loads(text, parse_constant=_refuse_constant, parse_float=_read_number)
    except (ValueError, RecursionError):
        raise Wrong("", "JSON") from None
    if not isinstance(message, dict):
        raise Wrong("", "an object")
    check(message.get("id"), "Id", "id")
    return message


def write_message(message: dict[str, Any]) -> str:
    return json.dumps(message, ensure_ascii=False, separators=(",", ":"), allow_nan=False)


def _refuse_constant(constant: str) -> float:
    raise ValueError(constant)


def _read_number(text: str) -> float:
    value = float(text)
    return int(value) if value.is_integer() and abs(value) <= MAX_WHOLE else value
