"""Ratings of a field: cases by hand, what the likeliest strengths must satisfy, and simulated tournaments."""

from __future__ import annotations

import itertools
import math
from collections.abc import Mapping

import pytest

from plyground import BadSpec, SplitMix64
from plyground.stats import ratings as bradley_terry
from plyground.stats.elo import Counts, elo_to_score
from plyground.stats.ratings import Rating

Results = dict[tuple[int, int], Counts]

ELO = 400 / math.log(10)
T9 = 2.262157  # Student's t of nine degrees of freedom holds 95 % within so many errors


def ratings(players: int, results: Mapping[tuple[int, int], Counts], prior: float = 1.0) -> list[Rating]:
    """The ratings of results that are all of one round, and so without intervals."""
    return bradley_terry.ratings(players, [results], prior)


def margin(rating: Rating) -> float:
    assert rating.low is not None
    assert rating.high is not None
    assert rating.elo - rating.low == pytest.approx(rating.high - rating.elo)
    return rating.high - rating.elo


def random_results(seed: int, players: int, games: int) -> Results:
    """Some of the pairings, with results that mean nothing."""
    chance, results = SplitMix64(seed), Results()
    for seats in itertools.combinations(range(players), 2):
        if chance.below(3):
            wins = chance.below(games + 1)
            draws = chance.below(games - wins + 1)
            results[seats] = Counts(wins, draws, games - wins - draws)
    return results


def surpluses(found: list[Rating], results: Mapping[tuple[int, int], Counts], prior: float) -> list[float]:
    """Points beyond expectation, each player's games with the average player included.

    That player's rating is where it has itself scored half of its games.
    """

    def expected_of_average(rating: float) -> float:
        return sum(elo_to_score(rating - each.elo) for each in found)

    low, high = -1e4, 1e4
    for _ in range(100):
        middle = (low + high) / 2
        low, high = (middle, high) if expected_of_average(middle) < len(found) / 2 else (low, middle)
    surplus = [prior * (0.5 - elo_to_score(each.elo - low)) for each in found]
    for (one, other), counts in results.items():
        ahead = found[one].elo - found[other].elo
        more = counts.points * elo_to_score(-ahead) - counts.reversed().points * elo_to_score(ahead)
        surplus[one] += more
        surplus[other] -= more
    return surplus


def test_two_players_by_hand() -> None:
    # With 6 draws each against the average, 9 of 10 puts them ln 2 above and below it:
    # 9 - 10·4/5 = 1 point too many, 6·(2/3 - 1/2) = 1 too many in the draws that they should have won.
    one, other = ratings(2, {(0, 1): Counts(9, 0, 1)}, prior=6)
    assert one.elo == pytest.approx(400 * math.log10(2), abs=1e-9)
    assert other.elo == pytest.approx(-one.elo)
    assert (one.low, one.high, other.low, other.high) == (None,) * 4  # one round gives no interval


def test_an_interval_by_hand() -> None:
    """Ten games of a round each, nine of them won: as above, with what the rounds pull."""
    rounds = [{(0, 1): Counts(wins=1)}] * 9 + [{(0, 1): Counts(losses=1)}]
    one, other = bradley_terry.ratings(2, rounds, prior=6)
    # The curvature of the half difference is 2·(2·1.6 + 6·2/9), a game's slope in it is 2·(1/5), or 2·(-4/5);
    # the half game that is added is a quarter of each.
    squares = 4 * (9 * 0.2**2 + 0.8**2 + 0.25 * (0.2**2 + 0.8**2))
    error = math.sqrt(squares * 10.5 / 9.5) / (2 * (2 * 1.6 + 6 * 2 / 9))
    assert margin(one) == pytest.approx(T9 * ELO * error)
    assert margin(other) == pytest.approx(margin(one))


def test_many_games_outweigh_the_prior() -> None:
    one, other = ratings(2, {(0, 1): Counts(700_000, 100_000, 200_000)})
    assert one.elo - other.elo == pytest.approx(400 * math.log10(3), abs=1e-3)


