"""The random generator of all of plyground: splitmix64 (Steele, Lea & Flood 2014), as in native/rng.hpp."""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from hashlib import blake2b
from typing import TypeVar

T = TypeVar("T")

_WORD = 2**64 - 1


class SplitMix64:
    """A stream of 64-bit numbers, given by its seed; the same in Python and in C++.

    >>> import plyground as pg
    >>> pg.SplitMix64(1).below(6), pg.SplitMix64(1).below(6)
    (3, 3)
    """

    __slots__ = ("state",)

    def __init__(self, seed: int) -> None:
        self.state = seed & _WORD

    def __repr__(self) -> str:
        return f"SplitMix64({self.state})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, SplitMix64) and self.state == other.state

    __hash__ = None  # type: ignore[assignment]

    def next(self) -> int:
        """The next number, 0 to 2**64 - 1."""
        self.state = (self.state + 0x9E3779B97F4A7C15) & _WORD
        mixed = self.state
        mixed = ((mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9) & _WORD
        mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & _WORD
        return mixed ^ (mixed >> 31)

    def below(self, bound: int) -> int:
        """A number from 0 to bound - 1, each equally likely (Lemire 2019: multiply, rarely draw again)."""
        if not 0 < bound <= _WORD:
            raise ValueError(f"bound must be 1 to 2**64 - 1, not {bound}")
        product = self.next() * bound
        if product & _WORD < bound:
            unfair = (_WORD + 1 - bound) % bound  # numbers that would make some results likelier
            while product & _WORD < unfair:
                product = self.next() * bound
        return product >> 64

    def choice(self, items: Sequence[T]) -> T:
        """One of the items."""
        return items[self.below(len(items))]

    def shuffle(self, items: MutableSequence[T]) -> None:
        """Put the items in a random order, in place (Fisher-Yates from the end)."""
        for last in range(len(items) - 1, 0, -1):
            other = self.below(last + 1)
            items[last], items[other] = items[other], items[last]


def derive_seed(seed: int, *what: object) -> int:
    """A seed for one purpose, made from a seed and words; the same in every process and Python version."""
    text = " ".join(map(str, (seed, *what)))
    return int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "little")
