"""P3, minimax with and without pruning: its counts, its lost figure, its curves and its formal problem."""

from __future__ import annotations

from functools import cache, partial
from itertools import product
from math import ceil

from plyground.game import Outcome
from plyground.games.line import tictactoe
from plyground.papers.claim import Claim, Finding, Verdict
from plyground.papers.p3_counts import (
    by_empty_squares,
    factors,
    game,
    giving,
    means,
    nodes_by_empty_squares,
    pruned,
    straightness,
    unfinished,
    unpruned,
    unpruned_foretold,
    visited,
    with_pruning,
    without_pruning,
)
from plyground.papers.p3_problem import disagreements, played_on, positions, refusals
from plyground.score import win_in
from plyground.solver.exhaustive import known_table

__all__ = ["CLAIMS", "TITLE", "by_empty_squares"]

TITLE = "Amanda Costa Spolti: Jogo da velha com o algoritmo MinMax, UFU, Uberlândia (its year is not told)"

PRUNED, UNPRUNED = 17_446, 290_000  # the second is given as "about"
TIMES_AS_MANY = 17  # "almost"
FIGURE_1 = (58, 110)
STRAIGHT = 0.95  # R² from which on a curve counts as exponential


def exactly(holds: bool) -> Verdict:
    """The verdict on a claim that is either so or not."""
    return "exact" if holds else "contradicted"


def roughly(holds: bool) -> Verdict:
    """The verdict on a claim that is a round number or an "almost"."""
    return "within noise" if holds else "contradicted"


# ---------------------------------------------------------------- states visited in a whole game


@cache
def from_the_start() -> tuple[int, int]:
    """The states visited in a whole game from the empty board, with pruning and without."""
    start = tictactoe().start()
    return visited(start, pruned), visited(start, unpruned)


def empty_board_pruned() -> Finding:
    """The count with pruning as its program counts."""
    count, _ = from_the_start()
    why = "Counted as its program does: MAX nodes only, the moves of both machines added up."
    return Finding(f"{count:,}", exactly(count == PRUNED), why)


def empty_board_unpruned() -> Finding:
    """The count without pruning as its program counts."""
    _, count = from_the_start()
    why = "Rounded to ten thousands; counted as with pruning."
    return Finding(f"{count:,}", roughly(round(count, -4) == UNPRUNED), why)


def times_as_many() -> Finding:
    """How many times as many states are visited without pruning."""
    with_it, without_it = from_the_start()
    ratio = without_it / with_it
    why = f"{without_it:,} states over {with_it:,}."
    return Finding(f"{ratio:.2f} times", roughly(ceil(ratio) == TIMES_AS_MANY), why)


def all_states() -> Finding:
    """The same counts with MIN nodes, which its text calls states as well."""
    start = tictactoe().start()
    with_it = visited(start, partial(pruned, count_min=True))
    without_it = visited(start, partial(unpruned_foretold, count_min=True))
    holds = with_it == PRUNED and round(without_it, -4) == UNPRUNED
    why = (
        f"The counter in min_value is commented out; the ratio of all states is {without_it / with_it:.2f}."
    )
    return Finding(f"{with_it:,} and {without_it:,}", exactly(holds), why)


def figure_1() -> Finding:
    """From which positions the game takes as many states as from the figure, which is lost."""
    found, lazy = giving(*FIGURE_1), giving(*FIGURE_1, early=False)
    kinds = len({position.canonical() for position in found})
    texts = ", ".join(position.text() for position in found)
    ours = f"{len(found)} positions, {kinds} up to symmetry: {texts}"
    why = f"Figure 1 is one of them, if play can reach it; without the early return, {len(lazy)} do."
    return Finding(ours if found else "no position", exactly(bool(found)), why)


