"""A student's program, asked for moves: this runs in a confined process and tells what it saw, as JSON.

What it tells is no verdict: that is made by the process that holds the rubric.
"""

from __future__ import annotations

import inspect
import io
import math
import os
import sys
import time
from collections.abc import Callable, Iterable
from contextlib import nullcontext, redirect_stderr, redirect_stdout, suppress
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType
from typing import Any

from plyground.agents import aima, cs50
from plyground.agents.answers import NoMove
from plyground.agents.kaggle import adapter as kaggle
from plyground.agents.kaggle import shim
from plyground.agents.python import Source
from plyground.agents.remedies import describe_error
from plyground.errors import PlygroundError, truncate
from plyground.game import Game, Position
from plyground.grader.recorder import CallRecorder, TooManyCalls, as_number
from plyground.grader.source import SourceHints, ends_in_return
from plyground.grader.states import state_reader
from plyground.grader.timers import Timers, TimeUp
from plyground.searchers.searcher import Searcher
from plyground.searchers.types import Limits
from plyground.spec import Spec
from plyground.workers.confinement import clean_environment
from plyground.workers.serve import Message

INTERFACES = ("plain", "cs50", "aima", "kaggle")
DEFAULT_FUNCTIONS = {"plain": "choose", "cs50": "minimax", "aima": "alpha_beta_search", "kaggle": "agent"}
RECURSION = 1_500  # frames; no game that is graded is a tenth as long
_DEPTHS = ("depth", "d", "plies", "profundidade")
_WINDOW = {"alpha": -math.inf, "beta": math.inf, "a": -math.inf, "b": math.inf}
_SHOWN = 80
NOT_TRIED: Message = {"error": "not-tried"}


@dataclass
class _Output(io.TextIOBase):
    """Counts what is printed and keeps the beginning of it."""

    lines: int = 0
    first: str = ""

    def write(self, text: str) -> int:
        self.lines += text.count("\n")
        self.first = self.first if len(self.first) > _SHOWN else self.first + text
        return len(text)


@dataclass
class Program:
    """The code of one student, under the interface that the rubric names."""

    file: Path
    function: str
    interface: str
    game: Game[Any]
    most_calls: int
    node_functions: tuple[str, ...] = ()
    files: tuple[Path, ...] = ()
    timers: Timers | None = None
    output: _Output = field(default_factory=_Output)
    _module: ModuleType | None = None

    # ------------------------------------------------------------ loading

    def prepare(self) -> None:
        """Make this process one for a student's code: no keys of the teacher's, no deep recursion."""
        if self.timers is not None:
            self.timers.start()
        kept = clean_environment(os.environ, os.environ.get("HOME", "/"))
        os.environ.clear()
        os.environ.update(kept)
        nowhere = os.open(os.devnull, os.O_WRONLY)  # what is not printed by Python's own means is not shown
        os.dup2(nowhere, 1)
        os.dup2(nowhere, 2)
        sys.dont_write_bytecode = True
        sys.setrecursionlimit(RECURSION)

    def module(self) -> ModuleType:
        if self._module is None:
            if self.interface == "kaggle":
                shim.install()
            source = Source.of(Spec("python", (str(self.file), self.function)))
            self._module = source.module(0)
        return self._module

    def guarded(self, work: Callable[[], Message]) -> Message:
        """What some work tells, or what went wrong in the student's code, with what it printed."""
        if self.timers is not None and self.timers.over:
            return NOT_TRIED
        with redirect_stdout(self.output), redirect_stderr(self.output):
            told = self._guard(work)
        first = truncate(self.output.first.strip().partition("\n")[0], _SHOWN)
        return told | {"printed": self.output.lines, "words": first}

    def _guard(self, work: Callable[[], Message]) -> Message:
        try:
            with self.timers or nullcontext():
                return work()
        except TimeUp as up:
            return up.told
        except TooManyCalls:
            return {"error": "calls"}
        except RecursionError as error:
            return {"error": "recursion", "detail": _place(error, self.file)}
        except MemoryError:
            return {"error": "memory"}
        except SystemExit:
            return {"error": "exit"}
        except SyntaxError as error:
            return {"error": "syntax", "detail": f"{error.msg}", "line": error.lineno or 0}
        except PlygroundError as error:
            return {"error": "crash", "detail": str(error)}
        except BaseException as error:  # noqa: BLE001 - a student's code may raise anything
            return {"error": "crash", "detail": describe_error(error)}

    # ------------------------------------------------------------ what can be asked

    def names(self) -> Message:
        """The functions of the file with the names of their parameters, and its other names."""

        def tell() -> Message:
            module = self.module()
            functions = {
                name: list(inspect.signature(each).parameters)
                for name, each in vars(module).items()
                if inspect.isfunction(each) or inspect.isclass(each)
                if getattr(each, "__module__", "") == module.__name__
            }
            return {"functions": functions, "names": [name for name in vars(module) if name[:2] != "__"]}

        return self.guarded(tell)

    def answers(
        self, positions: Iterable[Position[Any]], depth: int | None, recorded: bool
    ) -> list[Message]:
        """The answer in each position."""
        return [self.answer(position, depth, recorded) for position in positions]

    def answer(
        self,
        position: Position[Any],
        depth: int | None,
        recorded: bool = False,
        seconds: float | None = None,
    ) -> Message:
        """The move, its value if it is told, and the calls of the search if they are to be recorded."""
        recorder: CallRecorder | None = None

        def tell() -> Message:
            nonlocal recorder
            ask = self._asker(position, Limits(depth=depth, seconds=seconds))
            if not recorded:
                return ask()
            marks = _marks(self.module())
            files = {str(file.resolve()) for file in (self.file, *self.files)}
            squares = self.interface in ("cs50", "aima")
            recorder = CallRecorder(files, state_reader(self.game, marks), self.most_calls, squares)
            with recorder:
                return ask()

        began = time.perf_counter()
        told = self.guarded(tell) | {"seconds": time.perf_counter() - began}
        if told.get("error") == "nothing" and ends_in_return(self.file, self.function):
            told["error"] = "none"
        if recorder is not None:
            told["nodes"] = [list(node) for node in recorder.nodes(self.node_functions)]
            told["source"] = SourceHints.read(self.file).told()
        return told

    def number(self, function: str, position: Position[Any]) -> Message:
        """What a function of the file says of a position: a number."""

        def tell() -> Message:
            asked = getattr(self.module(), function, None)
            if not callable(asked):
                return {"error": "no-function", "detail": function}
            answer = asked(position)
            found = None if isinstance(answer, tuple | list) else as_number(answer)
            return {"answer": truncate(repr(answer), _SHOWN)} | ({} if found is None else {"value": found})

        return self.guarded(tell)

    def _asker(self, position: Position[Any], limits: Limits) -> Callable[[], Message]:
        module = self.module()
        function = getattr(module, self.function, None)
        if not callable(function):
            return lambda: {"error": "no-function"}
        ask = {"cs50": self._ask_cs50, "aima": self._ask_aima, "kaggle": self._ask_kaggle}
        chosen = ask.get(self.interface, self._ask_plain)
        return lambda: chosen(function, position, limits)

    def _ask_cs50(self, function: Callable[..., Any], position: Any, limits: Limits) -> Message:
        given = cs50.rows(position, _marks(self.module()))
        before = [list(row) for row in given]
        answer = function(given)
        return _told(position, cs50.move(position, answer), answer, changed=given != before)

    def _ask_aima(self, function: Callable[..., Any], position: Any, limits: Limits) -> Message:
        game, state = aima.AimaGame(position), aima.State(position)
        taken = list(inspect.signature(function).parameters)
        given = (state, game) if taken[:1] in (["state"], ["s"]) else (game, state)
        answer = function(*given)
        return _told(position, aima.move(position, answer), answer)

    def _ask_kaggle(self, function: Callable[..., Any], position: Any, limits: Limits) -> Message:
        seen, settings = kaggle.observation(position, limits), kaggle.configuration(position, limits)
        before = list(seen.board)
        count = len(inspect.signature(function).parameters)
        answer = function(*(seen, settings)[:count])
        return _told(position, kaggle.move(position, answer), answer, changed=list(seen.board) != before)

    def _ask_plain(self, function: Callable[..., Any], position: Any, limits: Limits) -> Message:
        if isinstance(function, type):
            made = function()
            function = made.search if isinstance(made, Searcher) else made.choose
        answer = function(*_arguments(function, position, limits))
        return _told(position, _plain_move(position, answer), answer)


