"""What a page may ask for: our own games and agents, within limits, and the games that the server was
started with, by name. No files, no modules, no code.

A spec is checked before anything is built from it. The limits of each move keep searches short.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, fields, replace
from difflib import get_close_matches
from typing import Any, TypeVar

from plyground.agents import AGENTS, MoveLimits, load_agent
from plyground.agents.defaults import default_depth
from plyground.errors import PlygroundError, truncate
from plyground.evaluation import AUTO, EVALUATIONS, LineWeights, choose_evaluation
from plyground.evaluation.kept_weights import is_kept_name
from plyground.game import Game, Position, play_text
from plyground.games.custom import CustomGame
from plyground.games.line import LineGame
from plyground.games.registry import load_game
from plyground.message import Message, say
from plyground.searchers import Searcher
from plyground.searchers.mcts import MCTS
from plyground.searchers.searcher import TreeSearcher
from plyground.searchers.types import stricter
from plyground.session import HUMAN, Seat
from plyground.session.view import why
from plyground.spec import Spec
from plyground.ui.offers import GAME_NAMES, NAMES, plays
from plyground.ui.web.protocol import Refused
from plyground.ui.web.user_games import UserGames

MAX_TEXT = 4_000  # as in protocol.json
T = TypeVar("T")
OPENINGS = ("none", "random", "balanced", "list")
MAX_ROUNDS = 200_000_000  # time ends the playouts long before
_EVALUATIONS = sorted((AUTO, *EVALUATIONS))
_KINDS = AGENTS | {kind.__name__: kind for kind in AGENTS.values()}


@dataclass(frozen=True)
class Caps:
    """The most that pages may ask for: the server shares the machine with the person who runs it."""

    seconds: float = 10.0  # a move or a search
    depth: int = 40
    nodes: int = 200_000_000
    rows: int = 5_000  # of a trace
    cells: int = 256
    games: int = 10_000  # a run
    table_mb: int = 128
    table_entries: int = 4_000_000
    connections: int = 256
    message: int = 65_536  # bytes from the page
    inflow: int = 4 << 20  # bytes at once, with all that is no message: pings, empty pieces of messages
    inflow_rate: float = 131_072.0  # bytes a second in the long run
    outbox: int = 200  # messages that wait for a page
    patience: float = 20.0  # seconds that a page may take to receive one
    burst: int = 200  # requests at once
    rate: float = 50.0  # requests a second in the long run
    excess: int = 100  # requests beyond that, each refused, before the connection is closed
    idle: float = 4 * 3_600.0  # seconds without any message
    silence: float = 5.0  # seconds for a new connection to send a request
    pace: float = 0.15  # seconds between a machine's move and the next one

    def to_json(self) -> dict[str, Any]:
        """The caps that pages know."""
        return {
            name: getattr(self, name) for name in ("seconds", "depth", "nodes", "rows", "cells", "games")
        }


CAPS = Caps()
NONE = UserGames()


def read_game(text: str, caps: Caps = CAPS, users: UserGames = NONE) -> Game[Any]:
    """The game that a spec names, ready to be played: ours, or one that the server was started with."""
    if text in users.specs:
        return load_game(users.specs[text])
    spec = _parse_spec(text, "server.no-game")
    if spec.name not in GAME_NAMES:
        why_not = _hint(spec.name, (*GAME_NAMES, *users.specs))
        raise Refused("server.unknown-game", given=truncate(spec.name), why=why_not)
    try:
        game = load_game(text)
    except PlygroundError as error:
        raise _refusal("server.no-game", text, error) from None
    if isinstance(game, LineGame):
        if game.cells > caps.cells:
            raise Refused("server.too-much", name="cells", most=caps.cells)
        _ = game.through, game.spelling  # takes its time, once
    return _check_length(game, game.spec)


def read_position(game: Game[Any], text: str) -> Position[Any]:
    """The position that a text names; in a user's game by moves only.

    The text of a position itself would have its class called with a visitor's values, of any size.
    """
    try:
        if isinstance(game, CustomGame):
            return play_text(game.start(), text)
        return game.parse(text or "-")
    except PlygroundError as error:
        raise _refusal("server.no-position", text, error) from None


def read_agent(text: str, caps: Caps) -> Searcher:
    """The agent that a spec names, if it is one of ours and within the caps."""
    _check_agent(_parse_spec(text, "server.no-agent"), caps)
    try:
        agent = load_agent(text)
        return _check_length(agent, agent.spec)
    except PlygroundError as error:
        raise _refusal("server.no-agent", text, error, _max_options(caps)) from None


def read_openings(text: str, game: Game[Any]) -> str:
    """The openings of a run, if they are in no file; those of a list can be played."""
    spec = _parse_spec(text, "server.no-openings")
    if spec.name not in OPENINGS or any(_specs((*spec.args, *spec.options.values()))):
        raise Refused("server.unknown-openings", given=truncate(text), known=", ".join(OPENINGS))
    for opening in spec.args if isinstance(game, CustomGame) and spec.name == "list" else ():
        read_position(game, str(opening))
    return text


def read_limits(wanted: Mapping[str, Any], caps: Caps) -> MoveLimits:
    """The limits of a move or a search: those asked for, within the caps, and always a time limit."""
    for name in ("depth", "nodes", "seconds"):
        if (wanted.get(name) or 0) > getattr(caps, name):
            raise Refused("server.too-much", name=name, most=getattr(caps, name))
    return MoveLimits(wanted.get("depth"), wanted.get("nodes"), wanted.get("seconds") or caps.seconds)


def read_seat(
    wanted: Mapping[str, Any] | None, caps: Caps, game: Game[Any], users: UserGames = NONE
) -> Seat:
    """A seat: a person's, or an agent's with limits.

    On a large board, a search without a depth limit would run out of time without any answer: it gets the
    usual depth for that game.
    """
    if wanted is None or wanted.get("agent") is None:
        return HUMAN
    agent, limits = read_agent(wanted["agent"], caps), read_limits(wanted, caps)
    if not plays(agent.name, game):
        raise Refused("server.cannot-play", agent=agent.spec, game=users.name_of(game.spec))
    check_weights(agent, game)
    if isinstance(agent, TreeSearcher) and agent.max_depth is None and limits.depth is None:
        limits = replace(limits, depth=default_depth(type(agent), game, agent.core))
    return Seat(agent.spec, limits)


def check_weights(agent: Searcher, game: Game[Any]) -> None:
    """Refuse an agent whose weights are of another game."""
    inner = getattr(agent, "inner", agent)
    if not isinstance(inner, TreeSearcher):
        return
    try:
        choose_evaluation(inner.evaluate, game.start(), inner.depth)
    except PlygroundError as error:
        raise _refusal("server.no-agent", agent.spec, error) from None


def seat_in_game(seat: Seat, game: Game[Any]) -> Seat:
    """The same player in another game; MCTS instead of a player that cannot play it."""
    if seat.agent is None:
        return seat
    if not plays(Spec.parse(seat.agent).name, game):
        return Seat(MCTS.name, seat.limits)
    agent = load_agent(seat.agent)
    try:
        check_weights(agent, game)
    except Refused:
        return Seat(MCTS.name, seat.limits)
    if isinstance(agent, TreeSearcher) and (usual := default_depth(type(agent), game, agent.core)):
        return replace(seat, limits=replace(seat.limits, depth=stricter(seat.limits.depth, usual)))
    return seat


def _check_length(made: T, spec: str) -> T:
    """What was built from a spec, unless its own spec is too long for a message."""
    if len(spec) > MAX_TEXT:
        raise Refused("server.too-much", name="characters", most=MAX_TEXT)
    return made


def _parse_spec(text: str, key: str) -> Spec:
    try:
        return Spec.parse(text)
    except PlygroundError as error:
        raise _refusal(key, text, error) from None


def _refusal(key: str, text: str, error: PlygroundError, most: Mapping[str, float] = {}) -> Refused:
    """Why a text was refused, where no option may be more than its `most`."""
    reason = why(error)
    if isinstance(reason, Message) and reason.facts.get("name") in most and "most" in reason.facts:
        reason = replace(
            reason, facts={**reason.facts, "most": min(reason.facts["most"], most[reason.facts["name"]])}
        )
    return Refused(
        key, given=truncate(text), why=truncate(reason, 300) if isinstance(reason, str) else reason
    )


def _hint(given: str, known: Iterable[str]) -> Message:
    """What somebody may have meant by a name that there is not; else where those that there are stand."""
    names = list(known)
    begun = [name for name in names if name.startswith(f"{given}(")]
    near = begun or get_close_matches(truncate(given).lower(), names, 1)
    return say("why.did-you-mean", near=near[0]) if near else say("why.choose")


def _check_agent(spec: Spec, caps: Caps) -> None:
    """Refuse unknown names and options that are too large, also of agents inside this one."""
    if spec.name not in _KINDS:
        raise Refused("server.unknown-agent", given=truncate(spec.name), why=_hint(spec.name, NAMES))
    most = _max_options(caps)
    positional = [option.name for option in fields(_KINDS[spec.name]) if not option.kw_only]
    for name, value in [*zip(positional, spec.args, strict=False), *spec.options.items()]:
        if isinstance(value, int | float) and value > most.get(name, math.inf):
            raise Refused("server.too-much", name=name, most=most[name])
        if name == "evaluate" and isinstance(value, str) and not _is_data(value):
            right = say("why.one-of", name="evaluate", known=", ".join(_EVALUATIONS))
            raise Refused("server.no-agent", given=truncate(str(spec)), why=right)
        for part in _specs(value):
            if part.name not in _KINDS and name not in ("inner", "evaluate"):  # a word without quotes
                where = say("why.spec", where=f"{name}=|{truncate(str(part))}")
                raise Refused("server.no-agent", given=truncate(str(spec)), why=where)
            if part.name not in LineWeights.spec_names:
                _check_agent(part, caps)


def _is_data(evaluation: str) -> bool:
    """Whether an evaluation is one of ours, or weights of a training by number: no file, no code."""
    return evaluation in _EVALUATIONS or is_kept_name(evaluation)


def _max_options(caps: Caps) -> dict[str, float]:
    """The largest value of each option."""
    return {
        "depth": caps.depth,
        "seconds": caps.seconds,
        "table_mb": caps.table_mb,
        "size": caps.table_entries,
        "rounds": MAX_ROUNDS,
    }


def _specs(value: Any) -> Iterator[Spec]:
    if isinstance(value, Spec):
        yield value
    elif isinstance(value, tuple):
        for item in value:
            yield from _specs(item)
