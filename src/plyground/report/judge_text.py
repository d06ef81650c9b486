"""What the judge found, as text in one language."""

from __future__ import annotations

from collections.abc import Iterator

from plyground.columns import table
from plyground.experiments.judge import UCI_SIZE
from plyground.report.judge_scores import (
    JudgeFindings,
    MoveScore,
    NodesUsed,
    PerfectScore,
    SignScore,
    Spread,
)
from plyground.report.text import elo_text
from plyground.report.types import Duel
from plyground.words import Tongue

SIDES = {
    "evaluation": "judge.sides-evaluation",
    "search": "judge.sides-search",
    "itself": "judge.sides-itself",
    "as-it-is": "judge.sides-as-it-is",
}
LACKS = {"windows": "judge.lacks-windows", "signs": "judge.lacks-signs"}


def judge_text(found: JudgeFindings, speaker: Tongue) -> str:
    """All parts that were judged, in their order."""
    asked = found.judgement
    parts = [speaker.say("judge.title", agent=asked.label, game=asked.game)]
    if found.moves:
        parts.append("\n".join(_moves(found.moves, asked.passes, speaker)))
    if found.perfect:
        parts.append("\n".join(_perfect(found.perfect, asked.passes, speaker)))
    if found.windows:
        parts.append("\n".join(_windows(found.windows, found, speaker)))
    if found.signs:
        parts.append("\n".join(_signs(found.signs, speaker)))
    parts += [speaker.say(LACKS[part], game=asked.game) for part in asked.left_out]
    if found.failed:
        parts.append(speaker.say("judge.trouble", n=found.failed, why=found.trouble))
    return "\n\n".join(parts)


def _moves(bands: tuple[MoveScore, ...], passes: int, speaker: Tongue) -> Iterator[str]:
    yield speaker.say("judge.moves", n=bands[-1].positions)
    keys = ("judge.plies", "judge.positions", "judge.kept", "judge.best", "judge.lost")
    heads = [speaker.say(key) for key in keys]
    rows = [
        (
            speaker.say("judge.all") if len(bands) > 1 and band is bands[-1] else _plies(band),
            speaker.number(band.positions),
            _percent(band.kept.mean, speaker),
            _percent(band.best.mean, speaker),
            speaker.number(band.lost.mean, 3),
        )
        for band in bands
    ]
    yield table(heads, rows)
    whole = bands[-1]
    if whole.interval:
        low, high = (speaker.number(end, 3) for end in whole.interval)
        yield speaker.say("judge.lost-interval", low=low, high=high)
    if passes > 1:
        yield _by_seed(whole.lost, passes, 3, speaker)


def _plies(band: MoveScore) -> str:
    return str(band.first_ply) if band.first_ply == band.last_ply else f"{band.first_ply}–{band.last_ply}"


def _perfect(found: PerfectScore, passes: int, speaker: Tongue) -> Iterator[str]:
    counts = found.counts
    score = _signed(found.score, speaker)
    if found.interval:
        low, high = (_signed(end, speaker) for end in found.interval)
        score = speaker.say("judge.with-interval", value=score, low=low, high=high)
    facts = {"won": counts.wins, "drawn": counts.draws, "lost": counts.losses}
    yield speaker.say("judge.perfect", n=counts.games, score=score, **facts)
    if passes > 1:
        yield _by_seed(found.by_seed, passes, 2, speaker)


def _windows(duel: Duel, found: JudgeFindings, speaker: Tongue) -> Iterator[str]:
    counts, nodes, sides = duel.counts, found.judgement.equal_nodes, found.judgement.sides
    facts = {"won": counts.wins, "drawn": counts.draws, "lost": counts.losses}
    yield speaker.say(
        "judge.windows", n=counts.games, nodes=nodes, elo=elo_text(duel.elo, False, speaker), **facts
    )
    keys = {"H1": "judge.sprt-stronger", "H0": "judge.sprt-not", None: "judge.sprt-open"}
    low, high = duel.bounds or (0.0, 0.0)
    numbers = {"llr": duel.llr or 0.0, "low": low, "high": high}
    yield speaker.say(keys[duel.verdict], **{key: float(value) for key, value in numbers.items()})
    if sides:
        yield speaker.say(SIDES[sides.how], agent=sides.agent, opponent=sides.opponent)
    if found.nodes_used:
        yield from _nodes(found.nodes_used, speaker)


def _nodes(used: NodesUsed, speaker: Tongue) -> Iterator[str]:
    told = [
        speaker.number(round(mean)) if mean is not None else "–" for mean in (used.agent, used.opponent)
    ]
    yield speaker.say("judge.nodes-used", agent=told[0], opponent=told[1])
    if used.equal is None:
        yield speaker.say("judge.nodes-unknown")
    elif not used.equal:
        yield speaker.say("judge.nodes-unequal")


def _signs(found: SignScore, speaker: Tongue) -> Iterator[str]:
    if not found.told:
        yield speaker.say("judge.no-values")
        return
    shares = {
        name: _percent(right / total if total else 0.0, speaker)
        for name, (right, total) in found.by_result.items()
    }
    share, always = _percent(found.right / found.positions, speaker), _percent(found.always_win, speaker)
    if not found.interval:
        yield speaker.say("judge.signs-all", n=found.positions, share=share, always=always, **shares)
        return
    low, high = (_percent(end, speaker) for end in found.interval)
    share = speaker.say("judge.with-interval", value=share, low=low, high=high)
    yield speaker.say("judge.signs", n=found.positions, all=UCI_SIZE, share=share, always=always, **shares)
    yield speaker.say("judge.signs-sample", all=str(UCI_SIZE))


def _by_seed(spread: Spread, passes: int, digits: int, speaker: Tongue) -> str:
    low, high, deviation = (
        speaker.number(value, digits) for value in (spread.low, spread.high, spread.deviation)
    )
    return speaker.say("judge.by-seed", n=passes, low=low, high=high, deviation=deviation)


def _percent(share: float, speaker: Tongue) -> str:
    return speaker.percent(speaker.number(100 * share, 1))


def _signed(value: float, speaker: Tongue) -> str:
    return ("+" if value > 0 else "") + speaker.number(value, 2)
