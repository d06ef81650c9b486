"""The behaviour of an agent, from the records of its moves: endings, time, chance, printing."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from typing import Any

from plyground.arena.doctor.checks import MAX_TEXT, CheckResult, skip
from plyground.arena.records import GameRecord, MoveRecord
from plyground.columns import milliseconds
from plyground.errors import truncate
from plyground.stats.elo import Counts, summary, wilson
from plyground.workers.channel import MAX_PONDERED, MAX_PRINTED
from plyground.workers.messages import REASONS

AGENT = 0  # its number in all records here
_EVEN = 0.5
_A_FEW, _ENOUGH = 4, 10  # games to say that an agent is worse than random, or no better
_MUCH = 1_000  # characters per move: more is rarely meant to be read


def fast_games(games: Sequence[GameRecord], wanted: int, players: tuple[str, str]) -> CheckResult:
    """The results of games against a random opponent."""
    whole = [game for game in games if game.ending != "length"]
    sides = [_counts(game for game in whole if (game.first, game.second)[side] == AGENT) for side in (0, 1)]
    both = sides[0] + sides[1]
    failed = [game for game in games if game.ending == "forfeit" and game.winner != AGENT]
    reasons = Counter(game.reason for game in failed if game.reason)
    facts: dict[str, Any] = {"games": len(games), "wanted": wanted, "forfeits": dict(reasons)}
    facts["unfinished"] = len(games) - len(whole)
    facts |= {"first": asdict(sides[0]), "second": asdict(sides[1])}
    shares = [f"as {name} {c.wins}-{c.draws}-{c.losses}" for c, name in zip(sides, players, strict=True)]
    text = f"{len(whole)} against random: {both.wins} won, {both.draws} drawn, {both.losses} lost"
    text += f" ({', '.join(shares)})"
    if len(games) < wanted:
        text += f", and no time for the other {wanted - len(games)}"
    if unfinished := len(games) - len(whole):
        text += f", {unfinished} not finished: it takes too long"
    if failed:
        by = ", ".join(f"{count} by {REASONS[reason]}" for reason, count in reasons.items())
        such = f"after {_line(failed[0])}: {failed[0].detail}"
        return CheckResult("games", "wrong", f"{text}; it forfeited {by}, such as {such}", facts)
    if not whole:
        return skip("games", text)
    few = both.losses > both.wins and both.games >= _A_FEW
    if few or (both.games >= _ENOUGH and wilson(both.points, both.games).low < _EVEN):
        brief = f"lost {both.losses} of {both.games} games to chance"
        return CheckResult("games", "weak", f"{text}: that is no better than chance", facts, brief)
    return CheckResult("games", "ok", text, facts)


def hurry(games: Sequence[GameRecord], seconds: float, tolerance: float, allowed: float) -> CheckResult:
    """Whether it keeps a tiny limit; only a longer one was enforced."""
    own = [_own(game) for game in games]
    found = summary(move.cost.wall for moves in own for move in moves)
    if found is None:
        return skip("hurry", "no move was made")

    def late(move: MoveRecord) -> bool:
        """Whether it took too long itself; waiting for a core does not count."""
        return move.cost.wall - (move.cost.waited or 0.0) > seconds + tolerance

    first = sum(late(move) for moves in own for move in moves[:1])
    later = sum(late(move) for moves in own for move in moves[1:])
    ended = sum(move.trouble == "time" for moves in own for move in moves)
    facts = {"told": seconds, "late_first": first, "late": later, "ended": ended, **asdict(found)}
    limit, slowest = f"told {milliseconds(seconds)} ms per move", f"{milliseconds(found.max)} ms"
    right = "it does not keep to what it is told, so give it time in matches"
    if ended:
        words = f"{limit}, {ended} of {found.count} had no answer after {allowed:g} s"
        return CheckResult("hurry", "wrong", words, facts)
    if later:
        words = f"{limit}, {first + later} of {found.count} took longer, up to {slowest}: {right}"
        return CheckResult("hurry", "careful", words, facts)
    if first:
        words = f"{limit}, only first moves took longer, up to {slowest}: matches have --warmup for that"
        return CheckResult("hurry", "careful", words, facts)
    return CheckResult("hurry", "ok", f"{limit}, the slowest of {found.count} took {slowest}", facts)


def again(games: Sequence[GameRecord], repeated: Sequence[GameRecord]) -> CheckResult:
    """Whether the same seed plays the same games."""
    if not repeated:
        return skip("again", "its games take too long")
    for game, other in zip(games, repeated, strict=False):
        if game.texts != other.texts:
            pairs = enumerate(zip(game.texts, other.texts, strict=False))
            ply = next(
                (place for place, (one, two) in pairs if one != two), min(len(game.texts), len(other.texts))
            )
            why = "chance of its own, a clock, or what it keeps between games decides"
            words = f"the same seed played another game from move {ply + 1} on: {why}"
            return CheckResult("again", "careful", words, {"same": False, "ply": ply + 1})
    return CheckResult("again", "ok", "the same seed plays the same games", {"same": True})


def prints(moves: Sequence[MoveRecord]) -> CheckResult:
    """How much it prints; the arena keeps the beginning with each move."""
    said = [len(move.printed or "") for move in moves]
    most, speaking = max(said, default=0), sum(map(bool, said))
    facts = {"moves": len(moves), "speaking": speaking, "most": most, "total": sum(said)}
    if not speaking:
        return CheckResult("prints", "ok", "it prints nothing", facts)
    much = f"it prints during {speaking} of {len(moves)} moves, up to {most:,} characters"
    kept = ", which are kept with the move"
    if most >= MAX_PRINTED:
        kept = f" or more, of which the first {MAX_PRINTED:,} of each are kept"
    return CheckResult("prints", "careful" if most > _MUCH else "ok", much + kept, facts)


def rests(moves: Sequence[MoveRecord]) -> CheckResult:
    """Whether it computes on the opponent's clock."""
    times = [move.cost.pondered for move in moves if move.cost.pondered is not None]
    if not times:
        return skip("rests", "this system does not tell, or no second move was made")
    total, most = sum(times), max(times)
    facts = {"total": total, "most": most}
    if most <= MAX_PONDERED:
        return CheckResult("rests", "ok", "it rests while the other is to move", facts)
    words = f"it computed for {milliseconds(most)} ms while the other was to move: the arena halts who does"
    return CheckResult("rests", "careful", words, facts)


