"""The arguments and options that several commands share, and many positions at once."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from plyground.cli.output import complain, count_steps, print_json
from plyground.errors import BadSpec, PlygroundError, truncate

if TYPE_CHECKING:
    from plyground.game import Game, Position
    from plyground.searchers import Searcher
    from plyground.words import Tongue
    from plyground.workers.confinement import Confinement


class Core(StrEnum):
    """Which engine does the work."""

    auto = "auto"
    python = "python"
    native = "native"


GameSpec = Annotated[
    str,
    typer.Argument(
        metavar="GAME",
        help="A game: tictactoe, 'connect4(8,7,4)', 'mnk(5,5,4)', nim.py:Nim.",
        show_default=False,
    ),
]
PositionText = Annotated[
    str,
    typer.Argument(
        metavar="POSITION",
        help="Moves (4453, 'c3 c4') or a diagram (X.O/.X./..O); - or nothing is the start.",
        show_default=False,
    ),
]
FromStdin = Annotated[
    bool, typer.Option("--stdin", help="Take positions from standard input, one per line.")
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON, one object per line.")]
WhichCore = Annotated[
    Core, typer.Option("--core", help="Which engine works: native is compiled, auto the faster.")
]

# A search
AgentSpec = Annotated[
    str,
    typer.Option(
        "--agent", metavar="SPEC", help="An agent: 'alphabeta(depth=8)'. `plyground agents` lists them."
    ),
]
SearchDepth = Annotated[
    int | None, typer.Option("--depth", metavar="N", help="Look at most so many plies ahead.")
]
SearchNodes = Annotated[int | None, typer.Option("--nodes", metavar="N", help="Stop after so many nodes.")]
ForcedCore = Annotated[
    Core | None,
    typer.Option("--core", help="Which engine searches, whatever the agent's own core option says."),
]
SearchTime = Annotated[
    float | None, typer.Option("--time", metavar="S", help="Stop after so many seconds.")
]

# Games between agents
AgentArgument = Annotated[
    str,
    typer.Argument(
        metavar="AGENT", help="'alphabeta(depth=4)', python:mine.py:choose.", show_default=False
    ),
]
PairGames = Annotated[
    int | None, typer.Option("--games", min=1, metavar="N", help="Games between two agents.")
]
MoveTime = Annotated[float | None, typer.Option("--time", metavar="S", help="Seconds for each move.")]
MoveNodes = Annotated[int | None, typer.Option("--nodes", metavar="N", help="Nodes for each move.")]
MoveDepth = Annotated[int | None, typer.Option("--depth", metavar="N", help="Plies for each move.")]
GameClock = Annotated[
    str | None,
    typer.Option("--clock", metavar="S+I", help="Seconds for a whole game, and more per move: 60+0.5."),
]
Overage = Annotated[
    float | None,
    typer.Option(
        "--overage", metavar="S", help="Seconds per game beyond --time; on Kaggle: --time 2 --overage 60."
    ),
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
FixedSeats = Annotated[
    bool,
    typer.Option("--fixed-seats", help="Who is named first always plays first: no swapping of seats."),
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
    typer.Option("--sandbox", help="Agents that are not ours also see no home and no processes (bwrap)."),
]
Trust = Annotated[
    bool, typer.Option("--trust", help="Do not confine agents that are not ours: you know their code.")
]
AllowRead = Annotated[
    list[Path] | None,
    typer.Option(
        "--allow-read",
        metavar="DIR",
        exists=True,
        help="Let agents read a folder of yours; repeat for more.",
    ),
]
AllowNet = Annotated[bool, typer.Option("--allow-net", help="Let agents use the network.")]
InProcess = Annotated[
    bool, typer.Option("--in-process", help="Built-in agents play in the arena's own processes: faster.")
]
NoPin = Annotated[
    bool, typer.Option("--no-pin", help="Let agents use all cores, not one core for each game.")
]
RunFile = Annotated[
    Path | None, typer.Option("--run", metavar="FILE", help="Where the run is kept; else a numbered one.")
]
WithBlunders = Annotated[
    bool | None,
    typer.Option(
        "--blunders/--no-blunders",
        help="Have the solver judge all moves or none, not only as many as take no longer than the games.",
        show_default=False,
    ),
]

# What reports say
Language = Annotated[
    str | None,
    typer.Option("--lang", metavar="L", help="en or pt-BR; else the environment's, in JSON en."),
]
FullReport = Annotated[
    bool, typer.Option("--full", help="Print all tables of the report, not only the first screen.")
]

# Runs that were kept
RunArgument = Annotated[
    str, typer.Argument(metavar="RUN", help="The number or file of a run.", show_default=False)
]
ReportFolder = Annotated[
    Path | None,
    typer.Option("--out", metavar="DIR", help="Where the report is written (plyground-report)."),
]


def speaker_for(lang: str | None, as_json: bool) -> Tongue:
    """Who speaks the language that was asked for, or the environment's; to programs always English."""
    from plyground.words import tongue

    return tongue(lang or ("en" if as_json else None))


