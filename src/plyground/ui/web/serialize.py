"""What pages receive, as plain data: a session's view, and any position with its board."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict
from typing import Any

from plyground.game import Player, Position
from plyground.games.diagram import MARKS
from plyground.games.tree import Tree, TreePosition
from plyground.message import say
from plyground.searchers.mcts import MCTS, SCALE
from plyground.session import Analysis, Board, BoardSetup, Message, PlayedMove, Seat, Statistics, View
from plyground.session.view import GameSeries, board_of, score_message
from plyground.ui.offers import (
    players_of,
)
from plyground.ui.web.user_games import UserGames

Data = dict[str, Any]

SIDES = ("△", "▽")  # MAX and MIN
MAX_LINES = 60
MAX_CELLS = 256  # of a board, as in protocol.json
OTHER_MARK = "#"  # where a cell has a mark other than X and O
MAX_EXACT = 2**53  # JavaScript rounds larger numbers

_PATH = re.compile(r"(?<![\w.~/])~?(?:/[\w.+@-]+){2,}/?|\b[A-Za-z]:\\\S+")


def without_paths(text: str) -> str:
    """Replace local paths by "…": they must not leave the machine."""
    return _PATH.sub("…", text)


def view_json(view: View, users: UserGames) -> Data:
    """All of a view, and who else could play the game; a user's game by its name."""
    offered = list(players_of(view.game))
    return {**game_json(view), "game": users.name_of(view.game), "offered": offered}


def game_json(view: View) -> Data:
    """All of a view."""
    return {
        "game": view.game,
        "players": list(view.players),
        "seats": [seat_json(seat) for seat in view.seats],
        "start": view.start,
        **position_json(view.position),
        "text": view.position.text(),
        "played": list(_moves_json(view)),
        "undone": [move.text for move in view.undone],
        "variations": [list(line) for line in view.variations],
        "last": view.last,
        "winning": winning_cells(view.board, [view.winning]) if view.board else [],
        "statistics": [_statistics_json(side) for side in view.statistics],
        "analysis": _analysis_json(view, view.analysis) if view.analysis else None,
        "hint": view.hint,
        "thinking": view.thinking,
        "paused": view.paused,
        "set_up": _setup_json(view.set_up) if view.set_up else None,
        "series": _series_json(view.series) if view.series else None,
        "seed": view.seed,
        "note": message_json(view.note) if view.note else None,
    }


def position_json(position: Position[Any]) -> Data:
    """A position: what can be seen, and which moves can be played."""
    outcome = position.outcome()
    board = drawn_board(position)
    return {
        "board": board_json(board) if board else None,
        "picture": None if board else picture(position),
        "to_move": position.to_move.value,
        "outcome": {"winner": None if outcome.winner is None else outcome.winner.value}
        if outcome
        else None,
        "moves": [
            {
                "text": position.write(move),
                **(_clicks_json(board.clicks[number]) if board else {"cell": None}),
            }
            for number, move in enumerate(position.moves())
        ],
    }


def drawn_board(position: Position[Any]) -> Board | None:
    """The board of a position, if it has one that pages have room for."""
    board = board_of(position)
    return board if board and len(board.cells) <= MAX_CELLS else None


def winning_cells(board: Board, lines: Iterable[Iterable[int]]) -> list[int]:
    """The cells of winning lines, as far as they are on the board: a user's rules may name any."""
    return sorted({cell for line in lines for cell in line if 0 <= cell < len(board.cells)})


def _clicks_json(clicks: tuple[int, ...]) -> Data:
    """Where a move ends, and where it takes several clicks, all of them."""
    return {"cell": clicks[-1], **({"clicks": list(clicks)} if len(clicks) > 1 else {})}


def picture(position: Position[Any]) -> str:
    """A position without a board: a tree as its branches, any other as it draws itself."""
    if not isinstance(position, TreePosition):
        return position.draw()
    lines = [f"{SIDES[position.to_move.value]} {position.text()}".rstrip(" -")]
    lines += branches(position.below, len(position.path)) if isinstance(position.below, tuple) else []
    if not isinstance(position.below, tuple):
        lines[0] = f"{position.text()} = {position.below}"
    return "\n".join(lines if len(lines) <= MAX_LINES else [*lines[: MAX_LINES - 1], "…"])


