"""What all tests share: a reproducible hypothesis, and the project's folder as the place to stand."""

from __future__ import annotations

import os
from pathlib import Path

import hypothesis
import pytest

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
