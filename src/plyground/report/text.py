"""A report as text for the terminal."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from pathlib import Path

from plyground.arena.run_folder import run_label
from plyground.columns import NOTHING
from plyground.errors import truncate
from plyground.pictures.html import card, paragraph
from plyground.pictures.html import table as html_table
from plyground.report.tables import report_tables
from plyground.report.types import Duel, ForgivenMove, Report
from plyground.stats.elo import Elo
from plyground.ui.i18n import tongue

_LONGEST = 160  # characters of a reason


def report_text(report: Report, advise: bool = True) -> str:
    """The whole report; with `advise` it also says which options would help."""
    parts = [_title(report)]
    parts += [str(table) for table in report_tables(report) if table.name != "duels"]  # told in words below
    if len(report.standings) == 2:
        parts += [_duel(report, duel) for duel in report.duels.values()]
    notes = list(_notes(report, advise))
    return "\n\n".join(parts + (["\n".join(notes)] if notes else []))


def report_html(report: Report) -> str:
    """What a notebook shows of a run: the results and, between two agents, who is stronger."""
    results = report_tables(report)[0]
    duels = report.duels.values() if len(report.standings) == 2 else ()
    said = "".join(paragraph(_duel(report, duel)) for duel in duels)
    return card(_title(report), html_table(results.heads, results.rows, left=results.left)) + said


def _title(report: Report) -> str:
    done = report.finished or "to be continued"
    of = "" if report.played == report.planned else f" of {report.planned:,}"
    seats = ", fixed seats" if report.fixed_seats else ""
    how = f"{report.format}{seats}, openings {report.openings}, seed {report.seed}"
    return f"{report.game}, {how}: {report.played:,}{of} games, {done}"


def _duel(report: Report, duel: Duel) -> str:
    one, other = (standing.name for standing in report.standings)
    unit = "game" if report.fixed_seats else "pair"
    lines = [f"Elo difference of {one}: {_elo(duel.elo, duel.exact, unit)}"]
    if duel.normalized_elo != Elo(None, None, None):
        lines.append(f"normalized Elo: {_elo(duel.normalized_elo, duel.exact, unit)}")
    if duel.superiority is not None:
        lines.append(f"likelihood that {one} is stronger than {other}: {100 * duel.superiority:.1f} %")
    lines.append(_units(duel, unit))
    if duel.bounds and duel.llr is not None:
        low, high = duel.bounds
        verdict = f"{one} is {duel.in_words}" if duel.in_words else "undecided"
        lines.append(f"SPRT: LLR {duel.llr:.2f} ({low:.2f} to {high:.2f}): {verdict}")
    return "\n".join(lines)


def _units(duel: Duel, unit: str) -> str:
    """How many different pairs or games there are, and with how many points."""
    units = unit if duel.different == 1 else f"{unit}s"
    same = "" if duel.different == duel.pairs else f", of {duel.pairs:,} played"
    points, counts = "0, ½, 1, 1½, 2", list(duel.pentanomial)
    if unit == "game":
        points, counts = "0, ½, 1", counts[::2]
    made = ", ".join(map(str, counts))
    return f"{duel.different:,} different {units}{same}; with {points} points: {made}"


def _elo(elo: Elo, exact: bool, unit: str) -> str:
    """An Elo difference. It has no number if one side made all the points, but a bound."""
    if exact:
        difference = "all points on one side" if elo.difference is None else f"{elo.difference:+.0f}"
        return f"{difference}, exact for these openings"
    if elo.difference is not None and elo.low is None and elo.high is None:
        return f"{elo.difference:+.0f} (too few {unit}s for an interval)"
    if elo.difference is not None:
        if elo.low is None or elo.high is None:
            bound = f"below {elo.high:+.0f}" if elo.low is None else f"above {elo.low:+.0f}"
            return f"{elo.difference:+.0f} (95 %: {bound})"
        return f"{elo.difference:+.0f} (95 %: {elo.low:+.0f} to {elo.high:+.0f})"
    if elo.low is not None:
        return f"at least {elo.low:+.0f} (95 %)"
    return NOTHING if elo.high is None else f"at most {elo.high:+.0f} (95 %)"


def _notes(report: Report, advise: bool) -> Iterator[str]:
    yield from _evidence(report, advise)
    if 0 < report.judged < report.judgeable:
        all_of_them = f"plyground runs {shlex.quote(run_label(Path(report.run)))} --blunders"
        yield f"note: moves of {report.judged:,} of {report.played:,} games were judged; all: {all_of_them}"
    if report.broken_off:
        games = "1 game was" if report.broken_off == 1 else f"{report.broken_off:,} games were"
        yield f"note: {games} broken off after {report.most_plies:,} moves, and count as drawn"
    for names in report.identical:
        yield f"note: the files of {', '.join(names[:-1])} and {names[-1]} are the same"
    for standing in report.standings:
        side = standing.sides["both"]
        if standing.asked is not None:
            chosen = tongue("en").say("agent.chosen", agent=standing.spec)
            yield f"note: {standing.asked}: {chosen}"
        if side.forfeits:
            yield f"note: {standing.name} forfeited games: {_reasons(side.forfeits, side.why)}"
        if side.fallbacks:
            yield f"note: moves were made in place of {standing.name}: {_reasons(side.fallbacks)}"
        if side.unfinished:
            how = "stopped before a depth was finished"
            yield f"note: moves of {standing.name} that were {how}: {side.unfinished:,} (deepening helps)"
        if side.forgiven:
            yield _forgiven(standing.name, side.forgiven)
        if side.pondered > 0.01 * max(1, side.counts.games):
            yield f"note: {standing.name} computed for {side.pondered:.2f} s in the other's time"
    starved = {standing.name: standing.sides["both"].starved for standing in report.standings}
    if total := sum(starved.values()):
        most = max(starved, key=starved.__getitem__)
        whose = f"{starved[most]:,} of {most}" if starved[most] < total else f"all of {most}"
        yield f"note: moves that waited for a core: {total:,} ({whose}); fewer --workers help"


def _forgiven(name: str, moves: list[ForgivenMove]) -> str:
    worst, rest = max(moves, key=lambda move: move.seconds), len(moves) - 1
    most = f"{worst.seconds:.2f} s more for move {worst.ply} of game {worst.game}"
    others = f", and more time for {rest:,} other{'s' if rest > 1 else ''}" if rest else ""
    return f"note: {name} had {most} because it waited for a core so long{others}"


def _evidence(report: Report, advise: bool) -> Iterator[str]:
    """What counts as evidence, and why so little of it does.

    That pairs repeat others is told if other openings would help: not where an agent uses chance.
    """
    if report.fixed_seats:
        yield "note: fixed seats: single games are counted, and the first may owe points to the first move"
    remedy = ", more or longer openings help" if advise else ""
    units = "games" if report.fixed_seats else "pairs"
    again = [d for d in report.duels.values() if d.different < d.pairs and not d.by_chance]
    if again:
        different, played = sum(duel.different for duel in again), sum(duel.pairs for duel in again)
        yield (
            f"note: only {different:,} of {played:,} {units} differ, and only those count as evidence: "
            f"deterministic agents repeat themselves{remedy}"
        )
    if len(report.standings) > 2 and any(standing.sides["both"].exact for standing in report.standings):
        yield "note: exact: nothing new can come from these openings, so that there is no interval"


def _reasons(counts: dict[str, int], why: dict[str, str] | None = None) -> str:
    """How often each reason occurred, and the details of its first time."""
    first = {reason: truncate(" ".join(said.split()), _LONGEST) for reason, said in (why or {}).items()}
    return ", ".join(
        f"{number:,} by {reason}" + (f" ({first[reason]})" if first.get(reason) else "")
        for reason, number in sorted(counts.items())
    )
