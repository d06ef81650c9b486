"""What a page says of a run before it begins: how long it takes, about, and what is not as it looks."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from plyground.agents import load_agent
from plyground.agents.defaults import SMALL, spec_with_default_limit
from plyground.arena.evidence import chance_of
from plyground.arena.forecast import Forecast, forecast
from plyground.arena.plan import Plan
from plyground.arena.pool import default_workers
from plyground.game import Game
from plyground.games.line import LineGame
from plyground.games.registry import load_game
from plyground.message import Message, say
from plyground.searchers import Deepening
from plyground.searchers.searcher import TreeSearcher
from plyground.ui.web.serialize import message_json

TOO_LITTLE = 1.5  # times the time it has: what a search needs that will be stopped
BLIND = "zero"  # the evaluation that sees nothing


def page_workers(plan: Plan) -> int:
    """How many games of a page's run are played at a time: a core is left for the browser."""
    return max(1, default_workers(plan) - 1)


def preview(plan: Plan) -> dict[str, Any]:
    """The estimate for a plan, and remarks about its agents."""
    game = load_game(plan.game)
    limits = plan.control.limits
    agents = tuple(spec_with_default_limit(spec, game, limits) for spec in plan.agents)
    ready = replace(plan, agents=agents, names=())
    found = forecast(ready, page_workers(plan))
    return {
        "seconds": found.seconds,
        "plies": found.plies,
        "workers": found.workers,
        "remarks": [message_json(each, with_tone=False) for each in _remarks(plan, ready, game, found)],
    }


def _remarks(asked: Plan, plan: Plan, game: Game[Any], found: Forecast) -> Iterator[Message]:
    for place, spec in enumerate(plan.agents):
        if asked.agents[place] != spec:
            yield say("arena.chosen", asked=asked.agents[place], agent=spec)
        if _is_blind(spec, game):
            yield say("arena.blind", agent=spec)
        if short := _is_stopped_short(spec, plan, found.moves[place].needed):
            yield short
    if plan.openings == "none" and not plan.timed:
        yield from _copies(plan)


def _is_blind(spec: str, game: Game[Any]) -> bool:
    """Whether an agent looks some plies ahead and sees nothing there but wins and losses."""
    agent = load_agent(spec)
    inner = agent.inner if isinstance(agent, Deepening) else agent
    return (
        isinstance(inner, TreeSearcher)
        and inner.evaluate == BLIND
        and isinstance(game, LineGame)
        and game.cells > SMALL
    )


def _is_stopped_short(spec: str, plan: Plan, needed: float) -> Message | None:
    """A search to a depth that its time does not allow plays the best of a few moves."""
    has = plan.control.seconds if plan.control.seconds is not None else plan.control.patience
    agent = load_agent(spec)
    if not isinstance(agent, TreeSearcher) or needed < TOO_LITTLE * has:
        return None
    if math.isinf(needed):
        return say("arena.endless", agent=spec)
    return say("arena.stopped-short", agent=spec, need=needed, has=has)


def _copies(plan: Plan) -> Iterator[Message]:
    for one, other in plan.pairings:
        if not any(chance_of(plan.agents[agent]) for agent in (one, other)) and plan.games > 2:
            yield say("arena.copies", one=plan.agents[one], other=plan.agents[other])
            return
