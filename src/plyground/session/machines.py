"""What a session asks its machines, and how it reads their answers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from plyground.agents.seats import read_move
from plyground.errors import PlygroundError, truncate
from plyground.game import Position
from plyground.message import Message, refuse
from plyground.session.history import GameHistory, Root
from plyground.session.search_pool import Request, SearchPool, SearchTask
from plyground.session.view import Analysis, PlayedMove, Seat, Value
from plyground.workers.channel import Reply
from plyground.workers.messages import Trouble

START_SECONDS = 20.0
GRACE_SECONDS = 1.0  # beyond a machine's time limit, before its process is killed
MAX_SECONDS = 86_400.0  # of a search without a time limit: a person can stop it at any time
LIMITS = ("depth", "nodes", "seconds")


def request_move(
    game: str, start: str, played: Sequence[PlayedMove], seat: Seat, key: str, seed: int
) -> list[Request]:
    """Prepare an agent for this game, then ask it for a move: its clock runs only for the move."""
    prepare = {"prepare": seat.agent, "game": game, "key": key, "begin": start, "seed": seed}
    limits = {name: getattr(seat.limits, name) for name in LIMITS}
    move = {"key": key, "played": [move.text for move in played], "limits": limits}
    allowance = MAX_SECONDS if seat.limits.seconds is None else seat.limits.seconds + GRACE_SECONDS
    return [(prepare, START_SECONDS), (move, allowance)]


def request_values(game: str, start: str, played: Sequence[PlayedMove], seconds: float) -> list[Request]:
    """Ask for the values of all moves."""
    ask = {"values": [move.text for move in played], "game": game, "begin": start, "seconds": seconds}
    return [(ask, START_SECONDS + 3 * seconds)]


def read_played_move(position: Position[Any], agent: str, reply: Reply | Trouble) -> PlayedMove | Trouble:
    """The move in a machine's reply, or the reason why there is none."""
    if isinstance(reply, Trouble):
        return reply
    answer = read_move(reply, reply.cost)
    if isinstance(answer, Trouble):
        return answer
    try:
        text = position.write(position.read(answer.text))
    except PlygroundError as error:
        return Trouble("illegal", str(error), answer.cost)
    report = answer.report
    return PlayedMove(
        text,
        position.to_move,
        agent,
        answer.cost.wall,
        report.nodes,
        report.finished_depth,
        report.score,
        report.line,
        report.core,
        report.proven,
        report.remark,
    )


def failure_reason(reply: Reply | Trouble, trouble: Trouble) -> Message | str:
    """Why a machine made no move: for any language where it is one of ours, else in the words that came."""
    told = None if isinstance(reply, Trouble) else reply.get("why")
    return Message(told["key"], told["facts"]) if told else trouble.detail


def read_analysis(reply: Reply | Trouble) -> Analysis | Message:
    """The values of all moves in a reply, or the reason why there are none."""
    if isinstance(reply, Trouble):
        return refuse("refused.analysis", why=truncate(reply.detail, 200))
    if "error" in reply:
        told = reply.get("why")
        reason = Message(told["key"], told["facts"]) if told else truncate(reply["error"], 200)
        return refuse("refused.analysis", why=reason)
    values = [Value(**value) for value in reply["values"]]
    return Analysis(
        tuple(mark_best(values)), reply["source"], reply["depth"], reply["nodes"], reply["seconds"]
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
    """The order of values: a better one is larger, as are a quicker win and a later loss."""
    return _RANK[value.kind], value.score or 0


def mark_best(values: Sequence[Value]) -> list[Value]:
    """The same values, with the best ones marked."""
    best = max(map(worth, values), default=None)
    return [Value(v.text, v.kind, v.plies, v.score, worth(v) == best) for v in values]


MAX_REMEMBERED = 500  # analyses
ANALYSIS_SECONDS = 2.0


@dataclass
class Machines:
    """The two open requests of a session, for a move and for values, and the analyses it has received."""

    pool: SearchPool
    wake: Callable[[], None]
    _move: SearchTask | None = None
    _valuing: tuple[Root, SearchTask] | None = None
    _analyses: dict[Root, Analysis] = field(default_factory=dict)

    @property
    def moving(self) -> bool:
        """Whether a machine has been asked for a move."""
        return self._move is not None

    @property
    def answered(self) -> bool:
        """Whether it has answered."""
        return self._move is not None and self._move.reply is not None

    @property
    def valuing(self) -> Root | None:
        """The position whose moves are being valued."""
        return self._valuing[0] if self._valuing else None

    def ask_move(self, history: GameHistory, seat: Seat, key: str, seed: int) -> None:
        request = request_move(history.game.spec, history.start, history.played, seat, key, seed)
        self._move = self.pool.ask(request, self.wake, key)

    def ask_values(self, history: GameHistory) -> None:
        """Ask for the values of this position's moves, unless they are known; no other position's."""
        position = history.position
        if self.valuing != position:
            self.cancel_values()
        if self._valuing is None and position not in self._analyses:
            request = request_values(history.game.spec, history.start, history.played, ANALYSIS_SECONDS)
            self._valuing = position, self.pool.ask(request, self.wake)

    def take_move(self) -> Reply | Trouble | None:
        """The machine's reply, once."""
        reply = self._move.reply if self._move else None
        if reply is not None:
            self._move = None
        return reply

    def take_values(self) -> Analysis | Message | None:
        """The analysis that has arrived, once; a message if it failed."""
        if self._valuing is None or self._valuing[1].reply is None:
            return None
        position, task = self._valuing
        self._valuing = None
        assert task.reply is not None
        found = read_analysis(task.reply)
        if isinstance(found, Analysis):
            if len(self._analyses) >= MAX_REMEMBERED:
                self._analyses.clear()
            self._analyses[position] = found
        return found

    def analysis(self, position: Root) -> Analysis | None:
        """The analysis of a position, if there is one."""
        return self._analyses.get(position)

    def clear(self) -> None:
        """Forget everything: another game begins."""
        self.cancel()
        self._analyses.clear()

    def cancel(self) -> None:
        self.cancel_move()
        self.cancel_values()

    def cancel_move(self) -> None:
        if self._move is not None:
            self._move.cancel()
            self._move = None

    def cancel_values(self) -> None:
        if self._valuing is not None:
            self._valuing[1].cancel()
            self._valuing = None
