"""Drawing a board: a card with a grid for crosses and rings, a rack with holes for discs."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache

import pygame
from pygame import Rect, Surface

from plyground.games.diagram import MARKS
from plyground.session import Board
from plyground.ui.colours import Colour
from plyground.ui.window import draw
from plyground.ui.window.grid import Grid
from plyground.ui.window.palette import Palette

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
    picked: tuple[int, ...] = ()  # the cells that a person has clicked of a move
    targets: tuple[int, ...] = ()  # where the next click may go


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


def _visible_cells(grid: Grid) -> Iterable[int]:
    for row in range(grid.first[1], grid.first[1] + grid.shown[1]):
        for column in range(grid.first[0], grid.first[0] + grid.shown[0]):
            yield row * grid.columns + column


def _card(surface: Surface, board: Board, grid: Grid, scenery: Scenery, palette: Palette) -> None:
    rect = grid.rect
    frame = max(3, min(8, grid.cell // 14))
    draw.frame(surface, rect.inflate(2 * frame, 2 * frame), 2 * frame, palette.card, palette.edge)
    wide = max(1, min(3, grid.cell // 40))
    for column in range(1, grid.shown[0]):
        x = rect.left + column * grid.cell - wide // 2
        surface.fill(palette.button_edge, Rect(x, rect.top, wide, rect.height))
    for row in range(1, grid.shown[1]):
        y = rect.top + row * grid.cell - wide // 2
        surface.fill(palette.button_edge, Rect(rect.left, y, rect.width, wide))
    for cell in _visible_cells(grid):
        place = grid.place(cell)
        if board.cells[cell]:
            _stone(surface, board, board.cells[cell], place, palette)
        elif scenery.names and cell not in scenery.notes:
            size = max(draw.MIN_LETTERS, min(18, grid.cell // 7))
            corner = place.left + size * 0.6, place.top + size * 0.5
            draw.put(surface, scenery.names[cell], size, palette.quiet, corner, "topleft")
    _ghost(surface, board, grid, scenery, palette)


def _rack(surface: Surface, board: Board, grid: Grid, scenery: Scenery, palette: Palette) -> None:
    rect = grid.rect
    frame = max(3, grid.cell // 10)
    draw.box(surface, rect.inflate(2 * frame, 2 * frame), 2 * frame, palette.rack)
    surface.fill(palette.hole, rect)
    clip = surface.get_clip()
    surface.set_clip(rect)
    for cell in _visible_cells(grid):
        if board.cells[cell]:
            place = grid.place(cell)
            if scenery.falling and scenery.falling[0] == cell:
                place = place.move(0, -round(scenery.falling[1] * grid.cell))
            _stone(surface, board, board.cells[cell], place, palette)
    _ghost(surface, board, grid, scenery, palette)
    tile = _tile(grid.cell, palette.rack)
    surface.blits([(tile, grid.place(cell).topleft) for cell in _visible_cells(grid)])
    surface.set_clip(clip)


@lru_cache(maxsize=8)
def _tile(cell: int, colour: Colour) -> Surface:
    """A piece of the rack: a square with a hole."""
    side = cell * draw.FINE
    large = Surface((side, side), pygame.SRCALPHA)
    large.fill(colour)
    pygame.draw.circle(large, (*colour, 0), (side / 2, side / 2), side * 0.42)
    return pygame.transform.smoothscale(large, (cell, cell))


def stone_picture(gravity: bool, mark: str, cell: int, palette: Palette) -> Surface:
    """A disc, a cross or a ring for cells of a size; any other mark is its own letter."""
    if mark not in MARKS:
        return draw.render(mark, max(8, round(cell * 0.6)), palette.text)
    side = MARKS.index(mark)
    if gravity:
        return draw.disc(mark, round(cell * 0.86), palette.discs[side], palette.on_mark)
    return draw.sign(mark, max(5, round(cell * 0.62)), palette.marks[side])


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
    while scenery.columns and every * grid.cell < draw.measure("00", draw.MIN_LETTERS) + 2:
        every += 1
    size = max(draw.MIN_LETTERS, min(letters, grid.cell // 2))
    for column in range(grid.first[0], grid.first[0] + grid.shown[0]):
        if scenery.columns and column % every == 0:
            x = grid.place(column).centerx
            place = x, rect.bottom + size * 0.95 + max(3, grid.cell // 10) / 2
            draw.put(surface, scenery.columns[column], size, palette.quiet, place)
    for row in range(grid.first[1], grid.first[1] + grid.shown[1]):
        if scenery.rows:
            y = grid.place(row * grid.columns).centery
            draw.put(
                surface, scenery.rows[row], size, palette.quiet, (rect.left - size * 0.6, y), "midright"
            )


def _marks(surface: Surface, board: Board, grid: Grid, scenery: Scenery, palette: Palette) -> None:
    """What lies over the stones."""
    cell = grid.cell
    for at, note in scenery.notes.items():
        if grid.is_visible(at):
            _draw_note(
                surface, grid.place(at), round(cell * (0.8 if board.gravity else 0.92)), note, palette
            )
    if scenery.hint is not None and scenery.hint not in scenery.notes:
        picture = draw.star(max(9, round(cell * 0.5)), palette.good, palette.card)
        surface.blit(picture, picture.get_rect(center=grid.place(scenery.hint).center))
    if scenery.last is not None and not scenery.falling:
        _last(surface, board, grid, scenery.last, palette)
    for at in scenery.picked:
        draw.ring_around(surface, grid.place(at).inflate(-6, -6), 6, max(2, cell // 24), palette.accent)
    for at in scenery.targets:
        _target(surface, grid.place(at), bool(board.cells[at]), palette)
    for line in scenery.lines:
        _won(surface, board, grid, line, palette)
    if scenery.cursor is not None:
        place = grid.place(scenery.cursor).inflate(-2, -2)
        draw.ring_around(
            surface, place, max(3, min(12, cell // 8)), max(2, min(4, cell // 18)), palette.focus
        )


def _target(surface: Surface, place: Rect, taken: bool, palette: Palette) -> None:
    """A dot where the next click may go; in the corner where a piece stands, which is taken."""
    side = max(4, place.width // 7)
    dot = Rect(0, 0, side, side)
    dot.center = place.center
    if taken:
        dot.topright = place.right - side, place.top + side
    draw.box(surface, dot, side // 2, palette.accent)


def _last(surface: Surface, board: Board, grid: Grid, cell: int, palette: Palette) -> None:
    """A ring around the last disc, a bar below the last cross or ring."""
    place = grid.place(cell)
    wide = max(2, min(5, grid.cell // 22))
    if board.gravity:
        side = round(grid.cell * 0.9)
        rect = Rect(0, 0, side, side)
        rect.center = place.center
        draw.ring_around(surface, rect, side // 2, wide, palette.last)
        return
    bar = Rect(0, 0, max(6, min(48, round(grid.cell * 0.5))), wide)
    bar.midbottom = place.centerx, place.bottom - max(1, min(8, grid.cell // 14))
    draw.box(surface, bar, wide // 2, palette.text)


def _won(surface: Surface, board: Board, grid: Grid, line: tuple[int, ...], palette: Palette) -> None:
    """A line through the stones that have won. Discs get a ring each; around an O it would be a target."""
    side = round(grid.cell * 0.92)
    for cell in line if board.gravity else ():
        rect = Rect(0, 0, side, side)
        rect.center = grid.place(cell).center
        draw.ring_around(surface, rect, side // 2, max(2, grid.cell // 12), palette.win)
    ends = grid.place(line[0]).center, grid.place(line[-1]).center
    draw.thick_line(surface, palette.card, *ends, max(4, grid.cell // 7))
    draw.thick_line(surface, palette.win, *ends, max(2, grid.cell // 12))


def _draw_note(surface: Surface, place: Rect, room: int, note: Note, palette: Palette) -> None:
    """A value on its cell: in words if they fit, else in signs, else as a dot; a star marks the best."""
    colour = palette.on_accent if note.best else palette.text
    fill = palette.good if note.best else palette.card
    lines, size = _in_the_cell(note, room) if note.words else ([], 0)
    star = note.best and place.width >= 44
    if not lines:
        picture = draw.star(max(9, round(place.width * 0.7)), palette.good, palette.card)
        dot = Rect(0, 0, 3, 3)
        dot.center = place.center
        if note.best:
            surface.blit(picture, picture.get_rect(center=place.center))
        else:
            surface.fill(palette.quiet, dot)
        return
    high = draw.line_height(size) * len(lines)
    wide = min(room, max(draw.measure(line, size) for line in lines) + size)
    pill = Rect(0, 0, wide, high + size // 3)
    pill.center = place.center
    draw.frame(surface, pill, size // 2, fill, palette.good if note.best else palette.button_edge)
    for number, line in enumerate(lines):
        y = pill.centery + (number - (len(lines) - 1) / 2) * draw.line_height(size)
        draw.put(surface, line, size, colour, (pill.centerx, y))
    if star:
        picture = draw.star(max(14, round(size * 1.2)), palette.good, palette.card)
        surface.blit(picture, picture.get_rect(center=(pill.right - 2, pill.top + 1)))


@lru_cache(maxsize=1_024)
def _in_the_cell(note: Note, room: int) -> tuple[list[str], int]:
    """The lines that fit into a cell in the largest letters, and their size; none where nothing fits.

    Words say more than signs; where there is no room for "plies", "wins in 5" is said without it.
    """
    first, _, rest = note.words.partition(" ")
    parted = re.split(r" (?!\d)", note.words)  # "wins", "in 5", "plies"
    without_unit = [line for line in parted[:2] if len(parted) == 3 and parted[1][-1].isdigit()]
    for ways in (
        [[note.words], [first, rest] if rest else [first], parted],
        [without_unit],
        [[note.signs]],
    ):
        size, lines = max(((_size(lines, room), lines) for lines in ways), key=lambda found: found[0])
        if size:
            return lines, size
    return [], 0


def _size(lines: list[str], room: int) -> int:
    """How large these lines can be written in a cell; 0 if they have no room."""
    largest = max(draw.MIN_LETTERS, min(20, room // 4))
    size = min((draw.fit_size(line, room - 6, largest) for line in lines), default=0)
    fits = all(draw.measure(line, size) <= room - 4 for line in lines)
    return size if fits and len(lines) * draw.line_height(size) < room else 0


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
