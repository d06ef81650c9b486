from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plyground import SplitMix64
from plyground.native import _core

WORD = 2**64 - 1
seeds = st.integers(0, WORD)


def test_the_published_stream() -> None:
    chance = SplitMix64(1234567)  # the reference values of the algorithm's authors
    assert [chance.next() for _ in range(5)] == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]


@pytest.mark.needs_core
@given(seeds, st.lists(st.one_of(st.integers(1, 300), st.integers(1, WORD)), max_size=50))
def test_both_cores_draw_the_same(seed: int, bounds: list[int]) -> None:
    ours, compiled = SplitMix64(seed), _core.SplitMix64(seed)
    assert [ours.below(bound) for bound in bounds] == [compiled.below(bound) for bound in bounds]
    assert ours.next() == compiled.next()


@given(seeds, st.integers(1, WORD))
def test_below_stays_below(seed: int, bound: int) -> None:
    assert 0 <= SplitMix64(seed).below(bound) < bound


def test_below_draws_again_where_it_would_be_uneven() -> None:
    bound = 2**63 + 1  # nearly half of all numbers must be drawn again
    chance, drawn = SplitMix64(7), 0
    for _ in range(200):
        before = SplitMix64(chance.state)
        chance.below(bound)
        before.next()
        drawn += before.state != chance.state
    assert 50 < drawn < 150


def test_below_is_even() -> None:
    chance, counts = SplitMix64(42), [0] * 7
    for _ in range(70_000):
        counts[chance.below(7)] += 1
    expected = 10_000
    chi_square = sum((count - expected) ** 2 / expected for count in counts)
    assert chi_square < 22.5  # 6 degrees of freedom: one seed in a thousand is beyond it


@pytest.mark.parametrize("bound", [0, -1, 2**64])
def test_below_refuses_what_is_no_bound(bound: int) -> None:
    with pytest.raises(ValueError, match=f"not {bound}"):
        SplitMix64(1).below(bound)


@pytest.mark.needs_core
def test_the_compiled_below_refuses_zero() -> None:
    with pytest.raises(ValueError, match="not 0"):
        _core.SplitMix64(1).below(0)


@given(seeds, st.lists(st.integers(), max_size=20))
def test_shuffle_keeps_everything(seed: int, items: list[int]) -> None:
    shuffled = list(items)
    SplitMix64(seed).shuffle(shuffled)
    assert sorted(shuffled) == sorted(items)


def test_shuffle_reaches_every_order_about_as_often() -> None:
    chance, seen = SplitMix64(3), dict[tuple[int, ...], int]()
    for _ in range(6_000):
        items = [0, 1, 2]
        chance.shuffle(items)
        seen[tuple(items)] = seen.get(tuple(items), 0) + 1
    assert len(seen) == 6
    assert all(850 < count < 1150 for count in seen.values())
