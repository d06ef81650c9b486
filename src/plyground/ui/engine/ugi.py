"""UGI, and UCI, which differ by a keyword and an option: what a tool says, and what it is answered."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from plyground.agents import MoveLimits
from plyground.agents.host import told
from plyground.errors import PlygroundError, clip
from plyground.game import Game, Player
from plyground.games.registry import load_game
from plyground.ui.engine.course import Course, Notation
from plyground.ui.engine.going import Going, facts
from plyground.ui.engine.serving import Serving
from plyground.ui.engine.thinking import Found, Reply, Thought

AUTHOR = "The plyground engineers"
MOST_SEED = 2**31 - 1
MOST_OVERHEAD = 5_000  # ms
VARIANTS = {"tictactoe": "tictactoe", "cfour": "connect4", "gomoku": "gomoku"}  # as UCI_Variant: ours
_MOVES = re.compile(r"(?<!\S)moves(?!\S)")
_VALUE = re.compile(r"(?<!\S)value(?!\S)")


@dataclass
class Ugi:
    """One dialog with a tool; `keyword` is ugi or uci."""

    serving: Serving
    agent: str
    keyword: str
    game: Game[Any]
    limits: MoveLimits = field(default_factory=MoveLimits)
    seed: int = 0
    notation: Notation = field(default_factory=Notation)
    overhead: float = 0.01  # seconds that it takes to be heard

    def __post_init__(self) -> None:
        self.course = Course.of(self.game)
        self.number = 0  # of the game
        self._next: Thought | None = None  # to be thought when the last one has stopped
        self._kept: tuple[Thought, Reply] | None = None  # until it is asked for
        self._commands: dict[str, Callable[[str], None]] = {
            self.keyword: self._introduce,
            "isready": lambda _: self.say("readyok"),
            "setoption": self._set_option,
            "uginewgame": self._new_game,
            "ucinewgame": self._new_game,
            "position": self._position,
            "moves": self._moves,
            "go": self._go,
            "stop": self._stop,
            "query": self._query,
            "d": self._draw,
            "board": self._draw,
            "quit": lambda _: self.serving.leave(),
        }
        self._commands |= dict.fromkeys(("debug", "register", "ponderhit"), lambda _: None)

    def say(self, line: str) -> None:
        self.serving.say(line)

    def note(self, text: str) -> None:
        """Say what is no answer."""
        self.say(f"info string {text}")

    def obey(self, line: str) -> None:
        """Do what a line says; nothing that it says is fatal."""
        word, *rest = line.split(None, 1)
        command = self._commands.get(word)
        if command is None:
            known = " ".join(self._commands)
            return self.note(f"error unknown command {clip(word)}: commands are {known}")
        try:
            command(rest[0] if rest else "")
        except PlygroundError as error:
            self.note(f"error {error}")
        except OSError:
            raise
        except Exception as error:  # noqa: BLE001 - the rules may be a user's
            self.note(f"error {told(error)}")
        return None

    def refuse_long_line(self) -> None:
        self.note("error a line that is too long to be read")

    def found(self, thought: Thought, found: Found) -> None:
        self.say(f"info {facts(found, self.notation.line(thought.position, found.line))}")

    def answered(self, thought: Thought, reply: Reply) -> None:
        if thought.held and not thought.stop.is_set():
            self._kept = thought, reply
            return
        self._tell(thought, reply)
        if self._next is not None:
            following, self._next = self._next, None
            self.serving.think(following)

    def _tell(self, thought: Thought, reply: Reply) -> None:
        """The move as the agent gave it: whether it is a legal one is for the tool to judge."""
        if reply.trouble:
            self.note(f"error {clip(self.agent, 80)}: {reply.trouble}")
        text = None if reply.text is None else self.notation.write(thought.position, reply.text)
        self.say(f"bestmove {text.strip() if text and text.strip() else '(none)'}")

    # What a tool says, command by command.

    def _introduce(self, _: str) -> None:
        self.say(f"id name plyground {clip(self.agent, 200)}")
        self.say(f"id author {AUTHOR}")
        game = self.course.game.spec
        self.say(f"option name Game type string default {game}")
        if self.keyword == "uci":
            names = {ours: theirs for theirs, ours in VARIANTS.items()}
            default = names.get(game, game)
            variants = " ".join(f"var {name}" for name in dict.fromkeys((*VARIANTS, default)))
            self.say(f"option name UCI_Variant type combo default {default} {variants}")
        self.say(f"option name Seed type spin default {self.seed} min 0 max {MOST_SEED}")
        ms = int(self.overhead * 1000)
        self.say(f"option name Move Overhead type spin default {ms} min 0 max {MOST_OVERHEAD}")
        self.say(f"{self.keyword}ok")

    def _set_option(self, text: str) -> None:
        told, *values = _VALUE.split(text, maxsplit=1)
        name = " ".join(told.split()).lower().removeprefix("name ")
        value = values[0].strip() if values else ""
        if name in ("game", "uci_variant"):
            game = load_game(VARIANTS.get(value, value))
            self.notation.check(game)
            self.game = game
            self._new_game()
        elif name == "seed":
            self.seed = _whole(value, MOST_SEED)
        elif name == "move overhead":
            self.overhead = _whole(value, MOST_OVERHEAD) / 1000
        else:
            names = "Game, UCI_Variant, Seed, Move Overhead"
            self.note(f"error no option {clip(name)}: options are {names}")

    def _new_game(self, _: str = "") -> None:
        self.course = Course.of(self.game)
        self.number += 1

    def _position(self, text: str) -> None:
        """`startpos` or `fen TEXT`, then `moves …`; if anything is wrong, nothing is changed."""
        begin, *moves = _MOVES.split(text, maxsplit=1)
        kind, *fen = begin.split(None, 1)[:2] or [""]
        if kind not in ("startpos", "fen") or (kind == "fen") != bool(fen):
            return self.note("error write position startpos, or position fen TEXT, then any moves …")
        course = Course.of(self.game, fen[0].strip() if fen else "-")
        self.course = course.followed(moves[0]) if moves else course
        return None

    def _moves(self, text: str) -> None:
        self.course = self.course.followed(text)

    def _go(self, text: str) -> None:
        going = Going.read(text.split())
        for strange in going.strange:
            self.note(f"error go: {strange} is not understood")
        if self.course.position.outcome():
            self.note("the game is over")
            return self.say("bestmove (none)")
        current = self.serving.thought or (self._kept and self._kept[0])
        if self._next is not None or (current and not current.stop.is_set()):
            return self.note("error already thinking: send stop first")
        mover = self.course.position.to_move
        limits = going.limits(mover, self.limits, self.overhead)
        seed = (self.seed + self.number) & MOST_SEED
        thought = Thought(self.course, limits, seed, self.number, going.infinite)
        if current:  # it is about to stop
            self._next = thought
        else:
            self.serving.think(thought)
        return None

    def _stop(self, _: str) -> None:
        if self._kept is not None:
            kept, self._kept = self._kept, None
            self._tell(*kept)
        self.serving.stop()
        if self._next is not None:
            self._next.stop.set()

    def _query(self, text: str) -> None:
        position = self.course.position
        ended = position.outcome()
        answers = {
            "p1turn": _yes(position.to_move is Player.FIRST),
            "gameover": _yes(ended is not None),
            "result": "none" if ended is None else _RESULTS[ended.winner],
        }
        if text.strip() not in answers:
            return self.note(f"error no query {clip(text)}: queries are {', '.join(answers)}")
        return self.say(f"response {answers[text.strip()]}")

    def _draw(self, _: str) -> None:
        for line in self.course.position.draw().splitlines():
            self.note(line)
        self.note(f"{self.course.game.spec} {self.course.position.text()}")


_RESULTS = {Player.FIRST: "p1win", Player.SECOND: "p2win", None: "draw"}


def _yes(truth: bool) -> str:
    return "true" if truth else "false"


def _whole(text: str, most: int) -> int:
    number = int(text) if re.fullmatch(r"[0-9]{1,10}", text.strip()) else -1
    if not 0 <= number <= most:
        raise PlygroundError(f"no value {clip(text)}: it is a whole number from 0 to {most}")
    return number
