"""The command match: two agents play each other. Also what it shares with tournament and resume."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from plyground.cli.depths import sweep_options
from plyground.cli.options import (
    AgentArgument,
    AllowNet,
    AllowRead,
    AsJson,
    FixedSeats,
    FullReport,
    GameClock,
    GameSpec,
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
    runs_users_code,
    speaker_for,
)
from plyground.cli.output import complain, print_text, spinner
from plyground.cli.run_printer import RunPrinter
from plyground.errors import INTERRUPTED, BadSpec, PlygroundError

if TYPE_CHECKING:
    from plyground.arena.plan import Plan
    from plyground.arena.store import Store

DEFAULT_GAMES = 20
MAX_OF_SPRT = 100_000


def match(
    game: GameSpec,
    one: AgentArgument,
    other: AgentArgument,
    games: PairGames = None,
    best_of: Annotated[
        int | None, typer.Option("--best-of", min=1, metavar="N", help="Stop when nobody can catch up.")
    ] = None,
    sprt: Annotated[
        str | None,
        typer.Option(
            "--sprt", metavar="E0,E1", help="Stop when the Elo difference is known to be E0 or E1."
        ),
    ] = None,
    depths: Annotated[
        str | None,
        typer.Option(
            "--depths", metavar="A-B", help="The first agent to each of these depths against the other."
        ),
    ] = None,
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
    """Play two agents against each other: each opening twice, with the seats swapped.

    With --fixed-seats each opening comes once, and the agent named first plays first.

    Every pair of games is stored when it is done: after Ctrl-C or worse, `plyground resume` goes on.
    """
    from plyground.arena.config import find_unfit_agents, plan_from
    from plyground.arena.pool import default_workers

    speaker = speaker_for(lang, as_json)
    if best_of and (games or sprt):
        raise BadSpec("--best-of and --games or --sprt", "", None, "give one of them")
    if depths and (best_of or sprt):
        raise BadSpec("--depths and --best-of or --sprt", "", None, "only a match of two ends early")
    if depths and fixed_seats:
        right = "give one of them: in a sweep the agent named second would always play first"
        raise BadSpec("--depths and --fixed-seats", "", None, right)
    options = given_options(locals()) | {"agents": [one, other]}
    if depths:
        options |= sweep_options(one, other, depths)
    if best_of:
        options["best_of"] = best_of
    else:
        options["games"] = games or (MAX_OF_SPRT if sprt else DEFAULT_GAMES)
    if sprt:
        options["sprt"] = sprt
    plan = add_openings(plan_from(options), "openings" in options)
    reach_cluster(cluster)
    print_confinement(plan)
    with spinner("loading agents"):
        unfit = find_unfit_agents(plan, workers or default_workers(plan), cluster)
    for name, why in unfit.items():
        raise PlygroundError(f"{name} cannot play: {why}")
    print_notes(plan)
    printer = RunPrinter(speaker, full, as_json)
    play_and_report(start_run(plan, run, blunders), workers, cluster, blunders, printer)


def add_openings(plan: Plan, chosen: bool) -> Plan:
    """The plan with openings, if none were chosen and two agents might repeat the same game."""
    from plyground.arena.config import with_default_openings

    if chosen:
        return plan
    varied = with_default_openings(plan)
    if (spec := varied.openings) != "none":
        complain(f"note: agents without chance repeat themselves: --openings {spec} (none: from the start)")
    return varied


def given_options(local: dict[str, Any]) -> dict[str, Any]:
    """Those of a command's local variables that are options of a plan and were given."""
    names = (
        *("game", "nodes", "depth", "clock", "openings", "seed", "policy", "memory"),
        *("tolerance", "warmup", "handshake", "patience", "overage"),
    )
    given = {name: local[name] for name in names if local[name] is not None}
    if local["seconds"] is not None:
        given["time"] = local["seconds"]
    for name in ("fixed_seats", "in_process", "sandbox", "trust", "allow_net"):
        if local[name]:
            given[name] = True
    if local["allow_read"]:
        given["allow_read"] = [str(path) for path in local["allow_read"]]
    return given | ({"pinned": False} if local["no_pin"] else {})


def reach_cluster(cluster: str | None) -> None:
    """Connect to the cluster, so that a missing one is noticed before a run begins."""
    if cluster is not None:
        from plyground.arena.cluster.connection import check_reachable

        check_reachable(cluster, complain)


def print_notes(plan: Plan) -> None:
    """Print what is to be known about agents before they play."""
    from plyground.agents import load_entrant

    for spec in dict.fromkeys(plan.agents):
        if note := load_entrant(spec).note:
            complain(f"note: {note}")


def print_confinement(plan: Plan) -> None:
    """Print what agents that are not ours could do here, before the code of one is read."""
    if runs_users_code(plan.agents) and (note := plan.confinement.note):
        complain(f"note: {note}")


def start_run(
    plan: Plan, run: Path | None, blunders: bool | None, more: Mapping[str, str] | None = None
) -> Store:
    """A new run, in the file named or under the next number.

    Another process may take that number in the same moment: then the next one is tried.
    """
    from plyground.arena.blunders import comparer
    from plyground.arena.run_folder import new_run
    from plyground.arena.runner import begin
    from plyground.arena.store_file import RunExists
    from plyground.games.registry import load_game

    if blunders:
        with spinner("asking the solver"):
            comparer(load_game(plan.game).parse(next(plan.pairs()).opening))
    if run is not None:
        return begin(plan, run, more)
    while True:
        with suppress(RunExists):
            return begin(plan, new_run(), more)


def play_and_report(
    store: Store,
    workers: int | None,
    cluster: str | None,
    blunders: bool | None,
    printer: RunPrinter,
    without: Sequence[str] = (),
) -> None:
    """Play what is left of a run, have its moves judged, print the report."""
    from plyground.arena.run_folder import run_label
    from plyground.arena.runner import play
    from plyground.cli.progress import games_bar, judge_moves

    with store:
        try:
            with games_bar(store) as count:
                play(store, workers, count, cluster, without)
        except KeyboardInterrupt:
            (played,) = next(store.query("SELECT count(*) FROM games"))
            total = store.plan.total_games
            name = shlex.quote(run_label(store.path))
            complain(f"stopped after {played:,} of {total:,} games; go on with: plyground resume {name}")
            raise typer.Exit(INTERRUPTED) from None
        whole = judge_moves(store, blunders)
        with spinner("adding up"):
            found = printer.text(store)
    printer.print(found)
    if not printer.as_json:
        key = "reports.kept-full" if printer.full else "reports.kept"
        print_text("\n" + printer.speaker.say(key, run=shlex.quote(run_label(store.path))))
    if not whole:
        raise typer.Exit(INTERRUPTED)
