"""Ratings of a field from its games (Bradley & Terry 1952), on the Elo scale with mean 0.

Strengths are the likeliest ones, a draw being half a win and half a loss. Each player has also drawn a few
games, `prior`, with one fictitious average player: so the unbeaten and the unplayed have finite ratings.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from operator import mul

from plyground.arena.stats import Z95, Counts
from plyground.errors import BadSpec, clip

LEAST_PRIOR, MOST_PRIOR = 1e-3, 1e3

_ELO = 400 / math.log(10)  # in one natural unit of strength, the logarithm of the odds
_PRECISION = 1e-9
_MOST_STEPS = 200

Matrix = list[list[float]]


@dataclass(frozen=True)
class Rating:
    """How far above the mean of the field, with its 95 % interval."""

    elo: float
    low: float
    high: float


@dataclass(frozen=True)
class _Pairing:
    one: int
    other: int
    won: float
    lost: float


def ratings(players: int, results: Mapping[tuple[int, int], Counts], prior: float = 1.0) -> list[Rating]:
    """The ratings of players 0, 1, …, from results by pairing, each told from its first player's seat.

    A pairing may be given either way round, or both ways; a player's games with itself tell nothing.
    """
    if type(prior) not in (int, float) or not LEAST_PRIOR <= prior <= MOST_PRIOR:
        given = f"prior={clip(repr(prior))}"
        raise BadSpec("bad prior", given, None, f"prior is a number from {LEAST_PRIOR:g} to {MOST_PRIOR:g}")
    if not players:
        return []
    played = [
        _Pairing(*seats, counts.points, counts.reversed().points) for seats, counts in results.items()
    ]
    strengths, factor = _likeliest(players, played, prior)
    mean = math.fsum(strengths) / players
    return [
        Rating(_ELO * elo, _ELO * (elo - Z95 * error), _ELO * (elo + Z95 * error))
        for elo, error in zip([each - mean for each in strengths], _errors(factor), strict=True)
    ]


def _likeliest(players: int, played: Sequence[_Pairing], prior: float) -> tuple[list[float], Matrix]:
    """The strengths of the greatest likelihood, by Newton's method, and the curvature's factor there."""
    strengths = _first_guess(players, played, prior)
    for _ in range(_MOST_STEPS):
        slope, curvature = _derivatives(strengths, played, prior)
        factor = _cholesky(curvature)
        step = _backward(factor, _forward(factor, slope))
        farthest = max(0.0, *step) - min(0.0, *step)
        # While differences move by d, curvatures grow at most e^d-fold: this far, a step is sure to gain.
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
    """The chances of winning and of losing, either one exact however small: 1 - win would be rounded."""
    odds = math.exp(-abs(difference))
    likely, unlikely = 1 / (1 + odds), odds / (1 + odds)
    return (likely, unlikely) if difference >= 0 else (unlikely, likely)


def _errors(factor: Matrix) -> list[float]:
    """The standard errors of the strengths as seen from the field's mean.

    The inverse of the curvature is the covariance; how the whole field moves together is only the
    prior's word, and leaves it with the mean.
    """
    players = len(factor)
    with_all = _backward(factor, _forward(factor, [1.0] * players))
    of_mean = math.fsum(with_all) / players**2
    variances = []
    for player in range(players):
        unit = [0.0] * players
        unit[player] = 1.0
        own = math.fsum(part * part for part in _forward(factor, unit))
        variances.append(own - 2 * with_all[player] / players + of_mean)
    return [math.sqrt(max(0.0, variance)) for variance in variances]  # rounding could leave a speck below 0


def _cholesky(matrix: Matrix) -> Matrix:
    """The lower triangle L with L·Lᵀ = matrix; a row ends at the diagonal."""
    factor: Matrix = []
    for size, row in enumerate(matrix):
        fresh: list[float] = []
        for column, above in enumerate(factor):  # map ends with what there is of the fresh row
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
