"""Seats: where an agent is asked for moves, in its own process or in this one."""

from __future__ import annotations

import os
import sys
from base64 import b64encode
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Protocol

from plyground.agents.agent import Agent, Entrant, MoveLimits
from plyground.agents.choice_message import MAX_ANSWER, choice_message
from plyground.agents.neighbours import module_folders
from plyground.agents.remedies import describe_error
from plyground.errors import PlygroundError, truncate
from plyground.game import Position
from plyground.searchers.types import SearchReport
from plyground.workers.channel import Reply, Worker
from plyground.workers.confinement import Confinement, clean_environment
from plyground.workers.messages import SILENT, Answer, Cost, Trouble, last_words
from plyground.workers.meter import Meter
from plyground.workers.process import module_command
from plyground.workers.readable import readable_paths
from plyground.workers.sandbox import FOLDER, sandbox_command
from plyground.workers.scratch import ScratchFolder

_LIMITS = ("depth", "nodes", "seconds", "remaining", "increment", "overage")


def agent_command(parent: int | None = None) -> list[str]:
    """The command of a process that plays an agent and ends with its parent; in a sandbox that is 0."""
    return module_command("plyground.agents.agent_main", os.getpid() if parent is None else parent)


class AgentSeat(Protocol):
    """An agent during a game."""

    def begin(self, opening: str, seed: int, allowance: float) -> Trouble | None: ...

    def move(
        self, position: Position[Any], played: list[str], limits: MoveLimits, allowance: float
    ) -> Answer | Trouble: ...

    def close(self) -> None: ...


@dataclass
class IsolatedSeat:
    """An agent in a worker process, which is started when needed, and again after it has died."""

    entrant: Entrant
    game: str
    confinement: Confinement = field(default_factory=Confinement)
    files: Iterable[Path] = ()  # of the game, which users' agents may read
    _worker: Worker | None = None
    _sent: MoveLimits | None = None  # the limits that the process knows

    def __post_init__(self) -> None:
        ours = self.entrant.pickled is not None and not self.confinement.sandbox
        if self.entrant.trusted or ours:  # it is code of plyground, or of the program that plays it
            self.confinement = replace(self.confinement, trust=True)
        if not self.entrant.trusted:
            self.confinement.check()

    def begin(self, opening: str, seed: int, allowance: float) -> Trouble | None:
        """Prepare the agent for a game. A failed start is not charged as a move."""
        if self._worker is not None and self._worker.spent > self.confinement.cpu_seconds / 2:
            self.close()  # else a long tournament would reach the limit of CPU time
        if self._worker is None or self._worker.closed:
            self._worker, folder = self._start_worker()
            load: dict[str, Any] = {"load": self.entrant.spec, "game": self.game, "folder": folder}
            load |= confinement_message(self.confinement, self._own_files())
            if self.entrant.pickled is not None:
                load |= {"pickled": b64encode(self.entrant.pickled).decode(), "paths": sys.path}
            if trouble := _start_trouble(self.entrant, self._worker.ask(load, allowance), allowance):
                self.close()
                return trouble._replace(reason="start")
        trouble = _start_trouble(
            self.entrant, self._worker.ask({"begin": opening, "seed": seed}, allowance), allowance
        )
        return trouble and trouble._replace(reason="start")

    def _start_worker(self) -> tuple[Worker, str]:
        """A new process, and the folder where the agent plays: an empty one for users' agents."""
        self.close()
        self._sent = None
        if self.entrant.trusted:
            return Worker(agent_command()), ""
        confinement = self.confinement
        if confinement.sandbox:
            files = (*self._own_files(), *map(Path, confinement.allow_read))
            network, megabytes = confinement.allow_net, confinement.file_mb
            command = sandbox_command(agent_command(parent=0), files, megabytes, network)
            return Worker(command, stranger=True, memory_mb=confinement.memory_mb), FOLDER
        scratch = ScratchFolder.new()
        env = clean_environment(os.environ, str(scratch.folder))
        memory_mb = confinement.memory_mb
        worker = Worker(agent_command(), env=env, stranger=True, scratch=scratch, memory_mb=memory_mb)
        scratch.sign(worker.pid, self.entrant.spec)
        return worker, str(scratch.folder)

    def _own_files(self) -> tuple[Path, ...]:
        return (*entrant_files(self.entrant), *self.files)

    def move(
        self, position: Position[Any], played: list[str], limits: MoveLimits, allowance: float
    ) -> Answer | Trouble:
        assert self._worker is not None, "begin comes first"
        request: dict[str, Any] = {"played": played}
        if limits != self._sent:
            request["limits"] = {name: getattr(limits, name) for name in _LIMITS}
            self._sent = limits
        reply = self._worker.ask(request, allowance)
        if isinstance(reply, Trouble):
            return reply
        return read_move(reply, _whole_cost(reply), reply.said)

    def close(self) -> None:
        if self._worker is not None:
            self._worker.close()


