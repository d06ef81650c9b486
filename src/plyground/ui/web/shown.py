"""What pages are told, as plain data: a session's view, a position, and what may be chosen from."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict
from typing import Any

from plyground.game import Player, Position
from plyground.games.line import LinePosition
from plyground.score import plies_to_end
from plyground.session import Analysis, Board, Message, Played, Seat, SetUp, Statistics, View
from plyground.session.view import Series, say

Data = dict[str, Any]

_PATH = re.compile(r"(?<![\w.~/])~?(?:/[\w.+@-]+){2,}/?|\b[A-Za-z]:\\\S+")


def without_paths(text: str) -> str:
    """The text without the names of folders of this machine, which are nobody's business."""
    return _PATH.sub("…", text)


def shown_view(view: View) -> Data:
    """All of a view."""
    return {
        "game": view.game,
        "players": list(view.players),
        "seats": [shown_seat(seat) for seat in view.seats],
        "start": view.start,
        **shown_position(view.position),
        "text": view.position.text(),
        "played": list(_played(view)),
        "undone": [move.text for move in view.undone],
        "last": view.last,
        "winning": list(view.winning),
        "statistics": [_statistics(side) for side in view.statistics],
        "analysis": _analysis(view, view.analysis) if view.analysis else None,
        "hint": view.hint,
        "thinking": view.thinking,
        "paused": view.paused,
        "set_up": _set_up(view.set_up) if view.set_up else None,
        "series": _series(view.series) if view.series else None,
        "seed": view.seed,
        "note": shown_message(view.note) if view.note else None,
    }


def shown_position(position: Position[Any]) -> Data:
    """What there is to see and to do in a position."""
    outcome = position.outcome()
    board = Board.of(position.game, position.stones) if isinstance(position, LinePosition) else None
    return {
        "board": shown_board(board) if board else None,
        "picture": None if board else position.draw(),
        "to_move": position.to_move.value,
        "outcome": {"winner": None if outcome.winner is None else outcome.winner.value}
        if outcome
        else None,
        "moves": [
            {"text": position.write(move), "cell": move if board else None} for move in position.moves()
        ],
    }


def shown_board(board: Board) -> Data:
    return {
        "columns": board.columns,
        "rows": board.rows,
        "k": board.k,
        "gravity": board.gravity,
        "cells": "".join(mark or "." for mark in board.cells),
    }


def shown_seat(seat: Seat) -> Data:
    limits = seat.limits
    return {"agent": seat.agent, "seconds": limits.seconds, "depth": limits.depth, "nodes": limits.nodes}


def shown_message(message: Message, *, with_tone: bool = True) -> Data:
    """A message, its facts fit to leave this machine."""
    facts = {name: _fact(fact) for name, fact in message.facts.items()}
    return {"key": message.key, "facts": facts, **({"tone": message.tone} if with_tone else {})}


def _fact(fact: Any) -> Any:
    if isinstance(fact, Player):
        return fact.value
    return without_paths(fact) if isinstance(fact, str) else fact


def _played(view: View) -> Iterator[Data]:
    for move, cell in zip(view.played, cells_of(view.position, view.played), strict=True):
        yield {
            "text": move.text,
            "player": move.player.value,
            "cell": cell,
            "agent": move.agent,
            "seconds": move.seconds,
            "nodes": move.nodes,
            "depth": move.depth,
            "score": move.score,
            "line": list(move.line),
            "value": None if move.score is None else shown_message(score_said(move.score), with_tone=False),
        }


def cells_of(position: Position[Any], played: Sequence[Played]) -> Iterable[int | None]:
    """Where the stones of the moves that led here lie: found backwards, because discs lie on each other."""
    if not isinstance(position, LinePosition):
        return [None] * len(played)
    game, occupied = position.game, position.first | position.second
    cells: list[int | None] = []
    for move in reversed(played):
        cell = game.spelling.read(move.text)
        if game.gravity:
            stones = occupied & game.column_masks[cell % game.columns]
            cell = (stones & -stones).bit_length() - 1  # the top one of its column
        occupied ^= 1 << cell
        cells.append(cell)
    return reversed(cells)


def score_said(score: int) -> Message:
    """What a machine thought of its move, in words."""
    plies = plies_to_end(score)
    if plies is None:
        return say("value.estimate", plies=None, score=score)
    kind = "wins" if score > 0 else "loses"
    return say(f"value.{kind}{'-in' if plies else ''}", plies=plies, score=score)


def _analysis(view: View, analysis: Analysis) -> Data:
    return {
        "source": analysis.source,
        "depth": analysis.depth,
        "nodes": analysis.nodes,
        "seconds": analysis.seconds,
        "values": [
            {
                "text": value.text,
                "cell": view.cell(value.text),
                "kind": value.kind,
                "plies": value.plies,
                "score": value.score,
                "best": value.best,
                "said": shown_message(value.message, with_tone=False),
            }
            for value in analysis.values
        ],
    }


def _set_up(setting: SetUp) -> Data:
    problem = shown_message(setting.problem) if setting.problem else None
    return {"board": shown_board(setting.board), "to_move": setting.to_move.value, "problem": problem}


def _series(series: Series) -> Data:
    return {
        "wanted": series.wanted,
        "games": series.games,
        "agents": list(series.agents),
        "wins": list(series.wins),
        "draws": series.draws,
        "failures": list(series.failures),
        "costs": [_statistics(cost) for cost in series.costs],
    }


def _statistics(side: Statistics) -> Data:
    return asdict(side)
