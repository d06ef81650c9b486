"""Reports: a page that needs nothing else, figures with words and data, tables that compile."""

from __future__ import annotations

import csv
import re
import shutil
import subprocess
from itertools import pairwise
from pathlib import Path

import pytest
from browser import page

from plyground.arena.plan import Plan
from plyground.arena.report import report
from plyground.arena.run import begin, play
from plyground.arena.store import Store
from plyground.arena.tables import Table, latex, report_tables
from plyground.lab.experiment import Experiment, Run
from plyground.lab.figures import Figure, Series, figures
from plyground.lab.plots import drawn
from plyground.lab.report import write_report

pytestmark = pytest.mark.xdist_group("lab-report")  # so that the experiment is made once


@pytest.fixture(scope="module")
def experiment(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small experiment and its report."""
    folder = tmp_path_factory.mktemp("lab")
    whole = Experiment("tictactoe", ("random", "minimax", "alphabeta"), (1, 2, 3, 4), 2, 1, 4)
    run = Run.start(whole, folder / "e.run")
    run.finish(lambda what, done, total: None, workers=1)
    with run.store as store:
        write_report(store, folder / "report")
    return folder


def test_everything_is_there(experiment: Path) -> None:
    found = {str(path.relative_to(experiment / "report")) for path in (experiment / "report").rglob("*.*")}
    names = (
        "nodes-by-depth",
        "time-by-depth",
        "nodes-by-empty",
        "time-by-empty",
        "pruning",
        "points",
        "ratings",
    )
    drawings = {f"figures/{name}.{kind}" for name in names for kind in ("svg", "png")}
    assert (
        drawings | {"index.html", "games.csv", "moves.csv", "searches.csv", "tables.md", "tables.tex"}
        <= found
    )
    assert (experiment / "report/figures/points.png").read_bytes().startswith(b"\x89PNG")


def test_the_page_asks_for_nothing_and_needs_no_script(experiment: Path) -> None:
    address = (experiment / "report/index.html").as_uri()
    for scheme in ("light", "dark"):
        with page(java_script_enabled=False, color_scheme=scheme) as shown:
            shown.goto(address)
            assert shown.asked == [address]
            assert shown.complaints == []
            assert shown.locator("figure svg[role=img]").count() == shown.locator("figure").count() >= 7
            assert shown.locator("main table").count() >= 4
            shown.locator("summary").first.click()
            assert shown.locator("details[open] table").is_visible()


def test_the_page_fits_a_narrow_screen(experiment: Path) -> None:
    with page() as shown:
        shown.set_viewport_size({"width": 360, "height": 800})
        shown.goto((experiment / "report/index.html").as_uri())
        assert shown.evaluate("document.documentElement.scrollWidth") <= 360


def test_the_page_names_no_address(experiment: Path) -> None:
    text = (experiment / "report/index.html").read_text(encoding="utf-8")
    bare = re.sub(r'xmlns(:\w+)?="[^"]*"', "", text)
    assert "http" not in re.sub(r"<!DOCTYPE[^>]*>", "", bare)
    assert "<script" not in text


def test_ids_on_the_page_are_unique(experiment: Path) -> None:
    text = (experiment / "report/index.html").read_text(encoding="utf-8")
    ids = re.findall(r'\bid="([^"]+)"', text)
    assert len(ids) == len(set(ids))


def test_every_figure_has_words_units_and_data(experiment: Path) -> None:
    with Store(experiment / "e.run") as store:
        made = figures(store, report(store))
    for figure in made:
        assert figure.caption.endswith(".")
        assert figure.alt.startswith(figure.title)
        assert len(figure.table.rows) == sum(len(series.points) for series in figure.series)
        assert all(y > 0 for series in figure.series for _, y in series.points if figure.log_y)
    nodes = next(figure for figure in made if figure.name == "nodes-by-depth")
    assert [series.name for series in nodes.series if series.points] == ["minimax", "alphabeta"]
    for series in nodes.series:
        assert all(more > less for (_, less), (_, more) in pairwise(series.points))


def test_a_histogram_of_equal_values_is_one_class() -> None:
    from plyground.lab.figures import _histogram

    assert _histogram("random", [1.0] * 30).points == ((1.0, 30),)
    assert sum(count for _, count in _histogram("any", [1.0, 2.0, 40.0]).points) == 3


def test_drawing_is_the_same_every_time() -> None:
    figure = Figure("f", "T", "C.", "x", "y", (Series("a", ((1, 2), (2, 4))),))
    assert drawn(figure) == drawn(figure)


def test_the_searches_are_in_a_file(experiment: Path) -> None:
    rows = list(csv.DictReader((experiment / "report/searches.csv").read_text().splitlines(True)))
    assert {row["agent"] for row in rows} == {"minimax", "alphabeta"}
    assert len(rows) == 58


TABLE = Table("t", "50 % & more_of {it}", ("agent", "x|y"), (("a_b ± c^2", "1\\2"), ("x < y", "–")))


def test_latex_prints_what_is_written() -> None:
    assert latex("a_b & 50 % ± c^2") == r"a\_b \& 50 \% $\pm$ c\textasciicircum{}2"
    assert TABLE.to_latex().count(r"\\") == 3


def test_markdown_keeps_its_columns() -> None:
    lines = TABLE.to_markdown().splitlines()[2:]
    assert [line.replace("\\|", "").count("|") for line in lines] == [3, 3, 3, 3]


def test_html_is_escaped() -> None:
    assert "x &lt; y" in TABLE.to_html()
    assert '<th scope="row">' in TABLE.to_html()


@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="no LaTeX here")
def test_tables_compile(experiment: Path, tmp_path: Path) -> None:
    body = (experiment / "report/tables.tex").read_text(encoding="utf-8")
    (tmp_path / "all.tex").write_text(
        f"\\documentclass{{article}}\\begin{{document}}{body}\\end{{document}}"
    )
    subprocess.run(["pdflatex", "-halt-on-error", "all.tex"], cwd=tmp_path, check=True, capture_output=True)


@pytest.mark.parametrize("games", [1, 2])
def test_a_short_run_reports_sensibly(tmp_path: Path, games: int) -> None:
    with begin(
        Plan("tictactoe", ("random", "random"), games=games, in_process=True), tmp_path / "a.run"
    ) as store:
        play(store, 1)
        text = write_report(store, tmp_path / "out").read_text(encoding="utf-8")
    assert f"{games} of {games} games" in text
    assert "nan" not in text.lower().replace("nano", "")


def test_an_empty_run_reports_sensibly(tmp_path: Path) -> None:
    with begin(Plan("tictactoe", ("random", "random"), games=4), tmp_path / "a.run") as store:
        assert len(report_tables(report(store))) == 2
        text = write_report(store, tmp_path / "out").read_text(encoding="utf-8")
    assert "0 of 4 games (not finished)" in text
