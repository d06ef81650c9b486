"""What an engine says over UGI and UCI, line by line: what cannot be read is left out and never raises."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import NamedTuple

from plyground.score import HEURISTIC, LONGEST, loss_in, win_in

MOST = 2**63 - 1
_NUMBER = re.compile(r"[+-]?[0-9]{1,19}", re.ASCII)
_COUNTED = ("depth", "seldepth", "nodes", "time", "multipv")


@dataclass(frozen=True)
class Info:
    """What a line tells of a search, as far as it does."""

    depth: int | None = None
    seldepth: int | None = None
    nodes: int | None = None
    milliseconds: int | None = None
    multipv: int | None = None  # of several lines of play that are told, the first is the best
    score: int | None = None  # ours: see plyground.score
    exact: bool = True  # and not a bound
    pv: tuple[str, ...] = ()
    string: str = ""


class Option(NamedTuple):
    """An option that an engine has; if it is a number, with its bounds."""

    name: str
    least: int
    most: int


def read_info(line: str) -> Info | None:
    """An `info` line; None if it is another."""
    words = line.split()
    if words[:1] != ["info"]:
        return None
    found: dict[str, int] = {}
    score, exact = None, True
    for at, word in enumerate(words):
        if word == "string":
            return Info(string=line.split("string", 1)[1].strip())
        if word == "pv":
            return _told(found, score, exact, tuple(words[at + 1 :]))
        if word in _COUNTED and (number := _whole(words, at + 1)) is not None and number >= 0:
            found[word] = number
        elif word == "score" and (read := _score(words, at + 1)) is not None:
            score, exact = read, True
        elif word in ("lowerbound", "upperbound"):
            exact = False
    return _told(found, score, exact, ())


def _told(found: dict[str, int], score: int | None, exact: bool, pv: tuple[str, ...]) -> Info:
    depth, seldepth, nodes, milliseconds, multipv = map(found.get, _COUNTED)
    return Info(depth, seldepth, nodes, milliseconds, multipv, score, exact, pv)


def read_bestmove(line: str) -> str | None:
    """The move of a `bestmove` line, as it is written; None if it is another line."""
    words = line.split(None, 1)
    if not words or words[0] != "bestmove":
        return None
    rest = f" {words[1]}" if len(words) > 1 else ""
    return re.split(r"\sponder\b", rest, maxsplit=1)[0].strip()


def read_option(line: str) -> Option | None:
    """An `option` line; None if it is another."""
    words = line.split()
    if words[:2] != ["option", "name"] or "type" not in words:
        return None
    kind = words.index("type")
    least, most = (_whole(words, words.index(end) + 1) if end in words else None for end in ("min", "max"))
    least, most = least or 0, 2**31 - 1 if most is None else most
    return Option(" ".join(words[2:kind]), least, max(least, most))


def _whole(words: list[str], at: int) -> int | None:
    if at >= len(words) or not _NUMBER.fullmatch(words[at]):
        return None
    return max(-MOST, min(MOST, int(words[at])))


def _score(words: list[str], at: int) -> int | None:
    """A score of ours: `cp 31` is an estimate, `mate 3` a win in three of one's own moves."""
    number = _whole(words, at + 1)
    if number is None:
        return None
    if words[at] == "cp":
        return max(-HEURISTIC, min(HEURISTIC, number))
    if words[at] == "mate":
        return win_in(min(LONGEST, 2 * number - 1)) if number > 0 else loss_in(min(LONGEST, -2 * number))
    return None
