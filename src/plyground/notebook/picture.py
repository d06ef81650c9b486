"""A board with more on it than a position knows: the last move, a hint, words in its cells."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from plyground.cards import clicked_cells
from plyground.errors import BadSpec, Failed, PlygroundError, truncate
from plyground.game import Game, Position, play_text
from plyground.games.line import LinePosition
from plyground.pictures.position import position_svg
from plyground.pictures.svg import image
from plyground.whole_file import write_whole


@dataclass(frozen=True)
class Picture:
    """A picture that a notebook shows, and that can be saved as a file."""

    svg: str
    label: str  # the position as text, for who cannot see it

    def save(self, path: str | os.PathLike[str]) -> Path:
        """Write it into an SVG file; the path of the file."""
        try:
            write_whole(Path(path), self.svg)
        except OSError as error:
            raise Failed(f"{path} cannot be written ({error.strerror})") from None
        return Path(path)

    def _repr_svg_(self) -> str:
        return self.svg

    def _repr_html_(self) -> str:
        return image(self.svg, self.label)

    def __repr__(self) -> str:
        return f"<picture of {self.label}>"


def draw(
    position: Position[Any] | Game[Any],
    moves: str | Sequence[str] = (),
    *,
    last: str | None = None,
    hint: str | None = None,
    labels: Mapping[str, str] | None = None,
) -> Picture:
    """The board of a position, or of a game's first one, after some more `moves`, the last one marked.

    A position is a value and does not know its last move. Play it here, or name it: `last="4"` marks the
    stone that was put there last. `hint` marks a legal move and `labels` writes on legal moves.

    >>> import plyground as pg
    >>> draw(pg.tictactoe(), "519", hint="3", labels={"3": "here"})
    <picture of O../.X./..X>
    """
    place = position.start() if isinstance(position, Game) else position
    cells: tuple[int, ...] = ()
    for text in _texts(place, moves):
        cells = clicked_cells(place, place.read(text))[-1:]
        place = place.play(text)
    if last is not None:
        cells = (_stone(place, last),)
    on_moves = {text: clicked_cells(place, place.read(text)) for text in [*(labels or {}), *_given(hint)]}
    written = {on_moves[text][-1]: words for text, words in (labels or {}).items() if on_moves[text]}
    svg = position_svg(place, last=cells, hint=on_moves[hint] if hint else (), labels=written)
    if svg is None:
        kind = type(place).__name__
        raise PlygroundError(f"{kind} has no board to draw: give it as_board (docs/howto/your-own-game.md)")
    return Picture(svg, place.text())


def _given(hint: str | None) -> list[str]:
    return [] if hint is None else [hint]


def _texts(position: Position[Any], moves: str | Sequence[str]) -> Sequence[str]:
    """The moves one by one, also where a text runs them together."""
    if not isinstance(moves, str):
        return moves
    if isinstance(position, LinePosition):
        words: list[str] = position.game.spelling.word.findall(moves)
        return words
    play_text(position, moves)  # it says what is wrong
    return moves.replace(",", " ").split()


def _stone(position: Position[Any], text: str) -> int:
    """The cell of the stone that was put last where a text says."""
    if not isinstance(position, LinePosition):
        raise BadSpec(
            f"no last={truncate(text)}", text, None, "in this game, play the move here: draw(before, moves)"
        )
    game, occupied = position.game, position.first | position.second
    cell = game.spelling.read(text)
    if game.gravity:
        stones = occupied & game.column_masks[cell % game.columns]
        cell = (stones & -stones).bit_length() - 1  # the top one of its column
    if cell < 0 or not occupied >> cell & 1:
        raise BadSpec(f"no stone at {truncate(text)}", text, None, "last names a move that was played")
    return cell
