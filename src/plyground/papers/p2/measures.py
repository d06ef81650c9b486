"""The games that P2 prints, and the replies of its machine to what a person types."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import permutations

from plyground.errors import IllegalMove
from plyground.games.line import LinePosition, tictactoe
from plyground.papers.p2.players import P2AlphaBeta
from plyground.searchers.types import SearchResult


@dataclass(frozen=True)
class Transcript:
    """A printed game: what the person typed, and the boards; `?` is a mark lost in our copy of the text."""

    typed: str
    boards: tuple[str, ...]
    end: str
    opening: str = ""  # a board that is printed before the first typed move


# The text has the games in two columns, run together; a row without marks is left out there.
TRANSCRIPTS = {
    "win-1": Transcript(
        "2894", ("OX./.../...", "OX./.O./.X.", "OX./.O./OXX", "OXO/XO./OXX"), "Jogador O ganha!"
    ),
    "win-2": Transcript(
        "2893", ("OX./.../...", "OX./.O./.X.", "OX./.O./OXX", "OXX/OO./OXX"), "Jogador O ganha!"
    ),
    "win-3": Transcript("124", ("X../.O./...", "XXO/.O./...", "XXO/XO./O.."), "Jogador O ganha!"),
    "draw-1": Transcript(
        "36187",
        ("???/.O./...", "..X/.OX/..O", "XOX/.OX/..O", "XOX/OOX/.XO", "XOX/OOX/XXO"),
        "É um empate!",
    ),
    "draw-2": Transcript(
        "45839",
        ("O../X../...", "???/XXO/???", "OO./XXO/.X.", "???/XXO/OX.", "OOX/???/OXX"),
        "É um empate!",
    ),
    "draw-3": Transcript("1", ("XXO/OOX/XXO",), "É um empate!", ".XO/OOX/XXO"),
}


@cache
def reply(position: LinePosition, whole_break: bool = False) -> SearchResult[int]:
    """What the paper's machine plays."""
    return P2AlphaBeta(whole_break=whole_break).search(position)


def boards_typed(squares: str) -> Iterator[LinePosition]:
    """The boards that the program prints while a person types squares: one after each of its replies."""
    position = tictactoe().start()
    for square in squares:
        position = position.play(square)
        if not position.ended:
            position = position.play(reply(position).move)
        yield position


def announcement(position: LinePosition) -> str:
    """What the program prints when a game is over."""
    if not position.ended:
        return "not over"
    winner = position.ended.winner
    return "É um empate!" if winner is None else f"Jogador {'XO'[winner.value]} ganha!"


def looks_like(position: LinePosition, printed: str) -> bool:
    """Whether a board equals the printed one, where that is legible."""
    return all(there in ("?", here) for here, there in zip(position.text(), printed, strict=True))


def replays(game: Transcript, before: str = "") -> bool:
    """Whether typing the printed moves, after `before`, gives this game board by board."""
    try:
        boards = list(boards_typed(before + game.typed))
    except IllegalMove:  # the square was taken, or the game over
        return False
    printed = (game.opening, *game.boards) if before else game.boards
    shown = boards[-len(printed) :]
    return all(map(looks_like, shown, printed)) and announcement(boards[-1]) == game.end


def lead_ins(game: Transcript) -> list[str]:
    """The orders of typing the crosses of the first printed board that lead to it."""
    crosses = [str(square + 1) for square, mark in enumerate(game.opening.replace("/", "")) if mark == "X"]
    return [order for order in map("".join, permutations(crosses)) if replays(game, order)]
