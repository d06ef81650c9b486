"""A tool that has an engine of ours as its child, over real pipes: it says lines and waits for lines."""

from __future__ import annotations

import contextlib
import queue
import subprocess
import threading
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType

from helpers.command import COMMAND, PATIENCE, hear_ctrl_c


class Tool:
    """One engine. What it writes is read as it comes, so that it never waits for us."""

    def __init__(self, *arguments: str) -> None:
        self.process = subprocess.Popen(
            [*COMMAND, "engine", *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            preexec_fn=hear_ctrl_c,
        )
        self.said: list[str] = []  # all lines so far
        self.complaints = b""  # what came on standard error, when it has ended
        self._lines: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self._lines.put(line.decode("utf-8").rstrip("\n"))
        self._lines.put(None)

    def send(self, *lines: str | bytes, end: bytes = b"\n") -> None:
        data = b"".join((line if isinstance(line, bytes) else line.encode()) + end for line in lines)
        assert self.process.stdin is not None
        with contextlib.suppress(BrokenPipeError):
            self.process.stdin.write(data)
            self.process.stdin.flush()

    def line(self) -> str:
        """The next line."""
        line = self._lines.get(timeout=PATIENCE)
        assert line is not None, f"it has ended after {self.said[-3:]}"
        self.said.append(line)
        return line

    def until(self, start: str) -> str:
        """The next line that begins so."""
        while not (line := self.line()).startswith(start):
            pass
        return line

    def answers(self, *lines: str, to: str) -> list[str]:
        """Say lines; what is answered, up to a line that begins so."""
        self.send(*lines)
        before = len(self.said)
        self.until(to)
        return self.said[before:]

    def bestmove(self, *lines: str) -> str:
        return self.answers(*lines, to="bestmove")[-1].removeprefix("bestmove ")

    def end(self, *lines: str) -> int:
        """Say the last lines and close the pipe; the exit code. What was not heard yet is kept."""
        self.send(*lines)
        assert self.process.stdin is not None
        with contextlib.suppress(BrokenPipeError):
            self.process.stdin.close()
        return self.left()

    def left(self) -> int:
        """The exit code of an engine that ends by itself."""
        code = self.process.wait(PATIENCE)
        assert self.process.stderr is not None
        self.complaints += self.process.stderr.read()
        self.said.extend(self._rest())
        return code

    def _rest(self) -> Iterator[str]:
        while (line := self._lines.get(timeout=PATIENCE)) is not None:
            yield line

    def __enter__(self) -> Tool:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        self._reader.join(PATIENCE)
        for pipe in (self.process.stdin, self.process.stdout, self.process.stderr):
            assert pipe is not None
            with contextlib.suppress(OSError):
                pipe.close()


def children(process: int) -> list[int]:
    """The processes that a process has started and not buried."""
    found: list[int] = []
    for thread in Path(f"/proc/{process}/task").iterdir():
        with contextlib.suppress(OSError):
            found += map(int, (thread / "children").read_text().split())
    return found
