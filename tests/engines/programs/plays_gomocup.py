"""A Gomocup engine that takes the first free square, row by row: `plays_gomocup.py LOG [WHAT IT DOES WRONG]`."""

from __future__ import annotations

import sys
from pathlib import Path

log, *wrong = sys.argv[1:]
what = wrong[0] if wrong else ""
ANSWERS = {
    "reports an error": "ERROR - something is wrong",
    "is off the board": "99,0",
    "takes a taken square": "0,0",
    "says nonsense": "DEBUG \x1b[2J\nOK\n,\n1,2,3\n-1,4\n",
}
width = height = 0
stones: set[tuple[int, int]] = set()


def say(text: str) -> None:
    sys.stdout.write(text + "\r\n")
    sys.stdout.flush()


def read(text: str) -> tuple[int, int]:
    x, y = text.split(",")[:2]
    return int(x), int(y)


def move() -> None:
    say("MESSAGE I think\nDEBUG about this")
    if what in ANSWERS:
        say(ANSWERS[what])
        if what == "says nonsense":
            sys.exit(4)
        return
    free = next((x, y) for y in range(height) for x in range(width) if (x, y) not in stones)
    if what == "suggests":
        say("SUGGEST {},{}".format(*free))
        return
    stones.add(free)
    say("{},{}".format(*free))


lines = iter(sys.stdin.readline, "")
for line in lines:
    with Path(log).open("a") as file:
        file.write(line)
    word, _, rest = line.strip().partition(" ")
    if word in ("START", "RECTSTART"):
        if what == "has one size" and rest != "20":
            say("ERROR unsupported size")
            continue
        width, height = read(rest) if "," in rest else (int(rest), int(rest))
        stones.clear()
        say("OK - everything is fine")
    elif word == "INFO" and what == "knows no INFO":
        say(f"UNKNOWN {line.strip()}")
    elif word == "BOARD" and what == "knows no BOARD":
        say("UNKNOWN command board")
    elif word == "BOARD":
        while (line := next(lines).strip()) != "DONE":
            with Path(log).open("a") as file:
                file.write(line + "\n")
            stones.add(read(line))
        move()
    elif word == "TURN":
        stones.add(read(rest))
        move()
    elif word == "BEGIN":
        move()
    elif word == "PLAY":
        stones.add(read(rest))
        say(rest)
    elif word == "END":
        break
