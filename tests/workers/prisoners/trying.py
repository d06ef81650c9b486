"""Agents that try what they are not to do; each tells what came of it, and plays on."""

# ruff: noqa: T201 - what they print is recorded
from __future__ import annotations

import os
import socket
import time
from collections.abc import Callable
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
