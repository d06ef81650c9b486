"""The sequential test: other programs' published ratios, its own arithmetic, and its errors when simulated."""

from __future__ import annotations

import itertools
import math
from bisect import bisect
from collections.abc import Iterator, Sequence

import pytest

from plyground import BadSpec, SplitMix64
from plyground.stats.elo import PAIR_SCORES, Pairs, elo_to_score
from plyground.stats.sprt import SPRT


def small_pairs(most: int) -> Iterator[Pairs]:
    for a, b, c, d, e in itertools.product(range(most + 1), repeat=5):
        if a + b + c + d + e <= most:
            yield a, b, c, d, e


# ---------------------------------------------------------------- the ratio


# The tests of fastchess (app/tests/sprt_test.cpp).
@pytest.mark.parametrize(
    ("sprt", "pairs", "llr"),
    [
        (SPRT(0.5, 2.5), (223, 9863, 20279 + 1000, 10037, 246), -3.07),
        (SPRT(0, 2), (871, 26175, 55003 + 980, 26678, 821), -4.98),
    ],
)
def test_ratios_as_published(sprt: SPRT, pairs: Pairs, llr: float) -> None:
    assert sprt.llr(pairs) == pytest.approx(llr, abs=0.005)
    assert sprt.verdict(pairs) == "H0"


def test_a_ratio_by_hand() -> None:
    # Only 0 and 2 points ever came: the likeliest shares with a mean of 1/2 and 10/11 are just these.
    sprt = SPRT(0, 400)
    by_hand = 30 * math.log((10 / 11) / 0.5) + 10 * math.log((1 / 11) / 0.5)
    assert sprt.llr((10, 0, 0, 0, 30)) == pytest.approx(by_hand, abs=0.02)  # the unseen count 0.001 each


def test_the_ratio_is_of_the_likeliest_probabilities_of_each_mean() -> None:
    pairs, sprt = (7, 12, 20, 15, 9), SPRT(-20, 35)
    shares = [count / sum(pairs) for count in pairs]

    def log_likelihood(probabilities: Sequence[float]) -> float:
        return sum(count * math.log(p) for count, p in zip(pairs, probabilities, strict=True))

    def best(mean: float) -> float:
        """By climbing: moves of probability that keep the sum and the mean, ever smaller."""
        flat = [0.2 + (mean - 0.5) * (score - 0.5) * 1.6 for score in PAIR_SCORES]
        assert sum(p * score for p, score in zip(flat, PAIR_SCORES, strict=True)) == pytest.approx(mean)
        size = 0.05
        while size > 1e-8:
            for middle, sign in itertools.product((1, 2, 3), (1, -1)):
                trial = list(flat)
                for place, part in ((middle - 1, 1), (middle, -2), (middle + 1, 1)):
                    trial[place] += sign * part * size
                if min(trial) > 0 and log_likelihood(trial) > log_likelihood(flat):
                    flat = trial
                    break
            else:
                size /= 2
        return log_likelihood(flat)

    assert best(sum(map(math.prod, zip(shares, PAIR_SCORES, strict=True)))) == pytest.approx(
        log_likelihood(shares)
    )
    climbed = best(elo_to_score(35)) - best(elo_to_score(-20))
    assert sprt.llr(pairs) == pytest.approx(climbed, abs=1e-6)


def test_no_pairs_weigh_nothing() -> None:
    assert SPRT(0, 10).llr((0, 0, 0, 0, 0)) == 0.0
    assert SPRT(0, 10).verdict((0, 0, 0, 0, 0)) is None


def test_the_other_seat_weighs_the_opposite() -> None:
    for pairs in small_pairs(5):
        a, b, c, d, e = pairs
        assert SPRT(-5, 30).llr((e, d, c, b, a)) == pytest.approx(-SPRT(-30, 5).llr(pairs), abs=1e-9)


def test_a_better_pair_weighs_more_for_h1() -> None:
    sprt = SPRT(0, 20)
    for a, b, c, d, e in itertools.product((3, 5, 9), repeat=5):
        weights = [
            sprt.llr(pairs) for pairs in ((a + 1, b, c, d, e), (a, b, c + 1, d, e), (a, b, c, d, e + 1))
        ]
        assert weights == sorted(weights)
        assert weights[0] < weights[-1]


