"""Ratings of players from their games (Bradley & Terry 1952), on the Elo scale with mean 0.

The strengths maximize the likelihood; a draw is half a win and half a loss. Each player also has a few
draws, `prior`, against one fictitious average player: so unbeaten players have finite ratings, too.

Errors are computed from rounds, in which all pairings play one opening: the games of a round depend on each
other, and a repeated round is no new evidence. Each round has an influence on a rating; the variance of
these is the rating's variance (Liang & Zeger 1986), and Student's t makes an interval of it.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from operator import mul

from plyground.errors import BadSpec, truncate
from plyground.stats.elo import Counts
from plyground.stats.student_t import t95

MIN_PRIOR, MAX_PRIOR = 1e-3, 1e3

_ELO = 400 / math.log(10)  # in one natural unit of strength, the logarithm of the odds
_PRECISION = 1e-9
_MAX_STEPS = 200

Matrix = list[list[float]]


@dataclass(frozen=True)
class Rating:
    """A rating relative to the mean, with its 95 % interval if there is more than one round.

    >>> import plyground as pg
    >>> cup = pg.match("tictactoe", pg.AlphaBeta(), pg.Random(seed=1), games=4)
    >>> cup.ratings["alphabeta"].elo > 0
    True
    """

    elo: float
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True)
class _Pairing:
    one: int
    other: int
    won: float
    lost: float


Results = Mapping[tuple[int, int], Counts]


def ratings(players: int, rounds: Sequence[Results], prior: float = 1.0) -> list[Rating]:
    """The ratings of players 0, 1, …, from the results by pairing of each round that is different.

    Results of a pairing are those of its first player. A pairing may be given in either order, or in both;
    a player's games with itself are ignored.
    """
    if type(prior) not in (int, float) or not MIN_PRIOR <= prior <= MAX_PRIOR:
        given = f"prior={truncate(repr(prior))}"
        raise BadSpec("bad prior", given, None, f"prior is a number from {MIN_PRIOR:g} to {MAX_PRIOR:g}")
    if not players:
        return []
    turns = [
        [_Pairing(*seats, counts.points, counts.reversed().points) for seats, counts in results.items()]
        for results in rounds
    ]
    strengths, factor = _likeliest(players, _together(turns), prior)
    mean = math.fsum(strengths) / players
    margins = _margins(strengths, turns, factor)
    return [
        Rating(_ELO * elo, *(() if margin is None else (_ELO * (elo - margin), _ELO * (elo + margin))))
        for elo, margin in zip([each - mean for each in strengths], margins, strict=True)
    ]


def _together(turns: Sequence[Sequence[_Pairing]]) -> list[_Pairing]:
    """The results of all rounds as one."""
    won: dict[tuple[int, int], float] = {}
    lost: dict[tuple[int, int], float] = {}
    for pairing in (pairing for turn in turns for pairing in turn):
        seats = pairing.one, pairing.other
        won[seats] = won.get(seats, 0.0) + pairing.won
        lost[seats] = lost.get(seats, 0.0) + pairing.lost
    return [_Pairing(*seats, won[seats], lost[seats]) for seats in won]


def _likeliest(players: int, played: Sequence[_Pairing], prior: float) -> tuple[list[float], Matrix]:
    """The strengths of the greatest likelihood, by Newton's method, and the Cholesky factor there."""
    strengths = _first_guess(players, played, prior)
    for _ in range(_MAX_STEPS):
        slope, curvature = _derivatives(strengths, played, prior)
        factor = _cholesky(curvature)
        step = _backward(factor, _forward(factor, slope))
        farthest = max(0.0, *step) - min(0.0, *step)
        # While differences move by d, curvatures grow at most e^d-fold: so this step surely improves.
        share = math.log1p(farthest) / farthest if farthest else 1.0
        strengths = [strength + share * part for strength, part in zip(strengths, step, strict=True)]
        if farthest <= _PRECISION:
            break
    return strengths, factor


def _first_guess(players: int, played: Sequence[_Pairing], prior: float) -> list[float]:
    won, lost = [prior / 2] * players, [prior / 2] * players
    for pairing in played:
        won[pairing.one] += pairing.won
        lost[pairing.one] += pairing.lost
        won[pairing.other] += pairing.lost
        lost[pairing.other] += pairing.won
    return [math.log(above / below) for above, below in zip(won, lost, strict=True)]