def time_keeping(
    moves: Sequence[MoveRecord], limit: float, tolerance: float, warmup: float = 0.0
) -> CheckResult:
    """Its times under a limit that it was told but that was not enforced."""
    asked = [move for move in moves if move.trouble != "start"]
    found = summary(move.cost.wall for move in asked)
    if found is None:
        return skip("time", "no move was made")
    unanswered = sum(move.trouble == "time" for move in asked)
    own = [move.cost.wall - (move.cost.waited or 0.0) for move in asked]  # without waiting for a core
    late, slowest = sum(seconds > limit + tolerance for seconds in own), max(own)
    starved = sum(move.cost.starved for move in asked)
    facts = {"limit": limit, "tolerance": tolerance, "late": late, "starved": starved, **asdict(found)}
    names = (("median", found.median), ("95 % within", found.p95), ("slowest", found.max))
    times = ", ".join(f"{name} {milliseconds(value)} ms" for name, value in names)
    text = f"{found.count} moves, told {limit:g} s for each: {times}"
    if unanswered:
        words = f"{text}; {unanswered} had no answer at all (--patience gives more)"
        return CheckResult("time", "wrong", words, facts)
    if late and warmup:  # each was the first move of a game, with its warm-up
        return CheckResult("time", "careful", f"{text}; in matches its first moves need --warmup", facts)
    if late:
        need = f"--time {math.ceil(1.5 * slowest)}"
        words = f"{text}; {late} took longer: in matches it needs {need}, or --warmup"
        return CheckResult("time", "slow", words, facts, f"up to {slowest:.1f} s for a move ({need})")
    if slowest > limit + tolerance / 2:
        forgiven = f"it lives on the {milliseconds(tolerance)} ms that are forgiven"
        return CheckResult("time", "careful", f"{text}; {forgiven}", facts)
    return CheckResult("time", "ok", f"{text}; margin {milliseconds(max(0.0, limit - slowest))} ms", facts)


def _own(game: GameRecord) -> list[MoveRecord]:
    return [move for move in game.moves if move.agent == AGENT and move.trouble != "start"]


def _counts(games: Iterable[GameRecord]) -> Counts:
    winners = Counter(game.winner for game in games)
    return Counts(winners[AGENT], winners[None], winners.total() - winners[AGENT] - winners[None])


def _line(game: GameRecord) -> str:
    return truncate(" ".join(game.texts) or "no move", MAX_TEXT)
