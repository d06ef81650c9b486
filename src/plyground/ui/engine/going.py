"""How long to think: the words behind `go`, as limits; and what a search found, in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from plyground.agents import MoveLimits
from plyground.errors import clip
from plyground.game import Player
from plyground.score import LONGEST, plies_to_end
from plyground.search.limits import MOST_NODES, nearer
from plyground.ui.engine.thinking import Found

LEAST = 0.001  # seconds: who has no time left still moves
MOST_MS = 10**12
FOR_EVER = 1e6  # seconds: who would refuse to begin without a limit has one

# The clocks of both sides: as UGI calls them, and as UCI does.
_CLOCKS = {Player.FIRST: ("p1", "w"), Player.SECOND: ("p2", "b")}
_NUMBERS = {"movetime", "depth", "nodes", "movestogo"} | {
    side + what for sides in _CLOCKS.values() for side in sides for what in ("time", "inc")
}
_IGNORED = {"ponder"}


@dataclass(frozen=True)
class Going:
    """What was said behind `go`; what was not understood is told, and the rest holds."""

    numbers: dict[str, int] = field(default_factory=dict)
    infinite: bool = False
    strange: tuple[str, ...] = ()

    @classmethod
    def read(cls, words: Sequence[str]) -> Going:
        numbers: dict[str, int] = {}
        strange, rest = [], list(words)
        while rest:
            word = rest.pop(0)
            if word in _NUMBERS:
                number = _number(rest.pop(0)) if rest else None
                if number is None:
                    strange.append(f"{word} without a number")
                else:
                    numbers[word] = number
            elif word == "searchmoves":
                strange.append("searchmoves (all moves are searched)")
                rest.clear()
            elif word != "infinite" and word not in _IGNORED:
                strange.append(clip(word))
        return cls(numbers, "infinite" in words, tuple(strange))

    def limits(self, mover: Player, own: MoveLimits, overhead: float) -> MoveLimits:
        """The limits of one move: the stricter of these and of the engine's own."""
        depth, nodes = self.numbers.get("depth"), self.numbers.get("nodes")
        left, increment = self._clock(mover, "time"), self._clock(mover, "inc") or 0.0
        times = [own.seconds]
        if self.infinite:
            times.append(FOR_EVER)
        elif "movetime" in self.numbers:
            times.append(max(LEAST, self.numbers["movetime"] / 1000 - overhead))
        elif left is not None:
            times.append(share(left - overhead, increment, self.numbers.get("movestogo")))
        return MoveLimits(
            depth=nearer(own.depth, None if depth is None else min(max(depth, 1), LONGEST)),
            nodes=nearer(own.nodes, None if nodes is None else min(max(nodes, 1), MOST_NODES)),
            seconds=min((time for time in times if time is not None), default=None),
            remaining=left,
            increment=increment,
        )

    def _clock(self, mover: Player, what: str) -> float | None:
        """Seconds that a side has, under whichever name they came."""
        names = [side + what for side in _CLOCKS[mover]]
        return next((max(0, self.numbers[name]) / 1000 for name in names if name in self.numbers), None)


def share(left: float, increment: float = 0.0, moves_to_go: int | None = None) -> float:
    """The seconds for one move, where so many are left for all that are still to come."""
    from plyground.arena.control import (
        MOVES_TO_GO,
    )  # the arena is slow to load, and not all tools have clocks

    fair = left / max(1, moves_to_go or MOVES_TO_GO) + 0.75 * increment
    return max(LEAST, min(fair, 0.9 * left))


def facts(found: Found, line: Sequence[str]) -> str:
    """What a search found, as both UGI and UCI write it: `depth 4 score cp 12 nodes 99 time 1 pv d1`."""
    words = []
    if found.depth is not None:
        words.append(f"depth {found.depth}")
    if found.score is not None:
        words.append(f"score {score_words(found.score)}")
    if found.nodes is not None:
        words.append(f"nodes {found.nodes} nps {int(found.nodes / max(found.seconds, 1e-6))}")
    words.append(f"time {int(found.seconds * 1000)}")
    if line:
        words.append(f"pv {' '.join(line)}")
    return " ".join(words)


def score_words(score: int) -> str:
    """`mate 3` is a win with one's third move from now, `mate -1` a loss after one; all else is `cp`."""
    plies = plies_to_end(score)
    if not plies:  # an estimate, points, or a win of which nobody knows how far it is
        return f"cp {score}"
    moves = (plies + 1) // 2
    return f"mate {moves if score > 0 else -moves}"


def _number(word: str) -> int | None:
    try:
        return max(-MOST_MS, min(int(word), MOST_MS)) if word.isascii() else None
    except ValueError:
        return None
