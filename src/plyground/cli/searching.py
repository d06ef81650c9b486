"""Commands about searching: agents, search, explain."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import fields, replace
from pathlib import Path
from typing import Annotated, Any

import typer

from plyground.agents import AGENTS, load_agent
from plyground.cli.app import command
from plyground.cli.output import print_json, spelled, table, working
from plyground.cli.positions import AsJson, Core, FromStdin, GameSpec, PositionText, each_position
from plyground.errors import BadSpec
from plyground.game import Game, Position
from plyground.games.drawing import capable
from plyground.games.registry import load_game
from plyground.score import describe, plies_to_end
from plyground.search import (
    Deepening,
    Limits,
    MoveValue,
    Searcher,
    SearchResult,
    search_all,
)
from plyground.search.trace import Trace
from plyground.spec import takes
from plyground.ui.explain.svg import tree_svg
from plyground.ui.explain.text import MOST_LINES, tree_text

AgentSpec = Annotated[
    str,
    typer.Option(
        "--agent", metavar="SPEC", help="An agent: 'alphabeta(depth=8)'. `plyground agents` lists them."
    ),
]
Depth = Annotated[
    int | None, typer.Option("--depth", metavar="N", help="Look at most so many plies ahead.")
]
Nodes = Annotated[int | None, typer.Option("--nodes", metavar="N", help="Stop after so many nodes.")]
ForcedCore = Annotated[
    Core | None,
    typer.Option("--core", help="Which engine searches, whatever the agent's own core option says."),
]
Seconds = Annotated[float | None, typer.Option("--time", metavar="S", help="Stop after so many seconds.")]


@command
def agents(as_json: AsJson = False) -> None:
    """List the agents, their options and what they do."""
    rows = [(name, _options(kind), _summary(kind)) for name, kind in AGENTS.items()]
    if as_json:
        keys = ("name", "takes", "summary")
        return print_json({"agents": [dict(zip(keys, row, strict=True)) for row in rows]})
    for name, options, summary in rows:
        typer.echo(f"{name}({options})\n    {summary}")
    typer.echo(
        "\nagents that are not ours are python:FILE.py:NAME, kaggle:FILE.py, cs50:FILE.py,\n"
        "aima:MODULE:FUNCTION, openspiel:BOT, engine:COMMAND\n"
        "\nevaluate is zero, centre, open_lines, windows, or Windows(own=(...), against=(...), centre=0)"
    )
    typer.echo("order is one or more of given, centre, best, killers, history: order=('best', 'centre')")
    return None


@command
def search(
    game: GameSpec,
    position: PositionText = "-",
    agent: AgentSpec = "table_alphabeta",
    depth: Depth = None,
    nodes: Nodes = None,
    seconds: Seconds = None,
    core: ForcedCore = None,
    every_move: Annotated[bool, typer.Option("--moves", help="Value every legal move.")] = False,
    stdin: FromStdin = False,
    as_json: AsJson = False,
) -> None:
    """Search a position: the best move, its value, the line of play, and what it cost.

    With --stdin the answers are JSON, one object a line.
    """
    as_json = as_json or stdin
    rules, searcher, limits = load_game(game), _searcher(agent, core), Limits(depth, nodes, seconds)

    def work(place: Position[Any]) -> None:
        with working(f"searching with {searcher.spec}"):
            answers = list(_answers(searcher, place, limits))
            values = search_all(place, searcher, limits) if every_move else []
        if as_json:
            print_json(
                _as_json(rules, place, searcher, answers[-1]) | _moves_json(place, values, every_move)
            )
        else:
            typer.echo(_as_text(rules, place, answers, values))

    each_position(rules, position, stdin, as_json, work)


@command
def explain(
    game: GameSpec = "",
    position: PositionText = "-",
    agent: AgentSpec = "alphabeta",
    depth: Depth = None,
    nodes: Nodes = None,
    seconds: Seconds = None,
    core: ForcedCore = None,
    svg: Annotated[
        Path | None, typer.Option("--svg", metavar="FILE", help="Draw the tree into a file.")
    ] = None,
    json_file: Annotated[
        Path | None,
        typer.Option("--json", metavar="FILE", help="Write the trace into a file; - prints it."),
    ] = None,
    rows: Annotated[int, typer.Option("--rows", min=1, help="Write down at most so many nodes.")] = 100_000,
    lines: Annotated[int, typer.Option("--lines", min=1, help="Print at most so many lines.")] = MOST_LINES,
    from_trace: Annotated[
        Path | None, typer.Option("--trace", metavar="FILE", help="Explain a trace from a file instead.")
    ] = None,
) -> None:
    """Print the tree of a search: windows, values, and what was pruned and why.

    Without any limit the search stops when --rows nodes are written down.
    """
    if not game and from_trace is None:
        raise BadSpec("nothing to explain", "", None, "give a game, or a trace with --trace FILE")
    if depth is None and nodes is None and seconds is None:
        nodes = rows
    trace = (
        _read(from_trace)
        if from_trace
        else _traced(game, position, _searcher(agent, core), Limits(depth, nodes, seconds), rows)
    )
    if json_file is not None and str(json_file) == "-":
        return typer.echo(trace.to_json())
    if json_file is not None:
        _write(json_file, trace.to_json())
    roots = trace.roots()
    if not roots:
        raise BadSpec("nothing to explain", str(from_trace), None, "the trace has no rows")
    if svg is not None:
        _write(svg, tree_svg(trace, roots[-1]))
    typer.echo("Values are those of the side to move at the root (MAX).\n")
    for root in roots:
        if lines > 0:
            shown = list(tree_text(trace, root, lines))
            typer.echo("\n".join(shown))
            lines -= len(shown)
    cut = sum(len(trace.pruned(node)) for node in range(len(trace)))
    typer.echo(f"\n{len(trace):,} nodes written down, {trace.left_out:,} left out; {cut:,} moves pruned")
    return None


def _answers(searcher: Searcher, place: Position[Any], limits: Limits) -> Iterator[SearchResult[Any]]:
    """The answer of a search; iterative deepening gives one for each depth."""
    if isinstance(searcher, Deepening):
        yield from searcher.answers(place, limits)
    else:
        yield searcher.search(place, limits)


def _searcher(agent: str, core: Core | None) -> Searcher:
    searcher = load_agent(agent)
    return searcher if core is None else replace(searcher, core=core.value)


def _traced(game: str, position: str, searcher: Searcher, limits: Limits, rows: int) -> Trace:
    rules, trace = load_game(game), Trace(most_rows=rows)
    place = rules.parse(position)
    with working(f"searching with {searcher.spec}"):
        searcher.search(place, limits, trace)
    trace.game, trace.position, trace.agent = rules.spec, place.text(), repr(searcher)
    return trace


def _read(path: Path) -> Trace:
    try:
        return Trace.from_json(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise BadSpec(f"cannot read {path}", str(path), None, str(error)) from None


def _write(path: Path, text: str) -> None:
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise BadSpec(f"cannot write {path}", str(path), None, str(error.strerror)) from None


def _summary(kind: type[Searcher]) -> str:
    return (kind.__doc__ or "").strip().partition("\n")[0]


def _options(kind: type[Searcher]) -> str:
    return takes(kind) if fields(kind) else ""


def _as_text(
    rules: Game[Any], place: Position[Any], answers: list[SearchResult[Any]], values: list[MoveValue]
) -> str:
    found, side = answers[-1], rules.players[place.to_move.value]
    verdict = _verdict(found.score, found.proven)
    stats, rate = found.stats, found.stats.nodes / max(found.stats.seconds, 1e-9)
    lines = [place.draw(unicode=capable(sys.stdout)), ""]
    if found.line:
        lines.append(f"{side} plays {rules.write(place, found.move)}: {verdict}")
        lines.append("line: " + " ".join(spelled(place, found.line)))
    else:
        lines.append(f"the game is over: {side} {verdict}")
    cost = f"{stats.nodes:,} nodes, depth {stats.depth}, {stats.seconds:.3f} s, {rate:,.0f} nodes/s"
    lines.append(f"{cost}, {found.core} core" + (f", stopped by {found.stopped}" if found.stopped else ""))
    if len(answers) > 1:
        lines += ["", _depths_table(rules, place, answers)]
    if values:
        lines += ["", _values_table(rules, place, values)]
    return "\n".join([*lines, ""])


def _depths_table(rules: Game[Any], place: Position[Any], answers: list[SearchResult[Any]]) -> str:
    def row(depth: SearchResult[Any]) -> tuple[str, ...]:
        move, verdict = rules.write(place, depth.move), _verdict(depth.score, depth.proven)
        return (
            str(depth.stats.depth),
            move,
            verdict,
            f"{depth.stats.nodes:,}",
            f"{depth.stats.seconds:.3f} s",
        )

    finished = [row(depth) for depth in answers if depth.stopped is None]
    return table(("depth", "move", "value", "nodes", "seconds"), finished, left=3)


def _values_table(rules: Game[Any], place: Position[Any], values: list[MoveValue]) -> str:
    def row(value: MoveValue) -> tuple[str, ...]:
        verdict, line = _verdict(value.score, value.proven), " ".join(spelled(place, value.line))
        return rules.write(place, value.move), verdict, str(value.score), line

    return table(("move", "value", "score", "line"), map(row, values), left=4)


def _verdict(score: int, proven: bool) -> str:
    """A score in words, which says so if it is no more than an estimate."""
    known = proven or plies_to_end(score) is not None
    return describe(score) if known else f"{score:+d} (estimate)"


def _as_json(
    rules: Game[Any], place: Position[Any], searcher: Searcher, found: SearchResult[Any]
) -> dict[str, Any]:
    line = spelled(place, found.line)
    return {
        "game": rules.spec,
        "position": place.text(),
        "agent": searcher.spec,
        "core": found.core,
        "move": line[0] if line else None,
        "score": found.score,
        "line": line,
        "nodes": found.stats.nodes,
        "depth": found.stats.depth,
        "table_hits": found.stats.table_hits,
        "seconds": found.stats.seconds,
        "proven": found.proven,
        "stopped": found.stopped,
    }


def _moves_json(place: Position[Any], values: list[MoveValue], wanted: bool) -> dict[str, Any]:
    if not wanted:
        return {}
    return {
        "moves": [
            {
                "move": place.write(v.move),
                "score": v.score,
                "line": spelled(place, v.line),
                "proven": v.proven,
            }
            for v in values
        ]
    }
