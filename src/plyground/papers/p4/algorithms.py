"""P4: its three algorithms and its heuristic, taken at their word.

Time is counted in nodes where it can be: at the paper's own nodes a millisecond (Table 3) a search is as
long as its nodes, on every machine.
"""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from math import inf
from statistics import mean, median

from plyground.game import Player
from plyground.games.line import LinePosition
from plyground.papers.claim import (
    Claims,
    Finding,
    Reading,
    common_verdict,
    exact_if,
    fitted_if,
    timed,
    vague,
)
from plyground.papers.p4 import measures as games
from plyground.papers.p4.deepening import TABLE_3
from plyground.papers.p4.measures import DEPTHS, LIMITS, UNLIMITED
from plyground.papers.p4.players import (
    CENTRE,
    GAME,
    LEAVES,
    OPEN_THREE_AGAINST,
    TOLERANCE,
    Estimate,
    minimax,
)
from plyground.papers.p4.tables import FITTED_DEPTHS, TABLE_1, TABLE_2, cut_off, parse_printed
from plyground.searchers import Limits
from plyground.searchers.watch import Stopped, Watch

POSITIONS = 20  # of random games, on which the algorithms are compared
LATE_DEPTH = 4

claims = Claims("P4")


# ---------------------------------------------------------------- Algorithm 2


def as_printed(root: LinePosition, depth: int, leaf: Estimate, watch: Watch) -> tuple[float, int | None]:
    """Algorithm 1 with the break of Algorithm 2 and nothing else: α and β are handed on as they came."""

    @watch.node
    def value(position: LinePosition, ply: int, alpha: float, beta: float) -> tuple[float, int | None]:
        estimate = leaf(position, ply == depth)
        if estimate is not None:
            return estimate, None
        chosen: int | None = None
        maximises = position.to_move is Player.SECOND
        best = -inf if maximises else inf
        for move in position.moves():
            reply, _ = value(position.after(move), ply + 1, alpha, beta)
            if reply > best if maximises else reply < best:
                best, chosen = reply, move
            if alpha >= beta:
                break
        return best, chosen

    return value(root, 0, -inf, inf)


@claims.add("algorithm2")
def algorithm_2() -> Finding:
    looked = {"printed": 0, "plain": 0, "pruned": 0}
    for position in games.positions(POSITIONS):
        for name, prunes in (("plain", False), ("pruned", True)):
            watch = Watch(UNLIMITED)
            minimax(position, LATE_DEPTH, LEAVES["program"], prunes, watch)
            looked[name] += watch.nodes
        watch = Watch(UNLIMITED)
        as_printed(position, LATE_DEPTH, LEAVES["program"], watch)
        looked["printed"] += watch.nodes
    facts = {**looked, "positions": POSITIONS, "depth": LATE_DEPTH}
    return Finding(exact_if(looked["printed"] < looked["plain"]), facts)


@claims.add("pruning-time", rests_on="clock")
def pruning_time() -> Finding:
    """The other half of Figure 4: the part of the time that pruning saves from Table 1 to Table 2."""
    said = [
        1 - parse_printed(TABLE_2[depth][1]).mean / parse_printed(TABLE_1[depth][1]).mean
        for depth in DEPTHS
    ]
    plain, pruned = (
        [median(ms for _, ms in games.moves_of(played(depth))) for depth in DEPTHS]
        for played in (games.minimax_games, games.alphabeta_games)
    )
    ours = [1 - b / a for a, b in zip(plain, pruned, strict=True)]
    return timed(min(ours) > 0, {"said": said, "ours": ours})


# ---------------------------------------------------------------- Algorithm 3


def nodes_a_millisecond(limit: float) -> float:
    """The speed of the paper's deepening, by its Table 3."""
    _, milliseconds, nodes, _ = TABLE_3[limit]
    return parse_printed(nodes).mean / parse_printed(milliseconds).mean


def nodes_by_depth(position: LinePosition, most: int, prunes: bool = True) -> list[int]:
    """The nodes of all depths together when depth 1, 2, 3, … is done, until they are at least `most`."""
    watch, ends = Watch(UNLIMITED), list[int]()
    while watch.nodes < most and len(ends) < position.empty:
        minimax(position, len(ends) + 1, LEAVES["program"], prunes, watch)
        ends.append(watch.nodes)
    return ends


@claims.add("algorithm3-clock", rests_on="threshold")
def algorithm_3_clock() -> Finding:
    """When Algorithm 3 ends if it looks at the clock between two depths only, as it is printed."""
    readings = []
    for limit in LIMITS:
        speed = nodes_a_millisecond(limit)
        allowed = 1000 * (limit - TOLERANCE) * speed
        ends = [nodes_by_depth(p, int(allowed))[-1] / speed for p in games.positions(POSITIONS)]
        over = games.spread(ends)
        said = parse_printed(TABLE_3[limit][1])
        facts = {
            "limit": 1000 * limit,
            "mean": over.mean,
            "sd": over.sd,
            "said": said.mean,
            "said_sd": said.sd,
        }
        late = sum(end > 1000 * limit for end in ends)
        facts |= {"late": late, "moves": len(ends)}
        readings.append(Reading("limit", "depends on the reading", facts))
    return vague({"tolerance": 1000 * TOLERANCE}, tuple(readings))


