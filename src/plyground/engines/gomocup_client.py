"""An engine of Gomocup's protocol, as an agent: five in a row, or more, on a board without gravity."""

from __future__ import annotations

import os
import sys
import time
from collections import deque
from typing import Any

from plyground.agents.agent import Choice
from plyground.engines.gomocup_messages import (
    MAX_INFO_MS,
    GomocupReply,
    coordinates,
    read_reply,
    write_start,
    write_stones,
)
from plyground.engines.history import History
from plyground.engines.move_time import UNLIMITED, milliseconds_left, remaining_seconds
from plyground.engines.process import EngineFault, EngineProcess
from plyground.engines.settings import Settings, memory_limit
from plyground.errors import truncate
from plyground.game import Position
from plyground.games.line import LineGame, LinePosition
from plyground.searchers.types import Limits

_STARTING = 60.0  # seconds to answer START; the arena's patience is shorter
_LATE = 60.0  # seconds beyond the time of a move, after which it is given up
_MAX_MEMORY = 2**30  # bytes: old engines overflow at twice that
_COMMANDS = {"START", "RECTSTART", "BEGIN", "TURN", "BOARD", "PLAY"}
_KEPT = 10  # lines before its move that are printed and so recorded


class GomocupAgent:
    """An engine in one game, which is one process."""

    def __init__(self, settings: Settings) -> None:
        self.name = settings.spec
        self._known: History | None = None  # up to the engine's own last move
        self._talk: deque[str] = deque(maxlen=_KEPT)
        self._sent: dict[str, object] = {}  # the values that INFO has sent
        self._process = EngineProcess(settings.command, "END", settings.folder)

    @property
    def computed(self) -> float:
        return self._process.computed

    @property
    def pondered(self) -> float:
        return self._process.pondered

    def rest(self) -> None:
        self._process.rest()

    def choose(self, position: Position[Any], limits: Limits) -> Choice:
        """Ask for a move; one that is not on the board is returned as text."""
        began = time.monotonic()
        board = _board(position)
        seconds, clock = _time(limits)
        try:
            late = self._process.wake()
            history = self._ask(board, seconds - late, clock)
            text, place = self._answer(began + max(seconds, clock or 0.0) + _LATE)
            self._process.note_answer()
        except EngineFault:
            self._process.close()
            raise
        finally:
            sys.stdout.write("".join(f"{line}\n" for line in self._talk))
            self._talk.clear()
        cell = _cell(board.game, place)
        if cell is None:
            return Choice(text)
        if cell in board.moves():
            self._known = history.play(cell)
            return Choice(cell)
        return Choice(board.write(cell))

    def _ask(self, position: LinePosition, seconds: float, clock: float | None) -> History:
        """Send the last move, or the whole board if that is not enough; the game so far."""
        known = self._known and self._known.reply(position)
        history, self._known = known or History.leading_to(position), None
        if not known:
            self._start(position.game)
        self._inform(seconds, clock)
        if known or (history.from_game_start and len(history.moves) == 1):
            self._process.send(f"TURN {coordinates(position.game, history.moves[-1])}")
        elif history.from_game_start and not history.moves:
            self._process.send("BEGIN")
        else:
            self._process.send("BOARD", *write_stones(position, history), "DONE")
        return history

    def _start(self, game: LineGame) -> None:
        self._process.send(write_start(game))
        deadline = time.monotonic() + _STARTING
        while self._hear(deadline, "START").kind != "ok":
            pass

    def _inform(self, seconds: float, clock: float | None) -> None:
        """Send the limits and the rule; a key is sent again only when its value has changed."""
        left = MAX_INFO_MS if clock is None else milliseconds_left(clock)
        facts = {
            "timeout_match": self._sent.get("timeout_match", 0 if clock is None else left),
            "timeout_turn": milliseconds_left(seconds),
            "max_memory": min(memory_limit(), _MAX_MEMORY),
            "game_type": 1,  # against another program
            "rule": 0,  # five or more win
            "folder": os.getcwd(),  # noqa: PTH109 - a text
            "time_left": left,
        }
        changed = {key: value for key, value in facts.items() if self._sent.get(key) != value}
        self._process.send(*(f"INFO {key} {value}" for key, value in changed.items()))
        self._sent |= changed

    def _answer(self, deadline: float) -> tuple[str, tuple[int, int] | None]:
        while (reply := self._hear(deadline, "its turn")).kind != "move":
            if reply.kind == "suggest":
                self._process.send(f"PLAY {reply.text}")
        return reply.text, reply.place

    def _hear(self, deadline: float, asked: str) -> GomocupReply:
        line = self._process.line(deadline)
        if line is None:
            raise self._process.fault(f"did not answer {asked}")
        reply = read_reply(line)
        if reply.kind == "error":
            raise EngineFault(f"the engine reports an error: {truncate(line, 120)}")
        if reply.kind == "unknown" and _COMMANDS & set(reply.text.upper().split()):
            raise EngineFault(f"the engine does not know what it was told: {truncate(line, 120)}")
        if reply.kind in ("talk", "unknown"):
            self._talk.append(truncate(line, 300))
        return reply


def _board(position: Position[Any]) -> LinePosition:
    """The position, if the protocol can be used for its game."""
    if not isinstance(position, LinePosition) or position.game.k != 5 or position.game.gravity:
        name = position.game.spec if isinstance(position, LinePosition) else type(position).__name__
        raise EngineFault(
            f"Gomocup's protocol is for five in a row without gravity, not for {truncate(name)}"
        )
    return position


def _time(limits: Limits) -> tuple[float, float | None]:
    """Seconds for the move, and what is left on the clock, if one runs."""
    if limits.seconds is None and (limits.depth is not None or limits.nodes is not None):
        raise EngineFault("Gomocup's protocol knows no limits but those of time: give each move a time")
    return limits.seconds or UNLIMITED, remaining_seconds(limits)


def _cell(game: LineGame, place: tuple[int, int] | None) -> int | None:
    if place is None or place[0] >= game.columns or place[1] >= game.rows:
        return None
    return game.places[place[1] * game.columns + place[0]]
