"""The files of figures: drawings for a page, for slides and for a paper, and the LaTeX that sets them."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from html import escape
from pathlib import Path

from plyground.report.chart import Figure
from plyground.report.plots import draw, with_theme
from plyground.report.tables import label, latex
from plyground.whole_file import write_whole

FOLDER = "figures"
Progress = Callable[[str, int, int], None]


def draw_all(
    charts: Sequence[Figure],
    folder: Path,
    progress: Progress = lambda label, done, total: None,
    of: str = "",
) -> list[tuple[Figure, str]]:
    """Draw figures into files of a folder; each with its drawing for a page. `of` begins their labels."""
    pictures = []
    (folder / FOLDER).mkdir(parents=True, exist_ok=True)
    for done, figure in enumerate(charts):
        progress("drawing", done, len(charts))
        drawn = draw(figure)
        for suffix, data in drawn.items():
            write_whole(folder / FOLDER / f"{figure.name}.{suffix}", data)
        pictures.append((figure, inline_svg(drawn["svg"].decode("utf-8"), figure)))
    write_whole(folder / "figures.tex", figures_latex(charts, of))
    return pictures


def figures_latex(charts: Sequence[Figure], of: str = "") -> str:
    """The PDFs of figures with their captions, for a paper with the package graphicx."""
    return "\n".join(
        f"""\\begin{{figure}}
\\centering
\\includegraphics[width=\\columnwidth]{{{FOLDER}/{figure.name}.pdf}}
\\caption{{{latex(f"{figure.title}. {figure.caption}")}}}
\\label{{fig:{label(of, figure.name)}}}
\\end{{figure}}
"""
        for figure in charts
    )


def inline_svg(svg: str, figure: Figure) -> str:
    """A drawing as part of a page: in its colours, with unique ids, and a text for who cannot see it."""
    body = with_theme(svg[svg.index("<svg") :])
    body = re.sub(r"\s*<title>.*?</desc>", "", body, count=1, flags=re.DOTALL)  # a mouse would show it
    body = re.sub(r'(\bid="|url\(#|href="#)', rf"\g<1>{figure.name}-", body)
    about = f'role="img" aria-label="{escape(figure.alt, quote=True)}"'
    return body.replace("<svg ", f"<svg {about} ", 1)
