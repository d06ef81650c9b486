"""A user's game, made from nothing but the class of its positions."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from plyground.errors import BadSpec, NotationError, PlygroundError, truncate
from plyground.game import Game, Player, Position
from plyground.rng import SplitMix64
from plyground.spec import Spec

TRIED_GAMES, TRIED_PLIES = 2, 40  # to see whether the sides take turns; rules may be slow
_PLAYERS = {repr(player): player for player in Player}


@dataclass(frozen=True)
class CustomGame(Game[Any]):
    """The game that begins at a position and goes on by the rules of the position's class.

    Besides moves it parses the `repr` of a position, where the class is a dataclass of literals and
    players: `Nim(heaps=(3, 4), to_move=Player.SECOND)`. That is read, not evaluated.
    """

    spec_text: str = field(compare=False)  # one game may be spelt in several ways
    begin: Position[Any]

    @property
    def spec(self) -> str:
        return self.spec_text

    def start(self) -> Position[Any]:
        return self.begin

    def parse(self, text: str) -> Position[Any]:
        kind = type(self.begin)
        if not (dataclasses.is_dataclass(kind) and text.strip().startswith(f"{kind.__qualname__}(")):
            return super().parse(text)
        try:
            return build_game(kind, Spec.parse(text))
        except BadSpec as error:
            raise NotationError(error.what, text, error.at, error.right) from None

    def __repr__(self) -> str:
        return f"load_game({self.spec_text!r})"


def build_game(
    factory: Callable[..., Position[Any] | Game[Any]],
    spec: Spec,
    checked: bool = True,
    tried: bool = False,
) -> Any:
    """The game or position that a class makes of a spec; whatever it raises becomes a BadSpec.

    A user's is `checked` for what every position must have; one that is new is `tried` by random games too.
    """
    try:
        made = spec.build(factory, resolve=_player)
        begin = made if isinstance(made, Position) else made.start()
        fault = _fault(begin) if checked else ""
    except PlygroundError:
        raise
    except (Exception, SystemExit) as error:  # a user's own class may raise anything
        described = truncate(f"{type(error).__name__}: {error}", 120)
        raise BadSpec(f"nothing came of it ({described})", str(spec)) from error
    if fault:
        raise BadSpec(fault, str(spec), None, "see docs/howto/your-own-game.md")
    twice = _second_turn(begin) if tried else None
    if twice is not None:
        what = f"the {twice.side.name.lower()} player moves again after {twice.move}"
        right = "two sides take turns: to_move changes with every move, with the last one too"
        raise BadSpec(what, str(spec), None, right, "turns", {"move": twice.move})
    return made


class _SecondTurn(NamedTuple):
    """Who moves again, and after which move."""

    side: Player
    move: str


def _second_turn(position: Position[Any]) -> _SecondTurn | None:
    """Where a side moves twice, if a few random games show it: searches take turns.

    A side that cannot move passes by a move of its own. Rules that fail are told of by whoever plays them.
    """
    chance = SplitMix64(0)
    with suppress(Exception, SystemExit):
        for _ in range(TRIED_GAMES):
            place = position
            for _ in range(TRIED_PLIES):
                moves = place.moves()
                if not moves:
                    break
                move = chance.choice(moves)
                child = place.after(move)
                if child.to_move is place.to_move:
                    return _SecondTurn(place.to_move, truncate(place.write(move), 80))
                place = child
    return None


def _fault(position: Position[Any]) -> str:
    """What a position lacks that every position must have, if anything."""
    moves = position.moves()
    if not isinstance(position.to_move, Player):
        return "to_move is no Player"
    if not isinstance(moves, Sequence):
        return "moves() is no list or tuple"
    if bool(moves) == (position.outcome() is not None):
        return "there are moves and an outcome, or neither"
    again = [position.after(moves[0]) for _ in range(2)] if moves else [position] * 2
    if again[0] != again[1] or hash(again[0]) != hash(again[1]):
        return "equal positions do not compare equal (a frozen dataclass does)"
    if again[0].key() != again[1].key():
        return "equal positions have different texts (give the class a __repr__)"
    str(position)
    board = position.as_board()
    return "" if board is None else board.fault(len(moves))


def _player(spec: Spec) -> Player:
    if str(spec) not in _PLAYERS:
        right = f"values are literals, {' and '.join(_PLAYERS)}"
        raise BadSpec(f"no value {truncate(str(spec))}", str(spec), None, right)
    return _PLAYERS[str(spec)]
