"""What the tests of the solver share."""

from __future__ import annotations

import pytest

from helpers.native_programs import Run, runner


@pytest.fixture(scope="session")
def run(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """Runs a program of tests/native by its name; see helpers/native_programs.py."""
    return runner(tmp_path_factory.mktemp("programs"))
