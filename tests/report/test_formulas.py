"""What agents are called and what they say is text, whatever program opens the report."""

from __future__ import annotations

import csv
import io
import subprocess
from pathlib import Path

import pytest

from helpers.debian import need
from helpers.played import played
from plyground.api.rows import RowTable
from plyground.arena import export
from plyground.columns import csv_row
from plyground.report import figure_files
from plyground.report.html import write_report
from plyground.report.tables import ReportTable

FORMULAS = (
    "=cmd|' /C calc'!A0",
    "+1+1",
    "-1+cmd",
    "@SUM(1)",
    "\t=1",
    "\r=1",
    " =1",
    "＝1+1",
    "x;=1+1",
    "x;  @y",
)


@pytest.mark.parametrize("text", FORMULAS)
def test_no_cell_begins_like_a_formula(text: str) -> None:
    (cell,) = csv_row([text])
    assert "'" in cell
    for part in cell.replace("\t", ";").split(";"):
        assert part.strip()[:1] not in tuple("=+-@＝＋－＠")
    assert cell.replace("'", "", 1) == text or text.startswith("=cmd")


@pytest.mark.parametrize(
    "value", [-1, -0.5, 1e-9, None, 0, "-1", "+2", "-1.5e-3", "", "-", "c3 c4", "alphabeta(depth=-1)"]
)
def test_numbers_and_plain_texts_stay_as_they_are(value: object) -> None:
    assert csv_row([value]) == [value]


@pytest.mark.slow
def test_names_are_no_formulas_in_any_file_of_a_report(tmp_path: Path) -> None:
    """The laboratory's downloads had this; the files of `export` and `report` had not."""
    names = ("=cmd|' /C calc'!A0", "<img src=x onerror=alert(1)>")
    with played(tmp_path / "a.run", "random", "greedy", games=2, names=names) as store:
        export.to_csv(store, tmp_path / "csv")
        page = write_report(store, tmp_path / "report").read_text()
    files = [*(tmp_path / "csv").iterdir(), *(tmp_path / "report").glob("*.csv")]
    cells = [
        cell
        for file in files
        for row in csv.reader(io.StringIO(file.read_bytes().decode(), newline=""))
        for cell in row
    ]
    assert "'" + names[0] in cells
    assert not [cell for cell in cells if cell.startswith(("=", "@"))]
    assert "<img" not in page
    assert "&lt;img src=x" in page
    assert "<img" not in "".join(
        file.read_text() for file in (tmp_path / "report" / "figures").glob("*.svg")
    )


NAMES = (
    r"\input{/etc/passwd} \write18{id}",
    "a&b%c$d#e_f{g}h~i^j|k<l>m",
    "Ação São João Łódź",
    "Жанна 中文 👾 α∞",
    "\x1b[2J\u202e\u200b",
)


def test_any_name_compiles_in_latex_and_commands_nothing(tmp_path: Path) -> None:
    """LaTeX stopped at a letter that it does not know, such as any of another alphabet."""
    rows = tuple((name, "1") for name in (*NAMES, *map(chr, range(0x20, 0x180)), "\u2028", "\ufffd"))
    table = ReportTable("names", NAMES[0], ("agent", "-1"), rows)
    document = f"\\documentclass{{article}}\\begin{{document}}\n{table.to_latex(NAMES[1])}\\end{{document}}"
    assert r"\input" not in document
    assert r"\write18" not in document
    assert r"\texttt{U+1F47E}" in document
    assert "Ação São João Łódź" in document
    (tmp_path / "names.tex").write_text(document, encoding="utf-8")
    command = [need("texlive-latex-base"), "-halt-on-error", "-interaction=nonstopmode", "names.tex"]
    ran = subprocess.run(command, cwd=tmp_path, capture_output=True, check=False)
    assert ran.returncode == 0, ran.stdout[-2_000:]


def test_no_writer_of_csv_lets_a_formula_through(tmp_path: Path) -> None:
    """`RowTable.to_csv` and `ReportTable.to_csv` had no guard, and the grade sheet one of its own."""
    rows = RowTable(("said", "number"), tuple((text, -1) for text in FORMULAS))
    written = rows.to_csv(tmp_path / "rows.csv").read_bytes().decode()
    table = ReportTable("t", "T", ("a", "b"), tuple((text, "-1") for text in FORMULAS)).to_csv()
    for text in (written, table):
        _, *found = csv.reader(io.StringIO(text, newline=""))
        assert found == [[*csv_row([said]), "-1"] for said in FORMULAS]


def test_only_an_experiment_has_a_file_of_searches(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(figure_files, "draw", lambda figure: {"svg": b"<svg ></svg>"})  # drawing takes long
    with played(tmp_path / "a.run", games=2) as store:
        page = write_report(store, tmp_path / "report")
    assert "agents.csv" in page.read_text()
    assert "searches.csv" not in page.read_text()
    assert not (tmp_path / "report" / "searches.csv").exists()
