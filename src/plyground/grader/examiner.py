"""Asks one student's program, each time in a confined process of its own, and survives whatever it does."""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from math import ceil
from pathlib import Path
from typing import Any

from plyground.agents.python import Source
from plyground.agents.seats import listed_folders
from plyground.errors import Failed
from plyground.game import Position
from plyground.grader.program import NOT_TRIED, Program
from plyground.grader.rubric import DEFAULT_SECONDS, Rubric
from plyground.grader.timers import Timers, is_computing
from plyground.spec import Spec
from plyground.user_code import is_installed
from plyground.workers.confined_call import NoAnswer, call_confined
from plyground.workers.confinement import Confinement
from plyground.workers.readable import readable_paths
from plyground.workers.serve import Message as Told

MEMORY_MB = 2_048  # beyond what the grader itself has
_WAITING = 4.0  # times the CPU time, for programs that sleep and machines that are busy
_START = 30.0
_GRACE = 1.5  # seconds after which a program that has swallowed the end of its time is killed


@dataclass
class WallClock:
    """What is left of the seconds by the clock that one student may take."""

    seconds: float
    began: float = field(default_factory=time.monotonic)
    is_over: bool = False  # also after one call that waited: a program that sleeps would do so again

    def left(self) -> float:
        return 0.0 if self.is_over else max(0.0, self.began + self.seconds - time.monotonic())

    def stop(self) -> None:
        """Try nothing more of this student."""
        self.is_over = True


@dataclass(frozen=True)
class Examiner:
    """One student's file under a rubric."""

    file: Path
    rubric: Rubric
    confinement: Confinement = field(default_factory=Confinement)
    clock: WallClock = field(init=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "clock", WallClock(self.rubric.wall))

    def names(self) -> Told:
        """The names in the file."""
        return self._confined(lambda program: program.names(), DEFAULT_SECONDS)

    def ask(
        self,
        positions: Sequence[Position[Any]],
        depth: int | None = None,
        recorded: bool = False,
        seconds: float = 60.0,
        told_seconds: float | None = None,
    ) -> list[Told]:
        """The answer in each position. One that ends its process does not spoil the others.

        After the first one without an answer in time the others are not tried, and those before it count.
        """

        def ask(program: Program, some: Sequence[Position[Any]]) -> Told:
            return {"answers": [program.answer(each, depth, recorded, told_seconds) for each in some]}

        told = self._confined(lambda program: ask(program, positions), seconds)
        if "answers" in told:
            answers: list[Told] = told["answers"]
            return answers
        if len(positions) == 1 or told["error"] != "died":
            return [told, *[NOT_TRIED] * (len(positions) - 1)]
        alone = (
            self._confined(lambda program, each=each: ask(program, [each]), seconds)  # type: ignore[misc]
            for each in positions
        )
        return [one.get("answers", [one])[0] for one in alone]

    def numbers(self, function: str, positions: Sequence[Position[Any]], seconds: float) -> Told:
        """What a function of the file says of each position, as `answers`."""
        return self._confined(
            lambda program: {"answers": [program.number(function, each) for each in positions]}, seconds
        )

    def play_all(self, positions: Sequence[Position[Any]], depth: int | None, seconds: float) -> Told:
        """Its moves against every line of play from some positions, by the text of the position.

        On each side it plays until it has lost, or has given no move: that decides a case.
        """

        def play(program: Program) -> Told:
            moves: dict[str, Told] = {}
            beaten: dict[str, bool] = {}
            for root in positions:
                for own in (True, False):
                    _play(program, root, own, depth, moves, beaten)
            return {"moves": moves}

        return self._confined(play, seconds)

    def _confined(self, work: Callable[[Program], Told], seconds: float) -> Told:
        """What some work tells; an `error` where its process came to an end before."""
        if sys.platform == "win32":
            raise Failed(
                "students' programs run in confined processes, which Windows does not have: use WSL"
            )
        self.confinement.check()
        left = self.clock.left()
        if not left:
            return NOT_TRIED
        _remember_libraries()
        source = Source.of(Spec("python", (str(self.file), self.rubric.function)))
        waiting = min(_START + _WAITING * seconds, left)
        program = Program(
            self.file,
            self.rubric.function,
            self.rubric.interface,
            self.rubric.game,
            self.rubric.most_calls,
            self.rubric.node_functions,
            tuple(source.files),
            Timers(min(seconds, left), waiting),
        )

        def run() -> Told:
            program.prepare()
            return work(program)

        confinement = replace(
            self.confinement, memory_mb=_own_megabytes() + MEMORY_MB, cpu_seconds=ceil(seconds + _GRACE)
        )
        readable, listed = list(readable_paths(source.files)), list(listed_folders(source.files))
        began, computed = time.monotonic(), _cpu_of_children()
        try:
            told = call_confined(run, confinement, readable, listed, waiting + _GRACE)
        except NoAnswer as error:
            cpu, wall = _cpu_of_children() - computed, time.monotonic() - began
            if error.signal_number in (signal.SIGKILL, signal.SIGXCPU):
                return {"error": "time", "detail": f"{seconds:g}"}
            if not error.late:
                return {"error": "died"}
            if is_computing(cpu, wall):
                return {"error": "time", "detail": f"{cpu:g}"}
            told = {"error": "late", "detail": f"{waiting:g}"}
        parts = (told, *told.get("answers", ()), *told.get("moves", {}).values())
        if any(each.get("error") == "late" for each in parts):
            self.clock.stop()
        return told


def is_lost_end(position: Position[Any], own: bool) -> bool:
    """Whether the program has lost a game that is over; `own` says that it would be to move."""
    outcome = position.outcome()
    side = position.to_move if own else position.to_move.other
    return outcome is not None and outcome.winner not in (None, side) and outcome.points is None


def _play(
    program: Program,
    position: Position[Any],
    own: bool,
    depth: int | None,
    moves: dict[str, Told],
    beaten: dict[str, bool],  # what came of each position in which it has moved
) -> bool:
    """Follow all moves of the opponent and the program's answers, until it is beaten or has no move."""
    if position.outcome():
        return is_lost_end(position, own)
    if not own:
        return any(
            _play(program, position.after(move), True, depth, moves, beaten) for move in position.moves()
        )
    state = position.text()
    if state not in beaten:
        moves[state] = told = program.answer(position, depth)
        beaten[state] = "move" not in told or _play(
            program, position.after(position.read(told["move"])), False, depth, moves, beaten
        )
    return beaten[state]


def _remember_libraries() -> None:
    """Find out here which modules belong to libraries: else every confined copy would do that again."""
    for module in list(sys.modules.values()):
        if file := getattr(module, "__file__", None):
            is_installed(Path(file))


def _cpu_of_children() -> float:
    """CPU seconds of the processes that this one has waited for."""
    times = os.times()
    return times.children_user + times.children_system


def _own_megabytes() -> int:
    """The address space of this process, with which its confined copies begin."""
    with suppress(OSError, ValueError):
        for line in Path("/proc/self/status").read_text().split("\n"):
            if line.startswith("VmSize:"):
                return int(line.split()[1]) >> 10
    return 4_096
