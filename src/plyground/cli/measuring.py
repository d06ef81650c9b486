"""Commands about our own numbers: signature."""

from __future__ import annotations

from typing import Annotated

import typer

from plyground.cli.app import command
from plyground.cli.output import Stopwatch, print_json, table, tracked
from plyground.cli.positions import AsJson, Core, WhichCore
from plyground.signature import Entry, how_many, searches
from plyground.signature import signature as signature_of


@command
def signature(
    core: WhichCore = Core.auto,
    each: Annotated[bool, typer.Option("--each", help="Print every search, too.")] = False,
    as_json: AsJson = False,
) -> None:
    """Search a fixed row of positions and print the total: the same in both cores and on every machine."""
    clock = Stopwatch()
    entries = list(tracked(clock.over(searches(core.value)), how_many(), "searching"))
    total = signature_of(iter(entries))
    ran = sorted({entry.found.core for entry in entries})
    if as_json:
        rows = [_as_json(entry) for entry in entries] if each else None
        return print_json(
            {"nodes": total.nodes, "digest": total.digest, "searches": total.searches}
            | {"core": "/".join(ran), "seconds": clock.seconds}
            | ({"each": rows} if rows is not None else {})
        )
    if each:
        heads = ("game", "position", "agent", "score", "nodes")
        shown = (
            (e.game, e.position, e.agent, str(e.found.score), f"{e.found.stats.nodes:,}") for e in entries
        )
        typer.echo(table(heads, shown, left=3) + "\n")
    typer.echo(f"signature {total}")
    typer.echo(f"{total.searches} searches, {'/'.join(ran)} core, {clock.seconds:.3f} s")
    return None


def _as_json(entry: Entry) -> dict[str, object]:
    found = entry.found
    return {
        "game": entry.game,
        "position": entry.position,
        "agent": entry.agent,
        "score": found.score,
        "line": list(found.line),
        "nodes": found.stats.nodes,
        "table_hits": found.stats.table_hits,
    }
