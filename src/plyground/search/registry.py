"""Searchers by name: `load_searcher("deepening(inner=alphabeta(order='centre'), seconds=1)")`."""

from __future__ import annotations

from typing import Any

from plyground.errors import BadSpec, clip
from plyground.evaluation import Windows
from plyground.search.alphabeta import AlphaBeta
from plyground.search.deepening import Deepening
from plyground.search.greedy import Greedy
from plyground.search.mcts import MCTS
from plyground.search.memo import MemoMinimax
from plyground.search.minimax import Minimax
from plyground.search.mtdf import MTDf
from plyground.search.proof import ProofNumber
from plyground.search.pvs import PVS
from plyground.search.random import Random
from plyground.search.searcher import Searcher
from plyground.search.table_alphabeta import TableAlphaBeta
from plyground.spec import Spec

CLASSES: tuple[type[Searcher], ...] = (
    Random,
    Greedy,
    Minimax,
    MemoMinimax,
    AlphaBeta,
    TableAlphaBeta,
    PVS,
    MTDf,
    Deepening,
    MCTS,
    ProofNumber,
)
SEARCHERS: dict[str, type[Searcher]] = {kind.name: kind for kind in CLASSES}
_BY_LABEL = {kind.__name__: kind for kind in CLASSES}  # as repr writes it


def load_searcher(spec: str) -> Searcher:
    """The searcher that a spec names, by its file's name or as its repr writes it."""
    return _made(Spec.parse(spec))


def _made(spec: Spec) -> Searcher:
    kind = SEARCHERS.get(spec.name) or _BY_LABEL.get(spec.name)
    if kind is None:
        names = ", ".join(sorted(SEARCHERS))
        raise BadSpec(f"no agent {clip(spec.name)}", spec.name, None, f"agents are {names}")
    return spec.build(kind, resolve=_part)


def _part(spec: Spec) -> Any:
    return spec.build(Windows) if spec.name == "Windows" else _made(spec)
