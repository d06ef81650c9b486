"""The process that searches for sessions: `python -P -m plyground.session.search_main PARENT`.

It takes the messages of an agent's process (agents/agent_main.py), for many games at once, each with a key.
It also values every move of a position, traces a search, measures a claim of a paper, and
plays a puzzle of Connect Four:

    {"id": 1, "prepare": "alphabeta", "game": "connect4", "key": "7/1/X", "begin": "-", "seed": 7}
    {"id": 2, "key": "7/1/X", "played": ["4", "4"], "limits": {"seconds": 1.0}}
    {"id": 3, "values": ["4", "4"], "game": "connect4", "begin": "-", "seconds": 2.0}
    {"id": 4, "trace": "alphabeta", "game": "connect4", "begin": "-", "limits": {"depth": 3}, "rows": 5000}
    {"id": 5, "claim": "P1.figure-1"}
    {"id": 6, "puzzle": {"seed": 7, "plies": 5, "moves": ["4"]}}
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar

from plyground.agents import load_agent, load_entrant
from plyground.agents.agent_main import Host
from plyground.agents.remedies import describe_error
from plyground.data_folder import VARIABLE
from plyground.errors import PlygroundError
from plyground.game import Position
from plyground.games.registry import load_game
from plyground.message import Message as Told
from plyground.score import LONGEST
from plyground.searchers import Limits, MoveValue, search_all
from plyground.searchers.alphabeta import AlphaBeta
from plyground.searchers.trace import Trace
from plyground.searchers.types import SearchReport
from plyground.searchers.whole_tree import whole_tree
from plyground.session.search_pool import OCCUPIED
from plyground.session.view import why
from plyground.solver import Solution, SolvedMove, TooLarge, solve
from plyground.workers.confinement import Confinement, limit_memory
from plyground.workers.landlock import has_one_thread
from plyground.workers.scratch import GameFolders
from plyground.workers.serve import Message, serve_parent

MEMORY_MB = 4_096
MAX_HOSTS = 8  # games whose agents are kept; others begin again from the moves played so far


@dataclass
class GameHost(Host):
    """An agent in a game. It receives the moves since its last turn; after an undo it begins again."""

    with_line: ClassVar[bool] = True

    played: list[str] = field(default_factory=list)
    opening: Message = field(default_factory=dict)
    runs: dict[str, str] = field(default_factory=dict)  # where trainings are kept: of ours only

    def _confine(self, request: Message) -> None:
        """Play in a folder of its own: the process is confined already."""
        folder = Path(request["folder"])
        folder.mkdir(exist_ok=True)
        self.games = GameFolders(folder)

    def _load(self, request: Message) -> Message:
        if "confine" not in request and not load_entrant(request["load"]).trusted:
            raise PlygroundError("a user's agent only plays in a process that is confined")
        return super()._load(request)

    def _refusal(self, error: PlygroundError) -> Message:
        """With a reason for other languages, if the agent is ours: no other code may choose our words."""
        ours = self.entrant is not None and self.entrant.trusted
        return super()._refusal(error) | (reason_of(error) if ours else {})

    def _begin(self, request: Message) -> Message:
        self.played, self.opening = [], request
        return super()._begin(request)

    def _move(self, request: Message) -> Message:
        played = request["played"]
        known = len(self.played)
        if self.games is not None and self.games.current is not None:
            os.chdir(self.games.current)
        if played[:known] != self.played:  # a move was taken back
            self._begin(self.opening)
            known = 0
        self.played = list(played)
        return super()._move(request | {"played": played[known:]})


@dataclass
class SearchServer:
    """Answers requests, one at a time."""

    folder: Path = field(default_factory=Path.cwd)  # what users' agents can write to
    hosts: OrderedDict[str, GameHost] = field(default_factory=OrderedDict)
    home: Path = field(default_factory=Path.cwd)
    confined: Message | None = None  # to which files
    prepared: int = 0  # agents so far
    runs: dict[str, str] = field(
        default_factory=lambda: {VARIABLE: os.environ[VARIABLE]} if VARIABLE in os.environ else {}
    )

    def answer(self, request: Message) -> Message:
        """The reply to a request; whatever goes wrong becomes an error in it."""
        os.chdir(self.home)  # games are named from here
        for task, work in TASKS.items():
            if task in request:
                self._tell_runs(request.get("runs", {}))
                return _run_task(work, request)
        key = request["key"]
        host = self.hosts.pop(key, None)
        if "prepare" in request:
            if host is not None:
                self.hosts[key] = host
                return {"id": request["id"]}
            try:
                if "confine" in request and not self._confine(request):
                    return {"id": request["id"], OCCUPIED: True}
            except (PlygroundError, OSError) as error:
                return {"id": request["id"], "error": str(error)}
            host, self.prepared = GameHost(runs=request.get("runs", {})), self.prepared + 1
            self._tell_runs(host.runs)
            load = {"load": request["prepare"], **_pick(request, "id", "game")}
            if "confine" in request:
                load |= {"confine": request["confine"], "folder": str(self.folder / f"{self.prepared}")}
            reply = host.answer(load)
            reply = reply if "error" in reply else host.answer(_pick(request, "id", "begin", "seed"))
        else:
            assert host is not None, "prepare comes first"
            self._tell_runs(host.runs)
            reply = host.answer(request)
        if "error" not in reply:
            self.hosts[key] = host
            if len(self.hosts) > MAX_HOSTS:
                self.hosts.popitem(last=False)
        return reply

    def _tell_runs(self, runs: dict[str, str]) -> None:
        """Let this process know where trainings are kept, or only what it knew at its start."""
        os.environ.pop(VARIABLE, None)
        os.environ.update(runs or self.runs)

    def _confine(self, request: Message) -> bool:
        """Confine this process to what a user's agent needs; False if it is confined to something else."""
        needed = _pick(request, "confine", "files", "folders")
        if self.confined is None and has_one_thread():
            confinement = Confinement.from_json(request["confine"])
            confinement.check()
            confinement.apply(self.folder, map(Path, request["files"]), map(Path, request["folders"]))
            self.confined = needed
        return self.confined == needed