def practically_double() -> Finding:
    """How many times as many states the figure takes without pruning."""
    ratios = {visited(p, unpruned_foretold) / visited(p, pruned) for p in giving(*FIGURE_1)}
    ours = " or ".join(f"{ratio:.2f} times" for ratio in sorted(ratios))
    verdict = roughly(any(round(ratio) == 2 for ratio in ratios))
    return Finding(ours or "no position", verdict, "Measured in the positions that Figure 1 may show.")


def time_ratio() -> Finding:
    """How many times as long the first move takes without pruning."""
    start = tictactoe().start()
    slow, fast = without_pruning(start).stats.seconds, with_pruning(start).stats.seconds
    states = without_pruning(start).stats.nodes / with_pruning(start).stats.nodes
    ours = f"{slow / fast:.1f} times: {slow:.2f} s and {fast:.2f} s"
    return Finding(ours, "machine-dependent", f"The first move visits {states:.1f} times as many states.")


# ---------------------------------------------------------------- how well it plays


def always_a_draw() -> Finding:
    """How games between the two versions end, from the empty board."""
    pairs = product((pruned, unpruned), repeat=2)
    games = [tuple(position for position, _ in game(tictactoe().start(), *pair)) for pair in pairs]
    draws = sum(play[-1].ended == Outcome(None) for play in games)
    why = f"Each version as X against each as O: {len(set(games))} different game in all."
    return Finding(f"{draws} draws in {len(games)} games", exactly(draws == len(games)), why)


def best_move() -> Finding:
    """Whether both versions always keep what a position is worth."""
    values = known_table(tictactoe().start())
    wrong = others = put_off = 0
    for position in unfinished():
        move = pruned(position)[0]
        wrong += _sign(values[position]) != _sign(-values[position.after(move)])
        others += move != unpruned_foretold(position)[0]
        put_off += values[position] == win_in(1) and not position.after(move).ended
    ours = f"{wrong} mistakes in {len(unfinished()):,} positions, {others} other moves without pruning"
    why = f"By the table of all values; it puts off {put_off} wins at once, thanks to its early return."
    return Finding(ours, exactly(wrong == others == 0), why)


def _sign(score: int) -> int:
    return (score > 0) - (score < 0)


# ---------------------------------------------------------------- by empty squares


def distinct_states() -> Finding:
    """How many states there are to be tested."""
    to_move, every = len(unfinished()), len(positions())
    ours = f"{to_move:,} with a move to make, {every:,} in all"
    why = f"Either number rounds to 5 thousand; if O may begin as well, twice {to_move:,} situations arise."
    return Finding(ours, roughly(round(to_move, -3) == round(every, -3) == 5_000), why)


def growth(column: str) -> Finding:
    """How the states visited for a decision grow with the empty squares."""
    mean = means(nodes_by_empty_squares(), column)
    steps, straight = factors(mean), straightness(mean)
    each = f"×{min(steps):.1f} to ×{max(steps):.1f} a square"
    ours = f"{mean[0]:.1f} to {mean[-1]:,.0f}, {each}, R² {straight:.3f}"
    rising = steps[-1] > 2 * steps[0]
    shape = "the factor itself grows, as of a factorial" if rising else "the factor stays about the same"
    why = f"On a logarithmic scale nearly a straight line; {shape}."
    return Finding(ours, roughly(min(steps) > 1 and straight >= STRAIGHT), why)


def growth_of_time() -> Finding:
    """How the time for a decision grows with the empty squares."""
    texts = []
    for column in ("seconds_pruned", "seconds_unpruned"):
        mean = means(by_empty_squares(), column)
        texts.append(f"{mean[0] * 1000:.2f} ms to {mean[-1]:.2f} s, R² {straightness(mean):.3f}")
    ours = f"with pruning {texts[0]}; without {texts[1]}"
    why = "Time follows the states once there are more than a handful of them."
    return Finding(ours, "machine-dependent", why)


