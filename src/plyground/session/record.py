"""The moves of a game, those that were taken back, and every position on the way."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from plyground.game import Game, Position
from plyground.games.line import LinePosition
from plyground.search.playouts import random_line
from plyground.session.view import Played, Statistics

Root = Position[Any]


@dataclass
class Record:
    """A game from where it began."""

    game: Game[Any]
    start: str
    positions: list[Root]
    played: list[Played] = field(default_factory=list)
    undone: list[Played] = field(default_factory=list)  # the last one taken back is the last
    opening: int = 0  # random moves before the start

    @classmethod
    def of(cls, game: Game[Any], start: str, moves: Iterable[str] = ()) -> Record:
        """A game that begins at a text, and so many moves of it."""
        record = cls(game, start, [game.parse(start)])
        for move in moves:
            record.play(Played(record.spelled(move), record.position.to_move))
        return record

    @classmethod
    def drawn(cls, game: Game[Any], start: str, plies: int, seed: int) -> Record:
        """A game that begins so many random moves after a text, or before one that would end it."""
        record = cls.of(game, start)
        words, position = [], record.position
        for move in random_line(position, plies, seed):
            after = position.after(move)
            if after.outcome():
                break
            words.append(position.write(move))
            position = after
        if isinstance(position, LinePosition):  # from wherever play begins, the diagram tells it all
            return cls(game, position.text(), [position], opening=len(words))
        text = " ".join([*([] if start == "-" else [start]), *words]) or start
        return cls(game, text, [position], opening=len(words))

    @property
    def position(self) -> Root:
        return self.positions[-1]

    @property
    def last(self) -> int | None:
        """The cell of the last move, on a board."""
        if not self.played or not isinstance(self.position, LinePosition):
            return None
        cell: int = self.positions[-2].read(self.played[-1].text)
        return cell

    @property
    def statistics(self) -> tuple[Statistics, Statistics]:
        """What the machines' moves have cost."""
        sums = [Statistics(), Statistics()]
        for move in self.played:
            if move.agent is not None:
                sums[move.player.value] = sums[move.player.value].and_then(move)
        return sums[0], sums[1]

    def spelled(self, text: str) -> str:
        """A legal move as its game writes it; an IllegalMove or a NotationError if it is none."""
        return self.position.write(self.position.read(text))

    def play(self, played: Played) -> None:
        self._make(played)
        self.undone.clear()

    def back(self) -> None:
        self.undone.append(self.played.pop())
        self.positions.pop()

    def forth(self) -> None:
        self._make(self.undone.pop())

    def _make(self, played: Played) -> None:
        self.positions.append(self.position.play(played.text))
        self.played.append(played)
