"""Agents by name: `load_agent("perfect(blunder=0.1)")`, and every searcher's spec."""

from __future__ import annotations

from plyground.errors import BadSpec, clip
from plyground.search import SEARCHERS, Searcher, load_searcher
from plyground.solver import Perfect
from plyground.spec import Spec

_BEYOND_SEARCHERS: tuple[type[Searcher], ...] = (Perfect,)
AGENTS: dict[str, type[Searcher]] = SEARCHERS | {kind.name: kind for kind in _BEYOND_SEARCHERS}


def load_agent(spec: str) -> Searcher:
    """The agent that a spec names, by its file's name or as its repr writes it."""
    parsed = Spec.parse(spec)
    for kind in _BEYOND_SEARCHERS:
        if parsed.name in (kind.name, kind.__name__):
            return parsed.build(kind)
    if parsed.name not in SEARCHERS and not parsed.name[:1].isupper():
        names = ", ".join(sorted(AGENTS))
        raise BadSpec(f"no agent {clip(parsed.name)}", parsed.name, None, f"agents are {names}")
    return load_searcher(spec)
