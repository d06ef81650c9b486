"""The searchers under test, positions for them, and an oracle that shares no code with them."""

from __future__ import annotations

from functools import cache
from typing import Any

from plyground import Player, Position
from plyground.score import WIN
from plyground.searchers import (
    MCTS,
    PVS,
    AlphaBeta,
    Deepening,
    MemoMinimax,
    Minimax,
    MTDf,
    ProofNumber,
    Searcher,
    TableAlphaBeta,
)

ALL_ORDERS = ("best", "killers", "history")

# All of these find the value of a game, win in how many plies included.
EXACT: list[Searcher] = [
    Minimax(),
    AlphaBeta(),
    AlphaBeta(order=("killers", "history")),
    MemoMinimax(),
    MemoMinimax(symmetry=True),
    MemoMinimax(size=1),
    MemoMinimax(size=50, policy="deeper"),
    TableAlphaBeta(),
    TableAlphaBeta(symmetry=True),
    TableAlphaBeta(size=1),
    TableAlphaBeta(size=2, policy="deeper"),
    TableAlphaBeta(size=97, order=ALL_ORDERS, symmetry=True),
    PVS(),
    PVS(order=("history",)),
    MTDf(),
    MTDf(size=7),
    MTDf(symmetry=True, order=ALL_ORDERS),
    Deepening(),
    Deepening(PVS(order=ALL_ORDERS)),
    Deepening(TableAlphaBeta(order=ALL_ORDERS)),
    Deepening(TableAlphaBeta(size=5, order=ALL_ORDERS)),
    Deepening(MTDf(order=ALL_ORDERS)),
    Deepening(MemoMinimax()),
]
# These find who wins.
DECIDING: list[Searcher] = [
    AlphaBeta(plain=True),
    MemoMinimax(plain=True, symmetry=True),
    TableAlphaBeta(plain=True),
    PVS(plain=True),
    MTDf(plain=True),
    ProofNumber(),
    ProofNumber(size=1),
    ProofNumber("best_first"),
]
SOLVING = MCTS(rounds=10**6)  # goes on until the root is proven


@cache
def oracle(position: Position[Any]) -> int:
    """The value for the side to move: points, 0, or WIN less the plies to the end; by definition."""
    outcome = position.outcome()
    if outcome is None:
        best = max(-oracle(position.after(move)) for move in position.moves())
        return best - 1 if best > WIN // 2 else best + 1 if best < -WIN // 2 else best
    if outcome.points is not None:
        return outcome.points if position.to_move is Player.FIRST else -outcome.points
    return 0 if outcome.winner is None else WIN if outcome.winner is position.to_move else -WIN


def sign(score: int) -> int:
    return (score > 0) - (score < 0)
