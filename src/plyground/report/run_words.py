"""Words about a run that several parts of a report need: its format, its end, its limits."""

from __future__ import annotations

import re

from plyground.arena.clock import TimeControl
from plyground.game import Game
from plyground.games.registry import player_names
from plyground.report.types import Duel
from plyground.words import Tongue

# How a run ends is stored in English; the pattern of each, and its key.
_ENDINGS = {
    r"all games played": "reports.all-played",
    r"all games played but those of (?P<names>.+)": "reports.played-without",
    r"all searches made": "reports.all-searched",
    r"decided": "reports.decided",
    r"SPRT accepts (?P<verdict>H[01])": "reports.sprt-accepts",
    r"SPRT undecided: the last (?P<vain>\d+) games only repeated earlier ones": "reports.sprt-vain-games",
    r"SPRT undecided: the last (?P<vain>\d+) pairs only repeated earlier ones": "reports.sprt-vain-pairs",
}


def side_names(game: str, speaker: Tongue) -> tuple[str, str]:
    """What the two sides of a game are called; only where it does not name them itself, in words."""
    names = player_names(game)
    if names != Game.players:
        return names
    return speaker.say("reports.first-player"), speaker.say("reports.second-player")


def ending(finished: str, speaker: Tongue) -> str:
    """Why no more is played, or that more is to be played."""
    for pattern, key in _ENDINGS.items():
        if found := re.fullmatch(pattern, finished):
            return speaker.say(key, **found.groupdict())
    return finished or speaker.say("reports.to-be-continued")


def format_name(name: str, speaker: Tongue) -> str:
    """A match, a round-robin or a gauntlet."""
    return speaker.say(f"reports.format-{name}")


def limits_text(control: TimeControl, speaker: Tongue) -> str:
    """What a move may take: `1,000 nodes per move`, `no limit on a move`."""
    seconds = control.seconds and speaker.localize(f"{control.seconds:g}")
    limits = [
        control.depth and speaker.say("reports.limit-plies", n=control.depth),
        control.nodes and speaker.say("reports.limit-nodes", n=control.nodes),
        seconds and speaker.say("reports.limit-seconds", seconds=seconds),
        control.overage
        and speaker.say("reports.limit-overage", seconds=speaker.localize(f"{control.overage:g}")),
        control.clock and speaker.say("reports.limit-clock", clock=speaker.localize(str(control.clock))),
    ]
    given = f" {speaker.say('finding.and')} ".join(str(limit) for limit in limits if limit)
    return speaker.say("reports.per-move", limit=given) if given else speaker.say("reports.no-limit")


def verdict_text(duel: Duel, agent: str, speaker: Tongue) -> str:
    """What a sequential test says of the first agent: SPRT.in_words, in a language."""
    test, verdict = duel.test, duel.verdict
    if test is None or verdict is None:
        return speaker.say("reports.undecided")
    one, other = (_stronger(elo, speaker) for elo in (test.elo0, test.elo1))
    if verdict == "H0" and test.elo1 > 0:
        return speaker.say("reports.test-not", agent=agent, one=other, verdict=verdict)
    if verdict == "H1":
        one, other = other, one
    return speaker.say("reports.test-rather", agent=agent, one=one, other=other, verdict=verdict)


def _stronger(elo: float, speaker: Tongue) -> str:
    if not elo:
        return speaker.say("reports.test-equal")
    key = "reports.test-stronger" if elo > 0 else "reports.test-weaker"
    return speaker.say(key, elo=speaker.localize(f"{abs(elo):g}"))
