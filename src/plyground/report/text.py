"""A report as text for the terminal: sentences first, then a table; in full, all tables."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator, Sequence

from plyground.columns import NOTHING, text_width
from plyground.pictures.html import card, paragraph
from plyground.pictures.html import table as html_table
from plyground.report.findings import ReportFinding
from plyground.report.notes import run_notes
from plyground.report.run_tables import RunTables, tells_likelihood, tells_strength
from plyground.report.run_words import ending, format_name, verdict_text
from plyground.report.tables import ReportTable
from plyground.report.types import Duel, Report
from plyground.stats.elo import Elo
from plyground.words import Tongue, tongue

_UNIT = re.compile(r"(?<=\d) (?=(?:%|ms|s)(?!\w))")  # a space before a unit


def report_text(
    report: Report,
    speaker: Tongue | None = None,
    *,
    findings: Sequence[ReportFinding] = (),
    full: bool = True,
    advise: bool = True,
) -> str:
    """The report of a run: its sentences and the most important table or, in full, all tables.

    With `advise` it also says which options would help.
    """
    speaker = speaker or tongue("en")
    tables = RunTables(report, speaker)
    parts = [wrapped(title(report, speaker)), numbered(findings, speaker)]
    if full:
        parts += [str(table) for table in tables.every() if table.name != "duels"]  # told in words below
    else:
        parts.append(str(first_table(tables)))
        if report.left_out:  # whoever waits for a grade must not be missed
            parts.append(str(tables.left_out()))
    if len(report.standings) == 2:
        parts += [duel_text(report, duel, speaker) for duel in report.duels.values()]
    parts.append("\n".join(run_notes(report, speaker, advise)))
    return "\n\n".join(filter(None, parts))


def first_table(tables: RunTables) -> ReportTable:
    """What stands on the first screen: the results of a match, the standings of a tournament, a sweep."""
    if len(tables.found.standings) == 2:
        return tables.results()
    return tables.depths() or tables.ratings()


def numbered(findings: Sequence[ReportFinding], speaker: Tongue) -> str:
    """Sentences with their numbers, as lines of the terminal."""
    return "\n".join(
        line for number, finding in enumerate(findings, 1) for line in _lines(number, finding, speaker)
    )


def _lines(number: int, finding: ReportFinding, speaker: Tongue) -> Iterator[str]:
    """A sentence; if it has a claim, that first, and the numbers in lines of their own."""
    first, *rest = (each for each in (finding.claim, finding) if each)
    yield wrapped(f"{number}. {first.text(speaker)}", "   ")
    for each in rest:
        yield wrapped(f"   {each.text(speaker)}", "   ")


def wrapped(text: str, indent: str = "") -> str:
    """A text in lines that fit the terminal; a number keeps its unit, and a path is whole."""
    kept = _UNIT.sub("\u00a0", text)
    lines = textwrap.wrap(
        kept, text_width(), subsequent_indent=indent, break_on_hyphens=False, break_long_words=False
    )
    return "\n".join(lines).replace("\u00a0", " ")


def report_html(report: Report, speaker: Tongue | None = None) -> str:
    """What a notebook shows of a run: the results and, between two agents, who is stronger."""
    speaker = speaker or tongue("en")
    results = RunTables(report, speaker).results()
    duels = report.duels.values() if len(report.standings) == 2 else ()
    said = "".join(paragraph(duel_text(report, duel, speaker)) for duel in duels)
    return card(title(report, speaker), html_table(results.heads, results.rows, left=results.left)) + said


def title(report: Report, speaker: Tongue) -> str:
    """What was played, in a line."""
    played = speaker.number(report.played)
    if report.played != report.planned:
        played = speaker.say("reports.title-part", played=report.played, planned=report.planned)
    return speaker.say(
        "reports.title",
        game=report.game,
        format=format_name(report.format, speaker),
        seats="" if not report.fixed_seats else speaker.say("reports.title-seats"),
        openings=report.openings,
        seed=str(report.seed),
        n=report.planned,
        played=played,
        ending=ending(report.finished, speaker),
    )


def duel_text(report: Report, duel: Duel, speaker: Tongue) -> str:
    """The statistics of a match: the Elo difference, who is likely stronger, and what that rests on."""
    one, other = (standing.name for standing in report.standings)
    lines = []
    if tells_strength(duel.elo, duel.exact):
        lines.append(speaker.say("reports.elo-of", agent=one, elo=elo_text(duel.elo, duel.exact, speaker)))
        if duel.normalized_elo != Elo(None, None, None):
            normalized = elo_text(duel.normalized_elo, duel.exact, speaker)
            lines.append(speaker.say("reports.normalized", elo=normalized))
    if duel.superiority is not None and tells_likelihood(duel):
        percent = speaker.number(100 * duel.superiority, 1)
        lines.append(speaker.say("reports.likelihood", one=one, other=other, percent=percent))
    if any(duel.pentanomial):  # one game of a pair is none
        lines.append(_units(duel, "game" if report.fixed_seats else "pair", speaker))
    if duel.bounds and duel.llr is not None:
        low, high = duel.bounds
        verdict = verdict_text(duel, one, speaker)
        lines.append(speaker.say("reports.sprt", llr=duel.llr, low=low, high=high, verdict=verdict))
    return "\n".join(lines)


def _units(duel: Duel, unit: str, speaker: Tongue) -> str:
    """How many different pairs or games there are, and with how many points."""
    same = duel.different == duel.pairs
    played = "" if same else speaker.say("reports.of-played", played=duel.pairs)
    points, counts = "0, ½, 1, 1½, 2", list(duel.pentanomial)
    if unit == "game":
        points, counts = "0, ½, 1", counts[::2]
    made = ", ".join(map(str, counts))
    return speaker.say(f"reports.{unit}s", n=duel.different, played=played, points=points, made=made)


def elo_text(elo: Elo, exact: bool, speaker: Tongue) -> str:
    """An Elo difference. It has no number if one side made all the points, but a bound."""
    difference = None if elo.difference is None else speaker.signed(elo.difference)
    low, high = (None if end is None else speaker.signed(end) for end in (elo.low, elo.high))
    if exact:
        return speaker.say("reports.elo-exact", elo=difference or speaker.say("reports.one-sided"))
    if difference is None:
        if low is None and high is None:
            return NOTHING
        return speaker.say("reports.at-most" if low is None else "reports.at-least", end=low or high)
    if low is None or high is None:
        bound = speaker.say("reports.below" if low is None else "reports.above", end=low or high)
    else:
        bound = speaker.say("reports.range", low=low, high=high)
    return f"{difference} (95 %: {bound})"
