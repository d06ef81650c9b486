"""`docs/figures.toml`: every figure that a page quotes, with its unit, its tolerance and its origin.

People write what a figure is; `make figures` writes what it came to, where and when.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field, fields
from datetime import date
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
FILE = ROOT / "docs" / "figures.toml"

Number = int | float
Tolerance = str | Number  # "exact", "rounded", "under", or a factor
Row = list[Number]
Value = (
    Number | Row | dict[str, Row]
)  # one number; a range or a row of them; a table by the names of its rows

ORIGINS = ("measure", "setting", "test", "source", "log")
TOLERANCES = ("exact", "rounded", "under")

HEADER = """\
# Every figure that README, docs and help texts quote.
# CONTRIBUTING.md ("Quoting a figure") says how a page names one.
#
# value      what it came to: a number, several in the order in which a page has them, or a table
# unit       of the value; a list has one for each column
# tolerance  how far a page may be from it: "exact", "rounded" (to the digits that are quoted), "under" (the
#            page promises more), or a factor such as 1.5, either way; a list has one for each column
# says       the words of a help text that quotes it
# quiet      it needs idle cores: `make figures` leaves it alone on a busy machine
# and where it comes from, one of
# measure    a function of benchmarks/measures.py: `make figures` runs it, and writes value, machine (a name
#            of the list below), load (of the last minute) and date
# setting    "PATH: TEXT": how the source says it; the test looks whether it still does
# test       "PATH: TEXT": a test that fails if it changes
# source     what others have published: a quotation
# log        what was tried once, with its date: on a program that is gone, or with what a clone has not
#
# By hand: everything but what `make figures` writes.
"""

PENDING = """
# Pages with numbers that nobody has marked yet, by the page with the reason; the marks that they
# have must be right.
[pending]
"""


class BadFigureFile(ValueError):
    """The file says something that cannot be."""


@dataclass
class Figure:
    """One entry of the file; exactly one of ORIGINS says where it comes from."""

    what: str
    value: Value
    unit: str | list[str] = ""
    tolerance: Tolerance | list[Tolerance] = "exact"
    measure: str = ""
    setting: str | list[str] = ""  # "PATH: TEXT", or several
    test: str | list[str] = ""  # likewise
    source: str = ""
    log: str = ""
    quiet: bool = False  # needs idle cores
    says: list[str] | None = None  # the words of help texts that quote it
    machine: str = ""
    load: float | None = None
    measured: date | None = None

    @property
    def origin(self) -> str:
        return next(name for name in ORIGINS if getattr(self, name))

    @property
    def numbers(self) -> Row:
        """Its numbers in a row, if it is no table."""
        assert not isinstance(self.value, dict)
        return self.value if isinstance(self.value, list) else [self.value]

    def unit_at(self, column: int) -> str:
        return self.unit[column] if isinstance(self.unit, list) else self.unit

    def tolerance_at(self, column: int) -> Tolerance:
        return self.tolerance[column] if isinstance(self.tolerance, list) else self.tolerance


@dataclass
class FigureFile:
    """The whole file."""

    machines: dict[str, str]
    figures: dict[str, Figure]
    exceptions: dict[str, list[str]]  # what looks like a figure and is none, by the reason
    pending: dict[str, str] = field(
        default_factory=dict
    )  # pages whose marks are still missing, with the reason

    def name_of_machine(self, description: str) -> str:
        """The short name of a machine; a new one gets the next letter."""
        for name, known in self.machines.items():
            if known == description:
                return name
        name = next(letter for letter in "abcdefghijklmnopqrstuvwxyz" if letter not in self.machines)
        self.machines[name] = description
        return name


def read(path: Path = FILE) -> FigureFile:
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    figures = {name: _figure(name, entry) for name, entry in data["figures"].items()}
    return FigureFile(data["machines"], figures, data["exceptions"], data["pending"])


def _figure(name: str, entry: dict[str, Any]) -> Figure:
    try:
        figure = Figure(**entry)
    except TypeError as error:
        raise BadFigureFile(f"the figure {name}: {error}") from None
    origins = [origin for origin in ORIGINS if getattr(figure, origin)]
    if len(origins) != 1:
        raise BadFigureFile(
            f"the figure {name} comes from {origins or 'nowhere'}: one of {ORIGINS} is right"
        )
    if figure.origin in ("measure", "log") and figure.measured is None:
        raise BadFigureFile(f"the figure {name} has no date: `make figures ONLY={name}` writes it")
    given = figure.tolerance if isinstance(figure.tolerance, list) else [figure.tolerance]
    for tolerance in given:
        if not (tolerance in TOLERANCES or (isinstance(tolerance, Number) and tolerance > 1)):
            raise BadFigureFile(
                f"the figure {name} has the tolerance {tolerance!r}: {TOLERANCES} or a factor above 1"
            )
    return figure


def write(file: FigureFile, path: Path = FILE) -> None:
    used = {figure.machine for figure in file.figures.values()}
    file.machines = {name: known for name, known in file.machines.items() if name in used}
    path.write_text("".join(_lines(file)), encoding="utf-8")


def _lines(file: FigureFile) -> Iterator[str]:
    yield HEADER
    yield "\n[machines]\n"
    for name, description in file.machines.items():
        yield f"{name} = {_toml(description)}\n"
    for name, figure in file.figures.items():
        yield f'\n[figures."{name}"]\n'
        for each in fields(figure):
            given = getattr(figure, each.name)
            if given is not None and given is not False and given != "" and not isinstance(given, dict):
                yield f"{each.name} = {_toml(given)}\n"
        if isinstance(figure.value, dict):
            yield f'[figures."{name}".value]\n'
            yield from (f"{_toml(row)} = {_toml(numbers)}\n" for row, numbers in figure.value.items())
    yield "\n# What looks like a figure and is none, by the reason.\n[exceptions]\n"
    for reason, texts in file.exceptions.items():
        yield f"{_toml(reason)} = [\n" + "".join(f"  {_toml(text)},\n" for text in texts) + "]\n"
    yield PENDING
    yield from (f"{_toml(page)} = {_toml(reason)}\n" for page, reason in file.pending.items())


def _toml(given: object) -> str:
    match given:
        case bool() | str():
            return json.dumps(given, ensure_ascii=False)
        case date():
            return given.isoformat()
        case list():
            return "[" + ", ".join(map(_toml, given)) + "]"
        case _:
            return repr(given)
