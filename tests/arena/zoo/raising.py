"""Agents that raise exceptions."""

from __future__ import annotations

import sys
from typing import Any

from plyground import Position


class Mute(Exception):
    """Fails to say what it is."""

    def __str__(self) -> str:
        raise ValueError("I said I am mute")


class Beyond(BaseException):
    """Not even an Exception."""


def an_error(position: Position[Any]) -> Any:
    known: dict[str, int] = {}
    return known["the best move"]


def a_mute_error(position: Position[Any]) -> Any:
    raise Mute


def beyond_errors(position: Position[Any]) -> Any:
    raise Beyond("that is the end")


def an_exit(position: Position[Any]) -> Any:
    sys.exit("good-bye")


def an_interrupt(position: Position[Any]) -> Any:
    raise KeyboardInterrupt


def a_recursion(position: Position[Any]) -> Any:
    return a_recursion(position)


def no_memory(position: Position[Any]) -> Any:
    raise MemoryError


def a_long_story(position: Position[Any]) -> Any:
    raise ValueError("\x1b[2J\ud800" + "and then " * 1_000_000)


def for_want_of_input(position: Position[Any]) -> Any:
    return input("your move? ")
