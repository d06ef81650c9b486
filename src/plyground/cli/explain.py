"""The command explain: the tree of a search, printed or drawn."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from plyground.agents import load_entrant
from plyground.agents.as_searcher import allowance, call_confined_agent
from plyground.agents.remedies import describe_error
from plyground.cli.options import (
    AgentSpec,
    AllowNet,
    AllowRead,
    ForcedCore,
    GameSpec,
    PositionText,
    SearchDepth,
    SearchNodes,
    SearchTime,
    Trust,
    confinement_of,
    load_searcher,
    runs_users_code,
)
from plyground.cli.output import print_text, spinner
from plyground.columns import table
from plyground.errors import BadSpec, Failed, PlygroundError
from plyground.game import Position
from plyground.games.registry import load_game
from plyground.searchers import Greedy, Limits, Searcher
from plyground.searchers.trace import Trace
from plyground.searchers.types import Remark
from plyground.searchers.whole_tree import whole_tree
from plyground.ui.explain.limits import usual_limits
from plyground.ui.explain.svg import tree_svg
from plyground.ui.explain.text import MAX_LINES, trace_text
from plyground.whole_file import write_whole

if TYPE_CHECKING:
    from plyground.workers.confinement import Confinement


def explain(
    game: GameSpec = "",
    position: PositionText = "-",
    agent: AgentSpec = "alphabeta",
    depth: SearchDepth = None,
    nodes: SearchNodes = None,
    seconds: SearchTime = None,
    core: ForcedCore = None,
    svg: Annotated[
        Path | None, typer.Option("--svg", metavar="FILE", help="Draw the tree into a file.")
    ] = None,
    step: Annotated[
        int | None, typer.Option("--step", min=0, help="Draw the tree after so many steps of the search.")
    ] = None,
    json_file: Annotated[
        Path | None,
        typer.Option("--json", metavar="FILE", help="Write the trace into a file; - prints it."),
    ] = None,
    rows: Annotated[int, typer.Option("--rows", min=1, help="Write down at most so many nodes.")] = 100_000,
    lines: Annotated[int, typer.Option("--lines", min=1, help="Print at most so many lines.")] = MAX_LINES,
    from_trace: Annotated[
        Path | None, typer.Option("--trace", metavar="FILE", help="Explain a trace from a file instead.")
    ] = None,
    trust: Trust = False,
    allow_read: AllowRead = None,
    allow_net: AllowNet = False,
) -> None:
    """Print the tree of a search: windows, values, and what was pruned and why.

    --svg draws what the Explain page of `plyground lab` draws. mcts shows visits and win rates, and
    "proof(method='best_first')" proof numbers.

    Without any limit a small game is searched to its end, and a large one to a few plies. Searchers and
    evaluations in files of your own run confined, as agents in a match do.
    """
    if not game and from_trace is None:
        raise BadSpec("nothing to explain", "", None, "give a game, or a trace with --trace FILE")
    if step is not None and svg is None:
        raise BadSpec("--step without a picture", "", None, "give --svg FILE, too")
    limits = None if depth is None and nodes is None and seconds is None else Limits(depth, nodes, seconds)
    confinement = confinement_of([agent], trust, allow_read, allow_net)
    confined = runs_users_code([agent]) and confinement.contained

    def search() -> tuple[Trace, int | None, Remark | None]:
        return _trace_search(game, position, load_searcher(agent, core, confinement), limits, rows)

    if from_trace:
        trace, chosen, remark = _read(from_trace), None, None
    else:
        with spinner(f"searching with {agent}"):
            trace, chosen, remark = _confined(agent, confinement, limits, search) if confined else search()
    if json_file is not None and str(json_file) == "-":
        return typer.echo(trace.to_json())
    if json_file is not None:
        _write(json_file, trace.to_json())
    roots = trace.roots()
    if not roots and from_trace is None:
        raise BadSpec("nothing to explain", agent, None, "it plays this move by heart, without a search")
    if not roots:
        raise BadSpec("nothing to explain", str(from_trace), None, "the trace has no rows")
    if svg is not None:
        _write(svg, tree_svg(trace, roots[-1], step=step))
    print_text(trace_text(trace, lines, chosen, remark))
    if from_trace is None and not confined:
        _print_parts(load_game(game).parse(position), load_searcher(agent, core))
    return None


def _print_parts(place: Position[Any], searcher: Searcher) -> None:
    """Print what the values of the moves are made of, for a player that has no tree to show."""
    if isinstance(searcher, Greedy) and (values := searcher.values(place, Limits())):
        names = [name for name, _ in values[0].parts]
        rows = [(place.write(v.move), *(str(number) for _, number in v.parts)) for v in values]
        typer.echo("\nNo tree: each square is worth -F, and F = G - H.\n")
        typer.echo(table(("move", *names), rows, left=1))


def _trace_search(
    game: str, position: str, searcher: Searcher, limits: Limits | None, rows: int
) -> tuple[Trace, int | None, Remark | None]:
    """Search; the trace, the depth chosen where no limit was given, and a remark if there is one."""
    rules, trace = load_game(game), Trace(most_rows=rows)
    place = rules.parse(position)
    chosen = None
    if limits is None:
        limits = usual_limits(place, searcher, rows)
        chosen = limits.depth
    found = searcher.search(place, limits, trace)
    trace.whole = whole_tree(searcher, place, limits)
    trace.game, trace.position, trace.agent = rules.spec, place.text(), repr(searcher)
    return trace, chosen, found.remark


def _confined(
    agent: str,
    confinement: Confinement,
    limits: Limits | None,
    search: Callable[[], tuple[Trace, int | None, Remark | None]],
) -> tuple[Trace, int | None, Remark | None]:
    """The same by code of a user, which is read and run in a confined copy of this process."""
    here = Path.cwd()

    def work() -> dict[str, Any]:
        os.chdir(here)  # files of the user are named from here
        try:
            trace, chosen, remark = search()
        except PlygroundError as error:
            return {"refusal": str(error)}
        except (Exception, SystemExit) as error:  # noqa: BLE001 - a user's code may raise anything
            return {"error": describe_error(error)}
        return {"trace": trace.to_json(), "chosen": chosen, "remark": remark}

    answer = call_confined_agent(load_entrant(agent), confinement, work, allowance(limits))
    if "refusal" in answer:
        raise PlygroundError(answer["refusal"])
    if "error" in answer:
        raise Failed(f"your own code failed: {answer['error']}")
    return Trace.from_json(answer["trace"]), answer["chosen"], answer["remark"]


def _read(path: Path) -> Trace:
    try:
        return Trace.from_json(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise BadSpec(f"cannot read {path}", str(path), None, str(error)) from None


def _write(path: Path, text: str) -> None:
    try:
        write_whole(path, text)
    except OSError as error:
        raise BadSpec(f"cannot write {path}", str(path), None, str(error.strerror)) from None
