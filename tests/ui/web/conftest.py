"""What the tests of pages share, as a plugin of theirs: a server and a browser."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from helpers.laboratory import Laboratory, laboratory
from helpers.visiting import Visit, visitors


@pytest.fixture(scope="session")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Laboratory]:
    with laboratory(PLYGROUND_RUNS=str(tmp_path_factory.mktemp("runs"))) as running:
        yield running


@pytest.fixture(scope="module")
def visit(lab: Laboratory) -> Iterator[Visit]:
    """Not for longer: while playwright is open, asyncio has no loop for others."""
    with visitors(lab) as opened:
        yield opened
