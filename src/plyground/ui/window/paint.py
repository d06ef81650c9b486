"""Drawing a scene onto a surface."""

from __future__ import annotations

from dataclasses import dataclass

from pygame import SRCALPHA, Rect, Surface

from plyground.games.diagram import MARKS
from plyground.games.spelling import Numbers, Squares, board_spelling
from plyground.session import View
from plyground.ui.window import draw
from plyground.ui.window.layout import Card
from plyground.ui.window.paint_board import Note, Scenery, draw_board
from plyground.ui.window.paint_controls import draw_control
from plyground.ui.window.palette import Palette
from plyground.ui.window.scene import Scene
from plyground.ui.window.text import headline, short_value, subline
from plyground.words import Tongue

VEIL = 120  # of 255: how dark everything is behind a dialog
DOTS = 3
MAX_NOTES = 48  # moves whose values are all written on the board; of more, only the best few
BEST_NOTES = 5


@dataclass(frozen=True)
class Pointing:
    """Where a person points: with the mouse at a control or a cell, with the keys at one of them."""

    hovered: str | None = None
    focus: str | None = None  # a control's name; None is the board
    cell: int | None = None  # under the mouse
    cursor: int | None = None  # moved by keys, if that was used last
    keyed: bool = False  # whether keys were used last: only then is the focus shown
    picked: tuple[int, ...] = ()  # the cells that were clicked of a move that needs more clicks


@dataclass(frozen=True)
class Moment:
    """What changes while nothing happens: a disc that falls, and how long a machine has thought."""

    falling: tuple[int, float] | None = None
    thought_for: float = 0.0


def paint_scene(
    surface: Surface, scene: Scene, palette: Palette, tongue: Tongue, pointing: Pointing, moment: Moment
) -> None:
    """The whole window."""
    surface.fill(palette.ground)
    _header(surface, scene, palette, tongue, pointing, moment)
    if scene.grid and scene.board:
        scenery = _scenery(scene, tongue, pointing, moment)
        draw_board(surface, scene.board, scene.grid, scenery, palette, scene.regions.scale.letters)
    else:
        _picture(surface, scene, palette)
    _panel(surface, scene, palette, tongue)
    for placed in (*scene.moves, *scene.regions.controls):
        name = placed.control.name
        alone = scene.card is None
        focused = alone and pointing.keyed and pointing.focus == name
        draw_control(surface, placed, palette, alone and pointing.hovered == name, focused)
    if scene.card and scene.dialog:
        _dialog(surface, scene.card, scene.dialog.title(tongue), palette, pointing)


def _header(
    surface: Surface, scene: Scene, palette: Palette, tongue: Tongue, pointing: Pointing, moment: Moment
) -> None:
    """How things stand in large letters, with the sign of the side, and one line more below."""
    view, place, letters = scene.view, scene.regions.header, scene.regions.scale.letters
    text = headline(tongue, view, moment.thought_for)
    large = letters + 5
    left, middle = place.left, place.top + draw.line_height(large) // 2
    if sign := _sign_of(view):
        picture = draw.sign(sign, large, palette.marks[MARKS.index(sign)], 0.22)
        surface.blit(picture, picture.get_rect(midleft=(left, middle)))
        left += round(large * 1.5)
    room = place.right - left - (DOTS + 1) * letters
    size = draw.fit_size(text, room, large)
    end = draw.put(surface, draw.shorten(text, room, size), size, palette.text, (left, middle), "midleft")
    if view.thinking:
        _dots(surface, (end.right + letters, middle), letters, moment.thought_for, palette)
    pointed = _pointed_move(scene, pointing)
    detail, wrong = subline(tongue, view, pointed)
    colour = palette.error if wrong else palette.quiet
    size = draw.fit_size(detail, 2 * place.width - 4 * letters, letters)
    for number, line in enumerate(draw.wrap(detail, place.width, size, 2)):
        y = place.top + draw.line_height(large) + number * (size + 2)
        draw.put(surface, line, size, colour, (place.left, y), "topleft")


