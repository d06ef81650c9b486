"""Players in the convention of the textbook's Python code: `aima:players.py:alpha_beta_player`.

A player is a function f(game, state), or f(state, game) if its parameters have these names, or a class with
`set_game` and `get_action`. It gets our game in AIMA's form and returns one of game.actions(state).
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from plyground.agents.agent import Agent, Choice, Entrant
from plyground.agents.answers import NoMove, accepts, describe_signature, pair
from plyground.agents.python import Source
from plyground.errors import BadSpec
from plyground.game import Position
from plyground.games.diagram import MARKS, mark_at
from plyground.games.line import LineGame, LinePosition
from plyground.searchers.types import Limits
from plyground.spec import Spec, takes

Square = tuple[int, int]


class State:
    """A position as `to_move`, `utility`, `board` and `moves`, each computed on demand."""

    __slots__ = ("position",)

    def __init__(self, position: Position[Any]) -> None:
        self.position = position

    @property
    def to_move(self) -> str:
        return MARKS[self.position.to_move.value]

    @property
    def utility(self) -> int:
        """The value of the end for X: 1, -1 or 0, or points in games with points; 0 before the end."""
        outcome = self.position.outcome()
        if outcome is None:
            return 0
        if outcome.points is not None:
            return outcome.points
        return 0 if outcome.winner is None else 1 - 2 * outcome.winner.value

    @property
    def board(self) -> Any:
        """The stones by their squares; for a game without a board, the position itself."""
        position = self.position
        if not isinstance(position, LinePosition):
            return position
        marks = {
            square: mark_at(position.stones, cell_of(position.game, square)) for square in squares(position)
        }
        return {square: mark for square, mark in marks.items() if mark}

    @property
    def moves(self) -> list[Any]:
        """The empty squares, also those that no disc can reach yet; in other games the moves."""
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
    """The rules of our game, with the methods of AIMA's games."""

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
        return _check_state(state).utility if player == MARKS[0] else -_check_state(state).utility

    def terminal_test(self, state: State) -> bool:
        return _position(state).outcome() is not None

    is_terminal = terminal_test  # the name in the fourth edition

    def to_move(self, state: State) -> str:
        return _check_state(state).to_move

    def display(self, state: State) -> None:
        sys.stdout.write(f"{_position(state).draw()}\n")

    def __repr__(self) -> str:
        return f"<{self.initial!r}>"


def legal(position: Position[Any], move: Any) -> Any:
    """Our move for a move of theirs, or why it is none."""
    if isinstance(position, LinePosition):
        square = pair(move)
        if square is None:
            return NoMove(move, "a move is a square (x, y)")
        x, y = square
        if not (1 <= x <= position.game.columns and 1 <= y <= position.game.rows):
            return NoMove(square, f"squares are (1, 1) to ({position.game.columns}, {position.game.rows})")
        cell = cell_of(position.game, square)
        if cell in position.moves():
            return position.game.places[cell]
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


def _check_state(state: Any) -> State:
    if not isinstance(state, State):
        raise TypeError(f"a {type(state).__name__} is no state of this game: game.result makes them")
    return state


def _position(state: Any) -> Position[Any]:
    return _check_state(state).position


HOW = "a player is a function f(game, state)"
Player = Callable[[AimaGame, State], Any]


@dataclass
class AimaAgent:
    """A player in one game."""

    name: str
    player: Player
    game: AimaGame | None = field(default=None, init=False)

    def choose(self, position: Position[Any], limits: Limits) -> Choice:
        self.game = self.game or AimaGame(position)
        return Choice(move(position, self.player(self.game, State(position))))


def entrant(spec: Spec) -> Entrant:
    """The entrant that a spec names: `aima:FILE.py:FUNCTION` or `aima:MODULE:FUNCTION`."""
    source = Source.of(spec)
    if not source.name:
        right = f"name the player: aima:{source.where}:function"
        raise BadSpec("no name of a player", source.spec, None, right)

    def enter(seed: int) -> Agent:
        found = getattr(source.module(seed), source.name, None)
        if isinstance(found, type):
            found = _make_player(found, source)
        elif source.options:
            what = f"options for the function {source.name}"
            raise BadSpec(what, source.spec, None, "only a class takes some")
        return AimaAgent(source.spec, _player(found, source))

    return Entrant(source.spec, False, enter, source.files)


def _make_player(kind: type[Any], source: Source) -> Any:
    try:
        inspect.signature(kind).bind(**source.options)
    except TypeError as error:
        raise BadSpec(str(error), source.spec, None, f"{kind.__name__} takes {takes(kind)}") from None
    return kind(**source.options)


def _player(found: Any, source: Source) -> Player:
    """A player as a function of the game and the state."""
    if callable(getattr(found, "get_action", None)):
        return _method_player(found)
    if not callable(found):
        raise BadSpec(f"no {source.name}", Path(source.where).name, None, HOW)
    if not accepts(found, 2):
        raise BadSpec(describe_signature(found), Path(source.where).name, None, HOW)
    if _parameters(found)[:2] == ["state", "game"]:
        return lambda game, state: found(state, game)
    player: Player = found
    return player


def _method_player(player: Any) -> Player:
    """A player object that gets its game once and is then asked for actions."""
    known: AimaGame | None = None

    def ask(game: AimaGame, state: State) -> Any:
        nonlocal known
        if game is not known and callable(getattr(player, "set_game", None)):
            player.set_game(game)
        known = game
        return player.get_action(state)

    return ask


def _parameters(function: Callable[..., Any]) -> list[str]:
    try:
        return list(inspect.signature(function).parameters)
    except (TypeError, ValueError):  # compiled code may have no signature
        return []


def move(position: Position[Any], answer: Any) -> Any:
    """Our move for an answer; searches of the fourth edition return a value and a move."""
    found = legal(position, answer)
    if isinstance(found, NoMove) and isinstance(answer, tuple) and len(answer) == 2:
        behind = legal(position, answer[1])
        return found if isinstance(behind, NoMove) else behind
    return found
