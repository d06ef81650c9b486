"""The tables and charts of P4: what is printed, and what comes of measuring it again."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from itertools import pairwise
from math import floor
from statistics import mean, median

from plyground.agents.published.p4 import GAME, LEAVES, VERSIONS, minimax, program_score, text_score
from plyground.game import Player
from plyground.papers import p4_games as games
from plyground.papers.claim import Finding, Verdict
from plyground.papers.p4_games import DEPTHS, GAMES, Spread
from plyground.search import Limits
from plyground.search.watch import Watch

ByDepth = Callable[[int], Callable[[], Finding]]
Table = dict[int, tuple[int, str, str]]

# As printed: wins in per cent, milliseconds, nodes.
TABLE_1: Table = {
    2: (0, "3.6 ± 4.9", "48.2 ± 12"),
    3: (100, "14.1 ± 7.4", "384 ± 30"),
    4: (100, "92.5 ± 33.2", "2357 ± 695"),
    5: (100, "618 ± 130", "16769 ± 2354"),
}
TABLE_2: Table = {
    2: (0, "1.7 ± 2.7", "31 ± 7.96"),
    3: (100, "6.4 ± 3.8", "125.6 ± 52.2"),
    4: (0, "10.1 ± 5.9", "265 ± 107.7"),
    5: (100, "83.2 ± 66.3", "2366.4 ± 1916"),
}

UNLIKELY = 0.01  # what chance does more rarely than this is not called noise


def holds(true: bool) -> Verdict:
    """Of a sentence or a number that is so, or not."""
    return "exact" if true else "contradicted"


def noise(true: bool) -> Verdict:
    """Of a number that chance brings, or does not."""
    return "within noise" if true else "contradicted"


def parsed(printed: str) -> Spread:
    """A mean and a deviation as printed."""
    return Spread(*(float(number) for number in printed.split(" ± ")))


def _cut(value: float, printed: str) -> bool:
    """Whether a value, its further digits left off, is the one that is printed."""
    shift: int = 10 ** len(printed.partition(".")[2])
    return floor(value * shift) == round(float(printed) * shift)


def _is_common(value: float, drawn: Sequence[float]) -> bool:
    """Whether chance comes as far from its middle as this value is."""
    aside = int(len(drawn) * UNLIKELY / 2)
    return drawn[aside] <= value <= drawn[-1 - aside]


def _against(printed: str, sample: Sequence[games.Played]) -> tuple[Verdict, str]:
    """Whether three games of a sample give mean ± sd as printed: always, by chance, or not at all."""
    means, deviations = games.trios(sample)
    said = parsed(printed)
    if means[0] == means[-1] and _cut(means[0], printed.split()[0]):
        return holds(_cut(deviations[0], printed.split()[-1])), "all games cost the same"
    common = _is_common(said.mean, means) and _is_common(said.sd, deviations)
    aside = int(len(means) * UNLIKELY / 2)
    return noise(common), f"99 % of trios: {means[aside]:.0f} to {means[-1 - aside]:.0f}"


def slashes(values: Iterable[float]) -> str:
    """Values of the depths in a row."""
    return " / ".join(f"{value:g}" for value in values)


# ---------------------------------------------------------------- the evaluation


def figure1() -> Finding:
    """Boards that have the values of Figure 1."""
    found = {v: [games.boards_worth(score, v) for score in (16, 222, -308)] for v in VERSIONS}
    shown = ", ".join(board or "none" for board in found["text"])
    possible = all(None not in boards for boards in found.values())
    return Finding(
        f"by the text after {shown}",
        noise(possible),
        "The boards are lost with the figure; that positions with these values exist, in both versions, "
        "is all that can be said.",
    )


def infinity() -> Finding:
    """What a won board is worth."""
    won = GAME.parse("1212121")
    by_text, by_program = text_score(won), program_score(won)
    return Finding(
        f"text {by_text}, program {by_program} for {won.text()}",
        holds(by_text == by_program),
        "The program tests the depth before the end of the game, so a board won on the last ply counts "
        "like any other, and its weight for four in a row can never come to bear.",
    )


# ---------------------------------------------------------------- Tables 1 and 2, Figures 2 to 4


def table1_nodes(depth: int) -> Callable[[], Finding]:
    """Nodes of minimax to a depth against chance, as often as it takes to know the noise."""

    def measure() -> Finding:
        verdict, by_chance = _against(TABLE_1[depth][2], games.sample_against_chance(depth, "program"))
        ours = games.row(depth, games.minimax_games(depth)).nodes
        return Finding(
            str(ours), verdict, f"Three games against chance differ, whatever the player is ({by_chance})."
        )

    return measure


def table1_wins() -> Finding:
    """Wins of minimax against chance, in three games and in more."""
    ours = [row.wins for row in games.table1()]
    rates = [games.win_rate(games.sample_against_chance(depth, "program")) for depth in DEPTHS]
    chances = [
        rate**GAMES if TABLE_1[d][0] else (1 - rate) ** GAMES for d, rate in zip(DEPTHS, rates, strict=True)
    ]
    verdict = holds(True) if min(chances) == 1 else noise(min(chances) > UNLIKELY)
    return Finding(
        f"{slashes(ours)}; in more games {slashes(round(100 * rate) for rate in rates)}",
        verdict,
        f"Three games are few: the rates of more games give the published ones with a chance of "
        f"{slashes(round(100 * chance) for chance in chances)} %.",
    )


def table1_text() -> Finding:
    """The same of the player that the text describes."""
    rates = [games.win_rate(games.sample_against_chance(depth, "text")) for depth in DEPTHS]
    return Finding(
        slashes(round(100 * rate) for rate in rates),
        noise((1 - rates[0]) ** GAMES > UNLIKELY),
        "A player that evaluates as the text says beats chance at every depth, 2 included, so the text is "
        "not what was run.",
    )


def even_depths() -> Finding:
    """The sign of the leaves: who wins from which seat."""
    first, second = (
        games.win_rate(games.sample_against_chance(2, "program", seat), seat) for seat in Player
    )
    itself = [games.win_rate(games.sample_against_itself(depth, "program")) for depth in DEPTHS]
    return Finding(
        f"as player 1 wins {first:.0%}, as player 2 {second:.0%}; against itself {slashes(itself)}",
        noise(first < 0.5 < second and itself == [0, 1, 0, 1]),
        "Depth is not to blame: leaves are scored for the side to move and player 1 minimises, so at even "
        "depths player 1 (and at odd ones player 2) seeks what is worst for it.",
    )


def table2_nodes(depth: int) -> Callable[[], Finding]:
    """Nodes of alpha-beta to a depth against minimax."""

    def measure() -> Finding:
        verdict, by_chance = _against(TABLE_2[depth][2], games.sample_against_itself(depth, "program"))
        ours = games.row(depth, games.alphabeta_games(depth)).nodes
        why = (
            "The leaf is scored for the side to move; the published digits are cut off, not rounded"
            if verdict == "exact"
            else "A side whose moves all lose chooses none and chance plays for it, so games differ"
        )
        return Finding(f"{ours.mean:.2f} ± {ours.sd:.2f}", verdict, f"{why} ({by_chance}).")

    return measure


def table2_wins() -> Finding:
    """Wins of alpha-beta against minimax."""
    ours = [row.wins for row in games.table2()]
    return Finding(
        slashes(ours),
        holds(ours == [TABLE_2[depth][0] for depth in DEPTHS]),
        "Whoever has the right sign wins: player 1 at odd depths, player 2 at even ones.",
    )


def table2_seats() -> Finding:
    """The same with the seats changed."""
    winners = [
        [games.against_itself(depth, "program", 0, seat).winner is seat for depth in DEPTHS]
        for seat in Player
    ]
    shown = [slashes(100 * won for won in row) for row in winners]
    return Finding(
        f"beginning {shown[0]}, moving second {shown[1]}",
        holds(winners[0] == winners[1]),
        "With the seats changed the wins change sides: both choose the same moves, and the seat decides.",
    )


def table2_text() -> Finding:
    """The same of the players that the text describes."""
    rows = [games.sample_against_itself(depth, "text") for depth in DEPTHS]
    verdicts = [_against(TABLE_2[d][2], row)[0] for d, row in zip(DEPTHS, rows, strict=True)]
    nodes = " / ".join(f"{mean(n for game in row for n in game.nodes):.1f}" for row in rows)
    return Finding(
        f"{nodes} nodes, wins {slashes(round(100 * games.win_rate(row)) for row in rows)}",
        noise("contradicted" not in verdicts),
        "With the evaluation of the text neither the nodes nor the wins of Table 2 come out.",
    )


def three_games() -> Finding:
    """How many of many games differ."""
    different = [
        len({game.text for game in games.sample_against_itself(depth, "program")}) for depth in DEPTHS
    ]
    return Finding(
        f"{slashes(different)} different games",
        holds(min(different) >= GAMES),
        "Both players are without chance until one sees itself lost, so at depth 2 three games are one "
        "game three times, and the ± is over its moves.",
    )


def times(printed: Table, played: Callable[[int], Sequence[games.Played]]) -> Callable[[], Finding]:
    """Times of a table, and how they grow.

    Growth is judged by medians: one pause of Python to collect its garbage is 40 ms, on a move of 1 ms.
    """

    def measure() -> Finding:
        said = [parsed(printed[depth][1]).mean for depth in DEPTHS]
        moves = [[time for _, time in games.moves_of(played(depth))] for depth in DEPTHS]
        middle = [median(row) for row in moves]
        growth = [" ".join(f"{b / a:.1f}" for a, b in pairwise(row)) for row in (said, middle)]
        return Finding(
            " / ".join(f"{mean(row):.1f}" for row in moves) + " ms",
            "machine-dependent" if middle == sorted(middle) else "contradicted",
            f"From depth to depth the paper's means grow by factors of {growth[0]}, our medians, which no "
            f"pause of the machine moves, by {growth[1]}.",
        )

    return measure


def figure2() -> Finding:
    """The histogram of times."""
    middle = [median(ms for _, ms in games.moves_of(games.minimax_games(depth))) for depth in DEPTHS]
    return Finding(
        " / ".join(f"{time:.1f}" for time in middle) + " ms (medians)",
        "machine-dependent" if middle == sorted(middle) else "contradicted",
        "The bins are lost; that deeper takes longer is so here too.",
    )


def figure3() -> Finding:
    """The histogram of nodes."""
    nodes = [[n for n, _ in games.moves_of(games.minimax_games(depth))] for depth in DEPTHS]
    means = [mean(row) for row in nodes]
    most = all(
        max(row) == sum(7**ply for ply in range(d + 1)) for d, row in zip(DEPTHS, nodes, strict=True)
    )
    return Finding(
        " / ".join(f"{min(row)}-{max(row)}" for row in nodes),
        holds(means == sorted(means) and most),
        "The bins are lost; deeper looks at more nodes, and each depth at most at 1 + 7 + … + 7^depth, "
        "which its first moves come to.",
    )


def figure4() -> Finding:
    """What pruning saves, from table to table."""
    said = [1 - parsed(TABLE_2[depth][2]).mean / parsed(TABLE_1[depth][2]).mean for depth in DEPTHS]
    ours = [1 - b.nodes.mean / a.nodes.mean for a, b in zip(games.table1(), games.table2(), strict=True)]
    near = max(abs(a - b) for a, b in zip(said, ours, strict=True)) < 0.1
    return Finding(
        " / ".join(f"{saved:.0%}" for saved in ours) + " fewer nodes",
        noise(near and min(ours[2:]) > max(ours[:2])),
        "Within ten points, and more where it is deeper; but the two tables are of different games against "
        "different players (P4.pruning compares the same positions).",
    )


@cache
def _pruned() -> tuple[int, int, dict[int, float]]:
    """Positions compared, those with the same value and move, and by depth the part of nodes saved."""
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


def pruning() -> Finding:
    """What pruning saves and changes on the same positions."""
    compared, same, saved = _pruned()
    part = " / ".join(f"{part:.0%}" for part in saved.values())
    return Finding(
        f"{same} of {compared} the same, {part} fewer nodes",
        holds(same == compared and min(saved.values()) > 0),
        "Value and move are those of minimax on random positions, to depths 2 to 5, in both versions.",
    )
