"""What the pages quote: finds marks and numbers in Markdown, and says where they disagree with the figures.

A mark is a comment that readers do not see. `<!--=NAME-->` follows the numbers that it is about, as many as
the figure has: "40 to 50 ms<!--=table.unmapping-->". `<!--figures: NAME-->`, on a line of its own before
a table, is about the table's rows, which the figure has by the text of their first cells.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from math import floor, isclose, log10
from pathlib import Path
from typing import Any

from benchmarks.figure_file import ROOT, Figure, FigureFile, Number, Row, Tolerance

PAGES = [ROOT / "README.md", ROOT / "README.pt-BR.md", *sorted(ROOT.glob("docs/**/*.md"))]
PORTUGUESE = ".pt-BR.md"

SECOND, BYTE = 1.0, 1.0
SCALES: dict[str, tuple[str, float]] = {
    "ns": ("time", 1e-9),
    "µs": ("time", 1e-6),
    "ms": ("time", 1e-3),
    "s": ("time", SECOND),
    "min": ("time", 60.0),
    "h": ("time", 3600.0),
    "%": ("share", 1.0),
    "times": ("ratio", 1.0),
    "bytes": ("size", BYTE),
    "KB": ("size", 2.0**10),
    "MB": ("size", 2.0**20),
    "GB": ("size", 2.0**30),
}
SPELLINGS = {
    "microsecond": "µs", "microseconds": "µs", "millisecond": "ms", "milliseconds": "ms",
    "second": "s", "seconds": "s", "segundo": "s", "segundos": "s",
    "minute": "min", "minutes": "min", "minuto": "min", "minutos": "min",
    "hour": "h", "hours": "h", "hora": "h", "horas": "h", "vezes": "times", "×": "times",
}  # fmt: skip
COUNTED = ("nodes", "positions", "games", "nós", "posições", "partidas")  # numbers of these are figures too
WORDS = {
    "half a": 0.5, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8,
    "nine": 9, "ten": 10, "twelve": 12, "twenty": 20, "thirty": 30, "sixty": 60,
    "meio": 0.5, "um": 1, "uma": 1, "dois": 2, "duas": 2, "três": 3, "quatro": 4, "cinco": 5, "seis": 6,
    "sete": 7, "oito": 8, "nove": 9, "dez": 10, "vinte": 20, "trinta": 30, "sessenta": 60, "a": 1, "an": 1,
}  # fmt: skip

MARK = re.compile(r"<!--=([\w.-]+)-->")
TABLE_MARK = re.compile(r"^<!--figures: ([\w.-]+)-->$")
UNIT = "|".join(sorted((*SCALES, *SPELLINGS, *COUNTED), key=len, reverse=True))
UNIT_AFTER = re.compile(rf"[ -]?(?P<unit>{UNIT})(?!\w|⁄|[/](?=[a-z]+\.))")
# "a second" and "a minute" are times where they end a phrase; "a second method" is none.
DURATION = r"(?:seconds?|minutes?|hours?|milliseconds?|microseconds?|segundos?|minutos?|horas?|times|vezes)"
TIME_ENDS = r"(?=\0| ?[.,;:)|(]| (?:per|a|of|or|in|on|to|by|before|after|at|and|each|para|por|e|ou)\b)"
SPELLED = re.compile(
    rf"(?<![\w-])(?P<word>{'|'.join(sorted(WORDS, key=len, reverse=True))})"
    rf"(?=(?: (?:to|or|a|ou) (?:{'|'.join(WORDS)}))?[ -]{DURATION}\b)",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Quantity:
    """A number of a page."""

    start: int
    end: int  # with its unit
    value: float
    step: float  # what one is worth in its last digit that says something
    unit: str  # "" if none follows
    claim: bool  # looks like a figure, and so must be marked


@dataclass(frozen=True)
class Quarrel:
    """What is wrong at a place of a page."""

    page: str
    line: int
    what: str

    def __str__(self) -> str:
        return f"{self.page}:{self.line}: {self.what}"


@cache
def _number(portuguese: bool) -> re.Pattern[str]:
    group, point = (r"\.", ",") if portuguese else (",", r"\.")
    return re.compile(
        rf"(?<![\w×.,/+=#^-])(?:\d{{1,3}}(?:{group}\d{{3}})+|\d+)(?:{point}\d+)?(?![\w×]|[.,]\d)"
    )


def quantities(text: str, portuguese: bool = False) -> list[Quantity]:
    """All numbers of a text that may be figures, in their order."""
    found = []
    for match in _number(portuguese).finditer(text):
        digits = match[0].translate(str.maketrans(".,", ",.")) if portuguese else match[0]
        plain = digits.replace(",", "")
        unit, end = _unit_after(text, match.end())
        claim = bool(unit) or plain != digits or "." in plain
        claim = claim or bool(
            re.match(rf" (?:to|and|or|a|e|ou|±) [\d.,]+[ -]?(?:{UNIT})\b", text[match.end() :])
        )
        found.append(Quantity(match.start(), end, float(plain), _step(plain), unit, claim))
    for match in SPELLED.finditer(text):
        unit, end = _unit_after(text, match.end())
        if match["word"].lower() in ("a", "an") and not re.match(TIME_ENDS, text[end:]):
            continue
        if match["word"].lower() in ("a", "an") and unit == "times":
            continue
        value = float(WORDS[match["word"].lower()])
        found.append(Quantity(match.start(), end, value, 1.0 if value >= 1 else 0.5, unit, True))
    return sorted(found, key=lambda each: each.start)


def _unit_after(text: str, place: int) -> tuple[str, int]:
    match = UNIT_AFTER.match(text, place)
    if not match:
        return "", place
    return SPELLINGS.get(match["unit"], match["unit"]), match.end()


def _step(plain: str) -> float:
    """95 is worth 1 in its last digit, 0.09 is worth 0.01, 28800000 is worth 100000."""
    if "." in plain:
        return float(10.0 ** -len(plain.partition(".")[2]))
    return float(10 ** (len(plain) - len(plain.rstrip("0")))) if int(plain) else 1.0


def agrees(quoted: Quantity, value: Number, unit: str, tolerance: Tolerance) -> bool:
    """Whether a page may quote a value so."""
    said, step, meant = quoted.value, quoted.step, float(value)
    if quoted.unit in SCALES and unit in SCALES:
        (kind, scale), (other, base) = SCALES[quoted.unit], SCALES[unit]
        if kind != other:
            return False
        said, step, meant = said * scale, step * scale, meant * base
    elif quoted.unit in SCALES and unit:
        return False
    match tolerance:
        case "exact":
            return isclose(said, meant, rel_tol=1e-9)
        case "rounded":
            return abs(said - meant) <= step / 2 * (1 + 1e-9)
        case "under":
            return meant <= said
        case str():
            return False
    return said == meant or (meant > 0 and 1 / tolerance <= said / meant <= tolerance)


def quarrels(file: FigureFile, pages: Sequence[Path] = PAGES) -> list[Quarrel]:
    """All that is wrong in the pages, and the figures that none of them quotes."""
    found, named = list[Quarrel](), set[str]()
    for page in pages:
        text = page.read_text(encoding="utf-8")
        named |= set(MARK.findall(text)) | set(re.findall(r"<!--figures: ([\w.-]+)-->", text))
        reader = _Reader(page, file)
        found += without_pending(reader.page, file, list(reader.read(text)))
    return found + [
        Quarrel("docs/figures.toml", 0, f"no page quotes {name}")
        for name, figure in file.figures.items()
        if name not in named and not figure.says
    ]


def without_pending(page: str, file: FigureFile, found: list[Quarrel]) -> list[Quarrel]:
    """Nothing of missing marks where they are known to be missing; but that some still are."""
    if page not in file.pending:
        return found
    others = [quarrel for quarrel in found if not quarrel.what.endswith(HOW_TO_MARK)]
    if len(others) == len(found):
        others.append(Quarrel(page, 0, "no mark is missing any more: take it off [pending]"))
    return others


def plain(line: str) -> str:
    """A line with inline code, addresses and comments blanked out, every other character in its place."""
    for hidden in (r"`[^`]*`", r"\]\([^)]*\)", r"<https?:[^>]*>", r"<!--.*?-->"):
        line = re.sub(hidden, lambda match: "\0" * len(match[0]), line)
    return line


class _Reader:
    """Reads one page."""

    def __init__(self, page: Path, file: FigureFile) -> None:
        self.file = file
        self.page = str(page.relative_to(ROOT)) if page.is_relative_to(ROOT) else page.name
        self.portuguese = page.name.endswith(PORTUGUESE)
        self.exceptions = [text for texts in file.exceptions.values() for text in texts]

    def read(self, text: str) -> Iterator[Quarrel]:
        fenced, table, head = False, None, False
        for number, line in enumerate(text.splitlines(), 1):
            if line.lstrip().startswith("```"):
                fenced = not fenced
            elif fenced:
                continue
            elif match := TABLE_MARK.match(line):
                table, head = match[1], True
                problems = [] if table in self.file.figures else [f"{table} is not in docs/figures.toml"]
                yield from (Quarrel(self.page, number, what) for what in problems)
            else:
                if not line.startswith("|"):
                    table = table if not line else None
                if head and line:
                    head, problems = False, []
                elif table in self.file.figures and line:
                    problems = self._row(line, table)
                else:
                    problems = self._line(line)
                yield from (Quarrel(self.page, number, what) for what in problems)

    def _line(self, line: str) -> list[str]:
        """What is wrong in a line of prose, or in the row of a table that has no mark of its own."""
        problems = []
        if line.startswith("<!--="):
            problems.append(
                "a comment at the beginning of a line ends the paragraph: move it back to its number"
            )
        prose = plain(line)
        numbers = quantities(prose, self.portuguese)
        last = 0
        for mark in MARK.finditer(line):
            here = [each for each in numbers if last <= each.start < mark.start()]
            last = mark.end()
            if (figure := self.file.figures.get(mark[1])) is None:
                problems.append(f"{mark[1]} is not in docs/figures.toml")
                continue
            if isinstance(figure.value, dict):
                problems.append(
                    f"{mark[1]} is a table: it wants <!--figures: {mark[1]}--> on a line before one"
                )
                continue
            quoted = here[-len(figure.numbers) :]
            numbers = [each for each in numbers if each not in quoted]
            problems += compared(mark[1], figure, quoted, figure.numbers)
        unmarked = [
            prose[each.start : each.end]
            for each in numbers
            if each.claim and not any(start <= each.start < end for start, end in self._excepted(line))
        ]
        return problems + [f"{text!r} has no mark: {HOW_TO_MARK}" for text in unmarked]

    def _excepted(self, line: str) -> list[tuple[int, int]]:
        places = (re.finditer(re.escape(text), line) for text in self.exceptions)
        return [match.span() for found in places for match in found]

    def _row(self, line: str, name: str | None) -> list[str]:
        """What is wrong in the row of a table that is a figure."""
        assert name is not None
        figure = self.file.figures[name]
        label, _, rest = line.strip("| ").partition("|")
        if not isinstance(figure.value, dict):
            return [f"{name} is no table"]
        if set(line) <= set("|-: "):
            return []
        if (row := figure.value.get(label.strip())) is None:
            return [f"{name} has no row {label.strip()!r}"]
        return compared(f"{name}, {label.strip()}", figure, quantities(plain(rest), self.portuguese), row)


HOW_TO_MARK = (
    "name its figure behind it (<!--=NAME-->), or except it in docs/figures.toml"
    ' (CONTRIBUTING.md, "Quoting a figure")'
)


def compared(name: str, figure: Figure, quoted: list[Quantity], values: Row) -> list[str]:
    """Where numbers of a page are not those of a figure."""
    if len(quoted) != len(values):
        return [f"{name} has {len(values)} numbers, {values}, and {len(quoted)} stand here"]
    return [
        f"{name} is {value:.12g} {figure.unit_at(column)} (tolerance: {figure.tolerance_at(column)}),"
        f" and the page says {each.value:.12g} {each.unit}".rstrip()
        for column, (each, value) in enumerate(zip(quoted, values, strict=True))
        if not agrees(each, value, figure.unit_at(column), figure.tolerance_at(column))
    ]


def lost_anchors(file: FigureFile) -> list[str]:
    """The settings and tests that are not where the file says: "PATH: TEXT"."""
    texts: dict[str, str] = {}
    lost = []
    for name, figure in file.figures.items():
        for anchors in (figure.setting, figure.test):
            for anchor in [anchors] if isinstance(anchors, str) else anchors:
                path, _, text = anchor.partition(": ")
                if anchor and path not in texts:
                    texts[path] = (
                        (ROOT / path).read_text(encoding="utf-8") if (ROOT / path).is_file() else ""
                    )
                if anchor and (not text or text not in texts[path]):
                    lost.append(f"{name}: {text!r} is not in {path}: does a page quote what it was?")
    return lost


def unmarked_help(file: FigureFile) -> list[str]:
    """What looks like a figure in a help text, and is in no figure's `says`."""
    said = {words for figure in file.figures.values() for words in figure.says or ()}
    found, heard = list[str](), set[str]()
    for command, text in help_texts():
        heard |= {words for words in said if words in text}
        for words in said:
            text = text.replace(words, "\0" * len(words))
        found += [f"{command} --help: {text[n.start : n.end]!r}" for n in quantities(text) if n.claim]
    return found + [f"no help text says {words!r}" for words in sorted(said - heard)]


def help_texts() -> Iterator[tuple[str, str]]:
    """The help of every command and option, each on one line."""
    import typer.main

    from plyground.cli.app import app

    group: Any = typer.main.get_command(app)
    context: Any = typer.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        for text in (command.help, *(getattr(each, "help", None) for each in command.params)):
            yield name, " ".join((text or "").split())


def significant(value: float, digits: int) -> float:
    """A measured number, with as many digits as mean anything."""
    if not value:
        return 0.0
    return round(value, digits - 1 - floor(log10(abs(value))))


if __name__ == "__main__":
    from benchmarks.figure_file import read

    wrong = [*map(str, quarrels(read())), *lost_anchors(read()), *unmarked_help(read())]
    sys.exit("\n".join(wrong) if wrong else 0)
