"""P1's minimax, measured: in every position, over every line, and after every random opening."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import cache
from typing import Any

from plyground.game import Player
from plyground.games.line import LinePosition
from plyground.papers.claim import (
    Claims,
    Finding,
    Reading,
    common_verdict,
    exact_if,
    fitted_if,
    vague,
)
from plyground.papers.p1.greedy import greedy_record
from plyground.papers.p1.readings import FITTED, MINIMAXES, Minimax, by_orders, minimax_move, minimax_value
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

FIGURE_1_OPENING = (4, 5, 8)  # X, O, X; the order of X's moves is not printed, and does not matter
FIGURE_1 = "O 0 0, X 2 0, O 0 1, X 2 1"
OPENINGS = range(2, 9)  # "algumas jogadas iniciais": the paper does not say how many


claims = Claims("P1")


def moves_of(reading: Minimax) -> Choose:
    return lambda position: minimax_move(position, reading)


def play_out(position: LinePosition, choose: Choose) -> tuple[tuple[int, ...], Player | None]:
    """The moves when one program plays both sides from there on, and the winner."""
    moves: list[int] = []
    while not (outcome := position.outcome()):
        moves.append(choose(position))
        position = position.after(moves[-1])
    return tuple(moves), outcome.winner


@cache
def minimax_record(reading: Minimax) -> LineEndings:
    """How every line against minimax ends, in both seats."""
    return line_endings(moves_of(reading), Player.FIRST) + line_endings(moves_of(reading), Player.SECOND)


@cache
def mistakes(reading: Minimax) -> int:
    """In how many positions its move gives away a win or a draw."""
    return sum(gives_away(position, minimax_move(position, reading)) for position in decisions())


@cache
def wrong_values(reading: Minimax) -> int:
    return sum(minimax_value(position, reading)[0] != 10 * value(position) for position in positions())


# ---------------------------------------------------------------- Figure 1


def figure_1_game(choose: Choose) -> tuple[str, Player | None]:
    """The game from Figure 1's first board on, as the paper writes it, and who wins."""
    position = START
    for move in FIGURE_1_OPENING:
        position = position.after(move)
    moves, winner = play_out(position, choose)
    marks = ("O", "X") * len(moves)
    return ", ".join(f"{m} {cell // 3} {cell % 3}" for m, cell in zip(marks, moves, strict=False)), winner


def plays_figure_1(choose: Choose) -> bool:
    return figure_1_game(choose) == (FIGURE_1, Player.FIRST)


def _of_figure_1(readings: Iterable[Minimax]) -> tuple[Reading, ...]:
    return tuple(
        Reading(
            reading,
            (fitted_if if reading in FITTED else exact_if)(plays_figure_1(moves_of(reading))),
            {
                "game": figure_1_game(moves_of(reading))[0],
                "wrong": wrong_values(reading),
                "positions": len(positions()),
                "spoiled": mistakes(reading),
            },
        )
        for reading in readings
    )


@cache
def orders_that_play_figure_1() -> tuple[int, int]:
    """How many orders of the squares play Figure 1: of 8 for both sides, of 64 if each side has its own."""
    orders = START.game.symmetries
    alike = sum(plays_figure_1(by_orders(order, order)) for order in orders)
    return alike, sum(plays_figure_1(by_orders(x, o)) for x in orders for o in orders)


@claims.add("figure-1")
def figure_1() -> Finding:
    readings = _of_figure_1(MINIMAXES)
    alike, apart = orders_that_play_figure_1()
    facts = {
        "fit": sum(reading.verdict == "fitted" for reading in readings),
        "tried": len(readings),
        "alike": alike,
        "apart": apart,
    }
    return Finding(common_verdict(readings), facts, readings)


@claims.add("figure-1-bug")
def figure_1_with_an_error() -> Finding:
    readings = _of_figure_1(("root", "sibling"))
    return Finding(
        common_verdict(readings), {"fit": sum(r.verdict == "fitted" for r in readings)}, readings
    )


@claims.add("best-move")
def best_move() -> Finding:
    facts = {"spoiled": mistakes("first"), "positions": len(decisions()), "wrong": wrong_values("first")}
    return Finding(exact_if(not mistakes("first")), facts)


