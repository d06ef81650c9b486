"""Drawing with smooth edges: text, rounded boxes, and the signs of the two sides."""

from __future__ import annotations

from functools import lru_cache

import pygame

from plyground.ui.colours import Colour

FINE = 3  # shapes are drawn larger by this factor and then made small
LARGE = 60
MISSING = "\uffff"
PLAIN = frozenset(map(chr, range(32, 127)))
KEPT = 60_000  # pixels of a box that is drawn once and kept
MIN_LETTERS = 10  # pixels: letters below that cannot be read
_OF_FONT = 1.45  # the nominal size of pygame's font, divided by the height of its letters


@lru_cache(maxsize=64)
def font(size: int) -> pygame.font.Font:
    """Pygame's own font, which every installation has, with letters of `size` pixels."""
    return pygame.font.Font(None, round(size * _OF_FONT))


@lru_cache(maxsize=4_096)
def measure(text: str, size: int) -> int:
    """How many pixels wide a text is."""
    return -(-font(size * FINE).size(text)[0] // FINE)


@lru_cache(maxsize=1_024)
def has(character: str) -> bool:
    """Whether the font has a character; all missing ones have the same shape."""
    shapes = font(LARGE).metrics(character + MISSING)
    return character in PLAIN or (len(shapes) == 2 and shapes[0] not in (None, shapes[1]))


def line_height(size: int) -> int:
    return round(size * 1.4)


@lru_cache(maxsize=1_024)
def render(text: str, size: int, colour: Colour) -> pygame.Surface:
    """A text as a picture; a character that the font lacks becomes a question mark.

    Letters are drawn large and made small: so they stand at even distances, also where they are tiny.
    """
    letters = font(size * FINE).render("".join(c if has(c) else "?" for c in text), True, colour)
    wide, high = (max(1, -(-length // FINE)) for length in letters.get_size())
    picture = blank((wide * FINE, high * FINE), colour)
    picture.blit(letters, (0, 0))
    return pygame.transform.smoothscale(picture, (wide, high))


def fit_size(text: str, width: int, size: int, least: int = MIN_LETTERS) -> int:
    """The largest size of letters, at most this one, in which a text is no wider than that."""
    while size > least and measure(text, size) > width:
        size -= 1
    return size


def shorten(text: str, width: int, size: int) -> str:
    """The text, its end left out if it is too wide."""
    if measure(text, size) <= width:
        return text
    while text and measure(text + "…", size) > width:
        text = text[:-1]
    return text.rstrip() + "…"


def wrap(text: str, width: int, size: int, most: int) -> list[str]:
    """The text in at most `most` lines of that width; the rest is left out."""
    lines: list[str] = []
    line = ""
    for word in text.split():
        longer = f"{line} {word}".strip()
        if line and measure(longer, size) > width:
            lines.append(line)
            line = word
        else:
            line = longer
    lines.append(line)
    if len(lines) > most:
        lines = [*lines[: most - 1], " ".join(lines[most - 1 :])]
    return [shorten(line, width, size) for line in lines]


def put(
    surface: pygame.Surface,
    text: str,
    size: int,
    colour: Colour,
    place: tuple[float, float],
    anchor: str = "center",
) -> pygame.Rect:
    """Write a text where a corner, a side or the middle of it is to be."""
    picture = render(text, size, colour)
    where = picture.get_rect(**{anchor: (round(place[0]), round(place[1]))})
    return surface.blit(picture, where)


def box(surface: pygame.Surface, rect: pygame.Rect, radius: int, colour: Colour) -> None:
    """A filled box with round corners."""
    radius = max(0, min(radius, rect.width // 2, rect.height // 2))
    if radius < 2:
        surface.fill(colour, rect)
        return
    surface.fill(colour, rect.inflate(-2 * radius, 0))
    surface.fill(colour, rect.inflate(0, -2 * radius))
    for x in (rect.left + radius, rect.right - radius - 1):
        for y in (rect.top + radius, rect.bottom - radius - 1):
            pygame.draw.aacircle(surface, colour, (x, y), radius)


def frame(
    surface: pygame.Surface, rect: pygame.Rect, radius: int, fill: Colour, edge: Colour, width: int = 1
) -> None:
    """A box with round corners and an edge."""
    if rect.width * rect.height <= KEPT:
        surface.blit(plate(rect.size, radius, fill, edge, width), rect)
        return
    box(surface, rect, radius, edge)
    box(surface, rect.inflate(-2 * width, -2 * width), radius - width, fill)


@lru_cache(maxsize=256)
def plate(size: tuple[int, int], radius: int, fill: Colour, edge: Colour, width: int) -> pygame.Surface:
    """A box with round corners and an edge, as a picture: there are many of the same."""
    large = blank((size[0] * FINE, size[1] * FINE), edge)
    whole = large.get_rect()
    pygame.draw.rect(large, edge, whole, border_radius=radius * FINE)
    inside = whole.inflate(-2 * width * FINE, -2 * width * FINE)
    pygame.draw.rect(large, fill, inside, border_radius=max(0, radius - width) * FINE)
    return pygame.transform.smoothscale(large, size)


@lru_cache(maxsize=64)
def outline(size: tuple[int, int], radius: int, width: int, colour: Colour) -> pygame.Surface:
    """An edge without a filling, as a picture: it can be laid over anything."""
    large = pygame.Surface((size[0] * FINE, size[1] * FINE), pygame.SRCALPHA)
    large.fill((*colour, 0))
    pygame.draw.rect(large, colour, large.get_rect(), width * FINE, radius * FINE)
    return pygame.transform.smoothscale(large, size)


def ring_around(
    surface: pygame.Surface, rect: pygame.Rect, radius: int, width: int, colour: Colour
) -> None:
    """An edge around a place, such as that of the focus."""
    if rect.width > 0 and rect.height > 0:
        surface.blit(outline(rect.size, radius, width, colour), rect)


def blank(size: tuple[int, int], colour: Colour) -> pygame.Surface:
    """A large transparent picture; of that colour, so that edges do not darken when it is made small."""
    picture = pygame.Surface(size, pygame.SRCALPHA)
    picture.fill((*colour, 0))
    return picture


@lru_cache(maxsize=128)
def sign(mark: str, size: int, colour: Colour, width: float = 0.17) -> pygame.Surface:
    """A cross or a ring, the shapes of the two sides."""
    side = size * FINE
    large = blank((side, side), colour)
    thick = max(2, round(side * width))
    if mark == "X":
        near, far = thick / 2, side - thick / 2
        thick_line(large, colour, (near, near), (far, far), thick)
        thick_line(large, colour, (near, far), (far, near), thick)
    else:
        pygame.draw.circle(large, colour, (side / 2, side / 2), side / 2, thick)
    return pygame.transform.smoothscale(large, (size, size))


def thick_line(
    surface: pygame.Surface,
    colour: Colour,
    begin: tuple[float, float],
    end: tuple[float, float],
    width: float,
) -> None:
    """A line with round ends."""
    one, other = pygame.Vector2(begin), pygame.Vector2(end)
    along = other - one
    if along.length():
        side = along.normalize().rotate(90) * width / 2
        corners = [one + side, other + side, other - side, one - side]
        pygame.draw.polygon(surface, colour, corners)
        pygame.draw.aalines(surface, colour, True, corners)
    for place in (one, other):
        pygame.draw.aacircle(surface, colour, place, width / 2)


@lru_cache(maxsize=128)
def disc(mark: str, size: int, colour: Colour, sign_colour: Colour) -> pygame.Surface:
    """A disc that carries the sign of its side."""
    side = size * FINE
    large = blank((side, side), colour)
    middle = side / 2
    pygame.draw.circle(large, tuple(c * 3 // 4 for c in colour), (middle, middle), middle)
    pygame.draw.circle(large, colour, (middle, middle), middle * 0.9)
    picture = pygame.transform.smoothscale(large, (size, size))
    inner = sign(mark, max(4, round(size * 0.46)), sign_colour, 0.2)
    picture.blit(inner, inner.get_rect(center=(size / 2, size / 2)))
    return picture


@lru_cache(maxsize=32)
def star(size: int, colour: Colour, edge: Colour) -> pygame.Surface:
    """A star, which marks what is best."""
    side = size * FINE
    large = blank((side, side), edge)
    middle = pygame.Vector2(side / 2, side / 2)
    for reach, paint in ((0.5, edge), (0.38, colour)):
        points = [
            middle + pygame.Vector2(0, -side * (reach if i % 2 == 0 else reach * 0.45)).rotate(36 * i)
            for i in range(10)
        ]
        pygame.draw.polygon(large, paint, points)
    return pygame.transform.smoothscale(large, (size, size))
