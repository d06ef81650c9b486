"""The tables of a report, as data, and as HTML, Markdown, LaTeX and CSV."""

from __future__ import annotations

import csv
import io
from dataclasses import dataclass
from html import escape

from plyground.arena.report import SIDES, Report
from plyground.arena.stats import Interval, Summary
from plyground.games.registry import load_game

_LATEX = {
    **{symbol: f"\\{symbol}" for symbol in "&%$#_{}"},
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "±": r"$\pm$",
    "½": r"$\frac{1}{2}$",
    "–": "--",
    "µ": r"$\mu$",
    "×": r"$\times$",
    "<": r"$<$",
    ">": r"$>$",
    "|": r"$|$",
}


@dataclass(frozen=True)
class Table:
    """Rows of text under heads; the first `left` columns are words, the others numbers."""

    name: str  # of files and labels
    caption: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    left: int = 1

    def to_html(self) -> str:
        kinds = ["" if place < self.left else ' class="number"' for place in range(len(self.heads))]
        pairs = zip(kinds, self.heads, strict=True)
        heads = "".join(f'<th scope="col"{kind}>{escape(head)}</th>' for kind, head in pairs)
        body = "".join(f"<tr>{self._cells(row)}</tr>\n" for row in self.rows)
        caption = f"<caption>{escape(self.caption)}</caption>"
        return f"<table>{caption}<thead><tr>{heads}</tr></thead>\n<tbody>\n{body}</tbody></table>"

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

    def to_latex(self) -> str:
        """A table of LaTeX's own, without packages."""
        columns = "".join("l" if place < self.left else "r" for place in range(len(self.heads)))
        lines = [" & ".join(map(latex, line)) + r" \\" for line in (self.heads, *self.rows)]
        body = "\n".join([r"\hline", lines[0], r"\hline", *lines[1:], r"\hline"])
        inside = f"\\begin{{tabular}}{{{columns}}}\n{body}\n\\end{{tabular}}"
        caption = f"\\caption{{{latex(self.caption)}}}\n\\label{{tab:{self.name}}}"
        return f"\\begin{{table}}[htbp]\n\\centering\n{caption}\n{inside}\n\\end{{table}}\n"

    def to_csv(self) -> str:
        out = io.StringIO()
        csv.writer(out).writerows([self.heads, *self.rows])
        return out.getvalue()


def latex(text: str) -> str:
    """Text that LaTeX prints as it is."""
    return "".join(_LATEX.get(symbol, symbol) for symbol in text)


NOTHING = "–"


def report_tables(found: Report) -> list[Table]:
    """The tables of a report: results, costs, blunders where they are known, and of a tournament more."""
    tables = [_results(found), _costs(found)]
    if any(standing.sides["both"].blunders for standing in found.standings):
        tables.append(_blunders(found))
    if len(found.standings) > 2:
        tables += [_crosstable(found), _ratings(found)]
    return tables


def _results(found: Report) -> Table:
    players = load_game(found.game).players
    names = {"both": "both", "first": players[0], "second": players[1]}
    rows = []
    for standing in found.standings:
        for side in SIDES:
            here = standing.sides[side]
            counts = here.counts
            numbers = map(str, (counts.games, counts.wins, counts.draws, counts.losses))
            rate = NOTHING if counts.rate is None else f"{100 * counts.rate:.1f} %"
            interval = _percent(here.interval) if counts.games else NOTHING
            rows.append((standing.name if side == "both" else "", names[side], *numbers, rate, interval))
    heads = ("agent", "side", "games", "won", "drawn", "lost", "points", "95 % interval")
    return Table(
        "results", f"Results of {found.played:,} games of {found.game}", heads, tuple(rows), left=2
    )


def _costs(found: Report) -> Table:
    rows = []
    for standing in found.standings:
        side = standing.sides["both"]
        moves = f"{side.wall.count:,}" if side.wall else "0"
        depth = f"{side.depth.mean:.1f}" if side.depth else NOTHING
        rows.append((standing.name, moves, *_times(side.wall), *_nodes(side.nodes), depth))
    times, nodes = ("time a move", "median", "p95", "max"), ("nodes a move", "median", "max", "depth")
    caption = "Time and nodes of a move: mean ± standard deviation"
    return Table("costs", caption, ("agent", "moves", *times, *nodes), tuple(rows))


def _times(wall: Summary | None) -> tuple[str, ...]:
    if wall is None:
        return (NOTHING,) * 4
    mean = f"{milliseconds(wall.mean)} ± {milliseconds(wall.sd)} ms"
    return (mean, *(f"{milliseconds(value)} ms" for value in (wall.median, wall.p95, wall.max)))


def _nodes(nodes: Summary | None) -> tuple[str, ...]:
    if nodes is None:
        return (NOTHING,) * 3
    return f"{nodes.mean:,.1f} ± {nodes.sd:,.1f}", f"{nodes.median:,.0f}", f"{nodes.max:,.0f}"


def milliseconds(seconds: float) -> str:
    """Thousandths of a second in three digits, or in more where there are more."""
    value = 1e3 * seconds
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def _blunders(found: Report) -> Table:
    rows = []
    for standing in found.standings:
        if blunders := standing.sides["both"].blunders:
            rate = (f"{100 * blunders.rate:.1f} %", _percent(blunders.interval), f"{blunders.lost:.3f}")
            rows.append((standing.name, f"{blunders.moves:,}", f"{blunders.blunders:,}", *rate))
    heads = ("agent", "moves judged", "blunders", "rate", "95 % interval", "points lost a move")
    return Table("blunders", "Moves that gave away a win or a draw", heads, tuple(rows))


def _crosstable(found: Report) -> Table:
    count = len(found.standings)
    cells = [[NOTHING] * count for _ in range(count)]
    for (one, other), duel in found.duels.items():
        if games := duel.counts.games:
            cells[one][other] = f"{duel.counts.points:g}/{games}"
            cells[other][one] = f"{games - duel.counts.points:g}/{games}"
    rows = [(f"{at}. {s.name}", *cells[at - 1]) for at, s in enumerate(found.standings, 1)]
    heads = ("points against", *map(str, range(1, count + 1)))
    return Table(
        "crosstable", "Points of who is in the row against who is in the column", heads, tuple(rows)
    )


def _ratings(found: Report) -> Table:
    ordered = sorted(found.standings, key=lambda standing: -standing.rating.elo)
    rows = [
        (f"{at}.", s.name, f"{s.rating.elo:+.0f}", f"{s.rating.low:+.0f} to {s.rating.high:+.0f}")
        for at, s in enumerate(ordered, 1)
    ]
    heads = ("place", "agent", "Elo", "95 % interval")
    return Table("ratings", "Bradley-Terry ratings on the Elo scale", heads, tuple(rows), left=2)


def _percent(interval: Interval) -> str:
    return f"{100 * interval.low:.1f} to {100 * interval.high:.1f} %"
