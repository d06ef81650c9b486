"""Games of random moves: how they end, and openings."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from plyground.game import Position
from plyground.native import Core, _core, board, rules, use_native
from plyground.rng import SplitMix64
from plyground.score import LONGEST, payoff
from plyground.searchers.types import MAX_NODES
from plyground.spec import whole_number

PLIES_BETWEEN_LOOKS = 16  # at the clock: more than most games have


@dataclass(frozen=True)
class Playouts:
    """How many random games the side to move won, drew and lost."""

    wins: int
    draws: int
    losses: int


def playouts(position: Position[Any], games: int, seed: int = 0, core: Core = "auto") -> Playouts:
    """Play random games to the end, with one stream of random numbers for all."""
    whole_number("games", games, 0, MAX_NODES)
    whole_number("seed", seed, 0, 2**64 - 1)
    if use_native(position, core):
        return Playouts(*_core.playouts(rules(position.game), *board(position), games, seed))
    chance, counts = SplitMix64(seed), [0, 0, 0]
    for _ in range(games):
        counts[1 - playout(position, chance)] += 1
    return Playouts(*counts)


def random_line(
    position: Position[Any], plies: int = LONGEST, seed: int = 0, core: Core = "auto"
) -> tuple[Any, ...]:
    """The first moves of a random game from a position: a random opening."""
    whole_number("plies", plies, 0, LONGEST)
    whole_number("seed", seed, 0, 2**64 - 1)
    if use_native(position, core):
        return tuple(_core.random_line(rules(position.game), *board(position), plies, seed))
    chance, line = SplitMix64(seed), list[Any]()
    while len(line) < plies and (moves := position.moves()):
        line.append(chance.choice(moves))
        position = position.after(line[-1])
    return tuple(line)


def playout(position: Position[Any], chance: SplitMix64, look: Callable[[], None] | None = None) -> int:
    """What a game of random moves brings the side to move: 1, 0 or -1.

    One that goes on for LONGEST plies counts as drawn. `look` is called now and then, to end it by a limit.
    """
    side = position.to_move
    for ply in range(1, LONGEST + 1):
        outcome = position.outcome()
        if outcome is not None:
            return sign(payoff(outcome, side, 0))
        if look and ply % PLIES_BETWEEN_LOOKS == 0:
            look()
        position = position.after(chance.choice(position.moves()))
    return 0


def sign(score: int) -> int:
    """1 for a good score, 0 for an even one, -1 for a bad one."""
    return (score > 0) - (score < 0)
