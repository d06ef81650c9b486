"""The commands tournament, where many agents play each other, and resume, for any run that was stopped."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from plyground.cli.match import (
    add_openings,
    given_options,
    play_and_report,
    print_confinement,
    print_notes,
    reach_cluster,
    start_run,
)
from plyground.cli.options import (
    AllowNet,
    AllowRead,
    AsJson,
    FixedSeats,
    FullReport,
    GameClock,
    Handshake,
    InProcess,
    InSandbox,
    Language,
    Memory,
    MoveDepth,
    MoveNodes,
    MoveTime,
    NoPin,
    OnCluster,
    OnFailure,
    Openings,
    Overage,
    PairGames,
    Patience,
    RunFile,
    Seed,
    Tolerance,
    Trust,
    Warmup,
    WithBlunders,
    Workers,
    speaker_for,
)
from plyground.cli.output import complain, has_terminal, progress_bar
from plyground.cli.run_printer import RunPrinter
from plyground.errors import BadSpec, Failed, PlygroundError

if TYPE_CHECKING:
    from plyground.arena.plan import Plan
    from plyground.arena.submissions import LeftOut

MANY = 10  # agents, whose loading takes seconds


def tournament(
    agents: Annotated[
        list[str] | None, typer.Argument(metavar="AGENTS", help="Specs of agents.", show_default=False)
    ] = None,
    game: Annotated[str | None, typer.Option("--game", metavar="SPEC", help="Which game.")] = None,
    file: Annotated[
        Path | None, typer.Option("--file", metavar="TOML", help="Take options and agents from a file.")
    ] = None,
    folder: Annotated[
        Path | None, typer.Option("--folder", metavar="DIR", help="Every Python file in it is an agent.")
    ] = None,
    kind: Annotated[
        str | None,
        typer.Option(
            "--format", metavar="F", help="round-robin, or gauntlet: the first against the others."
        ),
    ] = None,
    games: PairGames = None,
    seconds: MoveTime = None,
    nodes: MoveNodes = None,
    depth: MoveDepth = None,
    clock: GameClock = None,
    overage: Overage = None,
    openings: Openings = None,
    fixed_seats: FixedSeats = False,
    seed: Seed = None,
    workers: Workers = None,
    cluster: OnCluster = None,
    policy: OnFailure = None,
    tolerance: Tolerance = None,
    warmup: Warmup = None,
    handshake: Handshake = None,
    patience: Patience = None,
    memory: Memory = None,
    sandbox: InSandbox = False,
    trust: Trust = False,
    allow_read: AllowRead = None,
    allow_net: AllowNet = False,
    in_process: InProcess = False,
    no_pin: NoPin = False,
    blunders: WithBlunders = None,
    run: RunFile = None,
    full: FullReport = False,
    lang: Language = None,
    as_json: AsJson = False,
) -> None:
    """Play many agents against each other, from specs, a TOML file or a folder of submissions.

    An agent of the folder that cannot play is reported by its name and left out.
    """
    from plyground.arena.config import merge_options, plan_from, read_options
    from plyground.arena.pool import default_workers
    from plyground.arena.run_folder import unpacked_folder
    from plyground.arena.submissions import Submissions, submissions

    printer = RunPrinter(speaker_for(lang, as_json), full, as_json)
    given = (
        given_options(locals()) | ({"games": games} if games else {}) | ({"format": kind} if kind else {})
    )
    options = merge_options({"format": "round-robin"} | (read_options(file) if file else {}), given)
    handed_in = submissions(folder, unpacked_folder()) if folder else Submissions([], [])
    for each in handed_in.left_out:
        complain(f"{each.name} is left out: {each.reason}")
    entered, submitted = [*options.get("agents", []), *(agents or [])], handed_in.agents
    options["agents"] = entered + [{"name": each.name, "spec": each.spec} for each in submitted]
    if "game" not in options:
        raise BadSpec("no game", "", None, "give --game, or game = … in the file")
    if folder and not submitted:
        raise BadSpec("no agents", str(folder), None, "put Python files with a function choose into it")
    if folder and len(options["agents"]) < 2:
        raise Failed(f"1 of {1 + len(handed_in.left_out)} agents can play: two are needed")
    plan = plan_from(options, str(file or ""))
    reach_cluster(cluster)
    print_confinement(plan)
    plan, unfit = _leave_out_unfit(plan, len(entered), workers or default_workers(plan), cluster)
    left_out = sorted([*handed_in.left_out, *unfit], key=lambda each: each.name)
    about = {"left_out": [asdict(each) for each in left_out], "identical": handed_in.identical()}
    more = {key: json.dumps(value) for key, value in about.items() if value}
    plan = add_openings(plan, "openings" in options)
    print_notes(plan)
    if "games" not in options:
        _print_too_few(plan)
    play_and_report(start_run(plan, run, blunders, more), workers, cluster, blunders, printer)


def _print_too_few(plan: Plan) -> None:
    """Say before they play that so few games between two agents decide nothing, whatever they show."""
    from plyground.stats.elo import FEWEST

    least = FEWEST if plan.fixed_seats else 2 * FEWEST
    if len(plan.agents) > 2 and plan.openings != "none" and plan.games < least:
        complain(
            f"note: --games {plan.games} is too few to decide who is the stronger: {least} is the least"
        )


def _leave_out_unfit(
    plan: Plan, entered: int, workers: int, cluster: str | None
) -> tuple[Plan, list[LeftOut]]:
    """The plan without submissions that cannot play, and those. Agents that were named must play."""
    from plyground.arena.config import find_unfit_agents
    from plyground.arena.submissions import LeftOut

    if len(plan.agents) >= MANY and not has_terminal():
        typer.echo(f"loading {len(plan.agents)} agents", err=True)
    with progress_bar("loading agents") as show:
        show("loading agents", 0, len(plan.agents))
        bad = find_unfit_agents(plan, workers, cluster, lambda name, *done: show(f"loading {name}", *done))
    for name, why in bad.items():
        if name in plan.names[:entered]:
            raise PlygroundError(f"{name} cannot play: {why}")
        complain(f"{name} is left out: {why}")
    if len(plan.agents) - len(bad) < 2:
        raise Failed(f"{len(plan.agents) - len(bad)} of {len(plan.agents)} agents can play: two are needed")
    return plan.without(bad), [LeftOut(name, why) for name, why in bad.items()]


def resume(
    run: Annotated[str, typer.Argument(metavar="RUN", help="Its number or file.", show_default=False)],
    workers: Workers = None,
    cluster: OnCluster = None,
    changed: Annotated[
        bool, typer.Option("--changed", help="Go on though the file of an agent is not the same.")
    ] = False,
    without: Annotated[
        list[str] | None,
        typer.Option(
            "--without", metavar="NAME", help="Play no more games of this agent; may be repeated."
        ),
    ] = None,
    blunders: WithBlunders = None,
    full: FullReport = False,
    lang: Language = None,
    as_json: AsJson = False,
) -> None:
    """Go on with a run that was stopped, however it was stopped."""
    from plyground.arena.run_folder import find_run
    from plyground.arena.runner import reopen

    printer = RunPrinter(speaker_for(lang, as_json), full, as_json)
    reach_cluster(cluster)
    store = reopen(find_run(run), changed)
    if store.about("experiment"):
        from plyground.experiments.experiment import ExperimentRun

        with progress_bar("searching") as progress:
            ExperimentRun(store).search(progress)
    print_confinement(store.plan)
    play_and_report(store, workers, cluster, blunders, printer, without or ())
