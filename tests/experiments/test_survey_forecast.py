"""What compare says of its time: measured here and now, so that it holds on a slow or a busy machine."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
import typer

from plyground.cli.survey import run_survey
from plyground.experiments.survey import Survey, SurveyRun
from plyground.experiments.survey_forecast import PROBE, seconds_of_survey, slowdown
from plyground.words import tongue


def test_a_machine_that_is_ten_times_slower_is_told_so() -> None:
    fast = slowdown(lambda: time.thread_time())
    slow = slowdown(lambda: 10 * time.thread_time())
    assert 5 < slow / fast < 20


def test_one_search_is_enough_where_it_takes_longer_than_the_probe() -> None:
    ticks = iter((0.0, 0.0, 100 * PROBE))
    assert slowdown(lambda: next(ticks)) > 100


def test_more_cores_shorten_the_games_only() -> None:
    assert seconds_of_survey(1, 1) > seconds_of_survey(2, 1) > seconds_of_survey(64, 1) > 10
    assert seconds_of_survey(2, 7) == pytest.approx(7 * seconds_of_survey(2, 1))


def test_compare_says_how_long_it_takes_before_it_begins(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A quarter of an hour on a slow machine was told as "a minute"."""
    monkeypatch.setattr("plyground.experiments.survey_forecast.slowdown", lambda: 36.0)
    monkeypatch.setattr("plyground.arena.pool.count_cores", lambda: 1)

    def stopped(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(SurveyRun, "search", stopped)
    for lang, said in (("en", "takes about 1,152 s on this machine"), ("pt-BR", "leva cerca de 1.152 s")):
        with pytest.raises(typer.Exit):
            run_survey(Survey(), tmp_path, None, False, tongue(lang), False)
        assert said in capsys.readouterr().err
    (tmp_path / "searches.run").touch()  # a part is done: nobody knows what the rest takes
    with pytest.raises(typer.Exit):
        run_survey(Survey(), tmp_path, None, False, tongue("en"), False)
    assert "about" not in capsys.readouterr().err
