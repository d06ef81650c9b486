"""Match statistics: small cases by hand, other programs' published numbers, and a thousand simulated matches."""

from __future__ import annotations

import itertools
import math
from bisect import bisect
from collections.abc import Iterator, Sequence

import pytest

from plyground import SplitMix64
from plyground.arena.stats import (
    PAIR_SCORES,
    Counts,
    Elo,
    Interval,
    Pairs,
    Summary,
    elo_of_games,
    elo_of_pairs,
    elo_to_score,
    score_to_elo,
    summary,
    superiority,
    superiority_of_pairs,
    wilson,
)

MATCHES = 1_000
SLACK = 3 * math.sqrt(0.95 * 0.05 / MATCHES)  # three standard errors of a share of 95 % in so many matches


def small_counts(most: int) -> Iterator[Counts]:
    for numbers in itertools.product(range(most + 1), repeat=3):
        if sum(numbers) <= most:
            yield Counts(*numbers)


def small_pairs(most: int) -> Iterator[Pairs]:
    for a, b, c, d, e in itertools.product(range(most + 1), repeat=5):
        if a + b + c + d + e <= most:
            yield a, b, c, d, e


def turned(pairs: Pairs) -> Pairs:
    a, b, c, d, e = pairs
    return e, d, c, b, a


def drawn(chance: SplitMix64, probabilities: Sequence[float], size: int) -> list[int]:
    """How often each outcome came in so many draws."""
    limits = list(itertools.accumulate(probabilities))
    assert limits[-1] == pytest.approx(1)
    counts = [0] * len(limits)
    for _ in range(size):
        counts[bisect(limits[:-1], chance.next() / 2**64)] += 1
    return counts


def games_drawn(chance: SplitMix64, probabilities: Sequence[float], size: int) -> Counts:
    losses, draws, wins = drawn(chance, probabilities, size)
    return Counts(wins, draws, losses)


def pairs_drawn(chance: SplitMix64, probabilities: Sequence[float], size: int) -> Pairs:
    a, b, c, d, e = drawn(chance, probabilities, size)
    return a, b, c, d, e


def mean(probabilities: Sequence[float], scores: Sequence[float] = PAIR_SCORES) -> float:
    return sum(p * score for p, score in zip(probabilities, scores, strict=True))


def holds(elo: Elo, truth: float) -> bool:
    return (elo.low is None or elo.low <= truth) and (elo.high is None or truth <= elo.high)


def true_elo(score: float) -> float:
    elo = score_to_elo(score)
    assert elo is not None
    return elo


# ---------------------------------------------------------------- counts


def test_counts_add_up() -> None:
    counts = Counts(3, 2, 1) + Counts(wins=1, losses=4)
    assert counts == Counts(4, 2, 5)
    assert (counts.games, counts.points, counts.rate) == (11, 5.0, 5 / 11)
    assert counts.reversed() == Counts(5, 2, 4)
    assert Counts().rate is None


# ---------------------------------------------------------------- Wilson


@pytest.mark.parametrize(
    ("successes", "trials", "low", "high"),
    [
        (0, 10, 0.0, 0.2775),  # z²/(n + z²) is the far end of a rate of 0
        (5, 10, 0.2366, 0.7634),
        (81, 263, 0.2553, 0.3662),  # this one and the next three: Newcombe 1998, table I, method 3
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
        (29, 29, 0.8830, 1.0),
    ],
)
def test_wilson_as_published(successes: int, trials: int, low: float, high: float) -> None:
    found = wilson(successes, trials)
    assert found == pytest.approx((low, high), abs=5e-5)
    assert (found.low == 0, found.high == 1) == (successes == 0, successes == trials)


def test_wilson_of_nothing_is_everything() -> None:
    assert wilson(0, 0) == Interval(0.0, 1.0)


@pytest.mark.parametrize(("successes", "trials"), [(-0.5, 3), (3.5, 3), (1, 0), (math.nan, 3)])
def test_wilson_refuses_what_is_no_rate(successes: float, trials: int) -> None:
    with pytest.raises(ValueError, match=f"{successes} successes of {trials} trials"):
        wilson(successes, trials)


