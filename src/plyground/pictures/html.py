"""Tables and cards as HTML text. Styles stand at the elements: many pages strip style sheets of others.

Text has the colour of the page around it, so that it can be read on a light and on a dark one.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from plyground.errors import printable, truncate

RULE = "border-bottom: 1px solid rgba(128, 128, 128, 0.35);"
CELL = f"padding: 2px 10px 2px 0; text-align: left; vertical-align: top; {RULE}"
NUMBER = f"padding: 2px 10px 2px 0; text-align: right; vertical-align: top; {RULE}"
MAX_ROWS = 12
LONGEST = 24  # letters of a text in a table of data
STRIPELESS = "background-color: transparent;"


def words(text: object) -> str:
    """A text as HTML."""
    return escape(printable(str(text)))


def table(heads: Sequence[str], rows: Iterable[Sequence[object]], *, left: int = 1) -> str:
    """A table of texts, its first `left` columns aligned left and the others, which are numbers, right."""

    def line(cells: Sequence[object], tag: str) -> str:
        styles = [CELL if place < left else NUMBER for place in range(len(cells))]
        made = (
            f'<{tag} style="{style}">{words(cell)}</{tag}>'
            for style, cell in zip(styles, cells, strict=True)
        )
        return f'<tr style="{STRIPELESS}">{"".join(made)}</tr>'

    head = f"<thead>{line(heads, 'th')}</thead>" if heads else ""
    body = "".join(line(row, "td") for row in rows)
    return f'<table style="border-collapse: collapse; margin: 0;">{head}<tbody>{body}</tbody></table>'


def long_table(heads: Sequence[str], rows: Sequence[Sequence[object]], most: int = MAX_ROWS) -> str:
    """A table of data: numbers to the right, None as a dash, and of many rows the first and the last."""
    half = most // 2
    shown = [*rows[:half], ["…"] * len(heads), *rows[-half:]] if len(rows) > most else rows
    columns = list(zip(*rows, strict=True)) if rows else [()] * len(heads)
    styles = [f"{NUMBER if _is_numeric(column) else CELL} white-space: nowrap;" for column in columns]

    def line(cells: Sequence[object], tag: str) -> str:
        made = (
            f'<{tag} style="{style}">{words(_data_text(cell))}</{tag}>'
            for style, cell in zip(styles, cells, strict=True)
        )
        return f'<tr style="{STRIPELESS}">{"".join(made)}</tr>'

    body = "".join(line(row, "td") for row in shown)
    return (
        '<div style="overflow-x: auto;"><table style="border-collapse: collapse; margin: 0;">'
        f"<thead>{line(heads, 'th')}</thead><tbody>{body}</tbody></table></div>"
    )


def _is_numeric(column: Sequence[object]) -> bool:
    known = [cell for cell in column if cell is not None]
    numbers = [isinstance(cell, int | float) and not isinstance(cell, bool) for cell in known]
    return bool(known) and all(numbers)


def _data_text(cell: object) -> str:
    if cell is None:
        return "–"
    return f"{cell:.6g}" if isinstance(cell, float) else truncate(str(cell), LONGEST)


def facts(rows: Iterable[tuple[str, object]]) -> str:
    """A table of names and what they are."""
    made = (
        f'<tr style="{STRIPELESS}"><th style="{CELL}">{words(name)}</th>'
        f'<td style="{CELL}">{words(fact)}</td></tr>'
        for name, fact in rows
    )
    return f'<table style="border-collapse: collapse; margin: 0;"><tbody>{"".join(made)}</tbody></table>'


def card(title: str, *parts: str) -> str:
    """A title above parts, which are HTML already, side by side where there is room."""
    beside = "".join(
        f'<div style="display: inline-block; vertical-align: top; margin: 4px 18px 4px 0;">{part}</div>'
        for part in parts
        if part
    )
    head = f'<div style="font-weight: 600; margin: 2px 0;">{words(title)}</div>' if title else ""
    return f"<div>{head}{beside}</div>"


def paragraph(text: str) -> str:
    """Lines of text."""
    return f'<div style="margin: 4px 0;">{"<br/>".join(map(words, text.splitlines()))}</div>'


def picture_text(drawing: str, note: str = "") -> str:
    """A drawing of letters, and a remark below it."""
    drawn = f'<pre style="line-height: 1.2; margin: 0;">{escape(drawing)}</pre>'
    return drawn + (f"<div>{words(note)}</div>" if note else "")
