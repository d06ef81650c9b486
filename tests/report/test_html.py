"""Reports: a page that needs nothing else, figures with words and data, tables that compile."""

from __future__ import annotations

import csv
import json
import re
import subprocess
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest
from pypdf import PageObject, PdfReader

from helpers.browser import page
from helpers.debian import need
from helpers.played import played
from plyground.arena import runner
from plyground.arena.blunders import judge
from plyground.arena.clock import TimeControl
from plyground.arena.plan import Plan
from plyground.arena.runner import begin, play
from plyground.arena.store import Store
from plyground.columns import format_column
from plyground.columns import table as printed_table
from plyground.experiments.experiment import Experiment, ExperimentRun
from plyground.experiments.search_store import SearchMeasurement
from plyground.report import figure_files
from plyground.report.chart import number
from plyground.report.conditions import conditions, opening_values
from plyground.report.curves import curves, depth_tables, pruning
from plyground.report.figures import figures
from plyground.report.html import write_report
from plyground.report.run_tables import report_tables
from plyground.report.summary import report
from plyground.report.tables import ReportTable, latex
from plyground.stats.means import mean_of

pytestmark = pytest.mark.xdist_group("lab-report")  # so that the experiment is made once


@pytest.fixture(scope="module")
def experiment(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small experiment and its report."""
    folder = tmp_path_factory.mktemp("lab")
    whole = Experiment("tictactoe", ("random", "minimax", "alphabeta"), (1, 2, 3, 4), 2, 1, 4)
    run = ExperimentRun.start(whole, folder / "e.run")
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
    drawings = {f"figures/{name}.{kind}" for name in names for kind in ("svg", "pdf", "png")}
    tables = {"games.csv", "moves.csv", "agents.csv", "searches.csv", "tables.md", "tables.tex"}
    assert drawings | tables | {"index.html", "figures.tex"} <= found
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


@pytest.mark.slow
def test_long_names_do_not_widen_a_narrow_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`alphabeta(depth=2)` in the title was wider than a telephone."""
    monkeypatch.setattr(figure_files, "draw", lambda figure: {"svg": b"<svg ></svg>"})
    plan = Plan("tictactoe", ("alphabeta(depth=2, order='centre')", "random"), games=2, in_process=True)
    with begin(plan, tmp_path / "a.run") as store:
        play(store, 1)
        written = write_report(store, tmp_path / "out")
    with page() as shown:
        shown.set_viewport_size({"width": 360, "height": 800})
        shown.goto(written.as_uri())
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
        points = sum(len(series.points) for series in figure.series)
        assert len(figure.table.rows) == (len(figure.drawn) if figure.kind == "distributions" else points)
        assert all(y > 0 for series in figure.series for _, y in series.points if figure.log_y)
    nodes = next(figure for figure in made if figure.name == "nodes-by-depth")
    assert [series.name for series in nodes.series if series.points] == ["minimax", "alphabeta"]
    for series in nodes.series:
        assert all(more > less for (_, less), (_, more) in pairwise(series.points))


def searched(agent: int, position: str, nodes: int, reached: int = 7) -> SearchMeasurement:
    return SearchMeasurement(
        position, agent, 7, 0, True, 38, 0, "4", nodes, reached, 1e-3 * nodes, "native"
    )


def test_pruning_figure_is_a_ratio_of_sums() -> None:
    """A mean of ratios over all positions said 685 where minimax looked at 64 times as many nodes."""
    whole = [searched(0, f"p{n}", 900_000 + n) for n in range(10)]
    pruned = [searched(1, f"p{n}", 14_000 + 100 * n) for n in range(10)]
    early = [searched(0, "6144", 816_000), searched(1, "6144", 119, reached=3)]
    (figure,) = pruning(("minimax", "deepening"), whole + pruned + early)
    plain, series = figure.series
    assert plain.points == ()
    ((depth, ratio),) = series.points
    assert depth == 7
    assert ratio == pytest.approx(sum(s.nodes for s in whole) / sum(s.nodes for s in pruned))
    assert series.low[0] < ratio < series.high[0] < 1.1 * ratio
    assert "divided by" in figure.caption
    assert "searched to that depth" in figure.caption
    assert "Iterative deepening counts the nodes of all depths up to this one" in figure.caption
    (other,) = pruning(("minimax", "alphabeta"), whole + pruned)
    assert "deepening" not in other.caption


def test_captions_say_only_what_is_so() -> None:
    """Nodes are the same in every repetition, so that no fastest counts; and memo saves nodes without pruning."""
    often = [searched(0, "p", 90)._replace(repetition=number) for number in range(3)]
    made = {figure.name: figure for figure in curves(("minimax",), often)}
    assert "Each is searched 3 times, the fastest counting." in made["time-by-depth"].caption
    assert "fastest" not in made["nodes-by-depth"].caption
    (saved,) = pruning(("minimax", "memo"), [*often, searched(1, "p", 30)])
    assert saved.title == "Nodes saved: minimax / agent"


def test_nodes_by_depth_have_intervals_over_positions(experiment: Path) -> None:
    with Store(experiment / "e.run") as store:
        made = {figure.name: figure for figure in figures(store, report(store))}
    for name in ("nodes-by-depth", "time-by-depth", "pruning"):
        for series in made[name].series:
            for (_, middle), low, high in zip(series.points, series.low, series.high, strict=True):
                assert low <= middle <= high
    assert any(s.low[-1] < s.points[-1][1] for s in made["nodes-by-depth"].series if s.points)
    assert made["nodes-by-depth"].table.heads[-2:] == ("low", "high")


def test_the_interval_of_a_mean_holds_95_percent_of_the_time() -> None:
    rng = Random(1)
    held = 0
    for _ in range(1_000):
        _, low, high = mean_of([rng.gauss(100, 5) for _ in range(5)])
        held += low <= 100 <= high
    assert 930 <= held <= 970


def test_points_and_ratings_are_sorted(experiment: Path) -> None:
    with Store(experiment / "e.run") as store:
        made = {figure.name: figure for figure in figures(store, report(store))}
    for name in ("points", "ratings"):
        values = [series.points[0][0] for series in made[name].series]
        assert values == sorted(values, reverse=True)


def test_the_report_says_how_it_was_measured(experiment: Path) -> None:
    with Store(experiment / "e.run") as store:
        how = {row[0]: row[1] for row in conditions(store).rows}
        page_, latex_ = (experiment / "report" / name for name in ("index.html", "tables.tex"))
        versions = json.loads(store.about("versions"))
    assert how["evaluation"] == "windows"
    assert how["games"] == "4 between two agents, no limit on a move"
    assert how["searches by depth"] == "3 positions, 1 to 4 plies, once"
    assert how["openings"].startswith("random(2): 2 different, each played from both sides")
    assert how["program"].startswith(f"plyground {versions['plyground']}, ")
    assert "core, Python" in how["program"]
    assert how["machine"] == f"{versions['processor']}, {versions['system']}"
    for file in (page_, latex_):
        text = file.read_text(encoding="utf-8")
        assert "random(2)" in text
        assert latex(versions["system"]) in text or versions["system"] in text


@pytest.mark.parametrize(
    ("game", "agents", "depth", "told"),
    [
        ("connect4", ("alphabeta", "deepening"), 4, ["windows"]),
        ("connect4", ("minimax(depth=2, evaluate='centre')", "pvs"), 3, [
            "centre: minimax(depth=2, evaluate='centre')", "windows: pvs"]),
        ("examples/nim.py:Nim", ("alphabeta", "random"), 2, ["none, unfinished positions count 0"]),
        ("tictactoe", ("alphabeta", "minimax"), None, []),
    ],
)  # fmt: skip
def test_the_evaluation_is_named(
    game: str, agents: tuple[str, ...], depth: int | None, told: list[str], tmp_path: Path
) -> None:
    plan = Plan(game, agents, control=TimeControl(depth=depth), in_process=True)
    with begin(plan, tmp_path / "a.run") as store:
        assert [row[1] for row in conditions(store).rows if row[0] == "evaluation"] == told


def test_openings_that_are_lost_are_told(tmp_path: Path) -> None:
    """Else a reader sees minimax lose at tic-tac-toe, and learns that minimax errs."""
    plan = Plan(
        "tictactoe", ("minimax", "alphabeta"), openings="list('12', '51', '15')", games=6, in_process=True
    )
    with begin(plan, tmp_path / "a.run") as store:
        play(store, 1)
        assert opening_values(store) == {}
        judge(store)
        assert {text: value > 0 for text, value in opening_values(store).items()} == {
            "12": True,
            "51": False,
            "15": False,
        }
        told = [how for _, how in conditions(store).rows]
    assert "with best play X wins 1 of them, O wins 0, 2 are drawn" in told


def test_one_number_format_a_column() -> None:
    assert format_column([2770.25, 2045.0, None, 35.5]) == ["2,770.2", "2,045.0", "–", "35.5"]
    assert format_column([4201, 14588]) == ["4,201", "14,588"]
    assert format_column([0.000867, 28.13]) == ["0.00087", "28.13000"]
    assert format_column([0.0, 0.0]) == ["0", "0"]
    assert number(2770.25) == "2,770"


def test_labels_in_latex_are_unique(experiment: Path) -> None:
    text = (experiment / "report/tables.tex").read_text(encoding="utf-8")
    labels = re.findall(r"\\label\{(.*?)\}", text)
    assert len(labels) == len(set(labels)) >= 7
    assert all(label.startswith("tab:tictactoe-") for label in labels)
    assert "tab:tictactoe-nodes-by-depth" in labels
    assert r"\label{tab:connect4-4-4-3-t}" in TABLE.to_latex("connect4(4,4,3)")


def test_no_printed_table_is_wider_than_a_hundred_columns(experiment: Path) -> None:
    with Store(experiment / "e.run") as store:
        found = report(store)
        tables = [conditions(store), *report_tables(found), *depth_tables(figures(store, found))]
    for each in tables:
        lines = printed_table(each.heads, each.rows, left=each.left).splitlines()
        assert max(map(len, lines)) <= 100, each.name


def test_a_machine_with_long_names_has_narrow_conditions(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its table of conditions had 109 columns: nobody chooses what a processor and a kernel are called."""
    processor = "Intel(R) Xeon(R) Platinum 8488C CPU @ 2.40GHz" + " with another name" * 5 + ", 192 cores"
    system = "Linux-6.8.0-1021-azure-fde-x86_64-with-glibc2.39" + "-lowlatency" * 12
    names = {"plyground": "1", "python": "3.14.0", "processor": processor, "system": system}
    monkeypatch.setattr(runner, "versions", lambda: names)
    with played(tmp_path / "1.run", "random", "random") as store:
        lines = str(conditions(store)).splitlines()
    assert max(map(len, lines)) <= 100
    assert "".join(f"{processor},{system}".split()) in "".join("".join(lines).split())


def test_the_searches_are_in_a_file(experiment: Path) -> None:
    rows = list(csv.DictReader((experiment / "report/searches.csv").read_text().splitlines(True)))
    assert {row["agent"] for row in rows} == {"minimax", "alphabeta"}
    assert len(rows) == 58


TABLE = ReportTable("t", "50 % & more_of {it}", ("agent", "x|y"), (("a_b ± c^2", "1\\2"), ("x < y", "–")))


def test_latex_prints_what_is_written() -> None:
    assert latex("a_b & 50 % ± c^2") == r"a\_b \& 50 \% $\pm$ c\textasciicircum{}2"
    assert TABLE.to_latex().count(r"\\") == 3


def test_markdown_keeps_its_columns() -> None:
    lines = TABLE.to_markdown().splitlines()[2:]
    assert [line.replace("\\|", "").count("|") for line in lines] == [3, 3, 3, 3]


def test_html_is_escaped() -> None:
    assert "x &lt; y" in TABLE.to_html()
    assert '<th scope="row">' in TABLE.to_html()


def _fonts(page_: PageObject) -> list[Any]:
    """The fonts of the drawings on a page."""
    resources: Any = page_["/Resources"]
    drawings = resources.get("/XObject", {}).values()
    return [
        font.get_object()
        for drawing in drawings
        for font in drawing.get_object()["/Resources"].get("/Font", {}).values()
    ]


def test_tables_and_figures_compile(experiment: Path, tmp_path: Path) -> None:
    folder = experiment / "report"
    body = "\n".join((folder / name).read_text(encoding="utf-8") for name in ("tables.tex", "figures.tex"))
    head = "\\documentclass{article}\\usepackage{graphicx}\\extrafloats{100}\\begin{document}"
    (tmp_path / "all.tex").write_text(f"{head}{body}\\end{{document}}", encoding="utf-8")
    command = [need("texlive-latex-base"), "-halt-on-error", f"-output-directory={tmp_path}"]
    ran = subprocess.run([*command, tmp_path / "all.tex"], cwd=folder, capture_output=True, check=False)
    assert ran.returncode == 0, ran.stdout[-2_000:]
    pages = PdfReader(tmp_path / "all.pdf").pages
    assert sum("Nodes of a search by depth" in page_.extract_text() for page_ in pages) >= 1
    fonts = [font for page_ in pages for font in _fonts(page_)]
    assert any("PlygroundSans" in font["/BaseFont"] for font in fonts)


@pytest.mark.parametrize("games", [1, 2])
def test_a_short_run_reports_sensibly(tmp_path: Path, games: int) -> None:
    with begin(
        Plan("tictactoe", ("random", "random"), games=games, in_process=True), tmp_path / "a.run"
    ) as store:
        play(store, 1)
        text = write_report(store, tmp_path / "out").read_text(encoding="utf-8")
    assert f"seed 0: {games} game{'s' if games > 1 else ''}, all games played" in text
    assert "nan" not in text.lower().replace("nano", "")


def test_an_empty_run_reports_sensibly(tmp_path: Path) -> None:
    with begin(Plan("tictactoe", ("random", "random"), games=4), tmp_path / "a.run") as store:
        assert len(report_tables(report(store))) == 3
        text = write_report(store, tmp_path / "out").read_text(encoding="utf-8")
    assert "0 of 4 games, to be continued" in text
