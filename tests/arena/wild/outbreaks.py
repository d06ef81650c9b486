"""Animals that do not wait to be refused: they fill, breed, nest, hide and outrun."""

from __future__ import annotations

import os
import resource
import signal
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from fence import HOME  # type: ignore[import-not-found]

LONG = 20.0  # seconds: should the arena fail, nothing stays for ever


def hang() -> None:
    time.sleep(LONG)


def compute(seconds: float = LONG) -> None:
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        pass


def fork(work: Callable[[], object]) -> int:
    child = os.fork()
    if child == 0:
        try:
            work()
        finally:
            os._exit(0)
    return child


def nests(position: Any) -> Any:
    """Three thousand folders, one in the other: removing them was a RecursionError."""
    here = os.open(".", os.O_RDONLY)
    for _ in range(3_000):
        os.mkdir("n")
        os.chdir("n")
    os.fchdir(here)
    return position.moves()[0]


def locks_its_folders(position: Any) -> Any:
    """Folders that nobody may open, with something in them, and more to come."""
    if not os.path.exists("a"):
        os.makedirs("a/b/c")
        Path("a/b/c/file").touch()
        os.mkdir("closed", 0)
        os.umask(0o777)
        os.mkdir("a/b/closed")
    return position.moves()[0]


def swaps_its_folder(position: Any) -> Any:
    """A link to the home in place of the folder that is emptied between games."""
    mine = os.environ["HOME"]
    if not os.path.islink(mine):
        os.rename(mine, mine + "-old")
        os.symlink(HOME, mine)
    return position.moves()[0]


def removes_its_folder(position: Any) -> Any:
    if os.path.exists(os.environ["HOME"]):
        os.rmdir(os.environ["HOME"])
    return position.moves()[0]


def fills_the_disk(position: Any) -> Any:
    """Files of a size that is allowed, as many as there is room for."""
    for number in range(10_000):
        Path(f"{number}.bin").write_bytes(bytes(8 << 20))
    return position.moves()[0]


def fills_the_disk_with_names(position: Any) -> Any:
    for number in range(10_000_000):
        Path(f"{number}").touch()
    return position.moves()[0]


def breeds(position: Any) -> Any:
    """As many processes as it gets, and no answer."""
    try:
        while True:
            fork(hang)
    except OSError:
        hang()


def breeds_in_generations(position: Any) -> Any:
    """Each forks two and ends: whoever kills one is too late."""
    until = time.monotonic() + LONG

    def generation() -> None:
        while time.monotonic() < until:
            os.setsid()
            try:
                fork(generation)
                if os.fork() == 0:
                    continue
            except OSError:
                continue
            os._exit(0)

    fork(generation)
    hang()


def outruns(position: Any) -> Any:
    """Always another process, in a session of its own, and all of them orphans."""
    until = time.monotonic() + LONG

    def fly() -> None:
        while time.monotonic() < until:
            os.setsid()
            if os.fork():
                os._exit(0)

    for _ in range(4):
        fork(fly)
    hang()


def leaves_a_daemon(position: Any) -> Any:
    """It plays on, and what it leaves behind computes in the opponent's time."""

    def parent() -> None:
        os.setsid()
        fork(compute)

    fork(parent)
    os.wait()
    return position.moves()[0]


class PondersInAChild:
    """Its child computes in the opponent's time: only the process itself was metered."""

    def __init__(self) -> None:
        self.child = 0

    def choose(self, position: Any) -> Any:
        if not self.child:
            self.child = fork(compute)
        return position.moves()[0]


class PondersInAThread:
    def __init__(self) -> None:
        self.began = False

    def choose(self, position: Any) -> Any:
        if not self.began:
            threading.Thread(target=compute, daemon=True).start()
            self.began = True
        return position.moves()[0]


def kills_everybody(position: Any) -> Any:
    """`kill(-1)`: all that it may signal."""
    os.kill(-1, signal.SIGKILL)
    return position.moves()[0]


def kills_its_group(position: Any) -> Any:
    os.killpg(0, signal.SIGKILL)
    return position.moves()[0]


def halts_its_player(position: Any) -> Any:
    """The whole match waited for ever."""
    os.kill(os.getppid(), signal.SIGSTOP)
    hang()


def limits_its_player(position: Any) -> Any:
    """No more files for whoever asks: `pair 0 failed: OSError 24`, and nobody was named."""
    resource.prlimit(os.getppid(), resource.RLIMIT_NOFILE, (3, 3))
    os._exit(0)


def eats_descriptors(position: Any) -> Any:
    while True:
        os.dup(0)


def unhurried(position: Any) -> Any:
    """A tame one, who takes its time without needing a core."""
    time.sleep(0.05)
    return position.moves()[0]
