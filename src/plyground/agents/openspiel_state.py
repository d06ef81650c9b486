"""States of OpenSpiel for our positions: the same game, the same board, and the moves that led there."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from plyground.errors import PlygroundError, truncate
from plyground.game import Position
from plyground.games.diagram import side_by_counts
from plyground.games.line import LineGame, LinePosition, tictactoe
from plyground.games.openspiel import OpenSpielPosition, library
from plyground.games.replay import moves_to


class Follower:
    """OpenSpiel's state of the current game, with its moves."""

    def __init__(self) -> None:
        self.position: Position[Any] | None = None
        self.state: Any = None

    def state_of(self, position: Position[Any]) -> Any:
        """A state for a position; the caller may change it."""
        if isinstance(position, OpenSpielPosition):
            return position.state.clone()
        if not isinstance(position, LinePosition):
            kinds = "OpenSpiel plays games of lines and its own"
            raise PlygroundError(f"no game like {truncate(type(position).__name__)} in OpenSpiel: {kinds}")
        self.state = self._advance(position) or set_up(position)
        self.position = position
        return self.state.clone()

    def _advance(self, position: LinePosition) -> Any:
        """The last state after the two moves since then, if they lead to the position."""
        last = self.position
        if not isinstance(last, LinePosition) or last.game != position.game:
            return None
        new = [now & ~before for now, before in zip(position.stones, last.stones, strict=True)]
        cells = [new[side.value].bit_length() - 1 for side in (last.to_move, last.to_move.other)]
        state = self.state.clone()
        for cell in cells:
            if cell not in last.moves():
                return None
            last = last.after(cell)
            state.apply_action(_action(position.game, cell))
        return state if last == position else None


def move_of(position: Position[Any], action: int) -> Any:
    """Our move for a legal action."""
    if isinstance(position, LinePosition) and position.game.gravity:
        return position.game.landing(position.first | position.second, action)
    return action


def set_up(position: LinePosition) -> Any:
    """A state with the same board, in which the side that began is OpenSpiel's first player."""
    x_began = side_by_counts(position.stones) is position.to_move
    moves = moves_to(position if x_began else _swap_sides(position))
    if moves is None:
        why = "no order of moves was found that leads to it, and OpenSpiel knows a board only by its moves"
        raise PlygroundError(f"no state of OpenSpiel's for {truncate(position.text(), 80)}: {why}")
    state = twin(position.game).new_initial_state()
    for cell in moves:
        state.apply_action(_action(position.game, cell))
    return state


def _swap_sides(position: LinePosition) -> LinePosition:
    """The same position with the stones of both sides exchanged."""
    return LinePosition(
        position.game, position.second, position.first, position.to_move.other, position.ended
    )


@lru_cache(maxsize=64)
def twin(game: LineGame) -> Any:
    """The game of OpenSpiel's that has the same rules."""
    load = library().load_game
    if game == tictactoe():
        return load("tic_tac_toe")
    if game.gravity:
        return load("connect_four", {"columns": game.columns, "rows": game.rows, "x_in_row": game.k})
    return load("mnk", {"m": game.columns, "n": game.rows, "k": game.k})


def _action(game: LineGame, cell: int) -> int:
    return cell % game.columns if game.gravity else cell
