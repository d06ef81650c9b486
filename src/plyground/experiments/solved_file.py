"""Answers of the solver that are kept while they come, so that a long list of positions can be resumed.

The first line says what is solved. Every other one has the numbers of one position, x where there is none.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from types import TracebackType

from plyground.errors import BadSpec, Failed

Answer = tuple[int | None, ...]


class SolvedFile:
    """The answers in a file. A last line that is not whole is dropped: its writer was stopped."""

    def __init__(self, path: Path, about: Mapping[str, object]) -> None:
        self.path = path
        self.known: list[Answer] = []
        first = (json.dumps(about, sort_keys=True) + "\n").encode("ascii")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            kept = self._read(first)
            self._file = path.open("r+b" if kept else "wb")
            if kept:
                self._file.truncate(kept)
                self._file.seek(kept)
            else:
                self._file.write(first)
        except OSError as error:
            raise Failed(f"{path} cannot be written ({error.strerror})") from None

    def add(self, answers: Iterable[Answer]) -> None:
        """Keep the answers to the next positions."""
        more = list(answers)
        self.known += more
        lines = (" ".join("x" if value is None else str(value) for value in answer) for answer in more)
        self._file.write("".join(line + "\n" for line in lines).encode("ascii"))
        self._file.flush()

    def remove(self) -> None:
        """What was made of it is written: it is not needed any more."""
        self._file.close()
        self.path.unlink(missing_ok=True)

    def __enter__(self) -> SolvedFile:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if not self.known:
            self.remove()
        elif not self._file.closed:
            os.fsync(self._file.fileno())
            self._file.close()

    def _read(self, first: bytes) -> int:
        """Read the answers that are there; how many bytes of the file are whole."""
        data = self.path.read_bytes() if self.path.exists() else b""
        start, *lines = data.splitlines(keepends=True) or [b""]
        if not start.endswith(b"\n"):
            return 0
        if start != first:
            right = "remove it, or write to another file"
            raise BadSpec(f"answers to something else in {self.path}", str(self.path), None, right)
        kept = len(first)
        for line in lines:
            answer = _answer(line)
            if answer is None or (self.known and len(answer) != len(self.known[0])):
                break
            self.known.append(answer)
            kept += len(line)
        return kept


def _answer(line: bytes) -> Answer | None:
    """The numbers of a line; None if it is not whole."""
    try:
        words = line.decode("ascii").split()
        values = tuple(None if word == "x" else int(word) for word in words)
    except ValueError:
        return None
    return values if values and line.endswith(b"\n") else None
