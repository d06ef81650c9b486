"""A survey as text for the terminal, as a page, and as data."""

from __future__ import annotations

import json
import shlex
import textwrap
from collections.abc import Callable
from html import escape
from importlib.resources import files
from pathlib import Path
from typing import Any

from plyground.arena.store import Store
from plyground.columns import text_width
from plyground.errors import Failed
from plyground.report.chart import Figure
from plyground.report.figure_files import draw_all
from plyground.report.html import figure_html, write_searches
from plyground.report.survey import SurveyReport
from plyground.report.survey_tables import SurveyTables
from plyground.report.tables import ReportTable
from plyground.ui.i18n import Tongue
from plyground.whole_file import write_whole

WIDTH = 100
Progress = Callable[[str, int, int], None]


def survey_text(found: SurveyReport, speaker: Tongue, full: bool) -> str:
    """The first screen: what was found, in sentences, and a table; in full, all tables."""
    tables = SurveyTables(found, speaker)
    chosen = [*tables.every(), how_it_was_measured(found, speaker)] if full else [tables.last_costs()]
    sentences = [
        textwrap.fill(f"{number}. {finding.text(speaker)}", text_width(WIDTH), subsequent_indent="   ")
        for number, finding in enumerate(found.findings, 1)
    ]
    parts = [textwrap.fill(title(found, speaker), text_width(WIDTH)), "\n".join(sentences)]
    return "\n\n".join(
        parts + [f"{textwrap.fill(table.caption, text_width(WIDTH))}\n{table}" for table in chosen]
    )


def title(found: SurveyReport, speaker: Tongue) -> str:
    """What was measured, in a line."""
    return speaker.say(
        "survey.title",
        game=found.survey.game,
        seed=str(found.survey.seed),
        searches=len(found.searches),
        games=found.games,
        program=found.about["program"],
    )


def survey_json(found: SurveyReport, speaker: Tongue) -> dict[str, Any]:
    """The same as data, as `plyground compare --json` prints it."""
    tables = [*SurveyTables(found, speaker).every(), how_it_was_measured(found, speaker)]
    return {
        "survey": found.survey.game,
        "seed": found.survey.seed,
        "findings": [finding.to_json(speaker) for finding in found.findings],
        "tables": [
            {
                "name": t.name,
                "caption": t.caption,
                "heads": list(t.heads),
                "rows": [list(row) for row in t.rows],
            }
            for t in tables
        ],
    }


def how_it_was_measured(found: SurveyReport, speaker: Tongue) -> ReportTable:
    """Program, machine, agents, openings and limits of every part."""
    survey = found.survey
    searches = survey.searches
    rows = [
        ("searches", f"{survey.game}: {', '.join(searches.agents)}"),
        (
            "",
            f"depths {survey.depths[0]} to {survey.depths[-1]}, {survey.repetitions} times each: "
            "the fastest counts",
        ),
    ]
    for part, plan in survey.plans.items():
        names = ", ".join(
            name if name == spec else f"{name} = {spec}"
            for name, spec in zip(plan.names, plan.agents, strict=True)
        )
        rows.append((part, f"{plan.total_games:,} games, {plan.format}: {names}"))
    rows += [("openings", plan.openings), ("seed", str(survey.seed))]
    rows += list(found.about.items())
    heads = tuple(speaker.say(f"survey.head-{key}") for key in ("what", "how"))
    return ReportTable("how", speaker.say("survey.how"), heads, tuple(rows), left=2)


def write_survey(
    found: SurveyReport, searches: Store, folder: Path, speaker: Tongue, progress: Progress
) -> Path:
    """Write the page, the figures and the tables of a survey; gives the path of the page."""
    made = SurveyTables(found, speaker)
    tables, how = made.every(), how_it_was_measured(found, speaker)
    try:
        pictures = draw_all(made.figures(), folder, progress, "survey")
        whole = [*tables, how]
        write_whole(folder / "tables.md", "\n".join(table.to_markdown() for table in whole))
        write_whole(folder / "tables.tex", "\n".join(table.to_latex("survey") for table in whole))
        sentences = [finding.to_json(speaker) for finding in found.findings]
        write_whole(folder / "findings.json", json.dumps(sentences, ensure_ascii=False, indent=1) + "\n")
        write_searches(searches, folder / "searches.csv")
        page = folder / "index.html"
        write_whole(page, survey_page(found, tables, how, pictures, folder, speaker))
    except OSError as error:
        raise Failed(f"{folder} cannot be written ({error.strerror})") from None
    return page


def survey_page(
    found: SurveyReport,
    tables: list[ReportTable],
    how: ReportTable,
    pictures: list[tuple[Figure, str]],
    folder: Path,
    speaker: Tongue,
) -> str:
    """The page: sentences, figures, tables, and how it was measured. It has no script and loads nothing."""
    style = files("plyground.report").joinpath("report.css").read_text(encoding="utf-8")
    sentences = "".join(f"<li>{escape(finding.text(speaker))}</li>\n" for finding in found.findings)
    data = speaker.say("survey.data")
    drawings = "\n".join(figure_html(figure, svg, data) for figure, svg in pictures)
    body = "".join(f'<div class="wide">{table.to_html()}</div>\n' for table in tables)
    seed = f" --seed {found.survey.seed}" if found.survey.seed else ""
    again = speaker.say(
        "survey.again",
        command=f"plyground compare{seed} --out {shlex.quote(str(folder))}",
        part=f"plyground report {shlex.quote(str(folder / 'ladder.run'))}",
    )
    heading = speaker.say("survey.heading")
    return f"""<!doctype html>
<html lang="{speaker.language}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>plyground: {escape(heading)}</title><style>{style}</style></head>
<body><main><h1>{escape(heading)}</h1>
<p>{escape(title(found, speaker))}</p>
<ol class="findings">
{sentences}</ol>
<h2>{escape(speaker.say("survey.figures"))}</h2>
{drawings}
<h2>{escape(speaker.say("survey.tables"))}</h2>
{body}<h2>{escape(speaker.say("survey.how"))}</h2>
<p>{escape(again)}</p>
<div class="wide">{how.to_html()}</div>
</main></body></html>
"""
