"""A session as text, to be kept in a file: who plays what, where play began, and the moves."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from plyground.agents import MoveLimits
from plyground.errors import NotationError, PlygroundError
from plyground.session.view import Seat, View

FORMAT = "plyground session 1"
MOST = 1 << 20  # characters
LIMITS = ("depth", "nodes", "seconds")
RIGHT = "a saved session is JSON that plyground wrote"


@dataclass(frozen=True)
class Saved:
    """What is kept of a session."""

    game: str
    start: str
    moves: tuple[str, ...]
    seats: tuple[Seat, Seat]
    seed: int


def written(view: View) -> str:
    """The text of a session."""
    kept = {
        "format": FORMAT,
        "game": view.game,
        "start": view.start,
        "moves": [move.text for move in view.played],
        "first": _seat(view.seats[0]),
        "second": _seat(view.seats[1]),
        "seed": view.seed,
    }
    return json.dumps(kept, ensure_ascii=False, indent=1) + "\n"


def _seat(seat: Seat) -> dict[str, Any]:
    limits = {name: value for name in LIMITS if (value := getattr(seat.limits, name)) is not None}
    return {"agent": seat.agent, **limits}


def read(text: str) -> Saved:
    """What a text tells of a session; a NotationError if it is not one that we wrote."""
    try:
        kept = json.loads(text[: MOST + 1])
    except (ValueError, RecursionError):
        raise NotationError("no saved session", text, None, RIGHT) from None
    if not isinstance(kept, dict) or kept.get("format") != FORMAT:
        raise NotationError("no saved session", text, None, RIGHT)
    try:
        game, start, moves, seed = kept["game"], kept["start"], kept["moves"], kept["seed"]
        seats = tuple(
            Seat(_text(seat["agent"]), MoveLimits(**{name: seat.get(name) for name in LIMITS}))
            for seat in (kept["first"], kept["second"])
        )
        whole = isinstance(seed, int) and not isinstance(seed, bool) and 0 <= seed < 2**64
        if not (
            isinstance(moves, list) and all(isinstance(m, str) for m in (game, start, *moves)) and whole
        ):
            raise TypeError
    except (KeyError, TypeError, AttributeError):
        raise NotationError("a saved session that lacks something", text, None, RIGHT) from None
    return Saved(game, start, tuple(moves), (seats[0], seats[1]), seed)


def _text(value: Any) -> str | None:
    if value is not None and not isinstance(value, str):
        raise PlygroundError("an agent that is no text")
    return value
