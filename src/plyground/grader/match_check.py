"""The check of a match: a student's program beats an agent, with a confidence."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import comb

from plyground.arena.clock import TimeControl
from plyground.arena.openings import random_openings
from plyground.arena.plan import Plan
from plyground.arena.pool import LocalPool
from plyground.arena.records import GameRecord
from plyground.errors import Failed
from plyground.grader.examiner import Examiner
from plyground.grader.marks import CaseMark
from plyground.grader.rubric import RubricCheck
from plyground.grader.timers import is_computing
from plyground.grader.troubles import trouble_of
from plyground.message import Message, say
from plyground.spec import Spec
from plyground.workers.messages import REASONS

_SCHEMES = {"plain": "python", "cs50": "cs50", "aima": "aima", "kaggle": "kaggle"}
STUDENT = 0


def match_plan(check: RubricCheck, examiner: Examiner) -> Plan:
    """The games of a check; openings and opponents are seeded, so that all students meet the same."""
    rubric, games = examiner.rubric, check.get("games", 20)
    spec = Spec(_SCHEMES[rubric.interface], (str(examiner.file), rubric.function))
    return Plan(
        rubric.game_spec,
        (str(spec), check.get("against", "random")),
        ("student", "opponent"),
        games=games,
        control=TimeControl(depth=check.get("depth", None), patience=_patience(check, examiner)),
        seed=check.get("seed", 0),
        openings=check.get("openings", random_openings(rubric.game)),  # or the same game n times
    ).normalized()


def check_match(check: RubricCheck, examiner: Examiner) -> list[CaseMark]:
    """The mark of a match, which is played in the arena's own processes."""
    if trouble := _no_start(examiner):
        return [CaseMark(False, trouble)]
    plan = match_plan(check, examiner)
    try:
        with LocalPool(plan, 1) as pool:
            records = list(_games(pool, plan, examiner))
    except Failed as error:
        return [CaseMark(False, say("grade.trouble.crash", detail=str(error)))]
    if len(records) < plan.games:
        return [CaseMark(False, _out_of_time(records))]
    wins = sum(game.winner == STUDENT for game in records)
    losses = sum(game.winner is not None and game.winner != STUDENT for game in records)
    confidence = check.get("confidence", 0.95)
    if beats(wins, losses, confidence):
        return [CaseMark(True)]
    failed = [game for game in records if game.ending == "forfeit" and game.winner != STUDENT]
    hint = _forfeit(failed[0]) if failed else None
    if len(failed) == len(records):  # they say nothing about its play
        return [CaseMark(False, hint)]
    facts = {
        "wins": wins,
        "losses": losses,
        "draws": len(records) - wins - losses,
        "against": plan.agents[1],
    }
    return [CaseMark(False, say("grade.match.not-beaten", percent=round(100 * confidence), **facts), hint)]


def _patience(check: RubricCheck, examiner: Examiner) -> float:
    """Seconds for a move: the two games of a pair, each lost by waiting, are what is left at most."""
    return max(0.01, min(check.seconds, examiner.clock.left() / 2))


def _out_of_time(records: Sequence[GameRecord]) -> Message:
    """Why the games that were played took all of the student's time: it waits, or it computes."""
    own = [move.cost for game in records for move in game.moves if move.agent == STUDENT]
    wall, cpu = sum(cost.wall for cost in own), sum(cost.cpu or 0.0 for cost in own)
    kind = "time" if is_computing(cpu, wall) else "late"
    return say(f"grade.trouble.{kind}", n=round(wall) if wall >= 1 else round(wall, 1))


def _games(pool: LocalPool, plan: Plan, examiner: Examiner) -> Iterator[GameRecord]:
    """The games, as long as the student's time by the clock lasts."""
    for record in pool.play(plan.pairs()):
        yield from record.games
        if not examiner.clock.left():
            return


def _no_start(examiner: Examiner) -> Message | None:
    """Why no game can be played: the file cannot be loaded, or has no such function."""
    told, function = examiner.names(), examiner.rubric.function
    if trouble := trouble_of(told, examiner.rubric):
        return trouble
    missing = function not in told["names"]
    return say("grade.name.missing", name=function, near="") if missing else None


def _forfeit(game: GameRecord) -> Message:
    """Why a game was lost without a move; the arena's own words before the detail are English."""
    reason = game.reason or "crash"
    if reason in ("illegal", "answer"):
        return say("grade.match.illegal")
    if reason == "time":
        return say("grade.match.time")
    return say("grade.match.forfeit", detail=game.detail.removeprefix(f"{REASONS[reason]}: "))


def beats(wins: int, losses: int, confidence: float) -> bool:
    """Whether a fair coin would seldom show so many wins (the sign test; draws say nothing)."""
    games = wins + losses
    chance = sum(comb(games, more) for more in range(wins, games + 1)) / 2**games
    return games > 0 and chance <= 1 - confidence
