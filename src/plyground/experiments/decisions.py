"""Decisions: positions in which a move can give a result away, with the exact value of every move.

They are drawn from random games by a seed, so many for each ply. None comes with its mirror image too, and
chance says which of the two it is: they are no half of the board. Those of Connect Four were solved once
and come with plyground; those of small games are solved when they are needed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from plyground.errors import BadSpec
from plyground.experiments.dataset import move_values
from plyground.game import Game, Position
from plyground.games.line import LineGame, LinePosition
from plyground.games.registry import load_game
from plyground.rng import derive_seed
from plyground.score import LONGEST
from plyground.searchers.playouts import random_line, sign
from plyground.solver import solve
from plyground.solver.exhaustive import cached_full_table
from plyground.solver.native import fits
from plyground.solver.solution import TooLarge

PACKAGED = "connect4_decisions.txt"
SEED = 2026
PER_PLY = 32
QUICK_PER_PLY = 8
LAST_PLY = 36  # of Connect Four: later hardly anything is at stake
SMALL = 9  # cells of a board whose whole game is one table
_TRIES = 30  # random games for each decision, at most

Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class Decision:
    """A position by its moves, and the exact value of each move for who makes it."""

    text: str
    ply: int
    values: Mapping[str, int]

    @property
    def best(self) -> int:
        return max(self.values.values())

    def is_best(self, move: str) -> bool:
        """Whether a move wins as soon, or loses as late, as possible."""
        return self.values[move] == self.best

    def points_lost(self, move: str | None) -> float:
        """What a move gives away: 1 from a win to a loss, ½ from or to a draw. No move loses the game."""
        worth = -1 if move is None else sign(self.values[move])
        return (sign(self.best) - worth) / 2


def decisions_of(game: str, quick: bool = False, progress: Progress | None = None) -> list[Decision]:
    """The decisions of a game: the packaged ones, or some that are solved now."""
    rules = load_game(game)
    if rules.spec == "connect4":
        return quick_ones(packaged_decisions()) if quick else list(packaged_decisions())
    return list(make_decisions(rules, QUICK_PER_PLY if quick else PER_PLY, SEED, progress))


def quick_ones(whole: tuple[Decision, ...]) -> list[Decision]:
    """The first few of each ply."""
    plies: dict[int, list[Decision]] = {}
    for decision in whole:
        plies.setdefault(decision.ply, []).append(decision)
    return [decision for ply in plies.values() for decision in ply[:QUICK_PER_PLY]]


@cache
def packaged_decisions() -> tuple[Decision, ...]:
    """The decisions of Connect Four that come with plyground."""
    text = files("plyground.experiments").joinpath(PACKAGED).read_text(encoding="ascii")
    return tuple(read_decision(line) for line in text.splitlines() if not line.startswith("#"))


def read_decision(line: str) -> Decision:
    """A decision from a line: its moves, then for each column the value, or x if it is full."""
    text, *values = line.split()
    known = {str(column): int(value) for column, value in enumerate(values, 1) if value != "x"}
    return Decision(text, 0 if text == "-" else len(text), known)


def write_decision(decision: Decision, columns: int) -> str:
    values = (decision.values.get(str(column), "x") for column in range(1, columns + 1))
    return " ".join((decision.text, *map(str, values)))


def make_decisions(
    game: Game[Any], per_ply: int, seed: int, progress: Progress | None = None
) -> Iterator[Decision]:
    """For every ply so many different positions with something at stake, in which no move wins at once."""
    longest = _last_ply(game)
    seen: set[Any] = set()
    for ply in range(longest + 1):
        for number in range(per_ply):
            for attempt in range(_TRIES):
                chosen = derive_seed(seed, "decision", ply, number, attempt)
                place = _walk(game, ply, chosen, seen)
                if place is not None and (found := _decision(*place)) is not None:
                    yield found
                    break
            if ply == 0:
                break
        if progress:
            progress(ply + 1, longest + 1)


def _last_ply(game: Game[Any]) -> int:
    if not isinstance(game, LineGame):
        return len(random_line(game.start(), LONGEST, 1))
    return min(LAST_PLY, game.cells - 1)


def _walk(game: Game[Any], ply: int, seed: int, seen: set[Any]) -> tuple[str, int, Position[Any]] | None:
    """A random game of so many plies; None if it ended before, or led where another one led."""
    position, words = game.start(), []
    for move in random_line(position, ply, seed):
        words.append(position.write(move))
        position = position.after(move)
    if len(words) != ply or position.outcome() is not None or position.canonical() in seen:
        return None
    seen.add(position.canonical())
    bare = isinstance(game, LineGame) and all(len(word) == 1 for word in words)  # others need spaces
    joined = ("" if bare else " ").join(words)
    return joined or "-", ply, position


def _decision(text: str, ply: int, position: Position[Any]) -> Decision | None:
    """The decision in a position; None if there is none."""
    for move in position.moves():
        outcome = position.after(move).outcome()
        if outcome is not None and outcome.winner is position.to_move:
            return None
    values = _values(position)
    signs = {sign(value) for value in values.values()}
    return Decision(text, ply, values) if len(signs) > 1 else None


def _values(position: Position[Any]) -> dict[str, int]:
    """The exact value of every move, without the lines of play that `solve` looks for."""
    if isinstance(position, LinePosition) and position.game.cells <= SMALL:
        known = cached_full_table(position.game.start())
        return {position.write(move): -known[position.after(move)] for move in position.moves()}
    if isinstance(position, LinePosition) and position.game.gravity and fits(position.game):
        (found,) = move_values(position.game, [position])
        return {str(column): value for column, value in enumerate(found, 1) if value is not None}
    try:
        return {each.move: each.low for each in solve(position, moves=True).moves or ()}
    except TooLarge:
        right = "only games that can be solved have exact values: connect4, tictactoe, 'mnk(4,4,3)'"
        raise BadSpec("no judge of this game", "", None, right) from None
