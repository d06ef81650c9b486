"""The dialog with an engine of Gomocup's protocol: five in a row, or more, on a board without gravity."""

from __future__ import annotations

import os
import re
import sys
import time
from collections import deque
from typing import Any, Literal, NamedTuple

from plyground.agents.agent import Choice
from plyground.agents.engine.history import History
from plyground.agents.engine.notation import cells, coordinates
from plyground.agents.engine.pipe import EngineFault, Pipe
from plyground.agents.engine.settings import Settings, memory_allowed
from plyground.agents.engine.timing import UNLIMITED, remaining, told
from plyground.errors import clip
from plyground.game import Position
from plyground.games.line import LineGame, LinePosition
from plyground.search.limits import Limits

_STARTING = 60.0  # seconds to answer START; the arena's patience is shorter
_LATE = 60.0  # seconds beyond the time of a move, after which it is given up
_FOR_EVER = 2**31 - 1  # milliseconds: what the protocol says where no clock runs
_MOST_MEMORY = 2**30  # bytes: old engines cannot count further than twice that
_COMMANDS = {"START", "RECTSTART", "BEGIN", "TURN", "BOARD", "PLAY"}
_KEPT = 10  # of what it says before its move, the last lines, which are printed for the record
_MOVE = re.compile(r"([0-9]{1,3})\s*,\s*([0-9]{1,3})", re.ASCII)

Kind = Literal["move", "ok", "error", "unknown", "suggest", "talk"]


class Reply(NamedTuple):
    """A line of an engine: what it is, the rest of it, and the coordinates in it, if it has some."""

    kind: Kind
    text: str
    place: tuple[int, int] | None = None


def read_reply(line: str) -> Reply:
    """What a line means; what means nothing is talk."""
    if found := _MOVE.fullmatch(line):
        return Reply("move", line, (int(found[1]), int(found[2])))
    words = line.split(None, 1)
    word, rest = words[0].upper() if words else "", words[1] if len(words) > 1 else ""
    if word == "SUGGEST" and (found := _MOVE.fullmatch(rest)):
        return Reply("suggest", rest, (int(found[1]), int(found[2])))
    if word == "OK":
        return Reply("ok", rest)
    if word == "ERROR":
        return Reply("error", rest)
    return Reply("unknown" if word == "UNKNOWN" else "talk", rest)


class GomocupAgent:
    """An engine in one game, which is one process."""

    def __init__(self, settings: Settings) -> None:
        self.name = settings.spec
        self._history = History(lambda position, move: coordinates(_board(position).game, move))
        self._talk: deque[str] = deque(maxlen=_KEPT)
        self._told: dict[str, object] = {}  # what INFO said already
        self._pipe = Pipe(settings.command, "END")

    @property
    def computed(self) -> float:
        return self._pipe.computed

    def choose(self, position: Position[Any], limits: Limits) -> Choice:
        """Ask for a move; one that is not on the board comes back as the text that it is."""
        began = time.monotonic()
        board = _board(position)
        seconds, clock = _time(limits)
        try:
            self._pipe.wake()
            self._ask(board, seconds, clock)
            text, place = self._answer(began + max(seconds, clock or 0.0) + _LATE)
            self._pipe.halt()
        except EngineFault:
            self._pipe.close()
            raise
        finally:
            sys.stdout.write("".join(f"{line}\n" for line in self._talk))
            self._talk.clear()
        cell = _cell(board.game, place)
        if cell is None:
            return Choice(text)
        if cell in board.moves():
            self._history.answer(board, cell)
            return Choice(cell)
        return Choice(board.write(cell))

    def _ask(self, position: LinePosition, seconds: float, clock: float | None) -> None:
        """Say what was played, or the whole board if that is not enough."""
        game, history = position.game, self._history
        followed = history.follow(position)
        if not followed:
            self._start(game)
        self._inform(seconds, clock)
        if followed or (history.base is None and len(history.moves) == 1):
            self._pipe.tell(f"TURN {history.moves[-1]}")
        elif history.base is None and not history.moves:
            self._pipe.tell("BEGIN")
        else:
            self._pipe.tell("BOARD", *_stones(position, history), "DONE")

    def _start(self, game: LineGame) -> None:
        square = game.columns == game.rows
        self._pipe.tell(f"START {game.columns}" if square else f"RECTSTART {game.columns},{game.rows}")
        deadline = time.monotonic() + _STARTING
        while self._heard(deadline, "START").kind != "ok":
            pass

    def _inform(self, seconds: float, clock: float | None) -> None:
        """Tell the limits and the rule; a key is only sent again when its value is another."""
        left = _FOR_EVER if clock is None else told(clock)
        facts = {
            "timeout_match": self._told.get("timeout_match", 0 if clock is None else left),
            "timeout_turn": told(seconds),
            "max_memory": min(memory_allowed(), _MOST_MEMORY),
            "game_type": 1,  # against another program
            "rule": 0,  # five or more win
            "folder": os.getcwd(),  # noqa: PTH109 - as it is called
            "time_left": left,
        }
        changed = {key: value for key, value in facts.items() if self._told.get(key) != value}
        self._pipe.tell(*(f"INFO {key} {value}" for key, value in changed.items()))
        self._told |= changed

    def _answer(self, deadline: float) -> tuple[str, tuple[int, int] | None]:
        while (reply := self._heard(deadline, "its turn")).kind != "move":
            if reply.kind == "suggest":
                self._pipe.tell(f"PLAY {reply.text}")
        return reply.text, reply.place

    def _heard(self, deadline: float, asked: str) -> Reply:
        line = self._pipe.line(deadline)
        if line is None:
            raise self._pipe.fault(f"did not answer {asked}")
        reply = read_reply(line)
        if reply.kind == "error":
            raise EngineFault(f"the engine reports an error: {clip(line, 120)}")
        if reply.kind == "unknown" and _COMMANDS & set(reply.text.upper().split()):
            raise EngineFault(f"the engine does not know what it was told: {clip(line, 120)}")
        if reply.kind in ("talk", "unknown"):
            self._talk.append(clip(line, 300))
        return reply


def _board(position: Position[Any]) -> LinePosition:
    """The position, if it is one that the protocol can be used for."""
    if not isinstance(position, LinePosition) or position.game.k != 5 or position.game.gravity:
        name = position.game.spec if isinstance(position, LinePosition) else type(position).__name__
        raise EngineFault(f"Gomocup's protocol is for five in a row without gravity, not for {clip(name)}")
    return position


def _time(limits: Limits) -> tuple[float, float | None]:
    """Seconds for the move, and what is left on the clock, if one runs."""
    if limits.seconds is None and (limits.depth is not None or limits.nodes is not None):
        raise EngineFault("Gomocup's protocol knows no limits but those of time: give each move a time")
    return limits.seconds or UNLIMITED, remaining(limits)


def _stones(position: LinePosition, history: History) -> list[str]:
    """Every stone in the order of play, as far as that is known: 1 for one's own, 2 for the other's."""
    game, own = position.game, position.stones[position.to_move.value]
    mine = {coordinates(game, cell) for cell in cells(own)}
    order = history.moves
    if history.base is not None:
        order = [coordinates(game, cell) for cell in cells(position.first | position.second)]
    return [f"{stone},{1 if stone in mine else 2}" for stone in order]


def _cell(game: LineGame, place: tuple[int, int] | None) -> int | None:
    if place is None or place[0] >= game.columns or place[1] >= game.rows:
        return None
    return place[1] * game.columns + place[0]
