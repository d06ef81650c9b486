"""The tables of a report, as data, and as HTML, Markdown, LaTeX and CSV."""

from __future__ import annotations

import csv
import io
import re
import unicodedata
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from plyground.columns import NOTHING, decimals, format_column, table
from plyground.games.registry import player_names
from plyground.pictures import html as notebook_html
from plyground.report.types import SIDES, Report
from plyground.stats.elo import Elo, Interval, Summary
from plyground.stats.ratings import Rating

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
        caption = f"<caption>{escape(self.caption)}</caption>"
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
        csv.writer(out).writerows([self.heads, *self.rows])
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


_MOST_IN_DUELS = 10  # agents; of more the crosstable tells enough
EXACT = "exact"  # not an estimate: more games could only repeat these


def report_tables(found: Report) -> list[ReportTable]:
    """The tables of a report: results, costs, blunders if known, duels; of tournaments ratings."""
    tables = [_results(found), _times(found), _nodes(found)]
    if any(standing.sides["both"].blunders for standing in found.standings):
        tables.append(_blunders(found))
    if found.played and len(found.standings) <= _MOST_IN_DUELS:
        tables.append(_duels(found))
    if len(found.standings) > 2:
        tables += [_crosstable(found), _ratings(found)]
    if found.left_out:
        tables.append(_left_out(found))
    return tables


def _results(found: Report) -> ReportTable:
    players = player_names(found.game)
    names = {"both": "both", "first": players[0], "second": players[1]}
    rows = []
    for standing in found.standings:
        for side in SIDES:
            here = standing.sides[side]
            counts = here.counts
            numbers = (f"{number:,}" for number in (counts.games, counts.wins, counts.draws, counts.losses))
            rate = NOTHING if counts.rate is None else f"{100 * counts.rate:.1f} %"
            name = standing.name if side == "both" else ""
            rows.append((name, names[side], *numbers, rate, _interval(here.interval, here.exact)))
    heads = ("agent", "side", "games", "won", "drawn", "lost", "points", "95 % interval")
    return ReportTable(
        "results", f"Results of {found.played:,} games of {found.game}", heads, tuple(rows), left=2
    )


def _times(found: Report) -> ReportTable:
    walls = [standing.sides["both"].wall for standing in found.standings]
    games = [standing.sides["both"].wall_per_game for standing in found.standings]
    columns = [
        [f"{wall.count:,}" if wall else "0" for wall in walls],
        _milliseconds(walls),
        *(
            format_column([1e3 * getattr(wall, name) if wall else None for wall in walls])
            for name in ("median", "p95", "max")
        ),
        _milliseconds(games),
    ]
    heads = ("agent", "moves", "time per move (ms)", "median", "p95", "max", "per game (ms)")
    caption = (
        "Time per move in milliseconds: mean ± standard deviation, median, 95th percentile, longest; "
        "and the time of all its moves in a game"
    )
    return ReportTable("times", caption, heads, _rows(found, columns))


def _milliseconds(spent: Sequence[Summary | None]) -> list[str]:
    """Mean ± standard deviation, all with as many decimals."""
    places = decimals([1e3 * each.mean for each in spent if each])
    return [
        f"{1e3 * each.mean:,.{places}f} ± {1e3 * each.sd:,.{places}f}" if each else NOTHING
        for each in spent
    ]


def _nodes(found: Report) -> ReportTable:
    nodes = [standing.sides["both"].nodes for standing in found.standings]
    games = [standing.sides["both"].nodes_per_game for standing in found.standings]
    depths = [standing.sides["both"].depth for standing in found.standings]
    columns = [
        [f"{each.mean:,.1f} ± {each.sd:,.1f}" if each else NOTHING for each in nodes],
        *(
            [f"{getattr(each, name):,.0f}" if each else NOTHING for each in nodes]
            for name in ("median", "max")
        ),
        [f"{each.mean:,.0f} ± {each.sd:,.0f}" if each else NOTHING for each in games],
        [f"{depth.mean:.1f}" if depth else NOTHING for depth in depths],
    ]
    heads = ("agent", "nodes per move", "median", "max", "per game", "depth")
    caption = (
        "Nodes per move: mean ± standard deviation, median, most; nodes of all its moves in a game; "
        "and the mean depth in plies: the last that was finished, of MCTS and proofs the deepest"
    )
    return ReportTable("nodes", caption, heads, _rows(found, columns))


def _rows(found: Report, columns: Sequence[Sequence[str]]) -> tuple[tuple[str, ...], ...]:
    return tuple(zip([standing.name for standing in found.standings], *columns, strict=True))


