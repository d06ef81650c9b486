"""What a caller may give as a game or as a position: a name, a file, a class or an object of either."""

from __future__ import annotations

from typing import Any

from plyground.errors import BadSpec, truncate
from plyground.game import Game, Position
from plyground.games.custom import CustomGame, build_game
from plyground.games.registry import load_game
from plyground.spec import Spec

GameLike = str | Game[Any] | Position[Any] | type[Game[Any]] | type[Position[Any]]


def game_of(position: Position[Any]) -> Game[Any]:
    """The game of a position; of a user's position that does not know it, the game that begins there."""
    game = getattr(position, "game", None)
    return game if isinstance(game, Game) else CustomGame(type(position).__name__, position)


def _tried(position: Position[Any]) -> Game[Any]:
    """The game of a position; a user's is tried, as one that is loaded by its name."""
    game = game_of(position)
    if isinstance(game, CustomGame) and not hasattr(position, "game"):
        build_game(lambda: position, Spec(type(position).__name__), tried=True)
    return game


def check_game(game: object) -> Game[Any]:
    """A game: by its spec, as an object or a class, or by the position where it begins."""
    if isinstance(game, type) and issubclass(game, Position | Game):
        made = build_game(game, Spec(game.__name__), tried=True)
        return made if isinstance(made, Game) else game_of(made)
    if isinstance(game, str):
        return load_game(game)
    if isinstance(game, Game):
        return game
    if isinstance(game, Position):
        return _tried(game)
    given = truncate(repr(game))
    raise BadSpec(
        f"no game {given}", given, None, "give a game, its class or its spec: connect4() or 'connect4'"
    )


def given_position(game: object, position: str | Position[Any] | None = None) -> Position[Any]:
    """Where to begin: at a position of a game, by text or as an object; else where the game begins.

    >>> from plyground import connect4
    >>> given_position("connect4", "4453") == connect4().parse("4453") == given_position(connect4(), "4453")
    True
    """
    if position is None:
        found = check_game(game)
        return game if isinstance(game, Position) else found.start()
    if isinstance(position, Position):
        _check_same(check_game(game), position)
        return position
    if isinstance(position, str):
        return check_game(game).parse(position)
    given = truncate(repr(position))
    raise BadSpec(f"no position {given}", given, None, "give a position or its text, such as '4453'")


def _check_same(game: Game[Any], position: Position[Any]) -> None:
    """Refuse a position of another game: of another class, or of another size or rule."""
    begin, other = game.start(), game_of(position)
    if type(begin) is not type(position) or (hasattr(position, "game") and game != other):
        right = "give a position of the same game, or its text"
        raise BadSpec(f"no position of {game.spec}: {other.spec}", other.spec, None, right)
