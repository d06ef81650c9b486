"""The programs that P1's sentences allow, for minimax and for F = G − H.

The paper does not show the programs of its figures. A correct minimax plays Figure 1 if its sides choose
differently among equal moves; so do two with an error. Many readings of G and H play Figure 2.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from itertools import product
from typing import Literal, get_args

from plyground.game import Player
from plyground.games.line import LinePosition
from plyground.papers.p1.players import Reply, first_best, last_step_up, worth
from plyground.papers.tictactoe import START, Choose, Line, every_line, value

Minimax = Literal["first", "sides", "root", "sibling"]
MINIMAXES: tuple[Minimax, ...] = get_args(Minimax)
FITTED: tuple[Minimax, ...] = ("sides", "root", "sibling")  # found by looking for what plays Figure 1

FIGURE_2 = {1: 0, 7: 4}  # what the person typed, and where O played


# ---------------------------------------------------------------- minimax


@cache
def minimax_value(position: LinePosition, reading: Minimax) -> tuple[int, int | None]:
    """The value and the move of minimax in a reading; each position is searched once.

    first: the first of the best. sides: X the last of the best, leaving a row at a win, O the first.
    sibling: each child is compared with the one before it. root: so is each move, its value being right.
    """
    if position.outcome():
        return worth(position), None
    replies = [(-minimax_value(position.after(move), reading)[0], move) for move in position.moves()]
    if reading == "sibling":
        return last_step_up(replies)
    if reading == "root":
        return first_best(replies)[0], last_step_up(replies)[1]
    if reading == "sides" and position.to_move is Player.FIRST:
        return last_best_by_rows(replies)
    return first_best(replies)


def last_best_by_rows(replies: list[Reply]) -> Reply:
    """The last of the best replies, where a win ends the loop over its row only."""
    best, left = replies[0], None
    for worth_, move in replies:
        if move // 3 != left and worth_ >= best[0]:
            best, left = (worth_, move), move // 3 if worth_ == 10 else None
    return best


def minimax_move(position: LinePosition, reading: Minimax) -> int:
    move = minimax_value(position, reading)[1]
    assert move is not None, "somebody has to move"
    return move


def by_orders(first: tuple[int, ...], second: tuple[int, ...]) -> Choose:
    """A correct minimax whose sides take the first best move, each in its own order of the squares."""

    def choose(position: LinePosition) -> int:
        order = (first, second)[position.to_move.value]
        best = [move for move in position.moves() if -value(position.after(move)) == value(position)]
        return min(best, key=order.index)

    return choose


# ---------------------------------------------------------------- G and H


Lines = Literal["all", "one", "main", "other", "none"]  # which diagonals are looked at
Mode = Literal["open", "begun"]  # lines without a mark of one's own; those with one of the opponent's


@dataclass(frozen=True)
class Greed:
    """A reading of F = G − H: the lines of G and of H, which of them H counts, and how ties are broken."""

    g: Lines
    h: Lines
    mode: Mode = "open"
    last: bool = False
    columns: bool = False

    def choose(self) -> Choose:
        """The square of the lowest F."""
        order = [3 * (n % 3) + n // 3 if self.columns else n for n in range(9)]
        squares = order[::-1] if self.last else order

        def cost(position: LinePosition, square: int) -> int:
            mine, theirs = (
                position.stones[side.value] for side in (position.to_move, position.to_move.other)
            )
            still_open = [mask for mask in position.game.through[square] if not mask & mine]
            needed = min(
                (3 - (mask & theirs).bit_count() for mask in _looked_at(still_open, self.g)), default=4
            )
            counted = [
                mask for mask in _looked_at(still_open, self.h) if self.mode == "open" or mask & theirs
            ]
            return needed - len(counted)

        @cache
        def chosen(position: LinePosition) -> int:
            free = position.moves()
            return min((square for square in squares if square in free), key=lambda s: cost(position, s))

        return chosen


MAIN, OTHER = (sum(1 << square for square in diagonal) for diagonal in ((0, 4, 8), (2, 4, 6)))


def _looked_at(masks: list[int], lines: Lines) -> list[int]:
    kept = {"all": (MAIN, OTHER), "main": (MAIN,), "other": (OTHER,), "none": ()}
    if lines == "one":
        slanting = [mask for mask in masks if mask in (MAIN, OTHER)]
        return [mask for mask in masks if mask not in slanting[1:]]
    return [mask for mask in masks if mask not in (MAIN, OTHER) or mask in kept[lines]]


def readings_of_f() -> Iterator[Greed]:
    """Every combination of lines, mode, tie and order."""
    lines, modes, either = get_args(Lines), get_args(Mode), (False, True)
    return (Greed(*each) for each in product(lines, lines, modes, either, either))


def replies_of(choose: Choose) -> dict[int, int]:
    """What a player answers to what was typed in Figure 2."""
    position, replies = START, dict[int, int]()
    for typed in FIGURE_2:
        if typed not in position.moves():
            break
        position = position.after(typed)
        replies[typed] = choose(position)
        position = position.after(replies[typed])
    return replies


def lost_lines(choose: Choose) -> tuple[Line, ...]:
    """Every line, in both seats, in which a person beats the player."""
    return tuple(
        line for seat in Player for line in every_line(choose, seat) if line.end.winner is seat.other
    )


def on_diagonals(lost: tuple[Line, ...]) -> int:
    """How many of these lines end on a diagonal."""
    return sum(any(_mask(line) in (MAIN, OTHER) for line in each.end.lines) for each in lost)


def _mask(line: tuple[int, ...]) -> int:
    return sum(1 << square for square in line)


@cache
def that_play_figure_2() -> tuple[tuple[Greed, int, int], ...]:
    """The readings of F that play Figure 2, each with the lines lost on a diagonal, and all lost."""
    fitting = [reading for reading in readings_of_f() if replies_of(reading.choose()) == FIGURE_2]
    return tuple((reading, *weakness(replace(reading, columns=False))) for reading in fitting)


@cache
def weakness(reading: Greed) -> tuple[int, int]:
    """The lines that a reading loses on a diagonal, and all that it loses.

    Going column by column is the same as going row by row on the mirrored board, where both diagonals stay
    diagonals: the numbers are the same.
    """
    lost = lost_lines(reading.choose())
    return on_diagonals(lost), len(lost)
