"""Random positions of Connect Four and its kin, by seed."""

from __future__ import annotations

from collections.abc import Iterator

from plyground import LineGame, LinePosition
from plyground.searchers.playouts import random_line


def after_random_play(game: LineGame, plies: int, seed: int) -> LinePosition | None:
    """A position after so many random moves; None if the game was over before."""
    position = game.start()
    line = random_line(position, plies, seed)
    for move in line:
        position = position.after(move)
    return position if len(line) == plies and not position.outcome() else None


def spread_over_plies(game: LineGame, count: int, seed: int, first: int = 0) -> Iterator[LinePosition]:
    """So many positions, as evenly over the plies of a game as random play reaches them."""
    found = 0
    while found < count:
        for plies in range(first, game.cells):
            position = after_random_play(game, plies, seed)
            seed += 1
            if position is not None and found < count:
                found += 1
                yield position


def columns(position: LinePosition) -> list[list[int]]:
    """The board as rows of 0, 1 and 2 from the top, as other programs take it."""
    game = position.game
    return [
        [
            (position.first >> cell & 1) + 2 * (position.second >> cell & 1)
            for cell in range(row * game.columns, (row + 1) * game.columns)
        ]
        for row in range(game.rows)
    ]