def branches(tree: tuple[Tree, ...], ply: int, indent: str = "") -> Iterator[str]:
    """The branches of a tree, one on each line, deeper ones indented; leaves of a node share a line."""
    for number, branch in enumerate(tree, 1):
        last = number == len(tree)
        head = f"{indent}{'└' if last else '├'}─ {number}  "
        if not isinstance(branch, tuple):
            yield f"{head}{branch}"
            continue
        leaves = all(not isinstance(below, tuple) for below in branch)
        yield head + SIDES[(ply + 1) % 2] + (f"  {'  '.join(map(str, branch))}" if leaves else "")
        if not leaves:
            yield from branches(branch, ply + 1, indent + ("   " if last else "│  "))


def board_json(board: Board) -> Data:
    """A board: in `cells` a character for each cell, and all `marks` where some are not X or O."""
    letters = any(mark not in ("", *MARKS) for mark in board.cells)
    return {
        "columns": board.columns,
        "rows": board.rows,
        "k": board.k,
        "gravity": board.gravity,
        "cells": "".join(mark if mark in MARKS else OTHER_MARK if mark else "." for mark in board.cells),
        **({"marks": list(board.cells)} if letters else {}),
    }


def seat_json(seat: Seat) -> Data:
    limits = seat.limits
    return {"agent": seat.agent, "seconds": limits.seconds, "depth": limits.depth, "nodes": limits.nodes}


def message_json(message: Message, *, with_tone: bool = True) -> Data:
    """A message, without local paths in its facts."""
    facts = facts_json(message.facts)
    return {"key": message.key, "facts": facts, **({"tone": message.tone} if with_tone else {})}


def facts_json(facts: Mapping[str, Any]) -> Data:
    """Facts without local paths; a reason among them is a message itself."""
    return {name: _fact_json(fact) for name, fact in facts.items()}


def _fact_json(fact: Any) -> Any:
    if isinstance(fact, Player):
        return fact.value
    if isinstance(fact, Message):
        return message_json(fact, with_tone=False)
    if isinstance(fact, int) and abs(fact) > MAX_EXACT:
        return str(fact)
    return without_paths(fact) if isinstance(fact, str) else fact


def _moves_json(view: View) -> Iterator[Data]:
    last = len(view.played) - 1 if view.outcome else None  # the result says enough about it
    for number, (move, cell) in enumerate(zip(view.played, view.cells, strict=True)):
        value = None if number == last else machine_value(move)
        yield {
            "text": move.text,
            "player": move.player.value,
            "cell": cell,
            "agent": move.agent,
            "seconds": move.seconds,
            "nodes": move.nodes,
            "depth": move.depth,
            "remark": move.remark,
            "score": move.score,
            "line": list(move.line),
            "value": value and message_json(value, with_tone=False),
        }


def machine_value(move: PlayedMove) -> Message | None:
    """A machine's own value of its move, in words; None if it did not look ahead."""
    score = move.score
    if score is None:
        return None
    if known := score_message(score, move.proven):
        return known
    if not move.depth:
        return None
    if (move.agent or "").lower().startswith(MCTS.name):
        return say("value.rate", percent=round(50 + 50 * score / SCALE))
    return say("value.estimate", n=None, score=int(score))


def _analysis_json(view: View, analysis: Analysis) -> Data:
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
                "said": message_json(value.message, with_tone=False),
            }
            for value in analysis.values
        ],
    }


def _setup_json(setting: BoardSetup) -> Data:
    problem = message_json(setting.problem) if setting.problem else None
    return {"board": board_json(setting.board), "to_move": setting.to_move.value, "problem": problem}


def _series_json(series: GameSeries) -> Data:
    return {
        "wanted": series.wanted,
        "games": series.games,
        "agents": list(series.agents),
        "wins": list(series.wins),
        "draws": series.draws,
        "different": series.different,
        "failures": list(series.failures),
        "costs": [_statistics_json(cost) for cost in series.costs],
    }


def _statistics_json(side: Statistics) -> Data:
    return asdict(side)
