"""The games that the contract is tested on, and ways to come by their positions."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

from hypothesis import strategies as st

from plyground import Position, SplitMix64, load_game, registered

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
    "connect4(15,14,14)",  # 210, and so hard to win that random play fills the board
    "mnk(12,11,11)",  # 132, likewise
    "connect4(256,1,3)",
]
SUBJECTS = list(dict.fromkeys(REGISTERED + EXAMPLES + LINE_GAMES))


def random_play(start: Position[Any], chance: SplitMix64) -> Iterator[Position[Any]]:
    """The positions of one random game, from the start to the end."""
    position = start
    yield position
    while moves := position.moves():
        position = position.after(chance.choice(moves))
        yield position


@st.composite
def positions(draw: st.DrawFn, spec: str) -> Position[Any]:
    """Any position that play can come to."""
    position = load_game(spec).start()
    by_hand, at_random = draw(st.integers(0, 50)), draw(st.sampled_from([0, 0, 0, 40, 300]))
    for _ in range(by_hand):
        if not (moves := position.moves()):
            return position
        position = position.after(moves[draw(st.integers(0, len(moves) - 1))])
    return list(islice(random_play(position, SplitMix64(at_random)), at_random + 1))[-1]
