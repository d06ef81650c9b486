"""Commands that play: match, tournament, resume."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import typer

from plyground.arena.blunders import is_small, judge
from plyground.arena.plan import MEMORY_MB, Plan
from plyground.arena.records import PairRecord
from plyground.arena.report import report
from plyground.arena.run import Told, begin, play, reopen, usual_workers
from plyground.arena.runs import called, find_run, new_run
from plyground.arena.sprt import SPRT
from plyground.arena.store import Store
from plyground.arena.tournament import fit_to_play, options_in, plan_from, submissions
from plyground.cli.app import INTERRUPTED, command, complain
from plyground.cli.output import bars, print_json
from plyground.cli.positions import AsJson, GameSpec
from plyground.cli.standings import report_text
from plyground.errors import BadSpec, Failed, PlygroundError
from plyground.games.registry import load_game

AgentArgument = Annotated[
    str,
    typer.Argument(
        metavar="AGENT", help="'alphabeta(depth=4)', python:mine.py:choose.", show_default=False
    ),
]
Games = Annotated[int | None, typer.Option("--games", min=1, metavar="N", help="Games between two agents.")]
Time = Annotated[float | None, typer.Option("--time", metavar="S", help="Seconds for each move.")]
Nodes = Annotated[int | None, typer.Option("--nodes", metavar="N", help="Nodes for each move.")]
Depth = Annotated[int | None, typer.Option("--depth", metavar="N", help="Plies for each move.")]
GameClock = Annotated[
    str | None,
    typer.Option("--clock", metavar="S+I", help="Seconds for a whole game, and more a move: 60+0.5."),
]
Tolerance = Annotated[
    float | None,
    typer.Option("--tolerance", metavar="S", help="Seconds beyond the limit that are forgiven."),
]
Warmup = Annotated[
    float | None, typer.Option("--warmup", metavar="S", help="Seconds more for the first move of a game.")
]
Handshake = Annotated[
    float | None,
    typer.Option("--handshake", metavar="S", help="Seconds for an agent to start or begin a game."),
]
Patience = Annotated[
    float | None,
    typer.Option("--patience", metavar="S", help="Seconds for a move where no time is given (60)."),
]
Openings = Annotated[
    str | None,
    typer.Option(
        "--openings",
        metavar="SPEC",
        help="none, random(4), balanced(4), list('44', '43'), file:openings.txt.",
    ),
]
Seed = Annotated[int | None, typer.Option("--seed", metavar="N", help="Decides openings and all chance.")]
Workers = Annotated[
    int | None, typer.Option("--workers", min=1, max=1024, metavar="N", help="Games at a time.")
]
OnFailure = Annotated[
    str | None,
    typer.Option(
        "--policy", metavar="P", help="What a failure costs: forfeit (the game), fallback (a random move)."
    ),
]
Memory = Annotated[
    int | None, typer.Option("--memory", metavar="MB", help=f"Memory of an agent's process ({MEMORY_MB}).")
]
InProcess = Annotated[
    bool, typer.Option("--in-process", help="Built-in agents play in the arena's own processes: faster.")
]
NoPin = Annotated[bool, typer.Option("--no-pin", help="Let agents use all cores, not one core a game.")]
RunFile = Annotated[
    Path | None, typer.Option("--run", metavar="FILE", help="Where the run is kept; else a numbered one.")
]
WithBlunders = Annotated[
    bool, typer.Option("--blunders", help="Have the solver judge every move (always done for tiny boards).")
]


@command
def match(
    game: GameSpec,
    one: AgentArgument,
    other: AgentArgument,
    games: Games = None,
    best_of: Annotated[
        int | None, typer.Option("--best-of", min=1, metavar="N", help="Stop when nobody can catch up.")
    ] = None,
    sprt: Annotated[
        str | None,
        typer.Option(
            "--sprt", metavar="E0,E1", help="Stop when the Elo difference is known to be E0 or E1."
        ),
    ] = None,
    seconds: Time = None,
    nodes: Nodes = None,
    depth: Depth = None,
    clock: GameClock = None,
    openings: Openings = None,
    seed: Seed = None,
    workers: Workers = None,
    policy: OnFailure = None,
    tolerance: Tolerance = None,
    warmup: Warmup = None,
    handshake: Handshake = None,
    patience: Patience = None,
    memory: Memory = None,
    in_process: InProcess = False,
    no_pin: NoPin = False,
    blunders: WithBlunders = False,
    run: RunFile = None,
    as_json: AsJson = False,
) -> None:
    """Play two agents against each other: each opening twice, with the seats swapped.

    Every pair of games is stored when it is done: after Ctrl-C or worse, `plyground resume` goes on.
    """
    if best_of and (games or sprt):
        raise BadSpec("--best-of and --games or --sprt", "", None, "give one of them")
    many = 100_000 if sprt else 20
    options = _given(locals()) | {
        "agents": [one, other],
        "games": best_of or games or many,
        "until_decided": best_of is not None,
    }
    if sprt:
        options["sprt"] = SPRT.parse(sprt)
    plan = plan_from(options)
    for name, why in fit_to_play(plan, workers or usual_workers(plan)).items():
        raise PlygroundError(f"{name} cannot play: {why}")
    _play(begin(plan, run or new_run()), workers, blunders, as_json)


@command
def tournament(
    agents: Annotated[
        list[str] | None, typer.Argument(metavar="AGENTS...", help="Specs of agents.", show_default=False)
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
    games: Games = None,
    seconds: Time = None,
    nodes: Nodes = None,
    depth: Depth = None,
    clock: GameClock = None,
    openings: Openings = None,
    seed: Seed = None,
    workers: Workers = None,
    policy: OnFailure = None,
    tolerance: Tolerance = None,
    warmup: Warmup = None,
    handshake: Handshake = None,
    patience: Patience = None,
    memory: Memory = None,
    in_process: InProcess = False,
    no_pin: NoPin = False,
    blunders: WithBlunders = False,
    run: RunFile = None,
    as_json: AsJson = False,
) -> None:
    """Play many agents against each other, from specs, a TOML file or a folder of submissions.

    An agent of the folder that cannot play is reported by its name and left out.
    """
    options: dict[str, Any] = {"format": "round-robin"} | (options_in(file) if file else {})
    options |= _given(locals()) | ({"format": kind} if kind else {})
    entered = [*options.get("agents", []), *(agents or [])]
    submitted = submissions(folder) if folder else []
    options["agents"] = entered + [{"name": each.name, "spec": each.spec} for each in submitted]
    if "game" not in options:
        raise BadSpec("no game", "", None, "give --game, or game = … in the file")
    if folder and not submitted:
        raise BadSpec("no agents", str(folder), None, "put Python files with a function choose into it")
    plan = plan_from(options, str(file or ""))
    plan = _fit(plan, {each.name for each in submitted}, workers or usual_workers(plan))
    _play(begin(plan, run or new_run()), workers, blunders, as_json)


def _fit(plan: Plan, submitted: set[str], workers: int) -> Plan:
    """The plan without submissions that cannot play; an agent that was asked for by name must."""
    bad = fit_to_play(plan, workers)
    for name, why in bad.items():
        if name not in submitted:
            raise PlygroundError(f"{name} cannot play: {why}")
        complain(f"{name} is left out: {why}")
    if len(plan.agents) - len(bad) < 2:
        raise Failed(f"{len(plan.agents) - len(bad)} of {len(plan.agents)} agents can play: two are needed")
    return plan.without(bad)


@command
def resume(
    run: Annotated[str, typer.Argument(metavar="RUN", help="Its number or file.", show_default=False)],
    workers: Workers = None,
    changed: Annotated[
        bool, typer.Option("--changed", help="Go on though the file of an agent is not the same.")
    ] = False,
    blunders: WithBlunders = False,
    as_json: AsJson = False,
) -> None:
    """Go on with a run that was stopped, however it was stopped."""
    _play(reopen(find_run(run), changed), workers, blunders, as_json)


def _given(local: dict[str, Any]) -> dict[str, Any]:
    """The options of a plan among a command's own, as far as they were given."""
    names = (
        *("game", "games", "seconds", "nodes", "depth", "clock", "openings", "seed", "policy"),
        *("tolerance", "warmup", "handshake", "patience"),
    )
    given = {name: local[name] for name in names if local[name] is not None}
    if local["memory"] is not None:
        given["memory_mb"] = local["memory"]
    if local["in_process"]:
        given["in_process"] = True
    return given | ({"pinned": False} if local["no_pin"] else {})


