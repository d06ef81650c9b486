"""A survey as text for the terminal, as a page, and as data."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Any

from plyground.arena.store import Store
from plyground.errors import Failed
from plyground.report.conditions import machine_text, program_text
from plyground.report.figure_files import Progress, draw_all
from plyground.report.html import write_findings, write_searches, write_tables
from plyground.report.page import StoryPage
from plyground.report.run_words import format_name
from plyground.report.survey import SurveyReport
from plyground.report.survey_tables import SurveyTables
from plyground.report.tables import ReportTable
from plyground.report.text import numbered, wrapped
from plyground.whole_file import write_whole
from plyground.words import Tongue

WORDS = (
    *("minimax", "memo", "alphabeta", "table_alphabeta", "pvs", "mtdf", "others"),
    *("node", "ply", "nodes", "counted", "ranking", "away"),
)  # that the page explains


def survey_text(found: SurveyReport, speaker: Tongue, full: bool) -> str:
    """The first screen: what was found, in sentences, and a table; in full, all tables."""
    tables = SurveyTables(found, speaker)
    chosen = all_tables(found, speaker) if full else [tables.last_costs()]
    parts = [wrapped(title(found, speaker)), numbered(found.findings, speaker)]
    return "\n\n".join(parts + [f"{wrapped(table.caption)}\n{table}" for table in chosen])


def title(found: SurveyReport, speaker: Tongue) -> str:
    """What was measured, in a line."""
    return speaker.say(
        "survey.title",
        game=found.survey.game,
        small=found.survey.small_game,
        seed=str(found.survey.seed),
        searches=len(found.searches),
        games=found.games,
        program=program_text(found.versions, found.cores, speaker),
    )


def survey_json(found: SurveyReport, speaker: Tongue) -> dict[str, Any]:
    """The same as data, as `plyground compare --json` prints it."""
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
            for t in all_tables(found, speaker)
        ],
    }


def all_tables(found: SurveyReport, speaker: Tongue) -> list[ReportTable]:
    """Every table, the costs at the greatest depth first, and how it was measured last."""
    return [*SurveyTables(found, speaker).every(), how_it_was_measured(found, speaker)]


def how_it_was_measured(found: SurveyReport, speaker: Tongue) -> ReportTable:
    """Program, machine, agents, openings and limits of every part."""
    survey, say = found.survey, speaker.say
    depths = say("reports.from-to", low=survey.depths[0], high=survey.depths[-1])
    rows = [
        (say("survey.how-searches"), f"{survey.game}: {', '.join(survey.searches.agents)}"),
        ("", say("survey.how-depths", depths=depths, n=survey.repetitions)),
    ]
    for part, plan in survey.plans.items():
        names = ", ".join(
            name if name == spec else f"{name} = {spec}"
            for name, spec in zip(plan.names, plan.agents, strict=True)
        )
        kind = format_name(plan.format, speaker)
        told = say("survey.how-games", games=plan.total_games, format=kind, agents=names)
        rows.append((SurveyTables(found, speaker).part_name(part), told))
    rows += [
        (say("reports.row-openings"), found.openings.told.text(speaker)),
        (say("reports.row-seed"), str(survey.seed)),
        (say("reports.row-program"), program_text(found.versions, found.cores, speaker)),
        (say("reports.row-machine"), machine_text(found.versions, speaker)),
        (say("reports.row-begun"), found.begun),
    ]
    heads = say("survey.head-what"), say("survey.head-how")
    return ReportTable("how", say("survey.how"), heads, tuple(rows), left=2)


def write_survey(
    found: SurveyReport, searches: Store, folder: Path, speaker: Tongue, progress: Progress
) -> Path:
    """Write the page, the figures and the tables of a survey; gives the path of the page."""
    made = SurveyTables(found, speaker)
    tables, how = made.every(), how_it_was_measured(found, speaker)
    try:
        pictures = draw_all(made.figures(), folder, progress, "survey")
        write_tables([*tables, how], folder, "survey")
        write_findings(found.findings, folder, speaker)
        write_searches(searches, folder / "searches.csv")
        page = folder / "index.html"
        story = StoryPage(
            speaker.say("survey.heading", game=found.survey.game, small=found.survey.small_game),
            title(found, speaker),
            found.findings,
            pictures,
            tables,
            [how],
            [_again(found, folder, speaker)],
            speaker,
            words=[
                (speaker.say(f"survey.word-{key}"), speaker.say(f"survey.means-{key}")) for key in WORDS
            ],
        )
        write_whole(page, story.to_html())
    except OSError as error:
        raise Failed(f"{folder} cannot be written ({error.strerror})") from None
    return page


def _again(found: SurveyReport, folder: Path, speaker: Tongue) -> tuple[str, str, str]:
    """How the same is measured again, and which files there are; and the commands in that."""
    seed = f" --seed {found.survey.seed}" if found.survey.seed else ""
    command = f"plyground compare{seed} --out {shlex.quote(str(folder))}"
    part = f"plyground report {shlex.quote(str(folder / 'ladder.run'))}"
    return speaker.say("survey.again", command=command, part=part), command, part