@claims.add("best-move-bug")
def best_move_of_figure_1() -> Finding:
    readings = tuple(
        Reading(
            reading,
            exact_if(not mistakes(reading)),
            {"spoiled": mistakes(reading), "positions": len(decisions())},
        )
        for reading in FITTED
    )
    return Finding(
        common_verdict(readings), {"counts": [mistakes(reading) for reading in FITTED]}, readings
    )


# ---------------------------------------------------------------- empty board and random openings


@claims.add("empty")
def from_the_start() -> Finding:
    winners = [play_out(START, moves_of(reading))[1] for reading in MINIMAXES]
    drawn = sum(winner is None for winner in winners)
    return Finding(exact_if(drawn == len(winners)), {"drawn": drawn, "programs": len(winners)})


@cache
def random_openings(plies: int) -> dict[LinePosition, Fraction]:
    """How likely each unfinished position is after so many random moves, given that play goes on."""
    chances = {START: Fraction(1)}
    for _ in range(plies):
        later: dict[LinePosition, Fraction] = {}
        for position, chance in chances.items():
            for move in (moves := position.moves()):
                reply = position.after(move)
                later[reply] = later.get(reply, Fraction(0)) + chance / len(moves)
        chances = later
    unfinished = {position: chance for position, chance in chances.items() if not position.outcome()}
    total = sum(unfinished.values())
    return {position: chance / total for position, chance in unfinished.items()}


@cache
def winner_from(position: LinePosition) -> Player | None:
    return play_out(position, moves_of("first"))[1]


@cache
def share_decided(plies: int) -> float:
    """How often one side wins when minimax plays on after so many random moves."""
    openings = random_openings(plies).items()
    return float(sum(chance for position, chance in openings if winner_from(position)))


@cache
def lead(position: LinePosition) -> Fraction:
    """How much likelier X wins than O if both play on at random: who is favoured, without a search."""
    outcome = position.outcome()
    if outcome:
        return Fraction(0 if outcome.winner is None else 1 if outcome.winner is Player.FIRST else -1)
    moves = position.moves()
    return sum((lead(position.after(move)) for move in moves), Fraction(0)) / len(moves)


@cache
def favourite_wins(plies: int) -> float:
    """Of the games that one side wins after so many random moves, the part that the favoured side wins."""
    won = {position: chance for position, chance in random_openings(plies).items() if winner_from(position)}
    by_favourite = sum(
        chance for p, chance in won.items() if lead(p) * (1 if winner_from(p) is Player.FIRST else -1) > 0
    )
    return float(by_favourite / sum(won.values()))


@claims.add("random", rests_on="threshold")
def random_games() -> Finding:
    return vague({"shares": [share_decided(plies) for plies in OPENINGS]})


@claims.add("favoured", rests_on="threshold")
def favoured() -> Finding:
    return vague({"shares": [favourite_wins(plies) for plies in OPENINGS]})


# ---------------------------------------------------------------- beside A*


@claims.add("minimax")
def minimax_best() -> Finding:
    lines = minimax_record("first")
    a_star = greedy_record("all", Player.FIRST) + greedy_record("all", Player.SECOND)
    facts = {**ends(lines), "a_losses": a_star.losses, "a_lines": a_star.lines}
    return Finding(exact_if(lines.losses == 0 and a_star.losses > 0), facts)


@claims.add("minimax-bug")
def minimax_best_of_figure_1() -> Finding:
    records = {reading: minimax_record(reading) for reading in FITTED}
    readings = tuple(
        Reading(reading, exact_if(not lines.losses), ends(lines)) for reading, lines in records.items()
    )
    return Finding(
        common_verdict(readings), {"counts": [lines.losses for lines in records.values()]}, readings
    )


def ends(lines: LineEndings) -> dict[str, Any]:
    return {"won": lines.wins, "drawn": lines.draws, "lost": lines.losses, "lines": lines.lines}


# ---------------------------------------------------------------- what cannot come out otherwise


@claims.add("depth")
def depth() -> Finding:
    return Finding("not testable", {"deepest": len(START.moves())})


@claims.add("minimax-order")
def complexity() -> Finding:
    nodes = tree_size(START)
    return Finding("not testable", {"nodes": nodes, "share": nodes / 9**9})


@claims.add("board-order")
def board() -> Finding:
    return Finding("not testable", {"looks": sum(len(lines) for lines in START.game.through)})