def test_wilson_rises_with_successes_and_mirrors() -> None:
    for trials in range(1, 30):
        halves = [wilson(half / 2, trials) for half in range(2 * trials + 1)]
        assert all(a.low < b.low and a.high < b.high for a, b in itertools.pairwise(halves))
        for found, mirrored in zip(halves, reversed(halves), strict=True):
            assert found == pytest.approx((1 - mirrored.high, 1 - mirrored.low))


def test_a_greater_z_is_a_wider_interval() -> None:
    narrow, wide = wilson(7, 10, z=1.0), wilson(7, 10, z=2.5758)
    assert wide.low < narrow.low < 0.7 < narrow.high < wide.high
    assert narrow == pytest.approx(
        ((0.7 + 0.05 - math.sqrt(0.0235)) / 1.1, (0.7 + 0.05 + math.sqrt(0.0235)) / 1.1)
    )


@pytest.mark.parametrize("rate", [0.1, 0.3, 0.5, 0.9])
def test_wilson_holds_the_truth_in_19_matches_of_20(rate: float) -> None:
    chance, trials = SplitMix64(round(rate * 100)), 80
    held = 0
    for _ in range(MATCHES):
        low, high = wilson(games_drawn(chance, (1 - rate, 0, rate), trials).wins, trials)
        held += low <= rate <= high
    # What it holds of 80 trials is not quite 95 %, for it is a whole number that is drawn; exactly, it is:
    exact = sum(
        math.comb(trials, wins) * rate**wins * (1 - rate) ** (trials - wins)
        for wins in range(trials + 1)
        if wilson(wins, trials).low <= rate <= wilson(wins, trials).high
    )
    assert 0.93 < exact < 0.97
    assert held / MATCHES == pytest.approx(exact, abs=SLACK)


# ---------------------------------------------------------------- Elo


def test_elo_and_scores() -> None:
    assert elo_to_score(0) == 0.5
    assert elo_to_score(400) == pytest.approx(10 / 11)
    assert score_to_elo(0.75) == pytest.approx(400 * math.log10(3))
    assert score_to_elo(0.0) is score_to_elo(1.0) is None
    assert (elo_to_score(1e9), elo_to_score(-1e9)) == (1.0, 0.0)
    for elo in range(-3000, 3001, 50):
        assert elo_to_score(elo) + elo_to_score(-elo) == pytest.approx(1, abs=1e-15)
        assert score_to_elo(elo_to_score(elo)) == pytest.approx(elo, abs=1e-5)


@pytest.mark.parametrize("score", [5e-324, 2**-53, 1 - 2**-53])
def test_scores_next_to_certain_still_have_an_elo(score: float) -> None:
    elo = score_to_elo(score)
    assert elo is not None
    assert math.isfinite(elo)


# The tests of fastchess (app/tests/elo_test.cpp), which give half the width of the interval as its error.
def test_games_as_other_programs_judge_them() -> None:
    elo = elo_of_games(Counts(136, 111, 96))
    assert elo.low is not None
    assert elo.high is not None
    assert elo.difference == pytest.approx(40.70, abs=0.005)
    assert (elo.high - elo.low) / 2 == pytest.approx(30.43, abs=0.005)
    assert superiority(Counts(136, 111, 96)) == pytest.approx(0.9960, abs=5e-5)
    assert superiority(Counts(76, 123, 89)) == pytest.approx(0.1553, abs=5e-5)


@pytest.mark.parametrize(
    ("pairs", "difference", "error", "likelihood"),
    [
        ((34, 54, 31 + 32, 64, 75), 55.58, 27.65, 1.0),
        ((332, 433, 457 + 41, 333, 334), -8.64, 10.33, 0.0505),
        ((7895, 8757, 5485 + 200, 568, 9999), -21.04, 2.95, 0.0),  # the likelihood is not published
    ],
)
def test_pairs_as_other_programs_judge_them(
    pairs: Pairs, difference: float, error: float, likelihood: float
) -> None:
    elo = elo_of_pairs(pairs)
    assert elo.low is not None
    assert elo.high is not None
    assert elo.difference == pytest.approx(difference, abs=0.005)
    assert (elo.high - elo.low) / 2 == pytest.approx(error, abs=0.005)
    assert superiority_of_pairs(pairs) == pytest.approx(likelihood, abs=5e-5)


