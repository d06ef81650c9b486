"""Tournaments from outside: a TOML file, or a folder that everybody put an agent into."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any

from plyground.agents import load_entrant
from plyground.agents.foreign.guess import guessed
from plyground.arena.control import Clock, Control
from plyground.arena.plan import Plan, distinct
from plyground.arena.pool import LocalPool
from plyground.arena.sprt import SPRT
from plyground.errors import BadSpec, PlygroundError, clip, printable
from plyground.spec import Spec

if TYPE_CHECKING:
    from plyground.arena.cluster import ClusterPool

WHOLE_FOLDERS = ("agent.py", "main.py")  # files that stand for the folder that they are in
_CONTROL = {field.name for field in fields(Control)}
_TEXTS = ("game", "format", "policy", "openings", "clock", "sprt")
_WHOLE = ("games", "best_of", "seed", "nodes", "depth", "memory", "most_plies")
_NUMBERS = ("time", "tolerance", "handshake", "warmup", "patience")
_FLAGS = ("in_process", "pinned", "sandbox")
_KINDS: dict[str, tuple[tuple[type, ...], str]] = {
    **dict.fromkeys(_TEXTS, ((str,), "a text")),
    **dict.fromkeys(_WHOLE, ((int,), "a whole number")),
    **dict.fromkeys(_NUMBERS, ((int, float), "a number")),
    **dict.fromkeys(_FLAGS, ((bool,), "true or false")),
    "agents": ((list,), "a list"),
}


@dataclass(frozen=True)
class Named:
    """An agent and what it is called."""

    name: str
    spec: str


def plan_from(options: Mapping[str, Any], where: str = "") -> Plan:
    """The plan that options make, by the names that they have on the command line."""
    for key, value in options.items():
        _check(key, value, where)
    values = dict(options)
    named = [_named(agent, where) for agent in values.pop("agents", [])]
    if "time" in values:
        values["seconds"] = values.pop("time")
    if "memory" in values:
        values["memory_mb"] = values.pop("memory")
    if "best_of" in values:
        values |= {"games": values.pop("best_of"), "until_decided": True}
    if "sprt" in values:
        values["sprt"] = SPRT.parse(values["sprt"])
    limits = {key: values.pop(key) for key in list(values) if key in _CONTROL}
    if "clock" in limits:
        limits["clock"] = Clock.parse(limits["clock"])
    names = distinct(tuple(printable(agent.name or agent.spec) for agent in named))
    specs = tuple(agent.spec for agent in named)
    return Plan(**values, agents=specs, names=names, control=Control(**limits))


def _check(key: str, value: object, where: str) -> None:
    if key not in _KINDS:
        right = f"options are {', '.join(sorted(_KINDS))}"
        raise BadSpec(f"no option {clip(key)}", where or key, None, right)
    kinds, called = _KINDS[key]
    if not isinstance(value, kinds) or (isinstance(value, bool) and bool not in kinds):
        raise BadSpec(f"bad {key}", f"{key} = {clip(repr(value))}", None, f"{key} is {called}")


def merged(file: dict[str, Any], given: dict[str, Any]) -> dict[str, Any]:
    """The options of a file under those of the command line, whose limit of time replaces any other."""
    times = {"time", "clock"}
    kept = {key: value for key, value in file.items() if key not in times or not times & set(given)}
    return kept | given


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


def submissions(folder: Path) -> tuple[list[Named], dict[str, str]]:
    """The agents of a folder, by name: every Python file, and every folder with an agent.py or a main.py.

    Which convention a file keeps to is told from what it defines. Beside them, what cannot be an agent.
    """
    if not folder.is_dir():
        raise BadSpec(f"no folder {folder}", str(folder), None, "give a folder of Python files")
    found: list[Named] = []
    unfit: dict[str, str] = {}
    for path in sorted(folder.iterdir()):
        try:
            agent = _submission(path)
        except (OSError, UnicodeEncodeError) as error:
            unfit[printable(path.name)] = getattr(error, "strerror", None) or "its name is no text"
        else:
            found += [agent] if agent else []
    tests = {f"test_{agent.name}" for agent in found}  # as new-agent writes them
    return [agent for agent in found if agent.name not in tests], unfit


def _submission(path: Path) -> Named | None:
    if path.name.startswith((".", "_")):
        return None
    str(path).encode()
    if not path.is_dir():
        return Named(path.stem, _spec(path)) if path.suffix == ".py" else None
    inside = [path / name for name in WHOLE_FOLDERS]
    return next((Named(path.name, _spec(file)) for file in inside if file.is_file()), None)


def _spec(file: Path) -> str:
    return str(Spec(guessed(file), (str(file),)))


def fit_to_play(plan: Plan, workers: int, cluster: str | None = None) -> dict[str, str]:
    """Why agents cannot play, by their names: users' code is tried in processes, on the cluster if any."""
    bad: dict[str, str] = {}
    strangers = []
    for number, spec in enumerate(plan.agents):
        try:
            if not load_entrant(spec).trusted:
                strangers.append(number)
        except PlygroundError as error:
            bad[plan.names[number]] = str(error)
    if strangers:
        with _trying(plan, min(workers, len(strangers)), cluster) as pool:
            for number, trouble in sorted(pool.check(strangers).items()):
                if trouble:
                    bad[plan.names[number]] = trouble.detail
    return bad


def _trying(plan: Plan, workers: int, cluster: str | None) -> LocalPool | ClusterPool:
    if cluster is None or cluster == "local":
        return LocalPool(plan, workers)
    from plyground.arena.cluster import ClusterPool

    return ClusterPool(plan, cluster)
