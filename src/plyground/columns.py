"""Tables of text: words are aligned left, numbers right and with equal decimals."""

from __future__ import annotations

import math
import re
import shutil
import sys
from collections.abc import Iterable, Sequence
from typing import Any

NOTHING = "–"
MAX_TEXT_WIDTH = 100
# Where a spreadsheet begins a cell: some split at a semicolon or a tab, whatever the file is separated by.
_FORMULA = re.compile(r"(^\s*|[;\t] *)(?=[=+\-@＝＋－＠])")
_NUMBER = re.compile(r"[+-]?[0-9.,]*(?:e[+-]?[0-9]+)?", re.IGNORECASE)


def format_column(values: Sequence[float | None]) -> list[str]:
    """The numbers of one column as texts, all with the same number of decimals."""
    places = decimals([value for value in values if value is not None])
    return [NOTHING if value is None else f"{value:,.{places}f}" for value in values]


def decimals(values: Sequence[float]) -> int:
    """The decimals that show three digits of the smallest number and at most seven of the largest."""
    sizes = [abs(value) for value in values if value]
    if all(size == round(size) for size in sizes):
        return 0
    wanted = 2 - math.floor(math.log10(min(sizes)))
    whole = max(1, 1 + math.floor(math.log10(max(sizes))))
    return max(0, min(wanted, 7 - whole))


def milliseconds(seconds: float) -> str:
    """Seconds in milliseconds, with three digits or, if it is long, with all before the point."""
    value = 1e3 * seconds
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def table(
    heads: Sequence[str], rows: Iterable[Sequence[str]], *, left: int = 1, width: int | None = None
) -> str:
    """Columns side by side: the first `left` ones aligned left, the others, which are numbers, right.

    Columns that do not fit into a narrow terminal come below, with the first ones again before them.
    """
    whole = [list(heads), *map(list, rows)]
    widths = [max(map(len, column)) for column in zip(*whole, strict=True)]
    cells = [
        [
            cell.ljust(w) if i < left else cell.rjust(w)
            for i, (cell, w) in enumerate(zip(row, widths, strict=True))
        ]
        for row in whole
    ]
    blocks = _blocks(widths, left, width or _terminal_width())
    return "\n\n".join(
        "\n".join("  ".join(row[column] for column in block).rstrip() for row in cells) for block in blocks
    )


def _blocks(widths: Sequence[int], left: int, most: int | None) -> list[list[int]]:
    """The columns of a table in blocks, each narrow enough where that is possible."""
    first = list(range(min(left, len(widths))))
    blocks = [list(first)]
    for column in range(len(first), len(widths)):
        taken = sum(widths[other] + 2 for other in blocks[-1])
        if most is not None and taken + widths[column] > most and len(blocks[-1]) > len(first):
            blocks.append(list(first))
        blocks[-1].append(column)
    return blocks


def _terminal_width() -> int | None:
    """The width of the terminal; None if standard output is none."""
    return shutil.get_terminal_size().columns if sys.stdout is not None and sys.stdout.isatty() else None


def text_width() -> int:
    """How wide sentences are written: as the terminal, and no wider than they are read easily."""
    return min(MAX_TEXT_WIDTH, _terminal_width() or MAX_TEXT_WIDTH)


def csv_row(cells: Iterable[Any]) -> list[Any]:
    """Cells of a CSV file, none of which a spreadsheet takes for a formula.

    A text that would be one has an apostrophe before it. Numbers stay as they are, as texts too.
    """
    return [_without_formula(cell) if isinstance(cell, str) else cell for cell in cells]


def _without_formula(text: str) -> str:
    return text if _NUMBER.fullmatch(text) else _FORMULA.sub(r"\1'", text)
