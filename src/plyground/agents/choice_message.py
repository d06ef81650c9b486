"""The choice of an agent as data, to be sent from its process to another."""

from __future__ import annotations

from typing import Any

from plyground.agents.agent import Choice
from plyground.errors import truncate
from plyground.game import Position
from plyground.searchers.types import SearchReport, SearchResult
from plyground.workers.serve import Message

MAX_ANSWER = 200  # characters of an answer that is no move, with the reason


def choice_message(position: Position[Any], choice: Choice, with_line: bool = False) -> tuple[Message, Any]:
    """A choice as data: the text of a legal move, a text as it was given, or an answer that is no move.

    Also the legal move itself, if there is one: an agent's answer may only be equal to it. The line is left
    out unless somebody reads it: a user's search may give any moves as its line.
    """
    moves = list(position.moves())
    found = report_message(position, choice.result, with_line)
    if choice.move in moves:
        move = moves[moves.index(choice.move)]
        return {"move": position.write(move), **found}, move
    if isinstance(choice.move, str):
        return {"move": choice.move, **found}, None
    return {"no_move": truncate(repr(choice.move), MAX_ANSWER), **found}, None


def report_message(position: Position[Any], result: SearchResult[Any] | None, with_line: bool) -> Message:
    """The report of a search; empty for an agent that does not search."""
    if result is None:
        return {}
    report = SearchReport.of(position, result, with_line=with_line).to_json()
    del report["move"]  # what the agent chose counts
    return report
