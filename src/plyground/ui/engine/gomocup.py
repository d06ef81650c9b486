"""The Gomocup protocol: five in a row, or more, on a board that the tool chooses."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeVar

import plyground
from plyground.agents import MoveLimits
from plyground.errors import PlygroundError, clip
from plyground.games.line import LineGame, mnk
from plyground.ui.engine.course import Course
from plyground.ui.engine.going import MOST_MS, facts, share
from plyground.ui.engine.serving import Serving
from plyground.ui.engine.stones import cell_of, set_up, square_of, without
from plyground.ui.engine.thinking import Found, Reply, Thought

T = TypeVar("T")

FIVE = 5
USUAL_TURN = 30_000  # ms, if the tool says nothing
UNLIMITED = 2**31 - 1  # ms left: there is no limit
FASTEST = 0.01  # seconds, where a turn is to be as fast as can be
MOST_WAITING = 1_000  # lines
MOST_SEED = 2**31 - 1


@dataclass
class Gomocup:
    """One dialog with a tool. Lines that come while a move is thought of wait, but for END."""

    serving: Serving
    agent: str
    limits: MoveLimits = field(default_factory=MoveLimits)
    seed: int = 0

    def __post_init__(self) -> None:
        self.number = 0  # of the game
        self.turn_ms, self.left_ms = USUAL_TURN, UNLIMITED
        self._rules: LineGame | None = None
        self._course: Course | None = None
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
            "END": lambda _: self.serving.leave(),
        }

    def say(self, line: str) -> None:
        self.serving.say(line)

    def obey(self, line: str) -> None:
        """Do what a line says; nothing that it says is fatal."""
        if self.serving.thought is not None and line.upper() != "END":
            if len(self._waiting) < MOST_WAITING:
                return self._waiting.append(line)
            return self.say("ERROR too many lines while thinking")
        word, *rest = line.split(None, 1)
        command = self._commands.get(word.upper())
        if command is None and self._board is not None:
            return self._add_to_board(line)
        if command is None:
            return self.say(f"UNKNOWN command {clip(word)}")
        try:
            return command(rest[0] if rest else "")
        except PlygroundError as error:
            return self.say(f"ERROR {error}")

    def refuse_long_line(self) -> None:
        self.say("UNKNOWN command: the line is too long to be read")

    def found(self, thought: Thought, found: Found) -> None:
        self.say(f"MESSAGE {facts(found, found.line)}")

    def answered(self, thought: Thought, reply: Reply) -> None:
        self._tell(thought, reply)
        while self._waiting and self.serving.thought is None:
            self.obey(self._waiting.popleft())

    def _tell(self, thought: Thought, reply: Reply) -> None:
        """Play the move, if it is one: no other can be written in this protocol."""
        who = clip(self.agent, 80)
        if reply.text is None:
            return self.say(f"ERROR {who}: {reply.trouble}")
        if reply.trouble:
            self.say(f"MESSAGE {who}: {reply.trouble}")
        try:
            move = thought.position.read(reply.text)
        except PlygroundError as error:
            return self.say(f"ERROR {who}: {error}")
        self._course = thought.course.played(move)
        y, x = divmod(move, self.rules.columns)
        return self.say(f"{x},{y}")

    # What a tool says, command by command.

    def _start(self, text: str) -> None:
        if not re.fullmatch(r"[0-9]{1,3}", text.strip(), re.ASCII):
            raise PlygroundError(f"no size {clip(text)}: write START 15")
        self._new_board(int(text), int(text))

    def _start_rectangle(self, text: str) -> None:
        size = re.fullmatch(r"\s*([0-9]{1,3})\s*,\s*([0-9]{1,3})\s*", text, re.ASCII)
        if not size:
            raise PlygroundError(f"no size {clip(text)}: write RECTSTART 15,12 (width, height)")
        self._new_board(int(size[1]), int(size[2]))

    def _new_board(self, columns: int, rows: int) -> None:
        if max(columns, rows) < FIVE:
            raise PlygroundError(f"a board of {columns}×{rows} has no room for five in a row")
        self._rules = mnk(columns, rows, FIVE)
        self._restart("")

    def _restart(self, _: str) -> None:
        self._new_game(Course.of(self.rules))
        self.say("OK")

    def _new_game(self, course: Course) -> None:
        self._course, self._board = course, None
        self.number += 1

    def _begin(self, _: str) -> None:
        if self.course.position != self.rules.start():
            raise PlygroundError("the game has begun: RESTART comes first")
        self._think()

    def _turn(self, text: str) -> None:
        self._course = self.course.played(self.course.position.read(square_of(text, self.rules)))
        self._think()

    def _begin_board(self, _: str) -> None:
        self._new_game(Course.of(self.rules))
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
        self._new_game(Course.of(self.rules, set_up(lines, self.rules)))
        self._think()

    def _take_back(self, text: str) -> None:
        """Undo the last move; of a board that was set up, any stone of who moved last may have been it."""
        course, square = self.course, square_of(text, self.rules)
        if not course.moves:
            self._new_game(Course.of(self.rules, without(cell_of(text, self.rules), course.position)))
        elif course.moves[-1] == square:
            self._course = course.undone()
        else:
            raise PlygroundError(f"{clip(text)} was not the last move")
        self.say("OK")

    def _info(self, text: str) -> None:
        """Limits are kept, and what we do not know is no matter; nothing of it is answered."""
        key, value = (*text.split(), "", "")[:2]
        if not re.fullmatch(r"-?[0-9]{1,18}", value, re.ASCII):
            return
        number = max(0, min(int(value), MOST_MS))
        if key == "timeout_turn":
            self.turn_ms = number
        elif key == "time_left":
            self.left_ms = number
        elif key == "rule" and number:
            self.say(f"MESSAGE rule {number} is not known here: five or more in a row win")

    def _about(self, _: str) -> None:
        facts = {"name": "plyground", "version": plyground.__version__, "agent": clip(self.agent, 200)}
        self.say(", ".join(f'{key}="{value}"' for key, value in facts.items()))

    # What they need.

    @property
    def rules(self) -> LineGame:
        return _given(self._rules)

    @property
    def course(self) -> Course:
        return _given(self._course)

    def _think(self) -> None:
        if self.course.position.outcome():
            raise PlygroundError("the game is over")
        seed = (self.seed + self.number) & MOST_SEED
        self.serving.think(Thought(self.course, self._move_limits(), seed, self.number))

    def _move_limits(self) -> MoveLimits:
        """What the tool allows, less what it takes to be heard; the stricter of that and of our own."""
        turn = self.turn_ms / 1000
        times = [max(FASTEST, turn - max(0.05, 0.05 * turn))]
        remaining = self.left_ms / 1000 if self.left_ms < UNLIMITED else None
        if remaining is not None:
            times.append(share(remaining))
        if self.limits.seconds is not None:
            times.append(self.limits.seconds)
        return MoveLimits(self.limits.depth, self.limits.nodes, min(times), remaining=remaining)


def _given(value: T | None) -> T:
    if value is None:
        raise PlygroundError("there is no board: START comes first")
    return value