def test_an_interval_by_hand() -> None:
    # 60 wins and 40 losses: s = 0.6, v = 0.24, se = 0.04899
    elo = elo_of_games(Counts(60, 0, 40))
    assert elo.difference == pytest.approx(400 * math.log10(1.5))
    assert elo.low == pytest.approx(400 * math.log10(0.50398 / 0.49602), abs=0.01)
    assert elo.high == pytest.approx(400 * math.log10(0.69602 / 0.30398), abs=0.01)


def test_no_games_tell_nothing() -> None:
    assert elo_of_games(Counts()) == elo_of_pairs((0, 0, 0, 0, 0)) == Elo(None, None, None)
    assert superiority(Counts()) == superiority_of_pairs((0, 0, 0, 0, 0)) == 0.5


def test_an_unbeaten_agent_is_at_least_so_strong() -> None:
    elo = elo_of_games(Counts(wins=10))
    assert (elo.difference, elo.high) == (None, None)
    assert elo.low == score_to_elo(wilson(10, 10).low)
    elo = elo_of_pairs((7, 0, 0, 0, 0))
    assert (elo.difference, elo.low) == (None, None)
    assert elo.high == score_to_elo(wilson(0, 7).high)


@pytest.mark.parametrize(
    ("elo", "score", "size"),
    [
        (elo_of_games(Counts(draws=12)), 0.5, 12),  # all alike: the sample shows no error
        (elo_of_pairs((0, 0, 0, 9, 0)), 0.75, 9),
        (elo_of_games(Counts(8, 0, 2)), 0.8, 10),  # 0.8 + 1.96 errors would be more than all points
        (elo_of_games(Counts(1, 1, 0)), 0.75, 2),
    ],
)
def test_where_the_error_says_too_little_wilson_speaks(elo: Elo, score: float, size: int) -> None:
    low, high = wilson(score * size, size)
    assert elo.difference == score_to_elo(score)
    assert (elo.low, elo.high) == (score_to_elo(low), score_to_elo(high))


def test_nothing_is_ever_infinite() -> None:
    def check(elo: Elo, likelihood: float, unbeaten: bool, beaten: bool) -> None:
        known = [number for number in (elo.low, elo.difference, elo.high) if number is not None]
        assert all(map(math.isfinite, known))
        assert all(a < b for a, b in itertools.pairwise(known))
        assert (elo.difference is None) == (unbeaten or beaten)
        assert (elo.low is None) == beaten
        assert (elo.high is None) == unbeaten
        assert 0 < likelihood < 1
        assert (likelihood > 0.975) == (elo.low is not None and elo.low > 0)
        assert (likelihood < 0.025) == (elo.high is not None and elo.high < 0)

    for counts in small_counts(12):
        games = counts.games
        check(elo_of_games(counts), superiority(counts), counts.wins == games, counts.losses == games)
    for pairs in small_pairs(6):
        number = sum(pairs)
        check(elo_of_pairs(pairs), superiority_of_pairs(pairs), pairs[4] == number, pairs[0] == number)


def test_the_other_seat_sees_the_opposite() -> None:
    def opposite(elo: Elo) -> list[float | None]:
        return [None if number is None else -number for number in (elo.difference, elo.high, elo.low)]

    for counts in small_counts(9):
        elo = elo_of_games(counts.reversed())
        assert [elo.difference, elo.low, elo.high] == pytest.approx(opposite(elo_of_games(counts)))
        assert superiority(counts.reversed()) == pytest.approx(1 - superiority(counts))
    for pairs in small_pairs(4):
        elo = elo_of_pairs(turned(pairs))
        assert [elo.difference, elo.low, elo.high] == pytest.approx(opposite(elo_of_pairs(pairs)))
        assert superiority_of_pairs(turned(pairs)) == pytest.approx(1 - superiority_of_pairs(pairs))


