"""The process that an agent plays in: `python -P -m plyground.agents.host PARENT`.

It takes requests as lines of JSON and answers each with a line that has the same id:

    {"id": 1, "load": "python:bots/mine.py:choose", "game": "connect4", "folder": "/tmp/a", "confine": {…}}
    {"id": 2, "begin": "44", "seed": 7}
    {"id": 3, "played": ["4"], "limits": {"seconds": 1.0}}
    {"id": 4, "played": ["4", "5"]}

(limits hold until others come), to which it answers `{"id": 1}`, `{"id": 2}`, `{"id": 3, "move": "4", …}`,
or the id with an `error`. Standard input and output are taken away from the agent: what it prints
goes to standard error. Who is not ours is confined before its code is read, and plays in the folder given.
"""

from __future__ import annotations

import io
import json
import os
import sys
import traceback
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, BinaryIO

from plyground.agents.agent import Agent, Choice, Entrant, MoveLimits
from plyground.agents.confinement import Cell, Confinement, limit_memory
from plyground.agents.registry import load_entrant
from plyground.agents.user import is_installed
from plyground.errors import PlygroundError, clip
from plyground.game import Game, Position
from plyground.games.registry import load_game
from plyground.processes import die_with_parent
from plyground.search.result import SearchResult

LONGEST_ERROR = 300
_decode, _encode = json.JSONDecoder().raw_decode, json.JSONEncoder().encode  # faster than loads and dumps
Message = dict[str, Any]
Answerer = Callable[[Message], Message]


@dataclass
class Host:
    """Answers requests, one at a time."""

    entrant: Entrant | None = None
    game: Game[Any] | None = None
    agent: Agent | None = None
    position: Position[Any] | None = None
    limits: MoveLimits = field(default_factory=MoveLimits)
    chosen: tuple[str, Any] | None = None  # its last answer, which it need not read when it is played
    folder: str = field(default_factory=os.getcwd)
    cell: Cell | None = None  # where an agent is that is not ours

    def answer(self, request: Message) -> Message:
        """What is told of a request; whatever the agent raises becomes an error."""
        reply: Message = {"id": request.get("id")}
        try:
            if "played" in request:
                return reply | self._move(request)
            if "begin" in request:
                return reply | self._begin(request)
            return reply | self._load(request)
        except PlygroundError as error:
            return reply | {"error": clip(str(error), LONGEST_ERROR)}
        except (Exception, SystemExit, KeyboardInterrupt) as error:  # noqa: BLE001 - a user's code
            return reply | {"error": told(error)}

    def _load(self, request: Message) -> Message:
        self.game = load_game(request["game"])
        self.entrant = load_entrant(request["load"])
        if "confine" in request:
            self._confine(Confinement(**request["confine"]), request["folder"])
        self.entrant.enter(0)  # what cannot be played is to be known before a game begins
        return {}

    def _confine(self, confinement: Confinement, folder: str) -> None:
        assert self.entrant is not None
        if self.entrant.trusted:
            return limit_memory(confinement.memory_mb)
        self.folder, self.cell = folder, Cell.of(Path(folder))
        os.chdir(folder)
        return confinement.apply()

    def _begin(self, request: Message) -> Message:
        assert self.game is not None, "load comes first"
        assert self.entrant is not None
        if self.cell is not None:
            self.cell.empty()  # what one game leaves behind is not for the next
        os.chdir(self.folder)  # in the last game the agent may have gone elsewhere
        self.position, self.chosen = self.game.parse(request["begin"]), None
        self.agent = self.entrant.enter(request["seed"])
        return {}

    def _move(self, request: Message) -> Message:
        assert self.position is not None, "begin comes first"
        assert self.agent is not None
        for text in request["played"]:
            own = self.chosen if self.chosen and self.chosen[0] == text else None
            self.position = self.position.after(own[1] if own else self.position.read(text))
            self.chosen = None
        if "limits" in request:
            self.limits = MoveLimits(**request["limits"])
        before = computed_elsewhere(self.agent)
        choice = self.agent.choose(self.position, self.limits)
        reply, move = self.tell(choice)
        if before is not None:
            reply["computed"] = (computed_elsewhere(self.agent) or 0.0) - before
        if move is not None:
            self.chosen = reply["move"], move
        return reply

    def tell(self, choice: Choice) -> tuple[Message, Any]:
        """What is answered of a choice, and the legal move that it is, if it is one."""
        assert self.position is not None
        return spelled(self.position, choice)


def computed_elsewhere(agent: Agent) -> float | None:
    """Seconds of a core that another program has taken for an agent so far, if there is one."""
    return getattr(agent, "computed", None)


def spelled(position: Position[Any], choice: Choice) -> tuple[Message, Any]:
    """A choice as data: the text of a legal move, a text as it was given, or what is no move at all.

    With the legal move itself, if it is one: what an agent gives may only be equal to it.
    """
    moves = list(position.moves())
    found = described(choice.result)
    if choice.move in moves:
        move = moves[moves.index(choice.move)]
        return {"move": position.write(move), **found}, move
    if isinstance(choice.move, str):
        return {"move": choice.move, **found}, None
    return {"no_move": clip(repr(choice.move), 80), **found}, None


def described(result: SearchResult[Any] | None) -> Message:
    """What a search tells of itself."""
    if result is None:
        return {}
    stats = result.stats
    return {"score": result.score, "nodes": stats.nodes, "depth": stats.depth, "core": result.core}


def told(error: BaseException) -> str:
    """An error of a user's code in one line, with the place where it was raised."""
    steps = traceback.extract_tb(error.__traceback__)
    own = [step for step in steps if _is_users(step.filename)] if not isinstance(error, SyntaxError) else []
    place = f" ({Path(own[-1].filename).name}, line {own[-1].lineno})" if own else ""
    try:
        sentence = str(error)
    except Exception:  # noqa: BLE001 - an exception of a user's own may fail to say what it is
        sentence = ""
    return clip(f"{type(error).__name__}{': ' if sentence else ''}{sentence}", LONGEST_ERROR) + place


def _is_users(file: str) -> bool:
    path = Path(file)
    return path.is_file() and not path.is_relative_to(Path(__file__).parent) and not is_installed(path)


def serve(answer: Answerer, requests: BinaryIO, answers: BinaryIO) -> None:
    """Answer line by line until there are no more."""
    for line in requests:
        request, _ = _decode(line.decode())
        reply = answer(request)
        _flush()
        answers.write(_encode(reply).encode() + b"\n")


def _flush() -> None:
    """Send on what was printed, so that it is heard before the answer."""
    with suppress(BaseException):  # the agent may have put anything there
        sys.stdout.flush()
        sys.stderr.flush()


def serve_parent(answer: Answerer) -> None:
    """What a process runs that answers the one that started it."""
    if parent := int(sys.argv[1]):  # in a sandbox it is another process that sees to that
        die_with_parent(parent)
    sys.dont_write_bytecode = True  # a user's folder is not ours to fill
    sys.path.append(os.getcwd())  # noqa: PTH109 - where modules of the user's are
    sys.argv = sys.argv[:1]
    requests, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb", 0)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(2, 1)
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(line_buffering=True, errors="backslashreplace")
    serve(answer, requests, answers)


if __name__ == "__main__":
    serve_parent(Host().answer)