def test_a_draw_is_half_a_win_and_half_a_loss() -> None:
    assert ratings(3, {(0, 1): Counts(5, 4, 3), (1, 2): Counts(0, 2, 6)}) == ratings(
        3, {(0, 1): Counts(7, 0, 5), (1, 2): Counts(1, 0, 7)}
    )


def test_the_seats_may_be_told_either_way() -> None:
    told = ratings(3, {(0, 1): Counts(5, 1, 2), (1, 2): Counts(3, 0, 1)})
    turned = ratings(3, {(1, 0): Counts(2, 1, 5), (2, 1): Counts(1, 0, 3)})
    halved = ratings(3, {(0, 1): Counts(5, 0, 0), (1, 0): Counts(2, 1, 0), (1, 2): Counts(3, 0, 1)})
    for each in zip(told, turned, halved, strict=True):
        assert len({round(rating.elo, 7) for rating in each}) == 1


def test_games_with_oneself_tell_nothing() -> None:
    results = {(0, 1): Counts(5, 1, 2)}
    plain, vain = ratings(2, results), ratings(2, {**results, (1, 1): Counts(50, 3, 2)})
    for one, other in zip(plain, vain, strict=True):
        assert one.elo == pytest.approx(other.elo)


def test_no_agent_and_one_agent() -> None:
    assert ratings(0, {}) == []
    assert ratings(1, {}) == [Rating(0.0)]


def test_agent_without_games_is_average() -> None:
    found = ratings(4, {(0, 1): Counts(8, 0, 2), (1, 2): Counts(5, 0, 5)})
    assert abs(found[3].elo) < 100
    assert [each.elo for each in ratings(3, {})] == [0, 0, 0]


def test_rounds_that_all_end_alike_leave_a_doubt() -> None:
    """Ten rounds of draws do not make sure that the eleventh will be one."""
    rounds = [{(0, 1): Counts(draws=2), (1, 2): Counts(draws=2), (0, 2): Counts(draws=2)}] * 10
    assert all(10 < margin(each) < 80 for each in bradley_terry.ratings(3, rounds))


def test_an_unbeaten_player_is_first_and_more_so_by_more_wins() -> None:
    tops = []
    for wins in (1, 2, 5, 10, 100, 1_000):
        found = ratings(3, {(0, 1): Counts(wins), (0, 2): Counts(wins), (1, 2): Counts(5, 3, 5)})
        assert found[0].elo > found[1].elo
        tops.append(found[0].elo)
    assert all(a < b for a, b in itertools.pairwise(tops))


def test_a_stronger_prior_draws_everyone_together() -> None:
    spans = [ratings(2, {(0, 1): Counts(8, 0, 2)}, prior)[0].elo for prior in (0.001, 0.1, 1, 10, 1000)]
    assert all(a > b > 0 for a, b in itertools.pairwise(spans))


@pytest.mark.parametrize("seed", range(20))
def test_the_likeliest_strengths_explain_every_score(seed: int) -> None:
    players, prior = 2 + seed % 11, (0.001, 0.5, 1.0, 20.0)[seed % 4]
    results = random_results(seed, players, games=1 + seed * 3)
    found = ratings(players, results, prior)
    assert surpluses(found, results, prior) == pytest.approx([0] * players, abs=1e-7)
    assert sum(each.elo for each in found) == pytest.approx(0, abs=1e-6)


@pytest.mark.parametrize("seed", range(5))
def test_the_order_of_the_players_does_not_matter(seed: int) -> None:
    players, chance = 8, SplitMix64(seed)
    results = random_results(seed, players, games=7)
    order = list(range(players))
    chance.shuffle(order)
    found = ratings(players, results)
    moved = ratings(
        players, {(order[one], order[other]): counts for (one, other), counts in results.items()}
    )
    for player, each in enumerate(found):
        other = moved[order[player]]
        assert each.elo == pytest.approx(other.elo, abs=1e-6)


HUGE = 10**9


