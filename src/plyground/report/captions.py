"""What the data of a figure make its caption say: what to see, of how many, and what the marks mean."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from plyground.report.chart import FigureSeries, number
from plyground.words import Tongue


def joined(*sentences: str) -> str:
    return " ".join(sentence for sentence in sentences if sentence)


def short(value: float) -> float:
    """The value to three digits, or to a whole number."""
    return float(round(value)) if abs(value) >= 100 else float(f"{value:.3g}")


def extremes(values: Sequence[tuple[str, float]]) -> tuple[tuple[str, float], tuple[str, float]] | None:
    """Who has the most and who the least, or None if nobody has more than another."""
    most, least = max(values, key=lambda each: each[1]), min(values, key=lambda each: each[1])
    return None if most[1] == least[1] else (most, least)


def _say(speaker: Tongue, key: str, values: Sequence[tuple[str, float]], **facts: str) -> str:
    """The sentence about the most and the least; `-one` or `-same` of the key if there are no two."""
    if len(values) == 1 or not (found := extremes(values)):
        way = "one" if len(values) == 1 else "same"
        (name, value), *_ = values
        return speaker.say(f"figure.{key}-{way}", name=name, value=number(value, speaker.language), **facts)
    (most, high), (least, low) = found
    ends = {"high": number(high, speaker.language), "low": number(low, speaker.language)}
    return speaker.say(f"figure.{key}", most=most, least=least, **ends, **facts)


def seen_at(speaker: Tongue, series: Iterable[FigureSeries], key: str, place: str, last: bool) -> str:
    """Who takes the most at one place of the axis: the last where two have points, or the most costly."""
    by_place: dict[float, list[tuple[str, float]]] = {}
    for each in series:
        for x, y in each.points:
            by_place.setdefault(x, []).append((each.name, short(y)))
    if not by_place:
        return ""
    most = max(len(values) for values in by_place.values())
    full = [x for x, values in by_place.items() if len(values) >= min(2, most)]
    x = max(full) if last else max(full, key=lambda x: max(value for _, value in by_place[x]))
    where = speaker.say(f"figure.at-{place}", n=int(x))
    return _say(speaker, key, by_place[x], where=where)


def seen_in_rows(speaker: Tongue, series: Iterable[FigureSeries], key: str) -> str:
    """Who has the highest and the lowest value, or median."""
    values = [
        (each.name, short(each.distribution.quantiles[2] if each.distribution else each.points[0][0]))
        for each in series
        if each.points
    ]
    return _say(speaker, key, values) if values else ""


def about_rows(speaker: Tongue, series: Iterable[FigureSeries]) -> str:
    """What the marks of distributions mean; shapes and dots are told only where there are some."""
    drawn = [each.distribution for each in series if each.distribution]
    shapes, dots = (any(bool(each.values) == few for each in drawn) for few in (False, True))
    return joined(
        speaker.say("figure.about-shapes") if shapes else "",
        speaker.say("figure.about-dots") if dots else "",
        speaker.say("figure.about-boxes"),
    )


def of_positions(speaker: Tongue, counts: Iterable[int], key: str = "mean-of") -> str:
    """Of how many positions each point is the mean, or, as `ratio-of`, the ratio."""
    sizes = sorted(set(counts))
    if not sizes:
        return ""
    if len(sizes) == 1:
        return speaker.say(f"figure.{key}", n=sizes[0])
    return speaker.say(f"figure.{key}-some", low=sizes[0], high=sizes[-1])
