"""The notes of a report: what a reader must know about a run beside its numbers."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator, Mapping
from pathlib import Path

from plyground.arena.run_folder import run_label
from plyground.errors import truncate
from plyground.report.types import ForgivenMove, Report, Standing
from plyground.stats.elo import FEWEST
from plyground.words import Tongue

_LONGEST = 160  # characters of a reason
_SILENT = re.compile(r"nothing came within (?P<seconds>[\d.e+]+) s(?P<also>.*)")  # as the referee writes it


def run_notes(report: Report, speaker: Tongue, advise: bool = True) -> list[str]:
    """The notes; with `advise` they also say which options would help."""
    said = [*_evidence(report, speaker, advise), *_games(report, speaker)]
    for standing in report.standings:
        said += _agent(standing, speaker)
    said += _starved(report, speaker)
    return [speaker.say("reports.note", note=each) for each in said]


def _evidence(report: Report, speaker: Tongue, advise: bool) -> Iterator[str]:
    """What counts as evidence, and why so little of it does.

    That pairs repeat others is told if other openings would help: not where an agent uses chance.
    """
    if report.fixed_seats:
        yield speaker.say("reports.note-seats")
    again = [d for d in report.duels.values() if d.different < d.pairs and not d.by_chance]
    if again:
        yield speaker.say(
            "reports.note-games-repeat" if report.fixed_seats else "reports.note-pairs-repeat",
            different=sum(duel.different for duel in again),
            played=sum(duel.pairs for duel in again),
            remedy=speaker.say("reports.note-remedy") if advise else "",
        )
    few = [d for d in report.duels.values() if d.counts.games and not d.exact and d.units < FEWEST]
    if few and advise and len(report.standings) > 2:
        games = max(FEWEST if duel.by_game else 2 * FEWEST for duel in few)
        yield speaker.say("reports.note-few", pairings=len(few), n=len(report.duels), games=games)
    if len(report.standings) > 2 and any(standing.sides["both"].exact for standing in report.standings):
        yield speaker.say("reports.note-exact")


def _games(report: Report, speaker: Tongue) -> Iterator[str]:
    if 0 < report.judged < report.judgeable:
        command = f"plyground runs {shlex.quote(run_label(Path(report.run)))} --blunders"
        facts = {"judged": report.judged, "played": report.played, "command": command}
        yield speaker.say("reports.note-judged", **facts)
    if report.broken_off:
        yield speaker.say("reports.note-broken", n=report.broken_off, plies=report.most_plies)
    for names in report.identical:
        yield speaker.say("reports.note-identical", names=", ".join(names[:-1]), last=names[-1])


def _agent(standing: Standing, speaker: Tongue) -> Iterator[str]:
    side, name = standing.sides["both"], standing.name
    if standing.asked is not None:
        yield f"{standing.asked}: {speaker.say('agent.chosen', agent=standing.spec)}"
    if side.fallbacks:
        yield speaker.say(
            "reports.note-fallbacks", agent=name, reasons=reasons_text(side.fallbacks, speaker)
        )
    if side.unfinished:
        yield speaker.say("reports.note-unfinished", agent=name, moves=side.unfinished)
    if side.forgiven:
        yield _forgiven(name, side.forgiven, speaker)
    if side.pondered > 0.01 * max(1, side.counts.games):
        yield speaker.say("reports.note-pondered", agent=name, seconds=side.pondered)
    if side.parallel[0]:
        moves, seconds = side.parallel
        yield speaker.say("reports.note-parallel", agent=name, moves=moves, seconds=seconds)


def _forgiven(name: str, moves: list[ForgivenMove], speaker: Tongue) -> str:
    worst, rest = max(moves, key=lambda move: move.seconds), len(moves) - 1
    return speaker.say(
        "reports.note-forgiven",
        agent=name,
        seconds=worst.seconds,
        ply=worst.ply,
        game=worst.game,
        others=speaker.say("reports.note-others", n=rest) if rest else "",
    )


def _starved(report: Report, speaker: Tongue) -> Iterator[str]:
    starved = {standing.name: standing.sides["both"].starved for standing in report.standings}
    if total := sum(starved.values()):
        most = max(starved, key=starved.__getitem__)
        if starved[most] < total:
            whose = speaker.say("reports.note-most", moves=starved[most], agent=most)
        else:
            whose = speaker.say("reports.note-all", agent=most)
        yield speaker.say("reports.note-starved", moves=total, whose=whose)


def reasons_text(counts: Mapping[str, int], speaker: Tongue, why: Mapping[str, str] | None = None) -> str:
    """How often each reason occurred, and the details of its first time."""
    first = {reason: _detail(said, speaker) for reason, said in (why or {}).items()}
    return ", ".join(
        speaker.say(f"reports.by-{reason}", number=number)
        + (f" ({first[reason]})" if first.get(reason) else "")
        for reason, number in sorted(counts.items())
    )


def _detail(said: str, speaker: Tongue) -> str:
    """What was said of a fault; ours in the language, an agent's own words as they are."""
    said = " ".join(said.split())
    if silent := _SILENT.fullmatch(said):
        seconds = speaker.localize(silent["seconds"])
        said = speaker.say("reports.silent", seconds=seconds, also=silent["also"])
    return truncate(said, _LONGEST)