def test_a_win_more_and_a_loss_less_is_more_elo_and_more_superior() -> None:
    row = [Counts(wins, 10, 60 - wins) for wins in range(61)]
    differences = [true_elo(counts.points / counts.games) for counts in row]
    assert [elo_of_games(counts).difference for counts in row] == differences
    likelihoods = [superiority(counts) for counts in row]
    for rising in (differences, likelihoods):
        assert all(a < b or a in (0, 1) for a, b in itertools.pairwise(rising))


def test_four_times_the_games_are_half_the_interval() -> None:
    few, many = elo_of_games(Counts(100, 50, 100)), elo_of_games(Counts(400, 200, 400))
    assert few.high is not None
    assert many.high is not None
    assert elo_to_score(few.high) - 0.5 == pytest.approx(2 * (elo_to_score(many.high) - 0.5))


# Loss, draw, win: even, with draws, and one-sided.
GAMES = [(0.5, 0.0, 0.5), (0.2, 0.5, 0.3), (0.1, 0.2, 0.7)]


@pytest.mark.parametrize("probabilities", GAMES)
def test_elo_of_games_holds_the_truth_in_19_matches_of_20(probabilities: tuple[float, ...]) -> None:
    chance = SplitMix64(19)
    truth = true_elo(mean(probabilities, (0, 0.5, 1)))
    held = sum(holds(elo_of_games(games_drawn(chance, probabilities, 200)), truth) for _ in range(MATCHES))
    assert held / MATCHES == pytest.approx(0.95, abs=SLACK)


# Pairs as a lopsided opening makes them, which each agent wins once, and as two games alike make them.
CANCELLING, DOUBLING = (0.05, 0.1, 0.65, 0.1, 0.1), (0.35, 0.05, 0.1, 0.05, 0.45)


def as_games(pairs: Pairs) -> Counts:
    """The pairs torn apart: that of one point as a win and a loss, for these two matches know no draws in it."""
    lost, half_lost, even, half_won, won = pairs
    return Counts(2 * won + half_won + even, half_won + half_lost, 2 * lost + half_lost + even)


@pytest.mark.parametrize("probabilities", [CANCELLING, DOUBLING])
def test_elo_of_pairs_holds_the_truth_in_19_matches_of_20(probabilities: tuple[float, ...]) -> None:
    chance = SplitMix64(20)
    truth = true_elo(mean(probabilities))
    matches = [pairs_drawn(chance, probabilities, 150) for _ in range(MATCHES)]
    held = sum(holds(elo_of_pairs(pairs), truth) for pairs in matches)
    assert held / MATCHES == pytest.approx(0.95, abs=SLACK)
    # Judged as single games, the same matches say too little, or claim too much.
    torn = sum(holds(elo_of_games(as_games(pairs)), truth) for pairs in matches)
    # Their error comes out at 1.51 and at 0.76 of what it is, which holds 99.7 % and 86 %.
    assert torn / MATCHES == pytest.approx(0.997 if probabilities is CANCELLING else 0.864, abs=0.033)


@pytest.mark.parametrize("size", [2, 5, 10, 20])
@pytest.mark.parametrize("score", [0.5, 0.75, 0.95])
def test_elo_of_a_few_games_claims_no_more_than_it_may(size: int, score: float) -> None:
    """Of every match of a few games without draws, weighted by how likely it is."""
    held = sum(
        math.comb(size, wins) * score**wins * (1 - score) ** (size - wins)
        for wins in range(size + 1)
        if holds(elo_of_games(Counts(wins, 0, size - wins)), true_elo(score))
    )
    assert held > 0.89


# ---------------------------------------------------------------- superiority


def test_nine_wins_and_a_draw_are_not_surer_than_ten_wins() -> None:
    # Plainly they would be: s = 0.95 with an error of 0.047 is nine errors above.
    assert 0.975 < superiority(Counts(9, 1, 0)) < superiority(Counts(10, 0, 0)) < 0.9995


