"""P3, minimax with and without pruning: its counts, its lost figure, its curves and its formal problem."""

from __future__ import annotations

from functools import cache, partial
from itertools import product
from math import ceil

from plyground.game import Outcome
from plyground.games.line import tictactoe
from plyground.papers.claim import (
    Claims,
    Finding,
    Reading,
    common_verdict,
    exact_if,
    fitted_if,
    rounded_if,
    timed,
    vague,
)
from plyground.papers.p3 import sentences
from plyground.papers.p3.measures import (
    by_empty_squares,
    count_unpruned,
    decide_pruned,
    decide_unpruned,
    decisions,
    game,
    growth_factors,
    means,
    nodes_by_empty_squares,
    positions_giving,
    search_pruned,
    search_unpruned,
    states_visited,
    straightness,
)
from plyground.papers.p3.problem import as_board, disagreements, played_on, positions, refusals, terminal
from plyground.score import win_in
from plyground.solver.exhaustive import cached_full_table

PRUNED, UNPRUNED = 17_446, 290_000  # the second is given as "about"
TIMES_AS_MANY = 17  # "almost"
FIGURE_1 = (58, 110)


claims = Claims("P3")


# ---------------------------------------------------------------- states visited in a whole game


@cache
def from_the_start() -> tuple[int, int]:
    """The states visited in a whole game from the empty board, with pruning and without."""
    start = tictactoe().start()
    return states_visited(start, decide_pruned), states_visited(start, decide_unpruned)


@claims.add("nodes-pruned")
def empty_board_pruned() -> Finding:
    """The count with pruning as its program counts."""
    count, _ = from_the_start()
    return Finding(exact_if(count == PRUNED), {"count": count})


@claims.add("nodes-unpruned")
def empty_board_unpruned() -> Finding:
    """The count without pruning as its program counts."""
    _, count = from_the_start()
    return Finding(rounded_if(round(count, -4) == UNPRUNED), {"count": count})


@claims.add("ratio")
def times_as_many() -> Finding:
    """How many times as many states are visited without pruning."""
    with_it, without_it = from_the_start()
    ratio = without_it / with_it
    facts = {"ratio": ratio, "with_it": with_it, "without_it": without_it}
    return Finding(rounded_if(ceil(ratio) == TIMES_AS_MANY), facts)


@claims.add("all-states")
def all_states() -> Finding:
    """The same counts with MIN nodes, which its text calls states as well."""
    start = tictactoe().start()
    counts = {
        "max": from_the_start(),
        "both": tuple(
            states_visited(start, partial(decide, count_min=True))
            for decide in (decide_pruned, count_unpruned)
        ),
    }
    readings = tuple(
        Reading(
            name,
            exact_if(with_it == PRUNED and round(without_it, -4) == UNPRUNED),
            {"with_it": with_it, "without_it": without_it},
        )
        for name, (with_it, without_it) in counts.items()
    )
    with_it, without_it = counts["both"]
    facts = {"with_it": with_it, "without_it": without_it, "ratio": without_it / with_it}
    return Finding(common_verdict(readings), facts, readings)


@claims.add("figure-1")
def figure_1() -> Finding:
    """The positions from which a game visits as many states as from the figure, whose board is lost."""
    found, lazy = positions_giving(*FIGURE_1), positions_giving(*FIGURE_1, early=False)
    facts = {
        "n": len(found),
        "kinds": len({position.canonical() for position in found}),
        "lazy": len(lazy),
        "texts": ", ".join(position.text() for position in found),
    }
    return Finding(fitted_if(bool(found)), facts)


@claims.add("double")
def practically_double() -> Finding:
    """How many times as many states the figure takes without pruning."""
    ratios = sorted(
        {
            states_visited(p, count_unpruned) / states_visited(p, decide_pruned)
            for p in positions_giving(*FIGURE_1)
        }
    )
    return Finding(rounded_if(any(round(ratio) == 2 for ratio in ratios)), {"ratios": ratios})


@claims.add("time", rests_on="clock")
def time_ratio() -> Finding:
    """How many times as long the first move takes without pruning."""
    start = tictactoe().start()
    slow, fast = search_unpruned(start).stats.seconds, search_pruned(start).stats.seconds
    states = search_unpruned(start).stats.nodes / search_pruned(start).stats.nodes
    return timed(slow > fast, {"ratio": slow / fast, "slow": slow, "fast": fast, "states": states})


