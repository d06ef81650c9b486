"""Why a move was not played, as a message: rules tell it in English, sessions in no language."""

from __future__ import annotations

from typing import Any

from plyground.errors import IllegalMove, NotationError, a_few, clip
from plyground.game import Position
from plyground.games.line import LinePosition
from plyground.games.notation import Columns
from plyground.session.view import Message, refuse


def refusal(position: Position[Any], text: str, error: NotationError | IllegalMove) -> Message:
    """What to say of a move that the rules refused."""
    given = clip(text.strip())
    if position.outcome():
        return refuse("refused.over")
    if not isinstance(position, LinePosition):
        return refuse(
            "refused.move", given=given, moves=a_few([position.write(m) for m in position.moves()])
        )
    names = position.game.spelling
    falls = isinstance(names, Columns)
    if isinstance(error, IllegalMove):
        return refuse("refused.full" if falls else "refused.taken", given=given)
    low, high = names.write(position.game.cells - names.columns), names.write(names.columns - 1)
    if names.write(0) == "1":
        low, high = "1", names.write(position.game.cells - 1)
    return refuse("refused.column" if falls else "refused.square", given=given, low=low, high=high)
