"""Iterative deepening in P4: Table 3, Figure 5, and the server that ends who is late."""

from __future__ import annotations

from statistics import median

from plyground.agents.published.p4 import GAME, TOLERANCE
from plyground.arena.control import Control
from plyground.arena.plan import Plan
from plyground.arena.records import GameRecord
from plyground.arena.table import Table
from plyground.papers import p4_games as games
from plyground.papers.claim import Finding
from plyground.papers.p4_games import GAMES, LIMITS
from plyground.papers.p4_tables import TABLE_2, holds, noise, parsed

# Limit in seconds: wins, milliseconds, nodes, median depth.
TABLE_3 = {1.0: (66, "752.4 ± 2.56", "6891.5 ± 643", 7), 2.0: (100, "1751.3 ± 1.46", "27017 ± 7251", 7)}


def _paced(limit: float) -> games.Paced:
    nodes = parsed(TABLE_3[limit][2])
    return games.paced_games(int(nodes.mean), int(nodes.sd))


def table3_wins() -> Finding:
    """Wins of iterative deepening, by the paper's own numbers of nodes."""
    won = [sum(_paced(limit).won) for limit in LIMITS]
    beaten = [round(TABLE_3[limit][0] * GAMES / 100) for limit in LIMITS]
    return Finding(
        " and ".join(f"{number} of {GAMES}" for number in won) + ", by nodes instead of a clock",
        noise(all(abs(a - b) <= 1 for a, b in zip(won, beaten, strict=True))),
        "Deepening was given the nodes that the paper tells, less, as is, and more by its ±; a game more "
        "or less of three is chance.",
    )


def table3_depth() -> Finding:
    """The depth that those reach."""
    depths = [median(_paced(limit).depths) for limit in LIMITS]
    apart = [abs(depth - TABLE_3[limit][3]) for limit, depth in zip(LIMITS, depths, strict=True)]
    return Finding(
        " and ".join(f"{depth:g}" for depth in depths) + ", by nodes instead of a clock",
        "exact" if not any(apart) else noise(max(apart) <= 1),
        "The same number of nodes a move as in the paper goes about as deep; towards the end of a game "
        "depths soar, so a median says more than a mean.",
    )


def table3_time() -> Finding:
    """Whether the clock is kept."""
    rows = games.table3()
    over = [times.mean - 1000 * (limit - TOLERANCE) for limit, times, _, _ in rows]
    slowest = [max(found.stats.seconds for found in games.timed_games(limit).results) for limit in LIMITS]
    kept = all(time < limit for time, limit in zip(slowest, LIMITS, strict=True))
    return Finding(
        " and ".join(f"{times.mean:.1f} ± {times.sd:.2f} ms" for _, times, _, _ in rows),
        "machine-dependent" if kept else "contradicted",
        f"Means are {over[0]:.1f} and {over[1]:.1f} ms over 750 and 1750 (paper: 2.4 and 1.3), and the "
        f"slowest of {games.TIMED_MOVES} moves took {slowest[0]:.2f} of 1 s and {slowest[1]:.2f} of 2 s.",
    )


def table3_nodes() -> Finding:
    """The nodes of iterative deepening, by this machine's clock."""
    said = [parsed(TABLE_3[limit][2]).mean for limit in LIMITS]
    spent = [parsed(TABLE_3[limit][1]).mean for limit in LIMITS]
    rows = games.table3()
    speeds = [nodes.mean / times.mean for _, times, nodes, _ in rows]
    theirs = [nodes / time for nodes, time in zip(said, spent, strict=True)]
    other = parsed(TABLE_2[5][2]).mean / parsed(TABLE_2[5][1]).mean
    return Finding(
        " and ".join(f"{nodes.mean:.0f}" for _, _, nodes, _ in rows),
        "machine-dependent" if rows[0][2].mean < rows[1][2].mean else "contradicted",
        f"Ours are {speeds[0]:.0f} and {speeds[1]:.0f} nodes a ms; the paper's {theirs[0]:.1f} and "
        f"{theirs[1]:.1f} fit neither each other nor the {other:.1f} of its Table 2: some are medians.",
    )


def table3_more() -> Finding:
    """The same against those of alpha-beta to depth 5."""
    fixed = games.table2()[-1].nodes.mean
    ours = [nodes.mean / fixed for _, _, nodes, _ in games.table3()]
    said = [parsed(TABLE_3[limit][2]).mean / parsed(TABLE_2[5][2]).mean for limit in LIMITS]
    return Finding(
        " and ".join(f"{ratio:.0f} times" for ratio in ours),
        "machine-dependent" if min(ours) > 1 else "contradicted",
        f"It is {said[0]:.1f} and {said[1]:.1f} times in the paper: a faster machine looks at more in the "
        "same time, alpha-beta to a depth does not.",
    )


def figure5() -> Finding:
    """How much the times vary."""
    timed = max(times.sd / times.mean for _, times, _, _ in games.table3())
    fixed = games.table2()[-1].milliseconds
    return Finding(
        f"{timed:.2%} of the mean, against {fixed.sd / fixed.mean:.0%} of alpha-beta",
        "machine-dependent" if timed < fixed.sd / fixed.mean else "contradicted",
        "Time ends each search of deepening at the same moment; in the paper it is 0.34 % against 80 %.",
    )


def best() -> Finding:
    """Whether alpha-beta to depth 5 is the best player."""
    won = [win for limit in LIMITS for win in _paced(limit).won]
    return Finding(
        f"deepening wins {sum(won)} of {len(won)} against it",
        holds(2 * sum(won) < len(won)),
        "The paper's own Table 3 has it lose 2 of 3 games and 3 of 3 to iterative deepening, and so does "
        "it here.",
    )


def _refereed(control: Control, plies: int) -> GameRecord:
    agents = ("p4.deepening(seconds=1.0)", "random")
    plan = Plan("connect4", agents, games=1, control=control, policy="fallback", most_plies=plies)
    with Table(plan) as table:
        return table.play(next(plan.pairs())).games[0]


def referee() -> Finding:
    """What becomes of an agent that is late."""
    late = _refereed(Control(patience=0.2), plies=3)
    made = [move.trouble for move in late.moves if move.agent == 0]
    legal = GAME.parse("".join(late.texts))
    return Finding(
        f"{len(late.texts)} moves played, {made.count('time')} by the referee",
        holds(made == ["time", "time"] and legal.outcome() is None),
        "An agent that needs 0.75 s and is given 0.2 s is ended, and a random legal move is played for it.",
    )


def tolerance() -> Finding:
    """What becomes of one that leaves time to spare."""
    kept = [m for m in _refereed(Control(seconds=1.0), plies=3).moves if m.agent == 0]
    slowest = max(move.cost.wall for move in kept)
    return Finding(
        f"answers after {slowest:.2f} s at the latest of 1 s",
        "machine-dependent" if not any(move.trouble for move in kept) else "contradicted",
        "With 250 ms to spare the search ends by itself, and the referee has nothing to do.",
    )