def _blunders(found: Report) -> ReportTable:
    rows = []
    sides = [(standing.name, standing.sides["both"]) for standing in found.standings]
    digits = 0 if all(side.blunders.in_whole for _, side in sides if side.blunders) else 1
    for name, side in sides:
        if blunders := side.blunders:
            rate = NOTHING if blunders.rate is None else f"{100 * blunders.rate:.1f} %"
            interval = _interval(blunders.interval, side.exact and found.judged == found.judgeable)
            counts = f"{blunders.blunders:,.{digits}f}", f"{blunders.decisions:,}"
            rows.append((name, *counts, rate, interval, f"{blunders.lost:.3f}"))
    heads = (
        "agent",
        "blunders",
        "of decisions that could be one",
        "rate",
        "95 % interval",
        "points lost",
    )
    caption = (
        "Moves that gave away a win or a draw, of the different positions where something could be lost; "
        "a position in which chance decided now so, now so counts in part"
    )
    return ReportTable("blunders", caption, heads, tuple(rows))


def _duels(found: Report) -> ReportTable:
    unit = "games" if found.fixed_seats else "pairs"
    names = [standing.name for standing in found.standings]
    rows = []
    for (one, other), duel in found.duels.items():
        better = NOTHING if duel.superiority is None else f"{100 * duel.superiority:.1f} %"
        scales = [
            cell
            for elo in (duel.elo, duel.normalized_elo)
            for cell in (
                NOTHING if elo.difference is None else f"{elo.difference:+.0f}",
                _bounds(elo, duel.exact),
            )
        ]
        rows.append((names[one], names[other], f"{duel.different:,}", *scales, better))
    heads = ("agent", "against", f"different {unit}", "Elo", "95 %", "normalized Elo", "95 %", "stronger")
    caption = (
        f"Two agents at a time, by their different {unit}: the Elo difference of the first, the same in "
        "standard deviations of a game (normalized Elo), and how likely the first is the stronger"
    )
    return ReportTable("duels", caption, heads, tuple(rows), left=2)


def _bounds(elo: Elo, exact: bool) -> str:
    if exact or (elo.low is None and elo.high is None):
        return EXACT if exact else NOTHING
    if elo.low is None:
        return f"below {elo.high:+.0f}"
    return f"above {elo.low:+.0f}" if elo.high is None else f"{elo.low:+.0f} to {elo.high:+.0f}"


def _crosstable(found: Report) -> ReportTable:
    count = len(found.standings)
    cells = [[NOTHING] * count for _ in range(count)]
    for (one, other), duel in found.duels.items():
        if games := duel.counts.games:
            cells[one][other] = f"{duel.counts.points:g}/{games}"
            cells[other][one] = f"{games - duel.counts.points:g}/{games}"
    rows = [(f"{at}. {s.name}", *cells[at - 1]) for at, s in enumerate(found.standings, 1)]
    heads = ("points against", *map(str, range(1, count + 1)))
    return ReportTable("crosstable", "Points: row against column", heads, tuple(rows))


def _ratings(found: Report) -> ReportTable:
    ordered = sorted(found.standings, key=lambda standing: -standing.rating.elo)
    shown = places([f"{s.rating.elo:+.0f}" for s in ordered])
    rows = [
        (place, s.name, f"{s.rating.elo:+.0f}", _elo_interval(s.rating, s.sides["both"].exact))
        for place, s in zip(shown, ordered, strict=True)
    ]
    heads = ("place", "agent", "Elo", "95 % interval")
    return ReportTable("ratings", "Bradley-Terry ratings on the Elo scale", heads, tuple(rows), left=2)


def _left_out(found: Report) -> ReportTable:
    rows = tuple((each.name, each.reason) for each in found.left_out)
    return ReportTable("left-out", "Handed in, and left out", ("left out", "why"), rows, left=2)


def places(values: Sequence[object]) -> list[str]:
    """The places of sorted values; equal values share a place: 1., 2=, 2=, 4."""
    first: dict[object, int] = {}
    for place, value in enumerate(values, 1):
        first.setdefault(value, place)
    counts = Counter(values)
    return [f"{first[value]}{'=' if counts[value] > 1 else '.'}" for value in values]


def _elo_interval(rating: Rating, exact: bool) -> str:
    if rating.low is None or rating.high is None:
        return EXACT if exact else NOTHING
    return f"{rating.low:+.0f} to {rating.high:+.0f}"


def _interval(interval: Interval | None, exact: bool) -> str:
    return EXACT if exact else NOTHING if interval is None else _percent(interval)


def _percent(interval: Interval) -> str:
    return f"{100 * interval.low:.1f} to {100 * interval.high:.1f} %"
