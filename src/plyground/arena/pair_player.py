"""Plays pairs of games: loads the agents, keeps their processes between pairs, and ends them."""

from __future__ import annotations

import traceback
from dataclasses import dataclass, field
from typing import Self

from plyground.agents import Entrant, load_entrant
from plyground.agents.rules_files import rules_files
from plyground.agents.seats import AgentSeat, InProcessSeat, IsolatedSeat
from plyground.arena.plan import Plan
from plyground.arena.records import Job, Pair, PairRecord
from plyground.arena.referee import Referee
from plyground.arena.user_files import check_files
from plyground.errors import Failed
from plyground.workers.confinement import ProcessLimits, limits_of_process
from plyground.workers.messages import Trouble

TAMPERED = 70  # exit status of a player whose own limits somebody has changed
MAX_SEATED = 8  # processes of built-in agents that are kept between pairs


@dataclass
class PairPlayer:
    """Plays the pairs of a plan, one after the other."""

    plan: Plan
    referee: Referee = field(init=False)
    _entrants: dict[int, Entrant] = field(default_factory=dict)
    _seated: dict[int, AgentSeat] = field(default_factory=dict)
    _limits: ProcessLimits = field(default_factory=limits_of_process)

    def __post_init__(self) -> None:
        self.referee = self.plan.referee

    def do(self, job: Job) -> PairRecord | Trouble | None:
        """The answer to a job."""
        if isinstance(job, Pair):
            return self.play(job)
        if isinstance(job, int):
            return self.check(job)
        check_files(self.plan, job)
        return None

    def play(self, pair: Pair) -> PairRecord:
        """Both games of a pair. An error here comes from the rules or the arena: agents only lose."""
        seats = {number: self._seat(number) for number in pair.agents}
        try:
            return self.referee.play_pair(pair, seats)
        except Exception as error:
            if limits_of_process() != self._limits:
                raise SystemExit(TAMPERED) from error  # a new player plays the pair again
            place = traceback.extract_tb(error.__traceback__)[-1]
            where = f"{place.filename}, line {place.lineno}"
            raise Failed(f"pair {pair.number} failed: {type(error).__name__}: {error} ({where})") from error

    def check(self, number: int) -> Trouble | None:
        """What keeps an agent from beginning a game, if anything."""
        return self._seat(number).begin("-", 0, self.plan.control.handshake)

    def _seat(self, number: int) -> AgentSeat:
        if number not in self._entrants:
            self._entrants[number] = load_entrant(self.plan.agents[number])
        entrant = self._entrants[number]
        seat = self._seated.pop(number, None) or self._new_seat(entrant)
        self._make_room(number)
        self._seated[number] = seat
        return seat

    def _new_seat(self, entrant: Entrant) -> AgentSeat:
        ours = self.plan.in_process and entrant.trusted
        if ours or (entrant.here is not None and entrant.pickled is None):
            return InProcessSeat(entrant)
        return IsolatedSeat(entrant, self.plan.game, self.plan.confinement, rules_files(self.plan.game))

    def _make_room(self, arriving: int) -> None:
        """Close the oldest seats; of users' agents only the newest stays, so that none computes unseen."""
        others = list(self._seated)
        users = [number for number in others if not self._entrants[number].trusted]
        leaving = users[:-1] or others[: max(0, len(others) + 1 - MAX_SEATED)]
        for number in leaving:
            self._seated.pop(number).close()

    def close(self) -> None:
        for seat in self._seated.values():
            seat.close()
        self._seated.clear()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
