"""An engine for tic-tac-toe that takes the first free square: `plays_ugi.py LOG KEYWORD MOVES`.

It knows no rules but that, and writes all that it is told into the log. MOVES is ours (`5`) or drop (`P@b2`).
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

log, keyword, moves = sys.argv[1:]
NAMES = [f"P@{column}{row}" for row in "321" for column in "abc"] if moves == "drop" else list("123456789")


def say(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def taken(place: str) -> set[int]:
    """The squares that have a stone, by their numbers: of a diagram (`X.O/...`), or of a FEN, and moves."""
    board, _, played = place.partition("moves")
    squares = {NAMES.index(name) for name in played.split()}
    if "fen" in board:
        rows = re.split(r"[\s\[]", board.split("fen ")[1])[0]
        cells = re.sub(r"\d", lambda gap: "." * int(gap[0]), rows).replace("/", "")
        squares |= {number for number, cell in enumerate(cells) if cell != "."}
    return squares


place = ""
for line in sys.stdin:
    with Path(log).open("a") as file:
        file.write(line)
    word = line.split()[0]
    if word == keyword:
        say("id name First Free\r\n\r\noption name Hash type spin default 16 min 1 max 1024")
        say("option name Clear Hash type button")
        say("option name Seed type spin default 0 min 10 max 19")
        say("option name Game type string default tictactoe")
        say(f"{keyword}ok")
    elif word == "isready":
        say("readyok")
    elif word == "position":
        place = line
    elif word == "go":
        free = [NAMES[number] for number in range(9) if number not in taken(place)]
        say("info depth 1 score cp 7 nodes 10 time 3 pv 9")
        say("info currmove 3 currmovenumber 1")
        say(f"info depth 2 seldepth 3 score cp -31 nodes 44 time 5 pv {' '.join(free)}")
        say("info depth 3 score mate 2 upperbound nodes 50")
        say("info string I like this one")
        say(f"bestmove {free[0]} ponder {free[-1]}")
    elif word == "quit":
        break
