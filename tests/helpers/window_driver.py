"""A window without a screen, driven by real events of pygame."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import pygame

from helpers.command import PATIENCE
from plyground.games.registry import load_game
from plyground.session import SearchPool, Session, View
from plyground.ui.offers import named_seat
from plyground.ui.window.app import App
from plyground.ui.window.controls import WindowOptions
from plyground.ui.window.launch import wake
from plyground.ui.window.layout import DEFAULT_SIZE, Placed
from plyground.words import tongue


class Driver:
    """Does with a window what a person does."""

    def __init__(self, app: App) -> None:
        self.app = app

    @property
    def view(self) -> View:
        return self.app.session.view

    def event(self, kind: int, **facts: Any) -> None:
        """Let something happen, and see the next picture."""
        pygame.event.post(pygame.Event(kind, **facts))
        self.look()

    def look(self) -> None:
        for event in pygame.event.get():
            self.app.handle(event)
        self.app.frame()

    def key(self, *keys: int, mod: int = 0) -> None:
        for key in keys:
            self.event(pygame.KEYDOWN, key=key, mod=mod, unicode="", scancode=0)

    def click(self, point: tuple[int, int], button: int = 1) -> None:
        self.event(pygame.MOUSEBUTTONDOWN, pos=point, button=button, touch=False)

    def hover(self, point: tuple[int, int]) -> None:
        self.event(pygame.MOUSEMOTION, pos=point, rel=(0, 0), buttons=(0, 0, 0), touch=False)

    def named(self, name: str) -> Placed:
        placed = self.app.scene.named(name)
        assert placed is not None, f"no {name} among {self.names()}"
        return placed

    def names(self) -> list[str]:
        return [placed.control.name for placed in self.app.scene.controls]

    def text(self, name: str) -> str:
        return self.named(name).control.text

    def press(self, *names: str) -> None:
        """Click on controls: on steppers, where there is more."""
        for name in names:
            placed = self.named(name)
            assert placed.control.enabled, f"{name} cannot be pressed"
            stepper = placed.control.kind == "stepper"
            self.click((placed.rect.right - 6, placed.rect.centery) if stepper else placed.rect.center)

    def cell(self, *cells: int, button: int = 1) -> None:
        """Click on cells of the board."""
        for cell in cells:
            grid = self.app.scene.grid
            assert grid is not None
            self.click(grid.place(cell).center, button)

    def resize(self, *size: int) -> None:
        self.app.window.size = (size[0], size[1])
        self.event(pygame.WINDOWSIZECHANGED, x=size[0], y=size[1])

    def until(self, happens: Callable[[View], object], seconds: float = PATIENCE) -> None:
        """WindowOptions until something has happened."""
        until = time.monotonic() + seconds
        while not happens(self.view):
            assert time.monotonic() < until, "it has not happened"
            self.look()
            time.sleep(0.002)
        self.look()

    def picture(self) -> bytes:
        return pygame.image.tobytes(self.app.window.get_surface(), "RGB")


@contextmanager
def empty_window() -> Iterator[pygame.Window]:
    pygame.display.init()
    pygame.font.init()
    window = pygame.Window("plyground", DEFAULT_SIZE, resizable=True)
    yield window
    window.destroy()
    pygame.display.quit()


@contextmanager
def driven(
    window: pygame.Window,
    pool: SearchPool,
    game: str = "tictactoe",
    first: str | None = "human",
    second: str | None = "human",
    *,
    start: str = "-",
    language: str = "en",
    clock: Callable[[], float] = time.monotonic,
) -> Iterator[Driver]:
    """A window with a game, as large as usual; machines do not wait for anybody to watch them."""
    window.size = DEFAULT_SIZE
    pygame.event.clear()
    played = load_game(game)
    seats = named_seat(played, first), named_seat(played, second)
    with Session(game, *seats, start=start, pool=pool, on_wake=wake) as session:
        driver = Driver(App(session, tongue(language), window, WindowOptions(speed="fast"), clock))
        driver.look()
        yield driver
