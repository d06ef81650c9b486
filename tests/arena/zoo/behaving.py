"""Agents that may look odd and do nothing wrong: they play on."""

from __future__ import annotations

import os
import random
import threading
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

from plyground import Position

GENERATOR = random.Random(7)
UNHURRIED = 0.06  # seconds
PONDERED = 0.3  # seconds of a core
LONG = 60.0


def from_a_generator(position: Position[Any]) -> Any:
    """Its chance is a global variable that it seeds itself."""
    return GENERATOR.choice(position.moves())


def from_the_module(position: Position[Any]) -> Any:
    """Its chance is that of `random`, which it does not seed."""
    return random.choice(position.moves())


class Seeded:
    """Its chance is the seed that it gets, and it remembers how often it was asked."""

    def __init__(self, seed: int, skip: int = 0) -> None:
        self.chance = random.Random(seed)
        self.asked = skip

    def choose(self, position: Position[Any]) -> Any:
        self.asked += 1
        return [self.chance.choice(position.moves()) for _ in range(self.asked)][-1]


class Ponderer:
    """Computes in a thread, in the other's time too, and tells in a file when it has done so for a while."""

    def __init__(self, flag: str) -> None:
        self.began = False
        self.flag = Path(flag)

    def choose(self, position: Position[Any]) -> Any:
        if not self.began:
            threading.Thread(target=self._ponder, daemon=True).start()
            self.began = True
        return position.moves()[0]

    def _ponder(self) -> None:
        while time.thread_time() < PONDERED:
            pass
        self.flag.touch()
        while time.thread_time() < LONG:
            pass


class Patient:
    """Lets a ponderer ponder before its own first move, and is unhurried afterwards."""

    def __init__(self, flag: str) -> None:
        self.flag = Path(flag)

    def choose(self, position: Position[Any]) -> Any:
        while not self.flag.exists():
            time.sleep(0.01)
        return unhurried(position)


def unhurried(position: Position[Any]) -> Any:
    """Takes its time without needing a core."""
    time.sleep(UNHURRIED)
    return position.moves()[0]


def restless(position: Position[Any]) -> Any:
    """Tries to leave its core, its group and its session."""
    os.sched_setaffinity(0, range(os.cpu_count() or 1))
    with suppress(OSError):
        os.setpgid(0, 0)
    with suppress(OSError):
        os.setsid()
    os.chdir("/")
    return position.moves()[0]


def in_words(position: Position[Any]) -> Any:
    return f"  {position.write(position.moves()[0])} "


class Agreeable:
    """Equals whatever it is compared with."""

    __hash__ = None  # type: ignore[assignment]

    def __eq__(self, other: object) -> bool:
        return True


def agreeable(position: Position[Any]) -> Any:
    return Agreeable()
