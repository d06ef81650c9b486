"""A laboratory in a process of its own, and a page's side of the conversation with it, every message checked."""

from __future__ import annotations

import json
import os
import signal
import subprocess
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from websockets.sync.client import ClientConnection, connect

from helpers.command import COMMAND, PATIENCE, hear_ctrl_c
from plyground.ui.web.protocol import check_push, check_reply

Message = dict[str, Any]


class Laboratory:
    """A server that runs."""

    def __init__(self, process: subprocess.Popen[str], address: str) -> None:
        self.process = process
        self.address = address
        self.authority = urlsplit(address).netloc

    def page(self, **options: Any) -> Page:
        if (ended := self.process.poll()) is not None and self.process.stderr is not None:
            raise AssertionError(f"the laboratory ended with {ended}: {self.process.stderr.read()}")
        return Page(self.authority, **options)

    def minds(self) -> list[int]:
        """The processes that think for it."""
        return descendants(self.process.pid)

    def end(self, number: int = signal.SIGTERM) -> int:
        """Its exit status after a signal."""
        self.process.send_signal(number)
        return self.process.wait(PATIENCE)


@contextmanager
def laboratory(*args: str, caps: Message | None = None, **environment: str) -> Iterator[Laboratory]:
    """A server on a free port, ended afterwards."""
    process = subprocess.Popen(
        [*COMMAND, "lab", "--port", "0", "--no-browser", *args],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=hear_ctrl_c,
        env=os.environ | {"PLYGROUND_LAB_CAPS": json.dumps(caps or {})} | environment,
    )
    assert process.stdout is not None
    try:
        address = process.stdout.readline().strip()
        assert address.startswith("http://"), process.communicate()
        yield Laboratory(process, address)
    finally:
        if process.poll() is None:
            process.terminate()
        process.communicate(timeout=PATIENCE)


class Page:
    """What a page's script does: asks, takes replies, and keeps what was pushed."""

    def __init__(self, authority: str, **options: Any) -> None:
        options = {"origin": f"http://{authority}", "compression": None, "proxy": None} | options
        self._kept = ExitStack()
        self.socket: ClientConnection = self._kept.enter_context(
            connect(f"ws://{authority}/ws", max_size=1 << 24, **options)
        )
        self.pushed: list[Message] = []
        self.number = 0
        self.asked: dict[int, str] = {}
        self.replies: dict[int, Message] = {}

    def __enter__(self) -> Page:
        return self

    def __exit__(self, *exception: object) -> None:
        self._kept.close()

    def send(self, do: str, **fields: Any) -> int:
        """Ask, and do not wait."""
        self.number += 1
        self.asked[self.number] = do
        self.socket.send(json.dumps({"id": self.number, "do": do, **fields}))
        return self.number

    def take(self, seconds: float = PATIENCE) -> Message:
        """The next message, which keeps to the protocol."""
        message: Message = json.loads(self.socket.recv(timeout=seconds))
        if "re" in message:
            check_reply(self.asked.pop(message["re"], "hello"), message)
            self.replies[message["re"]] = message
        else:
            check_push(message)
            self.pushed.append(message)
        return message

    def reply(self, number: int) -> Message:
        while number not in self.replies:
            self.take()
        return self.replies.pop(number)

    def ask(self, do: str, **fields: Any) -> Message:
        """What a request is answered."""
        return self.reply(self.send(do, **fields))

    def error(self, do: str, **fields: Any) -> str:
        """The key of the error that a request is answered with."""
        key: str = self.ask(do, **fields)["error"]["key"]
        return key

    def view(self, fits: Callable[[Message], object] = lambda view: True) -> Message:
        """The first view from now on that fits."""
        self.pushed.clear()
        self.take()
        return self._view(fits)

    def _view(self, fits: Callable[[Message], object]) -> Message:
        """The first view that fits, of those that were pushed already and those to come."""
        while True:
            for message in self.pushed:
                if "view" in message and fits(message["view"]):
                    view: Message = message["view"]
                    return view
            self.pushed.clear()
            self.take()

    def do(self, do: str, fits: Callable[[Message], object] | None = None, **fields: Any) -> Message:
        """The view that a command leads to: the next one, or one that fits.

        One that fits may be pushed before the command is answered, and then no other comes.
        """
        self.pushed.clear()
        answer = self.ask(do, **fields)
        assert "error" not in answer, answer
        return self.view() if fits is None else self._view(fits)


def descendants(process: int) -> list[int]:
    """All processes below one, as the system tells."""
    found: list[int] = []
    try:
        for task in Path(f"/proc/{process}/task").iterdir():
            for child in map(int, (task / "children").read_text().split()):
                found += [child, *descendants(child)]
    except OSError:
        pass
    return found


def is_gone(process: int) -> bool:
    """Whether a process has ended: a dead one that nobody has buried counts as gone."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except OSError:
        return True
