"""A seat at the board: who is asked for moves there, in a process of its own or in this one."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from plyground.agents import Agent, Entrant, MoveLimits
from plyground.agents.confinement import Cell, Confinement, clean_environment
from plyground.agents.host import spelled, told
from plyground.arena.records import Answer, Cost, Told, Trouble
from plyground.arena.sandbox import FOLDER, sandboxed
from plyground.arena.worker import Meter, Worker, host_command
from plyground.errors import PlygroundError, clip
from plyground.game import Position

_LIMITS = ("depth", "nodes", "seconds", "remaining", "increment")
_MOST = 2**63 - 1  # what the store holds


class Seat(Protocol):
    """Where an agent sits during a game."""

    def begin(self, opening: str, seed: int, allowance: float) -> Trouble | None: ...

    def move(
        self, position: Position[Any], played: list[str], limits: MoveLimits, allowance: float
    ) -> Answer | Trouble: ...

    def close(self) -> None: ...


@dataclass
class Isolated:
    """An agent in a worker process, which is started when it is needed and again when it is gone."""

    entrant: Entrant
    game: str
    confinement: Confinement = field(default_factory=Confinement)
    sandbox: bool = False  # for who is not ours
    files: Iterable[Path] = ()  # of the game, to be read in a sandbox
    _worker: Worker | None = None
    _told: MoveLimits | None = None  # the limits that the process knows
    _cell: Cell | None = None

    def begin(self, opening: str, seed: int, allowance: float) -> Trouble | None:
        """Have the agent ready for a game. A process that does not start is no agent's move."""
        if self._worker is not None and self._worker.spent > self.confinement.cpu_seconds / 2:
            self.close()  # or a long tournament would seem to be a process gone wild
        if self._worker is None or self._worker.closed:
            self._worker, folder = self._started()
            confine = self.confinement.to_json()
            load = {"load": self.entrant.spec, "game": self.game, "folder": folder, "confine": confine}
            if trouble := _failed(self._worker.ask(load, allowance), allowance):
                self.close()
                return trouble._replace(reason="start")
        trouble = _failed(self._worker.ask({"begin": opening, "seed": seed}, allowance), allowance)
        return trouble and trouble._replace(reason="start")

    def _started(self) -> tuple[Worker, str]:
        """A new process, and the folder where the agent plays: for who is not ours, an empty one."""
        self.close()
        self._told = None
        if self.entrant.trusted:
            return Worker(), ""
        if self.sandbox:
            files = (*self.entrant.files, *self.files)
            return Worker(sandboxed(host_command(0), files, self.confinement.file_mb)), FOLDER
        self._cell = Cell.new()
        folder = str(self._cell.folder)
        return Worker(env=clean_environment(os.environ, folder)), folder

    def move(
        self, position: Position[Any], played: list[str], limits: MoveLimits, allowance: float
    ) -> Answer | Trouble:
        assert self._worker is not None, "begin comes first"
        request: dict[str, Any] = {"played": played}
        if limits != self._told:
            request["limits"] = {name: getattr(limits, name) for name in _LIMITS}
            self._told = limits
        reply = self._worker.ask(request, allowance)
        if isinstance(reply, Trouble):
            return reply
        return read_move(reply, _whole(reply.cost, reply.get("computed")), reply.said)

    def close(self) -> None:
        if self._worker is not None:
            self._worker.close()
        if self._cell is not None:
            self._cell.remove()
            self._cell = None


@dataclass
class InProcess:
    """An agent that is trusted: it is asked directly, and its time is looked at afterwards."""

    entrant: Entrant
    _agent: Agent | None = None
    _meter: Meter = field(default_factory=lambda: Meter(os.getpid()))

    def begin(self, opening: str, seed: int, allowance: float) -> Trouble | None:
        self._agent = self.entrant.enter(seed)
        return None

    def move(
        self, position: Position[Any], played: list[str], limits: MoveLimits, allowance: float
    ) -> Answer | Trouble:
        assert self._agent is not None, "begin comes first"
        began = self._meter.read()
        try:
            said, _ = spelled(position, self._agent.choose(position, limits))
        except PlygroundError as error:
            said = {"error": str(error)}
        except Exception as error:  # noqa: BLE001 - a searcher that fails loses its game, not the run
            said = {"error": told(error)}
        cost = self._meter.read().since(began)
        if cost.wall > allowance:
            return Trouble("time", f"its answer took {cost.wall:.3f} s", cost)
        return read_move(said, cost)

    def close(self) -> None:
        self._meter.close()


def read_move(reply: dict[str, Any], cost: Cost, said: str | None = None) -> Answer | Trouble:
    """What a reply means: a move, or why there is none."""
    score, nodes, depth = (_number(reply.get(key)) for key in ("score", "nodes", "depth"))
    core = reply.get("core")
    about = Told(score, nodes, depth, core if core in ("python", "native") else None, said)
    if "error" in reply:
        return Trouble("crash", _text(reply["error"], 400), cost, about)
    if isinstance(reply.get("move"), str):
        return Answer(_text(reply["move"], 200), cost, about)
    if "no_move" in reply:
        return Trouble("illegal", f"{_text(reply['no_move'], 80)} is no move", cost, about)
    return Trouble("answer", "an answer without a move", cost, about)


def _whole(cost: Cost, computed: object) -> Cost:
    """A cost with what a program that the agent started has computed, as the agent's host tells."""
    if cost.cpu is None or not isinstance(computed, float) or not 0 <= computed < float("inf"):
        return cost
    return cost._replace(cpu=cost.cpu + computed)


def _failed(reply: dict[str, Any] | Trouble, allowance: float) -> Trouble | None:
    if isinstance(reply, Trouble):
        late = f" in {allowance:g} s" if reply.reason == "time" else ""
        return reply._replace(detail=reply.detail + late)
    return Trouble("start", _text(reply["error"], 400)) if "error" in reply else None


def _number(value: object) -> int | None:
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) <= _MOST:
        return value
    return None


def _text(value: object, length: int) -> str:
    return clip(str(value), length).encode("utf-8", "replace").decode()
