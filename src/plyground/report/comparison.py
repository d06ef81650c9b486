"""An experiment as text and as data: its sentences, how it was measured, its games, values by depth."""

from __future__ import annotations

from typing import Any

from plyground.arena.store import Store
from plyground.columns import table
from plyground.report.conditions import conditions
from plyground.report.curves import depth_tables
from plyground.report.figures import figures
from plyground.report.run_findings import run_findings
from plyground.report.summary import report
from plyground.report.tables import ReportTable
from plyground.report.text import report_text
from plyground.words import Tongue, tongue

FIRST = ("pruning", "nodes-by-depth")  # the table by depth of the first screen


def comparison_text(store: Store, speaker: Tongue | None = None, full: bool = True) -> str:
    """What an experiment has shown, as `plyground compare` prints it."""
    speaker = speaker or tongue("en")
    found = report(store)
    by_depth = depth_tables(figures(store, found, speaker.language))
    sentences = run_findings(store, found)
    text = report_text(found, speaker, findings=sentences, full=full, advise=False)
    if full:
        return "\n\n".join([text, *map(_by_depth, by_depth), str(conditions(store, speaker))])
    named = {each.name: each for each in by_depth}
    return "\n\n".join([text, *(_by_depth(named[name]) for name in FIRST if name in named)][:2])


def _by_depth(each: ReportTable) -> str:
    return f"{each.caption.partition('. ')[0]}\n{table(each.heads, each.rows)}"


def comparison_json(store: Store, speaker: Tongue | None = None) -> dict[str, Any]:
    """The same as data, as `plyground compare --json` prints it."""
    speaker = speaker or tongue("en")
    found = report(store)
    drawn = [
        {
            "name": f.name,
            "x": f.x,
            "y": f.y,
            "series": {s.name: list(s.points) for s in f.series if s.points},
        }
        for f in figures(store, found, speaker.language)
    ]
    how = [list(row) for row in conditions(store, speaker).rows]
    said = [finding.to_json(speaker) for finding in run_findings(store, found)]
    return found.to_json() | {"findings": said, "conditions": how, "figures": drawn}
