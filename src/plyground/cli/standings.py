"""A report in words and tables."""

from __future__ import annotations

from collections.abc import Iterator

from plyground.arena.report import Duel, Report, Standing
from plyground.arena.stats import Elo
from plyground.arena.tables import NOTHING, report_tables
from plyground.cli.output import table


def report_text(report: Report) -> str:
    """All that a report says."""
    parts = [_title(report)]
    parts += [table(each.heads, each.rows, left=each.left) for each in report_tables(report)]
    if len(report.standings) == 2:
        parts += [_duel(report.standings, duel) for duel in report.duels.values()]
    notes = list(_notes(report))
    return "\n\n".join(parts + (["\n".join(notes)] if notes else []))


def _title(report: Report) -> str:
    done = report.finished or "to be continued"
    of = "" if report.played == report.planned else f" of {report.planned:,}"
    return f"{report.game}, {report.format}, seed {report.seed}: {report.played:,}{of} games, {done}"


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