def each_position(
    game: Game[Any],
    text: str,
    stdin: bool,
    as_json: bool,
    work: Callable[[Position[Any]], None],
    label: str = "",
) -> None:
    """Work on the position that was given, or on each one from standard input.

    A line that cannot be read is reported in its turn, and the command ends with 2 after the others are
    done. Empty lines are skipped. With a label, a progress bar shows how many are done, if standard error
    is a terminal and standard output is not.
    """
    if not stdin:
        return work(game.parse(text))
    check_stdin(text)
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(encoding="utf-8-sig", errors="backslashreplace")
    bad = False
    bar = label and not sys.stdout.isatty()
    for number, line in enumerate(count_steps(sys.stdin, label) if bar else sys.stdin, 1):
        if not line.strip():
            continue
        try:
            work(game.parse(line.rstrip("\n")))
        except PlygroundError as error:
            bad = True
            if as_json:
                print_json({"line": number, "position": line.rstrip("\n"), "error": str(error)})
            else:
                complain(f"line {number}: {error}")
        sys.stdout.flush()  # a reader of the stream wants each answer at once
    if bad:
        raise typer.Exit(2)
    return None


def check_stdin(text: str) -> None:
    """Raise BadSpec if positions cannot be taken from standard input."""
    if text != "-":
        raise BadSpec(f"--stdin and the position {truncate(text)}", text, None, "give one or the other")
    if sys.stdin is None:
        raise BadSpec("--stdin, and standard input is closed", "--stdin", None, "give it a file or a pipe")


def load_searcher(
    agent: str, core: Core | None, confinement: Confinement | None = None, game: str = ""
) -> Searcher:
    """The agent of a spec, on the core that was asked for."""
    from plyground.agents import load_agent

    searcher = load_agent(agent, confinement, game)
    return searcher if core is None else replace(searcher, core=core.value)


def runs_users_code(specs: Iterable[str]) -> bool:
    """Whether one of some agents is not ours; what cannot be read is complained of elsewhere."""
    from plyground.agents import load_entrant
    from plyground.arena.plan import split_name

    for agent in specs:
        with suppress(PlygroundError):
            if not load_entrant(split_name(agent)[1]).trusted:
                return True
    return False


def confinement_of(
    agents: Iterable[str | None],
    trust: bool,
    allow_read: Sequence[Path] | None,
    allow_net: bool,
    sandbox: bool = False,
) -> Confinement:
    """What agents that are not ours are held to; what this system cannot contain is printed."""
    from plyground.workers.confinement import Confinement

    if trust and sandbox:
        raise BadSpec("--trust and --sandbox", "", None, "give one of them")
    allowed = tuple(str(path.absolute()) for path in allow_read or ())
    confinement = Confinement(trust=trust, sandbox=sandbox, allow_read=allowed, allow_net=allow_net)
    if runs_users_code(agent for agent in agents if agent is not None):
        confinement.check()
        if confinement.note:
            complain(f"note: {confinement.note}")
    return confinement
