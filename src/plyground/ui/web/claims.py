"""The papers, their claims, and what becomes of a claim when it is measured."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, Any

from plyground.errors import clip
from plyground.ui.web.rooms import Handler, Refused

if TYPE_CHECKING:
    from plyground.ui.web.connection import Connection

LONGEST = 300.0  # seconds: the slowest claim plays matches for half a minute


async def papers(connection: Connection, fields: Mapping[str, Any]) -> dict[str, Any]:
    """All papers with their claims."""
    return {"papers": await asyncio.to_thread(_papers)}


async def measure(connection: Connection, fields: Mapping[str, Any]) -> dict[str, Any]:
    """Measure one claim."""
    wanted = fields["claim"]
    known = await asyncio.to_thread(_papers)
    if wanted not in [claim["id"] for paper in known for claim in paper["claims"]]:
        raise Refused("jobs.no-claim", claim=clip(str(wanted)))
    reply = await connection.think([({"claim": wanted}, LONGEST)])
    found = {name: reply[name] for name in ("ours", "verdict", "why")}
    return {"finding": found | {"seconds": reply.cost.wall}}


@cache
def _papers() -> list[dict[str, Any]]:
    from plyground.papers import PAPERS  # slow to load

    return [
        {"name": name, "title": paper.TITLE, "claims": [_described(claim) for claim in paper.CLAIMS]}
        for name, paper in PAPERS.items()
    ]


def _described(claim: Any) -> dict[str, Any]:
    return {name: getattr(claim, name) for name in ("id", "claim", "published", "deterministic")}


HANDLERS: dict[str, Handler] = {"papers": papers, "measure": measure}
