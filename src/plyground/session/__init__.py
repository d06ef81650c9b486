"""A game being played, for every front end: `Session` takes commands and shows a `View`."""

from plyground.game import Board
from plyground.message import Message
from plyground.session.search_pool import SearchPool
from plyground.session.session import Session
from plyground.session.view import (
    HUMAN,
    Analysis,
    BoardSetup,
    GameSeries,
    PlayedMove,
    Seat,
    Statistics,
    Value,
    View,
)

__all__ = [
    "HUMAN",
    "Analysis",
    "Board",
    "BoardSetup",
    "GameSeries",
    "Message",
    "PlayedMove",
    "SearchPool",
    "Seat",
    "Session",
    "Statistics",
    "Value",
    "View",
]
