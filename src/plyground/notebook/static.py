"""What widgets are made of: where their scripts and styles are, and what stands in for them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
STYLES = HERE.parent / "ui" / "web" / "static" / "css"


def script(name: str) -> Path:
    """The module in which a widget begins."""
    return HERE / "js" / f"{name}.js"


def styles(*names: str) -> list[Path]:
    """The style sheets of the laboratory that a widget needs, and at last its own."""
    return [STYLES / "base.css", *(STYLES / f"{name}.css" for name in names), HERE / "widgets.css"]


def with_fallback(shown: Any, html: str) -> Any:
    """What a notebook shows of a widget, with a picture for those who show no widgets, such as GitHub."""
    if shown is None:
        return None
    data, metadata = shown if isinstance(shown, tuple) else (shown, {})
    return {**data, "text/html": html}, metadata
