"""The process that thinks for sessions: `python -P -m plyground.session.mind PARENT`.

It speaks as an agent's process does (agents/host.py), for many games at once, each with a key; and it
values every move of a position, writes a search down, and measures a claim of a paper:

    {"id": 1, "prepare": "alphabeta", "game": "connect4", "key": "7/1/X", "begin": "-", "seed": 7}
    {"id": 2, "key": "7/1/X", "played": ["4", "4"], "limits": {"seconds": 1.0}}
    {"id": 3, "values": ["4", "4"], "game": "connect4", "begin": "-", "seconds": 2.0}
    {"id": 4, "trace": "alphabeta", "game": "connect4", "begin": "-", "limits": {"depth": 3}, "rows": 5000}
    {"id": 5, "claim": "P1.figure-1"}
"""

from __future__ import annotations

import json
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from plyground.agents import load_agent
from plyground.agents.agent import Choice
from plyground.agents.confinement import limit_memory
from plyground.agents.host import Host, Message, serve_parent, told
from plyground.errors import PlygroundError
from plyground.game import Position
from plyground.games.line import LinePosition
from plyground.games.registry import load_game
from plyground.score import LONGEST, plies_to_end
from plyground.search import Limits
from plyground.search.alphabeta import AlphaBeta
from plyground.search.analyse import MoveValue, search_all
from plyground.search.trace import Trace
from plyground.solver import Solution, Solved, TooLarge, solve
from plyground.solver.engine import plies_of

MEMORY_MB = 4_096
MOST_HOSTS = 8  # games that are remembered; others begin again with the moves played so far


@dataclass
class GameHost(Host):
    """An agent in a game, which is told the moves since it was last asked, or begins again."""

    played: list[str] = field(default_factory=list)
    opening: Message = field(default_factory=dict)

    def _begin(self, request: Message) -> Message:
        self.played, self.opening = [], request
        return super()._begin(request)

    def _move(self, request: Message) -> Message:
        played = request["played"]
        known = len(self.played)
        if played[:known] != self.played:  # a move was taken back
            self._begin(self.opening)
            known = 0
        self.played = list(played)
        return super()._move(request | {"played": played[known:]})

    def tell(self, choice: Choice) -> tuple[Message, Any]:
        reply, move = super().tell(choice)
        if choice.result is not None and self.position is not None:
            line = list(spelled_line(self.position, choice.result.line))
            reply |= {"line": line, "proven": choice.result.proven}
        return reply, move


@dataclass
class Mind:
    """Answers requests, one at a time."""

    hosts: OrderedDict[str, GameHost] = field(default_factory=OrderedDict)

    def answer(self, request: Message) -> Message:
        """What is told of a request; whatever goes wrong becomes an error."""
        for task, work in TASKS.items():
            if task in request:
                return _worked(work, request)
        key = request["key"]
        host = self.hosts.pop(key, None)
        if "prepare" in request:
            if host is not None:
                self.hosts[key] = host
                return {"id": request["id"]}
            host = GameHost()
            reply = host.answer({"load": request["prepare"], **_only(request, "id", "game")})
            reply = reply if "error" in reply else host.answer(_only(request, "id", "begin", "seed"))
        else:
            assert host is not None, "prepare comes first"
            reply = host.answer(request)
        if "error" not in reply:
            self.hosts[key] = host
            if len(self.hosts) > MOST_HOSTS:
                self.hosts.popitem(last=False)
        return reply


def _worked(work: Callable[[Message], Message], request: Message) -> Message:
    """What came of a task that needs no game to be remembered."""
    reply: Message = {"id": request["id"]}
    try:
        return reply | work(request)
    except PlygroundError as error:
        return reply | {"error": str(error)}
    except Exception as error:  # noqa: BLE001 - the rules may be a user's
        return reply | {"error": told(error)}


def _only(request: Message, *keys: str) -> Message:
    return {key: request[key] for key in keys}


def spelled_line(position: Position[Any], line: tuple[Any, ...]) -> Iterator[str]:
    """The texts of the moves of a line of play."""
    for move in line:
        yield position.write(move)
        position = position.after(move)


def valued(request: Message) -> Message:
    """The value of every move where some moves have led."""
    position = load_game(request["game"]).parse(request["begin"])
    for text in request["values"]:
        position = position.play(text)
    return analysis(position, request["seconds"])


def traced(request: Message) -> Message:
    """A search written down, node by node, and what it found."""
    game, searcher = load_game(request["game"]), load_agent(request["trace"])
    position, trace = game.parse(request["begin"]), Trace(most_rows=request["rows"])
    found = searcher.search(position, Limits(**request["limits"]), trace)
    trace.game, trace.position, trace.agent = game.spec, position.text(), repr(searcher)
    line, stats = list(spelled_line(position, found.line)), found.stats
    return {
        "trace": json.loads(trace.to_json()),
        "result": {
            "score": found.score,
            "move": line[0] if line else None,
            "line": line,
            "nodes": stats.nodes,
            "depth": stats.depth,
            "seconds": stats.seconds,
            "stopped": found.stopped,
            "core": found.core,
        },
    }


def measured(request: Message) -> Message:
    """What becomes of a claim of a paper when it is measured."""
    from plyground.papers import PAPERS  # slow to load, and seldom asked for

    claims = {claim.id: claim for paper in PAPERS.values() for claim in paper.CLAIMS}
    if request["claim"] not in claims:
        raise PlygroundError("no paper has such a claim")
    found = claims[request["claim"]].measure()
    return {"ours": found.ours, "verdict": found.verdict, "why": found.why}


TASKS: dict[str, Callable[[Message], Message]] = {"values": valued, "trace": traced, "claim": measured}


def analysis(position: Position[Any], seconds: float) -> Message:
    """The value of every legal move: proved where that can be in the time, estimated otherwise."""
    try:
        solution = solve(position, moves=True, seconds=seconds)
        values = [solved_value(position, solved) for solved in solution.moves or ()]
    except TooLarge:
        return searched(position, seconds)
    if len(values) < len(position.moves()) or any(value["kind"] == "unknown" for value in values):
        return searched(position, seconds)
    return {"values": values, "source": "solver", **_cost(solution)}


def _cost(solution: Solution) -> Message:
    return {"nodes": solution.nodes, "seconds": solution.seconds, "depth": None}


def solved_value(position: Position[Any], solved: Solved) -> Message:
    """What was proved of a move."""
    low, high = solved.low, solved.high
    text, kind = position.write(solved.move), "unknown"
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
    if low == high != 0:
        plies = plies_of(position, low) if isinstance(position, LinePosition) else plies_to_end(low)
        kind = kind if plies is not None else "points"
    return {"text": text, "kind": kind, "plies": plies, "score": low if low == high else None}


def searched(position: Position[Any], seconds: float) -> Message:
    """What a search of so many seconds thinks of every move, all to the same depth so that they compare."""
    evaluate = "windows" if isinstance(position, LinePosition) else "zero"
    until = time.perf_counter() + seconds
    found: list[MoveValue] = []
    depth = nodes = 0
    for depth in range(1, LONGEST + 1):
        left = until - time.perf_counter()
        deeper = search_all(position, AlphaBeta(evaluate=evaluate), Limits(depth, seconds=max(left, 0.001)))
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
    plies = plies_to_end(value.score)
    kind = "wins" if value.score > 0 else "loses"
    if plies is None:
        kind = "draws" if value.proven and value.score == 0 else "estimate"
    return {"text": position.write(value.move), "kind": kind, "plies": plies, "score": value.score}


if __name__ == "__main__":
    limit_memory(MEMORY_MB)
    serve_parent(Mind().answer)
