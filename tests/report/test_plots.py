"""Drawings: nothing over anything else, nothing cut off, the same bytes every time, texts that a reader finds."""

from __future__ import annotations

import io
import re
from itertools import combinations
from typing import Any
from xml.etree import ElementTree

import matplotlib as mpl
import pytest
from matplotlib.text import Text
from matplotlib.transforms import Affine2D
from pypdf import PdfReader

from plyground.report.chart import Figure, FigureSeries
from plyground.report.distribution import Distribution, log_classes
from plyground.report.figure_files import figures_latex, inline_svg
from plyground.report.looks import THEME
from plyground.report.plots import draw, draw_sheet, drawing_settings
from plyground.report.sheet import WIDTH, Sheet, printable

AGENTS = ("minimax", "memo", "alphabeta", "table_alphabeta", "pvs", "mtdf")
FINE = 10  # times finer than points: texts are rounded to whole pixels
LONG = "alphabeta(depth=4, evaluate='windows', order=('centre', 'killer', 'history'))"
CROWD = tuple(f"agent of student {number}" for number in range(23))


def lines(names: tuple[str, ...], factor: float = 1.0, **more: Any) -> Figure:
    """Lines that end in the same point, with intervals."""
    series = tuple(
        FigureSeries(
            name,
            tuple((float(depth), factor * 6.0**depth) for depth in range(1, 8)),
            tuple(factor * 0.8 * 6.0**depth for depth in range(1, 8)),
            tuple(factor * 1.3 * 6.0**depth for depth in range(1, 8)),
        )
        for name in names
    )
    about = {"log_y": True, "reference": factor, **more}
    return Figure("lines", "Nós por profundidade", "C.", "profundidade", "nós", series, **about)


def distributions(names: tuple[str, ...], count: int) -> Figure:
    values = [0.01 * 1.07**number for number in range(count)]
    series = tuple(
        FigureSeries(name, log_classes(values), distribution=Distribution.of(values)) for name in names
    )
    return Figure(
        "spread", "Time per move", "C.", "time (ms)", "moves", series, "distributions", log_x=True
    )


def intervals(names: tuple[str, ...], middle: float, half: float) -> Figure:
    series = tuple(
        FigureSeries(name, ((middle - 30.0 * place, 0.0),), (middle - half,), (middle + half,), count=1_234)
        for place, name in enumerate(names)
    )
    return Figure("dots", "Ratings", "C.", "Elo", "agent", series, "intervals", reference=0.0)


def panels() -> Figure:
    series = tuple(
        FigureSeries(name, ((1e3, 50.0), (1e4, 61.5), (1e5, 70.0)), agent=name, panel=panel, hollow=hollow)
        for panel in ("against minimax", "against alphabeta")
        for name, hollow in (("memo", True), ("table_alphabeta", False))
    )
    return Figure(
        "panels", "What the saving buys", "C.", "nodes per move", "points (%)", series, log_x=True
    )


FIGURES = {
    "lines": lines(AGENTS),
    "one line": lines(("minimax",)),
    "large numbers": lines(AGENTS, 1e9),
    "small numbers": lines(AGENTS, 1e-9, language="pt-BR"),
    "a crowd of lines": lines(CROWD),
    "long names": lines((LONG, LONG.replace("4", "5"), "x" * 500)),
    "linear lines": lines(AGENTS[:2], log_y=False),
    "distributions": distributions(AGENTS, 200),
    "a crowd of distributions": distributions(CROWD, 70),
    "few values": distributions((LONG, "memo"), 5),
    "one value": distributions(("memo",), 1),
    "intervals": intervals(AGENTS, 100.0, 250.0),
    "wide intervals": intervals((LONG, *AGENTS), -2_000.0, 90_000.0),
    "no intervals": intervals(CROWD, 0.0, 0.0),
    "panels": panels(),
}


def drawn_sheet(figure: Figure) -> Sheet:
    with mpl.rc_context(drawing_settings(figure)):
        sheet = draw_sheet(figure)
        sheet.drawing.set_dpi(72 * FINE)
        sheet.drawing.draw_without_rendering()
    return sheet


@pytest.mark.parametrize("name", FIGURES)
def test_texts_are_large_and_none_is_over_another_or_cut_off(name: str) -> None:
    """Numbers of an axis stood over each other, and a title was broken inside a bracket."""
    sheet = drawn_sheet(FIGURES[name])
    texts = [
        (text.get_text(), text.get_window_extent().transformed(Affine2D().scale(1 / FINE)))
        for text in sheet.drawing.findobj(Text)
        if text.get_text() and text.get_visible()
    ]
    assert len(texts) > 5
    assert min(text.get_fontsize() for text in sheet.drawing.findobj(Text) if text.get_text()) >= 7
    for text, box in texts:
        assert box.x0 >= -0.5, text
        assert box.x1 <= WIDTH + 0.5, text
        assert box.y0 >= -0.5, text
        assert box.y1 <= sheet.height + 0.5, text
    for (one, box), (other, other_box) in combinations(texts, 2):
        apart = box.x1 <= other_box.x0 + 0.5 or other_box.x1 <= box.x0 + 0.5
        apart |= box.y1 <= other_box.y0 + 1.5 or other_box.y1 <= box.y0 + 1.5
        assert apart, (one, other)


