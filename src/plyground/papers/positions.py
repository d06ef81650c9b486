"""Claims that are about a position, or about a player one can sit down against: where to look at them."""

from __future__ import annotations

from typing import Literal, NamedTuple


class ShownPosition(NamedTuple):
    """A position of a claim, as moves, and the paper's player in it, on its side."""

    game: str
    position: str
    agent: str
    side: Literal["x", "o"]


def _reply(position: str, agent: str) -> ShownPosition:
    """A position of tic-tac-toe in which the paper's player, O, is to reply."""
    return ShownPosition("tictactoe", position, agent, "o")


def _opponent(game: str, agent: str) -> ShownPosition:
    """The start of a game against the paper's player; a person begins."""
    return ShownPosition(game, "-", agent, "o")


BEST = "p4.alphabeta(depth=5)"  # the best player of P4, by its own words

POSITIONS = {
    "P0.nodes-mtt": _reply("1", "p0.mtt"),
    "P0.nodes-alphabeta": _reply("1", "p0.alphabeta"),
    "P0.unbeaten-mtt": _opponent("tictactoe", "p0.mtt"),
    "P0.unbeaten-alphabeta": _opponent("tictactoe", "p0.alphabeta"),
    "P1.figure-1": _reply("5 6 9", "p1.minimax"),
    "P1.best-move": _opponent("tictactoe", "p1.minimax"),
    "P1.figure-2": _reply("2 1 8", "p1.greedy"),
    "P1.figure-2-one": _reply("2 1 8", "p1.greedy(diagonals='one')"),
    "P1.greedy-losses": _opponent("tictactoe", "p1.greedy"),
    "P1.diagonals": _opponent("tictactoe", "p1.greedy"),
    "P2.win-1": _reply("2 1 8 5 9", "p2.alphabeta"),
    "P2.win-2": _reply("2 1 8 5 9 7 3", "p2.alphabeta"),
    "P2.win-3": _reply("1 5 2 3 4", "p2.alphabeta"),
    "P2.draw-1": _reply("3 5 6 9 1", "p2.alphabeta"),
    "P2.draw-2": _reply("4 1 5 6 8", "p2.alphabeta"),
    "P2.unbeaten": _opponent("tictactoe", "p2.alphabeta"),
    "P3.nodes-pruned": ShownPosition("tictactoe", "-", "p3.pruned", "x"),
    "P3.nodes-unpruned": ShownPosition("tictactoe", "-", "p3.unpruned", "x"),
    "P4.unbeaten": ShownPosition("connect4", "-", BEST, "x"),
    "P4.best": ShownPosition("connect4", "-", BEST, "x"),
    "P4.first-move": ShownPosition("connect4", "-", BEST, "x"),
}
