"""P0: minimax with a transposition table against alpha-beta, measured.

The paper does not say what its node counts are. We found: means per game, in tests of five games, of which
MTT opens the first, third and fifth. It does not print the corners that MTT drew. So each mean is judged by
its spread, and both together by whether any draw of corners gives both.
"""

from __future__ import annotations

from functools import cache
from math import floor, log
from statistics import fmean

from plyground.game import Player
from plyground.games.line import LinePosition
from plyground.papers.claim import (
    Claims,
    Finding,
    Reading,
    common_verdict,
    exact_if,
    fitted_if,
    machine_dependent_if,
    rounded_if,
)
from plyground.papers.p0.measures import (
    OPENED_BY_MTT,
    ROUNDS,
    TESTS,
    Draw,
    costs,
    draws,
    nodes,
    opened_by_alphabeta,
    opened_by_mtt,
    saved,
    seconds,
)
from plyground.papers.p0.players import CENTRE, CORNERS, P0AlphaBeta, P0Mtt, empty_squares
from plyground.papers.p3.measures import STRAIGHT, straightness
from plyground.papers.tictactoe import (
    START,
    Choose,
    LineEndings,
    decisions,
    gives_away,
    line_endings,
    positions,
    tree_size,
    value,
)
from plyground.papers.words import Term
from plyground.searchers.searcher import Searcher
from plyground.searchers.types import SearchResult
from plyground.solver.exhaustive import full_table

NODES_MTT, NODES_ALPHABETA = 2947.4, 5333.6
SECONDS_MTT, SECONDS_ALPHABETA = 0.08704, 0.24008
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


# ---------------------------------------------------------------- how well they play


@cache
def _by_mtt(position: LinePosition) -> SearchResult[int]:
    return P0Mtt().search(position)


@cache
def _by_alphabeta(position: LinePosition) -> SearchResult[int]:
    return P0AlphaBeta().search(position)


@claims.add("same-move")
def same_move() -> Finding:
    searched = [position for position in decisions() if position != START]
    same = sum(_by_alphabeta(position).move == _plain_move(position) for position in searched)
    return Finding(exact_if(same == len(searched)), {"same": same, "positions": len(searched)})


def _plain_move(position: LinePosition) -> int:
    return max(position.moves(), key=lambda move: -_plain(position.after(move)))


@cache
def _plain(position: LinePosition) -> int:
    """Minimax with alpha-beta's scores and no pruning, for the side to move."""
    if position.outcome():
        return value(position) * (empty_squares(position) + 1)
    return max(-_plain(position.after(move)) for move in position.moves())


@claims.add("unbeaten-mtt")
def unbeaten_mtt() -> Finding:
    def opening_with(corner: int) -> Choose:
        return lambda position: corner if position == START else _by_mtt(position).move

    opened = [line_endings(opening_with(corner), Player.FIRST) for corner in CORNERS]
    return _unbeaten([*opened, line_endings(opening_with(CORNERS[0]), Player.SECOND)])


@claims.add("unbeaten-alphabeta")
def unbeaten_alphabeta() -> Finding:
    return _unbeaten([line_endings(lambda position: _by_alphabeta(position).move, seat) for seat in Player])


def _unbeaten(records: list[LineEndings]) -> Finding:
    total = sum(records, LineEndings(0, 0, 0))
    facts = {"won": total.wins, "drawn": total.draws, "lost": total.losses, "lines": total.lines}
    return Finding(exact_if(total.losses == 0), facts)


@claims.add("optimal")
def optimal() -> Finding:
    table, pruned = (sum(gives_away(p, by(p).move) for p in decisions()) for by in (_by_mtt, _by_alphabeta))
    facts = {"table": table, "pruned": pruned, "positions": len(decisions())}
    return Finding(exact_if(not table + pruned), facts)


@claims.add("solved")
def solved() -> Finding:
    worth = Term({1: "X", 0: "draw", -1: "O"}[value(START)])
    return Finding(exact_if(value(START) == 0), {"worth": worth, "positions": len(positions())})


# ---------------------------------------------------------------- what table and pruning save


@claims.add("pruning")
def pruning() -> Finding:
    factor, called_so = saved(P0AlphaBeta), NODES_ALPHABETA / NODES_MTT
    return Finding(exact_if(factor > called_so), {"factor": factor, "called_so": called_so})


@claims.add("exponential")
def exponential() -> Finding:
    plain, pruned = dict[int, int](), dict[int, int]()
    for position in decisions():
        if position != START:
            left = empty_squares(position)
            plain[left] = plain.get(left, 0) + tree_size(position) - 1
            pruned[left] = pruned.get(left, 0) + _by_alphabeta(position).stats.nodes
    factors = [plain[left] / pruned[left] for left in sorted(plain)]
    most, roots = max(plain), len(START.moves())
    power = log(pruned[most] / roots) / log(plain[most] / roots)
    straight = straightness(factors)
    readings = (
        Reading("growing", exact_if(factors == sorted(factors) and factors[-1] > 1), {"factors": factors}),
        Reading("straight", exact_if(straight >= STRAIGHT), {"straight": straight}, "each-straight"),
    )
    facts = {"most": most, "factor": factors[-1], "power": power, "threshold": STRAIGHT}
    return Finding(common_verdict(readings), facts, readings)


@claims.add("table-effect")
def table_effect() -> Finding:
    replies = [START.after(move) for move in START.moves()]
    plain, table, pruned = (
        sum(counted(position) for position in replies)
        for counted in (tree_size, lambda p: _by_mtt(p).stats.nodes, lambda p: _by_alphabeta(p).stats.nodes)
    )
    return Finding(exact_if(table > pruned), {"table": plain / table, "pruned": plain / pruned})


@claims.add("revisits")
def revisits() -> Finding:
    corner = START.after(CORNERS[0])
    visited, different = _by_alphabeta(corner).stats.nodes, len(full_table(corner)) - 1
    return Finding(exact_if(visited > different), {"visited": visited, "different": different})


@claims.add("recalculated")
def recalculated() -> Finding:
    root = START.after(CENTRE)
    stats, follow = _by_mtt(root).stats, full_table(root)
    unfinished = [position for position in follow if not position.outcome()]
    once = 1 + sum(len(position.moves()) for position in unfinished)  # nodes, if each tries its moves once
    facts = {
        "boards": len(unfinished),
        "again": stats.nodes - once,
        "hits": stats.table_hits,
        "ends": stats.nodes - stats.table_hits - len(follow),
    }
    return Finding(exact_if(stats.nodes == once), facts)


@claims.add("memory")
def memory() -> Finding:
    most = max(sum(position.first >> move & 1 for position in decisions()) for move in START.moves())
    return Finding("not testable", {"most": most})


@claims.add("heuristic")
def heuristic() -> Finding:
    return Finding("not testable", {"positions": len(positions())})


CLAIMS = tuple(claims)
