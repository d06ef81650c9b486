"""Our agents as engines of UGI and UCI, which differ by a keyword and an option."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from plyground.agents import MoveLimits
from plyground.agents.remedies import describe_error
from plyground.engines.history import History
from plyground.engines.notation import VARIANTS as THEIRS
from plyground.engines.notation import Notation, OwnNotation, read_position
from plyground.engines.search_task import EngineAnswer, EngineTask
from plyground.engines.server_loop import ServerLoop
from plyground.engines.uci_messages import (
    GoCommand,
    read_position_words,
    read_setoption,
    write_bestmove,
    write_info,
    write_option,
)
from plyground.errors import PlygroundError, truncate
from plyground.game import Game, Player
from plyground.games.registry import load_game
from plyground.searchers.types import SearchReport

AUTHOR = "The plyground engineers"
MAX_SEED = 2**31 - 1
MAX_OVERHEAD = 5_000  # ms
VARIANTS = {theirs: ours for ours, theirs in THEIRS.items()} | {"gomoku": "gomoku"}  # as UCI_Variant: ours
FREESTYLE = "gomoku is freestyle here: five or more win; where exactly five win, that is another game"


@dataclass
class UciServer:
    """One dialog with a tool; `keyword` is ugi or uci."""

    loop: ServerLoop
    agent: str
    keyword: str
    game: Game[Any]
    limits: MoveLimits = field(default_factory=MoveLimits)
    seed: int = 0
    notation: Notation = field(default_factory=OwnNotation)
    overhead: float = 0.01  # seconds that messages take

    def __post_init__(self) -> None:
        self.history = History.begin(read_position(self.game, "-"))
        self.number = 0  # of the game
        self._next: EngineTask | None = None  # begins when the current task has stopped
        self._kept: tuple[EngineTask, EngineAnswer] | None = None  # until the tool asks for it
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
            "quit": lambda _: self.loop.leave(),
        }
        self._commands |= dict.fromkeys(("debug", "register", "ponderhit"), lambda _: None)

    def say(self, line: str) -> None:
        self.loop.say(line)

    def note(self, text: str) -> None:
        """Send a remark that is no answer."""
        self.say(f"info string {text}")

    def on_line(self, line: str) -> None:
        """Carry out one line; no line is fatal."""
        word, *rest = line.split(None, 1)
        command = self._commands.get(word)
        if command is None:
            known = " ".join(self._commands)
            return self.note(f"error unknown command {truncate(word)}: commands are {known}")
        try:
            command(rest[0] if rest else "")
        except PlygroundError as error:
            self.note(f"error {error}")
        except OSError:
            raise
        except Exception as error:  # noqa: BLE001 - the rules may be a user's
            self.note(f"error {describe_error(error)}")
        return None

    def on_long_line(self) -> None:
        self.note("error a line that is too long to be read")

    def on_info(self, task: EngineTask, report: SearchReport) -> None:
        self.say(f"info {write_info(report, self.notation.translate(task.position, report.line))}")

    def on_answer(self, task: EngineTask, answer: EngineAnswer) -> None:
        if task.held and not task.stop.is_set():
            self._kept = task, answer
            return
        self._answer(task, answer)
        if self._next is not None:
            following, self._next = self._next, None
            self.loop.begin(following)

    def _answer(self, task: EngineTask, answer: EngineAnswer) -> None:
        """Send the move as the agent gave it: the tool judges whether it is legal."""
        if answer.trouble:
            self.note(f"error {truncate(self.agent, 80)}: {answer.trouble}")
        texts = () if answer.text is None else (answer.text,)
        self.say(write_bestmove(next(iter(self.notation.translate(task.position, texts)), None)))

    # The commands of the protocol.

    def _introduce(self, _: str) -> None:
        self.say(f"id name plyground {truncate(self.agent, 200)}")
        self.say(f"id author {AUTHOR}")
        game = self.game.spec
        self.say(write_option("Game", "string", game))
        if self.keyword == "uci":
            default = THEIRS.get(game, game)
            variants = [f"var {name}" for name in dict.fromkeys((*VARIANTS, default))]
            self.say(write_option("UCI_Variant", "combo", default, *variants))
        self.say(write_option("Seed", "spin", self.seed, f"min 0 max {MAX_SEED}"))
        overhead = int(self.overhead * 1000)
        self.say(write_option("Move Overhead", "spin", overhead, f"min 0 max {MAX_OVERHEAD}"))
        self.say(f"{self.keyword}ok")

    def _set_option(self, text: str) -> None:
        name, value = read_setoption(text)
        if name in ("game", "uci_variant"):
            game = load_game(VARIANTS.get(value, value))
            if name == "uci_variant" and value == "gomoku":
                self.note(FREESTYLE)
            self.notation.check(game)
            self.game = game
            self._new_game()
        elif name == "seed":
            self.seed = _whole(value, MAX_SEED)
        elif name == "move overhead":
            self.overhead = _whole(value, MAX_OVERHEAD) / 1000
        else:
            names = "Game, UCI_Variant, Seed, Move Overhead"
            self.note(f"error no option {truncate(name)}: options are {names}")

    def _new_game(self, _: str = "") -> None:
        self.history = History.begin(read_position(self.game, "-"))
        self.number += 1

    def _position(self, text: str) -> None:
        """`startpos` or `fen TEXT`, then `moves …`; if anything is wrong, nothing is changed."""
        words = read_position_words(text)
        if words is None:
            return self.note("error write position startpos, or position fen TEXT, then any moves …")
        board, moves = words
        self.history = History.begin(read_position(self.game, board)).read(moves)
        return None

    def _moves(self, text: str) -> None:
        self.history = self.history.read(text)

    def _go(self, text: str) -> None:
        command = GoCommand.read(text.split())
        for word in command.unknown:
            self.note(f"error go: {word} is not understood")
        if self.history.position.outcome():
            self.note("the game is over")
            return self.say(write_bestmove(None))
        current = self.loop.task or (self._kept and self._kept[0])
        if self._next is not None or (current and not current.stop.is_set()):
            return self.note("error already thinking: send stop first")
        mover = self.history.position.to_move
        limits = command.limits(mover, self.limits, self.overhead)
        seed = (self.seed + self.number) & MAX_SEED
        task = EngineTask(self.game, self.history, limits, seed, self.number, command.infinite)
        if current:  # it is about to stop
            self._next = task
        else:
            self.loop.begin(task)
        return None

    def _stop(self, _: str) -> None:
        if self._kept is not None:
            kept, self._kept = self._kept, None
            self._answer(*kept)
        self.loop.stop()
        if self._next is not None:
            self._next.stop.set()

    def _query(self, text: str) -> None:
        position = self.history.position
        ended = position.outcome()
        answers = {
            "p1turn": _yes(position.to_move is Player.FIRST),
            "gameover": _yes(ended is not None),
            "result": "none" if ended is None else _RESULTS[ended.winner],
        }
        if text.strip() not in answers:
            return self.note(f"error no query {truncate(text)}: queries are {', '.join(answers)}")
        return self.say(f"response {answers[text.strip()]}")

    def _draw(self, _: str) -> None:
        for line in self.history.position.draw().splitlines():
            self.note(line)
        self.note(f"{self.game.spec} {self.history.position.text()}")


_RESULTS = {Player.FIRST: "p1win", Player.SECOND: "p2win", None: "draw"}


def _yes(truth: bool) -> str:
    return "true" if truth else "false"


def _whole(text: str, most: int) -> int:
    number = int(text) if re.fullmatch(r"[0-9]{1,10}", text.strip()) else -1
    if not 0 <= number <= most:
        raise PlygroundError(f"no value {truncate(text)}: it is a whole number from 0 to {most}")
    return number
