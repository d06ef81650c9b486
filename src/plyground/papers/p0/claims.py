"""P0: minimax with a transposition table against alpha-beta, measured.

The paper does not say what its node counts are. We found: means per game, in tests of five games, of which
MTT opens the first, third and fifth. It does not print the corners that MTT drew. So each mean is judged by
its spread, and both together by whether any draw of corners gives both.
"""

from __future__ import annotations

from math import floor
from statistics import fmean

from plyground.papers.claim import (
    Claims,
    Finding,
    Reading,
    exact_if,
    fitted_if,
    machine_dependent_if,
    rounded_if,
)
from plyground.papers.p0 import larger, searches
from plyground.papers.p0.measures import (
    NODES_ALPHABETA,
    NODES_MTT,
    OPENED_BY_MTT,
    ROUNDS,
    SECONDS_ALPHABETA,
    SECONDS_MTT,
    TESTS,
    Draw,
    costs,
    draws,
    nodes,
    opened_by_alphabeta,
    opened_by_mtt,
    seconds,
)
from plyground.papers.p0.players import P0AlphaBeta, P0Mtt
from plyground.papers.words import Term
from plyground.searchers.searcher import Searcher

TIMES_AS_FAST = 2.75
PRINTED = 0.005  # how exactly a mean with two printed decimals is known
ROUNDED = 0.5  # the same, if the mean of each test was rounded to whole nodes


claims = Claims("P0")


@claims.add("draws")
def all_drawn() -> Finding:
    games = [*opened_by_mtt(), opened_by_alphabeta()]
    drawn = sum(game.winner is None for game in games)
    return Finding(
        exact_if(drawn == len(games)), {"drawn": drawn, "games": len(games), "all": TESTS * ROUNDS}
    )


# ---------------------------------------------------------------- Table 1: nodes


def _alone(player: type[Searcher], published: float) -> Reading:
    spread = nodes(player)
    off = (published - spread.mean) / spread.deviation
    facts = {"mean": spread.mean, "deviation": spread.deviation, "off": off}
    return Reading("alone", fitted_if(spread.allows(published)), facts)


def _judge_mean(player: type[Searcher], published: float, other: str) -> Finding:
    """Judge a mean alone, and with the other player's: both come from the same draw of corners."""
    alone = _alone(player, published)
    if other == "pruned":
        left = [draw.pruned for draw in draws() if abs(draw.table - NODES_MTT) <= PRINTED]
    else:
        left = [draw.table for draw in draws() if abs(draw.pruned - NODES_ALPHABETA) <= PRINTED]
    both = len(draws_that_give_both(ROUNDED))
    facts = {
        "low": min(left, default=0.0),
        "high": max(left, default=0.0),
        "both": both,
        "draws": len(draws()),
    }
    together = Reading("together", fitted_if(both > 0), facts, "together" if left else "together-never")
    return Finding(together.verdict, {**alone.facts, **facts}, (alone, together))


def draws_that_give_both(within: float) -> list[Draw]:
    """The draws of corners that give both printed means, each up to `within`."""
    return [
        draw
        for draw in draws()
        if abs(draw.table - NODES_MTT) <= within and abs(draw.pruned - NODES_ALPHABETA) <= within
    ]


@claims.add("nodes-mtt")
def nodes_mtt() -> Finding:
    return _judge_mean(P0Mtt, NODES_MTT, "pruned")


@claims.add("nodes-alphabeta")
def nodes_alphabeta() -> Finding:
    return _judge_mean(P0AlphaBeta, NODES_ALPHABETA, "table")


@claims.add("nodes-ratio")
def nodes_ratio() -> Finding:
    ratios = [draw.table / draw.pruned for draw in draws()]
    low, high = min(ratios), max(ratios)
    facts = {"ratio": nodes(P0Mtt).mean / nodes(P0AlphaBeta).mean, "low": low, "high": high}
    return Finding(fitted_if(low <= NODES_MTT / NODES_ALPHABETA <= high), facts)


@claims.add("reversal")
def reversal() -> Finding:
    table, carried = nodes(P0Mtt).mean, nodes(P0AlphaBeta, carried=True).mean
    return Finding(exact_if(table < carried), {"table": table, "carried": carried})


@claims.add("roles")
def roles() -> Finding:
    fits = [
        opened
        for opened in range(ROUNDS + 1)
        if nodes(P0Mtt, opened).allows(NODES_MTT) and nodes(P0AlphaBeta, opened).allows(NODES_ALPHABETA)
    ]
    facts = {"fits": fits or Term("none"), "rounds": ROUNDS, "opened": OPENED_BY_MTT}
    return Finding(fitted_if(fits == [OPENED_BY_MTT]), facts)


@claims.add("impartial")
def impartial() -> Finding:
    table, pruned = ((fmean(drawn) + fixed) / 2 for drawn, fixed in (costs(P0Mtt), costs(P0AlphaBeta)))
    facts = {
        "opened": OPENED_BY_MTT,
        "others": ROUNDS - OPENED_BY_MTT,
        "rounds": ROUNDS,
        "table": table,
        "pruned": pruned,
        "ratio": table / pruned,
    }
    return Finding(exact_if(2 * OPENED_BY_MTT == ROUNDS), facts)


# ---------------------------------------------------------------- Table 1: times


@claims.add("times", deterministic=False)
def times() -> Finding:
    table, pruned = seconds()
    return Finding(machine_dependent_if(table < pruned), {"table": table, "pruned": pruned})


@claims.add("time-ratio", deterministic=False)
def time_ratio() -> Finding:
    table, pruned = seconds()
    ratio = pruned / table
    return Finding(machine_dependent_if(TIMES_AS_FAST / 2 < ratio < TIMES_AS_FAST * 2), {"ratio": ratio})


@claims.add("printed-ratio")
def printed_ratio() -> Finding:
    ratio = SECONDS_ALPHABETA / SECONDS_MTT
    return Finding(rounded_if(floor(100 * ratio) == round(100 * TIMES_AS_FAST)), {"ratio": ratio})


CLAIMS = (*claims, *searches.claims, *larger.claims)
