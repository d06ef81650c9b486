"""Default limits of our agents, so that bare names play sensibly in every game.

A tree searcher gets a depth that takes only a moment, or no limit in small games. Under a clock, and in a
user's game, of which nobody knows how large it is, it plays as iterative deepening over itself. In Python
code nothing is chosen: `AlphaBeta()` searches to the end.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from math import log
from typing import Any

from plyground.agents.registry import AGENTS, load_agent
from plyground.agents.written import is_tree_searcher
from plyground.evaluation import is_data
from plyground.evaluation.kept_weights import WEIGHTS_SCHEMES
from plyground.game import Game
from plyground.games.line import LineGame
from plyground.games.tree import TreeGame
from plyground.native import is_native_game
from plyground.searchers import Deepening, Limits, MemoMinimax, Minimax, Searcher
from plyground.searchers.native import twin_of
from plyground.searchers.searcher import TreeSearcher
from plyground.spec import Spec

DEFAULT_SECONDS = 1.0  # for iterative deepening
# For a search of a user's game: the nodes decide, unless the rules are slow.
OWN_NODES, OWN_SECONDS = 20_000, 2.0
SMALL = 9  # cells of a board that every search of ours finishes at once
PATIENT_NODES = 3_000_000  # nodes that the compiled core searches in an acceptable time
SLOW_NODES = 60_000  # the same in Python
_BUDGET: dict[str, Any] = {"seconds": OWN_SECONDS, "nodes": OWN_NODES}  # in the order of the options
_KINDS = AGENTS | {kind.__name__: kind for kind in AGENTS.values()}  # a repr names the class


def default_depth(kind: type[Searcher], game: Game[Any], core: str = "auto") -> int | None:
    """The default depth of a tree searcher in a game; None means to the end."""
    if isinstance(game, TreeGame):
        return None
    if isinstance(game, LineGame):
        if game.cells <= SMALL:
            return None
        branches, most = game.columns if game.gravity else game.cells, game.cells
        fast = core != "python" and is_native_game(game)
        nodes = PATIENT_NODES if fast else SLOW_NODES
    else:
        branches, most, nodes = len(game.start().moves()), 8, SLOW_NODES
    depth = max(1, min(most, int(log(nodes, max(2, branches)))))
    pruned = not issubclass(kind, Minimax | MemoMinimax)
    return min(most, depth + max(1, depth // 3)) if pruned else depth


def with_default_limit(agent: Searcher, game: Game[Any], limits: Limits) -> Searcher:
    """The agent with a default limit for the game, if neither its options nor the limits give one."""
    timed = limits.nodes is not None or limits.seconds is not None
    if isinstance(agent, Deepening):
        own = (agent.max_depth, agent.seconds, agent.nodes)
        given = timed or limits.depth is not None or any(limit is not None for limit in own)
        if given or default_depth(type(agent.inner), game) is None:
            return agent
        return replace(agent, **_BUDGET) if _is_own(game) else replace(agent, seconds=DEFAULT_SECONDS)
    if not isinstance(agent, TreeSearcher) or agent.depth is not None or limits.depth is not None:
        return agent
    if timed:
        return Deepening(replace(agent, core="auto"), core=agent.core)
    if _is_own(game):
        return Deepening(replace(agent, core="auto"), core=agent.core, **_BUDGET)
    depth = _depth_of(agent, game)
    return agent if depth is None else replace(agent, depth=depth)


def _is_own(game: Game[Any]) -> bool:
    """Whether nothing but its rules is known of a game."""
    return not isinstance(game, LineGame | TreeGame)


def _depth_of(agent: TreeSearcher, game: Game[Any]) -> int | None:
    """The default depth of an agent; a user's searcher runs in Python, and may not prune."""
    if twin_of(type(agent)) is None:
        return default_depth(Minimax, game, "python")
    return default_depth(type(agent), game, agent.core if is_data(agent.evaluate) else "python")


def spec_with_default_limit(spec: str, game: Game[Any], limits: Limits) -> str:
    """The same for a spec; agents that search no tree, and agents that cannot be made, stay as written."""
    parsed = Spec.parse(spec)
    kind, path = _KINDS.get(parsed.name), parsed.name.removeprefix("python:")
    if kind is not None and not any(_code(parsed)):
        agent = load_agent(spec)
        found = with_default_limit(agent, game, limits)
        return spec if found is agent else found.spec
    # Searchers and evaluations of the user's own are code that runs only where a game is played: the text
    # is changed.
    searches = issubclass(kind, TreeSearcher) if kind else is_tree_searcher(path)
    if not searches or parsed.args or {"depth", "core"} & parsed.options.keys() or limits.depth is not None:
        return spec
    if limits.nodes is not None or limits.seconds is not None:
        return str(Spec(Deepening.name, (), {"inner": replace(parsed, name=path)}))
    if _is_own(game):
        return str(Spec(Deepening.name, (), {"inner": replace(parsed, name=path), **_BUDGET}))
    depth = default_depth(kind or Minimax, game, "python")
    return str(replace(parsed, options={"depth": depth} | parsed.options)) if depth else spec


def _code(spec: Spec) -> Iterator[str]:
    """The user's code that the options of an agent name."""
    for value in (*spec.args, *spec.options.values()):
        if isinstance(value, Spec):
            yield from _code(value)
        elif isinstance(value, str) and ":" in value and not value.startswith(WEIGHTS_SCHEMES):
            yield value
