"""Agents that try what they are not to do; each tells what came of it, and plays on."""

# ruff: noqa: T201 - what they print is recorded
from __future__ import annotations

import multiprocessing
import os
import shutil
import socket
import subprocess
import time
from collections.abc import Callable
from multiprocessing import shared_memory
from pathlib import Path
from typing import Any

Position = Any


def tell(what: Callable[[], object]) -> None:
    try:
        print("done:", what())
    except Exception as error:  # noqa: BLE001 - whatever keeps them from it
        print("refused:", type(error).__name__, error)


def played(position: Position) -> Any:
    return position.moves()[0]


def look_around(position: Position) -> Any:
    """Where it is, and what it knows of whoever started it."""
    print("folder:", sorted(Path().iterdir()), Path.cwd() == Path.home())
    print("secret:", os.environ.get("PLYGROUND_TEST_SECRET"))
    print("names:", sorted(os.environ))
    return played(position)


def read_input(position: Position) -> Any:
    tell(lambda: repr(os.read(0, 100)))
    return played(position)


def read_home(position: Position) -> Any:
    tell(lambda: Path(os.environ["PLYGROUND_TEST_TARGET"]).read_text())
    return played(position)


def list_neighbours(position: Position) -> Any:
    tell(lambda: sorted(path.name for path in Path(__file__).parent.iterdir()))
    return played(position)


def open_socket(position: Position) -> Any:
    port = int(os.environ["PLYGROUND_TEST_TARGET"])
    tell(lambda: socket.create_connection(("127.0.0.1", port), 2).close())
    return played(position)


def change_itself(position: Position) -> Any:
    tell(lambda: Path(__file__).open("a").close())
    return played(position)


def change_the_system(position: Position) -> Any:
    for folder in map(Path, ("/", "/usr", "/etc", "/dev", "/proc")):
        tell((folder / "plyground-was-here").touch)
    return played(position)


def fill_the_disk(position: Position) -> Any:
    def fill() -> int:
        written = 0
        for number in range(1_000):
            written += Path(f"{number}.bin").write_bytes(bytes(1 << 20))
        return written

    print(f"on device {Path().stat().st_dev}")
    tell(fill)
    return played(position)


def write_a_large_file(position: Position) -> Any:
    tell(lambda: Path("large.bin").write_bytes(bytes(80 << 20)))
    return played(position)


def fork_without_end(position: Position) -> Any:
    """Children that stay: each waits, as its parent goes on to make more."""

    def breed() -> int:
        for _ in range(2_000):
            if os.fork() == 0:
                time.sleep(60)
                os._exit(0)
        return 2_000

    tell(breed)
    return played(position)


def see_processes(position: Position) -> Any:
    tell(lambda: len(list(Path("/proc").glob("[0-9]*"))))
    return played(position)


def kill_the_arena(position: Position) -> Any:
    tell(lambda: os.kill(int(os.environ["PLYGROUND_TEST_TARGET"]), 9))
    return played(position)


def burn_a_core(position: Position) -> Any:
    while True:
        pass


def keep_house(position: Position) -> Any:
    """What is ordinary in a folder of one's own, and was refused or did nothing."""
    Path("a.txt").write_text("a")
    tell(lambda: shutil.copy2("a.txt", "b.txt"))
    tell(lambda: os.utime("a.txt", (7, 7)))
    print("time:", Path("a.txt").stat().st_mtime)
    Path("run.sh").write_text("#!/bin/sh\necho made here\n")
    tell(lambda: Path("run.sh").chmod(0o755))
    tell(lambda: subprocess.run(["./run.sh"], check=True, capture_output=True, text=True).stdout)
    return played(position)


def work_together(position: Position) -> Any:
    """Processes that share memory, in the ways of Python's own library."""

    def pool() -> list[int]:
        with multiprocessing.get_context("fork").Pool(2) as workers:
            return workers.map(abs, [-1, -2])

    def queue() -> Any:
        between = multiprocessing.get_context("fork").Queue()
        between.put("one word")
        return between.get(timeout=5)

    def shared() -> bytes:
        memory = shared_memory.SharedMemory(create=True, size=10)
        try:
            assert memory.buf is not None
            memory.buf[:4] = b"four"
            return bytes(memory.buf[:4])
        finally:
            memory.close()
            memory.unlink()

    for work in (pool, queue, shared):
        tell(work)
    return played(position)


def fill_the_disk_unseen(position: Position) -> Any:
    """Into files that have no name any more."""

    def fill() -> int:
        written = 0
        for _ in range(100):
            place = os.open("gone", os.O_RDWR | os.O_CREAT)
            Path("gone").unlink()
            while os.fstat(place).st_size < 16 << 20:
                written += os.write(place, bytes(1 << 20))
        return written

    tell(fill)
    tell(lambda: Path("/dev/shm/x").write_bytes(bytes(1 << 20)))
    return played(position)


_held: list[int] = []


def write_and_hold(position: Position) -> Any:
    """24 MB in a file without a name, as long as it lives; where it thinks for a while, too."""
    if not _held:
        place = os.open("gone", os.O_RDWR | os.O_CREAT)
        Path("gone").unlink()
        os.write(place, bytes(24 << 20))
        os.fsync(place)
        _held.append(place)
        time.sleep(0.4)
    return played(position)


def share_memory(position: Position) -> Any:
    """250 MB in its folder, and 250 MB in a child: each is allowed alone."""
    for number in range(5):
        Path(f"{number}.bin").write_bytes(bytes(50 << 20))
    if os.fork() == 0:
        held = bytearray(os.urandom(1) * (250 << 20))
        time.sleep(5)
        os._exit(len(held) % 2)
    time.sleep(3)
    return played(position)


def compute_in_children(position: Position) -> Any:
    """0.3 seconds in a child that ends, and 0.3 in one that stays."""
    computed, tells = os.pipe()
    for stays in (False, True):
        if os.fork() == 0:
            began = time.process_time()
            while time.process_time() < began + 0.3:
                pass
            os.write(tells, b".")
            time.sleep(60 * stays)
            os._exit(0)
        os.read(computed, 1)
        if not stays:
            os.wait()
    return played(position)


def start_processes(position: Position) -> Any:
    """In each way that Python knows; 3.14 takes the third one if nobody says which."""

    def start(way: str) -> int | None:
        process = multiprocessing.get_context(way).Process(target=abs, args=(-1,))  # type: ignore[attr-defined]
        process.start()
        process.join(20)
        return int(process.exitcode)

    for way in ("fork", "spawn", "forkserver"):
        tell(lambda way=way: start(way))  # type: ignore[misc]
    return played(position)


def run_node(position: Position) -> Any:
    tell(lambda: _printed("node", "-e", "console.log(6 * 7)"))
    return played(position)


def run_java(position: Position) -> Any:
    """Its libraries for secrets and random numbers read settings outside of its own folder."""
    body = 'System.out.println(java.security.MessageDigest.getInstance("SHA-256").getDigestLength());'
    Path("A.java").write_text(
        f"public class A {{ public static void main(String[] a) throws Exception {{ {body} }} }}"
    )
    tell(lambda: _printed("java", "-Xmx256m", "A.java"))
    return played(position)


def _printed(*command: str) -> str:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(done.stderr[-500:])
    return done.stdout
