"""All of tic-tac-toe: every position, every line against a player, and games between two players."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache

from plyground.game import Outcome, Player
from plyground.games.line import LinePosition, tictactoe
from plyground.searchers.searcher import Searcher
from plyground.searchers.types import Limits
from plyground.solver.exhaustive import full_table

START = tictactoe().start()
UNLIMITED = Limits()

Choose = Callable[[LinePosition], int]  # a move for every unfinished position


@cache
def value(position: LinePosition) -> int:
    """1, 0 or -1: what the side to move gets when both play perfectly."""
    outcome = position.outcome()
    if outcome is None:
        return max(-value(position.after(move)) for move in position.moves())
    return 0 if outcome.winner is None else 1 if outcome.winner is position.to_move else -1


@cache
def positions() -> tuple[LinePosition, ...]:
    """Every position that play can reach, finished ones included."""
    return tuple(position for position in full_table(START) if isinstance(position, LinePosition))


@cache
def decisions() -> tuple[LinePosition, ...]:
    """Every position in which somebody has to move."""
    return tuple(position for position in positions() if not position.outcome())


def gives_away(position: LinePosition, move: int) -> bool:
    """Whether a move turns a won game into a draw or a loss, or a drawn one into a loss."""
    return -value(position.after(move)) < value(position)


@cache
def tree_size(position: LinePosition) -> int:
    """How many nodes plain minimax visits, the position itself included."""
    return 1 + sum(tree_size(position.after(move)) for move in position.moves())


def cached_moves(player: Searcher) -> Choose:
    """The moves of a player; each position is searched once."""
    return cache(lambda position: int(player.search(position).move))


@dataclass(frozen=True)
class Line:
    """One whole game of a player against an opponent who may play anything."""

    moves: tuple[int, ...]
    end: Outcome


def every_line(choose: Choose, seat: Player) -> Iterator[Line]:
    """Every game of a player in a seat, over all that the opponent can play."""

    def follow(position: LinePosition, moves: tuple[int, ...]) -> Iterator[Line]:
        outcome = position.outcome()
        if outcome:
            yield Line(moves, outcome)
        else:
            for move in (choose(position),) if position.to_move is seat else position.moves():
                yield from follow(position.after(move), (*moves, move))

    return follow(START, ())


@dataclass(frozen=True)
class LineEndings:
    """How the lines of a player in a seat end."""

    wins: int
    draws: int
    losses: int

    @property
    def lines(self) -> int:
        return self.wins + self.draws + self.losses

    def __str__(self) -> str:
        return f"{self.wins} won, {self.draws} drawn, {self.losses} lost"

    def __add__(self, other: LineEndings) -> LineEndings:
        return LineEndings(self.wins + other.wins, self.draws + other.draws, self.losses + other.losses)


def line_endings(choose: Choose, seat: Player) -> LineEndings:
    """How every line of a player in a seat ends."""
    ends = Counter(line.end.winner for line in every_line(choose, seat))
    return LineEndings(ends[seat], ends[None], ends[seat.other])


@dataclass(frozen=True)
class TicTacToeGame:
    """A game of two players: its moves, and what it cost each of them, the first player first."""

    moves: tuple[int, ...]
    winner: Player | None
    nodes: tuple[int, int]
    seconds: tuple[float, float]


def play(
    first: Searcher, second: Searcher, position: LinePosition = START, limits: Limits = UNLIMITED
) -> TicTacToeGame:
    """A game from a position on."""
    moves: list[int] = []
    nodes, seconds = [0, 0], [0.0, 0.0]
    while not position.outcome():
        seat = position.to_move.value
        found = (first, second)[seat].search(position, limits)
        nodes[seat] += found.stats.nodes
        seconds[seat] += found.stats.seconds
        moves.append(found.move)
        position = position.after(found.move)
    outcome = position.outcome()
    winner = outcome.winner if outcome else None
    return TicTacToeGame(tuple(moves), winner, (nodes[0], nodes[1]), (seconds[0], seconds[1]))
