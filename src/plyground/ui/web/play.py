"""Playing: every command of a session as a request, the graph of a game, and a look at any position."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import plyground
from plyground.game import Outcome, Player, Position
from plyground.session import HUMAN, Session, Value
from plyground.session.asking import request_values, worth
from plyground.ui.i18n import LANGUAGES
from plyground.ui.web.allowed import game_named, position_named, seat_wished
from plyground.ui.web.choices import agent_list, game_list
from plyground.ui.web.connection import Connection
from plyground.ui.web.rooms import Handler, Refused
from plyground.ui.web.shown import shown_position

Asked = Mapping[str, Any]
Told = dict[str, Any]

GRAPH_SECONDS = (0.03, 0.5)  # for each position: the least and the most
OPPOSITE = {
    "wins": "loses",
    "loses": "wins",
    "wins-or-draws": "draws-or-loses",
    "draws-or-loses": "wins-or-draws",
}


async def hello(connection: Connection, asked: Asked) -> Told:
    """What there is to choose from."""
    games, agents = await asyncio.to_thread(lambda: (game_list(), agent_list()))
    return {
        "hello": {
            "version": plyground.__version__,
            "language": connection.lab.language,
            "languages": LANGUAGES,
            "games": games,
            "agents": agents,
            "caps": connection.lab.caps.to_json(),
        }
    }


async def open_game(connection: Connection, asked: Asked) -> Told:
    """Another game, and perhaps other players; they are who they were where nothing is said."""
    caps, session = connection.lab.caps, connection.session
    game = await asyncio.to_thread(game_named, asked["game"], connection.lab.caps)
    start = asked.get("position") or "-"
    await asyncio.to_thread(position_named, game, start)
    here = session.view.seats if session else (HUMAN, HUMAN)
    first, second = (
        seat_wished(asked[side], caps, game) if side in asked else who
        for side, who in zip(("first", "second"), here, strict=True)
    )
    made = Session(
        game.spec,
        first,
        second,
        start=start,
        pace=caps.pace,
        thinkers=connection.lab.thinkers,
        on_wake=connection.wake,
        one_thought=True,
    )
    connection.play(made)
    return {}


async def seat(connection: Connection, asked: Asked) -> Told:
    """Another player for a side."""
    session, wished = (
        _session(connection),
        seat_wished(asked, connection.lab.caps, _session(connection).game),
    )
    session.seat(Player(asked["player"]), wished.agent, wished.limits)
    connection.changed()
    return {}


async def cancel(connection: Connection, asked: Asked) -> Told:
    """End the job that this connection waits for."""
    connection.cancel()
    return {}


async def look(connection: Connection, asked: Asked) -> Told:
    """A position without playing it."""
    game = await asyncio.to_thread(game_named, asked["game"], connection.lab.caps)
    position = await asyncio.to_thread(position_named, game, asked["position"])
    return shown_position(position)


async def graph(connection: Connection, asked: Asked) -> Told:
    """What every position of the game so far is worth to the first player."""
    lab, view = connection.lab, _session(connection).view
    game = game_named(view.game)
    positions = [position_named(game, view.start)]
    for move in view.played:
        positions.append(positions[-1].play(move.text))
    least, most = GRAPH_SECONDS
    seconds = min(most, max(least, lab.caps.seconds / len(positions)))
    points = []
    for ply, position in enumerate(positions):
        key = game.spec, position
        point = lab.remembered(key)
        if point is None:
            asking = partial(request_values, game.spec, view.start, view.played[:ply], seconds)
            point = await _valued(connection, position, asking)
            lab.remember(key, point)
        points.append({"ply": ply, **point})
    return {"graph": points}


async def _valued(connection: Connection, position: Position[Any], asking: Callable[[], Any]) -> Told:
    outcome = position.outcome()
    if outcome is not None:
        return _ended(outcome)
    reply = await connection.think(asking())
    best = max((Value(**value) for value in reply["values"]), key=worth)
    if position.to_move is Player.FIRST:
        return {"kind": best.kind, "plies": best.plies, "score": best.score}
    score = None if best.score is None else -best.score
    return {"kind": OPPOSITE.get(best.kind, best.kind), "plies": best.plies, "score": score}


def _ended(outcome: Outcome) -> Told:
    if outcome.points is not None:
        return {"kind": "estimate", "plies": 0, "score": outcome.points}
    kind = "draws" if outcome.winner is None else "wins" if outcome.winner is Player.FIRST else "loses"
    return {"kind": kind, "plies": 0, "score": None}


def _session(connection: Connection) -> Session:
    if connection.session is None:
        raise Refused("server.no-session")
    return connection.session


def command(act: Callable[[Session, Asked], None]) -> Handler:
    """A handler that gives the session a command; what that leads to is seen in its view."""

    async def handler(connection: Connection, asked: Asked) -> Told:
        act(_session(connection), asked)
        connection.changed()
        return {}

    return handler


HANDLERS: dict[str, Handler] = {
    "hello": hello,
    "open": open_game,
    "seat": seat,
    "cancel": cancel,
    "look": look,
    "graph": graph,
    "move": command(lambda session, asked: session.move(asked["move"])),
    "undo": command(lambda session, asked: session.undo(asked.get("plies"))),
    "redo": command(lambda session, asked: session.redo(asked.get("plies"))),
    "go": command(lambda session, asked: session.go(asked["ply"])),
    "new": command(lambda session, asked: session.new(asked.get("opening"))),
    "set_up": command(lambda session, asked: session.set_up(asked["text"])),
    "swap": command(lambda session, asked: session.swap()),
    "pause": command(lambda session, asked: session.pause()),
    "resume": command(lambda session, asked: session.resume()),
    "step": command(lambda session, asked: session.step()),
    "hint": command(lambda session, asked: session.hint()),
    "edit": command(lambda session, asked: session.edit()),
    "clear": command(lambda session, asked: session.clear()),
    "analyse": command(lambda session, asked: session.analyse(asked["on"])),
    "put": command(lambda session, asked: session.put(asked["cell"], asked.get("mark"))),
    "turn": command(lambda session, asked: session.turn(Player(asked["player"]))),
    "leave_edit": command(lambda session, asked: session.leave_edit(keep=asked["keep"])),
    "series": command(lambda session, asked: session.play_series(asked["games"])),
}
