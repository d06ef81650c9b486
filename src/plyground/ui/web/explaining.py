"""Searches written down for the page that explains them, as `plyground explain --json` writes them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from plyground.errors import clip
from plyground.session.asking import START_SECONDS
from plyground.ui.web.allowed import agent_named, game_named, limits_wished, position_named
from plyground.ui.web.rooms import Handler, Refused

if TYPE_CHECKING:
    from plyground.ui.web.connection import Connection


async def explain(connection: Connection, fields: Mapping[str, Any]) -> dict[str, Any]:
    """The tree of a search. Without a limit it ends when as many nodes are searched as are written down."""
    caps = connection.lab.caps
    game, searcher = game_named(fields["game"]), agent_named(fields["agent"], caps)
    if not searcher.leaves_trace:
        raise Refused("jobs.no-trace", agent=clip(searcher.spec))
    position, limits = position_named(game, fields["position"]), limits_wished(fields, caps)
    rows = fields.get("rows") or caps.rows
    if rows > caps.rows:
        raise Refused("server.too-much", name="rows", most=caps.rows)
    unlimited = limits.depth is None and limits.nodes is None
    ask = {
        "trace": searcher.spec,
        "game": game.spec,
        "begin": position.text(),
        "limits": {
            "depth": limits.depth,
            "nodes": rows if unlimited else limits.nodes,
            "seconds": limits.seconds,
        },
        "rows": rows,
    }
    reply = await connection.think([(ask, START_SECONDS + caps.seconds)])
    return {"trace": reply["trace"], "result": reply["result"]}


HANDLERS: dict[str, Handler] = {"explain": explain}
