"""Figures drawn by matplotlib, as SVG, PDF and PNG, as wide as a column of a paper.

The letters are in the PDF, as those who print papers demand. The same data give the same bytes.
"""

from __future__ import annotations

import io
import re
import warnings
from html import escape
from typing import Any

from plyground.errors import PlygroundError
from plyground.report.chart import Figure
from plyground.report.line_plot import draw_lines
from plyground.report.looks import THEME
from plyground.report.row_plot import draw_distributions, draw_intervals
from plyground.report.sheet import EDGE, LINE, TITLE, WIDTH, Sheet, printable
from plyground.report.typeface import FAMILY, ON_PAGES, WHOLE, families

MISSING = "figures need matplotlib: pip install 'plyground[plot]'"
SUFFIXES = ("svg", "pdf", "png")
PNG_DPI = 300

_KINDS = {"lines": draw_lines, "distributions": draw_distributions, "intervals": draw_intervals}
_ABOUT: dict[str, dict[str, Any]] = {
    "svg": {"Date": None, "Creator": None, "Format": None, "Type": None},
    "pdf": {"CreationDate": None, "Creator": "plyground", "Producer": None},
    "png": {"Software": None},
}


def draw(figure: Figure) -> dict[str, bytes]:
    """The figure as the bytes of its files, by suffix."""
    try:
        import matplotlib as mpl
    except ImportError:
        raise PlygroundError(MISSING) from None
    with mpl.rc_context(drawing_settings(figure)), warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Glyph .* missing from font")  # in a name, of any script
        sheet = draw_sheet(figure)
        files = {suffix: _saved(sheet, suffix) for suffix in SUFFIXES}
    files["svg"] = _told(_without_noise(files["svg"].decode("utf-8")), figure).encode("utf-8")
    return files


def drawing_settings(figure: Figure) -> Any:
    """What matplotlib is told while it draws."""
    return {
        "svg.hashsalt": figure.name,
        "svg.fonttype": "none",
        "pdf.fonttype": 42,  # TrueType: publishers refuse the usual Type 3
        "font.family": families(),
        "text.parse_math": False,  # a name with dollars is no formula
    }


def draw_sheet(figure: Figure) -> Sheet:
    """The figure on its sheet, under matplotlib's `drawing_settings`."""
    sheet = Sheet(figure)
    title = sheet.wrap(figure.title, WIDTH - 2 * EDGE, TITLE, most=3, bold=True)
    height = len(title) * TITLE * LINE
    _KINDS[figure.kind](sheet, EDGE + height + 2)
    sheet.lines(EDGE, EDGE + height / 2, title, TITLE, weight="bold")
    return sheet


def _saved(sheet: Sheet, suffix: str) -> bytes:
    out = io.BytesIO()
    dpi = PNG_DPI if suffix == "png" else 72
    title = {"Title": printable(sheet.figure.title)} if suffix == "pdf" else {}
    sheet.drawing.savefig(out, format=suffix, dpi=dpi, metadata=_ABOUT[suffix] | title)
    return out.getvalue()


def _without_noise(svg: str) -> str:
    """The drawing without addresses and turns by nothing, in letters that other machines have."""
    svg = re.sub(r"<!DOCTYPE[^>]*>\s*", "", svg)
    svg = re.sub(r"<metadata>.*?</metadata>\s*", "", svg, flags=re.DOTALL)
    svg = re.sub(r' transform="rotate\(-?0 [^)]*\)"', "", svg)
    return svg.replace(f"'{FAMILY}', '{WHOLE}'", ON_PAGES)


def _told(svg: str, figure: Figure) -> str:
    """The drawing with its title and what it shows in words, for readers who cannot see it."""
    words = [escape(printable(text)) for text in (figure.title, figure.alt)]
    about = "<title>{}</title>\n <desc>{}</desc>".format(*words)
    return re.sub(r"(<svg [^>]*>)", lambda head: f"{head[1]}\n {about}", svg, count=1)


def with_theme(svg: str) -> str:
    """A drawing whose colours follow its page's: variables of `report.css`, or ours without it."""
    numbers = {colour: number for number, colour in enumerate(THEME)}

    def themed(found: re.Match[str]) -> str:
        what, colour = found[1], found[2].lower()
        return f"{what}: var(--figure-{numbers[colour]}, {colour})" if colour in numbers else found[0]

    return re.sub(r"\b(fill|stroke): (#[0-9a-fA-F]{6})\b", themed, svg)
