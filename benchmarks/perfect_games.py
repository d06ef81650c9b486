"""Games of Connect Four as first player against perfect play, for whatever chooses moves here."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from plyground import LinePosition, Player, SplitMix64, connect4
from plyground.solver import solve_many

GAMES = 200
Choose = Callable[[LinePosition], int]


def against_perfect(choose: Choose, games: int = GAMES) -> float:
    """The mean result as first player against perfect play, -1 to 1; the seed decides its ties."""
    memory: dict[LinePosition, int] = {}
    total = 0
    for seed in range(games):
        position = connect4().start()
        while not position.ended:
            if position.to_move is Player.SECOND:
                position = position.after(_perfect_move(position, seed))
            else:
                if position not in memory:
                    memory[position] = choose(position)
                position = position.after(memory[position])
        winner = position.ended.winner
        total += 0 if winner is None else 1 if winner is Player.FIRST else -1
    return total / games


def _perfect_move(position: LinePosition, seed: int) -> int:
    best = _best_moves(position)
    return SplitMix64(seed ^ position.key()).choice(best)


@cache
def _best_moves(position: LinePosition) -> list[int]:
    """The moves among which `perfect` chooses by its seed."""
    after = [position.after(move) for move in position.moves()]
    scores = iter(solve_many([each for each in after if not each.ended]))
    values = [-_ended(each) if each.ended else -next(scores) for each in after]
    return [move for move, value in zip(position.moves(), values, strict=True) if value == max(values)]


def _ended(position: LinePosition) -> int:
    assert position.ended is not None
    return -(10**7) if position.ended.winner else 0
