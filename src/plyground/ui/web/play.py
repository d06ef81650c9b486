"""The page "Play": every command of a session, the value graph of a game, and a look at any position."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any

import plyground
from plyground.errors import PlygroundError
from plyground.game import Game, Outcome, Player, Position
from plyground.games.custom import CustomGame
from plyground.session import HUMAN, Session, Value, View
from plyground.session.machines import request_values, worth
from plyground.session.view import last_cell
from plyground.ui.offers import plays
from plyground.ui.web.menu import offered_json
from plyground.ui.web.protocol import Refused
from plyground.ui.web.serialize import drawn_board, position_json, winning_cells
from plyground.ui.web.state import Data, Handler, Page
from plyground.ui.web.validation import read_game, read_position, read_seat, seat_in_game
from plyground.words import LANGUAGES

Fields = Mapping[str, Any]

MAX_KEPT = 600  # moves of the variations that a game is opened with
GRAPH_SECONDS = (0.03, 0.5)  # for each position: the least and the most
ONE_BY_ONE = 2.0  # for each, where some are asked for by the way
OPPOSITE = {
    "wins": "loses",
    "loses": "wins",
    "wins-or-draws": "draws-or-loses",
    "draws-or-loses": "wins-or-draws",
}


async def hello(page: Page, fields: Fields) -> Data:
    """What there is to choose from."""
    games, agents = await asyncio.to_thread(offered_json, page.lab.users)
    return {
        "hello": {
            "version": plyground.__version__,
            "role": page.role if page.lab.class_address else None,
            "language": page.lab.language,
            "languages": LANGUAGES,
            "games": games,
            "agents": agents,
            "caps": page.lab.caps.to_json(),
            **({"lacking": list(page.lab.lacking)} if page.lab.lacking else {}),
            **({"class_address": page.lab.class_address} if page.lab.class_address else {}),
        }
    }


async def open_game(page: Page, fields: Fields) -> Data:
    """Open another game; players that are not named stay."""
    caps = page.lab.caps
    game = await asyncio.to_thread(read_game, fields["game"], caps, page.lab.users)
    start = fields.get("position") or "-"
    begin = await asyncio.to_thread(read_position, game, start)
    moves = await asyncio.to_thread(playable, begin, fields.get("moves") or ())
    present = page.session.view.seats if page.session else (HUMAN, HUMAN)
    first, second = (
        read_seat(fields[side], caps, game, page.lab.users) if side in fields else seat_in_game(who, game)
        for side, who in zip(("first", "second"), present, strict=True)
    )
    variations = await asyncio.to_thread(playable_lines, begin, fields.get("variations") or ())
    session = Session(
        game.spec,
        first,
        second,
        start=start,
        moves=moves,
        pace=caps.pace,
        pool=page.lab.game_pool,
        on_wake=page.wake,
        one_search=True,
    )
    session.remember(variations)
    page.play(session)
    return {}


def playable(position: Position[Any], moves: Sequence[str]) -> Sequence[str]:
    """The moves as far as they can be played one after the other."""
    for number, text in enumerate(moves):
        try:
            position = position.play(text)
        except PlygroundError:
            return moves[:number]
    return moves


def playable_lines(position: Position[Any], lines: Iterable[Sequence[str]]) -> list[Sequence[str]]:
    """As many of the lines as a page may have kept, each as far as it can be played."""
    found: list[Sequence[str]] = []
    for line in lines:
        if sum(map(len, found)) + len(line) <= MAX_KEPT:
            found.append(playable(position, line))
    return found


async def seat(page: Page, fields: Fields) -> Data:
    """Another player for a side."""
    session = _open_session(page)
    wanted = read_seat(fields, page.lab.caps, session.game, page.lab.users)
    session.seat(Player(fields["player"]), wanted.agent, wanted.limits)
    page.refresh()
    return {}


async def cancel(page: Page, fields: Fields) -> Data:
    """Cancel the job that this page waits for."""
    page.cancel()
    return {}


async def look(page: Page, fields: Fields) -> Data:
    """A position without playing it, or the one after as many of some moves from it as can be played."""
    game = await asyncio.to_thread(read_game, fields["game"], page.lab.caps, page.lab.users)
    position = await asyncio.to_thread(read_position, game, fields["position"])
    return await asyncio.to_thread(_after, position, fields.get("moves") or ())


def _after(position: Position[Any], moves: Sequence[str]) -> Data:
    """The position after some moves, with the cell of the last one and those that won."""
    last = None
    for text in playable(position, moves):
        last, position = last_cell(position, text), position.play(text)
    outcome, board = position.outcome(), drawn_board(position)
    won = winning_cells(board, outcome.lines) if outcome and board else []
    return {**position_json(position), "last": last, "winning": won}


async def graph(page: Page, fields: Fields) -> Data:
    """What positions of the game so far are worth to the first player: all, or those after some plies.

    Who asks for some of them does so by the way, and keeps no machine from its move.
    """
    lab, session = page.lab, _open_session(page)
    game, view = session.game, session.view
    plies = fields.get("plies")
    positions = await asyncio.to_thread(_positions, game, view)
    least, most = GRAPH_SECONDS
    wanted = range(len(positions)) if plies is None else [ply for ply in plies if ply < len(positions)]
    seconds = ONE_BY_ONE if plies is not None else min(most, max(least, lab.caps.seconds / len(wanted)))
    points = []
    for ply in wanted:
        if plies is not None and (page.session is not session or session.view.thinking == "move"):
            raise Refused("server.cancelled")
        position = positions[ply]
        key = game.spec, position
        point = lab.recall(key)
        if point is None:
            request = partial(request_values, game.spec, view.start, view.played[:ply], seconds)
            point = await _value_point(page, position, request)
            if point["kind"] != "estimate" or not plays("perfect", game):  # the solver may find out later
                lab.remember(key, point)
        points.append({"ply": ply, **point})
    return {"graph": points}


def _positions(game: Game[Any], view: View) -> list[Position[Any]]:
    """The positions of the game on the board, from its start."""
    positions = [read_position(game, view.start)]
    for move in view.played:
        positions.append(positions[-1].play(move.text))
    return positions


async def _value_point(page: Page, position: Position[Any], request: Callable[[], Any]) -> Data:
    outcome = position.outcome()
    if outcome is not None:
        return _outcome_point(outcome)
    reply = await page.run_job(request())
    best = max((Value(**value) for value in reply["values"]), key=worth)
    if position.to_move is Player.FIRST:
        return {"kind": best.kind, "plies": best.plies, "score": best.score}
    score = None if best.score is None else -best.score
    return {"kind": OPPOSITE.get(best.kind, best.kind), "plies": best.plies, "score": score}


def _outcome_point(outcome: Outcome) -> Data:
    if outcome.points is not None:
        return {"kind": "estimate", "plies": 0, "score": outcome.points}
    kind = "draws" if outcome.winner is None else "wins" if outcome.winner is Player.FIRST else "loses"
    return {"kind": kind, "plies": 0, "score": None}


def _open_session(page: Page) -> Session:
    if page.session is None:
        raise Refused("server.no-session")
    return page.session


def command(act: Callable[[Session, Fields], None]) -> Handler:
    """A handler that gives the session a command; the view shows what follows."""

    async def handler(page: Page, fields: Fields) -> Data:
        act(_open_session(page), fields)
        page.refresh()
        return {}

    return handler


def set_up(session: Session, fields: Fields) -> None:
    """Continue from a position; one of a user's game is given by moves only."""
    if isinstance(session.game, CustomGame):
        read_position(session.game, fields["text"])
    session.set_up(fields["text"])


