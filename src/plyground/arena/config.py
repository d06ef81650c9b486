"""The configuration of a tournament: options and agents from a command or a TOML file."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

from plyground.agents import load_entrant
from plyground.agents.objects import is_object
from plyground.arena.clock import Clock, TimeControl
from plyground.arena.evidence import chance_of
from plyground.arena.openings import default_openings
from plyground.arena.plan import Plan, distinct, split_name
from plyground.arena.pool import LocalPool, Pool
from plyground.arena.submissions import NamedAgent
from plyground.errors import BadSpec, PlygroundError, printable, truncate
from plyground.games.registry import load_game
from plyground.stats.sprt import SPRT

Progress = Callable[[str, int, int], None]  # gets the agent, how many were tried, and the total
_CONTROL = {field.name for field in fields(TimeControl)}
_TEXTS = ("game", "format", "policy", "openings", "clock", "sprt")
_WHOLE = ("games", "best_of", "seed", "nodes", "depth", "memory", "most_plies")
_NUMBERS = ("time", "seconds", "tolerance", "handshake", "warmup", "patience", "overage")
_FLAGS = ("fixed_seats", "in_process", "pinned", "sandbox", "trust", "allow_net")
_RIGHTS = ("trust", "allow_read", "allow_net")  # a file may come from a stranger: it gives no rights
_KINDS: dict[str, tuple[tuple[type, ...], str]] = {
    **dict.fromkeys(_TEXTS, ((str,), "a text")),
    **dict.fromkeys(_WHOLE, ((int,), "a whole number")),
    **dict.fromkeys(_NUMBERS, ((int, float), "a number")),
    **dict.fromkeys(_FLAGS, ((bool,), "true or false")),
    "agents": ((list,), "a list"),
    "allow_read": ((list,), "a list"),
}


def plan_from(options: Mapping[str, Any], where: str = "") -> Plan:
    """The plan from options, which have the names of the command line."""
    for key, value in options.items():
        _check(key, value, where)
    values = dict(options)
    named = [_read_agent(agent, where) for agent in values.pop("agents", [])]
    if "time" in values and "seconds" in values:
        given = f"time = {values['time']}, seconds = {values['seconds']}"
        raise BadSpec("time and seconds", where or given, None, "they are one option: give one of them")
    if "time" in values:
        values["seconds"] = values.pop("time")
    if "memory" in values:
        values["memory_mb"] = values.pop("memory")
    if "best_of" in values:
        values |= {"games": values.pop("best_of"), "until_decided": True}
    if "allow_read" in values:
        values["allow_read"] = tuple(values["allow_read"])
    if "sprt" in values:
        values["sprt"] = SPRT.parse(values["sprt"])
    limits = {key: values.pop(key) for key in list(values) if key in _CONTROL}
    if "clock" in limits:
        limits["clock"] = Clock.parse(limits["clock"])
    names = distinct(tuple(printable(agent.name or agent.spec) for agent in named))
    specs = tuple(agent.spec for agent in named)
    return Plan(**values, agents=specs, names=names, control=TimeControl(**limits))


def _check(key: str, value: object, where: str) -> None:
    if key not in _KINDS:
        right = f"options are {', '.join(sorted(_KINDS))}"
        raise BadSpec(f"no option {truncate(key)}", where or key, None, right)
    kinds, called = _KINDS[key]
    if not isinstance(value, kinds) or (isinstance(value, bool) and bool not in kinds):
        raise BadSpec(f"bad {key}", f"{key} = {truncate(repr(value))}", None, f"{key} is {called}")


def merge_options(file: dict[str, Any], given: dict[str, Any]) -> dict[str, Any]:
    """The options of a file, overridden by those of the command line; a time limit replaces all others."""
    times = {"time", "seconds", "clock", "overage"}
    kept = {key: value for key, value in file.items() if key not in times or not times & set(given)}
    return kept | given


def read_options(path: Path) -> dict[str, Any]:
    """The options of a TOML file."""
    try:
        options = tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except (OSError, UnicodeDecodeError) as error:
        raise BadSpec(f"cannot read {path}", str(path), None, str(error)) from None
    except tomllib.TOMLDecodeError as error:
        raise BadSpec(f"{path} is no TOML ({error})", str(path)) from None
    for right in _RIGHTS:
        if right in options:
            option = f"--{right.replace('_', '-')}"
            raise BadSpec(f"{right} in a file", str(path), None, f"give {option} on the command line")
    return options


def _read_agent(agent: object, where: str) -> NamedAgent:
    if isinstance(agent, str):
        return NamedAgent(*split_name(agent))
    if isinstance(agent, dict) and set(agent) <= {"name", "spec"} and isinstance(agent.get("spec"), str):
        return NamedAgent(str(agent.get("name", "")), agent["spec"])
    right = 'an agent is "spec" or { name = "…", spec = "…" }'
    raise BadSpec(f"no agent {truncate(repr(agent))}", where, None, right)


def find_unfit_agents(
    plan: Plan, workers: int, cluster: str | None = None, progress: Progress | None = None
) -> dict[str, str]:
    """Agents that cannot play, with reasons: users' code is tried in processes, or on the cluster."""
    bad: dict[str, str] = {}
    users = []
    for number, spec in enumerate(plan.agents):
        try:
            entrant = load_entrant(spec)
            if not entrant.trusted and entrant.here is None:
                users.append(number)
        except PlygroundError as error:
            bad[plan.names[number]] = str(error)
    if users:
        with _pool_for(plan, min(workers, len(users)), cluster) as pool:
            found: dict[int, str] = {}
            for done, (number, trouble) in enumerate(pool.check_each(users)):
                if progress:
                    progress(plan.names[number], done + 1, len(users))
                if trouble:
                    found[number] = trouble.detail
            bad |= {plan.names[number]: found[number] for number in sorted(found)}
    return bad


def with_default_openings(plan: Plan) -> Plan:
    """The plan with openings, if without them two agents might repeat the same game.

    Agents that are known to use chance need none. Users' agents are taken to need them: most use none.
    """
    lots = [not is_object(spec) and chance_of(spec) is True for spec in plan.agents]
    if all(lots[one] or lots[other] for one, other in plan.pairings):
        return plan
    return replace(plan, openings=default_openings(load_game(plan.game)))


def _pool_for(plan: Plan, workers: int, cluster: str | None) -> Pool:
    if cluster is None or cluster == "local":
        return LocalPool(plan, workers)
    from plyground.arena.cluster.pool import ClusterPool

    return ClusterPool(plan, cluster)