def worse_when_larger() -> Finding:
    """Whether pruning saves the more the larger the problem is."""
    rows = nodes_by_empty_squares()
    ratios = [
        slow / fast for slow, fast in zip(means(rows, "unpruned"), means(rows, "pruned"), strict=True)
    ]
    holds = ratios == sorted(ratios) and ratios[-1] > ratios[0]
    ours = f"{ratios[0]:.1f} times with 1 empty square, {ratios[4]:.1f} with 5, {ratios[8]:.1f} with 9"
    return Finding(ours, exactly(holds), "Mean states of a decision without pruning over those with it.")


# ---------------------------------------------------------------- the formal problem


def formal_problem() -> Finding:
    """Whether the six parts of the problem are our rules."""
    parts = disagreements()
    ours = f"{parts.total()} disagreements of {len(parts)} parts over {len(positions()):,} states"
    why = "Written anew after the paper, on rows of marks, and compared with our bit boards state by state."
    return Finding(ours, exactly(not parts.total()), why)


def invalid_action() -> Finding:
    """Whether an invalid action is an error, there and here."""
    tried, its, ours = refusals()
    text = f"{its:,} and {ours:,} of {tried:,} refused"
    return Finding(
        text, exactly(its == ours == tried), "Taken squares and squares off the board, in every state."
    )


def ends_with_the_game() -> Finding:
    """Whether no move can be made after the end."""
    finished = [position for position in positions() if position.ended]
    ours = f"in {played_on()} of {len(finished)} finished states its result() makes a further move"
    why = (
        "Its actions() are the empty squares even then, so whoever calls must ask terminal(); ours refuse."
    )
    return Finding(ours, exactly(not played_on()), why)


CLAIMS: tuple[Claim, ...] = (
    Claim(
        "P3.nodes-pruned",
        "A machine-against-machine game from the empty board explores 17,446 states with pruning.",
        "17446",
        empty_board_pruned,
    ),
    Claim(
        "P3.nodes-unpruned",
        "The same game explores about 290 thousand states without pruning.",
        "about 290 thousand",
        empty_board_unpruned,
    ),
    Claim("P3.ratio", "Without pruning, almost 17 times as many.", "almost 17 times", times_as_many),
    Claim(
        "P3.all-states",
        "17,446 and 290 thousand are all the states explored, those of MAX and MIN alike.",
        "17446 and about 290 thousand",
        all_states,
    ),
    Claim(
        "P3.figure-1", "From Figure 1, 58 states are explored, 110 without pruning.", "58 and 110", figure_1
    ),
    Claim("P3.double", "From Figure 1, practically double.", "practically double", practically_double),
    Claim(
        "P3.time",
        "Without pruning more states mean more time.",
        "consequently the execution time",
        time_ratio,
        deterministic=False,
    ),
    Claim("P3.draw", "Two machines that play minimax draw.", "a draw", always_a_draw),
    Claim("P3.best-move", "Minimax always makes the best move.", "the best possible move", best_move),
    Claim(
        "P3.states", "About 5 thousand states were tested.", "about 5 thousand distinct", distinct_states
    ),
    Claim(
        "P3.growth-pruned",
        "The nodes generated grow exponentially with the empty squares, with pruning.",
        "exponentially",
        partial(growth, "pruned"),
    ),
    Claim(
        "P3.growth-unpruned",
        "The nodes generated grow exponentially with the empty squares, without pruning.",
        "exponentially",
        partial(growth, "unpruned"),
    ),
    Claim(
        "P3.growth-time",
        "The execution time grows exponentially with the empty squares.",
        "exponentially",
        growth_of_time,
        deterministic=False,
    ),
    Claim("P3.larger", "Larger problems lose more without pruning.", "extremely higher", worse_when_larger),
    Claim("P3.problem", "Six components define the game.", "initial state … utility", formal_problem),
    Claim("P3.invalid-action", "An invalid action is an error.", "Invalid Action", invalid_action),
    Claim("P3.ends", "Play goes on until a line or a full board.", "the rules", ends_with_the_game),
)
