"""The letters of figures: those of DejaVu Sans that figures use, in small font files.

matplotlib puts the letters of a PDF into it, as publishers demand. Finding them among the 6,000 of the
whole font takes much longer than drawing the figure; ours has 400. Other letters come from the whole font.
"""

from __future__ import annotations

import tempfile
from functools import cache
from pathlib import Path
from typing import Any

FAMILY = "Plyground Sans"  # the font's licence wants another name for a changed font
WHOLE = "DejaVu Sans"
ON_PAGES = "'DejaVu Sans', Verdana, Arial, sans-serif"

_LETTERS = (
    *range(0x20, 0x7F),
    *range(0xA0, 0x180),
    *(0x2009, 0x2013, 0x2014, 0x2026, 0x2212, 0x2248, 0x2264, 0x2265, 0x221E, 0x2070),
    *range(0x2074, 0x207A),
)
_NAMES = {1: FAMILY, 3: FAMILY, 4: FAMILY, 6: FAMILY.replace(" ", "")}
_STYLES = {"DejaVuSans.ttf": ("Regular", 400), "DejaVuSans-Bold.ttf": ("Bold", 700)}


@cache
def families() -> list[str]:
    """The names of the fonts, for matplotlib, which knows them from now on."""
    from matplotlib import get_data_path
    from matplotlib.font_manager import fontManager

    try:
        folder = _folder()
        for name, (style, weight) in _STYLES.items():
            file = Path(folder.name, name)
            _write_small(Path(get_data_path(), "fonts", "ttf", name), file, style, weight)
            fontManager.addfont(file)
    except OSError:  # no room for files: slower, and as good
        return [WHOLE]
    return [FAMILY, WHOLE]


@cache
def _folder() -> tempfile.TemporaryDirectory[str]:
    """Where the files are; gone at the end of the process."""
    return tempfile.TemporaryDirectory(prefix="plyground-fonts-")


def _write_small(path: Path, file: Path, style: str, weight: int) -> None:
    """Write a font with our letters only."""
    from fontTools import subset
    from fontTools.ttLib import TTFont

    without = ["GSUB", "GPOS", "GDEF", "kern", "FFTM"]
    options = subset.Options(layout_features=[], hinting=False, drop_tables=without, notdef_outline=True)
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=_LETTERS)
    with TTFont(path, lazy=True, recalcTimestamp=False) as font:  # the same bytes every time
        subsetter.subset(font)
        names: Any = font["name"]
        for record in list(names.names):
            if text := style if record.nameID == 2 else _NAMES.get(record.nameID):
                names.setName(text, record.nameID, record.platformID, record.platEncID, record.langID)
        font["OS/2"].usWeightClass = weight
        font.save(file)
