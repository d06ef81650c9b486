"""The Gomocup protocol: five in a row, or more, on a board that the tool chooses."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from importlib.metadata import version
from typing import TypeVar

from plyground.agents import MoveLimits
from plyground.engines.gomocup_messages import (
    MAX_INFO_MS,
    coordinates,
    position_without,
    read_cell,
    read_info,
    read_rectangle,
    read_size,
    read_stones,
)
from plyground.engines.history import History
from plyground.engines.move_time import MAX_MS, share
from plyground.engines.notation import read_position
from plyground.engines.search_task import EngineAnswer, EngineTask
from plyground.engines.server_loop import ServerLoop
from plyground.engines.uci_messages import write_info
from plyground.errors import PlygroundError, truncate
from plyground.games.line import LineGame, mnk
from plyground.searchers.types import SearchReport

T = TypeVar("T")

FIVE = 5
DEFAULT_TURN = 30_000  # ms, if the tool says nothing
MIN_TURN = 0.01  # seconds, where a turn is to be as fast as possible
MAX_WAITING = 1_000  # lines
MAX_SEED = 2**31 - 1


@dataclass
class GomocupServer:
    """One dialog with a tool. During a search only END is carried out at once; other lines wait."""

    loop: ServerLoop
    agent: str
    limits: MoveLimits = field(default_factory=MoveLimits)
    seed: int = 0

    def __post_init__(self) -> None:
        self.number = 0  # of the game
        self.turn_ms, self.left_ms = DEFAULT_TURN, MAX_INFO_MS
        self._rules: LineGame | None = None
        self._history: History | None = None
        self._waiting: deque[str] = deque()
        self._board: list[str] | None = None  # the lines of BOARD that have come
        self._commands: dict[str, Callable[[str], None]] = {
            "START": self._start,
            "RECTSTART": self._start_rectangle,
            "RESTART": self._restart,
            "BEGIN": self._begin,
            "TURN": self._turn,
            "BOARD": self._begin_board,
            "DONE": self._end_board,
            "TAKEBACK": self._take_back,
            "INFO": self._info,
            "ABOUT": self._about,
            "END": lambda _: self.loop.leave(),
        }

    def say(self, line: str) -> None:
        self.loop.say(line)

    def on_line(self, line: str) -> None:
        """Carry out one line; no line is fatal."""
        if self.loop.task is not None and line.upper() != "END":
            if len(self._waiting) < MAX_WAITING:
                return self._waiting.append(line)
            return self.say("ERROR too many lines while thinking")
        word, *rest = line.split(None, 1)
        command = self._commands.get(word.upper())
        if command is None and self._board is not None:
            return self._add_to_board(line)
        if command is None:
            return self.say(f"UNKNOWN command {truncate(word)}")
        try:
            return command(rest[0] if rest else "")
        except PlygroundError as error:
            return self.say(f"ERROR {error}")

    def on_long_line(self) -> None:
        self.say("UNKNOWN command: the line is too long to be read")

    def on_info(self, task: EngineTask, report: SearchReport) -> None:
        self.say(f"MESSAGE {write_info(report, report.line)}")

    def on_answer(self, task: EngineTask, answer: EngineAnswer) -> None:
        self._answer(task, answer)
        while self._waiting and self.loop.task is None:
            self.on_line(self._waiting.popleft())

    def _answer(self, task: EngineTask, answer: EngineAnswer) -> None:
        """Play a legal move: no other can be written in this protocol."""
        who = truncate(self.agent, 80)
        if answer.text is None:
            return self.say(f"ERROR {who}: {answer.trouble}")
        if answer.trouble:
            self.say(f"MESSAGE {who}: {answer.trouble}")
        try:
            move = task.position.read(answer.text)
        except PlygroundError as error:
            return self.say(f"ERROR {who}: {error}")
        self._history = task.history.play(move)
        return self.say(coordinates(self.rules, move))

    # The commands of the protocol.

    def _start(self, text: str) -> None:
        size = read_size(text)
        self._new_board(size, size)

    def _start_rectangle(self, text: str) -> None:
        self._new_board(*read_rectangle(text))

    def _new_board(self, columns: int, rows: int) -> None:
        if max(columns, rows) < FIVE:
            raise PlygroundError(f"a board of {columns}×{rows} has no room for five in a row")
        self._rules = mnk(columns, rows, FIVE)
        self._restart("")

    def _restart(self, _: str) -> None:
        self._new_game(History.begin(self.rules.start()))
        self.say("OK")

    def _new_game(self, history: History) -> None:
        self._history, self._board = history, None
        self.number += 1

    def _begin(self, _: str) -> None:
        if self.history.position != self.rules.start():
            raise PlygroundError("the game has begun: RESTART comes first")
        self._search()

    def _turn(self, text: str) -> None:
        square = self.rules.spelling.write(read_cell(text, self.rules))
        self._history = self.history.play(self.history.position.read(square))
        self._search()

    def _begin_board(self, _: str) -> None:
        self._new_game(History.begin(self.rules.start()))
        self._board = []

    def _add_to_board(self, line: str) -> None:
        assert self._board is not None
        if len(self._board) <= self.rules.cells:  # one too many is an error already
            self._board.append(line)

    def _end_board(self, _: str) -> None:
        """The stones that have come are the board, and it is our turn."""
        if self._board is None:
            raise PlygroundError("DONE without BOARD")
        lines, self._board = self._board, None
        self._new_game(History.begin(read_position(self.rules, read_stones(lines, self.rules))))
        self._search()

    def _take_back(self, text: str) -> None:
        """Undo the last move; on a board that was set up, it is any stone of the side that moved last."""
        history, cell = self.history, read_cell(text, self.rules)
        if not history.moves:
            before = position_without(cell, history.position)
            self._new_game(History.begin(read_position(self.rules, before)))
        elif history.moves[-1] == cell:
            self._history = history.undo()
        else:
            raise PlygroundError(f"{truncate(text)} was not the last move")
        self.say("OK")

    def _info(self, text: str) -> None:
        """Keep limits and ignore unknown keys; INFO has no answer."""
        info = read_info(text)
        if info is None:
            return
        key, number = info[0], max(0, min(info[1], MAX_MS))
        if key == "timeout_turn":
            self.turn_ms = number
        elif key == "time_left":
            self.left_ms = number
        elif key == "rule" and number:
            self.say(f"MESSAGE rule {number} is not known here: five or more in a row win")

    def _about(self, _: str) -> None:
        facts = {"name": "plyground", "version": version("plyground"), "agent": truncate(self.agent, 200)}
        self.say(", ".join(f'{key}="{value}"' for key, value in facts.items()))

    @property
    def rules(self) -> LineGame:
        return _required(self._rules)

    @property
    def history(self) -> History:
        return _required(self._history)

    def _search(self) -> None:
        if self.history.position.outcome():
            raise PlygroundError("the game is over")
        seed = (self.seed + self.number) & MAX_SEED
        self.loop.begin(EngineTask(self.rules, self.history, self._move_limits(), seed, self.number))

    def _move_limits(self) -> MoveLimits:
        """The stricter of our own limits and the tool's, less the time that messages take."""
        turn = self.turn_ms / 1000
        times = [max(MIN_TURN, turn - max(0.05, 0.05 * turn))]
        remaining = self.left_ms / 1000 if self.left_ms < MAX_INFO_MS else None
        if remaining is not None:
            times.append(share(remaining))
        if self.limits.seconds is not None:
            times.append(self.limits.seconds)
        return MoveLimits(self.limits.depth, self.limits.nodes, min(times), remaining=remaining)


def _required(value: T | None) -> T:
    if value is None:
        raise PlygroundError("there is no board: START comes first")
    return value
