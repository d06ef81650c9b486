"""The lines of UGI and UCI, read and written: both ends of the protocol use this file.

What an engine wrote wrongly is left out and never raises.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from plyground.agents import MoveLimits
from plyground.engines.history import History
from plyground.engines.move_time import (
    MAX_MS,
    MIN_SECONDS,
    allowed_seconds,
    milliseconds_left,
    remaining_seconds,
    share,
)
from plyground.engines.notation import Notation
from plyground.errors import truncate
from plyground.game import Player
from plyground.score import HEURISTIC, LONGEST, Score, loss_in, plies_to_end, win_in
from plyground.searchers.types import MAX_NODES, Limits, SearchReport, stricter

MAX_NUMBER = 2**63 - 1
_MOVES = re.compile(r"(?<!\S)moves(?!\S)")
_VALUE = re.compile(r"(?<!\S)value(?!\S)")
_NUMBER = re.compile(r"[+-]?[0-9]{1,19}", re.ASCII)
_COUNTED = ("depth", "nodes", "time", "multipv")


@dataclass(frozen=True)
class Info:
    """What an `info` line says: of a search as a report, with fields left out, and what else is in it."""

    report: SearchReport = field(default_factory=SearchReport)
    multipv: int | None = None  # of several principal variations, the first is the best
    exact: bool = True  # the score is no bound
    string: str = ""


class Option(NamedTuple):
    """An option that an engine has: a number with its bounds, or a choice with its values."""

    name: str
    least: int
    most: int
    values: tuple[str, ...] = ()  # the choices


def read_info(line: str) -> Info | None:
    """An `info` line; None for other lines."""
    words = line.split()
    if words[:1] != ["info"]:
        return None
    found: dict[str, int] = {}
    score: Score | None = None
    exact = True
    for at, word in enumerate(words):
        if word == "string":
            return Info(string=line.split("string", 1)[1].strip())
        if word == "pv":
            return _info(found, score, exact, tuple(words[at + 1 :]))
        if word in _COUNTED and (number := _whole(words, at + 1)) is not None and number >= 0:
            found[word] = number
        elif word == "score" and (read := _score(words, at + 1)) is not None:
            score, exact = read, True
        elif word in ("lowerbound", "upperbound"):
            exact = False
    return _info(found, score, exact, ())


def _info(found: dict[str, int], score: Score | None, exact: bool, pv: tuple[str, ...]) -> Info:
    depth, nodes, milliseconds, multipv = map(found.get, _COUNTED)
    seconds = None if milliseconds is None else milliseconds / 1_000
    move = pv[0] if pv else None
    return Info(SearchReport(move, pv, score, False, depth, nodes, seconds), multipv, exact)


def read_bestmove(line: str) -> str | None:
    """The move of a `bestmove` line, as written; None for other lines."""
    words = line.split(None, 1)
    if not words or words[0] != "bestmove":
        return None
    rest = f" {words[1]}" if len(words) > 1 else ""
    return re.split(r"\sponder\b", rest, maxsplit=1)[0].strip()


def write_bestmove(text: str | None) -> str:
    """The line of a move, or of none."""
    return f"bestmove {text.strip() if text and text.strip() else '(none)'}"


def read_option(line: str) -> Option | None:
    """An `option` line; None for other lines."""
    words = line.split()
    if words[:2] != ["option", "name"] or "type" not in words:
        return None
    kind = words.index("type")
    least, most = (_whole(words, words.index(end) + 1) if end in words else None for end in ("min", "max"))
    least, most = least or 0, 2**31 - 1 if most is None else most
    values = tuple(value.strip() for value in re.split(r"\svar\s", line)[1:])
    return Option(" ".join(words[2:kind]), least, max(least, most), values)


def write_option(name: str, kind: str, default: object, *more: str) -> str:
    """The line that offers an option."""
    return " ".join([f"option name {name} type {kind} default {default}", *more])


def write_setoption(name: str, value: str | None) -> str:
    """Set an option; a button has no value."""
    return f"setoption name {name}" + ("" if value is None else f" value {value}")


def read_setoption(text: str) -> tuple[str, str]:
    """The name, in small letters, and the value of what follows `setoption`."""
    name, *values = _VALUE.split(text, maxsplit=1)
    return " ".join(name.split()).lower().removeprefix("name "), values[0].strip() if values else ""


def write_position(history: History, notation: Notation) -> str:
    """The game so far: `position startpos moves …`, or from a board."""
    start = "startpos" if history.from_game_start else f"fen {notation.board(history.start)}"
    moves = history.write(notation.write)
    return " ".join(["position", start, *(["moves", *moves] if moves else [])])


def read_position_words(text: str) -> tuple[str, str] | None:
    """The texts of the board (`-` for the start) and of the moves after `position`; None if it is wrong."""
    begin, *moves = _MOVES.split(text, maxsplit=1)
    kind, *board = begin.split(None, 1)[:2] or [""]
    if kind not in ("startpos", "fen") or (kind == "fen") != bool(board):
        return None
    return board[0].strip() if board else "-", moves[0] if moves else ""


def _whole(words: list[str], at: int) -> int | None:
    if at >= len(words) or not _NUMBER.fullmatch(words[at]):
        return None
    return max(-MAX_NUMBER, min(MAX_NUMBER, int(words[at])))


def _score(words: list[str], at: int) -> Score | None:
    """A score of ours: `cp 31` is an estimate, `mate 3` a win with the third own move."""
    number = _whole(words, at + 1)
    if number is None:
        return None
    if words[at] == "cp":
        return Score(max(-HEURISTIC, min(HEURISTIC, number)))
    if words[at] == "mate":
        return win_in(min(LONGEST, 2 * number - 1)) if number > 0 else loss_in(min(LONGEST, -2 * number))
    return None


def write_go(limits: Limits, protocol: str, spent: float = 0.0) -> str:
    """The `go` line: what is left of a move's limits after some seconds."""
    words = ["go"]
    seconds = allowed_seconds(limits)
    if seconds is not None and remaining_seconds(limits) is None:
        words += ["movetime", str(milliseconds_left(seconds, spent))]
    elif seconds is not None:  # the opponent's time is not known: say the same
        time_left = milliseconds_left(seconds, spent)
        increment = int(getattr(limits, "increment", 0.0) * 1_000)
        sides = ("w", "b") if protocol == "uci" else ("p1", "p2")
        words += [f"{side}time {time_left}" for side in sides]
        words += [f"{side}inc {increment}" for side in sides]
    if limits.depth is not None:
        words += ["depth", str(limits.depth)]
    if limits.nodes is not None:
        words += ["nodes", str(limits.nodes)]
    return " ".join(words)


