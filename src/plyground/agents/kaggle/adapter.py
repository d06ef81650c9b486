"""Agents for Kaggle's ConnectX: `kaggle:submission.py`, on any board where discs fall.

A submission is a file, a notebook, a folder or an archive. It is called with as many of (observation,
configuration) as it takes, and returns a column, counted from 0. `kaggle:negamax` and `kaggle:random` are
ConnectX's own agents.
"""

from __future__ import annotations

import weakref
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from plyground.agents.agent import Agent, Choice, Entrant
from plyground.agents.answers import NoMove, accepts, describe_signature, whole
from plyground.agents.kaggle import old_numpy, shim
from plyground.agents.kaggle.baselines import negamax_column, random_column
from plyground.agents.kaggle.entry_point import HOW, agent_function, note
from plyground.agents.kaggle.environment import ACT_TIMEOUT, DEFAULTS, OVERAGE_TIME, board_of
from plyground.agents.kaggle.folder import plays_apart, redirect_home
from plyground.agents.kaggle.structs import Struct
from plyground.agents.kaggle.submission import Submission
from plyground.errors import BadSpec, PlygroundError
from plyground.game import Position
from plyground.games.line import LinePosition
from plyground.rng import SplitMix64
from plyground.searchers.types import Limits
from plyground.spec import Spec

BASELINES = ("negamax", "random")
_OTHERS = {name: DEFAULTS[name] for name in ("agentTimeout", "runTimeout", "episodeSteps")}
_OLD = {"steps": DEFAULTS["episodeSteps"]}  # its name until 2020, as `timeout` is that of actTimeout


@dataclass(frozen=True)
class KaggleAgent:
    """The function of a submission, and how many arguments it takes."""

    name: str
    function: Callable[..., Any]
    arguments: int = 2
    file: str = ""  # Kaggle passes it to agents, too

    def choose(self, position: Position[Any], limits: Limits) -> Choice:
        board = _with_gravity(position)
        settings = configuration(board, limits)
        if self.file:
            settings["__raw_path__"] = self.file
        given = (observation(board, limits), settings)
        return Choice(move(board, self.function(*given[: self.arguments])))


def entrant(spec: Spec) -> Entrant:
    """The entrant that a spec names: `kaggle:FILE.py`, or with the name of one of the file's callables."""
    if spec.options:
        right = "the file itself says how its agent plays"
        raise BadSpec("options for a Kaggle agent", str(spec), None, right)
    if spec.name.partition(":")[2] in BASELINES and not spec.args:
        return _baseline(spec)
    submission = Submission.of(spec)
    source = submission.source

    def enter(seed: int) -> Agent:
        shim.install()
        if plays_apart():  # the numpy of a user's program is left alone
            old_numpy.install()
        opened = submission.open()
        redirect_home(opened.home, opened.source.file)
        module = opened.source.module(seed)
        function = agent_function(module, opened.source.name)
        for count in (2, 1, 0):
            if accepts(function, count):
                agent = KaggleAgent(source.spec, function, count, str(opened.source.file or ""))
                weakref.finalize(agent, opened.close)
                return agent
        raise BadSpec(describe_signature(function), Path(source.where).name, None, HOW)

    plain = source.file if submission.is_plain and not source.name else None
    return Entrant(
        source.spec, False, enter, submission.files, submission.folders, note(plain) if plain else ""
    )


def _baseline(spec: Spec) -> Entrant:
    """One of ConnectX's own agents, in our code."""

    def enter(seed: int) -> Agent:
        chance = SplitMix64(seed)
        if spec.name.endswith("random"):
            return KaggleAgent(str(spec), lambda seen, config: random_column(seen.board, config, chance))
        return KaggleAgent(
            str(spec), lambda seen, config: negamax_column(seen.board, seen.mark, config, chance)
        )

    return Entrant(str(spec), True, enter)


def _with_gravity(position: Position[Any]) -> LinePosition:
    if isinstance(position, LinePosition) and position.game.gravity:
        return position
    kind = position.game.spec if isinstance(position, LinePosition) else type(position).__name__
    raise PlygroundError(
        f"a Kaggle agent drops discs into columns: it plays connect4 of any size, not {kind}"
    )


def observation(position: LinePosition, limits: Limits) -> Struct:
    """The observation of an agent, new for every move: the board row by row from the top, and its mark."""
    return Struct(
        board=board_of(position),
        mark=position.to_move.value + 1,
        step=(position.first | position.second).bit_count(),
        remainingOverageTime=_overage(limits),
    )


def configuration(position: LinePosition, limits: Limits) -> Struct:
    """The size of the board and the time for a move."""
    game = position.game
    seconds = ACT_TIMEOUT if limits.seconds is None else limits.seconds
    return Struct(
        columns=game.columns,
        rows=game.rows,
        inarow=game.k,
        actTimeout=seconds,
        timeout=seconds,
        **_OTHERS,
        **_OLD,
    )


def _overage(limits: Limits) -> float:
    """Seconds beyond the time for a move: what is left of the overage or the clock, if there is one."""
    if limits.seconds is None:
        return OVERAGE_TIME
    overage: float | None = getattr(limits, "overage", None)
    if overage is not None:
        return overage
    remaining = getattr(limits, "remaining", None)
    return 0 if remaining is None else max(0.0, remaining - limits.seconds)


def move(position: LinePosition, answer: Any) -> Any:
    """The cell where a disc lands in the agent's column, or why there is none."""
    column, game = whole(answer), position.game
    if column is None:
        return NoMove(answer, "a column is a whole number")
    if not 0 <= column < game.columns:
        return NoMove(column, f"columns are 0 to {game.columns - 1}")
    cell = game.landing(position.first | position.second, column)
    return NoMove(column, "that column, counted from 0, is full") if cell is None else cell
