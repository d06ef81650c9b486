"""An engine that does one thing wrong: `misbehaves.py WHAT [LOG]`. In everything else it is a UGI engine."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path
from typing import NoReturn

what, *log = sys.argv[1:]


def say(text: str, end: str = "\n") -> None:
    sys.stdout.write(text + end)
    sys.stdout.flush()


def sleep() -> NoReturn:
    while True:
        time.sleep(60)


def think() -> None:
    """What is done when a move is asked for."""
    if what == "dies":
        say("info string something is wrong")
        sys.exit(3)
    if what == "is killed":
        os.abort()
    if what == "closes its pipes":
        os.close(1)
        sleep()
    if what == "floods":
        while True:
            say("info depth 1 score cp 1 nodes 1")
    if what == "floods a line":
        while True:
            say("x" * 10_000, end="")
    if what == "says half a line":
        say("bestmo", end="")
        sleep()
    if what == "says nothing":
        sleep()
    answers = {
        "says nonsense": "bestmove \x1b[2Jcheckmate",
        "passes": "bestmove 0000",
        "finds none": "bestmove (none)",
        "says no move": "bestmove",
        "takes a taken square": "bestmove 1",
        "answers twice": "bestmove 5\nbestmove 6",
        "answers fifty times": "\n".join(["bestmove 5", *["bestmove 6"] * 49]),
        "writes no text": "info string \udcff\udcfe\nbestmove 5",
    }
    if what in answers:
        sys.stdout.buffer.write(answers[what].encode("utf-8", "surrogateescape") + b"\n")
        sys.stdout.buffer.flush()


if what == "dies at once":
    sys.exit("no such file: weights.bin")
if what == "is deaf":
    sleep()
for line in sys.stdin:
    if log:
        with Path(log[0]).open("a") as file:
            file.write(line)
    word = line.split()[0]
    if word == "ugi" and what == "knows no ugi":
        say("Unknown command: 'ugi'")
    elif word == "ugi":
        say("ugiok")
    elif word == "isready" and what != "is never ready":
        say("readyok")
    elif word == "go":
        think()
    elif word == "stop" and what == "waits to be stopped":
        say("bestmove 5")
    elif word == "quit" and what != "does not leave":
        break
if what == "does not leave":
    sleep()
