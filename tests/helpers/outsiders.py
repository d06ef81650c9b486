"""Agents in other people's conventions, at the arena's table or in this very process."""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from plyground import load_game
from plyground.agents import MoveLimits, load_entrant
from plyground.arena.clock import TimeControl
from plyground.arena.pair_player import PairPlayer
from plyground.arena.plan import Plan
from plyground.arena.records import GameRecord, Pair
from plyground.workers.messages import Reason


@contextmanager
def undone() -> Iterator[None]:
    """What an agent that is entered here does to Python's modules, paths and chance is undone."""
    modules, path, chance = dict(sys.modules), list(sys.path), random.getstate()
    try:
        yield
    finally:
        for name in [
            name for name in sys.modules if name.startswith(("kaggle_environments", "plyground_agent"))
        ]:
            del sys.modules[name]
        sys.modules.update(modules)
        sys.path[:] = path
        random.setstate(chance)


def answered(spec: str, game: str = "connect4", text: str = "-", **limits: float) -> Any:
    """What an agent that begins in a position answers there, as the arena is given it."""
    position = load_game(game).parse(text)
    return load_entrant(spec).enter(0).choose(position, MoveLimits(**limits)).move  # type: ignore[arg-type]


def answered_text(spec: str, game: str = "connect4", text: str = "-", **limits: float) -> str:
    """The text of the legal move that an agent answers."""
    position = load_game(game).parse(text)
    move = answered(spec, game, text, **limits)
    assert move in position.moves(), move
    return position.write(move)


def games(
    agent: str,
    game: str = "connect4(5,4,3)",
    seconds: float = 5,
    count: int = 2,
    sandbox: bool = False,
    control: TimeControl | None = None,
    trust: bool = False,
) -> list[GameRecord]:
    """Games against one who plays by chance, the first of them with the first move."""
    control, agents = control or TimeControl(seconds=seconds), (agent, "random")
    plan = Plan(game, agents, control=control, in_process=True, pinned=False, sandbox=sandbox, trust=trust)
    with PairPlayer(plan) as table:
        return list(table.play(Pair(0, (0, 1), "-", count)).games)


def said(game: GameRecord) -> list[str]:
    """What the agent printed with its moves."""
    return [move.printed or "" for move in game.moves if move.agent == 0]


def check_played(agent: str, game: str = "connect4(5,4,3)", **more: Any) -> list[GameRecord]:
    """The games end by the rules, without a fault."""
    record = games(agent, game, **more)
    assert [(played.ending, played.detail) for played in record] == [("rules", "")] * len(record)
    return record


def check_forfeit(
    agent: str, reason: Reason, detail: str, game: str = "connect4(5,4,3)", **more: Any
) -> None:
    """The first game is lost for a reason that is told."""
    (record,) = games(agent, game, count=1, **more)
    assert (record.ending, record.reason, record.winner) == ("forfeit", reason, 1)
    assert detail in record.detail