def _derivatives(
    strengths: Sequence[float], played: Sequence[_Pairing], prior: float
) -> tuple[list[float], Matrix]:
    """The log likelihood's gradient, and its Hessian with the sign changed."""
    players = len(strengths)
    slope = [0.0] * players
    curvature = [[0.0] * players for _ in range(players)]
    for player, strength in enumerate(strengths):
        win, loss = _expected(strength)
        slope[player] = prior / 2 * (loss - win)
        curvature[player][player] = prior * win * loss
    for pairing in played:
        one, other = pairing.one, pairing.other
        win, loss = _expected(strengths[one] - strengths[other])
        surplus = pairing.won * loss - pairing.lost * win
        slope[one] += surplus
        slope[other] -= surplus
        weight = (pairing.won + pairing.lost) * win * loss
        curvature[one][one] += weight
        curvature[other][other] += weight
        curvature[one][other] -= weight
        curvature[other][one] -= weight
    return slope, curvature


def _expected(difference: float) -> tuple[float, float]:
    """The probabilities of a win and of a loss, both exact even if tiny: 1 - win would be rounded."""
    odds = math.exp(-abs(difference))
    likely, unlikely = 1 / (1 + odds), odds / (1 + odds)
    return (likely, unlikely) if difference >= 0 else (unlikely, likely)


_FICTION = 0.5  # of a fictitious pair that is added, as in stats.estimate


def _margins(
    strengths: Sequence[float], turns: Sequence[Sequence[_Pairing]], factor: Matrix
) -> list[float | None]:
    """The margin of each strength relative to the mean.

    A few equal rounds show less variance than there is, so half a fictitious pair is added for each player:
    a quarter that it wins and a quarter that it loses, against the average of its opponents.
    """
    players, size = len(strengths), len(turns)
    if size < 2:
        return [None] * players
    slopes = [_derivatives(strengths, turn, 0.0)[0] for turn in turns]
    whole = _together(turns)
    found: list[float | None] = []
    for player in range(players):
        weights = [-1 / players] * players
        weights[player] += 1
        influence = _backward(factor, _forward(factor, weights))
        squares = math.fsum(math.fsum(map(mul, influence, slope)) ** 2 for slope in slopes)
        squares += _fictitious(player, strengths, influence, whole, size)
        rounds = size + _FICTION
        found.append(t95(size - 1) * math.sqrt(squares * rounds / (rounds - 1)))
    return found


def _fictitious(
    player: int,
    strengths: Sequence[float],
    influence: Sequence[float],
    whole: Sequence[_Pairing],
    size: int,
) -> float:
    """The squared influence of the half pair that is added."""
    own = [pairing for pairing in whole if player in (pairing.one, pairing.other)]
    met = [pairing for pairing in own if pairing.one != pairing.other]
    total = 0.0
    for pairing in met:
        games = (pairing.won + pairing.lost) / size
        win, loss = _expected(strengths[pairing.one] - strengths[pairing.other])
        away = influence[pairing.one] - influence[pairing.other]
        total += (games * away) ** 2 * (win * win + loss * loss)
    return _FICTION / 2 * total / len(met) if met else 0.0


def _cholesky(matrix: Matrix) -> Matrix:
    """The lower triangle L with L·Lᵀ = matrix; a row ends at the diagonal."""
    factor: Matrix = []
    for size, row in enumerate(matrix):
        fresh: list[float] = []
        for column, above in enumerate(factor):  # map stops at the end of the fresh row
            fresh.append((row[column] - sum(map(mul, fresh, above))) / above[column])
        fresh.append(math.sqrt(row[size] - sum(map(mul, fresh, fresh))))
        factor.append(fresh)
    return factor


def _forward(factor: Matrix, right: Sequence[float]) -> list[float]:
    """The x of L·x = right."""
    solved: list[float] = []
    for row, value in zip(factor, right, strict=True):
        solved.append((value - sum(map(mul, row, solved))) / row[-1])
    return solved


def _backward(factor: Matrix, right: Sequence[float]) -> list[float]:
    """The x of Lᵀ·x = right."""
    solved = list(right)
    for last in reversed(range(len(factor))):
        row = factor[last]
        solved[last] /= row[last]
        for column in range(last):
            solved[column] -= row[column] * solved[last]
    return solved
