"""What a result tells, and how often it tells it wrongly: every possible match of few pairs."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from functools import cache

import pytest

from plyground.stats.elo import PAIR_SCORES, Estimate, Interval, Unit, estimate, estimate_of_pairs
from plyground.stats.verdict import Verdict, side_of, verdict

Counts = tuple[int, ...]


@cache
def all_matches(size: int) -> list[tuple[Counts, int, Estimate]]:
    """Every result of so many pairs: its counts, in how many orders it comes, and its estimate."""
    found = []
    for counts in itertools.product(range(size + 1), repeat=5):
        if sum(counts) == size:
            orders = math.factorial(size)
            for count in counts:
                orders //= math.factorial(count)
            a, b, c, d, e = counts
            found.append((counts, orders, estimate_of_pairs((a, b, c, d, e))))
    return found


def share(probabilities: Sequence[float], size: int, wanted: object) -> float:
    """How likely a match is whose estimate has the property."""
    assert callable(wanted)
    return math.fsum(
        orders * math.prod(p**count for p, count in zip(probabilities, counts, strict=True))
        for counts, orders, found in all_matches(size)
        if wanted(found)
    )


def equals() -> list[tuple[float, ...]]:
    """Kinds of pairs between equals: as likely won by the one as by the other."""
    steps = range(11)
    return [(a / 20, b / 20, 1 - (a + b) / 10, b / 20, a / 20) for a in steps for b in steps if a + b <= 10]


@pytest.mark.parametrize("size", range(2, 9))
def test_equals_are_told_apart_in_one_match_of_twenty_at_most(size: int) -> None:
    for kind in equals():
        wrong = share(kind, size, lambda found: verdict(found).decided)
        assert wrong <= 0.05, (size, kind)


@pytest.mark.parametrize("size", [9, 12, 16, 20, 25, 36, 49, 64, 100])
def test_tosses_are_told_apart_in_one_match_of_twenty_at_most(size: int) -> None:
    """By t alone 12–4 was a verdict, which equals reach in 7.7 % of matches of sixteen tosses."""
    wrong = math.fsum(
        math.comb(size, won) / 2**size
        for won in range(size + 1)
        if verdict(estimate([Unit(float(n < won), 1) for n in range(size)])).decided
    )
    assert 0.01 < wrong <= 0.05


def test_equals_that_win_in_different_ways_are_told_apart_more_often() -> None:
    """In 8.9 % of matches of six pairs: signs by lot hold for who could as well be the opponent."""
    kind = 1 / 3, 0.0, 0.0, 2 / 3, 0.0
    assert share(kind, 6, lambda found: verdict(found).decided) == pytest.approx(0.0878, abs=0.002)


def test_the_share_of_equals_is_that_of_signs_drawn_by_lot() -> None:
    for won, exact in ((8, 2 / 2**8), (7, 18 / 2**8), (6, 74 / 2**8)):
        found = verdict(estimate([Unit(float(n < won), 1) for n in range(8)]))
        assert found.by_chance == pytest.approx(exact)
    assert verdict(estimate([Unit(1, 2)] * 9 + [Unit(2, 2)])).by_chance == 1  # whichever won that pair


@pytest.mark.parametrize("size", [2, 3, 4, 5, 6, 7])
def test_intervals_of_pairs_that_one_side_wins_hold_in_95_percent(size: int) -> None:
    for percent in range(2, 100, 2):
        p = percent / 100
        for kind in ((1 - p, 0, 0, 0, p), ((1 - p) ** 2, 0, 2 * p * (1 - p), 0, p * p)):
            truth = sum(each * score for each, score in zip(kind, PAIR_SCORES, strict=True))

            def holds(found: Estimate, truth: float = truth) -> bool:
                assert found.interval is not None
                return found.interval.low - 1e-12 <= truth <= found.interval.high + 1e-12

            assert share(kind, size, holds) >= 0.95 - 1e-12, (size, kind)


def test_six_wins_of_six_are_a_verdict() -> None:
    """`match connect4 minimax random --games 6`, six different games: "cannot be told apart" before."""
    found = verdict(estimate([Unit(1, 1)] * 6))
    assert found.decided
    assert not found.exact
    assert found.side == "above"
    assert found.by_chance == pytest.approx(2 / 2**6)  # 3.1 %: the sign test
    lost = verdict(estimate([Unit(0, 1)] * 6))
    assert lost.side == "below"
    assert lost.by_chance == pytest.approx(2 / 2**6)


def test_no_point_of_24_is_what_a_binomial_gives() -> None:
    interval = estimate([Unit(0, 1)] * 24).interval
    assert interval == pytest.approx((0, 0.1425), abs=1e-4)  # 0 to 42.9 % before


def test_three_pairs_of_a_kind_are_too_few() -> None:
    found = verdict(estimate_of_pairs((0, 0, 0, 0, 3)))
    assert found.side == "unclear"
    assert found.by_chance == pytest.approx(0.25)


def test_half_a_point_of_fifty_is_no_verdict() -> None:
    """25.5 to 24.5 over 25 openings is exact, and beats nobody."""
    found = verdict(estimate_of_pairs((5, 2, 11, 1, 6)), exact=True)
    assert (found.side, found.exact) == ("unclear", True)
    clear = verdict(estimate_of_pairs((1, 2, 3, 4, 15)), exact=True)
    assert (clear.side, clear.exact) == ("above", True)


def test_level_is_only_what_is_exact() -> None:
    drawn = estimate_of_pairs((2, 0, 6, 0, 2))
    assert verdict(drawn, exact=True).side == "level"
    assert verdict(drawn).side == "unclear"


def test_few_and_nothing() -> None:
    assert verdict(estimate([])) == Verdict("nothing")
    assert verdict(estimate([Unit(2, 2)])) == Verdict("few")
    assert verdict(estimate([Unit(2, 2)]), exact=True) == Verdict("few", True)
    assert verdict(estimate([Unit(1, 2)]), exact=True) == Verdict("level", True)


def test_copies_of_a_part_of_the_results_change_no_verdict() -> None:
    for pairs in itertools.product((0.0, 1.0, 2.0), repeat=3):
        once = verdict(estimate(Unit(points, 2) for points in pairs))
        assert once.side == "unclear"  # three results decide nothing
        again = verdict(estimate([Unit(2 * pairs[0], 4), *(Unit(points, 2) for points in pairs[1:])]))
        assert not again.decided


@pytest.mark.parametrize(
    ("interval", "side"),
    [
        (None, "few"),
        (Interval(1.3, 1.3), "few"),  # one position gives no interval
        (Interval(1.1, 2.0), "above"),
        (Interval(0.5, 0.9), "below"),
        (Interval(0.9, 1.1), "unclear"),
        (Interval(1.0, 2.0), "unclear"),
    ],
)
def test_sides_of_a_ratio(interval: Interval | None, side: str) -> None:
    assert side_of(interval, 1.0) == side
