"""Find the win: positions of Connect Four in which exactly one move wins, taken from the solver."""

from __future__ import annotations

from dataclasses import dataclass

from plyground.errors import BadSpec, Failed
from plyground.exercises.exercise import Exercise, Question
from plyground.games.line import LinePosition, connect4
from plyground.message import say
from plyground.pictures.position import position_svg
from plyground.rng import SplitMix64
from plyground.score import WIN
from plyground.solver import Solution, solve
from plyground.spec import whole_number
from plyground.words import Tongue

LEAST_DISCS, MOST_DISCS = 14, 26  # enough for a fight, and quick to solve
MAX_TRIES = 20_000
MAX_PLIES = 13


@dataclass(frozen=True)
class BoardFigure:
    """The board to be thought about."""

    position: LinePosition

    def legend(self, drawn: bool) -> None:
        """It explains itself."""

    def text(self, tongue: Tongue, key: bool) -> str:
        return self.position.draw()

    def svg(self, tongue: Tongue, key: bool) -> str:
        drawn = position_svg(self.position)
        assert drawn is not None
        return drawn

    def latex(self, tongue: Tongue, key: bool) -> str:
        box = r"\begin{center}\begin{minipage}{0.4\linewidth}\begin{verbatim}"
        return f"{box}\n{self.position.draw()}\n\\end{{verbatim}}\\end{{minipage}}\\end{{center}}"


def win_exercise(seed: int, plies: int = 5) -> Exercise:
    """A position of a random game in which one move, and only one, wins in so many plies."""
    position, found = puzzle_position(seed, plies)
    return Exercise(
        "win",
        seed,
        f"plyground exercise win --seed {seed} --plies {plies}",
        say("exercise.win.introduction", player=position.to_move, plies=str(plies)),
        BoardFigure(position),
        [
            Question(say("exercise.ask.column"), say("exercise.answer.text", text=found.move)),
            Question(say("exercise.ask.why"), say("exercise.answer.text", text=" ".join(found.line))),
        ],
    )


def puzzle_position(seed: int, plies: int) -> tuple[LinePosition, Solution]:
    """The position of a seed, and what the solver says of it."""
    whole_number("plies", plies, 3, MAX_PLIES)
    if plies % 2 == 0:
        right = "it is an odd number: the winner moves first and last"
        raise BadSpec("bad plies", f"plies={plies}", None, right, "odd-plies")
    chance = SplitMix64(seed)
    for _ in range(MAX_TRIES):
        position = _played(chance)
        if position is not None and (found := _only_win(position, plies)):
            return position, found
    raise Failed(
        f"no position with one win in {plies} plies was found in {MAX_TRIES:,} games: try fewer plies"
    )


def _played(chance: SplitMix64) -> LinePosition | None:
    """A position of a random game that goes on, in which nobody can win at once."""
    position = connect4().start()
    for _ in range(LEAST_DISCS + chance.below(MOST_DISCS - LEAST_DISCS + 1)):
        position = position.after(chance.choice(position.moves()))
        if position.outcome():
            return None
    wins = any(position.after(move).outcome() for move in position.moves())
    return None if wins else position


def _only_win(position: LinePosition, plies: int) -> Solution | None:
    """The solution, if the best move wins in so many plies and every other move does not win."""
    found = solve(position)
    if found.score != WIN - plies:
        return None
    whole = solve(position, moves=True)
    assert whole.moves is not None
    return whole if sum(move.low > 0 for move in whole.moves) == 1 else None
