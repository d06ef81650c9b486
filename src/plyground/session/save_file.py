"""A session as the text of a file: the game, the players, where play began, and the moves."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from plyground.agents import MoveLimits
from plyground.errors import NotationError, PlygroundError
from plyground.session.view import Seat, View

FORMAT = "plyground session 1"
MAX_LENGTH = 1 << 20  # characters
LIMITS = ("depth", "nodes", "seconds")
EXPECTED = "a saved session is JSON that plyground wrote"


@dataclass(frozen=True)
class SavedSession:
    """What a file keeps of a session."""

    game: str
    start: str
    moves: tuple[str, ...]
    seats: tuple[Seat, Seat]
    seed: int


def to_text(view: View) -> str:
    """The text of a session."""
    kept = {
        "format": FORMAT,
        "game": view.game,
        "start": view.start,
        "moves": [move.text for move in view.played],
        "first": _seat_json(view.seats[0]),
        "second": _seat_json(view.seats[1]),
        "seed": view.seed,
    }
    return json.dumps(kept, ensure_ascii=False, indent=1) + "\n"


def _seat_json(seat: Seat) -> dict[str, Any]:
    limits = {name: value for name in LIMITS if (value := getattr(seat.limits, name)) is not None}
    return {"agent": seat.agent, **limits}


def from_text(text: str) -> SavedSession:
    """The session in a text; a NotationError if `to_text` did not write it."""
    try:
        kept = json.loads(text[: MAX_LENGTH + 1])
    except (ValueError, RecursionError):
        raise NotationError("no saved session", text, None, EXPECTED) from None
    if not isinstance(kept, dict) or kept.get("format") != FORMAT:
        raise NotationError("no saved session", text, None, EXPECTED)
    try:
        game, start, moves, seed = kept["game"], kept["start"], kept["moves"], kept["seed"]
        seats = tuple(
            Seat(_text_or_none(seat["agent"]), MoveLimits(**{name: seat.get(name) for name in LIMITS}))
            for seat in (kept["first"], kept["second"])
        )
        whole = isinstance(seed, int) and not isinstance(seed, bool) and 0 <= seed < 2**64
        if not (
            isinstance(moves, list) and all(isinstance(m, str) for m in (game, start, *moves)) and whole
        ):
            raise TypeError
    except (KeyError, TypeError, AttributeError):
        raise NotationError("a saved session that lacks something", text, None, EXPECTED) from None
    return SavedSession(game, start, tuple(moves), (seats[0], seats[1]), seed)


def _text_or_none(value: Any) -> str | None:
    if value is not None and not isinstance(value, str):
        raise PlygroundError("an agent that is no text")
    return value
