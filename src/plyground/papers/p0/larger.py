"""P0: what it says of larger games, of time and of heuristics, measured where its own games are too small.

Connect Four is the larger game. Searches there get the same number of nodes instead of the same time, so
that the findings do not depend on a machine.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations, islice
from statistics import fmean

from plyground.evaluation import load_evaluation
from plyground.game import Player
from plyground.games.line import LinePosition, connect4
from plyground.papers.claim import (
    Claims,
    Finding,
    Reading,
    common_verdict,
    exact_if,
    timed,
    vague,
)
from plyground.papers.p0.measures import (
    NODES_ALPHABETA,
    NODES_MTT,
    SECONDS_ALPHABETA,
    SECONDS_MTT,
    opened_by_alphabeta,
    opened_by_mtt,
)
from plyground.papers.p0.players import CENTRE, CORNERS, P0AlphaBeta
from plyground.papers.p0.searches import by_mtt
from plyground.papers.p1.players import P1Minimax
from plyground.papers.p3.measures import CPU_TIME
from plyground.papers.tictactoe import START, decisions, value
from plyground.perft import PlyCount, distinct_positions
from plyground.rng import SplitMix64
from plyground.searchers import AlphaBeta, Deepening, Limits, MemoMinimax, Minimax, Searcher
from plyground.searchers.searcher import TreeSearcher
from plyground.solver import solve

FOUR = connect4()
UNLIMITED = Limits()
BUDGETS = (1_000, 10_000, 100_000)  # nodes a move
DEPTHS = (4, 6, 8, 10)
COUNTED_PLIES = 10  # of Connect Four, whose positions we count ourselves
ALL_POSITIONS = 4_531_985_219_092  # of Connect Four (Edelkamp & Kissmann 2008; OEIS A212693)
ENTRY_BYTES = 16  # a board and a value, in the least that holds them
HEURISTICS = ("zero", "centre", "open_lines", "windows")
HEURISTIC_DEPTH = 4
JUDGED = 200  # positions that the solver values
JUDGED_PLIES = 20

claims = Claims("P0")


@cache
def openings() -> tuple[LinePosition, ...]:
    """Every position of Connect Four after two plies.

    Mirror images count both: the searchers try columns from the left, so that a mirrored opening is
    another game.
    """
    start = FOUR.start()
    return tuple(
        start.after(first).after(second) for first in start.moves() for second in start.after(first).moves()
    )


# ---------------------------------------------------------------- deeper in the same time


@cache
def mean_depth(inner: TreeSearcher, nodes: int) -> float:
    """The depth that iterative deepening finishes with so many nodes, the mean over the openings."""
    return fmean(
        Deepening(inner).search(position, Limits(nodes=nodes)).stats.depth for position in openings()
    )


@claims.add("deeper")
def deeper() -> Finding:
    readings = []
    for nodes in BUDGETS:
        plain, pruned = (mean_depth(inner, nodes) for inner in (Minimax(), AlphaBeta()))
        facts = {"nodes": nodes, "plain": plain, "pruned": pruned}
        readings.append(Reading("nodes", exact_if(pruned > plain), facts))
    return Finding(common_verdict(readings), {"openings": len(openings())}, tuple(readings))


@claims.add("pruning-time", rests_on="clock")
def pruning_time() -> Finding:
    """The same decisions without pruning and with it, in the time of the processor."""
    replies = [START.after(move) for move in (CORNERS[0], CENTRE)]
    plain, pruned = (
        min(sum(player.search(p, CPU_TIME).stats.seconds for p in replies) for _ in range(2))
        for player in (P1Minimax(), P0AlphaBeta())
    )
    return timed(pruned < plain, {"plain": plain, "pruned": pruned, "ratio": plain / pruned})


@claims.add("time-unit")
def time_unit() -> Finding:
    """What Table 1's times are of is not said: by its own numbers, microseconds a node in two readings."""
    games = [*opened_by_mtt(), opened_by_alphabeta()]
    moves = fmean(len(game.moves) / 2 for game in games)
    seconds = {"table": (SECONDS_MTT, NODES_MTT), "pruned": (SECONDS_ALPHABETA, NODES_ALPHABETA)}
    facts = {name: 1e6 * time / nodes for name, (time, nodes) in seconds.items()}
    return Finding("not testable", {**facts, "moves": moves})


# ---------------------------------------------------------------- the table in larger games


@cache
def plies(start: LinePosition) -> tuple[PlyCount, ...]:
    """What each ply of a game holds, as far as it is counted here."""
    return tuple(islice(distinct_positions(start), COUNTED_PLIES + 1))


def _saving(position: LinePosition, depth: int) -> float:
    """How many times fewer nodes minimax visits with a table than without one."""
    plain = sum(ply.sequences.count for ply in plies(position)[: depth + 1])
    return plain / MemoMinimax(depth).search(position).stats.nodes


@cache
def savings() -> tuple[float, tuple[float, ...]]:
    """What a table saves in the whole of tic-tac-toe, and in Connect Four to each depth."""
    return _saving(START, 9), tuple(_saving(FOUR.start(), depth) for depth in DEPTHS)


