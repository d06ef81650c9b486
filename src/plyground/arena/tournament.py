"""Tournaments from outside: a TOML file, or a folder that everybody put an agent into."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from plyground.agents import load_entrant
from plyground.arena.control import Clock, Control
from plyground.arena.plan import Plan
from plyground.arena.pool import LocalPool
from plyground.arena.sprt import SPRT
from plyground.errors import BadSpec, PlygroundError, clip
from plyground.spec import Spec

_CONTROL = {field.name for field in fields(Control)}
_PLAN = {field.name for field in fields(Plan)} - {"control", "names"}


@dataclass(frozen=True)
class Named:
    """An agent and what it is called."""

    name: str
    spec: str


def plan_from(options: dict[str, Any], where: str = "") -> Plan:
    """The plan that options make: those of a plan and of its limits side by side."""
    known = _PLAN | _CONTROL | {"time"}
    for key in options:
        if key not in known:
            raise BadSpec(
                f"no option {clip(key)}", where or key, None, f"options are {', '.join(sorted(known))}"
            )
    options = dict(options)
    if "time" in options:
        options["seconds"] = options.pop("time")
    limits = {key: options.pop(key) for key in list(options) if key in _CONTROL}
    if isinstance(limits.get("clock"), str):
        limits["clock"] = Clock.parse(limits["clock"])
    if isinstance(options.get("sprt"), str):
        options["sprt"] = SPRT.parse(options["sprt"])
    named = [_named(agent, where) for agent in options.pop("agents", [])]
    specs = tuple(agent.spec for agent in named)
    names = tuple(agent.name or agent.spec for agent in named) if any(a.name for a in named) else ()
    try:
        return Plan(**options, agents=specs, names=names, control=Control(**limits))
    except TypeError as error:  # a value of another type than it should be
        raise BadSpec(f"bad options ({error})", where or "options") from None


def options_in(path: Path) -> dict[str, Any]:
    """The options that a TOML file holds."""
    try:
        return tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except (OSError, UnicodeDecodeError) as error:
        raise BadSpec(f"cannot read {path}", str(path), None, str(error)) from None
    except tomllib.TOMLDecodeError as error:
        raise BadSpec(f"{path} is no TOML ({error})", str(path)) from None


def _named(agent: object, where: str) -> Named:
    if isinstance(agent, str):
        return Named("", agent)
    if isinstance(agent, dict) and set(agent) <= {"name", "spec"} and isinstance(agent.get("spec"), str):
        return Named(str(agent.get("name", "")), agent["spec"])
    right = 'an agent is "spec" or { name = "…", spec = "…" }'
    raise BadSpec(f"no agent {clip(repr(agent))}", where, None, right)


def submissions(folder: Path) -> list[Named]:
    """The agents of a folder: every Python file in it, and every folder with an agent.py, by name."""
    if not folder.is_dir():
        raise BadSpec(f"no folder {folder}", str(folder), None, "give a folder of Python files")
    found = []
    for path in sorted(folder.iterdir()):
        if path.name.startswith((".", "_")):
            continue
        if path.is_dir() and (path / "agent.py").is_file():
            found.append(Named(path.name, str(Spec("python", (str(path / "agent.py"),)))))
        elif path.suffix == ".py" and path.is_file():
            found.append(Named(path.stem, str(Spec("python", (str(path),)))))
    return found


def fit_to_play(plan: Plan, workers: int) -> dict[str, str]:
    """Why agents cannot play, by their names: users' code is tried in processes of its own."""
    bad: dict[str, str] = {}
    strangers = []
    for number, spec in enumerate(plan.agents):
        try:
            if not load_entrant(spec).trusted:
                strangers.append(number)
        except PlygroundError as error:
            bad[plan.names[number]] = str(error)
    if strangers:
        with LocalPool(plan, min(workers, len(strangers))) as pool:
            for number, trouble in sorted(pool.check(strangers).items()):
                if trouble:
                    bad[plan.names[number]] = trouble.detail
    return bad
