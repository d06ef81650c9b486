"""Names, positions, openings and errors are text on every page: nobody's markup becomes part of it."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

from helpers.laboratory import Laboratory, laboratory
from helpers.played import played
from helpers.visiting import Visit
from plyground.grader.grade import grade
from plyground.grader.grade_files import write_grades
from plyground.grader.rubric import read_rubric
from plyground.grader.submissions import Likeness, StudentFile
from plyground.report.html import write_report
from plyground.words import Tongue
from plyground.workers.confinement import Confinement

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("pages")]

SCRIPT = "document.documentElement.dataset.hacked=1"
IMAGE = f"<img src=x onerror={SCRIPT}>"
CLOSING = f"</td></script><script>{SCRIPT}</script>"
QUOTED = f"\" autofocus onfocus={SCRIPT} x='"
MARKUP = (IMAGE, CLOSING, QUOTED, "${1}{{1}}&lt;b&gt;")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Runs whose names are markup, and one of which everything that a page shows is."""
    made = tmp_path_factory.mktemp("runs")
    agents = ("random", "greedy", "random", "greedy")
    played(made / "1.run", *agents, format="round-robin", games=2, names=MARKUP).close()
    played(made / "2.run", games=2, names=MARKUP[:2]).close()
    with closing(sqlite3.connect(made / "2.run")) as db, db:
        db.execute("DROP TABLE seals")
        db.execute("UPDATE games SET ending = 'forfeit', reason = 'crash', detail = ?", (IMAGE,))
        db.execute("UPDATE moves SET trouble = ?", (QUOTED,))
        db.execute("UPDATE run SET value = ? WHERE key IN ('created', 'finished')", (IMAGE,))
    return made


GAME = f'''
from dataclasses import dataclass
from plyground import Outcome, Player, Position


@dataclass(frozen=True)
class Marked(Position[int]):
    """{IMAGE} counts to three."""

    count: int = 0
    to_move: Player = Player.FIRST

    def outcome(self) -> Outcome | None:
        return Outcome(None) if self.count == 3 else None

    def moves(self) -> tuple[int, ...]:
        return () if self.outcome() else (1,)

    def after(self, move: int) -> "Marked":
        return Marked(self.count + move, self.to_move.other)

    def write(self, move: int) -> str:
        return {IMAGE!r}

    def __str__(self) -> str:
        return {CLOSING!r} + str(self.count) + {IMAGE!r}
'''


@pytest.fixture(scope="module")
def lab(folder: Path) -> Iterator[Laboratory]:
    (folder / "marked.py").write_text(GAME)
    with laboratory("--game", f"{folder / 'marked.py'}:Marked", PLYGROUND_RUNS=str(folder)) as running:
        yield running


def is_untouched(page: Any) -> bool:
    """Whether no script has run, and no element has come in."""
    strange = "document.querySelectorAll('img[src=x], [onerror], [onfocus], main script').length"
    return not page.evaluate(f"document.documentElement.dataset.hacked || {strange}")


@pytest.mark.parametrize(
    "address", ["arena", "arena&run=1", "arena&run=1&game=0", "arena&run=2", "arena&run=2&game=1"]
)
def test_names_in_the_arena_are_text(visit: Visit, address: str) -> None:
    page = visit(address)
    page.get_by_text(IMAGE).first.wait_for()
    assert is_untouched(page)


@pytest.mark.parametrize(
    "address",
    [
        f"g={quote(IMAGE)}",
        f"g=tictactoe&pos={quote(IMAGE)}",
        f"g=tictactoe&x={quote(IMAGE)}&o={quote(CLOSING)}",
        f"explain&g=tictactoe&pos={quote(IMAGE)}",
        f"explain&g={quote(QUOTED)}&a={quote(IMAGE)}",
        f"exercises&k=alphabeta&s=1&tree={quote(IMAGE)}",
        f"exercises&k=minimax&s=1&m=x&a=A:{quote(quote(IMAGE))},{quote(QUOTED)}:1",
        f"papers&claim={quote(IMAGE)}",
        f"arena&run={quote(IMAGE)}",
        f"{quote(CLOSING)}",
    ],
)
def test_an_address_is_text(visit: Visit, address: str) -> None:
    """A link may be sent by anybody."""
    page = visit(address)
    page.locator("main").wait_for()
    page.wait_for_load_state("networkidle")
    assert is_untouched(page)


def test_a_game_with_markup_in_its_words_is_text(visit: Visit) -> None:
    """Its summary, its positions and its moves are a user's, and stand on three pages."""
    for address in ("g=Marked", "explain&g=Marked", "arena"):
        page = visit(address)
        page.locator("main").wait_for()
        page.wait_for_load_state("networkidle")
        assert is_untouched(page), address
    page = visit("g=Marked")
    page.get_by_text("onerror").first.wait_for()
    assert is_untouched(page)


def test_the_pages_of_grades_run_nothing(visit: Visit, tmp_path: Path) -> None:
    """Names of students are names of their files, and a page is opened as a file."""
    student = f"<img src=x onerror={SCRIPT}>"
    rubric = read_rubric(
        f"title = {json.dumps(CLOSING)}\nfile = {json.dumps(IMAGE)}\n"
        f'[[check]]\nkind = "legal"\npoints = 1\ntitle = {json.dumps(QUOTED)}\n'
    )
    missing = StudentFile(student, None)
    grades = [grade(missing, rubric, Confinement())]
    (summary, *_) = write_grades(grades, [Likeness(student, QUOTED, 0.9)], rubric, tmp_path, Tongue("en"))
    for file in (summary, tmp_path / "students" / student / "index.html"):
        page = visit("papers").context.new_page()
        page.goto(file.as_uri())
        assert is_untouched(page)
        assert page.get_by_text("onerror").count() > 0
        page.close()


def test_the_page_of_a_report_runs_nothing(visit: Visit, folder: Path, tmp_path: Path) -> None:
    """It is opened as a file, where no policy of a server protects it."""
    from plyground.arena.store import Store

    with Store(folder / "1.run") as store:
        written = write_report(store, tmp_path / "report")
    page = visit("papers").context.new_page()
    page.goto(written.as_uri())
    assert is_untouched(page)
    assert page.get_by_text(IMAGE).count() > 0
    page.close()
