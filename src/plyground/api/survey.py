"""The survey as a value: what `compare()` gives, with its sentences, its tables and its page."""

from __future__ import annotations

import os
import shutil
import tempfile
import weakref
from collections.abc import Callable
from contextlib import ExitStack
from functools import cached_property
from pathlib import Path
from typing import Any

from plyground.arena.blunders import judge, to_judge
from plyground.arena.store import Store
from plyground.errors import BadSpec, Failed, truncate
from plyground.experiments.census import WholeGame
from plyground.experiments.survey import JUDGED_ROUNDS, Survey, SurveyRun
from plyground.pictures.html import card, paragraph
from plyground.pictures.html import table as html_table
from plyground.report.survey import SurveyReport
from plyground.report.survey_page import all_tables, survey_text, title, write_survey
from plyground.report.tables import ReportTable
from plyground.words import tongue

Progress = Callable[[str, int, int], None]


class SurveyResult:
    """A survey that was made. `print` it for what `plyground compare` prints.

    >>> import plyground as pg
    >>> tiny = pg.Survey("connect4(4,4,3)", depths=(1, 2), stage_depth=1, positions=0, repetitions=1,
    ...                  nodes=(20,), crowded=0, milliseconds=(1,), ladder=(1, 2), small_game="mnk(2,2,2)",
    ...                  small_agents=("minimax", "greedy"))
    >>> found = pg.compare(tiny, workers=1)
    >>> len(found.findings), found.findings[0][:47]
    (6, 'Same answer: memo, alphabeta, table_alphabeta, ')
    >>> found.table("agreement").rows[0]
    ('memo', '33', '33', '33')
    """

    def __init__(self, survey: Survey, folder: Path, small_game: list[WholeGame]) -> None:
        self.survey = survey
        self.folder = folder  # of the runs, one for each part
        self._small_game = small_game

    @cached_property
    def report(self) -> SurveyReport:
        """All that the survey has shown, as data."""
        with ExitStack() as stack:
            parts = ("searches", *self.survey.plans)
            stores = {part: stack.enter_context(Store(self.folder / f"{part}.run")) for part in parts}
            return SurveyReport.of(self.survey, stores, self._small_game)

    @property
    def findings(self) -> list[str]:
        """What the survey has shown, in six sentences, in the language of the environment."""
        return [finding.whole_text(tongue()) for finding in self.report.findings]

    def tables(self, lang: str = "en") -> list[ReportTable]:
        """All tables, in English or another language (`pt-BR`)."""
        return all_tables(self.report, tongue(lang))

    def table(self, name: str = "cost", lang: str = "en") -> ReportTable:
        """A table by its name: cost, budgets, agreement, given-away, tictactoe, how and others."""
        found = {each.name: each for each in self.tables(lang)}
        if name not in found:
            raise BadSpec(f"no table {truncate(name)}", name, None, f"tables are {', '.join(found)}")
        return found[name]

    def save(self, folder: str | os.PathLike[str], lang: str | None = None) -> Path:
        """Write the runs of all parts and the page with figures and tables; the path of the page.

        The figures need matplotlib. Without a language it is that of the environment.
        """
        target = Path(folder)
        try:
            target.mkdir(parents=True, exist_ok=True)
            for part in self.folder.glob("*.run"):
                shutil.copyfile(part, target / part.name)
        except OSError as error:
            raise Failed(f"{target} cannot be written ({error.strerror})") from None
        with Store(self.folder / "searches.run") as searches:
            return write_survey(self.report, searches, target, tongue(lang), _silent)

    def __str__(self) -> str:
        return survey_text(self.report, tongue(), full=False)

    def __repr__(self) -> str:
        return f"<survey of {self.survey.game} and {self.survey.small_game}>"

    def _repr_html_(self) -> str:
        """What a notebook shows: the sentences, and the costs at the greatest depth."""
        costs = all_tables(self.report, tongue())[0]
        table = html_table(costs.heads, costs.rows, left=costs.left)
        said = "".join(map(paragraph, self.findings))
        return said + card(title(self.report, tongue()), table)


def make_survey(survey: Survey, workers: int | None, progress: Progress | None) -> SurveyResult:
    """Make all of a survey in a folder that is removed when nobody holds the result any more."""
    folder = Path(tempfile.mkdtemp(prefix="plyground-"))
    show = progress or _silent
    run = SurveyRun(survey, folder)
    try:
        run.search(show).close()
        for part in survey.plans:
            with run.play(part, lambda store, part=part: _counter(part, store, show), workers) as store:  # type: ignore[misc]
                if part == "ladder":
                    judge(store, to_judge(store, every=False, rounds=JUDGED_ROUNDS))
        found = SurveyResult(survey, folder, run.small_game(show))
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)
        raise
    weakref.finalize(found, shutil.rmtree, folder, ignore_errors=True)
    return found


def _silent(what: str, done: int, total: int) -> None:
    pass


def _counter(part: str, store: Store, show: Progress) -> Callable[[Any], None]:
    done, total = 0, store.plan.total_games

    def count(record: Any) -> None:
        nonlocal done
        done += len(record.games)
        show(part, done, total)

    return count
