"""A report in words and tables."""

from __future__ import annotations

from collections.abc import Iterator

from plyground.arena.report import SIDES, Duel, Report, Side, Standing
from plyground.arena.stats import Elo, Interval
from plyground.cli.output import table
from plyground.games.registry import load_game

NOTHING = "–"


def report_text(report: Report) -> str:
    """All that a report says."""
    players = load_game(report.game).players
    names = {"both": "both", "first": players[0], "second": players[1]}
    parts = [_title(report), _results(report.standings, names), _costs(report.standings)]
    if any(standing.sides["both"].blunders for standing in report.standings):
        parts.append(_blunders(report.standings))
    if len(report.standings) > 2:
        parts += [_crosstable(report), _ratings(report.standings)]
    else:
        parts += [_duel(report.standings, duel) for duel in report.duels.values()]
    notes = list(_notes(report))
    return "\n\n".join(parts + (["\n".join(notes)] if notes else []))


def _title(report: Report) -> str:
    done = report.finished or "to be continued"
    of = "" if report.played == report.planned else f" of {report.planned:,}"
    return f"{report.game}, {report.format}, seed {report.seed}: {report.played:,}{of} games, {done}"


def _results(standings: list[Standing], names: dict[str, str]) -> str:
    rows = []
    for standing in standings:
        for side in SIDES:
            counts, found = standing.sides[side].counts, standing.sides[side]
            numbers = map(str, (counts.games, counts.wins, counts.draws, counts.losses))
            rate = NOTHING if counts.rate is None else f"{100 * counts.rate:.1f} %"
            name = standing.name if side == "both" else ""
            rows.append(
                (name, names[side], *numbers, rate, _percent(found.interval) if counts.games else NOTHING)
            )
    return table(
        ("agent", "side", "games", "won", "drawn", "lost", "points", "95 % interval"), rows, left=2
    )


def _costs(standings: list[Standing]) -> str:
    times, nodes = ("time a move", "median", "p95", "max"), ("nodes a move", "median", "max", "depth")
    rows = [_cost(standing.name, standing.sides["both"]) for standing in standings]
    return table(("agent", "moves", *times, *nodes), rows)


def _cost(name: str, side: Side) -> tuple[str, ...]:
    wall, nodes, depth = side.wall, side.nodes, side.depth
    if wall is None:
        return (name, "0", *[NOTHING] * 8)
    mean = f"{milliseconds(wall.mean)} ± {milliseconds(wall.sd)} ms"
    times = (mean, *(f"{milliseconds(value)} ms" for value in (wall.median, wall.p95, wall.max)))
    counted: tuple[str, ...] = (NOTHING,) * 3
    if nodes:
        counted = (f"{nodes.mean:,.1f} ± {nodes.sd:,.1f}", f"{nodes.median:,.0f}", f"{nodes.max:,.0f}")
    return name, f"{wall.count:,}", *times, *counted, f"{depth.mean:.1f}" if depth else NOTHING


def milliseconds(seconds: float) -> str:
    """Thousandths of a second in three digits, or in more where there are more."""
    value = 1e3 * seconds
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def _blunders(standings: list[Standing]) -> str:
    rows = []
    for standing in standings:
        if found := standing.sides["both"].blunders:
            rate = (f"{100 * found.rate:.1f} %", _percent(found.interval), f"{found.lost:.3f}")
            rows.append((standing.name, f"{found.moves:,}", f"{found.blunders:,}", *rate))
    heads = ("agent", "moves judged", "blunders", "rate", "95 % interval", "points lost a move")
    return table(heads, rows)


def _crosstable(report: Report) -> str:
    count = len(report.standings)
    cells = [[NOTHING] * count for _ in range(count)]
    for (one, other), duel in report.duels.items():
        counts = duel.counts
        if counts.games:
            cells[one][other] = f"{counts.points:g}/{counts.games}"
            cells[other][one] = f"{counts.games - counts.points:g}/{counts.games}"
    heads = ("points against", *map(str, range(1, count + 1)))
    rows = [
        (f"{number}. {standing.name}", *cells[number - 1])
        for number, standing in enumerate(report.standings, 1)
    ]
    return table(heads, rows)


def _ratings(standings: list[Standing]) -> str:
    ordered = sorted(standings, key=lambda standing: -standing.rating.elo)
    rows = [
        (f"{place}.", s.name, f"{s.rating.elo:+.0f}", f"{s.rating.low:+.0f} to {s.rating.high:+.0f}")
        for place, s in enumerate(ordered, 1)
    ]
    return table(("place", "agent", "Elo", "95 % interval"), rows, left=2)


def _duel(standings: list[Standing], duel: Duel) -> str:
    one, other = (standing.name for standing in standings)
    lines = [
        f"Elo difference of {one}: {_elo(duel.elo)}",
        f"likelihood that {one} is stronger than {other}: {100 * duel.superiority:.1f} %",
        f"pairs with 0, ½, 1, 1½, 2 points: {', '.join(map(str, duel.fives))}",
    ]
    if duel.bounds and duel.llr is not None:
        low, high = duel.bounds
        verdict = f"accepts {duel.verdict}" if duel.verdict else "undecided"
        lines.append(f"SPRT: LLR {duel.llr:.2f} ({low:.2f} to {high:.2f}), {verdict}")
    return "\n".join(lines)


def _elo(elo: Elo) -> str:
    """A difference has no number where one side made all the points; then its bound tells something."""
    if elo.difference is not None:
        low = NOTHING if elo.low is None else f"{elo.low:+.0f}"
        high = NOTHING if elo.high is None else f"{elo.high:+.0f}"
        return f"{elo.difference:+.0f} (95 %: {low} to {high})"
    if elo.low is not None:
        return f"at least {elo.low:+.0f} (95 %)"
    return NOTHING if elo.high is None else f"at most {elo.high:+.0f} (95 %)"


def _notes(report: Report) -> Iterator[str]:
    if report.unique < report.played:
        yield (
            f"note: only {report.unique:,} of {report.played:,} games differ, the others repeat them "
            "move for move: agents that know no chance need --openings"
        )
    for standing in report.standings:
        side = standing.sides["both"]
        if side.forfeits:
            yield f"note: {standing.name} forfeited games: {_reasons(side.forfeits)}"
        if side.fallbacks:
            yield f"note: moves were made in place of {standing.name}: {_reasons(side.fallbacks)}"
        if side.starved:
            hint = "fewer --workers help"
            yield f"note: moves of {standing.name} that waited for a core: {side.starved:,} ({hint})"
        if side.pondered > 0.01 * max(1, side.counts.games):
            yield f"note: {standing.name} computed for {side.pondered:.2f} s in the other's time"


def _reasons(counts: dict[str, int]) -> str:
    return ", ".join(f"{number} by {reason}" for reason, number in sorted(counts.items()))


def _percent(interval: Interval) -> str:
    return f"{100 * interval.low:.1f} to {100 * interval.high:.1f} %"
