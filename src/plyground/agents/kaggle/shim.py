"""A shim for the package kaggle_environments: only what agents for ConnectX import from it.

It is used only where the package is not installed, and plays no matches.
"""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType
from typing import Any, NoReturn

from plyground.agents.kaggle.baselines import AGENTS, negamax_agent, random_agent
from plyground.agents.kaggle.environment import Environment, evaluate, make, refuse
from plyground.agents.kaggle.structs import ERRORS, PACKAGE, CanonicalError, NotFound, Struct, structify
from plyground.games.line import connect4

VERSION = "1.14.10"  # three plain numbers: submissions compare it


def read_file(path: str, fallback: Any = None) -> Any:
    """The text of a file, or the fallback if there is no such file."""
    try:
        return Path(path).read_text(encoding="utf-8")
    except (OSError, ValueError):
        if fallback is not None:
            return fallback
        raise NotFound(f"no file {path}") from None


def get_last_callable(*_: Any, **__: Any) -> NoReturn:
    refuse("get_last_callable")


class ShimAgent:
    """Kaggle's `Agent`: a callable, the name of a built-in agent, or a column."""

    def __init__(self, raw: Any, environment: Environment) -> None:
        self.raw, self.configuration = raw, environment.configuration
        self.agent = AGENTS.get(raw, raw) if isinstance(raw, str) else raw

    def act(self, observation: Any) -> tuple[Any, dict[str, Any]]:
        """Its answer, and an empty log."""
        if not callable(self.agent):
            return self.agent, {}
        given = (structify(observation), structify(self.configuration))
        code = getattr(self.agent, "__code__", None)
        return self.agent(*given[: code.co_argcount if code else 2]), {}


def play(board: list[int], column: int, mark: int, config: Any) -> None:
    """Drop a disc into a column of a board."""
    board[_lowest_empty(board, column, config)] = mark


def is_win(board: list[int], column: int, mark: int, config: Any, has_played: bool = True) -> bool:
    """Whether the topmost disc of a player in a column wins, or the next disc dropped there."""
    game = connect4(config.columns, config.rows, config.inarow)
    cells = range(column, game.cells, game.columns)
    if has_played:
        cell = min(cell for cell in cells if board[cell] == mark)
    else:
        cell = _lowest_empty(board, column, config)
    own = sum(1 << place for place, disc in enumerate(board) if disc == mark) | 1 << cell
    return any(own & line == line for line in game.through[cell])


def renderer(state: Any, env: Any) -> str:
    """The board as text."""
    board, columns = state[0].observation.board, env.configuration.columns
    rows = (board[start : start + columns] for start in range(0, len(board), columns))
    return "\n".join(" ".join(".XO"[disc] for disc in row) for row in rows) + "\n"


def _lowest_empty(board: list[int], column: int, config: Any) -> int:
    """Where a disc lands; a full column is a ValueError, as in the package."""
    cells = range(column, config.columns * config.rows, config.columns)
    return max(cell for cell in cells if board[cell] == 0)


def install() -> None:
    """Make `import kaggle_environments` find the shim, unless the package is installed."""
    if PACKAGE in sys.modules or importlib.util.find_spec(PACKAGE):
        return
    shared = {"get_last_callable": get_last_callable, "structify": structify, "read_file": read_file}
    contents: dict[str, dict[str, Any]] = {
        "": {
            "make": make,
            "evaluate": evaluate,
            "version": VERSION,
            "__version__": VERSION,
            "Agent": ShimAgent,
        }
        | {"structify": structify, "Struct": Struct, "environments": {"connectx": Environment}},
        "core": {"make": make, "evaluate": evaluate, "Environment": Environment},
        "agent": {"Agent": ShimAgent, **shared},
        "utils": {"Struct": Struct, **shared},
        "errors": {"CanonicalError": CanonicalError, **ERRORS},
        "envs": {},
        "envs.connectx": {},
        "envs.connectx.connectx": {
            "EMPTY": 0,
            "play": play,
            "is_win": is_win,
            "random_agent": random_agent,
            "negamax_agent": negamax_agent,
            "agents": dict(AGENTS),
            "renderer": renderer,
        },
    }
    for place, names in contents.items():
        _add(f"{PACKAGE}.{place}".rstrip("."), names)


def _add(name: str, names: dict[str, Any]) -> None:
    """Add a module without a file: modules with a file are imported anew for every game."""
    module = ModuleType(name, "plyground's stand-in")
    module.__path__ = []  # a package, in which nothing else is found
    vars(module).update(names)
    sys.modules[name] = module
    parent, _, child = name.rpartition(".")
    if parent:
        setattr(sys.modules[parent], child, module)
