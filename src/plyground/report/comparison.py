"""An experiment as text and as data: how it was measured, the report of its games, values by depth."""

from __future__ import annotations

from typing import Any

from plyground.arena.store import Store
from plyground.columns import table
from plyground.report.conditions import conditions
from plyground.report.curves import depth_tables
from plyground.report.figures import figures
from plyground.report.summary import report
from plyground.report.text import report_text


def comparison_text(store: Store) -> str:
    """The tables of an experiment, as `plyground compare` prints them."""
    found = report(store)
    by_depth = depth_tables(figures(store, found))
    parts = [str(conditions(store)), report_text(found, advise=False)]
    parts += [f"{each.caption.partition('. ')[0]}\n{table(each.heads, each.rows)}" for each in by_depth]
    return "\n\n".join(parts)


def comparison_json(store: Store) -> dict[str, Any]:
    """The same as data, as `plyground compare --json` prints it."""
    found = report(store)
    drawn = [
        {
            "name": f.name,
            "x": f.x,
            "y": f.y,
            "series": {s.name: list(s.points) for s in f.series if s.points},
        }
        for f in figures(store, found)
    ]
    how = [list(row) for row in conditions(store).rows]
    return found.to_json() | {"conditions": how, "figures": drawn}
