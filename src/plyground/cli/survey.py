"""What compare does without arguments: the survey, its first screen and its page."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from plyground.cli.output import complain, print_json, print_text, progress_bar
from plyground.errors import INTERRUPTED, PlygroundError

if TYPE_CHECKING:
    from plyground.arena.records import PairRecord
    from plyground.arena.runner import PairListener
    from plyground.arena.store import Store
    from plyground.experiments.census import WholeGame
    from plyground.experiments.survey import Survey
    from plyground.report.survey import SurveyReport
    from plyground.words import Tongue


def run_survey(
    survey: Survey, folder: Path, workers: int | None, full: bool, speaker: Tongue, as_json: bool
) -> None:
    """Measure what is missing, print the first screen or all, and write the page."""
    from plyground.report.survey import SurveyReport
    from plyground.report.survey_page import survey_json, survey_text

    if not (folder / "searches.run").exists():
        _announce(workers, speaker)
    with ExitStack() as stack:
        try:
            stores, small_game = _measure(survey, folder, workers, stack)
        except KeyboardInterrupt:
            complain(f"stopped; the same command goes on ({folder})")
            raise typer.Exit(INTERRUPTED) from None
        found = SurveyReport.of(survey, stores, small_game)
        if as_json:
            print_json(survey_json(found, speaker))
        else:
            print_text(survey_text(found, speaker, full))
        page = _write(found, stores["searches"], folder, speaker)
    if page and not as_json:
        typer.echo("\n" + speaker.say("survey.page" if full else "survey.more", page=str(page)))


def _announce(workers: int | None, speaker: Tongue) -> None:
    from plyground.arena.pool import count_cores
    from plyground.experiments.survey_forecast import seconds_of_survey, slowdown

    seconds = seconds_of_survey(min(workers or count_cores(), count_cores()), slowdown())
    complain(speaker.say("survey.begins", seconds=speaker.number(seconds)))


def _measure(
    survey: Survey, folder: Path, workers: int | None, stack: ExitStack
) -> tuple[dict[str, Store], list[WholeGame]]:
    from plyground.cli.progress import judge_moves
    from plyground.experiments.survey import JUDGED_ROUNDS, SurveyRun

    run = SurveyRun(survey, folder)
    with progress_bar("searching") as show:
        stores = {"searches": stack.enter_context(run.search(show))}
        for part in survey.plans:
            stores[part] = stack.enter_context(run.play(part, _counter(part, show), workers))
    if not judge_moves(stores["ladder"], None, rounds=JUDGED_ROUNDS):
        raise KeyboardInterrupt
    with progress_bar("tictactoe") as show:
        return stores, run.small_game(show)


def _counter(part: str, show: Callable[[str, int, int], None]) -> Callable[[Store], PairListener]:
    """A listener that shows how many games of a part are done."""

    def listen(store: Store) -> PairListener:
        (done,) = next(store.query("SELECT count(*) FROM games"))

        def count(record: PairRecord) -> None:
            nonlocal done
            done += len(record.games)
            show(part, done, store.plan.total_games)

        return count

    return listen


def _write(found: SurveyReport, searches: Store, folder: Path, speaker: Tongue) -> Path | None:
    """Write the page. Without matplotlib it cannot be drawn: what was printed is all there is."""
    from plyground.report.survey_page import write_survey

    try:
        with progress_bar("drawing") as progress:
            return write_survey(found, searches, folder, speaker, progress)
    except PlygroundError as error:
        complain(str(error))
        return None
