"""A game being played, for every front end: `Session` takes commands and shows a `View`."""

from plyground.session.session import Session
from plyground.session.thinkers import Thinkers
from plyground.session.view import (
    HUMAN,
    Analysis,
    Board,
    Message,
    Played,
    Seat,
    Series,
    SetUp,
    Statistics,
    Value,
    View,
)

__all__ = [
    "HUMAN",
    "Analysis",
    "Board",
    "Message",
    "Played",
    "Seat",
    "Series",
    "Session",
    "SetUp",
    "Statistics",
    "Thinkers",
    "Value",
    "View",
]
