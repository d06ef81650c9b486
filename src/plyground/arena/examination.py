"""What an agent sees, judged in plain words: what it played in a position, and what would be right."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

from plyground.arena.puzzles import Puzzle, is_lost
from plyground.arena.records import GameRecord, MoveRecord, Trouble
from plyground.arena.tables import milliseconds
from plyground.errors import clip

Verdict = Literal["ok", "careful", "wrong", "not tried"]

# Every check in its order, and what it is called.
CHECKS = {
    "start": "start",
    "first": "first move",
    "win": "a win in one",
    "block": "a block in one",
    "full": "a nearly full board",
    "taken": "usual moves taken",
    "games": "fast games",
    "hurry": "a tiny time limit",
    "again": "the same again",
    "prints": "printing",
    "rests": "the other's time",
    "time": "time keeping",
}
LONGEST_TEXT = 50  # of a position in a sentence
_A_FEW = 4  # right moves that are named


@dataclass(frozen=True)
class Finding:
    """What one check has shown; the facts are for programs."""

    check: str
    verdict: Verdict
    words: str
    facts: dict[str, Any] = field(default_factory=dict)

    @property
    def title(self) -> str:
        return CHECKS[self.check]

    def to_json(self) -> dict[str, Any]:
        told = {"check": self.check, "title": self.title, "verdict": self.verdict, "words": self.words}
        return {**told, "facts": self.facts}


class Asked(NamedTuple):
    """A puzzle, and the game of one move that was played there."""

    puzzle: Puzzle
    record: GameRecord

    @property
    def move(self) -> MoveRecord:
        return self.record.moves[-1]

    @property
    def right(self) -> bool:
        return self.move.text in self.puzzle.right

    @property
    def where(self) -> str:
        """The position in a sentence."""
        if self.puzzle.text == "-":
            return "at the start"
        texts = (self.puzzle.text, self.puzzle.position.text())
        short = next((text for text in texts if len(text) <= LONGEST_TEXT), texts[0])
        return f"on {clip(short, LONGEST_TEXT)}"

    def to_json(self) -> dict[str, Any]:
        trouble = self.record.detail if self.record.reason else None
        position, right = self.puzzle.text, list(self.puzzle.right)
        return {"position": position, "right": right, "played": self.move.text, "trouble": trouble}


def not_tried(check: str, why: str) -> Finding:
    """That a check was left out."""
    return Finding(check, "not tried", why)


def start(trouble: Trouble | None, seconds: float, allowed: float) -> Finding:
    """Whether it can begin a game, and how long that takes."""
    facts = {"seconds": seconds, "allowed": allowed}
    if trouble:
        return Finding("start", "wrong", f"it cannot begin a game: {trouble.detail}", facts)
    took = f"ready after {milliseconds(seconds)} ms ({allowed:g} s are allowed)"
    return Finding("start", "careful" if seconds > allowed / 2 else "ok", took, facts)


def first_moves(asked: Sequence[Asked], players: tuple[str, str]) -> Finding:
    """Whether it moves at all, on either side."""
    played = [f"{each.move.text} as {players[each.puzzle.position.to_move.value]}" for each in asked]
    return _legal("first", asked, ", ".join(played))


def wins(asked: Sequence[Asked]) -> Finding:
    """Whether it wins where it can. Who wins all the same, but later, is only told so."""
    missed = [each for each in asked if not each.right]
    if missed and all(map(_wins_later, missed)):
        one = missed[0]
        told = f"{one.where} it played {one.move.text}, which wins later: {_named(one)} wins at once"
        return Finding("win", "careful", f"{told} ({_share(missed, asked)})", _cases(asked))

    def told_of(each: Asked) -> str:
        return f"{each.where} it played {each.move.text}, and {_named(each)} wins"

    return _judged("win", asked, told_of, f"took it in all {len(asked)} positions")


def blocks(asked: Sequence[Asked]) -> Finding:
    """Whether it stops the other where it can."""

    def told_of(each: Asked) -> str:
        return (
            f"{each.where} it played {each.move.text}, and only {_named(each)} stops the other from winning"
        )

    return _judged("block", asked, told_of, f"stopped the other in all {len(asked)} positions")


def nearly_full(asked: Sequence[Asked]) -> Finding:
    """Whether it still moves where little is left."""
    return _legal("full", asked, f"a legal move in all {len(asked)} positions")


def usual_moves_taken(asked: Sequence[Asked]) -> Finding:
    """Whether it moves elsewhere where a natural move is not legal any more."""
    return _legal("taken", asked, f"a legal move in all {len(asked)} positions")


def _named(each: Asked) -> str:
    return " or ".join(each.puzzle.right[:_A_FEW])


def _wins_later(each: Asked) -> bool:
    return each.move.text is not None and is_lost(each.puzzle.position.play(each.move.text))


def _legal(check: str, asked: Sequence[Asked], well: str) -> Finding:
    return _judged(check, asked, lambda each: f"{each.where} it played {each.move.text}", well)


def _judged(check: str, asked: Sequence[Asked], told_of: Callable[[Asked], str], well: str) -> Finding:
    """Wrong if one answer is; trouble is told as the arena tells it, and first."""
    if not asked:
        return not_tried(check, "no such position was found in this game")
    missed = [each for each in asked if not each.right]
    if not missed:
        return Finding(check, "ok", well, _cases(asked))
    worst = next((each for each in missed if each.record.reason), missed[0])
    told = f"{worst.where}: {worst.record.detail}" if worst.record.reason else told_of(worst)
    told += "; --time and --warmup give it more" if worst.record.reason == "time" else ""
    return Finding(check, "wrong", f"{told} ({_share(missed, asked)})", _cases(asked))


def _share(missed: Sequence[Asked], asked: Sequence[Asked]) -> str:
    return f"{len(missed)} of {len(asked)} positions"


def _cases(asked: Sequence[Asked]) -> dict[str, Any]:
    return {"positions": [each.to_json() for each in asked]}
