"""What a notebook shows of a position: its board, or the picture of letters that it draws itself."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Protocol

from plyground.pictures.board import CellGrid, board_svg
from plyground.pictures.html import picture_text
from plyground.pictures.svg import image


class PlayableBoard(CellGrid, Protocol):
    """A board that can say what is wrong with it."""

    def fault(self, moves: int) -> str: ...


class Ending(Protocol):
    @property
    def lines(self) -> Sequence[Sequence[int]]: ...


class Drawable(Protocol):
    """What a position has to be drawn: `plyground.game.Position` has it."""

    def as_board(self) -> PlayableBoard | None: ...
    def outcome(self) -> Ending | None: ...
    def moves(self) -> Sequence[object]: ...
    def draw(self, *, unicode: bool = False) -> str: ...
    def text(self) -> str: ...


def position_svg(
    position: Drawable,
    *,
    last: Collection[int] = (),
    hint: Collection[int] = (),
    labels: Mapping[int, str] | None = None,
) -> str | None:
    """The board with marks on it; None where there is no board, or none that is sound."""
    board = position.as_board()
    if board is None or board.fault(len(position.moves())):
        return None
    ended = position.outcome()
    size = len(board.cells)  # a user's rules may name any cells
    lines = [[cell for cell in line if 0 <= cell < size] for line in ended.lines] if ended else []
    return board_svg(board, last=last, hint=hint, labels=labels, lines=filter(None, lines))


def position_html(
    position: Drawable,
    *,
    last: Collection[int] = (),
    hint: Collection[int] = (),
    labels: Mapping[int, str] | None = None,
) -> str:
    """The board as an image; without one, the picture of letters and what is wrong with a board."""
    drawn = position_svg(position, last=last, hint=hint, labels=labels)
    if drawn is not None:
        return image(drawn, position.text())
    board = position.as_board()
    fault = "" if board is None else f"as_board(): {board.fault(len(position.moves()))}"
    return picture_text(position.draw(unicode=True), fault)
