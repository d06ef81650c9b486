"""Where labels beside the ends of lines stand: as near to them as can be, and none over another."""

from __future__ import annotations

from collections.abc import Sequence


def label_places(wanted: Sequence[float], sizes: Sequence[float], low: float, high: float) -> list[float]:
    """The middles of labels that would like to be at `wanted`, between `low` and `high`, none overlapping.

    Labels that would overlap become a block, whose middle is where its labels want to be on average.
    """
    order = sorted(range(len(wanted)), key=lambda each: wanted[each])
    blocks: list[list[int]] = []
    starts: list[float] = []
    for each in order:
        blocks.append([each])
        starts.append(_start(blocks[-1], wanted, sizes, low, high))
        while len(blocks) > 1 and starts[-2] + _size(blocks[-2], sizes) > starts[-1]:
            last = blocks.pop()
            starts.pop()
            blocks[-1] += last
            starts[-1] = _start(blocks[-1], wanted, sizes, low, high)
    places = [0.0] * len(wanted)
    for block, start in zip(blocks, starts, strict=True):
        for each in block:
            places[each] = start + sizes[each] / 2
            start += sizes[each]
    return places


def _size(block: Sequence[int], sizes: Sequence[float]) -> float:
    return sum(sizes[each] for each in block)


def _start(
    block: Sequence[int], wanted: Sequence[float], sizes: Sequence[float], low: float, high: float
) -> float:
    offset, starts = 0.0, []
    for each in block:
        starts.append(wanted[each] - sizes[each] / 2 - offset)
        offset += sizes[each]
    start = sum(starts) / len(starts)
    return max(low, min(start, high - offset))
