"""The light and the dark colours of the window; colour alone never carries a meaning."""

from __future__ import annotations

from dataclasses import dataclass

from plyground.ui.colours import DISCS, MARKS_ON_DARK, MARKS_ON_LIGHT, Colour


@dataclass(frozen=True)
class Palette:
    """The colour of each thing. The sides are orange and blue, which colour-blind people can tell apart."""

    ground: Colour  # behind everything
    card: Colour  # what boards, panels and dialogs lie on
    edge: Colour
    text: Colour
    quiet: Colour  # text that matters less
    button: Colour
    button_edge: Colour
    hovered: Colour
    idle: Colour  # text of what cannot be pressed now
    accent: Colour  # what is chosen, and the next thing to do
    on_accent: Colour
    focus: Colour
    error: Colour
    good: Colour  # the best move
    rack: Colour  # the board that discs fall into
    hole: Colour
    marks: tuple[Colour, Colour]  # crosses and rings
    discs: tuple[Colour, Colour]
    on_mark: Colour  # the sign that a disc carries
    last: Colour  # around the disc that was played last
    win: Colour
    veil: Colour  # over everything that a dialog covers


LIGHT = Palette(
    ground=(238, 241, 246),
    card=(255, 255, 255),
    edge=(214, 220, 230),
    text=(28, 35, 51),
    quiet=(91, 102, 122),
    button=(246, 248, 251),
    button_edge=(197, 205, 219),
    hovered=(230, 236, 246),
    idle=(160, 168, 183),
    accent=(38, 84, 148),
    on_accent=(255, 255, 255),
    focus=(190, 24, 93),
    error=(176, 32, 32),
    good=(0, 105, 80),
    rack=(47, 88, 166),
    hole=(232, 237, 245),
    marks=MARKS_ON_LIGHT,
    discs=DISCS,
    on_mark=(24, 26, 34),
    last=(255, 255, 255),
    win=(24, 26, 34),
    veil=(20, 26, 40),
)

DARK = Palette(
    ground=(18, 22, 31),
    card=(28, 34, 46),
    edge=(52, 61, 79),
    text=(233, 238, 247),
    quiet=(158, 170, 191),
    button=(40, 48, 64),
    button_edge=(72, 84, 108),
    hovered=(54, 65, 87),
    idle=(104, 115, 136),
    accent=(120, 176, 246),
    on_accent=(14, 20, 32),
    focus=(250, 160, 214),
    error=(255, 150, 140),
    good=(104, 216, 176),
    rack=(44, 74, 140),
    hole=(20, 25, 36),
    marks=MARKS_ON_DARK,
    discs=DISCS,
    on_mark=(18, 20, 28),
    last=(255, 255, 255),
    win=(255, 255, 255),
    veil=(0, 0, 0),
)
