"""The report of a run for pages: that of the command line, drawn elsewhere, without the folders of this machine."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from helpers.played import played
from plyground.arena.store import Store
from plyground.errors import PlygroundError
from plyground.ui.web import report_main
from plyground.ui.web.protocol import Refused
from plyground.ui.web.report_main import draw_report
from plyground.ui.web.run_report import RunReports


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PLYGROUND_RUNS", str(tmp_path))
    played(tmp_path / "1.run", games=2).close()
    return tmp_path


def test_a_run_that_is_not_there_has_no_report(folder: Path) -> None:
    with pytest.raises(Refused, match=r"jobs\.no-run"):
        asyncio.run(RunReports().draw("9"))


def test_a_report_tells_no_folder(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def write(store: Store, out: Path, **_: Any) -> Path:
        page = out / "index.html"
        page.write_text("<td>random</td><td>/home/me/bots/mine.py</td></tr>", encoding="utf-8")
        return page

    monkeypatch.setattr(report_main, "write_report", write)
    answer = draw_report({"run": str(folder / "1.run"), "folder": str(tmp_path), "language": "en"})
    assert Path(answer["page"]).read_text(encoding="utf-8") == "<td>random</td><td>…</td></tr>"


def test_why_there_is_no_report_is_told(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def write(*_: Any, **__: Any) -> Path:
        raise PlygroundError("figures need a library")

    monkeypatch.setattr(report_main, "write_report", write)
    assert draw_report({"run": str(folder / "1.run"), "folder": "-", "language": "en"}) == {
        "problem": "figures need a library"
    }


@pytest.mark.slow
def test_the_report_is_that_of_the_command_line(folder: Path) -> None:
    """One page with figures, drawn in another process by the command's own function, in the page's language."""
    page = asyncio.run(RunReports().draw("1", "pt-BR")).decode()
    assert '<html lang="pt-BR"' in page
    assert page.startswith("<!doctype html>")
    assert all(part in page for part in ("tictactoe", "random", "<table", "<svg"))
    assert str(folder) not in page
