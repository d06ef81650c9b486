"""The window itself: events become commands, views become pictures, and nothing is drawn without need."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace

import pygame

from plyground.games.line import LinePosition
from plyground.session import Session
from plyground.ui.i18n import Tongue
from plyground.ui.window import focus, keyboard
from plyground.ui.window.animation import Fall, fall
from plyground.ui.window.artist import Moment, Pointing, draw
from plyground.ui.window.commands import Commands
from plyground.ui.window.controls import Look
from plyground.ui.window.grid import seeing
from plyground.ui.window.palette import DARK, LIGHT
from plyground.ui.window.scene import Scene, Seen, scene
from plyground.ui.window.widgets import step_at

FRAME = 0.016  # seconds between pictures of something that moves
THINKING = 0.1  # and of a clock that runs
IDLE = 1.0  # and of nothing
POLL = FRAME  # how long the window sleeps at a time


class App:
    """A window on a session: `handle` takes an event, `frame` shows what has changed."""

    def __init__(
        self,
        session: Session,
        tongue: Tongue,
        window: pygame.Window,
        look: Look | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.commands = Commands(session, tongue, look or Look())
        self.window = window
        self.clock = clock
        self.running = True
        self.frames = 0
        self.pointing = Pointing()
        self.seen = Seen()
        self._scene: Scene | None = None
        self._drawn = False
        self._view = session.view
        self._fall: Fall | None = None
        self._thinks_since = clock() if self._view.thinking else None

    @property
    def session(self) -> Session:
        return self.commands.session

    @property
    def scene(self) -> Scene:
        """What is on the screen now."""
        if self._scene is None:
            commands = self.commands
            self._scene = scene(
                self.window.size,
                self.session.view,
                commands.look,
                commands.dialog,
                commands.tongue,
                self.seen,
            )
        return self._scene

    # Time.

    def run(self) -> None:
        """Until the window is closed."""
        while self.running:
            self.frame()
            for event in self._awaited():
                self.handle(event)

    def _awaited(self) -> list[pygame.Event]:
        """What happens next, or nothing when it is time to draw again."""
        until = time.monotonic() + self.patience
        while not (events := pygame.event.get()) and time.monotonic() < until:
            time.sleep(min(POLL, self.patience))  # pygame's own wait looks a thousand times a second
        return events

    @property
    def patience(self) -> float:
        """How many seconds there is nothing to draw if nothing happens."""
        if self._fall:
            return FRAME
        view = self.session.view
        machine_moves = view.outcome is None and not view.seat.human and not view.paused
        between_games = view.series is not None and not view.series.done and not view.paused
        return THINKING if view.thinking or machine_moves or between_games else IDLE

    def frame(self) -> None:
        """Take in what was thought, and draw if that or anything else has changed."""
        if self.session.tick():
            self.commands.notice()
            self.changed()
        self._follow_view()
        moves = self._fall is not None or self._thinks_since is not None
        if self._drawn and not moves:
            return
        now = self.clock()
        falling = None
        if self._fall:
            falling = None if self._fall.over(now) else (self._fall.cell, self._fall.height(now))
            self._fall = self._fall if falling else None
        thought_for = now - self._thinks_since if self._thinks_since is not None else 0.0
        palette = DARK if self.commands.look.dark else LIGHT
        moment = Moment(falling, thought_for)
        surface = self.window.get_surface()
        draw(surface, self.scene, palette, self.commands.tongue, self.pointing, moment)
        self.window.flip()
        self.frames += 1
        self._drawn = True

    def _follow_view(self) -> None:
        """Notice a disc that begins to fall, a machine that begins or ends to think, another game."""
        view = self.session.view
        if view is self._view:
            return
        now = self.clock()
        self._fall = fall(self._view, view, now) or (self._fall if view.last == self._view.last else None)
        if view.thinking is None:
            self._thinks_since = None
        elif self._thinks_since is None or len(view.played) != len(self._view.played):
            self._thinks_since = now
        if view.game != self._view.game:
            self.seen, self.pointing = Seen(), Pointing()
        if len(view.played) != len(self._view.played):
            self.seen = replace(self.seen, page=0)
            if view.last is not None and self.scene.grid and not self.scene.grid.whole:
                self.seen = replace(self.seen, first=seeing(self.scene.grid, view.last))
        self._view = view
        self.changed()

    def changed(self) -> None:
        """Have everything laid out and drawn anew."""
        self._scene, self._drawn = None, False

    def do(self, name: str, step: int = 0) -> None:
        """Do what a control is called after."""
        self._fall = None
        before = self.commands.dialog
        if name == "more":
            self.seen = replace(self.seen, page=self.seen.page + 1)
        else:
            self.commands.do(name, step)
        self.changed()
        if type(self.commands.dialog) is not type(before):
            self.pointing = replace(self.pointing, focus=focus.opening(self.scene), hovered=None)

    # Events.

    def handle(self, event: pygame.Event) -> None:
        """Do what an event asks for."""
        if event.type in (pygame.QUIT, pygame.WINDOWCLOSE):
            self.running = False
        elif event.type == pygame.KEYDOWN:
            self.point(replace(self.pointing, keyed=True))
            keyboard.pressed(self, event)
        elif event.type == pygame.MOUSEBUTTONDOWN:
            self.point(replace(self.pointing, keyed=False))
            self._press(event.pos, event.button)
        elif event.type == pygame.MOUSEMOTION:
            self._hover(event.pos)
        elif event.type == pygame.MOUSEWHEEL:
            self._scroll(-event.x, -event.y)
        elif event.type == pygame.WINDOWLEAVE:
            self.point(replace(self.pointing, hovered=None, cell=None))
        elif event.type in (pygame.WINDOWSIZECHANGED, pygame.WINDOWRESIZED, pygame.WINDOWEXPOSED):
            self.changed()

    def point(self, pointing: Pointing) -> None:
        """Have a person point somewhere else."""
        if pointing != self.pointing:
            self.pointing, self._drawn = pointing, False

    def _hover(self, point: tuple[int, int]) -> None:
        placed = self.scene.at(point)
        cell = None if placed else self.scene.cell_at(point)
        cursor = self.pointing.cursor if cell is None else None
        name = placed.control.name if placed else None
        self.point(replace(self.pointing, hovered=name, cell=cell, cursor=cursor))

    def _press(self, point: tuple[int, int], button: int) -> None:
        """A click: on a control, on a cell, or beside a dialog, which closes it."""
        if button not in (1, 3):
            return
        self._hover(point)
        placed = self.scene.at(point)
        cell = self.scene.cell_at(point)
        if placed and button == 1:
            if placed.control.enabled:
                self.do(placed.control.name, step_at(placed, point))
        elif cell is not None and not placed:
            self.pointing = replace(self.pointing, focus=None)
            self.choose(cell, "" if button == 3 else None)
        elif self.scene.card and not self.scene.card.rect.collidepoint(point):
            self.do("close")

    def choose(self, cell: int, tool: str | None = None) -> None:
        """Play on a cell, or lay a stone there on a board that is being set up."""
        self._fall = None
        position = self.session.view.position
        if self.session.view.set_up:
            self.commands.put(cell, tool)
        elif tool is None and isinstance(position, LinePosition):
            self.session.move(position.write(cell))
        self.changed()

    def _scroll(self, x: int, y: int) -> None:
        grid = self.scene.grid
        if grid and not grid.whole and not self.scene.card:
            sideways = grid.shown[1] == grid.rows  # a wheel that only turns up and down is good for both
            x, y = (x or y, 0) if sideways else (x, y)
            self.seen = replace(self.seen, first=(grid.first[0] + x, grid.first[1] + y))
            self.changed()
            self.seen = replace(self.seen, first=self.scene.grid.first if self.scene.grid else (0, 0))