FOR_EVER = 1e6  # seconds: some agents refuse to search without a limit

# The clocks of both sides: as UGI calls them, and as UCI does.
_CLOCKS = {Player.FIRST: ("p1", "w"), Player.SECOND: ("p2", "b")}
_NUMBERS = {"movetime", "depth", "nodes", "movestogo"} | {
    side + what for sides in _CLOCKS.values() for side in sides for what in ("time", "inc")
}
_IGNORED = {"ponder"}


@dataclass(frozen=True)
class GoCommand:
    """What follows `go`; words that are not understood are kept apart, the others count."""

    numbers: dict[str, int] = field(default_factory=dict)
    infinite: bool = False
    unknown: tuple[str, ...] = ()

    @classmethod
    def read(cls, words: Sequence[str]) -> GoCommand:
        numbers: dict[str, int] = {}
        unknown, rest = [], list(words)
        while rest:
            word = rest.pop(0)
            if word in _NUMBERS:
                number = _number(rest.pop(0)) if rest else None
                if number is None:
                    unknown.append(f"{word} without a number")
                else:
                    numbers[word] = number
            elif word == "searchmoves":
                unknown.append("searchmoves (all moves are searched)")
                rest.clear()
            elif word != "infinite" and word not in _IGNORED:
                unknown.append(truncate(word))
        return cls(numbers, "infinite" in words, tuple(unknown))

    def limits(self, mover: Player, own: MoveLimits, overhead: float) -> MoveLimits:
        """The limits of one move: the stricter of these and of the engine's own."""
        depth, nodes = self.numbers.get("depth"), self.numbers.get("nodes")
        left, increment = self._clock(mover, "time"), self._clock(mover, "inc") or 0.0
        times = [own.seconds]
        if self.infinite:
            times.append(FOR_EVER)
        elif "movetime" in self.numbers:
            times.append(max(MIN_SECONDS, self.numbers["movetime"] / 1000 - overhead))
        elif left is not None:
            times.append(share(left - overhead, increment, self.numbers.get("movestogo")))
        return MoveLimits(
            depth=stricter(own.depth, None if depth is None else min(max(depth, 1), LONGEST)),
            nodes=stricter(own.nodes, None if nodes is None else min(max(nodes, 1), MAX_NODES)),
            seconds=min((time for time in times if time is not None), default=None),
            remaining=left,
            increment=increment,
        )

    def _clock(self, mover: Player, what: str) -> float | None:
        """Seconds that a side has, in either protocol."""
        names = [side + what for side in _CLOCKS[mover]]
        return next((max(0, self.numbers[name]) / 1000 for name in names if name in self.numbers), None)


def write_info(report: SearchReport, line: Sequence[str]) -> str:
    """What a search found, as both UGI and UCI write it: `depth 4 score cp 12 nodes 99 time 1 pv d1`."""
    words, seconds = [], report.seconds or 0.0
    if report.depth is not None:
        words.append(f"depth {report.depth}")
    if report.score is not None:
        words.append(f"score {write_score(report.score)}")
    if report.nodes is not None:
        words.append(f"nodes {report.nodes} nps {int(report.nodes / max(seconds, 1e-6))}")
    words.append(f"time {int(seconds * 1000)}")
    if line:
        words.append(f"pv {' '.join(line)}")
    return " ".join(words)


def write_score(score: int) -> str:
    """`mate 3` is a win with the third own move, `mate -1` a loss after one; all else is `cp`."""
    plies = plies_to_end(score)
    if not plies:  # an estimate, points, or a win of unknown length
        return f"cp {score:d}"
    moves = (plies + 1) // 2
    return f"mate {moves if score > 0 else -moves}"


def _number(word: str) -> int | None:
    try:
        return max(-MAX_MS, min(int(word), MAX_MS)) if word.isascii() else None
    except ValueError:
        return None
