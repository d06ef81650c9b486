"""Which key does what."""

from __future__ import annotations

from dataclasses import replace
from typing import Protocol

import pygame

from plyground.games.spelling import board_spelling
from plyground.session import Session
from plyground.ui.window import focus
from plyground.ui.window.grid import scroll_to
from plyground.ui.window.paint import Pointing
from plyground.ui.window.scene import Scene, Seen

COMMANDS = {
    pygame.K_u: "undo",
    pygame.K_r: "redo",
    pygame.K_h: "hint",
    pygame.K_v: "values",
    pygame.K_n: "reset",
    pygame.K_g: "choose-game",
    pygame.K_a: "algorithm",
    pygame.K_m: "match",
    pygame.K_p: "pause",
    pygame.K_s: "step",
    pygame.K_e: "set-up",
    pygame.K_BACKSPACE: "stop",
}
ANYWHERE = {pygame.K_l: "language", pygame.K_d: "dark", pygame.K_F1: "help"}
ARROWS = {
    pygame.K_LEFT: (-1, 0),
    pygame.K_RIGHT: (1, 0),
    pygame.K_UP: (0, -1),
    pygame.K_DOWN: (0, 1),
}
PRESS = (pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_SPACE)
STONES = {pygame.K_x: "X", pygame.K_o: "O", pygame.K_DELETE: ""}
_DIGITS = {key: str(number) for number, key in enumerate(range(pygame.K_0, pygame.K_9 + 1))}
_PAD = (
    *(pygame.K_KP1, pygame.K_KP2, pygame.K_KP3, pygame.K_KP4, pygame.K_KP5),
    *(pygame.K_KP6, pygame.K_KP7, pygame.K_KP8, pygame.K_KP9),
)
DIGITS = _DIGITS | {key: str(number) for number, key in enumerate(_PAD, 1)}


class KeyTarget(Protocol):
    """What keys act on: the window, as this module needs it."""

    running: bool
    pointing: Pointing
    seen: Seen

    @property
    def session(self) -> Session: ...

    @property
    def scene(self) -> Scene: ...

    def do(self, name: str, step: int = 0) -> None: ...

    def point(self, pointing: Pointing) -> None: ...

    def choose(self, cell: int, tool: str | None = None) -> None: ...

    def redraw(self) -> None: ...


def press_key(app: KeyTarget, event: pygame.Event) -> None:
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
    elif key in PRESS:
        _press_focused(app)
    elif key in ARROWS:
        _arrow(app, *ARROWS[key])
    elif key in ANYWHERE:
        app.do(ANYWHERE[key])
    elif not app.scene.card:
        _letter(app, key)


def _letter(app: KeyTarget, key: int) -> None:
    view = app.session.view
    if key in STONES and view.set_up:
        if app.pointing.cursor is not None:
            app.choose(app.pointing.cursor, STONES[key])
    elif key in DIGITS:
        _digit(app, DIGITS[key])
    elif key in COMMANDS and not view.set_up:
        placed = app.scene.named(COMMANDS[key])
        if placed.control.enabled if placed else not view.series:  # a match ignores most keys
            app.do(COMMANDS[key])


def _digit(app: KeyTarget, digit: str) -> None:
    """Play the move with that name or, without a board, the move with that number in the list."""
    view = app.session.view
    if view.set_up or digit == "0":
        return
    if view.board is not None:
        if board_spelling(view.board).numbered:
            app.do(f"move:{digit}")
    elif int(digit) <= len(app.scene.moves):
        app.do(app.scene.moves[int(digit) - 1].control.name)


def _leave(app: KeyTarget) -> None:
    if app.scene.card:
        app.do("close")
    elif app.session.view.set_up:
        app.do("set-up-cancel")
    else:
        app.point(replace(app.pointing, focus=None))


def _move_focus(app: KeyTarget, step: int) -> None:
    app.point(replace(app.pointing, focus=focus.following(app.scene, app.pointing.focus, step)))


def _press_focused(app: KeyTarget) -> None:
    """Press the control that has the focus, or play at the cursor; without one, show it first."""
    placed = app.scene.named(app.pointing.focus) if app.pointing.focus else None
    if placed:
        if placed.control.enabled:
            app.do(placed.control.name, 1)
    elif app.pointing.cursor is not None and not app.scene.card:
        app.choose(app.pointing.cursor)
    else:
        _arrow(app, 0, 0)


def _arrow(app: KeyTarget, x: int, y: int) -> None:
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


def _move_cursor(app: KeyTarget, x: int, y: int) -> None:
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
        app.seen = replace(app.seen, first=scroll_to(grid, here))
        app.redraw()
