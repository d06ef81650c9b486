"""Opening a window with its session, and closing both whatever happens."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

import pygame

from plyground.errors import Failed
from plyground.game import Game
from plyground.games.registry import load_game
from plyground.session import SearchPool, Seat, Session
from plyground.session.autoplay import check_seat
from plyground.ui.errors import refusals_in, report_rule_errors
from plyground.ui.offers import named_seat
from plyground.ui.window import draw
from plyground.ui.window.app import App
from plyground.ui.window.layout import DEFAULT_SIZE, MIN_SIZE
from plyground.ui.window.palette import LIGHT
from plyground.words import Tongue, tongue
from plyground.workers.confinement import Confinement

TITLE = "plyground"
SCREENS = (
    "DISPLAY",
    "WAYLAND_DISPLAY",
    "SDL_VIDEODRIVER",
    "SDL_VIDEO_DRIVER",
)  # variables that say that there is a screen

UNSEEN = ("dummy", "offscreen", "evdev")  # SDL's drivers without a screen


@contextmanager
def open_window(
    game: str,
    first: str | None,
    second: str | None,
    position: str,
    language: str | None,
    seed: int,
    confinement: Confinement | None = None,  # of agents that are not ours
) -> Iterator[App]:
    """A window with a game in it; of pygame, only the display and fonts are started."""
    words = tongue(language)
    with refusals_in(words, "refused.game", game):
        rules = load_game(game)
    seats = _find_seat(words, rules, first), _find_seat(words, rules, second)
    with refusals_in(words, "refused.position", position):
        rules.parse(position)
    with SearchPool(confinement=confinement) as pool, Session(
        game, *seats, start=position, seed=seed, pool=pool, on_wake=wake
    ) as session, report_rule_errors(session):  # fmt: skip
        frame = window()
        try:
            app = App(session, words, frame)
            app.frame()
            pool.warm()
            yield app
        finally:
            frame.destroy()
            pygame.display.quit()


def _find_seat(words: Tongue, rules: Game[Any], name: str | None) -> Seat:
    with refusals_in(words, "refused.agent", name or ""):
        return check_seat(named_seat(rules, name))


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
        if driver == "x11":  # halves the cost without a graphics card
            os.environ.setdefault("SDL_FRAMEBUFFER_ACCELERATION", "0")
        made = pygame.Window(TITLE, DEFAULT_SIZE, resizable=True)
        made.minimum_size = MIN_SIZE
        made.set_icon(draw.disc("X", 64, LIGHT.discs[0], LIGHT.on_mark))
        made.get_surface()
    except pygame.error as error:
        raise Failed(f"no window can be opened here: there is no screen ({error})") from None
    pygame.key.set_repeat(400, 60)
    return made


def wake() -> None:
    """Make the window look at its session; called from the threads that wait for machines."""
    with suppress(pygame.error):  # it is being closed
        pygame.event.post(pygame.Event(pygame.USEREVENT))
