"""Agents that start processes which are to outlive them."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from plyground import Position

LONG = 60.0  # seconds: should the arena fail, nothing stays for ever


def hang() -> None:
    """Wait for long, deaf to what can be ignored."""
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    time.sleep(LONG)


def fork(work: Callable[[], None]) -> None:
    """A child that does the work and ends."""
    if os.fork() == 0:
        try:
            work()
        finally:
            os._exit(0)


def daemon(work: Callable[[], None]) -> None:
    """A grandchild in a session of its own, whose parent has ended."""

    def parent() -> None:
        os.setsid()
        fork(work)

    fork(parent)
    os.wait()


def a_child(position: Position[Any]) -> Any:
    fork(hang)
    hang()


def a_child_and_dies(position: Position[Any]) -> Any:
    """The child holds the pipe of the answers open, so that its end does not tell of the death."""
    fork(hang)
    os._exit(3)


def a_daemon(position: Position[Any]) -> Any:
    daemon(hang)
    hang()


def a_daemon_and_plays_on(position: Position[Any]) -> Any:
    daemon(hang)
    return position.moves()[0]


def a_daemon_and_dies(position: Position[Any]) -> Any:
    daemon(hang)
    os._exit(3)


def a_daemon_that_floods(position: Position[Any]) -> Any:
    """What floods standard error is not of the group that is killed."""

    def flood() -> None:
        until = time.monotonic() + LONG
        while time.monotonic() < until:
            os.write(2, b"x" * 65_536)

    daemon(flood)
    hang()


def generations(position: Position[Any]) -> Any:
    """Five of them, each in a session of its own, all alive."""

    def generation(number: int) -> None:
        os.setsid()
        if number:
            fork(lambda: generation(number - 1))
        hang()

    fork(lambda: generation(5))
    hang()


def many(position: Position[Any]) -> Any:
    """Fifty that compute, half of them daemons."""

    def compute() -> None:
        until = time.monotonic() + LONG
        while time.monotonic() < until:
            pass

    for _ in range(25):
        fork(compute)
        daemon(compute)
    compute()


def a_comet(position: Position[Any]) -> Any:
    """A process that is always another one: it forks, ends, and the child goes on, for five seconds."""
    until = time.monotonic() + 5

    def fly() -> None:
        os.setsid()
        while time.monotonic() < until:
            if os.fork():
                os._exit(0)

    fork(fly)
    hang()


class Moult:
    """Leaves its process behind: a child in a session of its own goes on in its name."""

    def __init__(self) -> None:
        self.moved = False

    def choose(self, position: Position[Any]) -> Any:
        if not self.moved:
            if os.fork():
                os._exit(0)
            os.setsid()
        self.moved = True
        return position.moves()[0]


class Nest:
    """Has a child and a daemon, raises a flag, and hangs."""

    def __init__(self, flag: str) -> None:
        self.flag = Path(flag)

    def choose(self, position: Position[Any]) -> Any:
        fork(hang)
        daemon(hang)
        self.flag.touch()
        hang()
