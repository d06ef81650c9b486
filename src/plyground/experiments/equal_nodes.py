"""Equal nodes: an agent against the evaluation `windows`, in searches that differ in nothing else.

A search to a fixed depth cannot use a number of nodes: it ends before, or is stopped in its midst. So a
tree searcher of ours plays as iterative deepening over itself, and its opponent is the same search with
another evaluation. Other agents play as they are.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from plyground.agents import load_agent, load_entrant
from plyground.searchers import PVS, AlphaBeta, Deepening, MemoMinimax, Minimax, MTDf, TableAlphaBeta
from plyground.searchers.searcher import Searcher, TreeSearcher
from plyground.spec import Spec

WINDOWS = "windows"
AUTO = "auto"  # which is windows in line games
REFERENCE = "deepening(inner=table_alphabeta(evaluate='windows', order=('best', 'centre')))"
OURS: tuple[type[TreeSearcher], ...] = (Minimax, MemoMinimax, AlphaBeta, TableAlphaBeta, PVS, MTDf)

How = Literal["evaluation", "search", "itself", "as-it-is"]


@dataclass(frozen=True)
class EqualSides:
    """Who plays with equal nodes: the agent, its opponent, and what is compared.

    Their evaluations, their searches if both evaluations are `windows`, nothing if both are the same; or
    the agent plays as it is.
    """

    agent: str
    opponent: str
    how: How


def equal_sides(spec: str) -> EqualSides:
    """The sides of an agent that a spec names."""
    entrant = load_entrant(spec)
    if entrant.trusted:
        own = deepened(load_agent(spec))
        return EqualSides(spec, REFERENCE, "as-it-is") if own is None else sides_of(own, own.spec)
    return _with_users_evaluation(Spec.parse(spec)) or EqualSides(spec, REFERENCE, "as-it-is")


def sides_of(own: Deepening, spec: str) -> EqualSides:
    """The sides of a searcher that was deepened, by its spec."""
    if own.inner.evaluate not in (WINDOWS, AUTO):
        return EqualSides(spec, with_windows(own).spec, "evaluation")
    same = with_windows(own).spec == load_agent(REFERENCE).spec
    return EqualSides(spec, REFERENCE, "itself" if same else "search")


def deepened(agent: Searcher) -> Deepening | None:
    """Iterative deepening over a tree searcher of ours, limited by nodes alone; None for other agents."""
    if isinstance(agent, Deepening) and type(agent.inner) in OURS:
        return replace(agent, inner=replace(agent.inner, depth=None), depth=None, seconds=None)
    if isinstance(agent, TreeSearcher) and type(agent) in OURS:
        return Deepening(replace(agent, depth=None, core="auto"), core=agent.core)
    return None


def with_windows(agent: Deepening) -> Deepening:
    """The same search with the evaluation `windows`."""
    return replace(agent, inner=replace(agent.inner, evaluate=WINDOWS))


def _with_users_evaluation(spec: Spec) -> EqualSides | None:
    """The sides of a searcher of ours whose evaluation is a user's code, which is not run here."""
    inner = spec.options.get("inner", spec)
    if not isinstance(inner, Spec) or inner.args or not isinstance(inner.options.get("evaluate"), str):
        return None
    known = replace(inner, options=inner.options | {"evaluate": WINDOWS})
    whole = known if inner is spec else replace(spec, options=spec.options | {"inner": known})
    if not load_entrant(str(whole)).trusted:
        return None
    other = deepened(load_agent(str(whole)))
    if other is None:
        return None
    found = Spec.parse(other.spec)
    search = found.options["inner"]
    named = replace(search, options=search.options | {"evaluate": inner.options["evaluate"]})
    own = replace(found, options=found.options | {"inner": named})
    return EqualSides(str(own), other.spec, "evaluation")
