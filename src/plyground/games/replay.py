"""An order of moves that leads to a position of a line game."""

from __future__ import annotations

from itertools import chain, zip_longest

from plyground.game import Player
from plyground.games.diagram import side_by_counts
from plyground.games.geometry import cells
from plyground.games.line import LineGame, LinePosition

_MAX_TRIED = 2_000  # heights of columns, before an order of discs is given up


def moves_to(position: LinePosition) -> tuple[int, ...] | None:
    """Moves that lead from the start to a position; None if O began, or if none are found.

    There may be other orders: the stones do not say which was played.
    """
    if side_by_counts(position.stones) is not position.to_move:
        return None
    if position.game.gravity:
        return _fallen(position)
    pairs = zip_longest(*map(cells, position.stones))
    return tuple(cell for cell in chain.from_iterable(pairs) if cell is not None)


def _fallen(position: LinePosition) -> tuple[int, ...] | None:
    """The same where discs fall: one after the other from the bottom, and the sides in turn."""
    columns = _stacks(position.game, position.first | position.second)
    hopeless: set[tuple[int, ...]] = set()

    def rest(heights: tuple[int, ...], side: Player) -> tuple[int, ...] | None:
        own = position.stones[side.value]
        for place in sorted(range(len(columns)), key=lambda each: heights[each] - len(columns[each])):
            stack, height = columns[place], heights[place]  # most left first: it must not remain
            if height == len(stack) or not own >> stack[height] & 1:
                continue
            higher = (*heights[:place], height + 1, *heights[place + 1 :])
            if higher in hopeless or len(hopeless) > _MAX_TRIED:
                continue
            if (tail := rest(higher, side.other)) is not None:
                return (stack[height], *tail)
        if all(height == len(stack) for height, stack in zip(heights, columns, strict=True)):
            return ()
        hopeless.add(heights)
        return None

    return rest((0,) * len(columns), Player.FIRST)


def _stacks(game: LineGame, occupied: int) -> list[list[int]]:
    """The discs of each column from the bottom."""
    return [list(cells(occupied & column))[::-1] for column in game.column_masks]
