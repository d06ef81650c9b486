"""The page "Explain": traces of searches, as `plyground explain --json` writes them."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any

from plyground.errors import truncate
from plyground.session.machines import START_SECONDS
from plyground.ui.explain.limits import usual_limits
from plyground.ui.web.protocol import Refused
from plyground.ui.web.state import Handler, Lab, Page
from plyground.ui.web.validation import read_agent, read_game, read_limits, read_position


async def explain(page: Page, fields: Mapping[str, Any]) -> dict[str, Any]:
    """The tree of a search. Without a limit a small game is searched to its end, a large one to a depth."""
    job = page.begin_job()
    ask, chosen = await asyncio.to_thread(_request, page.lab, fields)  # a user's rules may take long
    reply = await page.run_job([(ask, START_SECONDS + page.lab.caps.seconds)], job)
    if not reply["trace"]["rows"]:
        raise Refused("jobs.by-heart", agent=truncate(ask["trace"]))
    trace = reply["trace"] | {"game": page.lab.users.name_of(ask["game"])}
    return {"trace": trace, "result": reply["result"], "depth": chosen}


def _request(lab: Lab, fields: Mapping[str, Any]) -> tuple[dict[str, Any], int | None]:
    """What a search process is asked for, and the depth that was chosen for it."""
    caps = lab.caps
    game = read_game(fields["game"], caps, lab.users)
    searcher = read_agent(fields["agent"], caps)
    if not searcher.can_trace:
        raise Refused("jobs.no-trace", agent=truncate(searcher.spec))
    position, limits = read_position(game, fields["position"]), read_limits(fields, caps)
    rows = fields.get("rows") or caps.rows
    if rows > caps.rows:
        raise Refused("server.too-much", name="rows", most=caps.rows)
    depth, nodes, chosen = limits.depth, limits.nodes, None
    if nodes is None and (depth is None or searcher.traced_in_python):  # which knows no depth
        usual = usual_limits(position, searcher, rows)
        depth = chosen = usual.depth
        nodes = usual.nodes
    ask = {
        "trace": searcher.spec,
        "game": game.spec,
        "begin": position.text(),
        "limits": {"depth": depth, "nodes": nodes, "seconds": limits.seconds},
        "rows": rows,
    }
    return ask, chosen


HANDLERS: dict[str, Handler] = {"explain": explain}
