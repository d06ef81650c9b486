"""The process that an agent plays in: `python -P -m plyground.agents.agent_main PARENT`.

It takes requests as lines of JSON and answers each with a line that has the same id:

    {"id": 1, "load": "python:bots/mine.py:choose", "game": "connect4", "confine": {…}, "folder": "/tmp/a",
     "files": ["/home/ana/bots/mine.py", …], "folders": ["/home/ana/bots", …]}
    {"id": 2, "begin": "44", "seed": 7}
    {"id": 3, "played": ["4"], "limits": {"seconds": 1.0}}
    {"id": 4, "played": ["4", "5"]}

(limits hold until others come), to which it answers `{"id": 1}`, `{"id": 2}`, `{"id": 3, "move": "4", …}`,
or the id with an `error`. Standard input and output are taken away from the agent: what it prints
goes to standard error. A user's agent is confined before its code is read, can write to the given folder,
and plays in another empty folder inside it in each game.
"""

from __future__ import annotations

import os
import sys
from base64 import b64decode
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar

from plyground.agents.agent import Agent, Choice, Entrant, MoveLimits
from plyground.agents.choice_message import choice_message
from plyground.agents.objects import pickled_entrant
from plyground.agents.registry import load_entrant
from plyground.agents.remedies import MAX_ERROR, describe_error
from plyground.errors import PlygroundError, truncate
from plyground.game import Game, Position
from plyground.games.registry import load_game
from plyground.workers.confinement import Confinement, limit_memory
from plyground.workers.scratch import GameFolders
from plyground.workers.serve import Message, serve_parent


@dataclass
class Host:
    """Answers requests, one at a time."""

    with_line: ClassVar[bool] = False  # whether answers have the line of play that is expected

    entrant: Entrant | None = None
    game: Game[Any] | None = None
    agent: Agent | None = None
    position: Position[Any] | None = None
    limits: MoveLimits = field(default_factory=MoveLimits)
    chosen: tuple[str, Any] | None = None  # its last answer: text and move
    folder: str = field(default_factory=os.getcwd)
    games: GameFolders | None = None  # of a user's agent

    def answer(self, request: Message) -> Message:
        """The answer to a request; whatever the agent raises becomes an error."""
        reply: Message = {"id": request.get("id")}
        try:
            if "played" in request:
                return reply | self._move(request)
            if "begin" in request:
                return reply | self._begin(request)
            return reply | self._load(request)
        except PlygroundError as error:
            return reply | self._refusal(error)
        except (Exception, SystemExit, KeyboardInterrupt) as error:  # noqa: BLE001 - a user's code
            return reply | {"error": describe_error(error)}

    def _refusal(self, error: PlygroundError) -> Message:
        """What is answered where our own code refused something."""
        return {"error": truncate(str(error), MAX_ERROR)}

    def _load(self, request: Message) -> Message:
        if "pickled" in request:
            sys.path += [path for path in request["paths"] if path not in sys.path]
            self.entrant = pickled_entrant(request["load"], b64decode(request["pickled"]))
        else:
            self.entrant = load_entrant(request["load"])
        if "confine" in request:
            self._confine(request)
        self.game = load_game(request["game"])
        self._enter_folder()
        self.entrant.enter(0)  # an agent that fails should fail before a game begins
        return {}

    def _confine(self, request: Message) -> None:
        """Confine this process before it reads any code of users, that of the rules included."""
        assert self.entrant is not None
        confinement = Confinement.from_json(request["confine"])
        if self.entrant.trusted:
            return limit_memory(confinement.memory_mb)
        folder = Path(request["folder"])
        confinement.apply(folder, map(Path, request["files"]), map(Path, request["folders"]))
        self.games = GameFolders(folder)
        return None

    def _enter_folder(self) -> None:
        """Go where the agent plays: files of one game are not for the next."""
        if self.games is not None:
            self.games.enter_next()
        else:
            os.chdir(self.folder)  # the agent may have changed it in the last game

    def _begin(self, request: Message) -> Message:
        assert self.game is not None, "load comes first"
        assert self.entrant is not None
        self._enter_folder()
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
            reply["pondered"] = getattr(self.agent, "pondered", 0.0)
        if move is not None:
            self.chosen = reply["move"], move
        return reply

    def rest(self) -> None:
        """Between requests: let a program that plays for the agent come to rest."""
        if rest := getattr(self.agent, "rest", None):
            rest()

    def tell(self, choice: Choice) -> tuple[Message, Any]:
        """The answer for a choice, and the legal move, if it is one."""
        assert self.position is not None
        return choice_message(self.position, choice, self.with_line)


def computed_elsewhere(agent: Agent) -> float | None:
    """CPU seconds that another program has used for an agent so far, if there is one."""
    return getattr(agent, "computed", None)


if __name__ == "__main__":
    host = Host()
    serve_parent(host.answer, host.rest)