def test_superiority_by_hand() -> None:
    assert superiority(Counts(50, 20, 50)) == 0.5
    # 60 of 100: (0.6 - 0.5) / 0.04899 = 2.0412 errors above
    assert superiority(Counts(60, 0, 40)) == pytest.approx(0.97938, abs=1e-5)
    # two pairs of 1 and two of 3/2: s = 0.625, v = 0.015625, se = 0.0625: 2 errors above
    assert superiority_of_pairs((0, 0, 2, 2, 0)) == pytest.approx(0.97725, abs=1e-5)


def test_superiority_of_results_that_are_all_alike() -> None:
    assert superiority(Counts(draws=9)) == superiority_of_pairs((0, 0, 9, 0, 0)) == 0.5
    assert superiority(Counts(wins=1)) == pytest.approx(0.84134, abs=1e-5)  # one error of a coin above
    assert superiority_of_pairs((0, 0, 0, 16, 0)) == pytest.approx(0.97725, abs=1e-5)
    assert superiority_of_pairs((0, 0, 0, 0, 4)) == pytest.approx(0.97725, abs=1e-5)
    for games in range(1, 50):
        surely = superiority(Counts(wins=games)) > 0.975
        assert surely == (wilson(games, games).low > 0.5)


@pytest.mark.parametrize("pair", [False, True])
def test_superiority_is_calibrated(pair: bool) -> None:
    """Between equals any likelihood comes as often as any other: below 5 % in 5 % of matches, and so on."""
    chance = SplitMix64(21)
    if pair:
        found = [
            superiority_of_pairs(pairs_drawn(chance, (0.1, 0.1, 0.6, 0.1, 0.1), 150))
            for _ in range(MATCHES)
        ]
    else:
        found = [superiority(games_drawn(chance, (0.4, 0.2, 0.4), 200)) for _ in range(MATCHES)]
    for limit in (0.05, 0.25, 0.5, 0.75, 0.95):
        share = sum((each < limit) + 0.5 * (each == limit) for each in found) / MATCHES
        assert share == pytest.approx(limit, abs=3 * math.sqrt(limit * (1 - limit) / MATCHES) + 0.01)


# ---------------------------------------------------------------- summaries


def test_a_summary_by_hand() -> None:
    assert summary([]) is None
    assert summary([3.0]) == Summary(1, 3.0, 0.0, 3.0, 3.0, 3.0)
    assert summary(iter([4.0, 1.0, 3.0])) == Summary(3, 8 / 3, math.sqrt(7 / 3), 3.0, 4.0, 4.0)
    assert summary([2, 4, 4, 4, 5, 5, 7, 9]) == Summary(8, 5.0, math.sqrt(32 / 7), 4.5, 9, 9)


@pytest.mark.parametrize(
    ("count", "rank"), [(1, 1), (19, 19), (20, 19), (21, 20), (40, 38), (100, 95), (101, 96)]
)
def test_p95_is_the_least_that_95_percent_do_not_exceed(count: int, rank: int) -> None:
    found = summary(float(value) for value in range(count, 0, -1))
    assert found is not None
    assert found.p95 == rank
    assert rank >= 0.95 * count > rank - 1


def test_a_summary_of_near_values_far_from_zero_keeps_its_sd() -> None:
    found = summary([1e9 + 1, 1e9 + 2, 1e9 + 3])
    assert found is not None
    assert (found.mean, found.sd) == (1e9 + 2, 1.0)


@pytest.mark.campaign
@pytest.mark.parametrize("size", [30, 100, 1_000])
@pytest.mark.parametrize("probabilities", [CANCELLING, DOUBLING, (0.1, 0.2, 0.4, 0.2, 0.1)])
def test_coverage_of_20_000_matches(size: int, probabilities: tuple[float, ...]) -> None:
    chance, matches = SplitMix64(22), 20_000
    truth = true_elo(mean(probabilities))
    held = sum(holds(elo_of_pairs(pairs_drawn(chance, probabilities, size)), truth) for _ in range(matches))
    # Three standard errors, and what s ± 1.96 errors is known to lack in small samples.
    assert held / matches == pytest.approx(0.95, abs=3 * math.sqrt(0.95 * 0.05 / matches) + 0.6 / size)
