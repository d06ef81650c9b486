"""What is on the screen and where: one value, made from a view, to draw and to click on."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from pygame import Rect

from plyground.errors import printable
from plyground.session import Board, View
from plyground.ui.window.controls import Control, Group, WindowOptions, move_buttons, panel
from plyground.ui.window.dialogs import Dialog
from plyground.ui.window.draw import MIN_LETTERS
from plyground.ui.window.grid import Grid, grid
from plyground.ui.window.layout import Card, Placed, Regions, Scale, card, flow, regions, shift
from plyground.ui.window.text import seat_name, series_table, side_of
from plyground.words import Tongue

TableRows = tuple[tuple[str, str, str], ...]
MAX_LINES = 400  # of a picture that a game draws of itself


@dataclass(frozen=True)
class Scene:
    """Everything with its place."""

    view: View
    regions: Regions
    board: Board | None
    grid: Grid | None
    picture: tuple[str, ...]  # of a game without a board
    picture_place: Rect
    moves: tuple[Placed, ...]  # of a game without a board
    table: TableRows
    legend: tuple[str, ...]
    dialog: Dialog | None
    card: Card | None

    @property
    def controls(self) -> tuple[Placed, ...]:
        """What can be pressed: with a dialog, only what is on it."""
        return self.card.controls if self.card else (*self.moves, *self.regions.controls)

    def at(self, point: tuple[int, int]) -> Placed | None:
        """The control at a point."""
        return next((placed for placed in self.controls if placed.rect.collidepoint(point)), None)

    def named(self, name: str) -> Placed | None:
        return next((placed for placed in self.controls if placed.control.name == name), None)

    def cell_at(self, point: tuple[int, int]) -> int | None:
        """The cell at a point, unless a dialog lies over it."""
        return self.grid.at(point) if self.grid and not self.card else None


@dataclass(frozen=True)
class Seen:
    """What a person has scrolled to: the part of a large board, the page of a long list of moves."""

    first: tuple[int, int] = (0, 0)
    page: int = 0


def scene(
    size: tuple[int, int],
    view: View,
    options: WindowOptions,
    dialog: Dialog | None,
    tongue: Tongue,
    seen: Seen,
) -> Scene:
    """The screen of a view in a window of a size."""
    table = tuple(series_table(tongue, view, view.series)) if view.series else ()
    legend = tuple(_legend(view, tongue))
    lines = len(table) + len(legend) + bool(table)
    cut = regions(size, panel(view, options, tongue), lines)
    board = view.set_up.board if view.set_up else view.board
    picture: tuple[str, ...] = ()
    buttons: tuple[Placed, ...] = ()
    picture_place = cut.board
    if board is None:
        picture = _picture(view)
        buttons, picture_place = _move_list(move_buttons(view, tongue), cut, tongue, seen.page)
    return Scene(
        view,
        cut,
        board,
        grid(board, cut.board, cut.scale.letters, seen.first) if board else None,
        picture,
        picture_place,
        buttons,
        table,
        legend,
        dialog,
        card(size, dialog.text(tongue), dialog.groups(tongue)) if dialog else None,
    )


def _picture(view: View) -> tuple[str, ...]:
    """The picture that a game draws of itself, or what went wrong."""
    try:
        drawn = view.position.draw()
    except Exception as error:  # noqa: BLE001 - the rules may be a user's
        drawn = f"{type(error).__name__}: {error}"
    return tuple(printable(line) for line in drawn.split("\n")[:MAX_LINES])


def _legend(view: View, tongue: Tongue) -> Iterator[str]:
    """Who is who in a match, and how far it has come."""
    if view.series:
        for agent, letter in enumerate("AB"):
            seat = view.seats[side_of(view, view.series, agent).value]
            yield f"{letter}: {seat_name(tongue, seat)}"
        yield tongue.say("window.played", games=view.series.games, wanted=view.series.wanted)


def _move_list(group: Group, cut: Regions, tongue: Tongue, page: int) -> tuple[tuple[Placed, ...], Rect]:
    """The moves as buttons at the bottom of the board's place, and what is left above them.

    Where there are too many, a page of them and a button for the next one.
    """
    area = cut.board
    room = area.height * 3 // 5
    for letters in range(cut.scale.letters, MIN_LETTERS - 1, -1):
        scale = replace(cut.scale, letters=letters)
        placed, high = flow((group,) if group.controls else (), area.width, scale)
        if high <= room:
            break
    else:
        placed, high = flow((_page(group, placed, room, scale, tongue, page),), area.width, scale)
    top = area.bottom - high
    above = Rect(area.left, area.top, area.width, max(0, top - cut.scale.group_gap - area.top))
    return shift(placed, area.left, top), above


def _page(
    group: Group, placed: tuple[Placed, ...], room: int, scale: Scale, tongue: Tongue, page: int
) -> Group:
    many = max(1, sum(p.rect.bottom <= room - scale.row - scale.gap for p in placed))
    first = page % -(-len(group.controls) // many) * many
    more = Control("more", tongue.say("window.more"))
    return Group((*group.controls[first : first + many], more))
