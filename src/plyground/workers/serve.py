"""The loop of a worker process: it answers requests, lines of JSON, one after the other."""

from __future__ import annotations

import io
import json
import os
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import Any, BinaryIO

from plyground.processes import die_with_parent

_decode, _encode = json.JSONDecoder().raw_decode, json.JSONEncoder().encode  # faster than loads and dumps


Message = dict[str, Any]


Answerer = Callable[[Message], Message]


def serve(
    answer: Answerer, requests: BinaryIO, answers: BinaryIO, rest: Callable[[], None] = lambda: None
) -> None:
    """Answer line by line until there are no more."""
    for line in requests:
        request, _ = _decode(line.decode())
        reply = answer(request)
        _flush()
        answers.write(_encode(reply).encode() + b"\n")
        rest()


def _flush() -> None:
    """Flush what was printed, so that it arrives before the answer."""
    with suppress(BaseException):  # the agent may have replaced these
        sys.stdout.flush()
        sys.stderr.flush()


def serve_parent(answer: Answerer, rest: Callable[[], None] = lambda: None) -> None:
    """Answer the process that started this one, until it closes the pipe."""
    if parent := int(sys.argv[1]):  # in a sandbox bwrap does that
        die_with_parent(parent)
    sys.dont_write_bytecode = True  # write nothing into the user's folder
    sys.path.append(os.getcwd())  # noqa: PTH109 - for the user's modules
    sys.argv = sys.argv[:1]
    requests, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb", 0)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(2, 1)
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(line_buffering=True, errors="backslashreplace")
    serve(answer, requests, answers, rest)
