"""How many samples a test of a property draws: a quarter of them in `make test`, all in `make test-slow`."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable
from typing import Any

import hypothesis
import pytest

THOROUGH, QUICK = 20, 5  # samples of a test that names no number

for name, number in (("thorough", THOROUGH), ("quick", QUICK)):
    hypothesis.settings.register_profile(name, derandomize=True, deadline=None, max_examples=number)
hypothesis.settings.load_profile("quick")  # pytest --hypothesis-profile=thorough loads the other afterwards


def samples(number: int) -> int:
    """So many in the thorough profile, and its share of them in the quick one."""
    return number * hypothesis.settings().max_examples // THOROUGH


def is_thorough() -> bool:
    return hypothesis.settings().max_examples == THOROUGH


def is_sampled(test: object) -> bool:
    """Whether hypothesis draws samples for a test."""
    return hypothesis.is_hypothesis_test(test)


def some_slow(values: Iterable[Any], slow: Container[Any], key: Callable[[Any], Any] = str) -> list[Any]:
    """Parameters of a test, of which those that take seconds are left to `make test-slow`."""
    return [
        pytest.param(value, marks=pytest.mark.slow) if key(value) in slow else value for value in values
    ]
