"""A call in a confined copy of this process: for other people's code that is asked like a function.

The copy has all that this process has in memory, and no way to take it anywhere.
"""

from __future__ import annotations

import json
import os
import select
import signal
import sys
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path

from plyground.errors import Failed, PlygroundError
from plyground.processes import death_descriptor, die_with_parent, signal_group
from plyground.workers.confinement import Confinement
from plyground.workers.scratch import GameFolders, ScratchFolder
from plyground.workers.serve import Message

_CHUNK = 65_536
_DYING = 5.0  # seconds between the end of a pipe and that of its process, at most
_KEPT = 3  # the first number after standard input, output and error


class NoAnswer(Failed):
    """The process ended before it told anything, by itself, by a limit of the system, or for being late."""

    def __init__(self, what: str, late: bool = False, signal_number: int = 0) -> None:
        super().__init__(what)
        self.late = late
        self.signal_number = signal_number  # that ended it; 0 if none did


def call_confined(
    work: Callable[[], Message],
    confinement: Confinement,
    files: Iterable[Path],
    listed: Iterable[Path],
    seconds: float | None = None,
) -> Message:
    """What a function returns, in a process that may read some files and list some folders.

    After some seconds it is killed, and that is a NoAnswer.
    """
    scratch, (told, tells) = ScratchFolder.new(), os.pipe()
    sys.stdout.flush()
    sys.stderr.flush()
    parent, child = os.getpid(), os.fork()
    if child == 0:
        os.close(told)
        _work_in_child(parent, tells, lambda: _confined(work, confinement, scratch, files, listed))
    os.close(tells)
    try:
        return _read_answer(told, child, seconds)
    finally:
        os.close(told)
        signal_group(child, signal.SIGKILL)
        with suppress(ProcessLookupError):
            os.kill(child, signal.SIGKILL)
        with suppress(ChildProcessError):
            os.waitpid(child, 0)
        scratch.remove()


def _confined(
    work: Callable[[], Message],
    confinement: Confinement,
    scratch: ScratchFolder,
    files: Iterable[Path],
    listed: Iterable[Path],
) -> Message:
    confinement.apply(scratch.folder, files, listed)
    GameFolders(scratch.folder).enter_next()
    return work()


def _work_in_child(parent: int, tells: int, work: Callable[[], Message]) -> None:
    """Do the work, tell what came of it, and end without anything that the parent would do at its end."""
    try:
        die_with_parent(parent)
        os.setpgid(0, 0)
        tells = _close_all_but(tells)
        _print_plainly()
        try:
            answer = work()
        except (OSError, PlygroundError) as error:
            answer = {"unconfined": str(error)}
        with suppress(Exception):
            sys.stdout.flush()
            sys.stderr.flush()
        with os.fdopen(tells, "wb") as pipe:
            pipe.write(json.dumps(answer).encode() + b"\n")
    finally:
        os._exit(0)


def _close_all_but(kept: int) -> int:
    """Close what this process has open: the parent's files and connections are not for other people's code.

    What it prints is; its input is empty. The one that is kept has another number then.
    """
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    if kept != _KEPT:
        os.dup2(kept, _KEPT)
    os.closerange(_KEPT + 1, os.sysconf("SC_OPEN_MAX"))
    return _KEPT


def _print_plainly() -> None:
    """Print past whatever decorates the parent's output: another thread may have held its lock."""
    for name, number in (("stdout", 1), ("stderr", 2)):
        stream = os.fdopen(number, "w", encoding="utf-8", errors="backslashreplace", closefd=False)
        setattr(sys, name, stream)


def _read_answer(told: int, child: int, seconds: float | None) -> Message:
    """One line; children of the child may hold the pipe open, so its death is watched, too."""
    ready, text = select.poll(), bytearray()
    until = None if seconds is None else time.monotonic() + seconds
    ready.register(told, select.POLLIN)
    death = death_descriptor(child)
    if death is not None:
        ready.register(death, select.POLLIN)
    try:
        while not text.endswith(b"\n"):
            left = None if until is None else max(0.0, until - time.monotonic()) * 1_000
            found = {descriptor for descriptor, _ in ready.poll(left)}
            if not found:
                raise NoAnswer(f"its process gave no answer in {seconds:g} seconds", late=True)
            data = os.read(told, _CHUNK) if told in found else b""
            if not data:
                raise NoAnswer("its process ended without an answer", signal_number=_killed_by(child))
            text += data
    finally:
        if death is not None:
            os.close(death)
    answer: Message = json.loads(text)
    if "unconfined" in answer:
        raise Failed(f"its process could not be confined: {answer['unconfined']}")
    return answer


def _killed_by(child: int) -> int:
    """The signal that ended a child which has closed its pipe; 0 if none did, or if it still lives."""
    death = death_descriptor(child)
    if death is None or sys.platform != "linux":
        return 0
    try:
        select.select([death], [], [], _DYING)
        ended = os.waitid(os.P_PID, child, os.WEXITED | os.WNOHANG | os.WNOWAIT)
    finally:
        os.close(death)
    return ended.si_status if ended is not None and ended.si_code == os.CLD_KILLED else 0
