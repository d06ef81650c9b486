"""Agents that never come up with a move, or much too late, each in its own way."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import threading
import time
from typing import Any

from plyground import Position


def in_a_loop(position: Position[Any]) -> Any:
    while True:
        pass


def asleep(position: Position[Any]) -> Any:
    time.sleep(3_600)


def at_a_lock(position: Position[Any]) -> Any:
    lock = threading.Lock()
    with lock:
        lock.acquire()


def in_compiled_code(position: Position[Any]) -> Any:
    """Holds the interpreter's lock for years, so that no Python of this process runs."""
    return re.match(r"(a+)+$", "a" * 60 + "b")


def deaf(position: Position[Any]) -> Any:
    """Hears no signal that can be ignored."""
    for number in signal.valid_signals() - {signal.SIGKILL, signal.SIGSTOP}:
        signal.signal(number, signal.SIG_IGN)
    while True:
        pass


def halted(position: Position[Any]) -> Any:
    os.kill(os.getpid(), signal.SIGSTOP)
    return position.moves()[0]


def waiting_for_a_child(position: Position[Any]) -> Any:
    subprocess.run(["sleep", "3600"], check=True)


def in_a_crowd(position: Position[Any]) -> Any:
    """With more threads that compute than there are cores."""
    for _ in range(8):
        threading.Thread(target=in_a_loop, args=(position,)).start()
    in_a_loop(position)


def late(position: Position[Any]) -> Any:
    """Answers well, three seconds too late."""
    time.sleep(3)
    return position.moves()[0]


class Undecided:
    """Plays its first move at once, and no other."""

    def __init__(self) -> None:
        self.moved = False

    def choose(self, position: Position[Any]) -> Any:
        if self.moved:
            time.sleep(3_600)
        self.moved = True
        return position.moves()[0]
