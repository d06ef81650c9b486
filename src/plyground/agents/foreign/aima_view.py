"""Games of ours in the shape that the textbook's Python code gives them, for AIMA's players to search.

On a board moves are squares (x, y): x is the column from the left, y the row from the bottom, both from
1. Games without a board keep their own moves.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any

from plyground.agents.foreign.answers import NoMove, pair
from plyground.game import Position
from plyground.games.line import LineGame, LinePosition
from plyground.games.notation import MARKS, mark_at

Square = tuple[int, int]


class State:
    """A position as `to_move`, `utility`, `board` and `moves`, each made when it is asked for."""

    __slots__ = ("position",)

    def __init__(self, position: Position[Any]) -> None:
        self.position = position

    @property
    def to_move(self) -> str:
        return MARKS[self.position.to_move.value]

    @property
    def utility(self) -> int:
        """What the end is worth to X: 1, -1 or 0, or points where the game pays some; 0 before the end."""
        outcome = self.position.outcome()
        if outcome is None:
            return 0
        if outcome.points is not None:
            return outcome.points
        return 0 if outcome.winner is None else 1 - 2 * outcome.winner.value

    @property
    def board(self) -> Any:
        """The stones by their squares; of a game without a board the position itself."""
        position = self.position
        if not isinstance(position, LinePosition):
            return position
        marks = {
            square: mark_at(position.stones, cell_of(position.game, square)) for square in squares(position)
        }
        return {square: mark for square, mark in marks.items() if mark}

    @property
    def moves(self) -> list[Any]:
        """The empty squares, also those where no disc can lie yet; of other games the moves."""
        position = self.position
        if not isinstance(position, LinePosition):
            return list(position.moves())
        taken = position.first | position.second
        return [square for square in squares(position) if not taken >> cell_of(position.game, square) & 1]

    def __iter__(self) -> Iterator[Any]:  # it is a named tuple in the textbook's code
        return iter((self.to_move, self.utility, self.board, self.moves))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and self.position == other.position

    def __hash__(self) -> int:
        return hash(self.position)

    def __repr__(self) -> str:
        return f"State({self.position!r})"


class AimaGame:
    """The rules, as players ask for them."""

    def __init__(self, position: Position[Any]) -> None:
        self.initial = State(position)
        if isinstance(position, LinePosition):
            self.initial = State(position.game.start())
            self.h, self.v, self.k = position.game.columns, position.game.rows, position.game.k

    def actions(self, state: State) -> list[Any]:
        """The legal moves, in the order of the textbook's code: column by column, each from the bottom."""
        position = _position(state)
        if isinstance(position, LinePosition):
            return sorted(square_of(position.game, cell) for cell in position.moves())
        return list(position.moves())

    def result(self, state: State, move: Any) -> State:
        """The state after a move; an illegal one is an error (the textbook's code ignores it)."""
        position = _position(state)
        found = legal(position, move)
        if isinstance(found, NoMove):
            raise ValueError(f"no move {found!r}: moves are game.actions(state)")
        return State(position.after(found))

    def utility(self, state: State, player: str) -> int:
        return _checked(state).utility if player == MARKS[0] else -_checked(state).utility

    def terminal_test(self, state: State) -> bool:
        return _position(state).outcome() is not None

    is_terminal = terminal_test  # what the fourth edition calls it

    def to_move(self, state: State) -> str:
        return _checked(state).to_move

    def display(self, state: State) -> None:
        sys.stdout.write(f"{_position(state).draw()}\n")

    def __repr__(self) -> str:
        return f"<{self.initial!r}>"


def legal(position: Position[Any], move: Any) -> Any:
    """The move of ours that a move of theirs is, or why it is none."""
    if isinstance(position, LinePosition):
        square = pair(move)
        if square is None:
            return NoMove(move, "a move is a square (x, y)")
        x, y = square
        if not (1 <= x <= position.game.columns and 1 <= y <= position.game.rows):
            return NoMove(square, f"squares are (1, 1) to ({position.game.columns}, {position.game.rows})")
        cell = cell_of(position.game, square)
        if cell in position.moves():
            return cell
        taken = (position.first | position.second) >> cell & 1
        return NoMove(square, "that square is taken" if taken else "no disc can lie there yet")
    move = tuple(move) if isinstance(move, list) else move
    moves = list(position.moves())
    return moves[moves.index(move)] if move in moves else NoMove(move, "no legal move")


def square_of(game: LineGame, cell: int) -> Square:
    row, column = divmod(cell, game.columns)
    return column + 1, game.rows - row


def cell_of(game: LineGame, square: Square) -> int:
    x, y = square
    return (game.rows - y) * game.columns + x - 1


def squares(position: LinePosition) -> list[Square]:
    """Every square of a board, in the textbook's order."""
    game = position.game
    return [(x, y) for x in range(1, game.columns + 1) for y in range(1, game.rows + 1)]


def _checked(state: Any) -> State:
    if not isinstance(state, State):
        raise TypeError(f"a {type(state).__name__} is no state of this game: game.result makes them")
    return state


def _position(state: Any) -> Position[Any]:
    return _checked(state).position
