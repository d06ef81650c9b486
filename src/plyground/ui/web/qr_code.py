"""An address as a QR code: for the projector's page, and in characters for the terminal.

The encoding is segno's, which is small, plain Python and well kept.
"""

from __future__ import annotations

import segno

QUIET = 2  # modules of margin in the terminal: half of the standard's, which phones read as well
HALVES = {"00": "█", "01": "▀", "10": "▄", "11": " "}  # what is light is printed, as terminals are dark
WHITE_ON_BLACK = (
    "\033[38;5;231;48;5;16m",
    "\033[0m",
)  # so that light is light in any terminal


def qr_rows(text: str) -> list[str]:
    """The modules of a code, row by row: 1 is dark. There is no margin."""
    code = segno.make_qr(text, error="m")
    return ["".join("1" if module else "0" for module in row) for row in code.matrix]


def qr_text(text: str, *, colour: bool) -> str:
    """The code as lines of characters, two rows of modules in each."""
    inner = qr_rows(text)
    blank = "0" * (len(inner) + 2 * QUIET)
    margin = "0" * QUIET
    rows = [*[blank] * QUIET, *(f"{margin}{row}{margin}" for row in inner), *[blank] * QUIET]
    if len(rows) % 2:
        rows.append("1" * len(blank))  # no light half below the margin
    before, after = WHITE_ON_BLACK if colour else ("", "")
    pairs = zip(rows[::2], rows[1::2], strict=True)
    return "\n".join(
        before + "".join(HALVES[top + low] for top, low in zip(upper, lower, strict=True)) + after
        for upper, lower in pairs
    )
