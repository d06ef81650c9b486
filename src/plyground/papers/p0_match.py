"""The match of P0: five tests of five games, whose nodes depend only on the corners that MTT draws."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import count
from math import sqrt
from statistics import fmean, pvariance

from plyground.agents.published.p0 import CORNERS, P0AlphaBeta, P0Mtt
from plyground.papers.claim import Verdict
from plyground.papers.p0_games import START, Game, play, tree_size
from plyground.search.searcher import Searcher

TESTS, ROUNDS = 5, 5
OPENED_BY_MTT = len(range(0, ROUNDS, 2))  # of the games of a test: roles alternate, and MTT begins


@dataclass(frozen=True)
class Spread:
    """A mean over all games of all tests, and what chance makes of it."""

    mean: float
    deviation: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.mean:,.1f} ± {self.deviation:,.1f} ({self.low:,.1f} to {self.high:,.1f})"

    def judge(self, published: float) -> Verdict:
        if round(self.mean, 1) == published:
            return "exact"
        near = abs(published - self.mean) <= 2 * self.deviation
        return "within noise" if near and self.low <= published <= self.high else "contradicted"


@cache
def mtt(corner: int = CORNERS[0]) -> P0Mtt:
    """The MTT player whose seed draws that corner."""
    players = map(P0Mtt, count())
    return next(player for player in players if player.search(START).move == corner)


@cache
def opened_by_mtt(carried: bool = False) -> tuple[Game, ...]:
    """The games that MTT opens, one a corner; after that nothing is left to chance."""
    return tuple(play(mtt(corner), P0AlphaBeta(carried)) for corner in CORNERS)


@cache
def opened_by_alphabeta(carried: bool = False) -> Game:
    """The one game that alpha-beta opens."""
    return play(P0AlphaBeta(carried), mtt())


def costs(player: type[Searcher], carried: bool = False) -> tuple[list[int], int]:
    """The nodes of a player in the games that MTT opens, and in the one that alpha-beta opens."""
    seat = _seat(player)
    return [game.nodes[seat] for game in opened_by_mtt(carried)], opened_by_alphabeta(carried).nodes[
        1 - seat
    ]


def nodes(player: type[Searcher], opened: int = OPENED_BY_MTT, carried: bool = False) -> Spread:
    """The mean nodes a game over all tests, if MTT opens so many games of each."""
    drawn, fixed = costs(player, carried)
    deviation = sqrt(pvariance(drawn) * opened / TESTS) / ROUNDS
    mean, low, high = (mixed(some, fixed, opened) for some in (fmean(drawn), min(drawn), max(drawn)))
    return Spread(mean, deviation, low, high)


def mixed(drawn: float, fixed: float, opened: int = OPENED_BY_MTT) -> float:
    """The mean a game, if MTT opens so many of a test and alpha-beta the others."""
    return (opened * drawn + (ROUNDS - opened) * fixed) / ROUNDS


def saved(player: type[Searcher]) -> float:
    """How many times fewer nodes than plain minimax needs in the same decisions of the same games."""
    seat = _seat(player)
    drawn = fmean(_plain_nodes(game, seat) for game in opened_by_mtt())
    return mixed(drawn, _plain_nodes(opened_by_alphabeta(), 1 - seat)) / nodes(player).mean


def _plain_nodes(game: Game, seat: int) -> int:
    total, position = 0, START
    for move in game.moves:
        if position.to_move.value == seat and position != START:
            total += tree_size(position)
        position = position.after(move)
    return total


@cache
def seconds() -> tuple[float, float]:
    """Seconds a game of MTT and of alpha-beta, each in its best of three matches."""
    matches = [_seconds_of_a_match() for _ in range(3)]
    return min(table for table, _ in matches), min(pruned for _, pruned in matches)


def _seconds_of_a_match() -> tuple[float, float]:
    ours = [play(mtt(corner), P0AlphaBeta()).seconds for corner in CORNERS]
    theirs = play(P0AlphaBeta(), mtt()).seconds
    return (
        mixed(fmean(game[0] for game in ours), theirs[1]),
        mixed(fmean(game[1] for game in ours), theirs[0]),
    )


def _seat(player: type[Searcher]) -> int:
    """Where a player sits in the games that MTT opens."""
    return 0 if player is P0Mtt else 1
