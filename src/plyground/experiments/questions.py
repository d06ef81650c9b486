"""Questions to an agent: a position, a seed, and what it answers; kept in a file line by line."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from plyground.agents import load_entrant
from plyground.agents.agent import MoveLimits
from plyground.agents.rules_files import rules_files
from plyground.agents.seats import AgentSeat, InProcessSeat, IsolatedSeat
from plyground.game import Game, Position
from plyground.workers.confinement import Confinement
from plyground.workers.messages import Trouble

HANDSHAKE = 60.0  # seconds to start
PATIENCE = 60.0  # seconds for an answer, beyond the time of a move
_FLUSH = 50  # answers between two writes

Progress = Callable[[int, int], None]


class PositionQuestion(NamedTuple):
    """The number of a seed, the text of a position, and the seed."""

    number: int
    text: str
    seed: int


class AgentReply(NamedTuple):
    """The move that was chosen (None if none was), the value that was told, and what went wrong."""

    move: str | None
    score: int | None
    trouble: str


Questions = dict[tuple[int, str], AgentReply]  # by the number of the seed and the position


@dataclass
class QuestionFile:
    """The answers in a file. A last line that is not whole is dropped: its writer was stopped."""

    path: Path

    def __post_init__(self) -> None:
        self.known: Questions = {}
        self._waiting: list[str] = []
        text = self.path.read_text(encoding="utf-8") if self.path.exists() else ""
        whole = text[: text.rfind("\n") + 1]
        for line in whole.splitlines():
            with suppress(ValueError):
                number, position, move, score, trouble = json.loads(line)
                self.known[number, position] = AgentReply(move, score, trouble)
        if whole != text:
            self.path.write_text(whole, encoding="utf-8")

    def close(self) -> None:
        """Write what is not written yet."""
        if self._waiting:
            with self.path.open("a", encoding="utf-8") as file:
                file.write("".join(self._waiting))
                file.flush()
                os.fsync(file.fileno())
            self._waiting = []

    def ask(
        self,
        agent: str,
        game: Game[Any],
        questions: Sequence[PositionQuestion],
        limits: MoveLimits,
        confinement: Confinement,
        progress: Progress,
    ) -> Questions:
        """The answers to all questions; those that are known are not asked again."""
        left = [question for question in questions if (question.number, question.text) not in self.known]
        seat = _seat(agent, game, confinement)
        try:
            for question in left:
                reply = _reply(seat, game, question, limits)
                self.known[question.number, question.text] = reply
                self._waiting.append(json.dumps([question.number, question.text, *reply]) + "\n")
                if len(self._waiting) >= _FLUSH:
                    self.close()
                progress(len(self.known), len(questions))
        finally:
            seat.close()
            self.close()
        return {(each.number, each.text): self.known[each.number, each.text] for each in questions}


def _seat(agent: str, game: Game[Any], confinement: Confinement) -> AgentSeat:
    """Where the agent is asked: here if it is ours, else in a process that is held as in a match."""
    entrant = load_entrant(agent)
    if entrant.trusted or entrant.here is not None:
        return InProcessSeat(entrant)
    return IsolatedSeat(entrant, game.spec, confinement, rules_files(game.spec))


def _reply(seat: AgentSeat, game: Game[Any], question: PositionQuestion, limits: MoveLimits) -> AgentReply:
    position = game.parse(question.text)
    if trouble := seat.begin(question.text, question.seed, HANDSHAKE):
        return AgentReply(None, None, trouble.detail or trouble.reason)
    answer = seat.move(position, [], limits, PATIENCE + (limits.seconds or 0.0))
    if isinstance(answer, Trouble):
        return AgentReply(None, None, answer.detail or answer.reason)
    score = answer.report.score
    if (move := _legal(position, answer.text)) is None:
        return AgentReply(None, None, f"{answer.text} is no legal move")
    return AgentReply(move, None if score is None else int(score), "")


def _legal(position: Position[Any], text: str) -> str | None:
    """The move in its own spelling; None if it is not legal."""
    return next((name for move in position.moves() if (name := position.write(move)) == text.strip()), None)
