"""The command agents: which agents there are."""

from __future__ import annotations

from dataclasses import fields

import typer

from plyground.agents import AGENTS
from plyground.cli.options import AsJson
from plyground.cli.output import print_json, print_text
from plyground.columns import fold, terminal_width
from plyground.evaluation.registry import EVALUATIONS
from plyground.searchers import Searcher
from plyground.spec import takes


def agents(as_json: AsJson = False) -> None:
    """List the agents, their options and what they do."""
    rows = [(name, _options(kind), _summary(kind)) for name, kind in AGENTS.items()]
    if as_json:
        keys = ("name", "takes", "summary")
        return print_json({"agents": [dict(zip(keys, row, strict=True)) for row in rows]})
    for name, options, summary in rows:
        for text, indent in ((f"{name}({options})", "        "), (f"    {summary}", "    ")):
            typer.echo("\n".join(fold(text, terminal_width() or len(text), indent)))
    print_text(
        "\nagents that are not ours are python:FILE.py:NAME, kaggle:FILE.py, cs50:FILE.py,\n"
        "aima:MODULE:FUNCTION, openspiel:BOT, engine:COMMAND;\n"
        "an algorithm of your own is FILE.py:CLASS\n"
        f"\nevaluate is auto (the game's own), {', '.join(EVALUATIONS)},\n"
        "'file:weights.json' (what plyground learn wrote), 'training:3@12000' (of the laboratory's\n"
        "page Learn: its third training after 12,000 games), Windows(own=(...), against=(...), centre=0),\n"
        "or your own: evaluate='FILE.py:FUNCTION'"
    )
    print_text("order is one or more of given, centre, best, killers, history: order=('best', 'centre')")
    return None


def _summary(kind: type[Searcher]) -> str:
    return (kind.__doc__ or "").strip().partition("\n")[0]


def _options(kind: type[Searcher]) -> str:
    return takes(kind) if fields(kind) else ""
