"""The report of a run: one page that needs nothing else, figures, data and tables for a paper."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable
from html import escape
from importlib.resources import files
from pathlib import Path

from plyground.arena import export
from plyground.arena.store import Store
from plyground.columns import csv_row
from plyground.errors import Failed
from plyground.experiments.search_store import SearchMeasurement, SearchStore
from plyground.report.chart import Figure
from plyground.report.conditions import conditions
from plyground.report.curves import depth_tables
from plyground.report.figure_files import draw_all
from plyground.report.figures import figures
from plyground.report.summary import report
from plyground.report.tables import ReportTable, report_tables
from plyground.report.types import Report
from plyground.whole_file import whole_file, write_whole

Progress = Callable[[str, int, int], None]


def write_report(store: Store, folder: Path, progress: Progress = lambda label, done, total: None) -> Path:
    """Write everything about a run into a folder, and give back the path of the page."""
    found = report(store)
    charts = figures(store, found)
    try:
        pictures = draw_all(charts, folder, progress, found.game)
        tables = [conditions(store), *report_tables(found), *depth_tables(charts)]
        write_whole(folder / "tables.md", "\n".join(t.to_markdown() for t in tables))
        latex = "\n".join(table.to_latex(found.game) for table in tables)
        write_whole(folder / "tables.tex", latex)
        write_searches(store, folder / "searches.csv")
        page = folder / "index.html"
        write_whole(page, html_page(store, found, tables, pictures))
    except OSError as error:
        raise Failed(f"{folder} cannot be written ({error.strerror})") from None
    export.to_csv(store, folder)
    return page


def html_page(
    store: Store, found: Report, tables: list[ReportTable], pictures: list[tuple[Figure, str]]
) -> str:
    """The page. It has no script and loads nothing."""
    style = files("plyground.report").joinpath("report.css").read_text(encoding="utf-8")
    title = f"{found.game}: {', '.join(s.name for s in found.standings[:3])}"
    state = found.finished or "not finished"
    fact = f"{found.played:,} of {found.planned:,} games ({state}), {found.unique:,} of them different"
    measured, *others = (f'<div class="wide">{table.to_html()}</div>' for table in tables)
    drawings = "\n".join(figure_html(figure, svg) for figure, svg in pictures)
    return f"""<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>plyground: {escape(title)}</title><style>{style}</style></head>
<body><main><h1>{escape(found.game)}</h1>
<p>{escape(fact)}</p>
{measured}
<h2>Tables</h2>
{"".join(others)}
<h2>Figures</h2>
{drawings}
<h2>Files</h2>
<p>Beside this page: <code>games.csv</code>, <code>moves.csv</code>, <code>searches.csv</code>, the tables
for a paper (<code>tables.md</code>, <code>tables.tex</code>), and the figures as SVG, PDF and PNG in
<code>figures/</code>, which <code>figures.tex</code> sets in a paper.</p>
</main></body></html>
"""


def figure_html(figure: Figure, svg: str, label: str = "The data") -> str:
    """A drawing with its caption and its data."""
    caption = f"<b>{escape(figure.title)}.</b> {escape(figure.caption)}"
    data = f"<details><summary>{escape(label)}</summary>{figure.table.to_html()}</details>"
    return f'<figure id="{figure.name}">{svg}<figcaption>{caption}</figcaption>{data}</figure>'


def write_searches(store: Store, path: Path) -> None:
    """Write every search of an experiment as a row."""
    names = store.plan.names
    with whole_file(path) as file:
        text = io.TextIOWrapper(file, encoding="utf-8", newline="")
        writer = csv.writer(text)
        writer.writerow(SearchMeasurement._fields)
        for position, agent, *rest in SearchStore(store):
            writer.writerow(csv_row((position, names[agent], *rest)))
        text.detach()
