"""The examples in the docstrings of what a notebook uses are run."""

from __future__ import annotations

import doctest
from importlib import import_module

import pytest

MODULES = (
    *("notebook", "notebook.picture", "notebook.board", "notebook.explain"),
    pytest.param("papers.card", marks=pytest.mark.slow),  # it measures a claim
)


@pytest.mark.parametrize("name", MODULES)
def test_examples_run(name: str) -> None:
    found = doctest.testmod(import_module(f"plyground.{name}"))
    assert found.attempted > 0
    assert found.failed == 0
