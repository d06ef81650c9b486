"""The values of a game's positions, asked for while a person plays."""

from __future__ import annotations

import asyncio
from typing import Any, cast

from helpers.thinking import PoolHere
from plyground.session import Seat, Session
from plyground.ui.web.connection import Connection
from plyground.ui.web.play import HANDLERS
from plyground.ui.web.protocol import Refused
from plyground.ui.web.state import Lab
from plyground.ui.web.transport import Socket

WON = {"values": [{"text": "1", "kind": "wins", "plies": 5, "score": 1}]}


class Desk(Connection):
    """A page whose jobs are answered at once, after what happens meanwhile."""

    def __init__(self, session: Session, meanwhile: Any = lambda: None) -> None:
        super().__init__(Lab(game_pool=PoolHere(), job_pool=PoolHere()), cast(Socket, None))
        self.session = session
        self.meanwhile = meanwhile
        self.jobs = 0

    async def run_job(self, requests: Any, begun: Any = None) -> Any:
        assert self.session is not None
        assert self.session.view.thinking != "move", "a job would pause the machine"
        self.jobs += 1
        self.meanwhile()
        return WON


def points(desk: Desk, **fields: Any) -> list[dict[str, Any]] | str:
    """What is answered, or the key of the refusal."""
    try:
        found: list[dict[str, Any]] = asyncio.run(HANDLERS["graph"](desk, fields))["graph"]  # type: ignore[arg-type]
    except Refused as refused:
        return refused.key
    return found


def at_desk(session: Session, meanwhile: Any = lambda: None) -> Desk:
    async def made() -> Desk:
        return Desk(session, meanwhile)

    return asyncio.run(made())


def test_some_plies_are_answered_in_their_order_each_once() -> None:
    with Session("connect4", moves="445", pool=PoolHere()) as session:
        desk = at_desk(session)
        found = points(desk, plies=[3, 0, 99])
        assert [point["ply"] for point in found if isinstance(point, dict)] == [3, 0]
        assert desk.jobs == 2
        assert points(desk, plies=[3]) == [{"ply": 3, "kind": "loses", "plies": 5, "score": -1}]
        assert desk.jobs == 2
        assert len(points(desk)) == 4


def test_a_look_by_the_way_keeps_no_machine_from_its_move() -> None:
    """A machine was asked for its move between two of the positions, and the next job paused it for good."""
    with Session("connect4", second=Seat("random"), moves="44", pool=PoolHere()) as session:
        desk = at_desk(session, lambda: session.move("1"))
        assert points(desk, plies=[2, 1, 0]) == "server.cancelled"
        assert desk.jobs == 1
        assert session.view.thinking == "move"
        assert not session.view.paused
        assert points(desk, plies=[0]) == "server.cancelled"
