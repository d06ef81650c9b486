"""Agents that write to the arena themselves, behind the host's back, and nothing that is an answer."""

from __future__ import annotations

import json
import sys
import threading
import time
from types import FrameType
from typing import Any, BinaryIO

from plyground import Position


def wire() -> tuple[BinaryIO, int]:
    """What the host writes its answers to, and the id of the request: they are in its frames."""
    frame: FrameType | None = sys._getframe()
    request = 0
    while frame is not None:
        if frame.f_code.co_name == "answer":
            request = frame.f_locals["request"]["id"]
        if frame.f_code.co_name == "serve":
            answers: BinaryIO = frame.f_locals["answers"]
            return answers, request
        frame = frame.f_back
    raise AssertionError("there is no host")


def tell(*messages: bytes) -> None:
    answers, _ = wire()
    for message in messages:
        answers.write(message)
    answers.flush()


def junk(position: Position[Any]) -> Any:
    answers, _ = wire()
    while True:
        answers.write(b"what do you want of me?\n" * 100)


def empty_lines(position: Position[Any]) -> Any:
    answers, _ = wire()
    while True:
        answers.write(b"\n" * 4_096)


def old_ids(position: Position[Any]) -> Any:
    answers, request = wire()
    old = json.dumps({"id": request - 1, "move": position.write(position.moves()[0])}).encode() + b"\n"
    while True:
        answers.write(old)


def future_ids(position: Position[Any]) -> Any:
    _, request = wire()
    tell(b'{"id": %d, "move": "1"}\n' % (request + 1))
    time.sleep(3_600)


def part_of_a_line(position: Position[Any]) -> Any:
    _, request = wire()
    tell(b'{"id": %d, "move"' % request)
    time.sleep(3_600)


def endless_line(position: Position[Any]) -> Any:
    answers, request = wire()
    answers.write(b'{"id": %d, "move": "' % request)
    while True:
        answers.write(b"1" * 65_536)


def deep_line(position: Position[Any]) -> Any:
    tell(b"[" * 50_000 + b"\n", b'{"a":' * 10_000 + b"\n")
    time.sleep(3_600)


def endless_number(position: Position[Any]) -> Any:
    tell(b'{"id": ' + b"1" * 50_000 + b"}\n")
    time.sleep(3_600)


def no_text(position: Position[Any]) -> Any:
    tell(b"\xff\xfe\x00{\n", b"\x00\n", b'{"id": NaN}\n', b"[1, 2]\n", b"null\n")
    time.sleep(3_600)


def no_move(position: Position[Any]) -> Any:
    tell(b'{"id": %d}\n' % wire()[1])


def a_list_as_move(position: Position[Any]) -> Any:
    tell(b'{"id": %d, "move": ["1"], "score": [], "nodes": 1e999, "core": {}}\n' % wire()[1])


def strange_text_as_move(position: Position[Any]) -> Any:
    tell(b'{"id": %d, "move": "\\ud800\\u0000\\u001b[2J", "nodes": %d}\n' % (wire()[1], 2**64))


def strange_error(position: Position[Any]) -> Any:
    tell(b'{"id": %d, "error": {"\\udfff": "\\u001b[31m"}}\n' % wire()[1])


def answers_twice(position: Position[Any]) -> Any:
    """A forged answer before the true one: the first counts, the other answers nothing."""
    text = position.write(position.moves()[0])
    tell(json.dumps({"id": wire()[1], "move": text}).encode() + b"\n")
    return position.moves()[0]


class WritesOn:
    """Plays well, and has a thread that writes to the arena all the time."""

    def __init__(self) -> None:
        self.began = False

    def choose(self, position: Position[Any]) -> Any:
        if not self.began:
            answers, _ = wire()
            threading.Thread(target=self._write, args=(answers,), daemon=True).start()
            self.began = True
        return position.moves()[0]

    @staticmethod
    def _write(answers: BinaryIO) -> None:
        while True:
            answers.write(b"and another thing\n")
            answers.flush()
            time.sleep(0.001)
