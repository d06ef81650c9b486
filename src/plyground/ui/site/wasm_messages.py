"""The messages that the core takes and gives in WebAssembly, as native/wasm/messages.hpp has them."""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterable, Sequence
from typing import Protocol, TypeVar

T = TypeVar("T")
WORD = 1 << 64


class Call(Protocol):
    """A function of the module: its name and a message; the answer begins with its status."""

    def __call__(self, name: str, message: bytes) -> bytes: ...


ERRORS: tuple[type[Exception], ...] = (
    ValueError,
    MemoryError,
    OverflowError,
    RuntimeError,
)  # by status, from 1


class WasmRequest:
    """Writes the parts of a message in order."""

    def __init__(self) -> None:
        self._parts: list[bytes] = []

    def whole(self, *numbers: int | bool) -> WasmRequest:
        self._parts.append(struct.pack(f"<{len(numbers)}Q", *(number % WORD for number in numbers)))
        return self

    def real(self, number: float) -> WasmRequest:
        self._parts.append(struct.pack("<d", number))
        return self

    def block(self, data: bytes) -> WasmRequest:
        self.whole(len(data))
        self._parts.append(data)
        return self

    def wholes(self, numbers: Sequence[int]) -> WasmRequest:
        return self.whole(len(numbers), *numbers)

    def rows(self, rows: Sequence[Sequence[int]]) -> WasmRequest:
        self.whole(len(rows))
        for row in rows:
            self.wholes(row)
        return self

    def texts(self, texts: Sequence[str]) -> WasmRequest:
        self.whole(len(texts))
        for text in texts:
            self.block(text.encode())
        return self

    def maybe(self, value: T | None, write: Callable[[T], object]) -> WasmRequest:
        """Something that may be missing: a flag goes before it."""
        self.whole(value is not None)
        if value is not None:
            write(value)
        return self

    def board(self, first: bytes, second: bytes, to_move: int) -> WasmRequest:
        return self.block(first).block(second).whole(to_move)

    def limits(self, nodes: int | None, seconds: float | None, stopped: bool) -> WasmRequest:
        return self.maybe(nodes, self.whole).maybe(seconds, self.real).whole(stopped)

    def send(self, call: Call, name: str) -> WasmAnswer:
        """The answer of a function; what it could not do is an error, as of the compiled core."""
        answer = call(name, b"".join(self._parts))
        if status := answer[0]:
            raise ERRORS[status - 1](answer[1:].decode())
        return WasmAnswer(answer)


class WasmAnswer:
    """Reads the parts of an answer in order."""

    def __init__(self, data: bytes) -> None:
        self._data, self._at = data, 1

    def count(self) -> int:
        return self._number("<Q")

    def whole(self) -> int:
        return self._number("<q")

    def flag(self) -> bool:
        return self.count() != 0

    def real(self) -> float:
        (number,) = struct.unpack_from("<d", self._data, self._at)
        self._at += 8
        return float(number)

    def block(self) -> bytes:
        size = self.count()
        self._at += size
        return self._data[self._at - size : self._at]

    def list(self, read: Callable[[], T]) -> list[T]:
        return [read() for _ in range(self.count())]

    def maybe(self, read: Callable[[], T]) -> T | None:
        return read() if self.flag() else None

    def table(self, columns: int) -> Iterable[tuple[int, ...]]:
        """Rows of so many whole numbers each, all at once: a trace is long."""
        size = 8 * columns * self.count()
        rows = struct.iter_unpack(f"<{columns}q", self._data[self._at : self._at + size])
        self._at += size
        return rows

    def _number(self, form: str) -> int:
        (number,) = struct.unpack_from(form, self._data, self._at)
        self._at += 8
        return int(number)