@claims.add("earlier-results")
def earlier_results() -> Finding:
    """Whether a depth of deepening takes fewer nodes than a search to that depth alone."""
    alone = together = 0
    for position in games.positions(POSITIONS):
        ends = [0, *nodes_by_depth(position, 2_000)]
        for depth, (before, after) in enumerate(pairwise(ends), 1):
            watch = Watch(UNLIMITED)
            minimax(position, depth, LEAVES["program"], True, watch)
            alone += watch.nodes
            together += after - before
    return Finding(
        exact_if(together < alone), {"together": together, "alone": alone, "positions": POSITIONS}
    )


@claims.add("deeper-by-pruning")
def deeper_by_pruning() -> Finding:
    """The depth that deepening finishes with the paper's nodes, with pruning and without."""
    readings = []
    for limit in LIMITS:
        nodes = int(parse_printed(TABLE_3[limit][2]).mean)
        depths = [
            mean(_finished_depth(position, nodes, prunes) for position in games.positions(POSITIONS))
            for prunes in (True, False)
        ]
        facts = {"nodes": nodes, "pruned": depths[0], "plain": depths[1]}
        readings.append(Reading("nodes", exact_if(depths[0] > depths[1]), facts))
    return Finding(common_verdict(readings), {"positions": POSITIONS}, tuple(readings))


def _finished_depth(position: LinePosition, nodes: int, prunes: bool) -> int:
    watch, depth = Watch(Limits(nodes=nodes)), 0
    try:
        while depth < position.empty:
            minimax(position, depth + 1, LEAVES["program"], prunes, watch)
            depth += 1
    except Stopped:
        pass
    return depth


# ---------------------------------------------------------------- the heuristic


claims.add_words("heuristic-effects")


@cache
def _middle() -> int:
    return GAME.column_masks[GAME.columns // 2]


def evaluation(times_centre: bool, blocked: bool) -> Estimate:
    """The fitted program with one sentence of the text read otherwise.

    `times_centre` multiplies windows through the centre by 6, instead of 6 for each disc there; `blocked`
    counts a window also where the other side is in it.
    """

    def side(own: int, other: int, threes: bool = False) -> float:
        total = 0.0
        for mask in GAME.masks:
            if mask & other and not blocked:
                continue
            held = (mask & own).bit_count()
            if threes:
                total += held == 3
                continue
            factor = CENTRE if times_centre and mask & _middle() else 1
            total += factor * {2: 10, 3: 100, 4: 10_000}.get(held, 0)
        return total

    @cache
    def score(own: int, other: int) -> float:
        centre = 0 if times_centre else CENTRE * (own & _middle()).bit_count()
        return side(own, other) + centre - OPEN_THREE_AGAINST * side(other, own, threes=True)

    def leaf(position: LinePosition, is_deep: bool) -> float | None:
        own, other = position.stones if position.to_move is Player.FIRST else position.stones[::-1]
        return score(own, other) if is_deep else LEAVES["program"](position, False)

    return leaf


def _table_2_nodes(leaf: Estimate, depth: int) -> list[int]:
    """The nodes of each move in the game of Table 2 to a depth; where chance has to move, the first one."""
    position, nodes = GAME.start(), list[int]()
    while not position.ended:
        watch = Watch(UNLIMITED)
        _, move = minimax(position, depth, leaf, True, watch)
        if position.to_move is Player.FIRST:
            nodes.append(watch.nodes)
        position = position.after(position.moves()[0] if move is None else move)
    return nodes


def _read_otherwise(name: str, leaf: Estimate) -> Reading:
    rows = [games.spread(_table_2_nodes(leaf, depth)) for depth in FITTED_DEPTHS]
    same = all(
        cut_off(value, text)
        for depth, row in zip(FITTED_DEPTHS, rows, strict=True)
        for value, text in ((row.mean, TABLE_2[depth][2].split()[0]),)
    )
    return Reading(name, fitted_if(same), {"means": [row.mean for row in rows]})


@claims.add("centre-six")
def centre_times_six() -> Finding:
    readings = (
        _read_otherwise("disc", evaluation(times_centre=False, blocked=False)),
        _read_otherwise("window", evaluation(times_centre=True, blocked=False)),
    )
    return Finding(common_verdict(readings), {"depths": list(FITTED_DEPTHS)}, readings)


@claims.add("open-windows")
def open_windows() -> Finding:
    readings = (
        _read_otherwise("open", evaluation(times_centre=False, blocked=False)),
        _read_otherwise("blocked", evaluation(times_centre=False, blocked=True)),
    )
    return Finding(common_verdict(readings), {"depths": list(FITTED_DEPTHS)}, readings)
