"""The colours of X and O, the same in the terminal, in the window and on the page (base.css).

Orange and blue, which colour-blind people can tell apart.
"""

from __future__ import annotations

Colour = tuple[int, int, int]

DISCS: tuple[Colour, Colour] = ((240, 146, 36), (98, 188, 246))
MARKS_ON_LIGHT: tuple[Colour, Colour] = ((196, 84, 8), (24, 104, 176))
MARKS_ON_DARK: tuple[Colour, Colour] = ((246, 160, 60), (100, 188, 248))