@dataclass
class InProcessSeat:
    """An agent of ours or of this program: it is asked directly, and its time is checked afterwards."""

    entrant: Entrant
    _agent: Agent | None = None
    _meter: Meter = field(default_factory=lambda: Meter(os.getpid()))

    def begin(self, opening: str, seed: int, allowance: float) -> Trouble | None:
        try:
            self._agent = self.entrant.enter(seed)
        except (Exception, SystemExit) as error:
            if self.entrant.trusted:
                raise
            return Trouble("start", describe_error(error, here=True))
        return None

    def move(
        self, position: Position[Any], played: list[str], limits: MoveLimits, allowance: float
    ) -> Answer | Trouble:
        assert self._agent is not None, "begin comes first"
        began = self._meter.read()
        try:
            said, _ = choice_message(position, self._agent.choose(position, limits))
        except PlygroundError as error:
            said = {"error": str(error)}
        except (Exception, SystemExit) as error:  # noqa: BLE001 - who fails loses the game, not the run
            said = {"error": describe_error(error, self.entrant.here is not None)}
        cost = self._meter.read().since(began)
        if cost.wall > allowance:
            withheld = self._meter.withheld(began, {})
            if cost.wall - withheld > allowance:
                return Trouble("time", f"its answer took {cost.wall:.3f} s", cost)
            cost = cost._replace(forgiven=cost.wall - allowance)
        return read_move(said, cost)

    def close(self) -> None:
        self._meter.close()


def entrant_files(entrant: Entrant) -> tuple[Path, ...]:
    """The files and folders of the user that an agent needs."""
    return (*entrant.folders, *entrant.files)


def confinement_message(confinement: Confinement, files: Collection[Path]) -> dict[str, Any]:
    """What a process has to know to confine itself, for code that needs some files of the user."""
    return {
        "confine": confinement.to_json(),
        "files": [str(path) for path in readable_paths(files)],
        "folders": [str(path) for path in listed_folders(files)],
    }


def listed_folders(files: Iterable[Path]) -> Iterator[Path]:
    """The folders that Python lists when an agent imports modules of its own."""
    for file in files:
        if file.suffix == ".py" and file.is_file():
            yield from module_folders(file.resolve())


def read_move(reply: dict[str, Any], cost: Cost, said: str | None = None) -> Answer | Trouble:
    """A reply as a move, or why there is none."""
    report = SearchReport.from_json(reply)
    if "error" in reply:
        return Trouble("crash", _error(reply, said), cost, report, said)
    if report.move is not None:
        return Answer(_text(report.move, 200), cost, report, said)
    if "no_move" in reply:
        why = f"{_text(reply['no_move'], MAX_ANSWER)} is no move"
        return Trouble("illegal", why, cost, report, said)
    return Trouble("answer", "an answer without a move", cost, report, said)


def _whole_cost(reply: Reply) -> Cost:
    """A cost, with the CPU time of a program that the agent started, as the agent's process reports it."""
    cost, computed, pondered = reply.cost, reply.get("computed"), reply.get("pondered")
    if cost.cpu is not None and isinstance(computed, float) and 0 <= computed < float("inf"):
        cost = cost._replace(cpu=cost.cpu + computed)
    if cost.pondered is not None and isinstance(pondered, float) and 0 <= pondered < float("inf"):
        cost = cost._replace(pondered=cost.pondered + pondered)
    return cost


def _start_trouble(entrant: Entrant, reply: dict[str, Any] | Trouble, allowance: float) -> Trouble | None:
    """Why an agent did not begin, if it did not."""
    if isinstance(reply, Trouble):
        if reply.reason != "time":
            return reply
        doing = "starting" if entrant.spec.startswith("engine") else "importing"
        name = truncate(entrant.files[0].name if entrant.files else entrant.spec, 80)
        also = reply.detail.removeprefix("nothing came")
        return reply._replace(detail=f"{doing} {name} took longer than {allowance:g} s (--handshake){also}")
    return Trouble("start", _error(reply)) if "error" in reply else None


def _error(reply: dict[str, Any], said: str | None = None) -> str:
    """The error; for a program without other output, with the last line of its standard error."""
    text, said = str(reply["error"]), said or getattr(reply, "said", None)
    if text.endswith(SILENT) and (last := last_words(said or "")):
        text = f"{text.removesuffix(SILENT)}; it said last: {truncate(last, 200)}"
    return _text(text, 400)


def _text(value: object, length: int) -> str:
    return truncate(str(value), length).encode("utf-8", "replace").decode()