def test_twice_the_pairs_weigh_twice_as_much() -> None:
    sprt = SPRT(0, 10)
    assert sprt.llr((10, 40, 80, 60, 20)) == pytest.approx(2 * sprt.llr((5, 20, 40, 30, 10)), rel=1e-9)


@pytest.mark.parametrize("sprt", [SPRT(0, 5), SPRT(-2000, 2000), SPRT(1999, 2000), SPRT(0, 1e-9)])
def test_no_infinite_numbers(sprt: SPRT) -> None:
    one_sided: list[Pairs] = [
        (10**9, 0, 0, 0, 0),
        (0, 0, 10**9, 0, 0),
        (0, 0, 0, 0, 10**9),
        (1, 0, 0, 0, 10**9),
    ]
    for pairs in itertools.chain(small_pairs(3), one_sided):
        assert math.isfinite(sprt.llr(pairs))


def test_unbeaten_is_h1_and_beaten_is_h0() -> None:
    sprt = SPRT(0, 100)
    assert sprt.verdict((0, 0, 0, 0, 40)) == "H1"
    assert sprt.verdict((40, 0, 0, 0, 0)) == "H0"
    assert sprt.verdict((0, 0, 0, 0, 1)) is None
    assert sprt.verdict((0, 0, 400, 0, 0)) == "H0"  # ever a point each is no 100 Elo


# ---------------------------------------------------------------- its bounds and options


def test_bounds() -> None:
    assert SPRT(0, 5).bounds == pytest.approx((-2.944439, 2.944439))
    assert SPRT(0, 5, alpha=0.01, beta=0.2).bounds == pytest.approx((math.log(0.2 / 0.99), math.log(80)))


def test_the_verdict_is_the_bound_that_was_reached() -> None:
    sprt = SPRT(0, 50, alpha=0.01, beta=0.2)
    lower, upper = sprt.bounds
    seen = set()
    for wins in range(61):
        pairs = (60 - wins, 0, 0, 0, wins)
        verdict, llr = sprt.verdict(pairs), sprt.llr(pairs)
        assert verdict == ("H1" if llr >= upper else "H0" if llr <= lower else None)
        seen.add(verdict)
    assert seen == {"H0", "H1", None}


@pytest.mark.parametrize(
    ("text", "sprt"),
    [
        ("0,10", SPRT(0, 10)),
        (" -1.75 , .25 ", SPRT(-1.75, 0.25)),
        ("0, 5, alpha=0.01", SPRT(0, 5, alpha=0.01)),
        ("0,5,0.1,0.2", SPRT(0, 5, 0.1, 0.2)),
        ("elo1=3,elo0=1", SPRT(1, 3)),
    ],
)
def test_parse(text: str, sprt: SPRT) -> None:
    assert SPRT.parse(text) == sprt
    assert SPRT.parse(repr(sprt).removeprefix("SPRT(").removesuffix(")")) == sprt


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "missing a required argument: 'elo0' in sprt: sprt takes elo0, elo1, alpha=0.05, beta=0.05"),
        (
            "0",
            "missing a required argument: 'elo1' in sprt(0): sprt takes elo0, elo1, alpha=0.05, beta=0.05",
        ),
        ("0,ten", "no number ten: two numbers, as 0,10: elo0,elo1"),
        ("0,nan", "no number nan: two numbers, as 0,10: elo0,elo1"),
        ("0 10", "missing comma or parenthesis in sprt(0 |10): expected , or )"),
        ("5,5", "bad elo1 in elo1=5: elo1 is above elo0, which is 5"),
        ("5,-5", "bad elo1 in elo1=-5: elo1 is above elo0, which is 5"),
        ("0,1e999", "a value that cannot be read in sprt(0,|1e999): write it as Python would"),
        ("-3000,0", "bad elo0 in elo0=-3000: elo0 is a number from -2000 to 2000"),
        ("'a',0", "bad elo0 in elo0='a': elo0 is a number from -2000 to 2000"),
        ("0,True", "bad elo1 in elo1=True: elo1 is a number from -2000 to 2000"),
        ("0,5,0", "bad alpha in alpha=0: alpha is a number above 0 and below 0.5"),
        ("0,5,alpha=0.5", "bad alpha in alpha=0.5: alpha is a number above 0 and below 0.5"),
        ("0,5,beta=-1", "bad beta in beta=-1: beta is a number above 0 and below 0.5"),
        ("0,5,beta=None", "bad beta in beta=None: beta is a number above 0 and below 0.5"),
    ],
)
def test_a_bad_test_says_what_is_right(text: str, message: str) -> None:
    with pytest.raises(BadSpec) as raised:
        SPRT.parse(text)
    assert str(raised.value) == message


