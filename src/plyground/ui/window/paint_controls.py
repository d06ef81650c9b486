"""Drawing controls: buttons, steppers and players' places, with their hover, focus and chosen looks."""

from __future__ import annotations

import pygame
from pygame import Rect, Surface

from plyground.games.diagram import MARKS
from plyground.ui.colours import Colour
from plyground.ui.window import draw
from plyground.ui.window.controls import Control
from plyground.ui.window.layout import Placed
from plyground.ui.window.palette import Palette


def draw_control(surface: Surface, placed: Placed, palette: Palette, hovered: bool, focused: bool) -> None:
    """A control as it is now."""
    control, rect = placed.control, placed.rect
    fill, edge, text = _paints(control, palette, hovered)
    radius = max(4, placed.letters // 2)
    draw.frame(surface, rect, radius, fill, edge, 2 if control.on and control.kind == "seat" else 1)
    if control.kind == "stepper":
        _ends(surface, placed, text)
    if control.kind == "seat":
        _seat(surface, placed, palette, text)
    else:
        _label(surface, placed, palette, text)
    if focused:
        draw.ring_around(surface, rect.inflate(6, 6), radius + 3, 2, palette.focus)


def _paints(control: Control, palette: Palette, hovered: bool) -> tuple[Colour, Colour, Colour]:
    """What a control is filled, edged and written with."""
    if not control.enabled:
        return palette.card, palette.edge, palette.idle
    if control.kind == "seat":
        fill = palette.hovered if hovered else palette.button
        return fill, palette.accent if control.on else palette.button_edge, palette.text
    if control.main or control.on:
        return palette.accent, palette.text if hovered else palette.accent, palette.on_accent
    return palette.hovered if hovered else palette.button, palette.button_edge, palette.text


def _label(surface: Surface, placed: Placed, palette: Palette, colour: Colour) -> None:
    control, rect, letters = placed.control, placed.rect, placed.letters
    room = placed.text_width + 2
    size = draw.fit_size(control.text, room, letters)
    text = draw.shorten(control.text, room, size)
    if not control.mark:
        draw.put(surface, text, size, colour, rect.center)
        return
    side = round(letters * 0.95)
    wide = draw.measure(text, size) + round(letters * 0.5) + side
    left = rect.centerx - wide // 2
    paint = colour if control.on or not control.enabled else palette.marks[MARKS.index(control.mark)]
    picture = draw.sign(control.mark, side, paint, 0.22)
    surface.blit(picture, picture.get_rect(midleft=(left, rect.centery)))
    draw.put(surface, text, size, colour, (left + side + letters * 0.5, rect.centery), "midleft")


def _seat(surface: Surface, placed: Placed, palette: Palette, colour: Colour) -> None:
    """A player's place: the sign of the side, the name, what its moves cost; a bar if it is to move."""
    control, rect, letters = placed.control, placed.rect, placed.letters
    if control.on:
        bar = Rect(rect.left, rect.top, max(4, letters // 3), rect.height)
        surface.fill(palette.accent, bar.inflate(0, -letters))
    side = round(letters * 1.1)
    picture = draw.sign(control.mark, side, palette.marks[MARKS.index(control.mark)], 0.22)
    left = rect.left + round(letters * 0.8)
    surface.blit(picture, picture.get_rect(midleft=(left, rect.centery)))
    left += side + round(letters * 0.7)
    room = rect.right - left - letters // 2
    size = draw.fit_size(control.text, room, letters)
    detailed = control.detail and rect.height > letters * 2.6
    middle = rect.centery - (draw.line_height(letters) * 0.45 if detailed else 0)
    draw.put(surface, draw.shorten(control.text, room, size), size, colour, (left, middle), "midleft")
    if detailed:
        small = draw.fit_size(control.detail, room, letters - 2)
        place = left, rect.centery + draw.line_height(letters) * 0.5
        draw.put(surface, draw.shorten(control.detail, room, small), small, palette.quiet, place, "midleft")


def _ends(surface: Surface, placed: Placed, colour: Colour) -> None:
    """A minus at the left and a plus at the right."""
    rect, letters = placed.rect, placed.letters
    arm, thick = max(3, letters // 3), max(2, letters // 7)
    for x, upright in (
        (rect.left + round(letters * 1.2), False),
        (rect.right - round(letters * 1.2), True),
    ):
        pygame.draw.rect(surface, colour, Rect(x - arm, rect.centery - thick // 2, 2 * arm, thick))
        if upright:
            pygame.draw.rect(surface, colour, Rect(x - thick // 2, rect.centery - arm, thick, 2 * arm))


def step_at(placed: Placed, point: tuple[int, int]) -> int:
    """What a press at a point of a stepper does: one less or one more."""
    return -1 if point[0] < placed.rect.centerx else 1
