"""A process of our own that is asked in Python objects, not in JSON.

Only for processes that run no code of users: whoever can send objects can run code here.
"""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Iterable
from contextlib import suppress
from multiprocessing.connection import Connection, wait
from typing import Any, Protocol, TypeVar

from plyground.errors import PlygroundError
from plyground.processes import is_halted, kill_family
from plyground.workers.process import end_process, start_module

_MAX_END = 10.0  # seconds to end in order, before a process is killed
LOOK = 1.0  # seconds between two looks at a process
MAX_HALTED = 3  # looks that find it halted, before it is killed

Objects = Connection  # what both ends read from and write to


class ObjectWorker:
    """One process that runs a module and answers what it is sent.

    The thread that makes it has to outlive it: when that thread ends, Linux takes the parent for dead.
    """

    def __init__(self, module: str, folder: str | None = None) -> None:
        self._process = start_module(module, os.getpid(), folder=folder)
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._requests: Objects[Any, Any] = Connection(os.dup(self._process.stdin.fileno()), readable=False)
        self.answers: Objects[Any, Any] = Connection(os.dup(self._process.stdout.fileno()), writable=False)
        self._process.stdin.close()
        self._process.stdout.close()
        self._ended = threading.Event()
        threading.Thread(target=self._watch, name="plyground watchdog", daemon=True).start()

    def _watch(self) -> None:
        """Kill the process if somebody has halted it: nobody would ever hear from it again."""
        halted = 0
        while not self._ended.wait(LOOK):
            halted = halted + 1 if is_halted(self.pid) else 0
            if halted == MAX_HALTED:
                return kill_family(self.pid)
        return None

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def status(self) -> int | None:
        """The exit status, once `end` has returned."""
        return self._process.returncode

    def send(self, request: Any) -> None:
        """Send an object. If the process is dead, reading its answer will show it."""
        with suppress(BrokenPipeError):
            self._requests.send(request)

    def receive(self) -> Any:
        """The next answer; EOFError or OSError if the process has died."""
        return self.answers.recv()

    def ask_to_end(self) -> None:
        with suppress(ProcessLookupError):
            self._process.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        kill_family(self.pid)

    def end(self) -> None:
        """End the process in order, or kill it if it does not end."""
        self.ask_to_end()
        self._ended.set()
        self._requests.close()
        self.answers.close()
        if is_halted(self.pid):
            kill_family(self.pid)
        end_process(self._process, _MAX_END)


class Answering(Protocol):
    """Whatever has a connection that answers come from."""

    @property
    def answers(self) -> Objects[Any, Any]: ...


W = TypeVar("W", bound=Answering)


def wait_for_answers(workers: Iterable[W]) -> list[W]:
    """The workers that have answered, or died; waits for the first of them."""
    by_connection = {worker.answers: worker for worker in workers}
    ready = set(wait(list(by_connection)))
    return [worker for connection, worker in by_connection.items() if connection in ready]


def serve_objects(
    requests: Objects[Any, Any], answers: Objects[Any, Any], answer: Callable[[Any], Any]
) -> None:
    """Answer requests until none come, or nobody reads the answers; an error of ours is an answer, too."""
    while True:
        try:
            request = requests.recv()
        except EOFError:
            return
        try:
            given = answer(request)
        except PlygroundError as error:
            given = error
        try:
            answers.send(given)
        except BrokenPipeError:
            return


def take_over_streams() -> tuple[Objects[Any, Any], Objects[Any, Any]]:
    """In the worker process: where requests come from and answers go.

    Standard input is empty then, and what is printed goes to standard error: a user's rules may do both.
    """
    requests, answers = Connection(os.dup(0), writable=False), Connection(os.dup(1), readable=False)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(2, 1)
    return requests, answers
