"""The start of the program, and the rules: positions made, sequences of moves counted."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from plyground import connect4, tictactoe
from plyground.native import Core
from plyground.perft import distinct_positions, perft

PLYGROUND = Path(sys.executable).with_name("plyground")
# Of Connect Four, by plies: how many sequences of moves there are, and how many positions they lead to.
SEQUENCES = {3: 343, 4: 2_401, 9: 39_394_572, 10: 268_031_646}
POSITIONS = {4: 1_120, 10: 1_662_623}


def best_of(runs: int, work: Callable[[], object], clock: Callable[[], float] = time.thread_time) -> float:
    """The shortest of several runs, in seconds; of this thread, if nothing is said: machines are busy."""
    times = []
    for _ in range(runs):
        started = clock()
        work()
        times.append(clock() - started)
    return min(times)


def report(what: str, seconds: float, note: str = "") -> None:
    print(f"{what:<58} {seconds * 1000:>10.1f} ms  {note}", flush=True)


def report_promise(what: str, seconds: float, promised: float, broken: list[str]) -> None:
    """Report a time; if it is longer than promised, add it to `broken`."""
    report(what, seconds, f"promised: under {promised * 1000:.0f} ms")
    if seconds > promised:
        broken.append(what)


def time_startup(broken: list[str], runs: int = 10) -> float:
    """The program's start; the seconds of the import alone."""
    program = "import time; t = time.process_time(); import plyground; print(time.process_time() - t)"

    def seconds_of_import() -> float:
        ran = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True)
        return float(ran.stdout)

    imported = min(seconds_of_import() for _ in range(runs))
    report_promise("import plyground", imported, 0.1, broken)
    seconds = best_of(
        runs,
        lambda: subprocess.run([PLYGROUND, "--help"], capture_output=True, check=True),
        time.perf_counter,
    )
    report_promise("plyground --help", seconds, 0.4, broken)
    time_completion(broken, runs)
    return imported


def time_completion(broken: list[str], runs: int = 10) -> None:
    """What a shell waits for when Tab is pressed, by the clock of the process."""
    line = "plyground match connect4 'alphabeta(de"
    asked = {**os.environ, "PLYGROUND_COMPLETE": "zsh"}

    def complete() -> None:
        ran = subprocess.run([PLYGROUND, line], capture_output=True, check=True, env=asked, text=True)
        assert ran.stdout.startswith("alphabeta(depth=\t")

    def computed() -> float:
        used = os.times()
        return used.children_user + used.children_system

    complete()  # the first time makes the table of all that can be typed
    report_promise("Tab: an option of an agent", best_of(runs, complete, computed), 0.1, broken)


def time_tictactoe_in_both_cores(runs: int = 3) -> None:
    start = tictactoe().start()

    def walk(core: Core) -> None:
        nodes = sum(ply.count for ply in perft(start, 9, core))
        assert nodes == 549_946

    seconds: dict[Core, float] = {"python": 1e9, "native": 1e9}
    for _ in range(runs):
        for core in seconds:
            seconds[core] = min(seconds[core], best_of(1, lambda: walk(core)))  # noqa: B023
    for core, taken in seconds.items():
        report(f"tic-tac-toe, all 549,946 sequences, {core}", taken, f"{0.549946 / taken:.2f} M/s")
    print(f"  native is {seconds['python'] / seconds['native']:.0f} times as fast")


def time_connect4_natively(
    broken: list[str], plies: int = 9, runs: tuple[int, int, int] = (5, 3, 2)
) -> tuple[float, float]:
    """Counting sequences; the seconds of one ply more by merging positions, and by walking."""
    start, more = connect4().start(), plies + 1

    def walk(plies: int) -> None:
        assert perft(start, plies, "native")[plies].count == SEQUENCES[plies]

    what = f"Connect Four perft {plies}, {SEQUENCES[plies]:,} sequences, native"
    report_promise(what, best_of(runs[0], lambda: walk(plies)), 1.0, broken)

    def merge() -> None:
        *_, last = islice(distinct_positions(start, "native"), more + 1)
        assert (last.positions.count, last.sequences.count) == (POSITIONS[more], SEQUENCES[more])

    merged = best_of(runs[1], merge)
    report(f"Connect Four, {POSITIONS[more]:,} positions of ply {more}, native", merged)
    walked = best_of(runs[2], lambda: walk(more))
    report(f"Connect Four perft {more}, {SEQUENCES[more]:,} sequences, native", walked)
    return merged, walked


@dataclass(frozen=True)
class FrozenFields:
    """The fields of a position, as a frozen dataclass has them."""

    game: object
    first: int
    second: int
    to_move: int
    ended: object


class TupleFields(NamedTuple):
    """The same as a line position has them."""

    game: object
    first: int
    second: int
    to_move: int
    ended: object


class SlotFields:
    """The same where anybody may change them."""

    __slots__ = ("ended", "first", "game", "second", "to_move")

    def __init__(self, game: object, first: int, second: int, to_move: int, ended: object) -> None:
        self.game = game
        self.first = first
        self.second = second
        self.to_move = to_move
        self.ended = ended


def time_making(count: int = 100_000) -> list[float]:
    """The seconds of making a position: a frozen dataclass, a NamedTuple, plain slots; taking turns."""
    kinds: list[Callable[..., object]] = [FrozenFields, TupleFields, SlotFields]
    best = [1e9] * len(kinds)
    for _ in range(7):
        for place, kind in enumerate(kinds):
            best[place] = min(best[place], seconds_to_make(kind, count))
    for name, seconds in zip(("frozen dataclass", "NamedTuple", "slots"), best, strict=True):
        report(f"{count:,} positions, {name}", seconds)
    return [seconds / count for seconds in best]


def seconds_to_make(kind: Callable[..., object], count: int) -> float:
    started = time.thread_time()
    for number in range(count):
        kind(None, number, 1, 0, None)
    return time.thread_time() - started
