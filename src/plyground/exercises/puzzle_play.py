"""A puzzle played out: the solver judges every move of the winner, and answers for the other side."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from plyground.errors import BadSpec
from plyground.exercises.puzzle import puzzle_position
from plyground.exercises.task import Mark
from plyground.games.line import LinePosition
from plyground.message import Message, say
from plyground.score import Score
from plyground.solver import SolvedMove, solve


@dataclass(frozen=True)
class PuzzleState:
    """A puzzle after some moves of the winner: where it stands, what was right, and how it goes on."""

    begin: LinePosition
    position: LinePosition
    played: tuple[str, ...]  # the right moves and the answers to them
    marks: tuple[Mark, ...]  # of the winner's moves
    hint: Message | None  # nothing if the game is over
    best: tuple[str, ...]  # the line of the solver from here

    @property
    def solved(self) -> bool:
        return self.position.outcome() is not None


def play_puzzle(seed: int, plies: int, moves: Sequence[str]) -> PuzzleState:
    """Play the winner's moves up to the first that is not right; the other side holds out as it can."""
    begin, _ = puzzle_position(seed, plies)
    position = begin
    played: list[str] = []
    marks: list[Mark] = []
    for number, move in enumerate(moves, 1):
        if position.outcome():
            break
        values = _values(position)
        mark = _mark(str(number), move, values, plies - len(played))
        marks.append(mark)
        if mark.state != "right":
            break
        position = position.play(move)
        played.append(move)
        if not position.outcome():
            reply = solve(position).line[0]
            position = position.play(reply)
            played.append(reply)
    over = position.outcome() is not None
    best = () if over else tuple(solve(position).line)
    return PuzzleState(
        begin, position, tuple(played), tuple(marks), None if over else _hint(position), best
    )


def _values(position: LinePosition) -> dict[str, SolvedMove]:
    moves = solve(position, moves=True).moves
    assert moves is not None
    return {move.move: move for move in moves}


def _mark(name: str, move: str, values: dict[str, SolvedMove], plies: int) -> Mark:
    """What the solver says of a move of the winner, who has so many plies."""
    if move not in values:
        right = f"columns that are not full are {', '.join(sorted(values))}"
        raise BadSpec(f"no move {move}", move, None, right)
    score = values[move].score
    assert score is not None
    if score.kind(proven=True) == "wins" and score.plies == plies:
        key = "exercise.why.win-done" if plies == 1 else "exercise.why.win-right"
        return Mark(name, "right", say(key, column=move, plies=str(plies)))
    return Mark(name, "wrong", _refutation(move, score, plies))


def _refutation(move: str, score: Score, plies: int) -> Message:
    kind = score.kind(proven=True)
    if kind == "wins":
        return say("exercise.why.win-slow", column=move, plies=str(score.plies), wanted=str(plies))
    if kind == "loses":
        return say("exercise.why.win-loses", column=move, plies=str(score.plies))
    return say("exercise.why.win-draws", column=move)


def _hint(position: LinePosition) -> Message:
    """Half of the columns that do not win."""
    values = _values(position)
    wrong = sorted(move for move, found in values.items() if found.low <= 0)
    out = wrong[: (len(wrong) + 1) // 2]
    if not out:
        return say("exercise.hint.win-fast")
    return say("exercise.hint.win", columns=", ".join(out))
