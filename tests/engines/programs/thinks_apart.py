"""A Gomocup engine with a reader's thread and a thinker's: a word that comes while it thinks is lost to it.

It has thought until its books are closed, a moment after its move is out, as many engines have. `thinks_apart.py
[FACTOR]` makes that moment longer, `thinks_apart.py 1 ponders` has it compute on in the other's time, and with
`thinks_apart.py 1 waits` it rests for that moment: what comes within 3 ms of its answer is lost.
"""

from __future__ import annotations

import os
import queue
import sys
import threading
import time

factor = float(sys.argv[1]) if len(sys.argv) > 1 else 1.0
ponders = "ponders" in sys.argv
width = height = 0
stones: set[tuple[int, int]] = set()
WAITS = 0.003  # seconds
thinking = False
deaf_until = 0.0
asked: queue.SimpleQueue[None] = queue.SimpleQueue()


def say(text: str) -> None:
    os.write(1, f"{text}\n".encode())


def close_the_books() -> int:
    """About a millisecond of work."""
    return sum(range(int(30_000 * factor)))


def think() -> None:
    global thinking, deaf_until
    while True:
        asked.get()
        free = next((x, y) for y in range(height) for x in range(width) if (x, y) not in stones)
        stones.add(free)
        if "waits" in sys.argv:
            deaf_until = time.monotonic() + WAITS
        say("{},{}".format(*free))
        close_the_books()
        thinking = False
        while ponders and not thinking:
            close_the_books()


threading.Thread(target=think, daemon=True).start()
for line in iter(sys.stdin.readline, ""):
    word, _, rest = line.strip().partition(" ")
    if word == "END":
        break
    deaf = thinking or time.monotonic() < deaf_until
    if deaf and word != "INFO":
        say(f"UNKNOWN command {word}")
    elif word in ("START", "RECTSTART"):
        width, height = (int(number) for number in (rest if "," in rest else f"{rest},{rest}").split(","))
        stones.clear()
        say("OK")
    elif word == "TURN":
        x, y = map(int, rest.split(","))
        stones.add((x, y))
    elif word == "BOARD":
        while (line := sys.stdin.readline().strip()) != "DONE":
            x, y, _ = map(int, line.split(","))
            stones.add((x, y))
    if word in ("TURN", "BEGIN", "BOARD") and not deaf:
        thinking = True
        asked.put(None)
