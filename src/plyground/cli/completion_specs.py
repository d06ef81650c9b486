"""What can stand where the cursor is inside the parentheses of a spec: `alphabeta(depth=4, ev`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

_OPTION = re.compile(r"\s*(\w+)\s*=\s*(.*)", re.DOTALL)
_WHOLE = re.compile(r"[+-]?\d+(\.\d+)?|True|False|None|'[^']*'|\"[^\"]*\"|.*\)", re.DOTALL)

Table = Mapping[str, Any]


def inside(
    table: Table, known: Mapping[str, Any], typed: str, quote: str, before: str = ""
) -> Iterator[tuple[str, str]]:
    """Whole words that go on with a spec whose parenthesis is open."""
    name, _, rest = typed.partition("(")
    entry = known.get(name)
    if entry is None:
        return
    parts = _parts(rest)
    start = before + typed[: len(typed) - len(parts[-1])]
    start += parts[-1][: len(parts[-1]) - len(parts[-1].lstrip())]
    given = {found[1] for part in parts[:-1] if (found := _OPTION.fullmatch(part))}
    if option := _OPTION.fullmatch(parts[-1]):
        yield from _values(table, entry, option, before + typed, quote)
        return
    for option_name, about in entry["options"].items():
        if option_name not in given:
            yield f"{start}{option_name}=", about["help"]


def _values(
    table: Table, entry: Table, option: re.Match[str], typed: str, quote: str
) -> Iterator[tuple[str, str]]:
    """The values of an option of a spec, or what comes behind one that is whole."""
    name, value = option.groups()
    start = typed[: len(typed) - len(value)]
    inner = entry["options"].get(name, {})
    if inner.get("agents"):
        if "(" in value and not _closed(value):
            yield from inside(table, table["agents"], value, quote, start)
            return
        for agent, about in table["agents"].items():
            yield f"{start}{agent}", about["help"]
    mark = '"' if quote == "'" else "'"  # a text in a spec has the quotes that the shell has not
    for choice in inner.get("values", ()):
        yield f"{start}{mark}{choice}{mark}" if inner["text"] else f"{start}{choice}", ""
    if value and (_WHOLE.fullmatch(value) or value in table["agents"]):
        yield f"{typed})", ""
        yield f"{typed}, ", ""


def _parts(text: str) -> list[str]:
    """The arguments so far: a comma in parentheses or in quotes begins no new one."""
    parts, depth, quote = [""], 0, ""
    for letter in text:
        if quote or letter in "'\"":
            quote = "" if letter == quote else quote or letter
        depth += (letter in "([") - (letter in ")]") if not quote else 0
        if letter == "," and not depth and not quote:
            parts.append("")
        else:
            parts[-1] += letter
    return parts


def _closed(value: str) -> bool:
    return value.count("(") == value.count(")")