# ---------------------------------------------------------------- how well it plays


@claims.add("draw")
def always_a_draw() -> Finding:
    """How games between the two versions end, from the empty board."""
    pairs = product((decide_pruned, decide_unpruned), repeat=2)
    games = [tuple(position for position, _ in game(tictactoe().start(), *pair)) for pair in pairs]
    draws = sum(play[-1].ended == Outcome(None) for play in games)
    facts = {"draws": draws, "games": len(games), "different": len(set(games))}
    return Finding(exact_if(draws == len(games)), facts)


@claims.add("best-move")
def best_move() -> Finding:
    """Whether both versions always keep what a position is worth."""
    values = cached_full_table(tictactoe().start())
    wrong = others = put_off = at_once = 0
    for position in decisions():
        move = decide_pruned(position)[0]
        wrong += _sign(values[position]) != _sign(-values[position.after(move)])
        others += move != count_unpruned(position)[0]
        at_once += values[position] == win_in(1)
        put_off += values[position] == win_in(1) and not position.after(move).ended
    facts = {
        "wrong": wrong,
        "positions": len(decisions()),
        "others": others,
        "put_off": put_off,
        "at_once": at_once,
    }
    return Finding(exact_if(wrong == others == 0), facts)


def _sign(score: int) -> int:
    return (score > 0) - (score < 0)


# ---------------------------------------------------------------- by empty squares


@claims.add("states")
def distinct_states() -> Finding:
    """How many states there are to be tested."""
    to_move, every = len(decisions()), len(positions())
    facts = {"to_move": to_move, "every": every}
    return Finding(rounded_if(round(to_move, -3) == round(every, -3) == 5_000), facts)


@claims.add_each({"growth-pruned": "pruned", "growth-unpruned": "unpruned"}, rests_on="threshold")
def growth(column: str) -> Finding:
    """How the states visited for a decision grow with the empty squares."""
    mean = means(nodes_by_empty_squares(), column)
    steps = growth_factors(mean)
    facts = {
        "least": mean[0],
        "most": mean[-1],
        "slowest": min(steps),
        "fastest": max(steps),
        "straight": straightness(mean),
    }
    return vague(facts)


@claims.add("growth-time", rests_on="clock")
def growth_of_time() -> Finding:
    """How the time for a decision grows with the empty squares."""
    readings = []
    for version in ("pruned", "unpruned"):
        mean = means(by_empty_squares(), f"seconds_{version}")
        facts = {"least": mean[0] * 1000, "most": mean[-1], "straight": straightness(mean)}
        readings.append(Reading(version, "machine-dependent", facts))
    straight = [reading.facts["straight"] for reading in readings]
    return Finding("machine-dependent", {"straight": straight}, tuple(readings))


@claims.add("larger")
def worse_when_larger() -> Finding:
    """Whether pruning saves more in larger problems."""
    rows = nodes_by_empty_squares()
    ratios = [
        slow / fast for slow, fast in zip(means(rows, "unpruned"), means(rows, "pruned"), strict=True)
    ]
    facts = {"one": ratios[0], "five": ratios[4], "nine": ratios[8]}
    return Finding(exact_if(ratios == sorted(ratios) and ratios[-1] > ratios[0]), facts)


# ---------------------------------------------------------------- the formal problem


@claims.add("problem")
def formal_problem() -> Finding:
    """Whether the six parts of the problem are our rules."""
    parts = disagreements()
    facts = {"differences": parts.total(), "parts": len(parts), "states": len(positions())}
    return Finding(exact_if(not parts.total()), facts)


@claims.add("invalid-action")
def invalid_action() -> Finding:
    """Whether an invalid action is an error, there and here."""
    tried, its, ours = refusals()
    return Finding(exact_if(its == ours == tried), {"its": its, "ours": ours, "tried": tried})


@claims.add("ends")
def ends_with_the_game() -> Finding:
    """Whether its terminal test ends the game exactly when the rules do."""
    finished = [position for position in positions() if position.ended]
    ended = sum(terminal(as_board(position)) for position in finished)
    early = sum(terminal(as_board(position)) for position in decisions())
    facts = {
        "ended": ended,
        "finished": len(finished),
        "early": early,
        "others": len(decisions()),
        "on": played_on(),
    }
    return Finding(exact_if(ended == len(finished) and not early), facts)


CLAIMS = (*claims, *sentences.claims)
