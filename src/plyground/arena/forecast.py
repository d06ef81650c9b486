"""About how long a run will take, before it begins: limits × plies × games / workers.

It is an estimate. The rates are those of one core of 2026; a search that needs less than its limit ends
early, and how long games last is only known afterwards.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from plyground.agents import AGENTS, load_agent
from plyground.agents.defaults import SMALL
from plyground.arena.clock import TimeControl
from plyground.arena.plan import Plan
from plyground.game import Game, Position
from plyground.games.line import LineGame
from plyground.games.registry import load_game
from plyground.native import is_native_game
from plyground.rng import SplitMix64
from plyground.searchers import MCTS, Deepening, MemoMinimax, Minimax, Searcher
from plyground.searchers.searcher import TreeSearcher
from plyground.searchers.types import stricter
from plyground.spec import Spec

NODES_PER_SECOND = 6e6  # of the compiled core
SLOW_NODES_PER_SECOND = 2.5e5  # in Python
PLAYOUT, PLAYOUT_CELL = 5e-7, 4e-8  # seconds, and more for each cell of the board
NODES_A_ROUND = 4
OTHER_CELLS = 40  # a game without a board, compared with one
SLOWER_IN_PYTHON = 100
GAME_OVERHEAD = 0.01  # seconds
START = 1.0  # seconds until the first move
PRUNED = 0.85  # alpha-beta searches about b^(0.85 d) nodes where minimax searches b^d
PAPERS = ("p0.", "p1.", "p2.", "p3.", "p4.")  # whose players are Python
SMALL_TREES = (550_000, 21_000)  # nodes of tic-tac-toe, without and with pruning
FEW_NODES = 100  # of a game that is a small tree
AT_ONCE = 2e-4  # seconds of a move without a search
SAMPLES, LONG = 8, 300  # games played at random to see how long they last, and plies of one


@dataclass(frozen=True)
class MoveForecast:
    """What a move of an agent takes, and what it would take if no time limited it."""

    seconds: float
    needed: float


@dataclass(frozen=True)
class Forecast:
    """The estimate for a run; a forecast of a move for each agent."""

    seconds: float
    plies: int  # of a game
    workers: int
    moves: tuple[MoveForecast, ...]


def forecast(plan: Plan, workers: int) -> Forecast:
    """The estimate for a plan whose agents have their limits."""
    game = load_game(plan.game)
    plies = typical_plies(game)
    moves = tuple(_move(spec, game, plan.control, plies) for spec in plan.agents)
    each = [plies / 2 * (moves[a].seconds + moves[b].seconds) + GAME_OVERHEAD for a, b in plan.pairings]
    at_a_time = max(1, min(workers, plan.total_pairs))
    return Forecast(START + plan.games * sum(each) / at_a_time, plies, at_a_time, moves)


def typical_plies(game: Game[Any]) -> int:
    """How long a game between good players lasts, about."""
    if isinstance(game, LineGame):
        return max(1, round(game.cells * (0.8 if game.cells <= 64 else 0.3)))
    return _random_length(game.spec)


@lru_cache(maxsize=64)
def _random_length(spec: str) -> int:
    """The mean length of a few games played at random, always the same ones."""
    start = load_game(spec).start()
    lengths = [sum(1 for _ in _random_game(start, seed)) for seed in range(SAMPLES)]
    return max(1, round(sum(lengths) / SAMPLES))


def _random_game(position: Position[Any], seed: int) -> Iterator[Position[Any]]:
    rng = SplitMix64(seed)
    for _ in range(LONG):
        moves = position.moves()
        if not moves:
            return
        position = position.after(rng.choice(moves))
        yield position


def _move(spec: str, game: Game[Any], control: TimeControl, plies: int) -> MoveForecast:
    most = control.seconds if control.seconds is not None else control.patience
    if control.clock is not None:
        most = control.clock.base / plies * 2 + control.clock.increment
    if Spec.parse(spec).name not in AGENTS:
        return MoveForecast(most, most)  # a user's agent may take all it is given
    agent = load_agent(spec)
    if isinstance(agent, Deepening) and agent.seconds is not None:
        most = min(most, agent.seconds)
    nodes = _nodes(agent, game, control, plies)
    needed = AT_ONCE + nodes / _rate(agent, game)
    if isinstance(agent, MCTS):
        needed = AT_ONCE + _playouts(agent, game, control.nodes)
    return MoveForecast(min(most, needed), needed)


def _nodes(agent: Searcher, game: Game[Any], control: TimeControl, plies: int) -> float:
    """The nodes of a move: those of its depth, or of the rest of a small game; inf without an end."""
    inner = agent.inner if isinstance(agent, Deepening) else agent
    depth = stricter(getattr(agent, "max_depth", None), control.depth)
    depth = stricter(depth, getattr(agent, "depth", None))
    whole = not isinstance(inner, Minimax | MemoMinimax)
    if not isinstance(inner, TreeSearcher) and depth is None:
        small = isinstance(game, LineGame) and game.cells <= SMALL
        found = SMALL_TREES[0] / plies if small and agent.name.startswith(PAPERS) else 1.0
    elif isinstance(game, LineGame) and game.cells <= SMALL:
        found = SMALL_TREES[whole] / plies  # later moves have next to nothing left to search
    elif depth is None:
        found = math.inf if isinstance(game, LineGame) else FEW_NODES
    else:
        found = _branches(game) ** ((PRUNED if whole else 1.0) * min(depth, plies))
    return min(found, control.nodes or math.inf)


def _branches(game: Game[Any]) -> int:
    if isinstance(game, LineGame):
        return game.columns if game.gravity else max(2, round(0.8 * game.cells))
    return max(2, len(game.start().moves()))


def _rate(agent: Searcher, game: Game[Any]) -> float:
    return NODES_PER_SECOND if _is_compiled(agent, game) else SLOW_NODES_PER_SECOND


def _is_compiled(agent: Searcher, game: Game[Any]) -> bool:
    return is_native_game(game) and not agent.name.startswith(PAPERS) and agent.core != "python"


def _playouts(agent: MCTS, game: Game[Any], nodes: int | None) -> float:
    cells = game.cells if isinstance(game, LineGame) else OTHER_CELLS
    each = PLAYOUT + PLAYOUT_CELL * cells
    rounds = min(agent.rounds, (nodes or math.inf) / NODES_A_ROUND)
    return rounds * each * (1 if _is_compiled(agent, game) else SLOWER_IN_PYTHON)
