"""The moves of a game, the moves that were taken back, and every position on the way."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from plyground.game import Game, Position
from plyground.games.line import LineGame
from plyground.searchers.playouts import random_line
from plyground.session.move_tree import MAX_MOVES, MoveTree
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
    _tree: MoveTree = field(default_factory=MoveTree)  # all lines that were played
    _size: int = 0  # moves in the tree

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

    @property
    def line(self) -> tuple[PlayedMove, ...]:
        """The moves on the board, and those after them that were taken back."""
        return (*self.played, *reversed(self.undone))

    @property
    def variations(self) -> tuple[tuple[str, ...], ...]:
        """The lines that were played and left for another move, each from the start of the game."""
        return tuple(self._tree.variations([move.text for move in self.line]))

    def play(self, move: PlayedMove) -> None:
        """Play a move; moves that were taken back stay in the tree."""
        self._append(move)
        if not self.undone or self.undone[-1].text != move.text:
            self.undone.clear()
        else:
            self.undone.pop()
        self._keep()

    def follow(self, line: Sequence[str], ply: int) -> None:
        """Show the position after some plies of a line, which has to be legal; the rest can be redone."""
        other = GameHistory(self.game, self.start, self.positions[:1])
        known = self._tree.find(line)
        for number, text in enumerate(line):
            move = known[number] if number < len(known) else None
            other._append(move or PlayedMove(other.canonical(text), other.position.to_move))
        while len(other.played) > ply:
            other.undo()
        self.positions, self.played, self.undone = other.positions, other.played, other.undone
        self._cells = other._cells
        self._keep()

    def remember(self, lines: Iterable[Sequence[str]]) -> None:
        """Keep lines that were played elsewhere."""
        for line in lines:
            other = GameHistory(self.game, self.start, self.positions[:1])
            for text in line:
                other._append(PlayedMove(other.canonical(text), other.position.to_move))
            self._size += self._tree.add(other.line)

    def _keep(self) -> None:
        """Keep the line on the board in the tree; if it is too large, only that line."""
        self._size += self._tree.add(self.line)
        if self._size > MAX_MOVES:
            self._tree = MoveTree()
            self._size = self._tree.add(self.line)

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
