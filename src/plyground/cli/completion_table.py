"""The table of what can be typed: commands with their options and arguments, agents and games with theirs.

It is read off the program itself, which takes a second, and kept in a file of the user's cache for as long
as the program stays the same.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from contextlib import suppress
from enum import Enum
from inspect import signature
from pathlib import Path
from typing import Any, get_args

import plyground

_SOURCES = ("agents", "cli", "evaluation", "games", "papers", "searchers", "solver")  # what the table is of
_LANGUAGES = ["en", "pt-BR"]
# What a value is, by the word that stands for it in the help; of options also by their own names.
_KINDS: dict[str, Any] = {
    "GAME": "game",
    "GAMES": "game",
    "FILE.py:CLASS": "game",
    "AGENT": "agent",
    "AGENTS": "agent",
    "WHO": "player",
    "RUN": "run",
    "COMMAND": "command",
    "FILE": "file",
    "TOML": "file",
    "DIR": "file",
    "L": _LANGUAGES,
    "CODE": _LANGUAGES,
    "FOLDER": "file",
    "RUBRIC": "file",
    "SUBMISSIONS": "file",
    "ASSIGNMENT": ["minimax", "alphabeta", "connect4-agent", "heuristic"],
    "WHICH": ["uci", "connect4"],
    "PAPER": ["P1"],
    "PAPERS": ["P0", "P1", "P2", "P3", "P4"],
    "--agent": "agent",
    "--minimax": "agent",
    "--greedy": "agent",
    "--game": "game",
    "--evaluate": "evaluation",
    "--format": ["round-robin", "gauntlet"],
    "--policy": ["forfeit", "fallback"],
    "--openings": ["none", "random(4)", "balanced(4)", "file:"],
    "--cluster": ["local", "tcp://"],
}


def load_table() -> Any:
    """The table as it was kept, if it is of this very program; else it is made and kept."""
    stamp, place = _stamp(), _cache_file()
    with suppress(OSError, ValueError, AttributeError):
        kept = json.loads(place.read_text(encoding="utf-8"))
        if kept.get("stamp") == stamp:
            return kept
    table = make_table() | {"stamp": stamp}
    with suppress(OSError):
        from plyground.whole_file import write_whole

        place.parent.mkdir(parents=True, exist_ok=True)
        write_whole(place, json.dumps(table, ensure_ascii=False))
    return table


def make_table() -> dict[str, Any]:
    """The table, read off the program."""
    import typer

    from plyground.agents import AGENTS
    from plyground.agents.registry import SCHEMES
    from plyground.cli.app import app
    from plyground.evaluation.registry import AUTO, EVALUATIONS
    from plyground.games.registry import registered
    from plyground.papers.published import EVALUATIONS as PUBLISHED

    group: Any = typer.main.get_command(app)
    context = typer.Context(group)
    names = group.list_commands(context)
    own = [name for name in SCHEMES if name != "object"]
    return {
        "root": {"options": _options(group, context)},
        "commands": {name: _command(group.get_command(context, name), context) for name in names},
        "agents": {name: _spec(kind, kind.__doc__) for name, kind in AGENTS.items()},
        "games": {name: _spec(entry.factory, entry.summary) for name, entry in registered().items()},
        "evaluations": [AUTO, *EVALUATIONS, *PUBLISHED],
        "schemes": own,
    }


def _command(command: Any, context: Any) -> dict[str, Any]:
    arguments = [param for param in command.get_params(context) if param.param_type_name == "argument"]
    return {
        "help": _first_line(command.help),
        "options": _options(command, context),
        "arguments": [{"kind": _kind(each), "many": each.nargs == -1} for each in arguments],
    }


def _options(command: Any, context: Any) -> dict[str, Any]:
    """The options of a command, each under each of its long names."""
    found: dict[str, Any] = {}
    for param in command.get_params(context):
        if param.param_type_name == "option" and not param.hidden:
            names = [name for name in (*param.opts, *param.secondary_opts) if name.startswith("--")]
            value = None if param.is_flag or param.is_eager else _kind(param)
            about = {"names": names, "help": _first_line(param.help), "many": param.multiple}
            found |= {name: {**about, "value": value} for name in names}
    return found


def _kind(param: Any) -> Any:
    """What a value of a parameter is; "" if that cannot be said."""
    kind = param.type_descriptor.annotation
    for each in (kind, *get_args(kind)):
        if isinstance(each, type) and issubclass(each, Enum):
            return [member.value for member in each]
    whole_number = int in (kind, *get_args(kind))  # replay's GAME is the number of one
    names = () if whole_number else (*param.opts, param.metavar)
    return next((_KINDS[name] for name in names if name in _KINDS), "")


def _spec(factory: Callable[..., Any], summary: str | None) -> dict[str, Any]:
    """An agent or a game: what it is, and its options."""
    options = {param.name: _option(param.name, param.default) for param in _parameters(factory)}
    return {"help": _first_line(summary), "options": options}


def _parameters(factory: Callable[..., Any]) -> Iterator[Any]:
    return (each for each in signature(factory).parameters.values() if each.kind != each.VAR_POSITIONAL)


def _option(name: str, default: Any) -> dict[str, Any]:
    """An option of a spec: its default, and its values where they can be told."""
    from plyground.evaluation.registry import AUTO, EVALUATIONS
    from plyground.searchers.order import NAMES

    texts = {"evaluate": [AUTO, *EVALUATIONS], "core": ["auto", "python", "native"], "order": list(NAMES)}
    values = ["True", "False"] if isinstance(default, bool) else texts.get(name, [])
    known = "" if default is signature(_option).empty else repr(default)
    return {"help": known, "values": values, "text": name in texts, "agents": name == "inner"}


def _first_line(text: str | None) -> str:
    return (text or "").strip().partition("\n")[0]


def _stamp() -> str:
    """What changes with the program: its version, and the files that the table is read off."""
    package = Path(plyground.__file__).parent
    newest = size = 0
    for folder in _SOURCES:
        with os.scandir(package / folder) as entries:
            for entry in entries:
                if entry.name.endswith(".py"):
                    about = entry.stat()
                    newest, size = max(newest, about.st_mtime_ns), size + about.st_size
    return f"{plyground.__version__} {package} {newest} {size}"


def _cache_file() -> Path:
    """Where the table is kept, as the XDG base directories have it."""
    base = os.environ.get("XDG_CACHE_HOME") or os.environ.get("LOCALAPPDATA")
    return (Path(base) if base else Path("~/.cache").expanduser()) / "plyground" / "completion.json"
