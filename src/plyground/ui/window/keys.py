"""Which key does what."""

from __future__ import annotations

import pygame

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
