"""What all tests share: a reproducible hypothesis, and the project's folder as the place to stand."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import hypothesis
import pytest

from plyground.native import is_native
from plyground.search import Limits, Searcher
from plyground.search.searcher import Twin

ROOT = Path(__file__).parents[1]

hypothesis.settings.register_profile("plyground", derandomize=True, deadline=None, max_examples=25)
hypothesis.settings.load_profile("plyground")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--rewrite-fixtures", action="store_true", help="write the playthroughs anew")


def pytest_configure() -> None:
    os.chdir(ROOT)  # the specs of examples are paths: examples/nim.py:Nim


@pytest.fixture
def rewrite_fixtures(request: pytest.FixtureRequest) -> bool:
    return bool(request.config.getoption("--rewrite-fixtures"))


@pytest.fixture(params=["python", "native"])
def core(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """One suite, two cores: what a searcher's core="auto" means in this test, [python] or [native]."""
    chosen: str = request.param
    real, twins = Searcher.twin, list[Twin | None]()

    def twin(self: Searcher, position: Any, limits: Limits) -> Twin | None:
        if chosen == "native" and not is_native(position):
            pytest.skip("no line game: the compiled core has no such rules")
        twins.append(None if chosen == "python" else real(self, position, limits))
        return twins[-1]

    monkeypatch.setattr(Searcher, "twin", twin)
    yield chosen
    assert chosen == "python" or not twins or any(twins)
