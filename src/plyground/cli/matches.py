"""Commands that play: match, tournament, resume. What they need is loaded when they are used."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from plyground.cli.app import command
from plyground.cli.positions import AsJson, GameSpec

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
OnCluster = Annotated[
    str | None,
    typer.Option("--cluster", metavar="ADDRESS", help="Play on Dask: local, or tcp://HOST:8786."),
]
OnFailure = Annotated[
    str | None,
    typer.Option(
        "--policy", metavar="P", help="What a failure costs: forfeit (the game), fallback (a random move)."
    ),
]
Memory = Annotated[
    int | None, typer.Option("--memory", metavar="MB", help="Memory of an agent's process (4096).")
]
InSandbox = Annotated[
    bool,
    typer.Option("--sandbox", help="No network and no home for agents that are not ours (bwrap)."),
]
InProcess = Annotated[
    bool, typer.Option("--in-process", help="Built-in agents play in the arena's own processes: faster.")
]
NoPin = Annotated[bool, typer.Option("--no-pin", help="Let agents use all cores, not one core a game.")]
RunFile = Annotated[
    Path | None, typer.Option("--run", metavar="FILE", help="Where the run is kept; else a numbered one.")
]
WithBlunders = Annotated[
    bool, typer.Option("--blunders", help="Have the solver judge every move, also where that takes long.")
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
    cluster: OnCluster = None,
    policy: OnFailure = None,
    tolerance: Tolerance = None,
    warmup: Warmup = None,
    handshake: Handshake = None,
    patience: Patience = None,
    memory: Memory = None,
    sandbox: InSandbox = False,
    in_process: InProcess = False,
    no_pin: NoPin = False,
    blunders: WithBlunders = False,
    run: RunFile = None,
    as_json: AsJson = False,
) -> None:
    """Play two agents against each other: each opening twice, with the seats swapped.

    Every pair of games is stored when it is done: after Ctrl-C or worse, `plyground resume` goes on.
    """
    from plyground.cli.playing import match_of

    given = _given(locals())
    match_of([one, other], given, games, best_of, sprt, workers, cluster, blunders, run, as_json)


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
    cluster: OnCluster = None,
    policy: OnFailure = None,
    tolerance: Tolerance = None,
    warmup: Warmup = None,
    handshake: Handshake = None,
    patience: Patience = None,
    memory: Memory = None,
    sandbox: InSandbox = False,
    in_process: InProcess = False,
    no_pin: NoPin = False,
    blunders: WithBlunders = False,
    run: RunFile = None,
    as_json: AsJson = False,
) -> None:
    """Play many agents against each other, from specs, a TOML file or a folder of submissions.

    An agent of the folder that cannot play is reported by its name and left out.
    """
    from plyground.cli.playing import tournament_of

    given = _given(locals()) | ({"games": games} if games else {}) | ({"format": kind} if kind else {})
    tournament_of(agents or [], given, file, folder, workers, cluster, blunders, run, as_json)


@command
def resume(
    run: Annotated[str, typer.Argument(metavar="RUN", help="Its number or file.", show_default=False)],
    workers: Workers = None,
    cluster: OnCluster = None,
    changed: Annotated[
        bool, typer.Option("--changed", help="Go on though the file of an agent is not the same.")
    ] = False,
    blunders: WithBlunders = False,
    as_json: AsJson = False,
) -> None:
    """Go on with a run that was stopped, however it was stopped."""
    from plyground.cli.playing import go_on

    go_on(run, changed, workers, cluster, blunders, as_json)


def _given(local: dict[str, Any]) -> dict[str, Any]:
    """The options of a plan among a command's own, as far as they were given."""
    names = (
        *("game", "nodes", "depth", "clock", "openings", "seed", "policy", "memory"),
        *("tolerance", "warmup", "handshake", "patience"),
    )
    given = {name: local[name] for name in names if local[name] is not None}
    if local["seconds"] is not None:
        given["time"] = local["seconds"]
    for name in ("in_process", "sandbox"):
        if local[name]:
            given[name] = True
    return given | ({"pinned": False} if local["no_pin"] else {})
