"""The match of P0: five tests of five games, whose nodes depend only on the corners that MTT draws."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import count, product
from math import sqrt
from statistics import fmean, pvariance

from plyground.papers.p0.players import CORNERS, P0AlphaBeta, P0Mtt
from plyground.papers.p3.measures import CPU_TIME
from plyground.papers.tictactoe import START, TicTacToeGame, play, tree_size
from plyground.searchers.searcher import Searcher

NODES_MTT, NODES_ALPHABETA = 2947.4, 5333.6  # the means that the paper prints
SECONDS_MTT, SECONDS_ALPHABETA = 0.08704, 0.24008
TESTS, ROUNDS = 5, 5
OPENED_BY_MTT = len(range(0, ROUNDS, 2))  # of the games of a test: roles alternate, and MTT begins


@dataclass(frozen=True)
class NodesSpread:
    """A mean over all games of all tests, and how far chance moves it."""

    mean: float
    deviation: float
    low: float
    high: float

    def allows(self, published: float) -> bool:
        """Whether the published mean lies where chance brings 19 of 20 matches."""
        near = abs(published - self.mean) <= 2 * self.deviation
        return near and self.low <= published <= self.high


@cache
def mtt(corner: int = CORNERS[0]) -> P0Mtt:
    """The MTT player whose seed draws that corner."""
    players = map(P0Mtt, count())
    return next(player for player in players if player.search(START).move == corner)


@cache
def opened_by_mtt(carried: bool = False) -> tuple[TicTacToeGame, ...]:
    """The games that MTT opens, one for each corner. The corner is the only chance in them."""
    return tuple(play(mtt(corner), P0AlphaBeta(carried)) for corner in CORNERS)


@cache
def opened_by_alphabeta(carried: bool = False) -> TicTacToeGame:
    """The one game that alpha-beta opens."""
    return play(P0AlphaBeta(carried), mtt())


def costs(player: type[Searcher], carried: bool = False) -> tuple[list[int], int]:
    """The nodes of a player in the games that MTT opens, and in the one that alpha-beta opens."""
    seat = _seat(player)
    return [game.nodes[seat] for game in opened_by_mtt(carried)], opened_by_alphabeta(carried).nodes[
        1 - seat
    ]


def nodes(player: type[Searcher], opened: int = OPENED_BY_MTT, carried: bool = False) -> NodesSpread:
    """The mean nodes per game over all tests, if MTT opens so many games of each."""
    drawn, fixed = costs(player, carried)
    deviation = sqrt(pvariance(drawn) * opened / TESTS) / ROUNDS
    mean, low, high = (mix(some, fixed, opened) for some in (fmean(drawn), min(drawn), max(drawn)))
    return NodesSpread(mean, deviation, low, high)


@dataclass(frozen=True)
class Draw:
    """How often MTT drew each corner in all games that it opened, and the means that follow."""

    corners: tuple[int, ...]
    table: float
    pruned: float


@cache
def draws() -> tuple[Draw, ...]:
    """Every way to draw the corners of all games that MTT opens; their order does not matter."""
    opened = TESTS * OPENED_BY_MTT
    by_player = [costs(P0Mtt), costs(P0AlphaBeta)]
    found = []
    for corners in product(range(opened + 1), repeat=len(CORNERS)):
        if sum(corners) == opened:
            means = [
                mix(sum(n * cost for n, cost in zip(corners, drawn, strict=True)) / opened, fixed)
                for drawn, fixed in by_player
            ]
            found.append(Draw(corners, *means))
    return tuple(found)


def mix(drawn: float, fixed: float, opened: int = OPENED_BY_MTT) -> float:
    """The mean per game, if MTT opens so many games of a test and alpha-beta the others."""
    return (opened * drawn + (ROUNDS - opened) * fixed) / ROUNDS


def saved(player: type[Searcher]) -> float:
    """How many times fewer nodes than plain minimax needs in the same decisions of the same games."""
    seat = _seat(player)
    drawn = fmean(_plain_nodes(game, seat) for game in opened_by_mtt())
    return mix(drawn, _plain_nodes(opened_by_alphabeta(), 1 - seat)) / nodes(player).mean


def _plain_nodes(game: TicTacToeGame, seat: int) -> int:
    total, position = 0, START
    for move in game.moves:
        if position.to_move.value == seat and position != START:
            total += tree_size(position)
        position = position.after(move)
    return total


@cache
def seconds() -> tuple[float, float]:
    """Seconds per game of MTT and of alpha-beta, each in its best of three matches."""
    matches = [_seconds_of_a_match() for _ in range(3)]
    return min(table for table, _ in matches), min(pruned for _, pruned in matches)


def _seconds_of_a_match() -> tuple[float, float]:
    ours = [play(mtt(corner), P0AlphaBeta(), limits=CPU_TIME).seconds for corner in CORNERS]
    theirs = play(P0AlphaBeta(), mtt(), limits=CPU_TIME).seconds
    return (
        mix(fmean(game[0] for game in ours), theirs[1]),
        mix(fmean(game[1] for game in ours), theirs[0]),
    )


def _seat(player: type[Searcher]) -> int:
    """Where a player sits in the games that MTT opens."""
    return 0 if player is P0Mtt else 1
