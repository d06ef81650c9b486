"""The places of everything in a window: rows of controls, and the board beside or above its panel."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pygame import Rect

from plyground.ui.window.controls import Control, Group
from plyground.ui.window.draw import MIN_LETTERS, line_height, measure, wrap

MIN_SIZE = (480, 360)  # smaller windows are drawn as if they had this size
DEFAULT_SIZE = (1_040, 720)
LETTERS = 15  # pixels, in a window of the usual size
MAX_SCALE = 1.8  # of the letters in a large window, to the usual ones
MAX_NAME_WIDTH = 9  # of a player's name, in heights of a letter


@dataclass(frozen=True)
class Scale:
    """All the sizes that go with a size of letters."""

    letters: int
    detailed: bool = True  # whether there is room for second lines
    tight: bool = False

    @property
    def row(self) -> int:
        return self.letters + 8 if self.tight else round(self.letters * 2.2)

    @property
    def gap(self) -> int:
        return 3 if self.tight else max(3, round(self.letters * 0.42))

    @property
    def group_gap(self) -> int:
        return 7 if self.tight else max(7, round(self.letters * 0.95))

    @property
    def pad(self) -> int:
        """Between the text of a button and its sides."""
        return max(4, round(self.letters * 0.6))

    @property
    def margin(self) -> int:
        return max(6, round(self.letters * 0.95))

    @property
    def radius(self) -> int:
        return max(4, round(self.letters * 0.5))


def scales(size: tuple[int, int]) -> Iterator[Scale]:
    """The scales to try in a window, the best one first."""
    factor = max(0.1, min(size[0] / DEFAULT_SIZE[0], size[1] / DEFAULT_SIZE[1], MAX_SCALE))
    for letters in range(max(MIN_LETTERS + 2, round(LETTERS * factor)), MIN_LETTERS - 1, -1):
        yield Scale(letters)
        yield Scale(letters, detailed=False)
        yield Scale(letters, detailed=False, tight=True)


@dataclass(frozen=True)
class Placed:
    """A control and its place."""

    control: Control
    rect: Rect
    letters: int

    @property
    def text_width(self) -> int:
        """How much of the place is there for text."""
        return self.rect.width - beside_text(self.control, self.letters)


def needed_width(control: Control, letters: int) -> int:
    """How wide a control has to be."""
    width = measure(control.text, letters)
    if control.kind == "seat":  # names may be a user's: the end of a long one is left out
        width = min(width, MAX_NAME_WIDTH * letters)
    return width + beside_text(control, letters)


def beside_text(control: Control, letters: int) -> int:
    """What of a control's width is not there for its text."""
    sign = round(letters * 1.5) if control.mark else 0
    ends = 4 * letters if control.kind == "stepper" else 0
    return 2 * max(4, round(letters * 0.6)) + sign + ends


def height_of(control: Control, scale: Scale) -> int:
    if control.kind == "seat" and scale.detailed:
        return scale.row + line_height(scale.letters - 2)
    return scale.row


def flow(groups: Sequence[Group], width: int, scale: Scale) -> tuple[tuple[Placed, ...], int]:
    """The controls in rows as wide as that, from (0, 0) on, and how high they are together."""
    placed: list[Placed] = []
    top = 0
    for group in groups:
        columns = _columns(group, width, scale)
        cut = in_columns(group, columns) if columns else in_rows(group, width, scale)
        for row in cut:
            high = max(height_of(control, scale) for control in row)
            placed += justify(row, Rect(0, top, width, high), scale, columns or len(row))
            top += high + scale.gap
        top += scale.group_gap - scale.gap
    return tuple(placed), max(0, top - scale.group_gap)


