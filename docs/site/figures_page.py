"""The page of the figures: every number that pages quote, with its origin, its machine and its date."""

from __future__ import annotations

import re

from benchmarks.figure_file import Figure, FigureFile, Row, read
from docs.site.pages import Site

PAGE = "reference/figures"
HEAD = """\
# The figures

Who reads “0.24 s” wants to know on which machine. Every time, ratio, count and size that these pages
quote is listed here with where it comes from, as `docs/figures.toml` has it; a test fails where a page and
the list disagree.
"""
TABLE = "| figure | value | where it comes from | quoted by |\n|---|---|---|---|\n"
LONGEST = 4  # rows of a table that are shown


def page(site: Site) -> str:
    """The whole page, from docs/figures.toml."""
    file, quoted = read(), quoting(site)
    rows = "".join(_row(name, figure, quoted.get(name, [])) for name, figure in file.figures.items())
    return f"{HEAD}\n## Machines\n\n{_machines(file)}\n## All figures\n\n{TABLE}{rows}"


def quoting(site: Site) -> dict[str, list[str]]:
    """By the name of a figure, the pages that quote it."""
    found: dict[str, list[str]] = {}
    for name, source in site.sources.items():
        text = source.read_text(encoding="utf-8")
        for figure in sorted({*re.findall(r"<!--(?:=|figures: )([\w.-]+)-->", text)}):
            found.setdefault(figure, []).append(name)
    return found


def _machines(file: FigureFile) -> str:
    return "".join(f"- **{name}**: {_cell(text)}\n" for name, text in file.machines.items())


def _row(name: str, figure: Figure, pages: list[str]) -> str:
    links = ", ".join(f"[{page.rpartition('/')[2]}](../{page}.md)" for page in pages)
    nowhere = "a help text" if figure.says else "README"
    dated = [figure.measured.isoformat()] if figure.measured else []
    machine = [f"machine {figure.machine}"] if figure.machine else []
    origin = ", ".join([_origin(figure), *dated, *machine])
    cells = (f"{figure.what} (`{name}`)", value_text(figure), origin)
    return f"| {' | '.join(map(_cell, cells))} | {links or nowhere} |\n"


def value_text(figure: Figure) -> str:
    """Its numbers with their units; of a long table the first rows."""
    if isinstance(figure.value, dict):
        rows = [f"{label}: {_numbers(figure, row)}" for label, row in [*figure.value.items()][:LONGEST]]
        return "; ".join(rows) + " …" * (len(figure.value) > LONGEST)
    return _numbers(figure, figure.numbers)


def _numbers(figure: Figure, row: Row) -> str:
    if isinstance(figure.unit, list):
        return ", ".join(f"{value:,} {figure.unit_at(column)}".strip() for column, value in enumerate(row))
    return f"{', '.join(f'{value:,}' for value in row)} {figure.unit}".strip()


def _origin(figure: Figure) -> str:
    origin = getattr(figure, figure.origin)
    text = "; ".join(origin) if isinstance(origin, list) else str(origin)
    match figure.origin:
        case "measure":
            return f"measured: `{text}`"
        case "setting" | "test":
            paths = [each.partition(": ")[0] for each in ([origin] if isinstance(origin, str) else origin)]
            return f"{figure.origin}: " + ", ".join(f"`{path}`" for path in paths)
    return f"{figure.origin}: {text}"


def _cell(text: str) -> str:
    return re.sub(r"(?<!\\)\|", r"\\|", text).replace("<", "&lt;").replace("\n", " ")
