"""The tables and charts of P4: what is printed, and what we measure."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from itertools import pairwise
from math import floor
from statistics import mean, median

from plyground.game import Player
from plyground.papers.claim import (
    Claims,
    Finding,
    Reading,
    Verdict,
    common_verdict,
    exact_if,
    fitted_if,
    noise_if,
    timed,
)
from plyground.papers.p4 import measures as games
from plyground.papers.p4.measures import DEPTHS, GAMES, MeanDeviation
from plyground.papers.p4.players import GAME, LEAVES, VERSIONS, minimax, program_score, text_score
from plyground.searchers import Limits
from plyground.searchers.watch import Watch

PrintedTable = dict[int, tuple[int, str, str]]

# As printed: wins in per cent, milliseconds, nodes.
TABLE_1: PrintedTable = {
    2: (0, "3.6 ± 4.9", "48.2 ± 12"),
    3: (100, "14.1 ± 7.4", "384 ± 30"),
    4: (100, "92.5 ± 33.2", "2357 ± 695"),
    5: (100, "618 ± 130", "16769 ± 2354"),
}
TABLE_2: PrintedTable = {
    2: (0, "1.7 ± 2.7", "31 ± 7.96"),
    3: (100, "6.4 ± 3.8", "125.6 ± 52.2"),
    4: (0, "10.1 ± 5.9", "265 ± 107.7"),
    5: (100, "83.2 ± 66.3", "2366.4 ± 1916"),
}

FITTED_DEPTHS = (2, 3)  # of Table 2: the program was fitted to these
UNLIKELY = 0.01  # what chance does less often is not called noise

claims = Claims("P4")


def parse_printed(printed: str) -> MeanDeviation:
    """A mean and a deviation as printed."""
    return MeanDeviation(*(float(number) for number in printed.split(" ± ")))


def cut_off(value: float, printed: str) -> bool:
    """Whether a value, cut off after the printed digits, is the printed one."""
    shift: int = 10 ** len(printed.partition(".")[2])
    return floor(value * shift) == round(float(printed) * shift)


def usual_range(values: Sequence[float]) -> tuple[float, float]:
    """The range in which chance usually brings a value, given sorted samples."""
    aside = int(len(values) * UNLIKELY / 2)
    return values[aside], values[-1 - aside]


def _against(printed: str, sample: Sequence[games.P4Game]) -> tuple[Verdict, tuple[float, float]]:
    """Whether three games of a sample give mean ± sd as printed: always, never, by chance, or seldom."""
    means, deviations = games.trios(sample)
    said = parse_printed(printed)
    if len({game.nodes for game in sample}) == 1:  # there is no chance in them
        mean_said, sd_said = printed.split(" ± ")
        same = cut_off(means[0], mean_said) and cut_off(deviations[0], sd_said)
        return exact_if(same), usual_range(means)
    is_common = all(
        low <= value <= high
        for value, (low, high) in zip(said, (usual_range(means), usual_range(deviations)), strict=True)
    )
    return noise_if(is_common), usual_range(means)


# ---------------------------------------------------------------- the evaluation


@claims.add("figure1")
def figure1() -> Finding:
    """Boards with the values of Figure 1: we can only say that some exist."""
    found = [games.boards_worth(score, "text") or "–" for score in (16, 222, -308)]
    return Finding("not testable", {"boards": ", ".join(found)})


@claims.add("infinity")
def infinity() -> Finding:
    """What a won board is worth: by the text, and by the program that we fitted."""
    won = GAME.parse("1212121")
    return Finding(
        "not testable", {"text": str(text_score(won)).replace("inf", "∞"), "program": program_score(won)}
    )


# ---------------------------------------------------------------- Table 1, Figures 2 and 3


@claims.add("table1-wins", rests_on="chance")
def table1_wins() -> Finding:
    """Wins of minimax against chance, in three games and in more."""
    rates = [games.win_rate(games.sample_against_chance(depth, "program")) for depth in DEPTHS]
    chances = [
        rate**GAMES if TABLE_1[d][0] else (1 - rate) ** GAMES for d, rate in zip(DEPTHS, rates, strict=True)
    ]
    verdict = exact_if(True) if min(chances) == 1 else noise_if(min(chances) > UNLIKELY)
    ours = [row.wins for row in games.table1()]
    return Finding(verdict, {"ours": ours, "rates": rates, "chances": chances})


@claims.add_each({f"table1-nodes-{depth}": depth for depth in DEPTHS}, rests_on="chance")
def table1_nodes(depth: int) -> Finding:
    """Nodes of minimax to a depth against chance, in enough games to know the noise."""
    verdict, (low, high) = _against(TABLE_1[depth][2], games.sample_against_chance(depth, "program"))
    ours = games.row(depth, games.minimax_games(depth)).nodes
    return Finding(verdict, {"mean": ours.mean, "sd": ours.sd, "low": low, "high": high})


@claims.add("table1-times", rests_on="clock")
def table1_times() -> Finding:
    """Times of minimax against chance."""
    return times(TABLE_1, games.minimax_games)


def times(printed: PrintedTable, played: Callable[[int], Sequence[games.P4Game]]) -> Finding:
    """Times of a table, and how they grow.

    Growth is judged by medians: one pause of Python to collect its garbage is 40 ms, on a move of 1 ms.
    """
    said = [parse_printed(printed[depth][1]).mean for depth in DEPTHS]
    moves = [[time for _, time in games.moves_of(played(depth))] for depth in DEPTHS]
    middle = [median(row) for row in moves]
    theirs, ours = ([b / a for a, b in pairwise(row)] for row in (said, middle))
    facts = {"means": [mean(row) for row in moves], "theirs": theirs, "ours": ours}
    return timed(middle == sorted(middle), facts)


@claims.add("table1-text", rests_on="chance")
def table1_text() -> Finding:
    """The same for the player that the text describes."""
    rates = [games.win_rate(games.sample_against_chance(depth, "text")) for depth in DEPTHS]
    facts = {"rates": rates, "games": games.SAMPLE[DEPTHS[0]]}
    return Finding(noise_if((1 - rates[0]) ** GAMES > UNLIKELY), facts)


@claims.add("even-depths", rests_on="chance")
def even_depths() -> Finding:
    """The sign of the leaves: who wins from which seat."""
    first, second = (
        games.win_rate(games.sample_against_chance(2, "program", seat), seat) for seat in Player
    )
    itself = [games.win_rate(games.sample_against_itself(depth, "program")) for depth in DEPTHS]
    likely = (1 - first) ** GAMES > UNLIKELY and itself[0] == 0
    facts = {"first": first, "second": second, "itself": itself, "chance": (1 - first) ** GAMES}
    return Finding(noise_if(likely), facts)


@claims.add("figure2", rests_on="clock")
def figure2() -> Finding:
    """The histogram of times."""
    middle = [median(ms for _, ms in games.moves_of(games.minimax_games(depth))) for depth in DEPTHS]
    return timed(middle == sorted(middle), {"medians": middle})


@claims.add("figure3")
def figure3() -> Finding:
    """The histogram of nodes."""
    nodes = [[n for n, _ in games.moves_of(games.minimax_games(depth))] for depth in DEPTHS]
    means = [mean(row) for row in nodes]
    most = all(
        max(row) == sum(7**ply for ply in range(d + 1)) for d, row in zip(DEPTHS, nodes, strict=True)
    )
    facts = {"ranges": [f"{min(row)}-{max(row)}" for row in nodes]}
    return Finding(exact_if(means == sorted(means) and most), facts)


# ---------------------------------------------------------------- Table 2, Figure 4


@claims.add("table2-wins")
def table2_wins() -> Finding:
    """Wins of alpha-beta against minimax."""
    ours = [row.wins for row in games.table2()]
    return Finding(exact_if(ours == [TABLE_2[depth][0] for depth in DEPTHS]), {"ours": ours})


@claims.add_each(
    {f"table2-nodes-{depth}": depth for depth in DEPTHS if depth not in FITTED_DEPTHS}, rests_on="chance"
)
@claims.add_each({f"table2-nodes-{depth}": depth for depth in FITTED_DEPTHS})
def table2_nodes(depth: int) -> Finding:
    """Nodes of alpha-beta to a depth against minimax."""
    verdict, (low, high) = _against(TABLE_2[depth][2], games.sample_against_itself(depth, "program"))
    if depth in FITTED_DEPTHS:
        verdict = fitted_if(verdict in ("exact", "within noise"))
    ours = games.row(depth, games.alphabeta_games(depth)).nodes
    return Finding(verdict, {"mean": ours.mean, "sd": ours.sd, "low": low, "high": high})


@claims.add("table2-times", rests_on="clock")
def table2_times() -> Finding:
    """Times of alpha-beta against minimax."""
    return times(TABLE_2, games.alphabeta_games)


@claims.add("table2-text")
def table2_text() -> Finding:
    """The same for the players that the text describes."""
    rows = [games.sample_against_itself(depth, "text") for depth in DEPTHS]
    verdicts = [_against(TABLE_2[d][2], row)[0] for d, row in zip(DEPTHS, rows, strict=True)]
    nodes = [mean(n for game in row for n in game.nodes) for row in rows]
    wins = [round(100 * games.win_rate(row)) for row in rows]
    return Finding(exact_if("contradicted" not in verdicts), {"nodes": nodes, "wins": wins})


@claims.add("table2-seats")
def table2_seats() -> Finding:
    """The same with the seats changed."""
    first, second = (
        [100 * (games.against_itself(depth, "program", 0, seat).winner is seat) for depth in DEPTHS]
        for seat in Player
    )
    said = [TABLE_2[depth][0] for depth in DEPTHS]
    readings = tuple(
        Reading(name, exact_if(wins == said), {"wins": wins})
        for name, wins in (("first", first), ("second", second))
    )
    return Finding(common_verdict(readings), {"first": first, "second": second}, readings)


@claims.add("three-games")
def three_games() -> Finding:
    """How many of many games differ: three games say little if most are the same."""
    samples = [games.sample_against_itself(depth, "program") for depth in DEPTHS]
    different = [len({game.text for game in sample}) for sample in samples]
    return Finding("not testable", {"different": different, "played": [len(sample) for sample in samples]})


@claims.add("figure4", rests_on="chance")
def figure4() -> Finding:
    """What pruning saves from Table 1 to Table 2, and how much of that three games leave to chance."""
    said = [
        1 - parse_printed(TABLE_2[depth][2]).mean / parse_printed(TABLE_1[depth][2]).mean
        for depth in DEPTHS
    ]
    ours = [1 - b.nodes.mean / a.nodes.mean for a, b in zip(games.table1(), games.table2(), strict=True)]
    allowed = []
    for depth in DEPTHS:
        plain, pruned = (
            usual_range(games.trios(sample(depth, "program"))[0])
            for sample in (games.sample_against_chance, games.sample_against_itself)
        )
        allowed.append((1 - pruned[1] / plain[0], 1 - pruned[0] / plain[1]))
    likely = all(low <= part <= high for part, (low, high) in zip(said, allowed, strict=True))
    facts = {
        "ours": ours,
        "said": said,
        "low": [low for low, _ in allowed],
        "high": [high for _, high in allowed],
    }
    return Finding(noise_if(likely and min(ours[2:]) > max(ours[:2])), facts)


@cache
def _pruned() -> tuple[int, int, dict[int, float]]:
    """Positions compared, those with the same value and move, and the share of nodes saved by depth."""
    compared = same = 0
    saved: dict[int, float] = {}
    for depth, count in zip(DEPTHS, (40, 40, 20, 8), strict=True):
        looked = {False: 0, True: 0}
        for position in games.positions(count):
            for version in VERSIONS:
                found = []
                for prunes in looked:
                    watch = Watch(Limits())
                    found.append(minimax(position, depth, LEAVES[version], prunes, watch))
                    looked[prunes] += watch.nodes
                compared += 1
                same += found[0] == found[1]
        saved[depth] = 1 - looked[True] / looked[False]
    return compared, same, saved


@claims.add("pruning")
def pruning() -> Finding:
    """What pruning saves and changes on the same positions."""
    compared, same, saved = _pruned()
    facts = {"same": same, "compared": compared, "saved": list(saved.values())}
    return Finding(exact_if(same == compared and min(saved.values()) > 0), facts)
