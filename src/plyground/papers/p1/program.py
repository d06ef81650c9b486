"""P1's program as it ran: minimax plays a game out, and then a person plays A*, one after the other.

In Portuguese it prints what its Figures 1 and 2 show, move by move, with the readings that play them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from plyground.game import Player
from plyground.games.line import LinePosition
from plyground.papers.tictactoe import START
from plyground.rng import SplitMix64
from plyground.searchers.searcher import Searcher
from plyground.words import Say

Read = Callable[[], str]  # what the person typed; "" at the end of the input

MARKS = "XO"
RULE = "-----"


def random_board(moves: int, seed: int) -> LinePosition:
    """A board after so many random moves, or fewer if the game would be over."""
    chance, position = SplitMix64(seed), START
    for _ in range(moves):
        later = [position.after(move) for move in position.moves()]
        open_ = [after for after in later if not after.outcome()]
        if not open_:
            break
        position = chance.choice(open_)
    return position


def both(minimax: Searcher, greedy: Searcher, start: LinePosition, say: Say, read: Read) -> Iterator[str]:
    """What the program prints, line by line; what it reads comes in between."""
    yield from minimax_alone(minimax, start, say)
    yield ""
    yield from against_a_star(greedy, say, read)


def minimax_alone(minimax: Searcher, position: LinePosition, say: Say) -> Iterator[str]:
    """Minimax plays both sides from a board to the end."""
    yield say("minimax")
    yield say("board")
    yield from _board(position)
    while not position.outcome():
        position, told = _moved(position, int(minimax.search(position).move), say, "minimax-moved")
        yield from ("", told, *_board(position))
    yield from ("", _ending(position, say))


def against_a_star(greedy: Searcher, say: Say, read: Read) -> Iterator[str]:
    """A person, who begins, against A*: squares are typed from 0 to 8. The end of the input ends it."""
    yield say("a-star")
    position = START
    while not position.outcome():
        if position.to_move is Player.SECOND:
            position, told = _moved(position, int(greedy.search(position).move), say, "a-star-moved")
            yield from ("", told, *_board(position))
            continue
        yield from ("", *say("your-move").split("\n"))
        line = read()
        if not line:
            return
        typed = line.strip()
        square = int(typed) if typed.isdecimal() and len(typed) == 1 else -1
        if square not in position.moves():
            yield say("no-square", facts={"typed": typed[:20]})
            continue
        position = position.after(square)
        yield from _board(position)
    yield from ("", _ending(position, say))


def _moved(position: LinePosition, square: int, say: Say, key: str) -> tuple[LinePosition, str]:
    facts = {"mark": MARKS[position.to_move.value], "row": square // 3, "column": square % 3}
    return position.after(square), say(key, facts=facts)


def _board(position: LinePosition) -> Iterator[str]:
    for row in position.text().replace(".", "-").split("/"):
        yield " ".join(row)
    yield RULE


def _ending(position: LinePosition, say: Say) -> str:
    outcome = position.outcome()
    if outcome is None or outcome.winner is None:
        return say("drawn")
    return say("max-won" if outcome.winner is Player.FIRST else "min-won")
