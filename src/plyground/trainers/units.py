"""The whole numbers that training counts in, as in native/trainer.hpp: the same on every machine.

A game won is worth ONE, a weight of 1 is WEIGHT, a step size of 1 is STEP, a trace of 1 is TRACE. The value
of a position is the tanh of the sum of its weights; tanh and the rates of steps are tables made here, with
decimal arithmetic that rounds alike everywhere.
"""

from __future__ import annotations

from decimal import Decimal, localcontext
from functools import cache

ONE = 1 << 15
WEIGHT = 1 << 24
STEP = 1 << 16
TRACE = 1 << 8
SQUASH_BITS = 17  # of a sum, between two numbers of the squash table: 1/128
STEP_BITS = 15  # from step size × rate × error to a weight
MAX_WEIGHT = 1 << 29
MAX_COHERENCE = 1 << 23
SCALE = 10_000  # of a weight of 1 in a file

_SQUASHED = 8  # beyond this sum a value is as good as won
_PLACES = 128


@cache
def squash_table() -> list[int]:
    """ONE × tanh of 0, 1/128, 2/128, … 8."""
    with localcontext() as context:
        context.prec = 40
        table = []
        for place in range(_SQUASHED * _PLACES + 1):
            grown = (2 * Decimal(place) / _PLACES).exp()
            table.append(int((ONE * (grown - 1) / (grown + 1)).to_integral_value()))
    return table


@cache
def rate_table(sharpness: float) -> list[int]:
    """By how far the errors of a weight agree, 0 to 256, the share of a step that it takes, 0 to 256.

    exp(sharpness × (agreement - 1)); with sharpness 0 the agreement itself (Beal & Smith 1999; the
    exponential by Bagheri, Thill, Koch & Konen 2014).
    """
    if sharpness == 0:
        return list(range(257))
    with localcontext() as context:
        context.prec = 40
        exponent = Decimal(str(sharpness))
        return [
            int((256 * (exponent * (Decimal(place) / 256 - 1)).exp()).to_integral_value())
            for place in range(257)
        ]


def as_units(value: float, unit: int) -> int:
    """A number of one in whole units, rounded."""
    return int((Decimal(str(value)) * unit).to_integral_value())
