"""Starts commands quickly: each is a process of its own, forked from one that has loaded the modules already.

Loading them is most of what a short command costs, and the tests run hundreds of short commands. The server
has one thread and no state; a command gets its own arguments, environment, folder and files.
"""

from __future__ import annotations

import gc
import io
import json
import os
import signal
import socket
import struct
import subprocess
import sys
from contextlib import redirect_stdout, suppress
from functools import cache
from pathlib import Path
from typing import Any

STATUS = struct.Struct("i")
LOADED_WITH = (
    "import sys; sys.path.insert(0, sys.argv[1]); from helpers.command_server import serve; serve()"
)


class Server:
    """The other end: a process that is asked for commands, over a socket on its standard input.

    It is nobody's child, so that tests which look for processes left behind do not find it.
    """

    def __init__(self, folder: str) -> None:
        self.folder = folder
        self.own = self.start()

    def start(self) -> socket.socket:
        own, others = socket.socketpair()
        clean = {key: value for key, value in os.environ.items() if not key.startswith("PLYGROUND")}
        clean["PYTHONHASHSEED"] = "0"  # or commands with users' code would begin again, and load all anew
        with others:
            command = [sys.executable, "-c", LOADED_WITH, self.folder]
            subprocess.run(command, stdin=others.fileno(), env=clean, check=True)
        return own

    def run(self, program: str, arguments: tuple[str, ...], files: list[int], seconds: float) -> int:
        """The exit code of a command whose standard files are these."""
        asked = {"argv": [program, *arguments], "environment": dict(os.environ), "folder": str(Path.cwd())}
        data = json.dumps(asked).encode()
        self.own.settimeout(seconds)
        try:
            socket.send_fds(self.own, [STATUS.pack(len(data))], files)
        except BrokenPipeError:  # a test that ends every process it finds has found this one too
            self.own.close()
            self.own = self.start()
            self.own.settimeout(seconds)
            socket.send_fds(self.own, [STATUS.pack(len(data))], files)
        self.own.sendall(data)
        (pid,) = STATUS.unpack(self.own.recv(STATUS.size, socket.MSG_WAITALL))
        try:
            (status,) = STATUS.unpack(self.own.recv(STATUS.size, socket.MSG_WAITALL))
        except TimeoutError:
            os.kill(pid, signal.SIGKILL)
            self.own.recv(STATUS.size, socket.MSG_WAITALL)
            raise
        return os.waitstatus_to_exitcode(status)


@cache
def server(folder: str) -> Server:
    """The server of this process; it ends when its socket is closed, at the latest with the process."""
    return Server(folder)


def serve() -> None:
    """Start what is asked for, one command after the other, until nobody is left to ask."""
    if os.fork():
        os._exit(0)
    os.setsid()
    sys.path.remove(sys.argv[1])
    load()
    asking = socket.socket(fileno=os.dup(0))
    while True:
        size, files, _, _ = socket.recv_fds(asking, STATUS.size, 3)
        if not size:
            return
        asked = json.loads(asking.recv(STATUS.unpack(size)[0], socket.MSG_WAITALL))
        if not (pid := os.fork()):
            asking.close()
            become(asked, files)
            return
        for file in files:
            os.close(file)
        asking.sendall(STATUS.pack(pid))
        asking.sendall(STATUS.pack(os.waitpid(pid, 0)[1]))


def load() -> None:
    """Load what most commands load, much of it only when the first command is parsed."""
    import plyground.agents.remedies
    import plyground.arena.runner
    import plyground.report.summary
    import plyground.report.text
    import plyground.solver.perfect  # noqa: F401
    from plyground.cli import main

    sys.argv = ["plyground", "search", "tictactoe", "51"]
    with suppress(SystemExit), redirect_stdout(io.StringIO()):
        main()
    signal.signal(signal.SIGINT, signal.default_int_handler)  # which a command ignores at its end
    gc.freeze()  # a command that ends does not collect what it did not make


def become(asked: dict[str, Any], files: list[int]) -> None:
    """Be the command: what `plyground` runs, with its own arguments, environment, folder and files."""
    from plyground.cli import main

    for number, file in enumerate(files):
        os.dup2(file, number)
        os.close(file)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    os.environ.clear()
    os.environ.update(asked["environment"])
    os.chdir(asked["folder"])
    sys.argv = asked["argv"]
    main()
