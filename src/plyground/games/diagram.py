"""Boards as text: how a diagram is read and written, and which diagrams a game can come to.

A diagram is the rows from the top, `X.O/.X./..O`, and the side to move behind it (` x` or ` o`) where
the stones do not tell it. Either side may have begun. X is taken to have, unless the diagram says who
moves and that fits only a game that O began.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import reduce
from operator import and_
from typing import Protocol

from plyground.errors import NotationError, truncate
from plyground.game import Outcome, Player
from plyground.games.spelling import Spelling

MARKS = ("X", "O")
EMPTY = "."
_SIDES = {"": None, "x": Player.FIRST, "o": Player.SECOND}


class Rules(Protocol):
    """What the rules of a line game say of a board; each mask has a bit for every cell."""

    @property
    def columns(self) -> int: ...
    @property
    def cells(self) -> int: ...
    @property
    def gravity(self) -> bool: ...
    @property
    def spelling(self) -> Spelling: ...
    @property
    def board(self) -> int: ...
    @property
    def masks(self) -> tuple[int, ...]: ...
    def won(self, winner: Player, masks: tuple[int, ...]) -> Outcome: ...


@dataclass(frozen=True)
class Diagram:
    """A board as it was written: stones by player, who is said to move, and the text for errors."""

    stones: tuple[int, int]
    to_move: Player | None
    text: str
    offsets: tuple[int, ...]  # where in the text each cell stands

    def error(self, reason: str, what: str, right: str, cell: int | None = None) -> NotationError:
        first, second = (stones.bit_count() for stones in self.stones)
        fewer, more = MARKS if first < second else MARKS[::-1]
        facts = {"first": first, "second": second, "mark": fewer, "other": more}
        at = None if cell is None else self.offsets[cell]
        return NotationError(what, self.text, at, right, reason, facts)


def looks_like_diagram(text: str) -> bool:
    """Whether a text is meant as a board rather than as moves."""
    return bool(re.search(r"[/.]", text) or re.fullmatch(r"\s*[XOxo\n]+([ \t]+[XOxo])?\s*", text))


def read_diagram(text: str, columns: int, rows: int) -> Diagram:
    """A board of the right shape; whether the rules allow it is for the game to say."""
    start = len(text) - len(text.lstrip())
    board, gap, side = re.split(r"([ \t]+|$)", text.strip(), maxsplit=1)
    if side.lower() not in _SIDES:
        at = start + len(board + gap)
        raise NotationError("no side to move", text, at, "write x or o, or nothing", "side")
    lines = re.split(r"[/\n]", board)
    offsets: list[int] = []
    for number, line in enumerate(lines):
        if number == rows:
            raise _wrong_rows(len(lines), rows, text, start - 1)
        _check_row(line, number, columns, text, start)
        offsets.extend(range(start, start + columns))
        start += columns + 1
    if len(lines) < rows:
        raise _wrong_rows(len(lines), rows, text, start - 1)
    marks = re.sub(r"[/\n]", "", board).upper()
    first, second = (sum(1 << i for i, m in enumerate(marks) if m == mark) for mark in MARKS)
    return Diagram((first, second), _SIDES[side.lower()], text, tuple(offsets))


def _wrong_rows(given: int, rows: int, text: str, at: int) -> NotationError:
    facts = {"n": given, "rows": rows}
    return NotationError(_count(given, "row"), text, at, f"the board has {rows}", "rows", facts)


def _check_row(line: str, row: int, columns: int, text: str, at: int) -> None:
    for column, mark in enumerate(line):
        if mark.upper() not in (*MARKS, EMPTY):
            what = f"unknown character {truncate(mark)!r}"
            facts = {"given": truncate(mark)}
            raise NotationError(what, text, at + column, "a square is X, O or .", "character", facts)
    if len(line) != columns:
        what = f"row {row + 1} has {_count(len(line), 'square')}"
        shape = {"row": row + 1, "n": len(line), "columns": columns}
        right = f"a row has {columns}"
        raise NotationError(what, text, at + min(len(line), columns), right, "row", shape)


def write_diagram(stones: tuple[int, int], columns: int, rows: int) -> str:
    """The board as rows from the top."""
    cells = "".join(mark_at(stones, cell) or EMPTY for cell in range(columns * rows))
    return "/".join(cells[row * columns : (row + 1) * columns] for row in range(rows))


def mark_at(stones: tuple[int, int], cell: int) -> str:
    """X, O or nothing: who has a stone on the cell."""
    return MARKS[0] if stones[0] >> cell & 1 else MARKS[1] if stones[1] >> cell & 1 else ""


def judge(game: Rules, diagram: Diagram) -> tuple[Player, Outcome | None]:
    """Whose turn it is and how the game ended, if it did; a NotationError if no game comes to this."""
    _refuse_floating(game, diagram)
    to_move = _side_to_move(diagram)
    return to_move, _outcome(game, diagram, to_move)


def side_by_counts(stones: tuple[int, int]) -> Player | None:
    """Whose turn it is by the numbers of stones, if X began; None if X did not begin."""
    ahead = stones[0].bit_count() - stones[1].bit_count()
    return {0: Player.FIRST, 1: Player.SECOND}.get(ahead)


def completed_lines(game: Rules, own: int) -> tuple[int, ...]:
    """The winning lines that a player's stones fill, as masks."""
    return tuple(mask for mask in game.masks if own & mask == mask)


def _refuse_floating(game: Rules, diagram: Diagram) -> None:
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
        to_move = side_by_counts(diagram.stones)
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


def _outcome(game: Rules, diagram: Diagram, to_move: Player) -> Outcome | None:
    wins = [completed_lines(game, own) for own in diagram.stones]
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


def _removable(game: Rules, diagram: Diagram) -> int:
    """The stones that may have been put last: where discs fall, the topmost ones."""
    occupied = diagram.stones[0] | diagram.stones[1]
    return occupied & ~(occupied << game.columns) if game.gravity else occupied


def _first_cell(mask: int) -> int:
    return (mask & -mask).bit_length() - 1


def _count(number: int, thing: str) -> str:
    return f"{number} {thing}" + ("" if number == 1 else "s")
