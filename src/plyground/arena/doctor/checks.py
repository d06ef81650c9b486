"""The checks of single positions: what the agent played, and what would be right."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal, NamedTuple

from plyground.arena.doctor.puzzles import Puzzle, is_lost
from plyground.arena.records import GameRecord, MoveRecord
from plyground.columns import milliseconds
from plyground.errors import truncate
from plyground.workers.messages import Trouble

# Wrong: it breaks the rules, fails or does not answer. Weak: it gives results away. Slow: it is late.
Verdict = Literal["ok", "careful", "slow", "weak", "wrong", "not tried"]
WORST_FIRST: tuple[Verdict, ...] = ("wrong", "weak", "slow", "careful", "ok")

# Every check in its order, with its title.
CHECKS = {
    "start": "start",
    "first": "first move",
    "win": "a win in one",
    "block": "a block in one",
    "full": "a nearly full board",
    "taken": "usual moves taken",
    "every": "every position",
    "games": "fast games",
    "hurry": "a tiny time limit",
    "again": "the same again",
    "prints": "printing",
    "rests": "the other's time",
    "time": "time keeping",
}
MAX_TEXT = 50  # characters of a position in a sentence
_A_FEW = 4  # right moves that are named


@dataclass(frozen=True)
class CheckResult:
    """The result of one check; the facts are for programs."""

    check: str
    verdict: Verdict
    words: str
    facts: dict[str, Any] = field(default_factory=dict)
    brief: str = ""  # a few words for the sentence about the whole agent

    @property
    def title(self) -> str:
        return CHECKS[self.check]

    def to_json(self) -> dict[str, Any]:
        result = {"check": self.check, "title": self.title, "verdict": self.verdict, "words": self.words}
        return {**result, "facts": self.facts}


class PuzzleAnswer(NamedTuple):
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
        short = next((text for text in texts if len(text) <= MAX_TEXT), texts[0])
        return f"on {truncate(short, MAX_TEXT)}"

    def to_json(self) -> dict[str, Any]:
        trouble = self.record.detail if self.record.reason else None
        position, right = self.puzzle.text, list(self.puzzle.right)
        return {"position": position, "right": right, "played": self.move.text, "trouble": trouble}


def skip(check: str, why: str) -> CheckResult:
    """The result of a check that was left out."""
    return CheckResult(check, "not tried", why)


def start(trouble: Trouble | None, seconds: float, allowed: float) -> CheckResult:
    """Whether it can begin a game, and how long that takes."""
    facts = {"seconds": seconds, "allowed": allowed}
    if trouble:
        return CheckResult("start", "wrong", f"it cannot begin a game: {trouble.detail}", facts)
    took = f"ready after {milliseconds(seconds)} ms ({allowed:g} s are allowed)"
    return CheckResult("start", "careful" if seconds > allowed / 2 else "ok", took, facts)


def first_moves(asked: Sequence[PuzzleAnswer], players: tuple[str, str]) -> CheckResult:
    """Whether it makes a first move on both sides."""
    played = [f"{each.move.text} as {players[each.puzzle.position.to_move.value]}" for each in asked]
    return _legal("first", asked, ", ".join(played))


def wins(asked: Sequence[PuzzleAnswer]) -> CheckResult:
    """Whether it wins in one. Winning later is only a remark."""
    missed = [each for each in asked if not each.right]
    if missed and all(map(_wins_later, missed)):
        one = missed[0]
        text = f"{one.where} it played {one.move.text}, which wins later: {_right_moves(one)} wins at once"
        return CheckResult("win", "careful", f"{text} ({_share(missed, asked)})", _cases(asked))

    def describe(each: PuzzleAnswer) -> str:
        return f"{each.where} it played {each.move.text}, and {_right_moves(each)} wins"

    return _judge("win", asked, describe, f"took it in all {len(asked)} positions", "missed a win in one")


def blocks(asked: Sequence[PuzzleAnswer]) -> CheckResult:
    """Whether it stops a win of the opponent."""

    def describe(each: PuzzleAnswer) -> str:
        only = f"only {_right_moves(each)} stops the other from winning"
        return f"{each.where} it played {each.move.text}, and {only}"

    well = f"stopped the other in all {len(asked)} positions"
    return _judge("block", asked, describe, well, "did not stop a win in one")


def every_position(asked: Sequence[PuzzleAnswer], total: int) -> CheckResult:
    """Whether it keeps the result in the positions of a small game, as many as there was time for."""

    def describe(each: PuzzleAnswer) -> str:
        return f"{each.where} it played {each.move.text}, which gives away what {_right_moves(each)} keeps"

    of = f"all {total:,} positions"
    if len(asked) < total:
        of = f"the {len(asked):,} of {total:,} positions that there was time for"
    found = _judge("every", asked, describe, f"it keeps what it has in {of}", "gave a result away")
    tried = "" if len(asked) == total else f"; of all {total:,} there was no time for the others"
    words = found.words if found.verdict == "ok" else found.words + tried
    missed = [each for each in asked if not each.right]
    return replace(found, words=words, facts={"tried": len(asked), "total": total, **_cases(missed)})


def nearly_full(asked: Sequence[PuzzleAnswer]) -> CheckResult:
    """Whether it still moves on a nearly full board."""
    return _legal("full", asked, f"a legal move in all {len(asked)} positions")


def usual_moves_taken(asked: Sequence[PuzzleAnswer]) -> CheckResult:
    """Whether it finds another move when a usual one is not legal."""
    return _legal("taken", asked, f"a legal move in all {len(asked)} positions")


def _right_moves(each: PuzzleAnswer) -> str:
    return " or ".join(each.puzzle.right[:_A_FEW])


def _wins_later(each: PuzzleAnswer) -> bool:
    return each.move.text is not None and is_lost(each.puzzle.position.play(each.move.text))


def _legal(check: str, asked: Sequence[PuzzleAnswer], well: str) -> CheckResult:
    return _judge(check, asked, lambda each: f"{each.where} it played {each.move.text}", well)


def _judge(
    check: str,
    asked: Sequence[PuzzleAnswer],
    describe: Callable[[PuzzleAnswer], str],
    well: str,
    weakness: str = "",
) -> CheckResult:
    """Wrong if one answer breaks the rules; weak if one is legal but not right."""
    if not asked:
        return skip(check, "no such position was found in this game")
    missed = [each for each in asked if not each.right]
    if not missed:
        return CheckResult(check, "ok", well, _cases(asked))
    worst = next((each for each in missed if each.record.reason), missed[0])
    text = f"{worst.where}: {worst.record.detail}" if worst.record.reason else describe(worst)
    text += "; --time and --patience give it more" if worst.record.reason == "time" else ""
    words, brief = f"{text} ({_share(missed, asked)})", f"{weakness} ({len(missed):,} of {len(asked):,})"
    return CheckResult(check, "wrong" if worst.record.reason else "weak", words, _cases(asked), brief)


def _share(missed: Sequence[PuzzleAnswer], asked: Sequence[PuzzleAnswer]) -> str:
    return f"{len(missed):,} of {len(asked):,} positions"


def _cases(asked: Sequence[PuzzleAnswer]) -> dict[str, Any]:
    return {"positions": [each.to_json() for each in asked]}
