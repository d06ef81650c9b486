"""Axes, labels beside lines, and distributions: the arithmetic of figures."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest

from plyground.report.axis import MAX_TICKS, Axis, within
from plyground.report.chart import number, spell
from plyground.report.distribution import Distribution, log_classes
from plyground.report.label_places import label_places
from plyground.stats.elo import quantile, summary


@pytest.mark.parametrize("log", [False, True])
def test_ticks_are_few_and_on_the_axis(log: bool) -> None:
    rng = Random(3)
    for _ in range(500):
        values = [10 ** rng.uniform(-9, 12) for _ in range(rng.randint(1, 4))]
        axis = Axis.over(values, log)
        assert 2 <= len(axis.ticks) <= MAX_TICKS + 1, values
        assert list(axis.ticks) == sorted(set(axis.ticks))
        assert axis.low * (1 - 1e-9) - 1e-12 <= axis.ticks[0] < axis.ticks[-1] <= axis.high * (1 + 1e-9)
        assert all(0 < axis.share(value) < 1 for value in values)
        labels = axis.labels("en")
        assert len(set(labels)) == len(labels), (values, labels)


@pytest.mark.parametrize(
    ("values", "log", "english", "portuguese"),
    [
        ([-400, 350], False, ["−400", "−200", "0", "200"], ["−400", "−200", "0", "200"]),
        ([0.1, 1.1], False, ["0.2", "0.4", "0.6", "0.8", "1.0"], ["0,2", "0,4", "0,6", "0,8", "1,0"]),
        ([900, 120_000], True, ["1,000", "10,000", "100,000"], ["1.000", "10.000", "100.000"]),
        ([0.004, 3], True, ["0.01", "0.1", "1"], ["0,01", "0,1", "1"]),
        ([10, 2e6], True, ["10¹", "10²", "10³", "10⁴", "10⁵", "10⁶"], None),
        ([0.4, 30], True, ["0.5", "1", "2", "5", "10", "20"], ["0,5", "1", "2", "5", "10", "20"]),
        ([1e9, 6e9], True, ["10⁹", "2×10⁹", "5×10⁹"], None),
        ([0.0114, 0.0114], True, ["0.001", "0.01", "0.1"], ["0,001", "0,01", "0,1"]),
        ([7, 7], False, ["6.8", "7.0", "7.2"], ["6,8", "7,0", "7,2"]),
    ],
)
def test_numbers_at_ticks_are_the_languages(
    values: list[float], log: bool, english: list[str], portuguese: list[str] | None
) -> None:
    axis = Axis.over(values, log)
    assert axis.labels("en") == english
    assert axis.labels("pt-BR") == (portuguese or english)


def test_plies_are_whole() -> None:
    assert Axis.of_whole_numbers([1, 7]).labels("en") == list("1234567")
    assert Axis.of_whole_numbers([3, 3]).labels("en") == ["3"]
    assert all(tick == round(tick) for tick in Axis.of_whole_numbers([2, 42]).ticks)


def test_a_long_interval_does_not_make_everything_small() -> None:
    """An interval over three positions, from 10⁻⁴ to 10⁷, flattened seven lines."""
    assert within([1e-4, 1e7], [3.0, 3_000.0], log=True) == [0.3, 30_000.0]
    assert within([-5_852, 4_656], [-600.0, 150.0], log=False) == [-2_100.0, 1_650.0]
    assert within([90, 110], [100.0, 105.0], log=False) == [90, 110]


def test_labels_do_not_overlap_and_move_as_little_as_they_must() -> None:
    assert label_places([10, 50], [8, 8], 0, 100) == [10, 50]
    assert label_places([50, 50], [8, 8], 0, 100) == [46, 54]
    assert label_places([1, 2], [8, 8], 0, 100) == [4, 12]
    rng = Random(1)
    for _ in range(200):
        wanted = [rng.uniform(0, 100) for _ in range(10)]
        sizes = [rng.choice((8.0, 16.0)) for _ in wanted]
        places = label_places(wanted, sizes, 0, 200)
        boxes = sorted(
            (place - size / 2, place + size / 2) for place, size in zip(places, sizes, strict=True)
        )
        assert boxes[0][0] >= -1e-9
        assert boxes[-1][1] <= 200 + 1e-9
        assert all(end <= begin + 1e-9 for (_, end), (begin, _) in pairwise(boxes))
        by_wish, by_place = (sorted(range(10), key=each.__getitem__) for each in (wanted, places))
        assert by_wish == by_place


def test_quantiles_of_a_distribution() -> None:
    assert [quantile([1.0, 2.0, 3.0, 4.0], percent) for percent in (0, 50, 95, 100)] == [1.0, 2.5, 4.0, 4.0]
    found = Distribution.of([float(value) for value in range(100, -1, -1)])
    assert found == Distribution(101, (5.0, 25.0, 50.0, 75.0, 95.0))
    assert Distribution.of([2.0]).quantiles == (2.0,) * 5
    assert Distribution.of([3.0, 1.0]).values == (1.0, 3.0)


def test_a_figure_and_its_table_have_one_percentile() -> None:
    """6.93 ms in the table stood beside 6.59 ms in the figure."""
    values = [float(value * value) for value in range(1, 31)]
    found = summary(values)
    assert found is not None
    assert Distribution.of(values).quantiles[4] == found.p95 == 841.0


def test_classes_are_equally_wide_on_a_logarithmic_axis() -> None:
    classes = log_classes([1.0, 1.1, 99.0], parts=2)
    assert [count for _, count in classes] == [2, 0, 0, 1]
    assert [middle for middle, _ in classes] == pytest.approx(
        [10 ** (0.25 + 0.5 * place) for place in range(4)]
    )
    assert log_classes([]) == ()
    assert sum(count for _, count in log_classes([1.0] * 30)) == 30


def test_numbers_have_the_signs_of_a_language() -> None:
    assert number(2770.25) == "2,770"
    assert number(2770.25, "pt-BR") == "2.770"
    assert number(-0.1256, "pt-BR") == "−0,1256"
    assert spell(["-1,234.5"], "en") == ["−1,234.5"]
