"""What a session asks its thinkers, and how it reads their answers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from plyground.arena.records import Trouble
from plyground.arena.seats import read_move
from plyground.arena.worker import Reply
from plyground.errors import PlygroundError, clip
from plyground.game import Position
from plyground.session.thinkers import Request
from plyground.session.view import Analysis, Message, Played, Seat, Value, refuse

START_SECONDS = 20.0
GRACE = 1.0  # seconds beyond a limit before a machine is given up
PATIENCE = 86_400.0  # seconds without a limit: a person can break a search off at any time
LIMITS = ("depth", "nodes", "seconds")


def request_move(
    game: str, start: str, played: Sequence[Played], seat: Seat, key: str, seed: int
) -> list[Request]:
    """Have an agent ready in this game, and then ask it for a move: only that is on its clock."""
    prepare = {"prepare": seat.agent, "game": game, "key": key, "begin": start, "seed": seed}
    limits = {name: getattr(seat.limits, name) for name in LIMITS}
    move = {"key": key, "played": [move.text for move in played], "limits": limits}
    allowance = PATIENCE if seat.limits.seconds is None else seat.limits.seconds + GRACE
    return [(prepare, START_SECONDS), (move, allowance)]


def request_values(game: str, start: str, played: Sequence[Played], seconds: float) -> list[Request]:
    """Ask for the value of every move."""
    ask = {"values": [move.text for move in played], "game": game, "begin": start, "seconds": seconds}
    return [(ask, START_SECONDS + 3 * seconds)]


def answered_move(position: Position[Any], agent: str, reply: Reply | Trouble) -> Played | Trouble:
    """The move that a machine chose, or why it chose none."""
    if isinstance(reply, Trouble):
        return reply
    answer = read_move(reply, reply.cost)
    if isinstance(answer, Trouble):
        return answer
    try:
        text = position.write(position.read(answer.text))
    except PlygroundError as error:
        return Trouble("illegal", str(error), answer.cost)
    told = answer.told
    line = tuple(word for word in reply.get("line", ()) if isinstance(word, str))
    return Played(
        text,
        position.to_move,
        agent,
        answer.cost.wall,
        told.nodes,
        told.depth,
        told.score,
        line,
        told.core,
        reply.get("proven") is True,
    )


def answered_analysis(reply: Reply | Trouble) -> Analysis | Message:
    """The values of all moves, or why there are none."""
    if isinstance(reply, Trouble):
        return refuse("refused.analysis", why=clip(reply.detail, 200))
    if "error" in reply:
        return refuse("refused.analysis", why=clip(reply["error"], 200))
    values = [Value(**value) for value in reply["values"]]
    return Analysis(
        tuple(with_best(values)), reply["source"], reply["depth"], reply["nodes"], reply["seconds"]
    )


_RANK = {
    "wins": 3,
    "wins-or-draws": 2,
    "draws": 1,
    "points": 1,
    "estimate": 1,
    "unknown": 1,
    "draws-or-loses": 0,
    "loses": -1,
}


def worth(value: Value) -> tuple[int, int]:
    """Better values sort higher: a quicker win, a later loss."""
    return _RANK[value.kind], value.score or 0


def with_best(values: Sequence[Value]) -> list[Value]:
    """The values, the best ones marked."""
    best = max(map(worth, values), default=None)
    return [Value(v.text, v.kind, v.plies, v.score, worth(v) == best) for v in values]
