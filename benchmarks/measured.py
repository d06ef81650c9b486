"""`docs/measured.json`, which `make bench` writes, and the page that is made of it.

An entry says what was measured and in which unit; `make bench` fills in the value, the machine, its load
in the last minute and the day. Pages say "about" and link to the one that has them all.
"""

from __future__ import annotations

import json
import os
import platform
from collections.abc import Mapping
from datetime import date
from itertools import cycle
from math import floor, log10
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
FILE = ROOT / "docs" / "measured.json"
PAGE = ROOT / "docs" / "reference" / "measured.md"
DIGITS = 3  # of what a clock says

Number = int | float
Row = list[Number]
Value = Number | Row | dict[str, Row]  # a number, a row of them, or a table by the names of its rows
Entries = dict[str, dict[str, Any]]

HEAD = """\
# Measured

Who reads “0.24 s” wants to know on which machine.
These are the values that `make bench` measured, each with its machine and its day.
The load is that of the last minute; times are those of the processor, unless it is said.
`make bench` writes this page.

"""


def read(path: Path = FILE) -> Entries:
    entries: Entries = json.loads(path.read_text(encoding="utf-8"))
    return entries


def keep(found: Mapping[str, Value], path: Path = FILE, page_path: Path = PAGE) -> None:
    """Write what was found, and the page anew."""
    entries = read(path)
    for name, value in found.items():
        now = {"machine": machine(), "load": round(load(), 1), "measured": date.today().isoformat()}
        entries[name] |= {"value": shorten(value), **now}
    path.write_text(json.dumps(entries, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    page_path.write_text(page(entries), encoding="utf-8")


def shorten(value: Value) -> Value:
    """As many digits as mean anything; counts are whole."""
    match value:
        case dict():
            return {name: [_short(number) for number in row] for name, row in value.items()}
        case list():
            return [_short(number) for number in value]
    return _short(value)


def _short(number: Number) -> Number:
    if isinstance(number, int) or not number:
        return number
    shown = round(number, DIGITS - 1 - floor(log10(abs(number))))
    return int(shown) if abs(shown) >= 10 ** (DIGITS - 1) else shown


def page(entries: Entries) -> str:
    """The page `docs/reference/measured.md`."""
    machines = sorted({entry["machine"] for entry in entries.values()})
    letters = {name: chr(ord("A") + number) for number, name in enumerate(machines)}
    named = "".join(f"- **{letter}**: {name}\n" for name, letter in letters.items())
    rows = "".join(_rows(entry, letters) for entry in entries.values())
    return f"{HEAD}{named}\n| what | value | machine, load | day |\n|---|---|---|---|\n{rows}"


def _rows(entry: dict[str, Any], letters: Mapping[str, str]) -> str:
    where = ", ".join([letters[entry["machine"]], *[str(entry["load"])] * (entry["load"] is not None)])
    value, table = entry["value"], isinstance(entry["value"], dict)
    rows = [[entry["what"], "" if table else _numbers(value, entry["unit"]), where, entry["measured"]]]
    if table:
        rows += [[f"… {name}", _numbers(row, entry["unit"]), "", ""] for name, row in value.items()]
    return "".join(f"| {' | '.join(row)} |\n" for row in rows)


def _numbers(value: Number | Row, unit: str | list[str]) -> str:
    row = value if isinstance(value, list) else [value]
    if isinstance(unit, list):
        units = cycle(unit)
        return ", ".join(f"{number:,} {next(units)}".strip() for number in row)
    return f"{', '.join(f'{number:,}' for number in row)} {unit}".strip()


def machine() -> str:
    """The processor, the system and the Python that measure."""
    from plyground.arena.runner import describe_processor

    python = f"{platform.python_implementation()} {platform.python_version()}"
    return f"{describe_processor()}, {platform.system()} {platform.release()}, {python}"


def load() -> float:
    """The processes that wanted a core in the last minute, on the mean; ours is one of them."""
    return os.getloadavg()[0]
