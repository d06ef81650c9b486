"""Which boards may be set up: any that looks as if a game could have come to it.

Either side may have begun. X is taken to have, unless the diagram says who moves and that fits only a
game that O began.
"""

from __future__ import annotations

from functools import reduce
from operator import and_
from typing import TYPE_CHECKING

from plyground.game import Outcome, Player
from plyground.games.notation import MARKS, Diagram

if TYPE_CHECKING:
    from plyground.games.line import LineGame


def judge(game: LineGame, diagram: Diagram) -> tuple[Player, Outcome | None]:
    """Whose turn it is and how the game ended, if it did; a NotationError if that cannot be."""
    _refuse_floating(game, diagram)
    to_move = _side_to_move(diagram)
    return to_move, _outcome(game, diagram, to_move)


def told_by_counts(stones: tuple[int, int]) -> Player | None:
    """Whose turn the counts tell, if X began; None if X did not."""
    ahead = stones[0].bit_count() - stones[1].bit_count()
    return {0: Player.FIRST, 1: Player.SECOND}.get(ahead)


def completed(game: LineGame, own: int) -> tuple[int, ...]:
    """The winning lines that a player's stones fill, as masks."""
    return tuple(mask for mask in game.masks if own & mask == mask)


def _refuse_floating(game: LineGame, diagram: Diagram) -> None:
    if not game.gravity:
        return
    occupied = diagram.stones[0] | diagram.stones[1]
    for cell in range(game.cells - game.columns):
        if occupied >> cell & 1 and not occupied >> cell + game.columns & 1:
            right = "discs fall to the lowest empty square of their column"
            what = f"a floating disc in column {game.spelling.write(cell)}"
            raise diagram.error("floating", what, right, cell)


def _side_to_move(diagram: Diagram) -> Player:
    x, o = (stones.bit_count() for stones in diagram.stones)
    counts = f"{x} X and {o} O"
    if diagram.to_move is None:
        to_move = told_by_counts(diagram.stones)
        if to_move is None:
            right = "X moves first, so X has as many stones as O or one more"
            if o == x + 1:
                right += "; write x behind the board if O began"
            raise diagram.error("counts", counts, right)
        return to_move
    behind = (x - o) if diagram.to_move is Player.SECOND else (o - x)
    if behind not in (0, 1):
        side = MARKS[diagram.to_move.value]
        right = f"{side} to move has as many stones as the other side or one less"
        raise diagram.error("turn", counts, right)
    return diagram.to_move


def _outcome(game: LineGame, diagram: Diagram, to_move: Player) -> Outcome | None:
    wins = [completed(game, own) for own in diagram.stones]
    if wins[0] and wins[1]:
        cell = _first_cell(wins[1][0])
        raise diagram.error("both-won", "X and O have both won", "the first line ends the game", cell)
    winner = Player.FIRST if wins[0] else Player.SECOND
    masks = wins[winner.value]
    if not masks:
        full = diagram.stones[0] | diagram.stones[1] == game.board
        return Outcome(None) if full else None
    name = MARKS[winner.value]
    if winner is to_move:
        right = "who has won moved last"
        what = f"{name} has won and would be to move"
        raise diagram.error("winner-to-move", what, right, _first_cell(masks[0]))
    last = reduce(and_, masks)
    if not last & _removable(game, diagram):
        right = "one last stone must have completed every line"
        what = f"{name} had won before the last move"
        raise diagram.error("won-before", what, right, _first_cell(masks[-1]))
    return game.won(winner, masks)


def _removable(game: LineGame, diagram: Diagram) -> int:
    """The stones that may have been put last: where discs fall, the topmost ones."""
    occupied = diagram.stones[0] | diagram.stones[1]
    return occupied & ~(occupied << game.columns) if game.gravity else occupied


def _first_cell(mask: int) -> int:
    return (mask & -mask).bit_length() - 1
