"""Drawing a board: a card with a grid for crosses and rings, a rack with holes for discs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache

import pygame
from pygame import Rect, Surface

from plyground.games.notation import MARKS
from plyground.session import Board
from plyground.ui.window import ink
from plyground.ui.window.grid import Grid
from plyground.ui.window.palette import Colour, Palette

GHOST = 105  # of 255: how much is seen of a stone that is not there yet


@dataclass(frozen=True)
class Note:
    """What is written on a cell: in words, in a few signs where words have no room, and if it is best."""

    words: str
    signs: str
    best: bool


@dataclass(frozen=True)
class Scenery:
    """Everything on a board beside its stones."""

    names: tuple[str, ...] = ()  # of the cells, where play names cells one by one
    columns: tuple[str, ...] = ()
    rows: tuple[str, ...] = ()
    ghost: tuple[int, str] | None = None
    cursor: int | None = None
    last: int | None = None
    lines: tuple[tuple[int, ...], ...] = ()  # that have won
    hint: int | None = None
    notes: Mapping[int, Note] = field(default_factory=dict)
    falling: tuple[int, float] | None = None  # the cell, and how many rows above it the disc is


def draw_board(
    surface: Surface, board: Board, grid: Grid, scenery: Scenery, palette: Palette, letters: int
) -> None:
    """The board with everything on it."""
    if board.gravity:
        _rack(surface, board, grid, scenery, palette)
    else:
        _card(surface, board, grid, scenery, palette)
    _names(surface, grid, scenery, palette, letters)
    clip = surface.get_clip()
    surface.set_clip(grid.rect.inflate(4, 4))
    _marks(surface, board, grid, scenery, palette)
    surface.set_clip(clip)
    _more(surface, grid, palette)


def _shown(grid: Grid) -> Iterable[int]:
    for row in range(grid.first[1], grid.first[1] + grid.shown[1]):
        for column in range(grid.first[0], grid.first[0] + grid.shown[0]):
            yield row * grid.columns + column


def _card(surface: Surface, board: Board, grid: Grid, scenery: Scenery, palette: Palette) -> None:
    rect = grid.rect
    frame = max(3, min(8, grid.cell // 14))
    ink.framed(surface, rect.inflate(2 * frame, 2 * frame), 2 * frame, palette.card, palette.edge)
    wide = max(1, min(3, grid.cell // 40))
    for column in range(1, grid.shown[0]):
        x = rect.left + column * grid.cell - wide // 2
        surface.fill(palette.button_edge, Rect(x, rect.top, wide, rect.height))
    for row in range(1, grid.shown[1]):
        y = rect.top + row * grid.cell - wide // 2
        surface.fill(palette.button_edge, Rect(rect.left, y, rect.width, wide))
    for cell in _shown(grid):
        place = grid.place(cell)
        if board.cells[cell]:
            _stone(surface, board, board.cells[cell], place, palette)
        elif scenery.names and cell not in scenery.notes:
            size = max(ink.SMALLEST, min(18, grid.cell // 7))
            corner = place.left + size * 0.6, place.top + size * 0.5
            ink.put(surface, scenery.names[cell], size, palette.quiet, corner, "topleft")
    _ghost(surface, board, grid, scenery, palette)


def _rack(surface: Surface, board: Board, grid: Grid, scenery: Scenery, palette: Palette) -> None:
    rect = grid.rect
    frame = max(3, grid.cell // 10)
    ink.box(surface, rect.inflate(2 * frame, 2 * frame), 2 * frame, palette.rack)
    surface.fill(palette.hole, rect)
    clip = surface.get_clip()
    surface.set_clip(rect)
    for cell in _shown(grid):
        if board.cells[cell]:
            place = grid.place(cell)
            if scenery.falling and scenery.falling[0] == cell:
                place = place.move(0, -round(scenery.falling[1] * grid.cell))
            _stone(surface, board, board.cells[cell], place, palette)
    _ghost(surface, board, grid, scenery, palette)
    tile = _tile(grid.cell, palette.rack)
    surface.blits([(tile, grid.place(cell).topleft) for cell in _shown(grid)])
    surface.set_clip(clip)


@lru_cache(maxsize=8)
def _tile(cell: int, colour: Colour) -> Surface:
    """A piece of the rack: a square with a hole."""
    side = cell * ink.FINE
    large = Surface((side, side), pygame.SRCALPHA)
    large.fill(colour)
    pygame.draw.circle(large, (*colour, 0), (side / 2, side / 2), side * 0.42)
    return pygame.transform.smoothscale(large, (cell, cell))


def stone_picture(gravity: bool, mark: str, cell: int, palette: Palette) -> Surface:
    """A disc, a cross or a ring for cells of a size."""
    side = MARKS.index(mark)
    if gravity:
        return ink.disc(mark, round(cell * 0.86), palette.discs[side], palette.on_mark)
    return ink.sign(mark, max(5, round(cell * 0.62)), palette.marks[side])


def _stone(surface: Surface, board: Board, mark: str, place: Rect, palette: Palette) -> None:
    picture = stone_picture(board.gravity, mark, place.width, palette)
    surface.blit(picture, picture.get_rect(center=place.center))


def _ghost(surface: Surface, board: Board, grid: Grid, scenery: Scenery, palette: Palette) -> None:
    if scenery.ghost is None or scenery.ghost[0] in scenery.notes:
        return
    cell, mark = scenery.ghost
    picture = stone_picture(board.gravity, mark, grid.cell, palette).copy()
    picture.set_alpha(GHOST)
    surface.blit(picture, picture.get_rect(center=grid.place(cell).center))


def _names(surface: Surface, grid: Grid, scenery: Scenery, palette: Palette, letters: int) -> None:
    rect = grid.rect
    every = 1
    while scenery.columns and every * grid.cell < ink.measure("00", ink.SMALLEST) + 2:
        every += 1
    size = max(ink.SMALLEST, min(letters, grid.cell // 2))
    for column in range(grid.first[0], grid.first[0] + grid.shown[0]):
        if scenery.columns and column % every == 0:
            x = grid.place(column).centerx
            place = x, rect.bottom + size * 0.95 + max(3, grid.cell // 10) / 2
            ink.put(surface, scenery.columns[column], size, palette.quiet, place)
    for row in range(grid.first[1], grid.first[1] + grid.shown[1]):
        if scenery.rows:
            y = grid.place(row * grid.columns).centery
            ink.put(
                surface, scenery.rows[row], size, palette.quiet, (rect.left - size * 0.6, y), "midright"
            )


def _marks(surface: Surface, board: Board, grid: Grid, scenery: Scenery, palette: Palette) -> None:
    """What lies over the stones."""
    cell = grid.cell
    for at, note in scenery.notes.items():
        if grid.is_shown(at):
            _written(surface, grid.place(at), round(cell * (0.8 if board.gravity else 0.92)), note, palette)
    if scenery.hint is not None and scenery.hint not in scenery.notes:
        picture = ink.star(max(9, round(cell * 0.5)), palette.good, palette.card)
        surface.blit(picture, picture.get_rect(center=grid.place(scenery.hint).center))
    if scenery.last is not None and not scenery.falling:
        _last(surface, board, grid, scenery.last, palette)
    for line in scenery.lines:
        _won(surface, grid, line, palette)
    if scenery.cursor is not None:
        place = grid.place(scenery.cursor).inflate(-2, -2)
        ink.ring_around(
            surface, place, max(3, min(12, cell // 8)), max(2, min(4, cell // 18)), palette.focus
        )


def _last(surface: Surface, board: Board, grid: Grid, cell: int, palette: Palette) -> None:
    """A ring around the last disc, a bar below the last cross or ring."""
    place = grid.place(cell)
    wide = max(2, min(5, grid.cell // 22))
    if board.gravity:
        side = round(grid.cell * 0.9)
        rect = Rect(0, 0, side, side)
        rect.center = place.center
        ink.ring_around(surface, rect, side // 2, wide, palette.last)
        return
    bar = Rect(0, 0, max(6, min(48, round(grid.cell * 0.5))), wide)
    bar.midbottom = place.centerx, place.bottom - max(1, min(8, grid.cell // 14))
    ink.box(surface, bar, wide // 2, palette.text)


def _won(surface: Surface, grid: Grid, line: tuple[int, ...], palette: Palette) -> None:
    """A line through the stones that have won, and thick rings around them."""
    side = round(grid.cell * 0.92)
    for cell in line:
        rect = Rect(0, 0, side, side)
        rect.center = grid.place(cell).center
        ink.ring_around(surface, rect, side // 2, max(2, grid.cell // 12), palette.win)
    ends = grid.place(line[0]).center, grid.place(line[-1]).center
    ink.thick_line(surface, palette.card, *ends, max(4, grid.cell // 7))
    ink.thick_line(surface, palette.win, *ends, max(2, grid.cell // 12))


def _written(surface: Surface, place: Rect, room: int, note: Note, palette: Palette) -> None:
    """A value on its cell: in words if they fit, else in signs, else as a dot; a star marks the best."""
    colour = palette.on_accent if note.best else palette.text
    fill = palette.good if note.best else palette.card
    lines, size = _in_the_cell(note, room)
    star = note.best and place.width >= 44
    if not lines:
        picture = ink.star(max(9, round(place.width * 0.7)), palette.good, palette.card)
        dot = Rect(0, 0, 3, 3)
        dot.center = place.center
        if note.best:
            surface.blit(picture, picture.get_rect(center=place.center))
        else:
            surface.fill(palette.quiet, dot)
        return
    high = ink.line_height(size) * len(lines)
    wide = min(room, max(ink.measure(line, size) for line in lines) + size)
    pill = Rect(0, 0, wide, high + size // 3)
    pill.center = place.center
    ink.framed(surface, pill, size // 2, fill, palette.good if note.best else palette.button_edge)
    for number, line in enumerate(lines):
        y = pill.centery + (number - (len(lines) - 1) / 2) * ink.line_height(size)
        ink.put(surface, line, size, colour, (pill.centerx, y))
    if star:
        picture = ink.star(max(14, round(size * 1.2)), palette.good, palette.card)
        surface.blit(picture, picture.get_rect(center=(pill.right - 2, pill.top + 1)))


@lru_cache(maxsize=1_024)
def _in_the_cell(note: Note, room: int) -> tuple[list[str], int]:
    """The lines that fit into a cell in the largest letters, and their size; none where nothing fits."""
    largest = max(ink.SMALLEST, min(20, room // 4))
    first, _, rest = note.words.partition(" ")
    best: tuple[list[str], int] = [], 0
    for lines in ([note.words], [first, rest] if rest else [note.words], [note.signs]):
        size = min(ink.fitting(line, room - 6, largest) for line in lines)
        fits = all(ink.measure(line, size) <= room - 4 for line in lines)
        if fits and len(lines) * ink.line_height(size) < room and size > best[1]:
            best = lines, size
        if best[1] and lines[0] == first and rest:
            return best  # words say more than signs
    return best


def _more(surface: Surface, grid: Grid, palette: Palette) -> None:
    """Arrows where the board goes on beyond what is shown."""
    rect = grid.rect
    ways = {
        (-1, 0): grid.first[0] > 0,
        (1, 0): grid.first[0] + grid.shown[0] < grid.columns,
        (0, -1): grid.first[1] > 0,
        (0, 1): grid.first[1] + grid.shown[1] < grid.rows,
    }
    for (x, y), there in ways.items():
        if there:
            tip = pygame.Vector2(
                rect.centerx + x * (rect.width / 2 + 7), rect.centery + y * (rect.height / 2 + 7)
            )
            back = pygame.Vector2(x, y) * -8
            side = pygame.Vector2(y, x) * 6
            pygame.draw.polygon(surface, palette.text, [tip, tip + back + side, tip + back - side])
