"""The check of a match: a student's program beats an agent, with a confidence."""

from __future__ import annotations

from math import comb

from plyground.arena.clock import TimeControl
from plyground.arena.openings import random_openings
from plyground.arena.plan import Plan
from plyground.arena.pool import LocalPool
from plyground.errors import Failed
from plyground.grader.examiner import Examiner
from plyground.grader.marks import CaseMark
from plyground.grader.rubric import RubricCheck
from plyground.message import say
from plyground.spec import Spec

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
        control=TimeControl(depth=check.get("depth", None), patience=check.seconds),
        seed=check.get("seed", 0),
        openings=check.get("openings", random_openings(rubric.game)),  # or the same game n times
    ).normalized()


def check_match(check: RubricCheck, examiner: Examiner) -> list[CaseMark]:
    """The mark of a match, which is played in the arena's own processes."""
    plan = match_plan(check, examiner)
    try:
        with LocalPool(plan, 1) as pool:
            records = [game for record in pool.play(plan.pairs()) for game in record.games]
    except Failed as error:
        return [CaseMark(False, say("grade.trouble.crash", detail=str(error)))]
    wins = sum(game.winner == STUDENT for game in records)
    losses = sum(game.winner is not None and game.winner != STUDENT for game in records)
    failed = next((game for game in records if game.ending == "forfeit" and game.winner != STUDENT), None)
    hint = say("grade.match.forfeit", detail=failed.detail or failed.reason or "") if failed else None
    confidence = check.get("confidence", 0.95)
    if beats(wins, losses, confidence):
        return [CaseMark(True)]
    facts = {
        "wins": wins,
        "losses": losses,
        "draws": len(records) - wins - losses,
        "against": plan.agents[1],
    }
    return [CaseMark(False, say("grade.match.not-beaten", percent=round(100 * confidence), **facts), hint)]


def beats(wins: int, losses: int, confidence: float) -> bool:
    """Whether a fair coin would seldom show so many wins (the sign test; draws say nothing)."""
    games = wins + losses
    chance = sum(comb(games, more) for more in range(wins, games + 1)) / 2**games
    return games > 0 and chance <= 1 - confidence
