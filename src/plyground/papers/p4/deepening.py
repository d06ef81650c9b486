"""Iterative deepening in P4: Table 3 and Figure 5."""

from __future__ import annotations

from statistics import median

from plyground.papers.claim import Claims, Finding, noise_if, timed
from plyground.papers.p4 import measures as games
from plyground.papers.p4.measures import GAMES, LIMITS
from plyground.papers.p4.players import TOLERANCE
from plyground.papers.p4.tables import TABLE_2, parse_printed

# Limit in seconds: wins, milliseconds, nodes, median depth.
TABLE_3 = {1.0: (66, "752.4 ± 2.56", "6891.5 ± 643", 7), 2.0: (100, "1751.3 ± 1.46", "27017 ± 7251", 7)}

claims = Claims("P4")


def _paced(limit: float) -> games.PacedGames:
    nodes = parse_printed(TABLE_3[limit][2])
    return games.paced_games(int(nodes.mean), int(nodes.sd))


@claims.add("table3-wins", rests_on="chance")
def table3_wins() -> Finding:
    """Wins of iterative deepening, by the paper's own numbers of nodes."""
    won = [sum(_paced(limit).won) for limit in LIMITS]
    beaten = [round(TABLE_3[limit][0] * GAMES / 100) for limit in LIMITS]
    near = all(abs(a - b) <= 1 for a, b in zip(won, beaten, strict=True))
    return Finding(noise_if(near), {"won": won, "games": GAMES})


@claims.add("table3-depth", rests_on="chance")
def table3_depth() -> Finding:
    """The depth that these games reach: the median of all moves, and of each game."""
    ours, low, high = [], [], []
    for limit in LIMITS:
        by_game = [median(depths) for depths in _paced(limit).depths]
        ours.append(median(depth for depths in _paced(limit).depths for depth in depths))
        low.append(min(by_game))
        high.append(max(by_game))
    said = [TABLE_3[limit][3] for limit in LIMITS]
    allowed = all(a <= depth <= b for a, depth, b in zip(low, said, high, strict=True))
    return Finding("exact" if ours == said else noise_if(allowed), {"ours": ours, "low": low, "high": high})


@claims.add("table3-time", rests_on="clock")
def table3_time() -> Finding:
    """Whether the clock is kept."""
    rows = games.table3()
    slowest = [max(found.stats.seconds for found in games.timed_games(limit).results) for limit in LIMITS]
    facts = {
        **{f"mean_{n}": times.mean for n, (_, times, _, _) in enumerate(rows, 1)},
        **{f"sd_{n}": times.sd for n, (_, times, _, _) in enumerate(rows, 1)},
        "over": [times.mean - 1000 * (limit - TOLERANCE) for limit, times, _, _ in rows],
        "slowest": slowest,
        "moves": games.TIMED_MOVES,
    }
    return timed(all(time < limit for time, limit in zip(slowest, LIMITS, strict=True)), facts)


@claims.add("table3-nodes", rests_on="clock")
def table3_nodes() -> Finding:
    """The nodes of iterative deepening, by this machine's clock."""
    rows = games.table3()
    ours = [nodes.mean for _, _, nodes, _ in rows]
    facts = {
        "ours": ours,
        "speeds": [nodes.mean / times.mean for _, times, nodes, _ in rows],
        "theirs": [
            parse_printed(TABLE_3[limit][2]).mean / parse_printed(TABLE_3[limit][1]).mean
            for limit in LIMITS
        ],
        "other": parse_printed(TABLE_2[5][2]).mean / parse_printed(TABLE_2[5][1]).mean,
    }
    return timed(ours[0] < ours[1], facts)


@claims.add("table3-more", rests_on="clock")
def table3_more() -> Finding:
    """These nodes compared with those of alpha-beta to depth 5."""
    fixed = games.table2()[-1].nodes.mean
    ours = [nodes.mean / fixed for _, _, nodes, _ in games.table3()]
    said = [parse_printed(TABLE_3[limit][2]).mean / parse_printed(TABLE_2[5][2]).mean for limit in LIMITS]
    return timed(min(ours) > 1, {"ours": ours, "said": said})


@claims.add("figure5", rests_on="clock")
def figure5() -> Finding:
    """How much the times vary."""
    clocked = max(times.sd / times.mean for _, times, _, _ in games.table3())
    milliseconds = games.table2()[-1].milliseconds
    fixed = milliseconds.sd / milliseconds.mean
    return timed(clocked < fixed, {"clocked": clocked, "fixed": fixed})


@claims.add("best", rests_on="chance")
def best() -> Finding:
    """Whether alpha-beta to depth 5 is the best player; how far deepening comes is drawn from Table 3."""
    won = [win for limit in LIMITS for win in _paced(limit).won]
    return Finding(noise_if(2 * sum(won) < len(won)), {"won": sum(won), "games": len(won)})
