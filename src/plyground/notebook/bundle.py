"""Our ES modules as one: a widget of a notebook is a single module, and ours are many small ones.

This is no JavaScript compiler. It reads the few forms of `import` and `export` that our modules use, at the
beginning of a line, and refuses all others. Every module becomes a function that is called once and
gives what it exports, in the order in which they need each other.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from plyground.errors import PlygroundError

_IMPORT = re.compile(r'^import \{([^}]*)\} from "(\.[^"]+)";[ \t]*$', re.MULTILINE)
_DECLARED = re.compile(r"^export (?=(?:async )?(?:function|class|const) (\w+)\b)", re.MULTILINE)
_LISTED = re.compile(r"^export \{([^}]*)\};[ \t]*$", re.MULTILINE)
_HANDED_ON = re.compile(r'^export \{([^}]*)\} from "(\.[^"]+)";[ \t]*$', re.MULTILINE)
_DEFAULT = re.compile(r"^export default ", re.MULTILINE)
_UNKNOWN = re.compile(r"^(?:import|export)\b.*|\bimport\s*[(.].*", re.MULTILINE)


def bundle(entry: Path) -> str:
    """The module in a file and all that it imports, as the text of one module with the same default."""
    order: dict[Path, str] = {}
    _collect(entry.resolve(), order, ())
    names = {path: f"${number}" for number, path in enumerate(order)}
    parts = [_wrapped(path, text, names) for path, text in order.items()]
    return "".join([*parts, f"export default {names[entry.resolve()]}.default;\n"])


def _collect(path: Path, order: dict[Path, str], above: tuple[Path, ...]) -> None:
    """Read a module, after those that it imports."""
    if path in above:
        raise PlygroundError(f"{path.name} imports itself, through {above[-1].name}")
    if path in order:
        return
    text = path.read_text(encoding="utf-8")
    for found in [*_IMPORT.finditer(text), *_HANDED_ON.finditer(text)]:
        _collect((path.parent / found[2]).resolve(), order, (*above, path))
    order[path] = text


def _wrapped(path: Path, text: str, names: dict[Path, str]) -> str:
    """A module as a constant that has its exports."""

    def imported(found: re.Match[str]) -> str:
        taken = re.sub(r"(\w+) as (\w+)", r"\1: \2", " ".join(found[1].split()).rstrip(","))
        return f"const {{ {taken} }} = {names[(path.parent / found[2]).resolve()]};"

    exported = [found[1] for found in _DECLARED.finditer(text)]
    for found in _HANDED_ON.finditer(text):
        source = names[(path.parent / found[2]).resolve()]
        exported += [f"{new}: {source}.{old}" for old, new in _listed_names(found[1])]
    for found in _LISTED.finditer(text):
        exported += [f"{new}: {old}" for old, new in _listed_names(found[1])]
    if _DEFAULT.search(text):
        exported.append("default: $default")
    body = _HANDED_ON.sub("", _IMPORT.sub(imported, text))
    body = _DEFAULT.sub("const $default = ", _LISTED.sub("", _DECLARED.sub("", body)))
    if unknown := _UNKNOWN.search(body):
        raise PlygroundError(f"{path.name} has a form that is not bundled: {unknown[0]}")
    return f"const {names[path]} = (() => {{\n{body}return {{ {', '.join(exported)} }};\n}})();\n"


def _listed_names(listed: str) -> Iterator[tuple[str, str]]:
    """The names of a list in braces, each as it is called inside and outside."""
    for name in listed.split(","):
        if name.strip():
            old, _, new = name.strip().partition(" as ")
            yield old, new or old