@pytest.mark.parametrize("prior", [0.001, 1, 1000])
@pytest.mark.parametrize(
    "results",
    [
        {(0, 1): Counts(HUGE)},
        {(0, 1): Counts(HUGE), (1, 2): Counts(HUGE), (2, 3): Counts(HUGE)},
        {(0, 1): Counts(HUGE), (1, 2): Counts(HUGE), (2, 0): Counts(HUGE)},
        {(0, 1): Counts(draws=HUGE), (2, 3): Counts(draws=HUGE), (1, 2): Counts(wins=1)},
        {(0, 1): Counts(HUGE, 0, 1), (2, 3): Counts(1, 0, HUGE)},
        {seats: Counts(10) for seats in itertools.combinations(range(4), 2)},
    ],
)
def test_no_infinite_numbers(results: Results, prior: float) -> None:
    found = ratings(4, results, prior)
    assert all(math.isfinite(each.elo) for each in found)
    for each in bradley_terry.ratings(4, [results, results], prior):
        assert math.isfinite(margin(each))
    assert surpluses(found, results, prior) == pytest.approx([0] * 4, abs=1e-7)


def test_sixty_players_of_whom_each_beats_all_below() -> None:
    found = ratings(60, {seats: Counts(10) for seats in itertools.combinations(range(60), 2)})
    elos = [each.elo for each in found]
    assert all(a > b for a, b in itertools.pairwise(elos))
    assert [-elo for elo in reversed(elos)] == pytest.approx(elos)


@pytest.mark.parametrize("prior", [0, -1, math.nan, math.inf, 1e-9, 1e9, True, "1", None])
def test_a_bad_prior_says_what_is_right(prior: float) -> None:
    with pytest.raises(BadSpec) as raised:
        ratings(2, {}, prior)
    assert str(raised.value) == f"bad prior in prior={prior!r}: prior is a number from 0.001 to 1000"


def pair(score: float, kind: str, chance: SplitMix64) -> Counts:
    """Two games of one opening, of which so much is expected."""

    def won(share: float) -> bool:
        return chance.next() < share * 2**64

    if kind in ("both games alike", "one luck in a round"):
        return Counts(wins=2) if won(score) else Counts(losses=2)
    drawn = 1.2 * min(score, 1 - score) if kind in ("many draws", "the opening decides") else 0.0
    total = Counts()
    if kind == "the opening decides":
        if won(drawn):
            return Counts(wins=1, losses=1)
        score, drawn = (score - drawn / 2) / (1 - drawn), 0.0
    for _ in range(2):
        if won(drawn):
            total += Counts(draws=1)
        else:
            total += Counts(wins=1) if won((score - drawn / 2) / (1 - drawn)) else Counts(losses=1)
    return total


class SameLuck(SplitMix64):
    """Draws one number again and again: so who is lucky in a round is so against everybody."""

    def next(self) -> int:
        return self.state


def round_of(
    expected: dict[tuple[int, int], float], kind: str, chance: SplitMix64
) -> dict[tuple[int, int], Counts]:
    luck = SameLuck(chance.next()) if kind == "one luck in a round" else chance
    return {seats: pair(score, kind, luck) for seats, score in expected.items()}


KINDS = (
    "independent games",
    "both games alike",
    "many draws",
    "the opening decides",
    "one luck in a round",
)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    ("rounds", "tournaments"), [(10, 60), pytest.param(10, 1_000, marks=pytest.mark.campaign)]
)
def test_intervals_hold_the_truth_in_19_ratings_of_20(kind: str, rounds: int, tournaments: int) -> None:
    """Intervals of single games held 83 to 89 % where both games were alike, and 98 to 100 % with draws."""
    chance, truth = SplitMix64(8), [-200, -120, -40, 0, 40, 120, 200]
    meetings = list(itertools.combinations(range(len(truth)), 2))
    expected = {(a, b): elo_to_score(truth[a] - truth[b]) for a, b in meetings}
    held = 0
    for _ in range(tournaments):
        played = [round_of(expected, kind, chance) for _ in range(rounds)]
        found = bradley_terry.ratings(len(truth), played)
        held += sum(abs(each.elo - elo) <= margin(each) for each, elo in zip(found, truth, strict=True))
    number = tournaments * len(truth)
    error = math.sqrt(0.95 * 0.05 / number)
    most = (
        0.98 if kind == "one luck in a round" else 0.97
    )  # results of a round that all agree are one result
    assert 0.945 - 3 * error < held / number < most + 3 * error