def _columns(group: Group, width: int, scale: Scale) -> int | None:
    """How many columns of one width a group has, if it is to have any."""
    if group.columns is None:
        return None
    widest = max(needed_width(control, scale.letters) for control in group.controls)
    return max(1, min(group.columns, len(group.controls), (width + scale.gap) // (widest + scale.gap)))


def in_columns(group: Group, columns: int) -> list[tuple[Control, ...]]:
    return [group.controls[at : at + columns] for at in range(0, len(group.controls), columns)]


def in_rows(group: Group, width: int, scale: Scale) -> list[tuple[Control, ...]]:
    """The controls in as few rows as hold them, about equally many in each if that will do."""
    filled: list[tuple[Control, ...]] = [()]
    for control in group.controls:
        longer = (*filled[-1], control)
        if filled[-1] and not _fits(longer, width, scale):
            filled.append((control,))
        else:
            filled[-1] = longer
    even = in_columns(group, -(-len(group.controls) // len(filled)))
    return even if all(_fits(row, width, scale) for row in even) else filled


def _fits(row: Sequence[Control], width: int, scale: Scale) -> bool:
    wide = sum(needed_width(control, scale.letters) for control in row)
    return wide + scale.gap * (len(row) - 1) <= width


def justify(row: Sequence[Control], place: Rect, scale: Scale, columns: int) -> Iterator[Placed]:
    """A row of controls in its place: in columns of one width, or each as wide as it has to be."""
    room = place.width - scale.gap * (columns - 1)
    wants = [needed_width(control, scale.letters) for control in row]
    if max(wants) <= room / columns or columns != len(row):
        widths = [room / columns] * len(row)
    else:
        spare = (room - sum(wants)) / len(row)
        widths = [want + spare for want in wants]
    left = float(place.left)
    for control, wide in zip(row, widths, strict=True):
        rect = Rect(round(left), place.top, round(left + wide) - round(left), place.height)
        yield Placed(control, rect, scale.letters)
        left += wide + scale.gap


def shift(placed: Sequence[Placed], left: int, top: int) -> tuple[Placed, ...]:
    return tuple(Placed(p.control, p.rect.move(left, top), p.letters) for p in placed)


@dataclass(frozen=True)
class Regions:
    """The window cut up: how things stand, the board, and the panel."""

    scale: Scale
    header: Rect
    board: Rect
    panel: Rect
    controls: tuple[Placed, ...]

    @property
    def spare(self) -> Rect:
        """What the controls leave free of the panel, below them."""
        inside = self.panel.inflate(-2 * self.scale.margin, -2 * self.scale.margin)
        top = max((placed.rect.bottom for placed in self.controls), default=inside.top)
        top += self.scale.group_gap
        return Rect(inside.left, top, inside.width, max(0, inside.bottom - top))


def regions(size: tuple[int, int], groups: Sequence[Group], lines: int = 0) -> Regions:
    """The window cut up so that all controls fit, in letters as large as that allows.

    `lines` is how many lines of text the panel has to hold below its controls.
    """
    size = max(size[0], MIN_SIZE[0]), max(size[1], MIN_SIZE[1])
    for scale in scales(size):
        tried = [cut(size, groups, scale, lines) for cut in (_beside, _above)]
        if fitting := [found for found, fits in tried if fits]:
            return max(fitting, key=lambda found: min(found.board.size))
    return tried[0][0]


def _header(scale: Scale) -> int:
    return line_height(scale.letters + 5) + 2 * (scale.letters + 2) + scale.gap


def _beside(
    size: tuple[int, int], groups: Sequence[Group], scale: Scale, lines: int
) -> tuple[Regions, bool]:
    margin = scale.margin
    wide = min(round(size[0] * 0.47), max(round(size[0] * 0.33), 23 * scale.letters))
    panel = Rect(size[0] - wide - margin, margin, wide, size[1] - 2 * margin)
    controls, high = flow(groups, wide - 2 * margin, scale)
    if lines:
        high += scale.group_gap + lines * line_height(scale.letters)
    header = Rect(margin, margin, panel.left - 2 * margin, _header(scale))
    board = Rect(margin, header.bottom + scale.gap, header.width, 0)
    board.height = size[1] - margin - board.top
    controls = shift(controls, panel.left + margin, panel.top + margin)
    fits = high <= panel.height - 2 * margin and _all_fit(controls)
    return Regions(scale, header, board, panel, controls), fits


def _above(
    size: tuple[int, int], groups: Sequence[Group], scale: Scale, lines: int
) -> tuple[Regions, bool]:
    margin = scale.margin
    wide = size[0] - 2 * margin
    controls, high = flow(groups, wide - 2 * margin, scale)
    if lines:
        high += scale.group_gap + lines * line_height(scale.letters)
    high += 2 * margin
    header = Rect(margin, margin, wide, _header(scale))
    panel = Rect(margin, size[1] - margin - high, wide, high)
    board = Rect(margin, header.bottom + scale.gap, wide, panel.top - margin - header.bottom - scale.gap)
    controls = shift(controls, panel.left + margin, panel.top + margin)
    fits = board.height >= min(board.width, size[1]) * 0.6 and _all_fit(controls)
    return Regions(scale, header, board, panel, controls), fits


def _all_fit(controls: Sequence[Placed]) -> bool:
    return all(needed_width(p.control, p.letters) <= p.rect.width for p in controls)


@dataclass(frozen=True)
class Card:
    """A dialog laid out: its place, its title, its lines of text from `text` on, and its controls."""

    scale: Scale
    rect: Rect
    title: Rect
    text: Rect
    lines: tuple[str, ...]
    controls: tuple[Placed, ...]


def card(size: tuple[int, int], paragraphs: Sequence[str], groups: Sequence[Group]) -> Card:
    """A dialog in the middle of the window, in letters as large as it allows."""
    size = max(size[0], MIN_SIZE[0]), max(size[1], MIN_SIZE[1])
    for scale in scales(size):
        found = _card(size, paragraphs, groups, scale)
        fits = found.rect.height <= size[1] - 2 * scale.gap
        if fits and _all_fit(found.controls):
            break
    return found


def _card(size: tuple[int, int], paragraphs: Sequence[str], groups: Sequence[Group], scale: Scale) -> Card:
    margin = scale.margin if size[1] > MIN_SIZE[1] * 1.3 else scale.gap + 4
    wide = min(size[0] - 2 * scale.gap, 42 * scale.letters)
    inside = wide - 2 * margin
    lines = [line for text in paragraphs for line in _lines(text, inside, scale.letters)]
    controls, high = flow(groups, inside, scale)
    title = Rect(0, 0, inside, line_height(scale.letters + 4))
    text = Rect(0, title.bottom + scale.gap, inside, len(lines) * line_height(scale.letters))
    below = text.bottom + (scale.group_gap if lines else 0)
    rect = Rect(0, 0, wide, below + high + 2 * margin)
    rect.center = size[0] // 2, size[1] // 2
    left, top = rect.left + margin, rect.top + margin
    return Card(
        scale, rect, title.move(left, top), text.move(left, top), tuple(lines),
        shift(controls, left, top + below),
    )  # fmt: skip


def _lines(text: str, width: int, letters: int) -> list[str]:
    """A paragraph in lines; one with a tab is a row of a table, and stays whole."""
    return [text] if "\t" in text else wrap(text, width, letters, 3)
