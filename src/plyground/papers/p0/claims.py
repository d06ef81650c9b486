"""P0: minimax with a transposition table against alpha-beta, measured.

The paper does not say what its node counts are. We found: means per game, in tests of five games, of which
MTT opens the first, third and fifth. It does not print the corners that MTT drew. So each mean is judged by
its spread, and both together by whether any draw of corners gives both.
"""

from __future__ import annotations

from dataclasses import replace
from statistics import fmean

from plyground.message import Message
from plyground.papers.claim import (
    Claims,
    Finding,
    Reading,
    Verdict,
    common_verdict,
    exact_if,
    fitted_if,
    timed,
)
from plyground.papers.p0 import larger, searches
from plyground.papers.p0.measures import (
    NODES_ALPHABETA,
    NODES_MTT,
    OPENED_BY_MTT,
    ROUNDS,
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


def _judge_mean(player: type[Searcher], published: float) -> Finding:
    """Judge a mean by its spread. Whether a draw of corners gives both means is told beside it.

    That none does says that one of our two players is not theirs: it says nothing against their means.
    """
    spread = nodes(player)
    facts = {
        "mean": spread.mean,
        "deviation": spread.deviation,
        "off": (published - spread.mean) / spread.deviation,
        "both": len(draws_that_give_both(ROUNDED)),
        "draws": len(draws()),
    }
    return Finding(_fitted_by_chance(spread.allows(published)), facts)


def _fitted_by_chance(true: bool) -> Verdict:
    """The verdict on a figure that was fitted, and that chance moves."""
    return "fitted" if true else "unlikely"


def draws_that_give_both(within: float) -> list[Draw]:
    """The draws of corners that give both printed means, each up to `within`."""
    return [
        draw
        for draw in draws()
        if abs(draw.table - NODES_MTT) <= within and abs(draw.pruned - NODES_ALPHABETA) <= within
    ]


@claims.add("nodes-mtt", rests_on="chance")
def nodes_mtt() -> Finding:
    found = _judge_mean(P0Mtt, NODES_MTT)
    left = [draw.pruned for draw in draws() if abs(draw.table - NODES_MTT) <= PRINTED]
    return replace(found, facts={**found.facts, "low": min(left), "high": max(left)})


@claims.add("nodes-alphabeta", rests_on="chance")
def nodes_alphabeta() -> Finding:
    found = _judge_mean(P0AlphaBeta, NODES_ALPHABETA)
    left = sum(abs(draw.pruned - NODES_ALPHABETA) <= PRINTED for draw in draws())
    return replace(found, facts={**found.facts, "left": left})


@claims.add("nodes-ratio")
def nodes_ratio() -> Finding:
    ratios = [draw.table / draw.pruned for draw in draws()]
    low, high = min(ratios), max(ratios)
    facts = {"ratio": nodes(P0Mtt).mean / nodes(P0AlphaBeta).mean, "low": low, "high": high}
    return Finding(fitted_if(low <= NODES_MTT / NODES_ALPHABETA <= high), facts)


@claims.add("reversal")
def reversal() -> Finding:
    """Whether alpha-beta explores more without any memory: its window at the root decides that."""
    table = nodes(P0Mtt).mean
    means = {name: nodes(P0AlphaBeta, carried=name == "carried").mean for name in ("full", "carried")}
    readings = tuple(
        Reading(name, exact_if(table < mean), {"mean": mean, "table": table})
        for name, mean in means.items()
    )
    return Finding(common_verdict(readings), {"table": table, **means}, readings)


@claims.add("roles", rests_on="chance")
def roles() -> Finding:
    fits = [
        opened
        for opened in range(ROUNDS + 1)
        if nodes(P0Mtt, opened).allows(NODES_MTT) and nodes(P0AlphaBeta, opened).allows(NODES_ALPHABETA)
    ]
    facts = {"fits": fits or Message("word.none"), "rounds": ROUNDS, "opened": OPENED_BY_MTT}
    return Finding(_fitted_by_chance(fits == [OPENED_BY_MTT]), facts)


@claims.add("impartial")
def impartial() -> Finding:
    """Whether its match gives the means of a match in which each opens as often."""
    table, pruned = ((fmean(drawn) + fixed) / 2 for drawn, fixed in (costs(P0Mtt), costs(P0AlphaBeta)))
    as_played = nodes(P0Mtt).mean, nodes(P0AlphaBeta).mean
    facts = {
        "opened": OPENED_BY_MTT,
        "others": ROUNDS - OPENED_BY_MTT,
        "rounds": ROUNDS,
        "table": table,
        "pruned": pruned,
        "ratio": table / pruned,
    }
    return Finding(exact_if(as_played == (table, pruned)), facts)


# ---------------------------------------------------------------- Table 1: times


@claims.add("times", rests_on="clock")
def times() -> Finding:
    table, pruned = seconds()
    return timed(table < pruned, {"table": table, "pruned": pruned})


@claims.add("time-ratio", rests_on="clock")
def time_ratio() -> Finding:
    table, pruned = seconds()
    ratio = pruned / table
    return timed(TIMES_AS_FAST / 2 < ratio < TIMES_AS_FAST * 2, {"ratio": ratio})


claims.add_words("printed-ratio")


CLAIMS = (*claims, *searches.claims, *larger.claims)