HANDLERS: dict[str, Handler] = {
    "hello": hello,
    "open": open_game,
    "seat": seat,
    "cancel": cancel,
    "look": look,
    "graph": graph,
    "move": command(lambda session, fields: session.move(fields["move"])),
    "undo": command(lambda session, fields: session.undo(fields.get("plies"))),
    "redo": command(lambda session, fields: session.redo(fields.get("plies"))),
    "follow": command(lambda session, fields: session.follow(fields["line"], fields["ply"])),
    "go": command(lambda session, fields: session.go(fields["ply"])),
    "new": command(lambda session, fields: session.new(fields.get("opening"))),
    "set_up": command(set_up),
    "swap": command(lambda session, fields: session.swap()),
    "pause": command(lambda session, fields: session.pause()),
    "resume": command(lambda session, fields: session.resume()),
    "step": command(lambda session, fields: session.step()),
    "hint": command(lambda session, fields: session.hint()),
    "edit": command(lambda session, fields: session.edit()),
    "clear": command(lambda session, fields: session.clear()),
    "analyse": command(lambda session, fields: session.analyse(fields["on"])),
    "put": command(lambda session, fields: session.put(fields["cell"], fields.get("mark"))),
    "turn": command(lambda session, fields: session.turn(Player(fields["player"]))),
    "leave_edit": command(lambda session, fields: session.leave_edit(keep=fields["keep"])),
    "series": command(lambda session, fields: session.play_series(fields["games"])),
}