def _play(store: Store, workers: int | None, blunders: bool, as_json: bool) -> None:
    with store:
        try:
            with _watched(store) as told:
                play(store, workers, told)
            if blunders or is_small(load_game(store.plan.game)):
                with bars("judging moves") as progress:
                    judge(store, lambda done, total: progress("judging moves", done, total))
        except KeyboardInterrupt:
            (played,) = next(store.query("SELECT count(*) FROM games"))
            total = store.plan.total_games
            name = called(store.path)
            complain(f"stopped after {played:,} of {total:,} games; go on with: plyground resume {name}")
            raise typer.Exit(INTERRUPTED) from None
        found = report(store)
    if as_json:
        print_json(found.to_json())
    else:
        typer.echo(report_text(found) + f"\n\nrun {called(store.path)} ({store.path})")


@contextmanager
def _watched(store: Store) -> Iterator[Told | None]:
    """A bar that tells games done, the score so far and the time to go, if standard error is a terminal."""
    plan = store.plan
    points = [0.0] * len(plan.agents)
    done = 0
    for one, other, made, games in store.query("SELECT one, other, points, games FROM pairs"):
        points[one] += made
        points[other] += games - made
        done += games

    def told(record: PairRecord) -> None:
        nonlocal done
        for played in record.games:
            for agent in record.agents:
                points[agent] += 0.5 if played.winner is None else float(played.winner == agent)
        done += len(record.games)
        show(_so_far(plan, points), done, plan.total_games)

    with bars("playing") as show:
        show(_so_far(plan, points), done, plan.total_games)
        yield told


def _so_far(plan: Plan, points: list[float]) -> str:
    """The score of a match, or who leads a tournament."""
    if plan.format == "match":
        return f"{plan.names[0][:24]} {points[0]:g} – {points[1]:g} {plan.names[1][:24]}"
    best = max(range(len(points)), key=points.__getitem__)
    return f"{plan.names[best][:32]} leads with {points[best]:g}"
