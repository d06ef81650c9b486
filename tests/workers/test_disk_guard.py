"""The guard of the disk, for processes that have no mounts of their own: what is written counts, whatever it is called.

24 MB are written at most, and gone with the test.
"""

from __future__ import annotations

import os
import signal
import socket
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from helpers.keeper import caged
from plyground.arena.pair_player import PairPlayer
from plyground.arena.plan import Plan
from plyground.arena.records import Pair
from plyground.workers import channel
from plyground.workers.disk_guard import DiskGuard, bytes_written

PRISONERS = Path("tests/workers/prisoners/trying.py").absolute()
MB = 1 << 20
pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="NOT TESTED: /proc, which only Linux has")


@pytest.fixture
def disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder on a disk: the system counts nothing that is written to memory."""
    before = bytes_written([os.getpid()])
    with (tmp_path / "probe").open("wb") as file:
        file.write(bytes(MB))
        os.fsync(file.fileno())
    (tmp_path / "probe").unlink()
    free = iter([1 << 40])  # others take and leave room on it meanwhile
    monkeypatch.setattr(DiskGuard, "_left", lambda _: (next(free, (1 << 40) - 24 * MB), 1 << 30))
    if before is None or bytes_written([os.getpid()]) == before:
        pytest.skip(f"NOT TESTED: the guard of the disk, because {tmp_path} is on none")
    return tmp_path


def write(name: str, megabytes: int = 24) -> int:
    place = os.open(name, os.O_RDWR | os.O_CREAT, 0o600)
    os.write(place, bytes(megabytes * MB))
    os.fsync(place)
    return place


def removed() -> object:
    place = write("a")
    Path("a").unlink()
    return place


def mapped() -> object:
    import mmap

    place = write("a")
    Path("a").unlink()
    held = mmap.mmap(place, MB)
    os.close(place)
    return held


def in_a_message() -> object:
    """Sent in a message that nobody reads."""
    here, there = socket.socketpair()
    place = write("a")
    Path("a").unlink()
    socket.send_fds(here, [b"x"], [place])
    os.close(place)
    return here, there


def by_a_child() -> object:
    if os.fork() == 0:
        removed()
        time.sleep(20)
    time.sleep(0.5)
    return None


def little() -> object:
    return write("b", 1)


def trouble_of(way: Callable[[], object], folder: Path) -> str:
    """What the guard says of a process that has written in some way."""
    (start, starts), (done, tells) = os.pipe(), os.pipe()
    leader = os.fork()
    if leader == 0:
        os.setpgid(0, 0)
        os.chdir(folder)
        os.read(start, 1)
        held = way()  # noqa: F841 - as long as it lives
        os.write(tells, b"d")
        time.sleep(60)
        os._exit(0)
    guard = DiskGuard(folder, leader, megabytes=8)
    try:
        os.write(starts, b"s")
        os.read(done, 1)
        return guard.trouble()
    finally:
        os.killpg(leader, signal.SIGKILL)
        os.waitpid(leader, 0)
        for descriptor in (start, starts, done, tells):
            os.close(descriptor)


@pytest.mark.parametrize("way", [removed, mapped, in_a_message, by_a_child])
def test_files_without_a_name_are_seen(way: Callable[[], object], disk: Path) -> None:
    """Only the folder was looked through: an agent wrote 2,145 MB where 512 are allowed."""
    said = trouble_of(way, disk)
    assert said == "it wrote more than 8 MB, though not all is in its folder any more"


def test_little_is_no_trouble(disk: Path) -> None:
    assert trouble_of(little, disk) == ""


def test_who_writes_into_files_without_a_name_loses_where_it_has_no_mounts(
    disk: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(disk))
    monkeypatch.setattr(channel, "DiskGuard", partial(DiskGuard, megabytes=8))
    monkeypatch.setattr(
        Plan, "confinement", property(partial(_without_mounts, Plan.__dict__["confinement"].fget))
    )
    agents = (f"python:{PRISONERS}:write_and_hold", "random")
    plan = Plan("tictactoe", agents, in_process=True, pinned=False)
    with caged(), PairPlayer(plan) as table:
        (game,) = table.play(Pair(0, (0, 1), "-", 1)).games
    assert (game.ending, game.reason) == ("forfeit", "crash")
    assert (
        game.detail == "the agent failed: it wrote more than 8 MB, though not all is in its folder any more"
    )


def _without_mounts(true: Callable[[Plan], Any], plan: Plan) -> Any:
    return replace(true(plan), mounts=False)
