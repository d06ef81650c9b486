"""How a game came to the position that an agent is shown: remembered, or worked out from the stones."""

from __future__ import annotations

from collections.abc import Callable
from itertools import chain, zip_longest
from typing import Any

from plyground.agents.engine.notation import cells
from plyground.game import Player, Position
from plyground.games.line import LineGame, LinePosition
from plyground.games.setup import told_by_counts

_MOST_TRIED = 2_000  # heights of columns, before an order of discs is given up


class History:
    """The moves from the start of the game, or from the first position that is known, as they are told."""

    def __init__(self, write: Callable[[Position[Any], Any], str]) -> None:
        self._write = write
        self.base: Position[Any] | None = None  # None: where the game begins
        self.moves: list[str] = []
        self._now: Position[Any] | None = None  # after the agent's own last move

    def follow(self, position: Position[Any]) -> bool:
        """Take up the position that is to be moved in; whether one reply led to it from the last one."""
        now, self._now = self._now, None
        if now is not None:
            for reply in now.moves():
                if now.after(reply) == position:
                    self.moves.append(self._write(now, reply))
                    return True
        self._begin(position)
        return False

    def _begin(self, position: Position[Any]) -> None:
        self.base, self.moves = position, []
        if isinstance(position, LinePosition) and (known := played(position)) is not None:
            self.base, before = None, position.game.start()
            for move in known:
                self.moves.append(self._write(before, move))
                before = before.after(move)

    def answer(self, position: Position[Any], move: Any) -> None:
        """Note the legal move that the agent chose in the position that it was asked about."""
        self.moves.append(self._write(position, move))
        self._now = position.after(move)


def played(position: LinePosition) -> tuple[int, ...] | None:
    """Moves that lead from the start to a position; None if O began, or if none are found.

    There may be others: stones do not tell in which order they came.
    """
    if told_by_counts(position.stones) is not position.to_move:
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
            if higher in hopeless or len(hopeless) > _MOST_TRIED:
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
