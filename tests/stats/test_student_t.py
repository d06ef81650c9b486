"""Student's t against the tables that every textbook prints."""

from __future__ import annotations

import pytest

from plyground.stats.student_t import Z95, below, normal, t95


@pytest.mark.parametrize(
    ("freedom", "t"),
    [
        (1, 12.7062),
        (2, 4.3027),
        (5, 2.5706),
        (9, 2.2622),
        (19, 2.0930),
        (49, 2.0096),
        (149, 1.9760),
        (1000, 1.9623),
    ],
)
def test_how_many_errors_hold_95_percent(freedom: int, t: float) -> None:
    assert t95(freedom) == pytest.approx(t, abs=5e-5)
    assert below(t95(freedom), freedom) == pytest.approx(0.975, abs=2e-6)


def test_sum_and_approximation_meet() -> None:
    assert t95(200) > t95(201) > t95(202) > Z95
    assert below(1.0, 200) == pytest.approx(below(1.0, 201), abs=1e-5)


@pytest.mark.parametrize(
    ("t", "freedom", "probability"), [(0, 3, 0.5), (1, 1, 0.75), (2.0, 9, 0.961724), (-1, 4, 0.186950)]
)
def test_probabilities(t: float, freedom: int, probability: float) -> None:
    assert below(t, freedom) == pytest.approx(probability, abs=1e-6)
    assert below(t, freedom) + below(-t, freedom) == pytest.approx(1)


def test_many_degrees_of_freedom_are_normal() -> None:
    assert below(Z95, 10**6) == pytest.approx(normal(Z95), abs=1e-6)


def test_no_degrees_of_freedom_hold_nothing() -> None:
    with pytest.raises(ValueError, match="0 degrees"):
        t95(0)
