"""Agents by name: `load_agent("perfect(blunder=0.1)")`, every searcher's spec, and whatever is not ours."""

from __future__ import annotations

from importlib import import_module

from plyground.agents.agent import Entrant
from plyground.agents.published import PUBLISHED
from plyground.agents.searching import searching
from plyground.errors import BadSpec, clip
from plyground.search import SEARCHERS, Searcher, load_searcher
from plyground.solver import Perfect
from plyground.spec import Spec

_BEYOND_SEARCHERS: tuple[type[Searcher], ...] = (Perfect, *PUBLISHED)
AGENTS: dict[str, type[Searcher]] = SEARCHERS | {kind.name: kind for kind in _BEYOND_SEARCHERS}

# Who is not ours, by what a spec begins with: `kaggle:file.py`. Each module has a function `entrant`.
SCHEMES: dict[str, str] = {
    "python": "plyground.agents.user",
    "kaggle": "plyground.agents.foreign.kaggle",
    "cs50": "plyground.agents.foreign.cs50",
    "aima": "plyground.agents.foreign.aima",
    "openspiel": "plyground.agents.foreign.openspiel",
    "engine": "plyground.agents.engine.entrant",
}


def load_agent(spec: str) -> Searcher:
    """The built-in agent that a spec names, by its file's name or as its repr writes it."""
    parsed = Spec.parse(spec)
    for kind in _BEYOND_SEARCHERS:
        if parsed.name in (kind.name, kind.__name__):
            return parsed.build(kind)
    if parsed.name not in SEARCHERS and not parsed.name[:1].isupper():
        names = ", ".join(sorted(AGENTS))
        raise BadSpec(f"no agent {clip(parsed.name)}", parsed.name, None, f"agents are {names}")
    return load_searcher(spec)


def load_entrant(spec: str) -> Entrant:
    """Who a spec names as a player of matches: a built-in agent, or one with a scheme: `kaggle:file.py`."""
    parsed = Spec.parse(spec)
    if module := SCHEMES.get(parsed.name.partition(":")[0]):
        made: Entrant = import_module(module).entrant(parsed)
        return made
    return searching(load_agent(spec))