def _run_task(work: Callable[[Message], Message], request: Message) -> Message:
    """Run a task that needs no remembered game."""
    reply: Message = {"id": request["id"]}
    try:
        return reply | work(request)
    except PlygroundError as error:
        return reply | {"error": str(error)} | reason_of(error)
    except Exception as error:  # noqa: BLE001 - the rules may be a user's
        return reply | {"error": describe_error(error)}


def reason_of(error: PlygroundError) -> Message:
    """Why a task failed, for other languages; nothing where the error has only its English words."""
    told = why(error)
    return {} if isinstance(told, str) else {"why": {"key": told.key, "facts": plain_facts(told)}}


def plain_facts(told: Told) -> Message:
    """The facts of a message as plain data."""
    return {
        name: {"key": fact.key, "facts": plain_facts(fact)} if isinstance(fact, Told) else fact
        for name, fact in told.facts.items()
    }


def _pick(request: Message, *keys: str) -> Message:
    return {key: request[key] for key in keys}


def value_moves(request: Message) -> Message:
    """Value every move of the position after some moves."""
    position = load_game(request["game"]).parse(request["begin"])
    for text in request["values"]:
        position = position.play(text)
    return analyse_moves(position, request["seconds"])


def trace_search(request: Message) -> Message:
    """Trace a search node by node, with its result."""
    game, searcher = load_game(request["game"]), load_agent(request["trace"])
    position, trace = game.parse(request["begin"]), Trace(most_rows=request["rows"])
    limits = Limits(**request["limits"])
    found = searcher.search(position, limits, trace)
    trace.whole = whole_tree(searcher, position, limits)
    trace.game, trace.position, trace.agent = game.spec, position.text(), repr(searcher)
    report = SearchReport.of(position, found).to_json()
    del report["proven"]  # the page reads it off the tree
    return {"trace": json.loads(trace.to_json()), "result": report}