@claims.add("table-larger")
def table_larger() -> Finding:
    small, large = savings()
    alike = [_saving(START, depth) for depth in DEPTHS if depth <= len(START.moves())]
    whole = tuple(
        Reading("whole", exact_if(factor > small), {"depth": depth, "factor": factor, "small": small})
        for depth, factor in zip(DEPTHS, large, strict=True)
    )
    equal = tuple(
        Reading("equal", exact_if(factor > same), {"depth": depth, "factor": factor, "small": same})
        for depth, factor, same in zip(DEPTHS, large, alike, strict=False)
    )
    deeper = Reading("deeper", exact_if(sorted(large) == list(large)), {"factors": large}, "each-deeper")
    readings = (deeper, *whole, *equal)
    return Finding(common_verdict(readings), {"small": small, "factors": large}, readings)


@claims.add("prohibitive", rests_on="threshold")
def prohibitive() -> Finding:
    counts = [ply.positions.count for ply in plies(FOUR.start())]
    return vague(
        {
            "plies": COUNTED_PLIES,
            "entry": ENTRY_BYTES,
            "growth": counts[-1] / counts[-2],
            "megabytes": sum(counts) * ENTRY_BYTES / 1e6,
            "terabytes": ALL_POSITIONS * ENTRY_BYTES / 1e12,
        }
    )


@claims.add("better-decisions")
def better_decisions() -> Finding:
    searched = [position for position in decisions() if position != START]
    same = sum(by_mtt(position).move == _plain_choice(position) for position in searched)
    small = Reading("small", exact_if(same < len(searched)), {"same": same, "positions": len(searched)})
    with_table, without = Deepening(MemoMinimax()), Deepening(Minimax())
    points = [_match(with_table, without, Limits(nodes=nodes)) for nodes in BUDGETS]
    games = len(openings()) * len(Player)
    played = {"nodes": list(BUDGETS), "points": points, "games": games}
    large = Reading("large", exact_if(2 * points[-1] > games), played, "each-large")
    facts = {"same": same, "positions": len(searched), "openings": len(openings())}
    return Finding(common_verdict((small, large)), facts, (small, large))


@claims.add("board-key")
def board_key() -> Finding:
    searched = [position for position in decisions() if position != START]
    same = sum(int(by_mtt(position).score) == _plain_score(position) for position in searched)
    return Finding(exact_if(same == len(searched)), {"same": same, "positions": len(searched)})


@cache
def _plain_score(position: LinePosition) -> int:
    """Minimax with MTT's scores, 10 less the plies to the end, without a table; for the side to move."""
    if position.outcome():
        return 10 * value(position)
    best = max(-_plain_score(position.after(move)) for move in position.moves())
    return best - (best > 0) + (best < 0)  # the end is a ply further away from here


def _plain_choice(position: LinePosition) -> int:
    return max(position.moves(), key=lambda move: -_plain_score(position.after(move)))


# ---------------------------------------------------------------- heuristics


def _match(one: Searcher, other: Searcher, limits: Limits = UNLIMITED) -> float:
    """The points of one against the other over all openings, from both seats."""
    return sum(_points(one, other, limits, p, seat) for p in openings() for seat in Player)


def _points(one: Searcher, other: Searcher, limits: Limits, position: LinePosition, seat: Player) -> float:
    while not position.ended:
        player = one if position.to_move is seat else other
        position = position.after(player.search(position, limits).move)
    return 0.5 if position.ended.winner is None else float(position.ended.winner is seat)


@cache
def judged() -> tuple[tuple[LinePosition, int], ...]:
    """Positions of random games, and who wins them: 1, 0 or -1 for the side to move."""
    chance, found = SplitMix64(0), list[tuple[LinePosition, int]]()
    while len(found) < JUDGED:
        position = FOUR.start()
        for _ in range(JUDGED_PLIES):
            if not position.ended:
                position = position.after(chance.choice(position.moves()))
        if not position.ended:
            score = int(solve(position).score or 0)
            found.append((position, (score > 0) - (score < 0)))
    return tuple(found)


@cache
def quality(name: str) -> float:
    """How often an evaluation names the winner, of the positions that have one."""
    evaluate = load_evaluation(name)
    decided = [(position, winner) for position, winner in judged() if winner]
    return fmean(evaluate(position) * winner > 0 for position, winner in decided)


@cache
def efficacy() -> dict[str, float]:
    """The share of points that each heuristic makes against the others, at the same depth."""
    made, games = dict.fromkeys(HEURISTICS, 0.0), len(openings()) * len(Player)
    for one, other in combinations(HEURISTICS, 2):
        points = _match(AlphaBeta(HEURISTIC_DEPTH, one), AlphaBeta(HEURISTIC_DEPTH, other))
        made[one] += points
        made[other] += games - points
    return {name: points / (games * (len(HEURISTICS) - 1)) for name, points in made.items()}


@claims.add("heuristic-quality", rests_on="threshold")
def heuristic_quality() -> Finding:
    good, points = [quality(name) for name in HEURISTICS], [efficacy()[name] for name in HEURISTICS]
    facts = {
        "names": list(HEURISTICS),
        "good": good,
        "points": points,
        "factors": [made / right for made, right in zip(points, good, strict=True) if right],
        "depth": HEURISTIC_DEPTH,
        "judged": JUDGED,
        "openings": len(openings()),
    }
    return vague(facts)


claims.add_words("cited-year")
