"""A table of a report, as data, and as HTML, Markdown, LaTeX and CSV."""

from __future__ import annotations

import csv
import io
import re
import unicodedata
from dataclasses import dataclass
from html import escape

from plyground.columns import csv_row, table
from plyground.pictures import html as notebook_html

_LATEX = {
    **{symbol: f"\\{symbol}" for symbol in "&%$#_{}"},
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "±": r"$\pm$",
    "½": r"$\frac{1}{2}$",
    "–": "--",
    "−": "$-$",
    "µ": r"$\mu$",
    "×": r"$\times$",
    "<": r"$<$",
    ">": r"$>$",
    "|": r"$|$",
    "[": "{[}",  # at the beginning of a row it would be an option of the end of the last one
    "*": "{*}",
}
# Marks over letters, and further letters, that LaTeX prints in any font.
_MARKS = frozenset("\u0300\u0301\u0302\u0303\u0304\u0306\u0307\u0308\u030a\u030b\u030c\u0327")
_LETTERS = frozenset("æÆœŒøØßłŁ¡¿§¶©®°·…‘’“”→")


@dataclass(frozen=True)
class ReportTable:
    """Rows of text under heads; the first `left` columns are words, the others numbers.

    >>> import plyground as pg
    >>> table = pg.ReportTable("points", "Points", ("agent", "points"), (("alphabeta", "3"),))
    >>> print(table)
    agent      points
    alphabeta       3
    """

    name: str  # of files and labels
    caption: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    left: int = 1

    def __str__(self) -> str:
        return table(self.heads, self.rows, left=self.left)

    def _repr_html_(self) -> str:
        """What a notebook shows: styled at its elements, because notebooks have styles of their own."""
        return notebook_html.card(self.caption, notebook_html.table(self.heads, self.rows, left=self.left))

    def to_html(self) -> str:
        kinds = ["" if place < self.left else ' class="number"' for place in range(len(self.heads))]
        pairs = zip(kinds, self.heads, strict=True)
        heads = "".join(f'<th scope="col"{kind}>{escape(head)}</th>' for kind, head in pairs)
        body = "".join(f"<tr>{self._cells(row)}</tr>\n" for row in self.rows)
        caption = f"<caption><span>{escape(self.caption)}</span></caption>"
        kind = ' class="words"' if self.left >= len(self.heads) else ""
        return f"<table{kind}>{caption}<thead><tr>{heads}</tr></thead>\n<tbody>\n{body}</tbody></table>"

    def _cells(self, row: tuple[str, ...]) -> str:
        first = f'<th scope="row">{escape(row[0])}</th>' if self.left else ""
        rest = row[1:] if self.left else row
        kinds = [
            "" if place + bool(self.left) < self.left else ' class="number"' for place in range(len(rest))
        ]
        return first + "".join(f"<td{kind}>{escape(c)}</td>" for kind, c in zip(kinds, rest, strict=True))

    def to_markdown(self) -> str:
        marks = [":--" if place < self.left else "--:" for place in range(len(self.heads))]
        lines = [self.heads, marks, *self.rows]
        body = "\n".join("| " + " | ".join(c.replace("|", "\\|") for c in line) + " |" for line in lines)
        return f"**{self.caption}**\n\n{body}\n"

    def to_latex(self, of: str = "") -> str:
        """A LaTeX table that needs no packages; its label begins with `of`."""
        columns = "".join("l" if place < self.left else "r" for place in range(len(self.heads)))
        lines = [" & ".join(map(latex, line)) + r" \\" for line in (self.heads, *self.rows)]
        body = "\n".join([r"\hline", lines[0], r"\hline", *lines[1:], r"\hline"])
        inside = f"\\begin{{tabular}}{{{columns}}}\n{body}\n\\end{{tabular}}"
        caption = f"\\caption{{{latex(self.caption)}}}\n\\label{{tab:{label(of, self.name)}}}"
        return f"\\begin{{table}}[htbp]\n\\centering\n{caption}\n{inside}\n\\end{{table}}\n"

    def to_csv(self) -> str:
        out = io.StringIO()
        csv.writer(out).writerows(map(csv_row, (self.heads, *self.rows)))
        return out.getvalue()


def label(*words: str) -> str:
    """Words as a LaTeX label or a file name: letters, digits and dashes."""
    return "-".join(filter(None, (re.sub(r"\W+", "-", word).strip("-") for word in words)))


def latex(text: str) -> str:
    """The text with the symbols escaped that LaTeX would interpret, or would stop at."""
    return "".join(_LATEX.get(symbol) or _latex_letter(symbol) for symbol in text)


def _latex_letter(symbol: str) -> str:
    """A letter that LaTeX knows without packages, or its number: LaTeX stops at others."""
    letter, *marks = list(unicodedata.normalize("NFD", symbol))
    known = (letter.isascii() and letter.isprintable() and set(marks) <= _MARKS) or symbol in _LETTERS
    return symbol if known else f"\\texttt{{U+{ord(symbol):04X}}}"
