"""The judge at work: all parts of a judgement, measured and added up."""

from __future__ import annotations

from typing import Any

from plyground.arena.store import Store
from plyground.experiments.judge import JudgeRun, Part, Progress
from plyground.experiments.questions import AgentReply
from plyground.report.judge_scores import JudgeFindings, NodesUsed, move_scores, perfect_score, sign_score
from plyground.report.judge_text import judge_text
from plyground.report.summary import report
from plyground.words import tongue


class JudgeReport(JudgeFindings):
    """What was found about an agent; `print` it, or take `to_json()`."""

    def __str__(self) -> str:
        return judge_text(self, tongue("en"))

    def __repr__(self) -> str:
        return f"<judgement of {self.judgement.label} in {self.judgement.game}>"


def run_judge(run: JudgeRun, progress: Progress, workers: int | None = None) -> JudgeReport:
    """Measure what is missing of all parts, and add it up."""
    found: dict[str, Any] = {}
    parts = run.judgement.chosen_parts
    asked: list[AgentReply] = []
    if "moves" in parts:
        replies = run.ask_moves(progress)
        found["moves"] = tuple(move_scores(run.decisions, replies, run.judgement.passes))
        asked += replies.values()
    if "perfect" in parts:
        with _played(run, "perfect", progress, workers) as store:
            found["perfect"] = perfect_score(store, run.judgement.passes)
    if "windows" in parts:
        with _played(run, "windows", progress, workers) as store:
            games = report(store)
            found["windows"] = games.duels[0, 1]
            found["nodes_used"] = NodesUsed.of(standing.sides["both"] for standing in games.standings)
    if "signs" in parts:
        replies = run.ask_signs(progress)
        found["signs"] = sign_score(run.signs, replies)
        asked += replies.values()
    troubles = [reply.trouble for reply in asked if reply.trouble]
    return JudgeReport(run.judgement, **found, failed=len(troubles), trouble=next(iter(troubles), ""))


def _played(run: JudgeRun, part: Part, progress: Progress, workers: int | None) -> Store:
    total, done = run.judgement.plan(part).total_games, 0

    def count(record: Any) -> None:
        nonlocal done
        done += len(record.games)
        progress(part, done, total)

    progress(part, 0, total)
    return run.play(part, workers, count)
