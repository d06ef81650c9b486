"""What keys do: play, move the cursor and the focus, and press what has it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pygame

from plyground.games.line import LinePosition
from plyground.games.notation import Squares
from plyground.ui.window import focus, keys
from plyground.ui.window.grid import seeing

if TYPE_CHECKING:
    from plyground.ui.window.app import App


def pressed(app: App, event: pygame.Event) -> None:
    """Do what a key stands for."""
    key = event.key
    if key == pygame.K_q and event.mod & (pygame.KMOD_CTRL | pygame.KMOD_META):
        app.running = False
    elif event.mod & (pygame.KMOD_CTRL | pygame.KMOD_ALT | pygame.KMOD_META):
        return
    elif key == pygame.K_TAB:
        _move_focus(app, -1 if event.mod & pygame.KMOD_SHIFT else 1)
    elif key == pygame.K_ESCAPE:
        _leave(app)
    elif key in keys.PRESS:
        _press_focused(app)
    elif key in keys.ARROWS:
        _arrow(app, *keys.ARROWS[key])
    elif key in keys.ANYWHERE:
        app.do(keys.ANYWHERE[key])
    elif not app.scene.card:
        _letter(app, key)


def _letter(app: App, key: int) -> None:
    view = app.session.view
    if key in keys.STONES and view.set_up:
        if app.pointing.cursor is not None:
            app.choose(app.pointing.cursor, keys.STONES[key])
    elif key in keys.DIGITS:
        _digit(app, keys.DIGITS[key])
    elif key in keys.COMMANDS and not view.set_up:
        placed = app.scene.named(keys.COMMANDS[key])
        if placed.control.enabled if placed else not view.series:  # a match has no use for most keys
            app.do(keys.COMMANDS[key])


def _digit(app: App, digit: str) -> None:
    """Play the move of that name, or the move that is the so-many-th in a list."""
    view = app.session.view
    position = view.position
    if view.set_up or digit == "0":
        return
    if isinstance(position, LinePosition):
        if not isinstance(position.game.spelling, Squares):
            app.do(f"move:{digit}")
    elif int(digit) <= len(app.scene.moves):
        app.do(app.scene.moves[int(digit) - 1].control.name)


def _leave(app: App) -> None:
    if app.scene.card:
        app.do("close")
    elif app.session.view.set_up:
        app.do("set-up-cancel")
    else:
        app.point(replace(app.pointing, focus=None))


def _move_focus(app: App, step: int) -> None:
    app.point(replace(app.pointing, focus=focus.following(app.scene, app.pointing.focus, step)))


def _press_focused(app: App) -> None:
    """Press the control that has the focus, or play at the cursor; without one, show it first."""
    placed = app.scene.named(app.pointing.focus) if app.pointing.focus else None
    if placed:
        if placed.control.enabled:
            app.do(placed.control.name, 1)
    elif app.pointing.cursor is not None and not app.scene.card:
        app.choose(app.pointing.cursor)
    else:
        _arrow(app, 0, 0)


def _arrow(app: App, x: int, y: int) -> None:
    """Turn a stepper, move the focus to what lies beside, or move the cursor on the board."""
    placed = app.scene.named(app.pointing.focus) if app.pointing.focus else None
    if placed and placed.control.kind == "stepper" and x:
        app.do(placed.control.name, x)
    elif app.scene.card or (placed and (x or y)):
        app.point(replace(app.pointing, focus=focus.beside(app.scene, app.pointing.focus, (x, y))))
    elif app.scene.grid:
        _move_cursor(app, x, y)
    elif app.scene.moves:
        _move_focus(app, 1)


def _move_cursor(app: App, x: int, y: int) -> None:
    """The first arrow shows the cursor: where the mouse is, or in the middle."""
    grid = app.scene.grid
    assert grid is not None
    if app.pointing.cursor is None:
        here = app.pointing.cell
        here = grid.columns * (grid.rows // 2) + grid.columns // 2 if here is None else here
    else:
        row, column = divmod(app.pointing.cursor, grid.columns)
        column = max(0, min(grid.columns - 1, column + x))
        here = max(0, min(grid.rows - 1, row + y)) * grid.columns + column
    app.point(replace(app.pointing, cursor=here, cell=None, focus=None))
    if not grid.whole:
        app.seen = replace(app.seen, first=seeing(grid, here))
        app.changed()
