"""Users' agents as searchers, for `search`, `explain` and `compare`.

Here an agent is asked for single positions, so its code is run anew for each, in a confined copy of this
process, or in a sandbox. Matches play the same agents in processes of their own.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar

from plyground.agents.agent import Entrant, MoveLimits
from plyground.agents.answers import NoMove
from plyground.agents.remedies import describe_error
from plyground.agents.rules_files import rules_files
from plyground.agents.seats import IsolatedSeat, entrant_files, listed_folders
from plyground.errors import Failed, PlygroundError
from plyground.game import Position
from plyground.score import Score
from plyground.searchers.searcher import Searcher
from plyground.searchers.trace import Trace
from plyground.searchers.types import Limits, MoveOnly, SearchReport, SearchResult, SearchStats
from plyground.workers.confined_call import NoAnswer, call_confined
from plyground.workers.confinement import Confinement
from plyground.workers.messages import Trouble
from plyground.workers.readable import readable_paths
from plyground.workers.serve import Message

_ALL_MEMORY = 1 << 20  # megabytes
_HANDSHAKE = 60.0  # seconds to start in a sandbox
_NO_HURRY = 1e6  # seconds for an answer without a time limit: nobody waits but the user, who can stop it
PATIENCE = 10.0  # seconds beyond a time limit, after which an agent is given up


@dataclass(frozen=True, repr=False)
class OwnAgent(Searcher):
    """Asks a user's agent, made anew for each position."""

    name: ClassVar[str] = "an agent of your own"

    entrant: Entrant
    confinement: Confinement = field(default_factory=Confinement, compare=False)
    game: str = field(default="", compare=False)  # that it is asked about: a sandbox loads it

    @property
    def spec(self) -> str:
        return self.entrant.spec

    @property
    def _called(self) -> str:
        return self.spec.removeprefix("object:")

    def __repr__(self) -> str:
        return self.spec

    def think(self, position: Position[Any], limits: Limits, trace: Trace | None) -> SearchResult[Any]:
        answer = self._answer(position, limits)
        if "error" in answer:
            raise Failed(f"{self._called} {answer['error']}")
        if "refusal" in answer:
            raise PlygroundError(answer["refusal"])
        line = playable(position, tuple(map(str, answer["line"])))
        if answer["report"] is None:
            return MoveOnly(Score(0), line, stats=SearchStats(seconds=_seconds(answer)))
        return _result(SearchReport.from_json(answer["report"]), answer, line)

    def _answer(self, position: Position[Any], limits: Limits) -> Message:
        """What the agent answers, in a confined copy of this process where there can be one."""
        if self.entrant.here is not None:  # it is code of the program that asks it
            return self._ask(position, limits)
        self.confinement.check()
        if self.confinement.sandbox:
            return self._ask_in_sandbox(position, limits)
        if not self.confinement.contained:
            return self._ask(position, limits)
        return call_confined_agent(
            self.entrant, self.confinement, lambda: self._ask(position, limits), allowance(limits)
        )

    def _ask_in_sandbox(self, position: Position[Any], limits: Limits) -> Message:
        """What it answers in a process of its own, as in a match."""
        if not self.game:
            raise PlygroundError(f"{self._called} is asked in a sandbox about a game that has no spec")
        seat = IsolatedSeat(self.entrant, self.game, self.confinement, rules_files(self.game))
        try:
            if trouble := seat.begin(position.text(), 0, _HANDSHAKE):
                return {"error": f"failed: {trouble.detail}"}
            asked = MoveLimits(limits.depth, limits.nodes, limits.seconds)
            answer = seat.move(position, [], asked, allowance(limits) or _NO_HURRY)
        finally:
            seat.close()
        if isinstance(answer, Trouble):
            return {"error": f"failed: {answer.detail}"}
        report = None if answer.report.score is None else answer.report.to_json()
        return {"line": [answer.text], "report": report, "spent": answer.cost.wall}

    def _ask(self, position: Position[Any], limits: Limits) -> Message:
        """The line that begins with its move, the report of its search, or what went wrong."""
        started = time.perf_counter()
        try:
            choice = self.entrant.enter(0).choose(position, limits)
            if isinstance(choice.move, NoMove):
                return {"error": f"played no legal move: {choice.move!r}"}
            found = choice.result
            line = playable(position, (choice.move, *(found.line[1:] if found else ())))
        except PlygroundError as error:
            return {"refusal": str(error)}
        except (Exception, SystemExit) as error:  # noqa: BLE001 - a user's code may raise anything
            return {"error": f"failed: {describe_error(error, self.entrant.here is not None)}"}
        told: Message = {"line": position.line_text(line), "spent": time.perf_counter() - started}
        if found is None:
            return told | {"report": None}
        report = SearchReport.of(position, found, with_line=False).to_json()
        return told | {
            "report": report,
            "table_hits": found.stats.table_hits,
            "evaluation": found.evaluation,
        }


def allowance(limits: Limits | None) -> float | None:
    """Seconds until an agent that was told a time is given up."""
    return None if limits is None or limits.seconds is None else limits.seconds + PATIENCE


def call_confined_agent(
    entrant: Entrant, confinement: Confinement, work: Callable[[], Message], seconds: float | None = None
) -> Message:
    """What a function returns in a confined copy of this process that may read an agent's files.

    After some seconds, if there is an end to them, it is given up.
    """
    assert not confinement.sandbox, "there is no sandbox around a copy of this process"
    files = entrant_files(entrant)
    confinement = replace(confinement, memory_mb=_ALL_MEMORY)  # it begins with ours
    readable, listed = list(readable_paths(files)), list(listed_folders(files))
    try:
        return call_confined(work, confinement, readable, listed, seconds)
    except NoAnswer as error:
        raise Failed(f"{entrant.spec.removeprefix('object:')} failed: {error}") from None


def _result(report: SearchReport, answer: Message, line: tuple[Any, ...]) -> SearchResult[Any]:
    """A report as a result, as far as it tells."""
    hits, evaluation = answer.get("table_hits"), answer.get("evaluation")
    stats = SearchStats(
        report.nodes or 0,
        report.depth or 0,
        hits if isinstance(hits, int) else 0,
        report.seconds or _seconds(answer),
    )
    return SearchResult(
        report.score or Score(0),
        line,
        report.proven,
        report.stopped,
        stats,
        report.core or "python",
        evaluation if isinstance(evaluation, str) else "",
    )


def _seconds(answer: Message) -> float:
    spent = answer.get("spent")
    return spent if isinstance(spent, float) else 0.0


def playable(position: Position[Any], line: tuple[Any, ...]) -> tuple[Any, ...]:
    """The legal beginning of a line, whose moves may be given as texts; the first move must be legal."""
    moves: list[Any] = []
    for given in line:
        try:
            after = position.play(given)
        except PlygroundError:
            if not moves:
                raise
            break
        moves.append(next(move for move in position.moves() if position.after(move) == after))
        position = after
    return tuple(moves)


def is_users(searcher: Searcher) -> bool:
    """Whether a searcher is a user's own, which is trusted to keep a limit of depth."""
    return isinstance(searcher, OwnAgent) or not type(searcher).__module__.startswith("plyground.")
