"""P0: how well its two programs play, and what their table and their pruning save."""

from __future__ import annotations

from functools import cache
from math import log

from plyground.game import Player
from plyground.games.line import LinePosition
from plyground.message import Message
from plyground.papers.claim import Claims, Finding, exact_if, vague
from plyground.papers.p0.measures import NODES_ALPHABETA, NODES_MTT, saved
from plyground.papers.p0.players import CENTRE, CORNERS, P0AlphaBeta, P0Mtt, empty_squares
from plyground.papers.p3.measures import straightness
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
from plyground.searchers.types import SearchResult
from plyground.solver.exhaustive import full_table

claims = Claims("P0")


# ---------------------------------------------------------------- how well they play


@cache
def by_mtt(position: LinePosition) -> SearchResult[int]:
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
        return lambda position: corner if position == START else by_mtt(position).move

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
    table, pruned = (sum(gives_away(p, by(p).move) for p in decisions()) for by in (by_mtt, _by_alphabeta))
    facts = {"table": table, "pruned": pruned, "positions": len(decisions())}
    return Finding(exact_if(not table + pruned), facts)


@claims.add("solved")
def solved() -> Finding:
    worth = Message({1: "word.X", 0: "word.draw", -1: "word.O"}[value(START)])
    return Finding(exact_if(value(START) == 0), {"worth": worth, "positions": len(positions())})


# ---------------------------------------------------------------- what table and pruning save


@claims.add("pruning")
def pruning() -> Finding:
    factor, called_so = saved(P0AlphaBeta), NODES_ALPHABETA / NODES_MTT
    return Finding(exact_if(factor > called_so), {"factor": factor, "called_so": called_so})


@claims.add("exponential", rests_on="threshold")
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
    return vague({"most": most, "factors": factors, "power": power, "straight": straightness(factors)})


@claims.add("table-effect", rests_on="threshold")
def table_effect() -> Finding:
    replies = [START.after(move) for move in START.moves()]
    plain, table, pruned = (
        sum(counted(position) for position in replies)
        for counted in (tree_size, lambda p: by_mtt(p).stats.nodes, lambda p: _by_alphabeta(p).stats.nodes)
    )
    return vague({"table": plain / table, "pruned": plain / pruned})


@claims.add("revisits")
def revisits() -> Finding:
    corner = START.after(CORNERS[0])
    visited, different = _by_alphabeta(corner).stats.nodes, len(full_table(corner)) - 1
    return Finding(exact_if(visited > different), {"visited": visited, "different": different})


@claims.add("recalculated")
def recalculated() -> Finding:
    root = START.after(CENTRE)
    stats, follow = by_mtt(root).stats, full_table(root)
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
