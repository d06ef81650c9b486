"""How an agent behaves, judged from the records of its moves: endings, time keeping, chance, printing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from typing import Any

from plyground.arena.examination import LONGEST_TEXT, Finding, not_tried
from plyground.arena.records import REASONS, GameRecord, MoveRecord
from plyground.arena.stats import Counts, summary, wilson
from plyground.arena.tables import milliseconds
from plyground.arena.worker import LONGEST_SAID, MOST_PONDERED
from plyground.errors import clip

AGENT = 0  # its number in all records here
_EVEN = 0.5
_MUCH = 1_000  # characters a move: more is seldom meant to be read


def fast_games(games: Sequence[GameRecord], wanted: int, players: tuple[str, str]) -> Finding:
    """How games against chance end."""
    sides = [
        _counted(game for game in games if (game.first, game.second)[side] == AGENT) for side in (0, 1)
    ]
    both = sides[0] + sides[1]
    failed = [game for game in games if game.ending == "forfeit" and game.winner != AGENT]
    reasons = Counter(game.reason for game in failed if game.reason)
    facts: dict[str, Any] = {"games": len(games), "wanted": wanted, "forfeits": dict(reasons)}
    facts |= {"first": asdict(sides[0]), "second": asdict(sides[1])}
    shares = [f"as {name} {c.wins}-{c.draws}-{c.losses}" for c, name in zip(sides, players, strict=True)]
    told = f"{len(games)} against random: {both.wins} won, {both.draws} drawn, {both.losses} lost"
    told += f" ({', '.join(shares)})"
    if len(games) < wanted:
        told += f", and no time for the other {wanted - len(games)}"
    if broken_off := sum(game.ending == "length" for game in games):
        told += f", {broken_off} broken off after many moves"
    if failed:
        by = ", ".join(f"{count} by {REASONS[reason]}" for reason, count in reasons.items())
        such = f"after {_line(failed[0])}: {failed[0].detail}"
        return Finding("games", "wrong", f"{told}; it forfeited {by}, such as {such}", facts)
    if wilson(both.points, both.games).high < _EVEN:
        return Finding("games", "careful", f"{told}: chance plays better", facts)
    return Finding("games", "ok", told, facts)


def hurry(games: Sequence[GameRecord], told: float, tolerance: float, allowed: float) -> Finding:
    """Whether it keeps to a tiny limit; it was not ended before a longer one was over."""
    own = [_own(game) for game in games]
    found = summary(move.cost.wall for moves in own for move in moves)
    if found is None:
        return not_tried("hurry", "no move was made")

    def late(move: MoveRecord) -> bool:
        """Whether it took too long by itself: it cannot help waiting for a core."""
        return move.cost.wall - (move.cost.waited or 0.0) > told + tolerance

    first = sum(late(move) for moves in own for move in moves[:1])
    later = sum(late(move) for moves in own for move in moves[1:])
    ended = sum(move.trouble == "time" for moves in own for move in moves)
    facts = {"told": told, "late_first": first, "late": later, "ended": ended, **asdict(found)}
    limit, slowest = f"told {milliseconds(told)} ms a move", f"{milliseconds(found.max)} ms"
    right = "it does not keep to what it is told, so give it time in matches"
    if ended:
        words = f"{limit}, {ended} of {found.count} had no answer after {allowed:g} s"
        return Finding("hurry", "wrong", words, facts)
    if later:
        words = f"{limit}, {first + later} of {found.count} took longer, up to {slowest}: {right}"
        return Finding("hurry", "careful", words, facts)
    if first:
        words = f"{limit}, only first moves took longer, up to {slowest}: matches have --warmup for that"
        return Finding("hurry", "careful", words, facts)
    return Finding("hurry", "ok", f"{limit}, the slowest of {found.count} took {slowest}", facts)


def again(games: Sequence[GameRecord], repeated: Sequence[GameRecord]) -> Finding:
    """Whether the same seed plays the same games."""
    if not repeated:
        return not_tried("again", "its games take too long")
    for game, other in zip(games, repeated, strict=False):
        if game.texts != other.texts:
            pairs = enumerate(zip(game.texts, other.texts, strict=False))
            ply = next(
                (place for place, (one, two) in pairs if one != two), min(len(game.texts), len(other.texts))
            )
            why = "chance of its own, a clock, or what it keeps between games decides"
            words = f"the same seed played another game from move {ply + 1} on: {why}"
            return Finding("again", "careful", words, {"same": False, "ply": ply + 1})
    return Finding("again", "ok", "the same seed plays the same games", {"same": True})


def prints(moves: Sequence[MoveRecord]) -> Finding:
    """How much it says; the arena keeps the beginning of it with each move."""
    said = [len(move.told.said or "") for move in moves]
    most, speaking = max(said, default=0), sum(map(bool, said))
    facts = {"moves": len(moves), "speaking": speaking, "most": most, "total": sum(said)}
    if not speaking:
        return Finding("prints", "ok", "it prints nothing", facts)
    much = f"it prints during {speaking} of {len(moves)} moves, up to {most:,} characters"
    kept = ", which are kept with the move"
    if most >= LONGEST_SAID:
        kept = f" or more, of which the first {LONGEST_SAID:,} of each are kept"
    return Finding("prints", "careful" if most > _MUCH else "ok", much + kept, facts)


def rests(moves: Sequence[MoveRecord]) -> Finding:
    """Whether it computes while the other is to move."""
    times = [move.cost.pondered for move in moves if move.cost.pondered is not None]
    if not times:
        return not_tried("rests", "this system does not tell, or no second move was made")
    total, most = sum(times), max(times)
    facts = {"total": total, "most": most}
    if most <= MOST_PONDERED:
        return Finding("rests", "ok", "it rests while the other is to move", facts)
    words = f"it computed for {milliseconds(most)} ms while the other was to move: the arena halts who does"
    return Finding("rests", "careful", words, facts)


def time_keeping(moves: Sequence[MoveRecord], limit: float, tolerance: float) -> Finding:
    """How the arena sees its time, under the limit that was asked for."""
    asked = [move for move in moves if move.trouble != "start"]
    found = summary(move.cost.wall for move in asked)
    if found is None:
        return not_tried("time", "no move was made")
    late = sum(move.trouble == "time" for move in asked)
    starved = sum(move.cost.starved for move in asked)
    facts = {"limit": limit, "tolerance": tolerance, "late": late, "starved": starved, **asdict(found)}
    names = (("median", found.median), ("95 % within", found.p95), ("slowest", found.max))
    times = ", ".join(f"{name} {milliseconds(value)} ms" for name, value in names)
    told = f"{found.count} moves of at most {limit:g} s: {times}"
    if late:
        return Finding("time", "wrong", f"{told}; {late} had no answer in time (--time gives more)", facts)
    if found.max > limit + tolerance:  # each was the first move of a game, which has its warm-up
        return Finding("time", "careful", f"{told}; in matches its first moves need --warmup", facts)
    if found.max > limit + tolerance / 2:
        forgiven = f"it lives on the {milliseconds(tolerance)} ms that are forgiven"
        return Finding("time", "careful", f"{told}; {forgiven}", facts)
    return Finding("time", "ok", f"{told}; margin {milliseconds(max(0.0, limit - found.max))} ms", facts)


def _own(game: GameRecord) -> list[MoveRecord]:
    return [move for move in game.moves if move.agent == AGENT and move.trouble != "start"]


def _counted(games: Iterable[GameRecord]) -> Counts:
    winners = Counter(game.winner for game in games)
    return Counts(winners[AGENT], winners[None], winners.total() - winners[AGENT] - winners[None])


def _line(game: GameRecord) -> str:
    return clip(" ".join(game.texts) or "no move", LONGEST_TEXT)
