"""The games of P4 played again: what each move cost, and the rows of its tables.

Where only nodes count, `decision` plays, and its answers are cached: minimax decides as alpha-beta does
(the claim P4.pruning), and the number of its nodes does not depend on their values.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from math import sqrt
from statistics import mean, median, stdev
from typing import NamedTuple

from plyground.game import Player
from plyground.games.line import LinePosition
from plyground.papers.p3.measures import CPU_TIME
from plyground.papers.p4.players import (
    GAME,
    LEAVES,
    P4AlphaBeta,
    P4Deepening,
    P4Minimax,
    minimax,
    program_score,
    text_score,
)
from plyground.rng import SplitMix64
from plyground.searchers import Limits, Minimax, Random, Searcher, SearchResult
from plyground.searchers.watch import Watch

DEPTHS = (2, 3, 4, 5)
UNLIMITED = Limits()
GAMES = 3  # of each kind, as in the paper
LIMITS = (1.0, 2.0)  # seconds, of Table 3
TIMED_MOVES = 8  # of iterative deepening against the clock, at each limit
SAMPLE = {2: 60, 3: 60, 4: 60, 5: 30}  # games at each depth that show how much is chance
TRIOS = 1000


class MeanDeviation(NamedTuple):
    """A mean and the standard deviation of a sample."""

    mean: float
    sd: float


class TableRow(NamedTuple):
    """A row of Table 1 or 2: a player to a depth over its games."""

    depth: int
    wins: int  # per cent
    nodes: MeanDeviation  # per move
    milliseconds: MeanDeviation


class PacedGames(NamedTuple):
    """A row of Table 3: iterative deepening with so many nodes per move instead of a clock."""

    won: tuple[bool, ...]
    depths: tuple[tuple[int, ...], ...]  # of each game


@dataclass(frozen=True)
class P4Game:
    """A game, and what its moves cost the player under study."""

    winner: Player | None
    text: str
    nodes: tuple[int, ...]
    results: tuple[SearchResult[int], ...] = ()


def spread(values: Iterable[float]) -> MeanDeviation:
    """Mean and deviation over the moves of all games together."""
    listed = list(values)
    return MeanDeviation(mean(listed), stdev(listed) if len(listed) > 1 else 0.0)


def play(player: Searcher, other: Searcher, limits: Limits = UNLIMITED, most: int = GAME.cells) -> P4Game:
    """A game in which the player that is looked at begins, or the first `most` plies of it."""
    position, text = GAME.start(), ""
    found: list[SearchResult[int]] = []
    while not position.ended and len(text) < most:
        if position.to_move is Player.FIRST:
            found.append(player.search(position, limits))
            move = found[-1].move
        else:
            move = other.search(position).move
        text += position.write(move)
        position = position.after(move)
    winner = position.ended.winner if position.ended else None
    return P4Game(winner, text, tuple(result.stats.nodes for result in found), tuple(found))


# ---------------------------------------------------------------- Tables 1 and 2, as the paper made them


@cache
def minimax_games(depth: int) -> tuple[P4Game, ...]:
    """Minimax against chance: what Table 1 and Figures 2 and 3 are made of."""
    return tuple(play(P4Minimax(depth, seed=n), Random(seed=n), CPU_TIME) for n in range(GAMES))


@cache
def alphabeta_games(depth: int) -> tuple[P4Game, ...]:
    """Alpha-beta against minimax to the same depth: what Table 2 is made of."""
    return tuple(play(P4AlphaBeta(depth, seed=n), P4Minimax(depth, seed=n), CPU_TIME) for n in range(GAMES))


def table1() -> tuple[TableRow, ...]:
    """Minimax against chance, a row for each depth."""
    return tuple(row(depth, minimax_games(depth)) for depth in DEPTHS)


def table2() -> tuple[TableRow, ...]:
    """Alpha-beta against minimax, a row for each depth."""
    return tuple(row(depth, alphabeta_games(depth)) for depth in DEPTHS)


def moves_of(games: Sequence[P4Game]) -> list[tuple[int, float]]:
    """Nodes and milliseconds of every move: the paper's CSV, for histograms."""
    return [(r.stats.nodes, 1000 * r.stats.seconds) for game in games for r in game.results]