def measure_claim(request: Message) -> Message:
    """Measure a claim of a paper."""
    from plyground.papers.claim import Claim  # slow to load, and seldom needed
    from plyground.papers.registry import PAPERS

    claims = {claim.id: claim for paper in PAPERS.values() for claim in paper.CLAIMS}
    if request["claim"] not in claims:
        raise PlygroundError("no paper has such a claim")
    claim: Claim = claims[request["claim"]]
    return claim.in_every_language(claim.measure())


def answer_puzzle(request: Message) -> Message:
    """A puzzle after the winner's moves, judged by the solver; with `sheet`, its sheet as a text."""
    from plyground.exercises import make_exercise  # seldom needed, as above
    from plyground.exercises.puzzle_play import play_puzzle
    from plyground.exercises.sheets import write_sheet

    asked = request["puzzle"]
    if sheet := request.get("sheet"):
        return {"text": write_sheet(make_exercise("win", asked["seed"], plies=asked["plies"]), **sheet)}
    state = play_puzzle(**asked)
    return {
        "begin": state.begin.text(),
        "played": list(state.played),
        "best": list(state.best),
        "solved": state.solved,
        "hint": _told_json(state.hint) if state.hint else None,
        "marks": [
            {"name": mark.name, "state": mark.state, "why": _told_json(mark.why)} for mark in state.marks
        ],
    }


def _told_json(told: Told) -> Message:
    return {"key": told.key, "facts": plain_facts(told)}


TASKS: dict[str, Callable[[Message], Message]] = {
    "values": value_moves,
    "trace": trace_search,
    "claim": measure_claim,
    "puzzle": answer_puzzle,
}


def analyse_moves(position: Position[Any], seconds: float) -> Message:
    """The value of every legal move: proved if the time is enough, otherwise estimated."""
    try:
        solution = solve(position, moves=True, seconds=seconds)
        values = [solved_value(position, solved) for solved in solution.moves or ()]
    except TooLarge:
        return estimate_moves(position, seconds)
    if len(values) < len(position.moves()) or any(value["kind"] == "unknown" for value in values):
        return estimate_moves(position, seconds)
    return {"values": values, "source": "solver", **_cost(solution)}


def _cost(solution: Solution) -> Message:
    return {"nodes": solution.nodes, "seconds": solution.seconds, "depth": None}


def solved_value(position: Position[Any], solved: SolvedMove) -> Message:
    """The proved value of a move."""
    low, high = solved.low, solved.high
    text, kind = solved.move, "unknown"
    if low > 0:
        kind = "wins"
    elif high < 0:
        kind = "loses"
    elif low == high:
        kind = "draws"
    elif low == 0:
        kind = "wins-or-draws"
    elif high == 0:
        kind = "draws-or-loses"
    plies = None
    if solved.score:
        plies = solved.score.plies
        kind = kind if plies is not None else "points"
    return {"text": text, "kind": kind, "plies": plies, "score": solved.stone_score}


def estimate_moves(position: Position[Any], seconds: float) -> Message:
    """Estimate every move by a search of some seconds, all to the same depth so that they compare."""
    until = time.perf_counter() + seconds
    found: list[MoveValue] = []
    depth = nodes = 0
    for depth in range(1, LONGEST + 1):
        left = until - time.perf_counter()
        deeper = search_all(position, AlphaBeta(), Limits(depth, seconds=max(left, 0.001)))
        nodes += sum(value.stats.nodes for value in deeper)
        if depth > 1 and any(value.stopped for value in deeper):
            depth -= 1
            break
        found = deeper
        if all(value.proven for value in deeper):
            break
    values = [_searched_value(position, value) for value in found]
    took = seconds - (until - time.perf_counter())
    return {"values": values, "source": "search", "nodes": nodes, "depth": depth, "seconds": took}


def _searched_value(position: Position[Any], value: MoveValue) -> Message:
    text, score = position.write(value.move), value.score
    return {"text": text, "kind": score.kind(value.proven), "plies": score.plies, "score": score}


if __name__ == "__main__":
    limit_memory(MEMORY_MB)
    serve_parent(SearchServer(Path(sys.argv[2])).answer)
