"""Agents that answer something that is no move."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from plyground import Position
from plyground.searchers import Limits, load_searcher


class Grudge:
    """Equal to nothing, and angry about the question."""

    __hash__ = None  # type: ignore[assignment]

    def __eq__(self, other: object) -> bool:
        raise TypeError("do not compare me")


class Nameless:
    """Cannot be printed."""

    def __repr__(self) -> str:
        raise TypeError("do not print me")


def nothing(position: Position[Any]) -> Any:
    return None


def a_wrong_text(position: Position[Any]) -> Any:
    return "zz"


def a_wrong_number(position: Position[Any]) -> Any:
    return 99


def not_a_number(position: Position[Any]) -> Any:
    return float("nan")


def in_fractions(position: Position[Any]) -> Any:
    """Its moves equal legal ones, and might as well be the squares of those names."""
    return float(position.moves()[0])


def a_book(position: Position[Any]) -> Any:
    return "1" * 3_000_000


def a_grudge(position: Position[Any]) -> Any:
    return Grudge()


def a_nameless(position: Position[Any]) -> Any:
    return Nameless()


def a_strange_score(position: Position[Any], limits: Limits) -> Any:
    """A result that no line of JSON can hold."""
    score: Any = Grudge()
    return replace(load_searcher("random").search(position, limits), score=score)


class Repeater:
    """Plays its first move again and again."""

    def __init__(self) -> None:
        self.move: Any = None

    def choose(self, position: Position[Any]) -> Any:
        self.move = position.moves()[0] if self.move is None else self.move
        return self.move