@pytest.mark.parametrize("elo", [math.nan, math.inf, -math.inf])
def test_no_finite_number_is_no_elo(elo: float) -> None:
    with pytest.raises(BadSpec, match=f"bad elo0 in elo0={elo}"):
        SPRT(elo, 5)
    with pytest.raises(BadSpec, match=f"bad elo1 in elo1={elo}"):
        SPRT(0, elo)


# ---------------------------------------------------------------- its errors


# Shares of the pairs: openings that each agent wins once, and second games that end as the first did.
CORRELATIONS = pytest.mark.parametrize(("cancelling", "doubling"), [(0.3, 0.0), (0.0, 0.5)])


def correlated(score: float, cancelling: float, doubling: float) -> list[float]:
    """Pair probabilities of that mean; the games of the pairs left over are independent, a third are draws."""
    free = (score - cancelling / 2) / (1 - cancelling)
    games = {0.0: 1 - free - 1 / 6, 0.5: 1 / 3, 1.0: free - 1 / 6}
    probabilities = [0.0] * 5
    probabilities[2] = cancelling
    for (one, p), (other, q) in itertools.product(games.items(), repeat=2):
        probabilities[PAIR_SCORES.index((one + other) / 2)] += (1 - cancelling - doubling) * p * q
    for both, p in games.items():
        probabilities[PAIR_SCORES.index(both)] += doubling * p
    mean = sum(p * each for p, each in zip(probabilities, PAIR_SCORES, strict=True))
    assert (mean, sum(probabilities)) == pytest.approx((score, 1))
    assert min(probabilities) > 0
    return probabilities


def share_wrong(sprt: SPRT, truth: str, probabilities: Sequence[float], matches: int, seed: int) -> float:
    """How many of so many matches, each played to its end, come to the verdict that is not true."""
    chance = SplitMix64(seed)
    limits = list(itertools.accumulate(probabilities))[:-1]
    wrong = 0
    for _ in range(matches):
        pairs = [0] * 5
        verdict = None
        while verdict is None:
            pairs[bisect(limits, chance.next() / 2**64)] += 1
            a, b, c, d, e = pairs
            verdict = sprt.verdict((a, b, c, d, e))
        wrong += verdict != truth
    return wrong / matches


# Wald's bounds take no notice of how far the last pair leaps over them, which makes errors rarer than
# alpha and beta, the more so the shorter the match; a match of many pairs comes near to them.
@CORRELATIONS
@pytest.mark.parametrize("truth", ["H0", "H1"])
@pytest.mark.slow
def test_errors_are_no_more_than_allowed(truth: str, cancelling: float, doubling: float) -> None:
    sprt, matches = SPRT(0, 120, alpha=0.1, beta=0.05), 500
    elo, risk = (sprt.elo0, sprt.alpha) if truth == "H0" else (sprt.elo1, sprt.beta)
    probabilities = correlated(elo_to_score(elo), cancelling, doubling)
    wrong = share_wrong(sprt, truth, probabilities, matches, seed=5)
    assert risk / 5 < wrong < risk + 3 * math.sqrt(risk * (1 - risk) / matches)


@pytest.mark.campaign
@CORRELATIONS
@pytest.mark.parametrize("truth", ["H0", "H1"])
def test_errors_of_3_000_long_matches(truth: str, cancelling: float, doubling: float) -> None:
    sprt, matches = SPRT(0, 40), 3_000
    probabilities = correlated(
        elo_to_score(sprt.elo0 if truth == "H0" else sprt.elo1), cancelling, doubling
    )
    wrong = share_wrong(sprt, truth, probabilities, matches, seed=6)
    assert 0.025 < wrong < 0.05 + 3 * math.sqrt(0.05 * 0.95 / matches)


def test_a_verdict_in_words() -> None:
    assert SPRT(0, 50).in_words("H0") == "not 50 Elo stronger (accepts H0)"
    assert SPRT(0, 50).in_words("H1") == "50 Elo stronger rather than equal (accepts H1)"
    assert SPRT(-10, 0).in_words("H0") == "10 Elo weaker rather than equal (accepts H0)"
    assert SPRT(-10, -2.5).in_words("H1") == "2.5 Elo weaker rather than 10 Elo weaker (accepts H1)"
