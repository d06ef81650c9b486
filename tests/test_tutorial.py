"""The figure of the tutorial is what its experiment draws, in both languages."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

import plyground as pg
from plyground.report.plots import draw

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[1]
PAGES = {"en": "first-experiment", "pt-BR": "first-experiment.pt-BR"}


@pytest.fixture(scope="module")
def found() -> pg.Comparison:
    """The experiment, as the page has it."""
    page = ROOT / "docs/tutorial/first-experiment.md"
    examples = doctest.DocTestParser().get_examples(page.read_text(encoding="utf-8"))
    asked = [each for each in examples if each.source.startswith("found = ")]
    test = doctest.DocTest(asked, {"pg": pg}, page.name, str(page), 0, "")
    assert doctest.DocTestRunner().run(test, clear_globs=False) == doctest.TestResults(0, 1)
    result: pg.Comparison = test.globs["found"]
    return result


@pytest.mark.parametrize("language", PAGES)
def test_figure_of_the_tutorial(found: pg.Comparison, language: str, rewrite_fixtures: bool) -> None:
    path = ROOT / "docs" / "images" / f"{PAGES[language]}.svg"
    figure = next(each for each in found.figures(language) if each.name == "nodes-by-depth")
    drawn = draw(figure)["svg"]
    if rewrite_fixtures:
        path.write_bytes(drawn)
    # Other versions of matplotlib place letters otherwise: what is written and marked has to be the same.
    words = re.compile(rb">([^<>]*[^<>\s][^<>]*)<|(<use )")
    assert words.findall(path.read_bytes()) == words.findall(drawn)


def test_ordering_saves_what_the_tutorial_says(found: pg.Comparison) -> None:
    figure = next(each for each in found.figures("en") if each.name == "nodes-by-depth")
    at_6 = {series.name: series.points[-1] for series in figure.series}
    assert at_6["alphabeta"][0] == 6
    assert round(at_6["alphabeta"][1] / at_6["alphabeta(order='centre')"][1], 2) == 3.11
