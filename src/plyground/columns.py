"""Tables of text: words are aligned left, numbers right and with equal decimals."""

from __future__ import annotations

import math
import re
import shutil
import sys
from collections.abc import Iterable, Sequence
from itertools import zip_longest
from typing import Any

NOTHING = "–"
TEXT = 100  # characters of a line of text where there is no terminal
MIN_TEXT = 6  # characters of a column of texts, however narrow the terminal is
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
    heads: Sequence[str],
    rows: Iterable[Sequence[str]],
    *,
    left: int = 1,
    keys: int | None = None,
    width: int | None = None,
) -> str:
    """Columns side by side: the first `left` ones aligned left, the others, which are numbers, right.

    In a narrow terminal, long texts go on in the next line of their cell. Columns that do not fit come
    below, with the first ones again before them: all that are aligned left, or so many `keys`. Where there
    is no terminal, a table is as wide as it needs; but words and what is said of them are read as a text.
    """
    keys = left if keys is None else keys
    whole = [list(heads), *map(list, rows)]
    widths = [max(map(len, column)) for column in zip(*whole, strict=True)]
    most = width or terminal_width() or (TEXT if left == len(heads) == 2 else None)
    if most is not None and _span(widths) > most:
        widths = _narrow(whole, widths, keys, most)
    blocks = _blocks(widths, keys, most)
    lines = [[_lines(row, block, widths, left) for row in whole] for block in blocks]
    return "\n\n".join("\n".join(line for cells in block for line in cells) for block in lines)


def _span(widths: Sequence[int]) -> int:
    return sum(widths) + 2 * (len(widths) - 1)


def _narrow(whole: Sequence[Sequence[str]], widths: Sequence[int], keys: int, most: int) -> list[int]:
    """The widths of the columns in a terminal that is too narrow for all of them side by side.

    A head may be of several lines. Texts before numbers get half of the terminal, or all that is left
    beside the widest number.
    """
    texts, numbers = list(widths[:keys]), list(widths[keys:])
    if numbers:
        cells = [list(column) for column in zip(*whole[1:], strict=True)][keys:] or [[] for _ in numbers]
        longest = [max(map(len, column), default=0) for column in cells]
        needed = [max(map(len, head.split()), default=0) for head in whole[0][keys:]]
        least = [max(*pair, most // 6, MIN_TEXT) for pair in zip(longest, needed, strict=True)]
        numbers = [min(pair) for pair in zip(numbers, least, strict=True)]
    room = most if not numbers else max(most // 2, most - _span(numbers) - 2)
    room = min(room, most - max(numbers) - 2) if numbers else room
    while texts and _span(texts) > room and max(texts) > MIN_TEXT:
        texts[texts.index(max(texts))] -= 1
    return [*texts, *numbers]


def _lines(row: Sequence[str], block: Sequence[int], widths: Sequence[int], left: int) -> list[str]:
    """The lines of a row: as many as its longest cell needs."""
    cells = [
        fold(row[column], widths[column]) if len(row[column]) > widths[column] else [row[column]]
        for column in block
    ]
    lines = []
    for parts in zip_longest(*cells, fillvalue=""):
        sides = zip(parts, block, strict=True)
        texts = [t.ljust(widths[c]) if c < left else t.rjust(widths[c]) for t, c in sides]
        lines.append("  ".join(texts).rstrip())
    return lines


def fold(text: str, width: int, indent: str = "") -> list[str]:
    """A text in lines of a width, those behind the first one indented.

    It is broken between words, and where words are too long, inside of specs and then anywhere.
    """
    width, lines = max(width, len(indent) + MIN_TEXT), [""]
    for word in re.findall(r"\s*\S+", text) or [""]:
        pieces = [word] if len(word) <= width - len(indent) else re.findall(r"\s*.[^(,=]*[(,=]*", word)
        for piece in pieces:
            while len(lines[-1]) + len(piece) > width:
                room = 0 if lines[-1].strip() else width - len(lines[-1])
                lines[-1] += piece[:room]
                piece = piece[room:].lstrip()
                lines.append(indent)
            lines[-1] += piece
    return [line.rstrip() for line in lines]


def fit(text: str) -> str:
    """A text whose lines go on in further ones where the terminal is too narrow, indented as they are."""
    most = terminal_width()
    if most is None:
        return text
    lines = []
    for line in text.split("\n"):
        indent = " " * (len(line) - len(line.lstrip()) + 2)
        lines += fold(line, most, indent) if len(line) > most else [line]
    return "\n".join(lines)


def _blocks(widths: Sequence[int], keys: int, most: int | None) -> list[list[int]]:
    """The columns of a table in blocks, each narrow enough where that is possible."""
    first = list(range(min(keys, len(widths))))
    blocks = [list(first)]
    for column in range(len(first), len(widths)):
        taken = sum(widths[other] + 2 for other in blocks[-1])
        if most is not None and taken + widths[column] > most and len(blocks[-1]) > len(first):
            blocks.append(list(first))
        blocks[-1].append(column)
    return blocks


def text_width(most: int = TEXT) -> int:
    """How wide lines of text are: so many letters, or fewer in a narrow terminal."""
    return min(most, terminal_width() or most)


def terminal_width() -> int | None:
    """The width of the terminal; None if standard output is none."""
    return shutil.get_terminal_size().columns if sys.stdout is not None and sys.stdout.isatty() else None


def csv_row(cells: Iterable[Any]) -> list[Any]:
    """Cells of a CSV file, none of which a spreadsheet takes for a formula.

    A text that would be one has an apostrophe before it. Numbers stay as they are, as texts too.
    """
    return [_without_formula(cell) if isinstance(cell, str) else cell for cell in cells]


def _without_formula(text: str) -> str:
    return text if _NUMBER.fullmatch(text) else _FORMULA.sub(r"\1'", text)
