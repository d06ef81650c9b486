"""Moves as the interface of an assignment writes them: reasons use what students' own functions return."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from plyground.agents.aima import square_of
from plyground.game import Position
from plyground.games.line import LinePosition
from plyground.grader.rubric import Rubric


def move_text(text: str, position: Position[Any], rubric: Rubric) -> str:
    """A move of ours in the interface's notation.

    CS50 has (row, column) from 0, AIMA squares (x, y) from the bottom left, Kaggle columns from 0.
    """
    if rubric.interface == "plain" or not isinstance(position, LinePosition):
        return text
    cell = position.read(text)
    row, column = divmod(cell, position.game.columns)
    if rubric.interface == "cs50":
        return f"({row}, {column})"
    return str(column) if rubric.interface == "kaggle" else str(square_of(position.game, cell))


def move_texts(texts: Iterable[str], position: Position[Any], rubric: Rubric) -> str:
    """Several moves of one position."""
    return ", ".join(move_text(text, position, rubric) for text in texts)


def line_text(texts: Iterable[str], position: Position[Any], rubric: Rubric) -> str:
    """A line of play, move by move."""
    shown = []
    for text in texts:
        shown.append(move_text(text, position, rubric))
        position = position.play(text)
    return " ".join(shown)
