"""Our style sheets for a part of somebody's page: every rule holds inside one class, and nowhere else.

It reads the CSS that we write: rules, `@media` and `@keyframes`, and puts in what a sheet imports.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

SCOPE = ".plyground-widget"
OWN = "plyground-"  # before the names of animations, which are known to the whole page

_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_IMPORT = re.compile(r'@import "([\w-]+\.css)";')
_KEYFRAMES = re.compile(r"@keyframes ([\w-]+)")


def scoped_styles(files: Iterable[Path]) -> str:
    """The rules of these files, for elements inside the class of a widget."""
    whole = "".join(map(_read, files))
    for name in sorted(set(_KEYFRAMES.findall(whole))):
        whole = re.sub(rf"(animation: |@keyframes ){name}\b", rf"\1{OWN}{name}", whole)
    return "".join(_scoped(whole))


def _read(file: Path) -> str:
    """A sheet with those that it imports, without comments."""
    text = _COMMENT.sub("", file.read_text(encoding="utf-8"))
    return _IMPORT.sub(lambda found: _read(file.with_name(found[1])), text)


def _scoped(css: str) -> Iterator[str]:
    for head, body in _blocks(css):
        if head.startswith("@media"):
            yield f"{head} {{\n{''.join(_scoped(body))}}}\n"
        elif head.startswith("@"):
            yield f"{head} {{{body}}}\n"
        else:
            yield f"{', '.join(map(_inside, _selectors(head)))} {{{body}}}\n"


def _blocks(css: str) -> Iterator[tuple[str, str]]:
    """Every block of a text, as what stands before its braces and what is inside them."""
    at = 0
    while (opened := css.find("{", at)) >= 0:
        depth, end = 1, opened + 1
        while depth:
            depth += {"{": 1, "}": -1}.get(css[end], 0)
            end += 1
        yield css[at:opened].strip(), css[opened + 1 : end - 1]
        at = end


def _selectors(head: str) -> list[str]:
    """The selectors of a rule: commas inside brackets separate none."""
    depth, parts = 0, [""]
    for letter in head:
        depth += {"(": 1, "[": 1, ")": -1, "]": -1}.get(letter, 0)
        if letter == "," and not depth:
            parts.append("")
        else:
            parts[-1] += letter
    return [part.strip() for part in parts]


def _inside(selector: str) -> str:
    """The same selector inside the widget, which takes the place of the page's root."""
    if selector.startswith(":root"):
        return SCOPE + selector.removeprefix(":root")
    return f"{SCOPE} {selector}"
