"""Censuses: all openings of a length, and all of a small game, instead of samples."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from plyground.agents import load_agent
from plyground.game import Game, Player, Position
from plyground.searchers.playouts import sign
from plyground.solver.exhaustive import full_table


def all_openings(game: Game[Any], plies: int) -> tuple[str, ...]:
    """Every unfinished position after some plies, as moves.

    Mirror images are kept: who tries columns from the left plays another game on the other side.
    """
    found: dict[Any, str] = {}

    def follow(position: Position[Any], words: tuple[str, ...]) -> None:
        if position.outcome() is not None:
            return
        if len(words) == plies:
            found.setdefault(position, " ".join(words) or "-")
            return
        for move in position.moves():
            follow(position.after(move), (*words, position.write(move)))

    follow(game.start(), ())
    return tuple(found.values())


def mirror_halves(game: Game[Any], openings: Iterable[str]) -> tuple[frozenset[str], frozenset[str]]:
    """Two halves of the openings, each the mirror image of the other.

    Of images of each other the first belongs to one half and the last to the other; an opening without
    another image among them belongs to both. To play one half and not the other is to choose whether moves
    are tried from the left or from the right.
    """
    images: dict[Any, list[str]] = {}
    for opening in openings:
        images.setdefault(game.parse(opening).canonical(), []).append(opening)
    return frozenset(each[0] for each in images.values()), frozenset(each[-1] for each in images.values())


@dataclass(frozen=True)
class LineCount:
    """How the games of an agent end, over all that an opponent can play."""

    won: int = 0
    drawn: int = 0
    lost: int = 0

    @property
    def lines(self) -> int:
        return self.won + self.drawn + self.lost

    def __add__(self, other: LineCount) -> LineCount:
        return LineCount(self.won + other.won, self.drawn + other.drawn, self.lost + other.lost)


@dataclass(frozen=True)
class WholeGame:
    """An agent in all of a small game: every line against it, every position that is not over."""

    agent: str
    first: LineCount  # as the first player
    second: LineCount
    positions: int
    right: int  # positions in which its value is the true one
    at_stake: int  # positions in which a move can give something away
    given_away: int  # of them those in which its move does
    nodes: int  # of the searches of all positions

    @property
    def both(self) -> LineCount:
        return self.first + self.second


def whole_game(game: Game[Any], spec: str) -> WholeGame:
    """Search every position of a small game, and follow every line that an opponent can play."""
    agent, values = load_agent(spec), full_table(game.start())
    chosen: dict[Any, Any] = {}
    right = at_stake = given_away = nodes = 0
    for position, value in values.items():
        if position.outcome() is not None:
            continue
        found = agent.search(position)
        chosen[position] = found.move
        nodes += found.stats.nodes
        right += found.score == value
        worths = {move: -sign(values[position.after(move)]) for move in position.moves()}
        if min(worths.values()) < sign(value):
            at_stake += 1
            given_away += worths[found.move] < sign(value)
    first, second = (_lines(game, chosen, seat) for seat in Player)
    return WholeGame(spec, first, second, len(chosen), right, at_stake, given_away, nodes)


def _lines(game: Game[Any], chosen: dict[Any, Any], seat: Player) -> LineCount:
    known: dict[Any, LineCount] = {}

    def follow(position: Position[Any]) -> LineCount:
        if position not in known:
            outcome = position.outcome()
            if outcome is None:
                own = position.to_move is seat
                moves = (chosen[position],) if own else position.moves()
                known[position] = sum((follow(position.after(move)) for move in moves), LineCount())
            elif outcome.winner is None:
                known[position] = LineCount(drawn=1)
            else:
                known[position] = LineCount(won=1) if outcome.winner is seat else LineCount(lost=1)
        return known[position]

    return follow(game.start())
