"""The command paper: a paper's own program, run as it ran."""

from __future__ import annotations

import sys
from functools import partial
from typing import Annotated

import typer

from plyground.cli.options import load_searcher
from plyground.errors import BadSpec

# What stands for the programs of the others: they are a match, or a game against a machine.
INSTEAD = {
    "P0": "plyground match tictactoe p0.mtt p0.alphabeta --best-of 5 --openings none",
    "P2": "plyground play tictactoe --second p2.alphabeta",
    "P3": "plyground window tictactoe --second p3.pruned",
    "P4": "plyground match connect4 p4.minimax random --depths 2-5 --games 3 --openings none",
}


def paper(
    name: Annotated[str, typer.Argument(metavar="PAPER", help="P1.", show_default=False)],
    position: Annotated[
        str | None, typer.Option("--position", metavar="P", help="Where minimax begins: .../.XO/..X.")
    ] = None,
    random_moves: Annotated[
        int, typer.Option("--random", min=0, max=8, metavar="N", help="Random moves before minimax begins.")
    ] = 0,
    seed: Annotated[int, typer.Option("--seed", min=0, metavar="N", help="Decides those moves.")] = 0,
    minimax: Annotated[
        str, typer.Option("--minimax", metavar="SPEC", help="Another reading of its minimax.")
    ] = "p1.minimax",
    greedy: Annotated[
        str, typer.Option("--greedy", metavar="SPEC", help="Another reading of its A*.")
    ] = "p1.greedy",
    lang: Annotated[
        str | None, typer.Option("--lang", metavar="L", help="en or pt-BR; else the environment's.")
    ] = None,
) -> None:
    """Run a paper's own program: P1's minimax plays a game out, and then you play its A*.

    Squares are typed from 0 to 8; the end of the input ends it.
    """
    from plyground.games.registry import load_game
    from plyground.papers.claim import sentence
    from plyground.papers.p1.program import both, random_board
    from plyground.papers.tictactoe import START
    from plyground.words import tongue

    if name.upper() in INSTEAD:
        raise BadSpec(f"no program of {name.upper()}", name, None, f"it is: {INSTEAD[name.upper()]}")
    if name.upper() != "P1":
        right = "P1 has a program to run, and each of P0, P2, P3, P4 a command that does as much"
        raise BadSpec(f"no paper {name}", name, None, right)
    if position is not None and random_moves:
        raise BadSpec("--position and --random", "", None, "give one of them")
    start = random_board(random_moves, seed) if random_moves else START
    if position is not None:
        start = load_game("tictactoe").parse(position)  # type: ignore[assignment]
    say = partial(sentence, "program", language=tongue(lang).language)
    lines = both(load_searcher(minimax, None), load_searcher(greedy, None), start, say, sys.stdin.readline)
    for line in lines:
        typer.echo(line)
