"""Opening a window with a session behind it, and closing both, whatever happens between."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import pygame

from plyground.errors import Failed
from plyground.games.registry import load_game
from plyground.session import Session, Thinkers
from plyground.ui.i18n import tongue
from plyground.ui.rules import told_of_rules
from plyground.ui.window import ink
from plyground.ui.window.app import App
from plyground.ui.window.layout import LEAST, USUAL
from plyground.ui.window.offers import named_seat
from plyground.ui.window.palette import LIGHT

TITLE = "plyground"
SCREENS = ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER", "SDL_VIDEO_DRIVER")  # what tells of a screen

UNSEEN = ("dummy", "offscreen", "evdev")  # what SDL falls back to


@contextmanager
def opened(
    game: str, first: str | None, second: str | None, position: str, language: str | None, seed: int
) -> Iterator[App]:
    """A window with a game in it. Only pictures and letters are set up: no sound, no joysticks."""
    said = tongue(language)
    played = load_game(game)
    seats = named_seat(played, first), named_seat(played, second)
    with Thinkers() as thinkers, Session(
        game, *seats, start=position, seed=seed, thinkers=thinkers, on_wake=wake
    ) as session, told_of_rules(session):  # fmt: skip
        frame = window()
        try:
            app = App(session, said, frame)
            app.frame()
            thinkers.warm()
            yield app
        finally:
            frame.destroy()
            pygame.display.quit()


def window() -> pygame.Window:
    """A new window that can be resized; a Failed if there is no screen."""
    if sys.platform == "linux" and not any(map(os.environ.get, SCREENS)):
        raise Failed("no window can be opened here: there is no screen (DISPLAY is not set)")
    try:
        pygame.display.init()
        pygame.font.init()
        driver = pygame.display.get_driver()
        if driver in UNSEEN and driver not in (os.environ.get(name, "") for name in SCREENS[2:]):
            raise pygame.error(f"SDL found only {driver}")
        if driver == "x11":  # the half of the cost where no graphics card helps
            os.environ.setdefault("SDL_FRAMEBUFFER_ACCELERATION", "0")
        made = pygame.Window(TITLE, USUAL, resizable=True)
        made.minimum_size = LEAST
        made.set_icon(ink.disc("X", 64, LIGHT.discs[0], LIGHT.on_mark))
        made.get_surface()
    except pygame.error as error:
        raise Failed(f"no window can be opened here: there is no screen ({error})") from None
    pygame.key.set_repeat(400, 60)
    return made


def wake() -> None:
    """Have the window look at its session; called from the threads that wait for machines."""
    with suppress(pygame.error):  # it is being closed
        pygame.event.post(pygame.Event(pygame.USEREVENT))
