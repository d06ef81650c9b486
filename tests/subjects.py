"""The games that the contract is tested on, and ways to come by their positions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from hypothesis import strategies as st

from plyground import Game, Position, SplitMix64, load_game, registered

REGISTERED = [entry.example for entry in registered().values()]
EXAMPLES = [
    "examples/nim.py:Nim",
    "examples/nim.py:Nim(heaps=(1, 2))",
    "examples/hexapawn.py:Hexapawn",
]
LINE_GAMES = [
    "tictactoe",
    "connect4",
    "gomoku",
    "mnk(1,1,1)",
    "mnk(9,1,2)",
    "mnk(1,12,3)",
    "mnk(4,3,3)",
    "mnk(5,5,4)",
    "mnk(8,8,5)",  # 64 cells: the most that one word holds
    "mnk(13,5,5)",  # 65
    "mnk(16,8,6)",  # 128: the most that two words hold
    "mnk(43,3,3)",  # 129, with columns after z
    "mnk(16,16,5)",  # 256: the most there is
    "connect4(1,5,2)",
    "connect4(4,4,4)",
    "connect4(8,7,4)",
    "connect4(12,10,5)",
    "connect4(16,16,6)",
    "connect4(256,1,3)",
]
SUBJECTS = list(dict.fromkeys(REGISTERED + EXAMPLES + LINE_GAMES))


def random_play(game: Game[Any], chance: SplitMix64) -> Iterator[Position[Any]]:
    """The positions of one random game, from the start to the end."""
    position = game.start()
    yield position
    while moves := position.moves():
        position = position.after(chance.choice(moves))
        yield position


@st.composite
def positions(draw: st.DrawFn, spec: str) -> Position[Any]:
    """Any position that play can come to."""
    position = load_game(spec).start()
    length = draw(st.integers(0, 50))
    for _ in range(length):
        if not (moves := position.moves()):
            break
        position = position.after(moves[draw(st.integers(0, len(moves) - 1))])
    return position
