"""The command judge: an agent against exact values instead of against other agents."""

from __future__ import annotations

from contextlib import ExitStack
from enum import StrEnum
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated

import typer

from plyground.cli.options import (
    AgentArgument,
    AllowNet,
    AllowRead,
    AsJson,
    InSandbox,
    MoveDepth,
    MoveNodes,
    MoveTime,
    Trust,
    Workers,
    confinement_of,
)
from plyground.cli.output import complain, print_json, print_text, progress_bar
from plyground.errors import INTERRUPTED


class JudgePart(StrEnum):
    """What can be judged."""

    moves = "moves"
    perfect = "perfect"
    windows = "windows"
    signs = "signs"


def judge(
    agent: AgentArgument,
    game: Annotated[
        str, typer.Option("--game", metavar="SPEC", help="Which game; the solver has to know it.")
    ] = "connect4",
    parts: Annotated[
        list[JudgePart] | None,
        typer.Option(
            "--part", metavar="PART", help="Only moves, perfect, windows or signs; may be repeated."
        ),
    ] = None,
    depth: MoveDepth = None,
    nodes: MoveNodes = None,
    seconds: MoveTime = None,
    equal_nodes: Annotated[
        int, typer.Option("--equal-nodes", min=1, metavar="N", help="Nodes per move against windows.")
    ] = 10_000,
    seeds: Annotated[
        int,
        typer.Option("--seeds", min=1, max=1_000, metavar="N", help="Seeds of an agent that uses chance."),
    ] = 10,
    seed: Annotated[int, typer.Option("--seed", min=0, metavar="N", help="Decides all chance.")] = 0,
    quick: Annotated[
        bool, typer.Option("--quick", help="A quarter of the positions, a fifth of the games.")
    ] = False,
    eight_plies: Annotated[
        int | None,
        typer.Option(
            "--positions",
            min=1,
            max=67_557,
            metavar="N",
            help="Of the eight-ply set: all 67557 if the agent looks at most 4 plies ahead, else 2000.",
        ),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option("--out", metavar="DIR", help="Keep all answers and games, so that it can be resumed."),
    ] = None,
    workers: Workers = None,
    lang: Annotated[
        str | None, typer.Option("--lang", metavar="L", help="en or pt-BR; else the environment's.")
    ] = None,
    sandbox: InSandbox = False,
    trust: Trust = False,
    allow_read: AllowRead = None,
    allow_net: AllowNet = False,
    as_json: AsJson = False,
) -> None:
    """Judge an agent by the solver: its moves, games against perfect play, equal nodes, signs of values.

    Moves: in positions of every ply where a result is at stake, how often it keeps the result, and the
    points it gives away. Games: as first player, a score from -1 to 1. Equal nodes: a sequential test
    against the evaluation windows; our tree searchers play as iterative deepening, and windows in the same
    search. Signs: of its values on the eight-ply positions of Connect Four.
    """
    from plyground.experiments.judge import PARTS, Judgement, JudgeRun
    from plyground.report.judge import run_judge
    from plyground.report.judge_text import judge_text
    from plyground.words import tongue

    speaker = tongue(lang or ("en" if as_json else None))
    held = confinement_of([agent], trust, allow_read, allow_net, sandbox)
    judgement = Judgement(
        agent,
        game,
        depth,
        nodes,
        seconds,
        equal_nodes,
        seeds,
        seed,
        quick,
        tuple(part for part in PARTS if part in [each.value for each in parts]) if parts else None,
        eight_plies,
        held.sandbox,
        held.trust,
        held.allow_read,
        held.allow_net,
    )
    with ExitStack() as stack:
        folder = out or Path(stack.enter_context(TemporaryDirectory(prefix="plyground-judge-")))
        try:
            with progress_bar("judging") as show:
                found = run_judge(JudgeRun.start(judgement, folder), show, workers)
        except KeyboardInterrupt:
            key = "judge.stopped" if out else "judge.stopped-for-good"
            complain(speaker.say(key, **({"folder": str(out)} if out else {})))
            raise typer.Exit(INTERRUPTED) from None
    if as_json:
        print_json(found.to_json())
    else:
        print_text(judge_text(found, speaker))
