"""The command that plays or measures a stored run again."""

from __future__ import annotations

import shlex
from collections.abc import Iterator

from plyground.agents.objects import is_object
from plyground.arena.clock import TimeControl
from plyground.arena.plan import Plan, join_name
from plyground.arena.store import Store
from plyground.experiments.experiment import Experiment
from plyground.games.registry import is_present


def repeat_command(store: Store) -> str | None:
    """The command for the same games, or the same experiment; None if a program's own objects played."""
    plan = store.plan
    if is_present(plan.game) or any(map(is_object, plan.agents)):
        return None
    text = store.about("experiment")
    words = _experiment(Experiment.from_json(text)) if text else _plan(plan)
    return shlex.join(["plyground", *words])


def _experiment(experiment: Experiment) -> Iterator[str]:
    yield from ("compare", experiment.game)
    for name, agent in zip(experiment.names, experiment.agents, strict=True):
        yield from ("--agent", join_name(name, agent))
    low, high = experiment.depths[0], experiment.depths[-1]
    if experiment.depths == tuple(range(low, high + 1)):
        yield from ("--depths", f"{low}-{high}")
    for name in ("positions", "repetitions", "games", "depth", "seed"):
        if (value := getattr(experiment, name)) is not None:
            yield from (f"--{name}", str(value))


def _plan(plan: Plan) -> Iterator[str]:
    called = zip(plan.names, plan.agents, plan.asked or plan.agents, strict=True)
    agents = [asked if name == agent else join_name(name, asked) for name, agent, asked in called]
    if plan.format == "match":
        yield from ("match", plan.game, *agents)
    else:
        yield from ("tournament", *agents, "--game", plan.game, "--format", plan.format)
    yield from ("--best-of" if plan.until_decided else "--games", str(plan.games))
    if plan.sprt:
        yield from ("--sprt", f"{plan.sprt.elo0:g},{plan.sprt.elo1:g}")
    yield from _limits(plan.control)
    yield from ("--openings", plan.openings, "--seed", str(plan.seed))
    if plan.policy != "forfeit":
        yield from ("--policy", plan.policy)
    for name in ("fixed_seats", "in_process", "sandbox", "trust", "allow_net"):
        if getattr(plan, name):
            yield "--" + name.replace("_", "-")
    if not plan.pinned:
        yield "--no-pin"
    for folder in plan.allow_read:
        yield from ("--allow-read", folder)


def _limits(control: TimeControl) -> Iterator[str]:
    usual = TimeControl()
    limits = control.seconds, control.nodes, control.depth, control.clock
    for name, limit in zip(("time", "nodes", "depth", "clock"), limits, strict=True):
        if limit is not None:
            yield from (f"--{name}", f"{limit:g}" if isinstance(limit, float) else str(limit))
    for name in ("overage", "tolerance", "warmup", "handshake", "patience"):
        if (value := getattr(control, name)) != getattr(usual, name):
            yield from (f"--{name}", f"{value:g}")
