"""P1: G and H each by themselves, and its board, as the text describes it and as its figures print it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache

from plyground.games.line import LinePosition
from plyground.papers.claim import Claims, Finding, Reading, common_verdict, exact_if, vague
from plyground.papers.p0.players import empty_squares
from plyground.papers.tictactoe import START, decisions, gives_away
from plyground.searchers.greedy import SquareCosts, square_costs

# As printed, a figure's boards with the move that leads to each: O in Figure 1 moves first.
FIGURE_1_BOARDS = (
    ("", "- - -/- X O/- - X"),
    ("O 0 0", "O - -/- X O/- - X"),
    ("X 2 0", "O - -/- X O/X - X"),
    ("O 0 1", "O O -/- X O/X - X"),
    ("X 2 1", "O O -/- X O/X X X"),
)
FIGURE_2_BOARDS = (
    ("X 0 1", "- X -/- - -/- - -"),
    ("O 0 0", "O X -/- - -/- - -"),
    ("X 2 1", "O X -/- - -/- X -"),
    ("O 1 1", "O X -/- O -/- X -"),
)
BORDERS = (7, 6, 5)  # the game is at its beginning while so many squares are empty; at its end otherwise
PARTS: dict[str, Callable[[SquareCosts], int]] = {
    "G": lambda costs: costs.g,
    "H": lambda costs: -costs.h,
    "F": lambda costs: costs.f,
}

claims = Claims("P1")


# ---------------------------------------------------------------- G and H by themselves


@cache
def spoiled_by_empty_squares(part: str) -> dict[int, tuple[int, int]]:
    """By empty squares: the positions that the lowest G, −H or F spoils, of all that can be spoiled."""
    found: dict[int, tuple[int, int]] = {}
    for position in decisions():
        moves = position.moves()
        bad = {move for move in moves if gives_away(position, move)}
        if bad:  # where every move is as good, nothing is shown
            costs = [PARTS[part](square_costs(position, move, "all")) for move in moves]
            spoiled, all_ = found.get(empty_squares(position), (0, 0))
            chosen = moves[costs.index(min(costs))]
            found[empty_squares(position)] = spoiled + (chosen in bad), all_ + 1
    return found


def spoiled(part: str, early: bool, border: int) -> float:
    """The share of decisions that a part spoils at the beginning, or at the end."""
    rows = [row for left, row in spoiled_by_empty_squares(part).items() if (left >= border) is early]
    return sum(bad for bad, _ in rows) / sum(all_ for _, all_ in rows)


def _compare(better: str, worse: tuple[str, ...], early: bool) -> tuple[Reading, ...]:
    readings = []
    for border in BORDERS:
        shares = {part: spoiled(part, early, border) for part in PARTS}
        least = border if early else border - 1
        verdict = exact_if(all(shares[better] <= shares[part] for part in worse))
        readings.append(Reading("border", verdict, {"least": least, **shares}))
    return tuple(readings)


@claims.add("g-end", rests_on="threshold")
def g_at_the_end() -> Finding:
    """How G does beside H: how little is spoiled by what works well, the sentence does not say."""
    compared = _compare("G", ("H",), early=False)
    readings = tuple(replace(each, verdict="depends on the reading") for each in compared)
    return vague({"so": _holds(compared), "tried": len(compared)}, readings)


@claims.add("h-beginning")
def h_at_the_beginning() -> Finding:
    readings = _compare("H", ("G",), early=True)
    return Finding(common_verdict(readings), {"so": _holds(readings), "tried": len(readings)}, readings)


@claims.add("f-both")
def f_at_both() -> Finding:
    early, late = (_compare("F", ("G", "H"), early) for early in (True, False))
    readings = (
        *(Reading("early", each.verdict, each.facts) for each in early),
        *(Reading("late", each.verdict, each.facts) for each in late),
    )
    return Finding(common_verdict(readings), {"so": _holds(readings), "tried": len(readings)}, readings)


def _holds(readings: tuple[Reading, ...]) -> int:
    return sum(reading.verdict == "exact" for reading in readings)


# ---------------------------------------------------------------- the board


claims.add_words("zeros")
claims.add_words("checked-once")


@claims.add("figure-boards")
def boards_of_the_figures() -> Finding:
    """Whether each printed board is the one before it with the printed move, and each move legal."""
    follow = boards = 0
    for printed in (FIGURE_1_BOARDS, FIGURE_2_BOARDS):
        before = START if printed[0][0] else _board(printed[0][1])
        for move, board in printed if printed[0][0] else printed[1:]:
            mark, row, column = move.split()
            follow += "XO"[before.to_move.value] == mark and _played(before, row, column) == _board(board)
            boards += 1
            before = _board(board)
    return Finding(exact_if(follow == boards), {"follow": follow, "boards": boards})


def _board(printed: str) -> LinePosition:
    return START.game.parse(printed.replace(" ", "").replace("-", "."))


def _played(position: LinePosition, row: str, column: str) -> LinePosition:
    square = 3 * int(row) + int(column)
    return position.after(square) if square in position.moves() else position
