"""The window: events become commands, views become pictures. It draws only what has changed."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace

import pygame

from plyground.games.spelling import board_spelling
from plyground.session import Session
from plyground.ui.window import focus, keyboard
from plyground.ui.window.animation import Fall, fall
from plyground.ui.window.commands import Commands
from plyground.ui.window.controls import WindowOptions
from plyground.ui.window.grid import scroll_to
from plyground.ui.window.paint import Moment, Pointing, paint_scene
from plyground.ui.window.paint_controls import step_at
from plyground.ui.window.palette import DARK, LIGHT
from plyground.ui.window.scene import Scene, Seen, scene
from plyground.words import Tongue

FRAME = 0.016  # seconds between two pictures of something that moves
THINKING = 0.1  # of a running clock
IDLE = 1.0  # of nothing new
POLL = FRAME  # how long the window sleeps at a time


class App:
    """A window on a session: `handle` takes an event, `frame` shows what has changed."""

    def __init__(
        self,
        session: Session,
        tongue: Tongue,
        window: pygame.Window,
        options: WindowOptions | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.commands = Commands(session, tongue, options or WindowOptions())
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
                commands.options,
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
            for event in self._wait_for_events():
                self.handle(event)

    def _wait_for_events(self) -> list[pygame.Event]:
        """The next events; none when it is time to draw again."""
        until = time.monotonic() + self.patience
        while not (events := pygame.event.get()) and time.monotonic() < until:
            time.sleep(min(POLL, self.patience))  # pygame's own wait looks a thousand times a second
        return events

    @property
    def patience(self) -> float:
        """Seconds until something must be drawn even without an event."""
        if self._fall:
            return FRAME
        view = self.session.view
        machine_moves = view.outcome is None and not view.seat.human and not view.paused
        between_games = view.series is not None and not view.series.done and not view.paused
        return THINKING if view.thinking or machine_moves or between_games else IDLE

    def frame(self) -> None:
        """Take in the answers of machines, and draw if anything has changed."""
        if self.session.tick():
            self.commands.notice()
            self.redraw()
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
        palette = DARK if self.commands.options.dark else LIGHT
        moment = Moment(falling, thought_for)
        surface = self.window.get_surface()
        paint_scene(surface, self.scene, palette, self.commands.tongue, self.pointing, moment)
        self.window.flip()
        self.frames += 1
        self._drawn = True

    def _follow_view(self) -> None:
        """Notice a new falling disc, a machine that starts or stops its search, another game."""
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
        if view.position != self._view.position:
            self.pointing = replace(self.pointing, picked=())
        if len(view.played) != len(self._view.played):
            self.seen = replace(self.seen, page=0)
            if view.last is not None and self.scene.grid and not self.scene.grid.whole:
                self.seen = replace(self.seen, first=scroll_to(self.scene.grid, view.last))
        self._view = view
        self.redraw()

    def redraw(self) -> None:
        """Lay out and draw everything again."""
        self._scene, self._drawn = None, False

    def do(self, name: str, step: int = 0) -> None:
        """Do the command of a control."""
        self._fall = None
        before = self.commands.dialog
        if name == "more":
            self.seen = replace(self.seen, page=self.seen.page + 1)
        else:
            self.commands.do(name, step)
        self.redraw()
        if type(self.commands.dialog) is not type(before):
            self.pointing = replace(self.pointing, focus=focus.opening(self.scene), hovered=None)

    # Events.

    def handle(self, event: pygame.Event) -> None:
        """Do what an event asks for."""
        if event.type in (pygame.QUIT, pygame.WINDOWCLOSE):
            self.running = False
        elif event.type == pygame.KEYDOWN:
            self.point(replace(self.pointing, keyed=True))
            keyboard.press_key(self, event)
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
            self.redraw()

    def point(self, pointing: Pointing) -> None:
        """Change where a person points."""
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
        """Play on a cell, or put a stone there while a board is being set up."""
        self._fall = None
        view = self.session.view
        if view.set_up:
            self.commands.put(cell, tool)
        elif tool is None and view.board is not None:
            before = self.pointing.picked
            picked, move = view.board.click(before, cell)
            self.pointing = replace(self.pointing, picked=picked)
            if move is not None:
                self.session.move(view.moves[move])
            elif not picked and not before:  # nothing can be played there: the session says why
                self.session.move(board_spelling(view.board).write(cell))
        self.redraw()

    def _scroll(self, x: int, y: int) -> None:
        grid = self.scene.grid
        if grid and not grid.whole and not self.scene.card:
            sideways = grid.shown[1] == grid.rows  # an ordinary wheel scrolls sideways too
            x, y = (x or y, 0) if sideways else (x, y)
            self.seen = replace(self.seen, first=(grid.first[0] + x, grid.first[1] + y))
            self.redraw()
            self.seen = replace(self.seen, first=self.scene.grid.first if self.scene.grid else (0, 0))
