"""What a page may name: games and agents that are ours, of a bearable size. No file, no module, no code.

Specs are read and looked at before anything is made of them; how long a search may take is seen to by the
limits of each move.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import fields, replace
from typing import Any, TypeVar

from plyground.agents import AGENTS, MoveLimits, load_agent
from plyground.errors import PlygroundError, clip
from plyground.evaluation import Windows
from plyground.game import Game, Position
from plyground.games.line import LineGame
from plyground.games.registry import load_game
from plyground.search import Searcher
from plyground.search.searcher import TreeSearcher
from plyground.session import HUMAN, Seat
from plyground.spec import Spec
from plyground.ui.web.rooms import Caps, Refused
from plyground.ui.web.shown import without_paths

GAMES = ("tictactoe", "connect4", "mnk", "gomoku", "textbook", "tree")
SMALL = 12  # cells: a search to the end is a matter of a moment
MOST_TEXT = 4_000  # as protocol.json says of texts
T = TypeVar("T")
OPENINGS = ("none", "random", "balanced", "list")
CAPS = Caps()
MOST_ROUNDS = 200_000_000  # of playouts; time ends them long before
_KINDS = AGENTS | {kind.__name__: kind for kind in AGENTS.values()}


def game_named(text: str, caps: Caps = CAPS) -> Game[Any]:
    """The game that a spec names, ready to be played."""
    spec = _parsed(text, "server.no-game")
    if spec.name not in GAMES:
        raise Refused("server.no-game", given=clip(text), why=f"games are {', '.join(GAMES)}")
    try:
        game = load_game(text)
    except PlygroundError as error:
        raise _refusal("server.no-game", text, error) from None
    if isinstance(game, LineGame):
        if game.cells > caps.cells:
            raise Refused("server.too-much", name="cells", most=caps.cells)
        _ = game.through, game.spelling  # takes its time, once
    return _not_too_long(game, game.spec)


def position_named(game: Game[Any], text: str) -> Position[Any]:
    """The position that a text names."""
    try:
        return game.parse(text or "-")
    except PlygroundError as error:
        raise _refusal("server.no-position", text, error) from None


def agent_named(text: str, caps: Caps) -> Searcher:
    """The agent that a spec names, if it is one of ours and of a bearable size."""
    _check_agent(_parsed(text, "server.no-agent"), caps)
    try:
        agent = load_agent(text)
        return _not_too_long(agent, agent.spec)
    except PlygroundError as error:
        raise _refusal("server.no-agent", text, error) from None


def openings_named(text: str) -> str:
    """The openings of a run, if they are in no file."""
    spec = _parsed(text, "server.no-openings")
    if spec.name not in OPENINGS or any(_specs((*spec.args, *spec.options.values()))):
        raise Refused("server.no-openings", given=clip(text), why=f"openings are {', '.join(OPENINGS)}")
    return text


def limits_wished(wished: Mapping[str, Any], caps: Caps) -> MoveLimits:
    """Limits for a move or a search: those wished, below the caps, and always one of time."""
    for name in ("depth", "nodes", "seconds"):
        if (wished.get(name) or 0) > getattr(caps, name):
            raise Refused("server.too-much", name=name, most=getattr(caps, name))
    return MoveLimits(wished.get("depth"), wished.get("nodes"), wished.get("seconds") or caps.seconds)


def seat_wished(wished: Mapping[str, Any] | None, caps: Caps, game: Game[Any]) -> Seat:
    """A seat: a person's, or an agent's under limits.

    A search to the end of a large board would be cut off by its time with nothing in its hands: it is given
    a depth, unless it has one.
    """
    if wished is None or wished.get("agent") is None:
        return HUMAN
    agent, limits = agent_named(wished["agent"], caps), limits_wished(wished, caps)
    endless = isinstance(agent, TreeSearcher) and agent.reach is None and limits.depth is None
    if endless and isinstance(game, LineGame) and game.cells > SMALL:
        limits = replace(limits, depth=8 if game.gravity else 4 if game.cells <= 64 else 2)
    return Seat(agent.spec, limits)


def _not_too_long(made: T, spec: str) -> T:
    """What was made of a spec, unless it writes itself at a length that no message may have."""
    if len(spec) > MOST_TEXT:
        raise Refused("server.too-much", name="characters", most=MOST_TEXT)
    return made


def _parsed(text: str, key: str) -> Spec:
    try:
        return Spec.parse(text)
    except PlygroundError as error:
        raise _refusal(key, text, error) from None


def _refusal(key: str, text: str, error: PlygroundError) -> Refused:
    return Refused(key, given=clip(text), why=without_paths(clip(str(error), 300)))


def _check_agent(spec: Spec, caps: Caps) -> None:
    """An agent's name, and options of which none is too large; agents inside it too."""
    if spec.name not in _KINDS:
        why = f"agents are {', '.join(sorted(AGENTS))}"
        raise Refused("server.no-agent", given=clip(str(spec)), why=why)
    most = {
        "depth": caps.depth,
        "seconds": caps.seconds,
        "table_mb": caps.table_mb,
        "size": caps.table_entries,
        "rounds": MOST_ROUNDS,
    }
    positional = [option.name for option in fields(_KINDS[spec.name]) if not option.kw_only]
    for name, value in [*zip(positional, spec.args, strict=False), *spec.options.items()]:
        if isinstance(value, int | float) and value > most.get(name, math.inf):
            raise Refused("server.too-much", name=name, most=most[name])
        for part in _specs(value):
            if part.name != Windows.__name__:
                _check_agent(part, caps)


def _specs(value: Any) -> Iterator[Spec]:
    if isinstance(value, Spec):
        yield value
    elif isinstance(value, tuple):
        for item in value:
            yield from _specs(item)