def _dots(
    surface: Surface, place: tuple[float, float], letters: int, thought_for: float, palette: Palette
) -> None:
    """Dots that take turns while a machine thinks."""
    turn = int(thought_for * 4) % DOTS
    for number in range(DOTS):
        side = max(4, letters // 2) if number == turn else max(3, letters // 3)
        dot = Rect(0, 0, side, side)
        dot.center = round(place[0] + number * letters * 0.7), round(place[1])
        draw.box(surface, dot, side // 2, palette.accent if number == turn else palette.idle)


def _sign_of(view: View) -> str:
    """The sign of who moves or has won; nothing for a draw."""
    if view.set_up:
        return MARKS[view.set_up.to_move.value]
    player = view.outcome.winner if view.outcome else view.to_move
    return "" if player is None else MARKS[player.value]


def _pointed_move(scene: Scene, pointing: Pointing) -> str | None:
    """The move that a person points at."""
    cell = pointing.cell if pointing.cell is not None else pointing.cursor
    if cell is None or scene.board is None:
        return None
    _, move = scene.board.click(pointing.picked, cell)
    return None if move is None else scene.view.moves[move]


def _scenery(scene: Scene, tongue: Tongue, pointing: Pointing, moment: Moment) -> Scenery:
    view, board = scene.view, scene.board
    assert board is not None
    columns, rows = board.columns, board.rows
    names = board_spelling(board)
    squares = isinstance(names, Squares)
    across = [names.write(column) for column in range(columns)]
    if squares:
        across = [name.rstrip("0123456789") for name in across]
    numbered = isinstance(names, Numbers)
    keyed = pointing.cursor if pointing.keyed and pointing.focus is None and not scene.card else None
    common = Scenery(
        names=tuple(names.write(cell) for cell in range(columns * rows)) if numbered else (),
        columns=() if numbered else tuple(across),
        rows=tuple(str(rows - row) for row in range(rows)) if squares else (),
        cursor=keyed,
    )
    if view.set_up:
        return common
    return Scenery(
        common.names,
        common.columns,
        common.rows,
        _ghost(view, pointing),
        keyed,
        view.last,
        view.outcome.lines if view.outcome and not moment.falling else (),
        view.cell(view.hint) if view.hint else None,
        value_notes(view, tongue),
        moment.falling,
        pointing.picked,
        board.targets(pointing.picked) if pointing.picked else (),
    )


def _ghost(view: View, pointing: Pointing) -> tuple[int, str] | None:
    """Where the stone would come to lie that a person is about to play."""
    cell = pointing.cell if pointing.cell is not None else pointing.cursor
    if cell is None or not (view.waits_for_person or view.paused) or view.outcome:
        return None
    if view.players != MARKS or view.board is None:
        return None  # nobody knows which piece it would be
    _, move = view.board.click((), cell)
    landing = None if move is None else view.cell(view.moves[move])
    return None if landing is None else (landing, MARKS[view.to_move.value])


def value_notes(view: View, tongue: Tongue) -> dict[int, Note]:
    """The values of the moves, each for its cell; of very many only the best ones in words."""
    values = view.analysis.values if view.analysis else ()
    noted = set(values)
    if len(values) > MAX_NOTES:
        noted = set(sorted(values, key=lambda value: (not value.best, -(value.score or 0)))[:BEST_NOTES])
    notes: dict[int, Note] = {}
    for value in values:
        cell = view.cell(value.text)
        if cell is not None:
            words = (tongue.message(value.message), short_value(value)) if value in noted else ("", "")
            notes[cell] = Note(*words, value.best)
    return notes


def _picture(surface: Surface, scene: Scene, palette: Palette) -> None:
    """The picture that a game draws of itself, each character in a cell of its own."""
    place = scene.picture_place
    if not scene.picture or place.height < 20:
        return
    draw.frame(surface, place, 10, palette.card, palette.edge)
    wide, high = max(1, *map(len, scene.picture)), len(scene.picture)
    size = min((place.width - 24) / (wide * 0.66), (place.height - 24) / (high * 1.45), 30)
    size = max(6, int(size))
    step, line = size * 0.66, size * 1.45
    left, top = place.centerx - step * wide / 2, place.centery - line * high / 2
    surface.set_clip(place)
    for row, text in enumerate(scene.picture):
        for column, character in enumerate(text):
            if character != " ":
                at = left + (column + 0.5) * step, top + (row + 0.5) * line
                draw.put(surface, character, size, palette.text, at)
    surface.set_clip(None)


def _panel(surface: Surface, scene: Scene, palette: Palette, tongue: Tongue) -> None:
    cut = scene.regions
    draw.frame(surface, cut.panel, cut.scale.radius * 2, palette.card, palette.edge)
    place, letters = cut.spare, cut.scale.letters
    high = draw.line_height(letters)
    if scene.table:
        for number, line in enumerate(scene.legend):
            y = place.top + number * high
            text = draw.shorten(line, place.width, letters)
            draw.put(surface, text, letters, palette.text, (place.left, y), "topleft")
        _table(surface, scene, place.move(0, round((len(scene.legend) + 0.5) * high)), palette)
    elif scene.view.played and not scene.view.set_up and place.height >= high:
        moves = " ".join(move.text for move in scene.view.played)
        text = tongue.say("window.moves", moves=moves)
        many = place.height // high
        for number, line in enumerate(draw.wrap(text, place.width, letters, many)):
            y = place.top + number * high
            draw.put(surface, line, letters, palette.quiet, (place.left, y), "topleft")


def _table(surface: Surface, scene: Scene, place: Rect, palette: Palette) -> None:
    """The standing of a match: a column for each player."""
    letters = scene.regions.scale.letters
    high = draw.line_height(letters)
    column = place.width * 0.29
    for number, (head, *cells) in enumerate(scene.table):
        y = place.top + number * high
        size = draw.fit_size(head, round(place.width * 0.42), letters)
        draw.put(surface, head, size, palette.quiet, (place.left, y), "topleft")
        for index, text in enumerate(cells):
            size = draw.fit_size(text, round(column) - 4, letters)
            right = place.right - (1 - index) * column
            draw.put(surface, text, size, palette.text, (right, y), "topright")
        surface.fill(palette.edge, Rect(place.left, y + high - 2, place.width, 1))


def _dialog(surface: Surface, card: Card, title: str, palette: Palette, pointing: Pointing) -> None:
    veil = Surface(surface.get_size(), SRCALPHA)
    veil.fill((*palette.veil, VEIL))
    surface.blit(veil, (0, 0))
    letters = card.scale.letters
    draw.frame(surface, card.rect, card.scale.radius * 2, palette.card, palette.edge)
    size = draw.fit_size(title, card.title.width, letters + 4)
    draw.put(surface, title, size, palette.text, card.title.topleft, "topleft")
    for number, line in enumerate(card.lines):
        y = card.text.top + number * draw.line_height(letters)
        key, tab, does = line.rpartition("\t")
        if tab:
            draw.put(surface, key, letters, palette.text, (card.text.left, y), "topleft")
        left = card.text.left + (round(card.text.width * 0.4) if tab else 0)
        size = draw.fit_size(does, card.text.right - left, letters)
        draw.put(surface, does, size, palette.quiet, (left, y), "topleft")
    for placed in card.controls:
        name = placed.control.name
        focused = pointing.keyed and pointing.focus == name
        draw_control(surface, placed, palette, pointing.hovered == name, focused)
