"""The report of a run: one page that needs nothing else, figures, data and tables for a paper."""

from __future__ import annotations

import csv
import io
import json
import shlex
from collections.abc import Sequence
from pathlib import Path

from plyground.arena import export
from plyground.arena.run_folder import run_label
from plyground.arena.store import Store
from plyground.columns import csv_row
from plyground.errors import Failed
from plyground.experiments.search_store import SearchMeasurement, SearchStore
from plyground.report.conditions import conditions
from plyground.report.curves import depth_tables
from plyground.report.figure_files import Progress, draw_all
from plyground.report.figures import figures
from plyground.report.findings import ReportFinding
from plyground.report.notes import run_notes
from plyground.report.page import StoryPage
from plyground.report.repetition import repeat_command
from plyground.report.run_findings import run_findings
from plyground.report.run_tables import report_tables
from plyground.report.summary import report
from plyground.report.tables import ReportTable
from plyground.report.text import title
from plyground.report.types import Report
from plyground.whole_file import whole_file, write_whole
from plyground.words import Tongue, tongue


def write_report(
    store: Store,
    folder: Path,
    progress: Progress = lambda label, done, total: None,
    speaker: Tongue | None = None,
) -> Path:
    """Write everything about a run into a folder, and give back the path of the page."""
    speaker = speaker or tongue("en")
    found = report(store)
    charts = figures(store, found, speaker.language)
    tables = [*report_tables(found, speaker), *depth_tables(charts)]
    how, sentences = conditions(store, speaker), run_findings(store, found)
    try:
        pictures = draw_all(charts, folder, progress, found.game)
        write_tables([how, *tables], folder, found.game)
        write_findings(sentences, folder, speaker)
        searched = next(iter(SearchStore(store)), None) is not None
        if searched:
            write_searches(store, folder / "searches.csv")
        page = folder / "index.html"
        same_page = shlex.join(["plyground", "report", run_label(store.path), "--out", str(folder)])
        closing = [
            (speaker.say("reports.files", searches=", searches.csv" if searched else ""),),
            (speaker.say("reports.again", command=same_page), same_page),
        ]
        if command := repeat_command(store):
            closing.append((speaker.say("reports.repeat", command=command), command))
        story = StoryPage(
            page_title(found),
            title(found, speaker),
            sentences,
            pictures,
            tables,
            [how],
            closing,
            speaker,
            run_notes(found, speaker),
        )
        write_whole(page, story.to_html())
    except OSError as error:
        raise Failed(f"{folder} cannot be written ({error.strerror})") from None
    export.to_csv(store, folder)
    return page


def page_title(found: Report) -> str:
    """The game and who plays it."""
    names = [standing.name for standing in found.standings]
    return f"{found.game}: {', '.join(names[:3])}{', …' if len(names) > 3 else ''}"


def write_tables(tables: Sequence[ReportTable], folder: Path, of: str) -> None:
    """Write tables for a paper, as Markdown and as LaTeX."""
    write_whole(folder / "tables.md", "\n".join(table.to_markdown() for table in tables))
    write_whole(folder / "tables.tex", "\n".join(table.to_latex(of) for table in tables))


def write_findings(found: Sequence[ReportFinding], folder: Path, speaker: Tongue) -> None:
    """Write the sentences of a report as data."""
    sentences = [finding.to_json(speaker) for finding in found]
    write_whole(folder / "findings.json", json.dumps(sentences, ensure_ascii=False, indent=1) + "\n")


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