def row(depth: int, games: Sequence[P4Game]) -> TableRow:
    """The row of a table for the games at a depth."""
    nodes, times = zip(*moves_of(games), strict=True)
    won = sum(game.winner is Player.FIRST for game in games)
    return TableRow(depth, 100 * won // len(games), spread(nodes), spread(times))


# ---------------------------------------------------------------- the same without clocks, often


@lru_cache(maxsize=1 << 17)
def decision(position: LinePosition, depth: int, version: str) -> tuple[int | None, int]:
    """The move of alpha-beta, if any is better than a loss, and the nodes that it visits."""
    watch = Watch(UNLIMITED)
    _, chosen = minimax(position, depth, LEAVES[version], True, watch)
    return chosen, watch.nodes


def all_nodes(position: LinePosition, depth: int) -> int:
    """How many nodes minimax visits, counted by the compiled core."""
    return Minimax(depth).search(position).stats.nodes


def against_chance(depth: int, version: str, seed: int, seat: Player = Player.FIRST) -> P4Game:
    """Minimax against a random player, by the seed; the nodes are those of minimax."""
    return _play_seeded(depth, version, seed, seat, chance_plays=True)


def against_itself(depth: int, version: str, seed: int, seat: Player = Player.FIRST) -> P4Game:
    """Alpha-beta in a seat against minimax to the same depth; the nodes are those of alpha-beta."""
    return _play_seeded(depth, version, seed, seat, chance_plays=False)


def _play_seeded(depth: int, version: str, seed: int, seat: Player, chance_plays: bool) -> P4Game:
    position, text, chance = GAME.start(), "", SplitMix64(seed)
    nodes: list[int] = []
    while not position.ended:
        own, move = position.to_move is seat, None
        if own or not chance_plays:
            move, looked = decision(position, depth, version)
            if own:
                nodes.append(all_nodes(position, depth) if chance_plays else looked)
        if move is None:
            move = chance.choice(position.moves())
        text += position.write(move)
        position = position.after(move)
    return P4Game(position.ended.winner, text, tuple(nodes))


@cache
def sample_against_chance(depth: int, version: str, seat: Player = Player.FIRST) -> tuple[P4Game, ...]:
    """Many games of minimax against chance."""
    return tuple(against_chance(depth, version, seed, seat) for seed in range(SAMPLE[depth]))


@cache
def sample_against_itself(depth: int, version: str) -> tuple[P4Game, ...]:
    """Many games of alpha-beta against minimax: they differ only where a side sees itself lost."""
    return tuple(against_itself(depth, version, seed) for seed in range(2 * SAMPLE[depth]))


def win_rate(games: Sequence[P4Game], seat: Player = Player.FIRST) -> float:
    """The share of games that a seat wins."""
    return mean(game.winner is seat for game in games)


def trios(games: Sequence[P4Game]) -> tuple[list[float], list[float]]:
    """The means and the deviations of nodes per move that three games drawn from these give, sorted."""
    chance = SplitMix64(len(games))
    sums = [(len(g.nodes), sum(g.nodes), sum(n * n for n in g.nodes)) for g in games]
    means, deviations = [], []
    for _ in range(TRIOS):
        moves, nodes, squares = map(sum, zip(*(chance.choice(sums) for _ in range(GAMES)), strict=True))
        means.append(nodes / moves)
        deviations.append(sqrt(max(0.0, (squares - nodes * nodes / moves) / (moves - 1))))
    return sorted(means), sorted(deviations)


# ---------------------------------------------------------------- Table 3


@cache
def timed_games(limit: float) -> P4Game:
    """The first moves of iterative deepening against alpha-beta to depth 5, by this machine's clock."""
    return play(P4Deepening(limit), P4AlphaBeta(5), most=2 * TIMED_MOVES - 1)


@cache
def paced_games(budget: int, deviation: int) -> PacedGames:
    """Whole games with nodes instead of a clock: the paper's mean per move, less and plus its ±."""
    patient = P4Deepening(1e9)
    budgets = (budget - deviation, budget, budget + deviation)
    games = [play(patient, P4AlphaBeta(5, seed=n), Limits(nodes=n)) for n in budgets]
    depths = tuple(tuple(result.stats.depth for result in game.results) for game in games)
    return PacedGames(tuple(game.winner is Player.FIRST for game in games), depths)


def table3() -> tuple[tuple[float, MeanDeviation, MeanDeviation, float], ...]:
    """Limit in seconds, milliseconds, nodes, median depth: of the moves that this machine's clock ended."""
    rows = []
    for limit in LIMITS:
        ended = [r.stats for r in timed_games(limit).results if r.stopped == "seconds"]
        times, nodes = spread(1000 * s.seconds for s in ended), spread(s.nodes for s in ended)
        rows.append((limit, times, nodes, float(median(s.depth for s in ended))))
    return tuple(rows)


# ---------------------------------------------------------------- positions


@cache
def positions(count: int, seed: int = 0) -> tuple[LinePosition, ...]:
    """Unfinished positions of random games, of all lengths."""
    chance = SplitMix64(seed)
    found: list[LinePosition] = []
    while len(found) < count:
        position = GAME.start()
        for _ in range(chance.below(32)):
            if not position.ended:
                position = position.after(chance.choice(position.moves()))
        if not position.ended:
            found.append(position)
    return tuple(found)


def boards_worth(score: int, version: str, games: int = 2000) -> str | None:
    """The moves to a first position of random games that a version gives a score, if any has it."""
    worth = {"program": program_score, "text": text_score}[version]
    for seed in range(games):
        position, text, chance = GAME.start(), "", SplitMix64(seed)
        while not position.ended:
            if worth(position) == score:
                return text
            move = chance.choice(position.moves())
            text += position.write(move)
            position = position.after(move)
    return None


def open_row_games(depth: int = 5) -> list[P4Game]:
    """Every game in which a person answers alpha-beta without ever playing on the first row."""
    games: list[P4Game] = []

    def go_on(position: LinePosition, text: str) -> None:
        if position.ended:
            games.append(P4Game(position.ended.winner, text, ()))
            return
        if position.to_move is Player.FIRST:
            move, _ = decision(position, depth, "program")
            moves: Iterable[int] = position.moves()[:1] if move is None else (move,)
        else:
            moves = [move for move in position.moves() if not GAME.bottom_row >> move & 1]
        for move in moves:
            go_on(position.after(move), text + position.write(move))

    go_on(GAME.start(), "")
    return games