def test_drawing_is_the_same_every_time() -> None:
    files = draw(lines(AGENTS))
    assert files == draw(lines(AGENTS))
    assert list(files) == ["svg", "pdf", "png"]
    assert files["png"].startswith(b"\x89PNG")
    for clock in (b"CreationDate", b"ModDate", b"dc:date"):
        assert clock not in files["pdf"] + files["svg"]


def test_a_pdf_has_its_texts_and_their_letters_in_it() -> None:
    names = ("Ação São João", "alphabeta(depth=4)", "Łódź", "αβ")
    figure = intervals(names, -40.0, 250.0)
    (page,) = PdfReader(io.BytesIO(draw(figure)["pdf"])).pages
    text = page.extract_text()
    for expected in (*names, "Ratings", "Elo", "n = 1,234", "−40 (−290 – 210)"):
        assert expected in text
    assert float(page.mediabox.width) == pytest.approx(72 * 8.5 / 2.54)
    resources: Any = page["/Resources"]
    fonts = [font.get_object() for font in resources["/Font"].values()]
    assert {font["/Subtype"] for font in fonts} == {"/Type0"}  # publishers refuse /Type3
    for font in fonts:
        (within,) = font["/DescendantFonts"]
        assert "/FontFile2" in within.get_object()["/FontDescriptor"]


def test_files_tell_what_they_show() -> None:
    figure = lines(("<b>", "memo"))
    files = draw(figure)
    title, told, *_ = ElementTree.fromstring(files["svg"])
    assert (title.text, told.text) == (figure.title, figure.alt)
    about = PdfReader(io.BytesIO(files["pdf"])).metadata
    assert about == {"/Title": "Nós por profundidade", "/Creator": "plyground"}


def test_a_name_is_no_formula_and_no_markup() -> None:
    """Two dollars in a name were TeX to matplotlib, which failed at what it did not know."""
    names = (r"$\frac{$", "<b>&amp;", "\x1b[2J\u202e", "中文 👾", "%s {0}")
    files = draw(lines(names))
    root = ElementTree.fromstring(files["svg"])
    texts = ["".join(element.itertext()) for element in root.iter("{http://www.w3.org/2000/svg}text")]
    assert {names[0], names[1], "�[2J�", names[3], names[4]} <= set(texts)
    assert r"$\frac{$" in PdfReader(io.BytesIO(files["pdf"])).pages[0].extract_text()
    assert printable("a\tb\u2028") == "a�b�"


def test_names_that_differ_in_the_middle_stay_different() -> None:
    names = [LONG, LONG.replace("windows", "centres"), LONG.replace("killer", "memory")]
    sheet = Sheet(lines(tuple(names)))
    shown = ["".join(each) for each in sheet.names(0.33 * WIDTH)]
    assert len(set(shown)) == 3


def test_a_drawing_on_a_page_takes_the_colours_of_the_page() -> None:
    figure = panels()
    inline = inline_svg(draw(figure)["svg"].decode(), figure)
    assert re.findall(r"(?<!, )#[0-9a-fA-F]{6}\b", re.sub(r'href="#[^"]*"|url\(#[^)]*\)', "", inline)) == []
    used = {int(number) for number in re.findall(r"var\(--figure-(\d+),", inline)}
    assert used <= set(range(len(THEME)))
    assert len(used) >= 5
    assert 'role="img" aria-label="What the saving buys' in inline
    assert "<title>" not in inline
    named = lines((next(iter(THEME)),))
    assert f">{named.series[0].name}</text>" in inline_svg(draw(named)["svg"].decode(), named)
    assert "http" not in re.sub(r'xmlns(:\w+)?="[^"]*"', "", inline)


def test_a_negative_rating_is_a_number_in_latex() -> None:
    """The minus sign of a caption was printed as U+2212."""
    figure = Figure("f", "Ratings", "a is rated lowest, −598.", "Elo", "agent", (), "intervals")
    assert r"\caption{Ratings. a is rated lowest, $-$598.}" in figures_latex([figure])


def test_a_figure_in_latex_has_its_pdf_and_its_caption() -> None:
    text = figures_latex([intervals(("a",), 1.0, 0.5)], "connect4(4,4,3)")
    assert r"\includegraphics[width=\columnwidth]{figures/dots.pdf}" in text
    assert r"\caption{Ratings. C.}" in text
    assert r"\label{fig:connect4-4-4-3-dots}" in text
