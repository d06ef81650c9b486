"""The command signature: one number that says whether every search still does the same."""

from __future__ import annotations

from typing import Annotated

import typer

from plyground.cli.options import AsJson, Core, WhichCore
from plyground.cli.output import Stopwatch, print_json, track_steps
from plyground.columns import table
from plyground.signature import SignatureSearch, search_count, searches
from plyground.signature import signature as signature_of


def signature(
    core: WhichCore = Core.auto,
    each: Annotated[bool, typer.Option("--each", help="Print every search, too.")] = False,
    as_json: AsJson = False,
) -> None:
    """Search a fixed row of positions and print the total: the same in both cores and on every machine."""
    clock = Stopwatch()
    entries = list(track_steps(clock.over(searches(core.value)), search_count(), "searching"))
    total = signature_of(iter(entries))
    ran = sorted({entry.found.core for entry in entries})
    if as_json:
        each_json = [_as_json(entry) for entry in entries] if each else None
        return print_json(
            {"nodes": total.nodes, "digest": total.digest, "searches": total.searches}
            | {"core": "/".join(ran), "seconds": clock.seconds}
            | ({"each": each_json} if each_json is not None else {})
        )
    if each:
        heads = ("game", "position", "agent", "score", "nodes")
        rows = (
            (e.game, e.position, e.agent, str(int(e.found.score)), f"{e.found.stats.nodes:,}")
            for e in entries
        )
        typer.echo(table(heads, rows, left=3) + "\n")
    typer.echo(f"signature {total}")
    typer.echo(f"{total.searches} searches, {'/'.join(ran)} core, {clock.seconds:.3f} s")
    return None


def _as_json(entry: SignatureSearch) -> dict[str, object]:
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