def _marks(module: ModuleType) -> tuple[Any, Any, Any]:
    usual = {"EMPTY": None, "X": "X", "O": "O"}
    empty, x, o = (getattr(module, name, value) for name, value in usual.items())
    return empty, x, o


def _arguments(function: Callable[..., Any], position: Any, limits: Limits) -> list[Any]:
    """What a function gets by its parameters: the position, then the depth, a window or the limits."""
    given: list[Any] = [position]
    for parameter in list(inspect.signature(function).parameters.values())[1:]:
        if parameter.kind not in (parameter.POSITIONAL_ONLY, parameter.POSITIONAL_OR_KEYWORD):
            break
        name = parameter.name.lower()
        if name in _DEPTHS and limits.depth is not None:
            given.append(limits.depth)
        elif name in _WINDOW and parameter.default is parameter.empty:
            given.append(_WINDOW[name])
        elif parameter.default is not parameter.empty:
            given.append(parameter.default)
        elif name == "limits" or len(given) == 1:
            given.append(limits)
        else:
            break
    return given


def _plain_move(position: Position[Any], answer: Any) -> Any:
    """The move of an answer: a move, its text, a result, or a pair of a value and a move."""
    answer = getattr(answer, "move", answer)
    parts = answer if isinstance(answer, tuple | list) and len(answer) == 2 else ()
    for each in (answer, *reversed(parts)):
        with suppress(PlygroundError, TypeError):
            if each is not None and not isinstance(each, float):
                after = position.play(each)
                return next(move for move in position.moves() if position.after(move) == after)
    number = any(type(each) is int and each in position.moves() for each in (answer, *parts))
    return NoMove(answer, "a bare number" if number else "no legal move")


def _told(position: Position[Any], move: Any, answer: Any, changed: bool = False) -> Message:
    told: Message = {"changed": changed}
    if answer is None:
        return told | {"error": "nothing"}
    if isinstance(move, NoMove):
        return told | {"error": "illegal", "detail": truncate(repr(answer), _SHOWN), "why": move.why}
    return told | {"move": position.write(move)}


def _place(error: BaseException, file: Path) -> str:
    """The function of the student's file that was called last."""
    step, name = error.__traceback__, ""
    while step is not None:
        if step.tb_frame.f_code.co_filename == str(file.resolve()):
            name = step.tb_frame.f_code.co_name
        step = step.tb_next
    return name
