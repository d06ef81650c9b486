"""The reference of `import plyground`: a page for every public name, from docstrings and types."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable
from typing import Any

import plyground as pg

FOLDER = "reference/api"
PARTS = ("Failed", "SplitMix64", "describe", "registered")  # public, and neither listed nor loaded later
LOADED_LATER = [name for names in pg._LATER.values() for name in names.split()]
NAMES = tuple(sorted({*pg.__all__, *LOADED_LATER, *PARTS}))

# A name belongs to the first group that takes its module.
GROUPS: dict[str, tuple[str, ...]] = {
    "Errors": ("errors",),
    "Games and positions": ("game", "games", "perft"),
    "Scores": ("score", ""),
    "Algorithms": ("searchers", "solver.perfect", "rng"),
    "Search, perfect play, learning": (
        "api.search", "api.analysis", "api.explanation", "api.judge", "api.learn", "solver",
    ),
    "Matches and experiments": ("api", "experiments", "report", "stats"),
}  # fmt: skip
DIRECTIVES: tuple[tuple[Callable[[Any], bool], str], ...] = (
    (lambda value: inspect.isclass(value) and issubclass(value, BaseException), "autoexception"),
    (inspect.isclass, "autoclass"),
    (callable, "autofunction"),
)
HEAD = """\
# Every public name

What `import plyground as pg` gives, from its docstrings and types: each name has a page with an example
that the tests run. [From Python](../python.md) shows how they go together.
"""
MEMBERS = "   :members:\n   :show-inheritance:\n   :member-order: bysource\n"


def group_of(name: str) -> str:
    """The heading that a name stands under."""
    module = getattr(getattr(pg, name), "__module__", "").removeprefix("plyground").lstrip(".")
    for group, modules in GROUPS.items():
        if any(module == one or (one and module.startswith(f"{one}.")) for one in modules):
            return group
    raise LookupError(f"{name}, of plyground.{module}, has no group in docs/site/api_pages.py")


def directive_of(name: str) -> str:
    value = getattr(pg, name)
    return next((directive for fits, directive in DIRECTIVES if fits(value)), "autodata")


def summary(name: str) -> str:
    """The first sentence of its docstring."""
    if name == "WIN":
        return "The score of a game that is won now: one ply later it is worth one less."
    text = inspect.getdoc(getattr(pg, name)) or ""
    return re.split(r"(?<=[.!?])\s|\n\n", text, maxsplit=1)[0].replace("\n", " ")


def page(name: str) -> str:
    """The page of a name."""
    directive = directive_of(name)
    options = MEMBERS if directive in ("autoclass", "autoexception") else ""
    more = f"   :annotation: = {int(pg.WIN)}\n\n   {summary(name)}\n" if directive == "autodata" else ""
    return f"# {name}\n\n```{{eval-rst}}\n.. {directive}:: plyground.{name}\n{options}{more}```\n"


def index() -> str:
    """The page that lists them all."""
    groups: dict[str, list[str]] = {group: [] for group in GROUPS}
    for name in NAMES:
        groups[group_of(name)].append(name)
    order = [group for group in GROUPS if group != "Errors"] + ["Errors"]
    parts = [HEAD]
    for group in order:
        rows = "".join(f"| [`{name}`]({name}.md) | {_cell(summary(name))} |\n" for name in groups[group])
        parts.append(f"\n## {group}\n\n| name | what it is |\n|---|---|\n{rows}")
    return "".join(parts) + toctree(name for group in order for name in groups[group])


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


def toctree(names: Any) -> str:
    """A hidden table of contents, which puts pages into the navigation."""
    return "\n```{toctree}\n:hidden:\n\n" + "".join(f"{name}\n" for name in names) + "```\n"
