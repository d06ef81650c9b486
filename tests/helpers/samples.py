"""How many samples a test of a property draws: a quarter of them in `make test`, all in `make test-slow`."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Sequence
from typing import Any, TypeVar

import hypothesis
import pytest

T = TypeVar("T")
THOROUGH, QUICK = 20, 5  # samples of a test that names no number

for name, number in (("thorough", THOROUGH), ("quick", QUICK)):
    hypothesis.settings.register_profile(name, derandomize=True, deadline=None, max_examples=number)
hypothesis.settings.load_profile("quick")  # pytest --hypothesis-profile=thorough loads the other afterwards


def samples(number: int) -> int:
    """So many in the thorough profile, and its share of them in the quick one."""
    return number * hypothesis.settings().max_examples // THOROUGH


def is_thorough() -> bool:
    return hypothesis.settings().max_examples == THOROUGH


def part(values: Sequence[T]) -> Sequence[T]:
    """All of them in the thorough profile, and every fourth in the quick one; the test is marked `sampled`."""
    return values if is_thorough() else values[:: THOROUGH // QUICK]


def is_sampled(item: pytest.Item) -> bool:
    """Whether a test looks at more samples in the thorough profile."""
    drawn = hypothesis.is_hypothesis_test(getattr(item, "obj", None))
    return drawn or item.get_closest_marker("sampled") is not None


def some_slow(values: Iterable[Any], slow: Container[Any], key: Callable[[Any], Any] = str) -> list[Any]:
    """Parameters of a test, of which those that take seconds are left to `make test-slow`."""
    return [
        pytest.param(value, marks=pytest.mark.slow) if key(value) in slow else value for value in values
    ]
