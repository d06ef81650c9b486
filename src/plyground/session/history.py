"""The moves of a game, the moves that were taken back, and every position on the way."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from plyground.game import Game, Position
from plyground.games.line import LineGame
from plyground.searchers.playouts import random_line
from plyground.session.view import PlayedMove, Statistics, last_cell

Root = Position[Any]


@dataclass
class GameHistory:
    """A game from its first position on."""

    game: Game[Any]
    start: str
    positions: list[Root]
    played: list[PlayedMove] = field(default_factory=list)
    undone: list[PlayedMove] = field(default_factory=list)  # the move taken back last stands last
    opening: int = 0  # random moves before the start
    _cells: list[int | None] = field(default_factory=list)

    @classmethod
    def of(cls, game: Game[Any], start: str, moves: Iterable[str] = ()) -> GameHistory:
        """A game that begins at a position, given as text, with its first moves."""
        history = cls(game, start, [game.parse(start)])
        for move in moves:
            history.play(PlayedMove(history.canonical(move), history.position.to_move))
        return history

    @classmethod
    def random(cls, game: Game[Any], start: str, plies: int, seed: int) -> GameHistory:
        """A game that begins after `plies` random moves, or fewer where the next would end the game."""
        words, position = [], game.parse(start)
        for move in random_line(position, plies, seed):
            after = position.after(move)
            if after.outcome():
                break
            words.append(position.write(move))
            position = after
        if isinstance(game, LineGame):  # its diagrams say where play begins, and are shorter than moves
            return cls(game, position.text(), [position], opening=len(words))
        text = " ".join([*([] if start == "-" else [start]), *words]) or start
        return cls(game, text, [position], opening=len(words))

    @property
    def position(self) -> Root:
        return self.positions[-1]

    @property
    def cells(self) -> tuple[int | None, ...]:
        """The cell where each move ended, on a board."""
        return tuple(self._cells)

    @property
    def statistics(self) -> tuple[Statistics, Statistics]:
        """What the moves of each side's machine have cost."""
        sums = [Statistics(), Statistics()]
        for move in self.played:
            if move.agent is not None:
                sums[move.player.value] = sums[move.player.value].plus_move(move)
        return sums[0], sums[1]

    def canonical(self, text: str) -> str:
        """A legal move as its game writes it; raises IllegalMove or NotationError for any other text."""
        return self.position.write(self.position.read(text))

    def play(self, move: PlayedMove) -> None:
        self._append(move)
        self.undone.clear()

    def undo(self) -> None:
        self.undone.append(self.played.pop())
        self.positions.pop()
        self._cells.pop()

    def redo(self) -> None:
        self._append(self.undone.pop())

    def _append(self, move: PlayedMove) -> None:
        before = self.position
        self.positions.append(before.play(move.text))
        self.played.append(move)
        self._cells.append(last_cell(before, move.text))
