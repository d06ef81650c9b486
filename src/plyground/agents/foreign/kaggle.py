"""Agents for Kaggle's ConnectX: `kaggle:submission.py`, on any board where discs fall.

The agent is the last callable that the file defines. It is called with as many of (observation,
configuration) as it takes, and answers a column, counted from 0.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

from plyground.agents.agent import Agent, Choice, Entrant
from plyground.agents.foreign import kaggle_stand_in
from plyground.agents.foreign.answers import NoMove, accepts, whole, wrongly_made
from plyground.agents.foreign.kaggle_stand_in import Struct
from plyground.agents.foreign.outline import Outline
from plyground.agents.user import Source
from plyground.errors import BadSpec, PlygroundError, a_few
from plyground.game import Position
from plyground.games.line import LinePosition
from plyground.search.limits import Limits
from plyground.spec import Spec

HOW = "an agent is a function agent(observation, configuration)"

# What Kaggle itself gives agents; its limits of time are told where a match has none.
ACT_TIMEOUT = 2
OVERAGE_TIME = 60
_OTHERS = {"agentTimeout": 60, "runTimeout": 1_200, "episodeSteps": 1_000}


@dataclass(frozen=True)
class KaggleAgent:
    """What a file has as its agent, and how many arguments that is given."""

    name: str
    function: Callable[..., Any]
    arguments: int

    def choose(self, position: Position[Any], limits: Limits) -> Choice:
        board = _with_gravity(position)
        given = (observation(board, limits), configuration(board, limits))
        return Choice(move(board, self.function(*given[: self.arguments])))


def entrant(spec: Spec) -> Entrant:
    """The entrant that a spec names: `kaggle:FILE.py`, or with the name of one of the file's callables."""
    source = Source.of(spec)
    if source.options:
        right = "the file itself says how its agent plays"
        raise BadSpec("options for a Kaggle agent", source.spec, None, right)

    def enter(seed: int) -> Agent:
        kaggle_stand_in.install()
        module = source.module(seed)
        function = _called(_named(module, source.name) if source.name else last_callable(module))
        for count in (2, 1, 0):
            if accepts(function, count):
                return KaggleAgent(source.spec, function, count)
        raise BadSpec(wrongly_made(function), Path(source.where).name, None, HOW)

    return Entrant(source.spec, False, enter, source.files)


def last_callable(module: ModuleType) -> Any:
    """The callable that a file has last, as on Kaggle; but what it only imports is no agent.

    A class is taken where there is no function and no object, and if its objects can be called; what is
    imported, where there is nothing else.
    """
    found = _callables(module)
    outline = Outline.of(_file(module))
    own = [value for name, value in found.items() if not outline or name not in outline.imported]
    functions = [value for value in own if not isinstance(value, type)]
    for candidates in (functions, own, list(found.values())):
        if candidates:
            return candidates[-1]
    raise BadSpec("no agent", _file(module).name, None, HOW)


def _named(module: ModuleType, name: str) -> Any:
    found = _callables(module)
    if name not in found:
        there = f"it has {a_few(list(found))}" if found else HOW
        raise BadSpec(f"no {name}", _file(module).name, None, there)
    return found[name]


def _file(module: ModuleType) -> Path:
    return Path(getattr(module, "__file__", None) or module.__name__)


def _callables(module: ModuleType) -> dict[str, Any]:
    """What can be called, in the order of the file; classes if what they make can be called."""
    return {
        name: value
        for name, value in vars(module).items()
        if callable(value)
        and not name.startswith("__")
        and (not isinstance(value, type) or any("__call__" in vars(kind) for kind in value.__mro__))
    }


def _called(found: Any) -> Callable[..., Any]:
    function: Callable[..., Any] = found() if isinstance(found, type) else found
    return function


def _with_gravity(position: Position[Any]) -> LinePosition:
    if isinstance(position, LinePosition) and position.game.gravity:
        return position
    kind = position.game.spec if isinstance(position, LinePosition) else type(position).__name__
    raise PlygroundError(
        f"a Kaggle agent drops discs into columns: it plays connect4 of any size, not {kind}"
    )


def observation(position: LinePosition, limits: Limits) -> Struct:
    """What an agent sees, made anew for every move: the board row by row from the top, and whose it is."""
    first, second = position.stones
    cells = range(position.game.cells)
    return Struct(
        board=[1 if first >> cell & 1 else 2 if second >> cell & 1 else 0 for cell in cells],
        mark=position.to_move.value + 1,
        step=(first | second).bit_count(),
        remainingOverageTime=_overage(limits),
    )


def configuration(position: LinePosition, limits: Limits) -> Struct:
    """The size of the board and the time for a move."""
    game = position.game
    seconds = ACT_TIMEOUT if limits.seconds is None else limits.seconds
    return Struct(
        columns=game.columns, rows=game.rows, inarow=game.k, actTimeout=seconds, timeout=seconds, **_OTHERS
    )


def _overage(limits: Limits) -> float:
    """Seconds beyond the time for a move: what a clock still holds; none without a clock."""
    if limits.seconds is None:
        return OVERAGE_TIME
    remaining = getattr(limits, "remaining", None)
    return 0 if remaining is None else max(0.0, remaining - limits.seconds)


def move(position: LinePosition, answer: Any) -> Any:
    """The cell where the disc comes to lie that an agent drops into a column, or why there is none."""
    column, game = whole(answer), position.game
    if column is None:
        return NoMove(answer, "a column is a whole number")
    if not 0 <= column < game.columns:
        return NoMove(column, f"columns are 0 to {game.columns - 1}")
    cell = game.landing(position.first | position.second, column)
    return NoMove(column, "that column, counted from 0, is full") if cell is None else cell
