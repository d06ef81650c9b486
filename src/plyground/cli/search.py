"""The command search: the best move in a position, its value, and what finding it cost."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Annotated, Any

import typer

from plyground.agents.as_searcher import MoveOnly
from plyground.agents.defaults import with_default_limit
from plyground.cli.options import (
    AgentSpec,
    AllowNet,
    AllowRead,
    AsJson,
    ForcedCore,
    FromStdin,
    GameSpec,
    PositionText,
    SearchDepth,
    SearchNodes,
    SearchTime,
    Trust,
    confinement_of,
    each_position,
    load_searcher,
)
from plyground.cli.output import print_json, spinner
from plyground.columns import table
from plyground.game import Game, Position
from plyground.games.drawing import shows_unicode
from plyground.games.registry import load_game
from plyground.searchers import Deepening, Limits, MoveValue, NoValues, Searcher, SearchResult, search_all
from plyground.ui.i18n import tongue


def search(
    game: GameSpec,
    position: PositionText = "-",
    agent: AgentSpec = "table_alphabeta",
    depth: SearchDepth = None,
    nodes: SearchNodes = None,
    seconds: SearchTime = None,
    core: ForcedCore = None,
    every_move: Annotated[bool, typer.Option("--moves", help="Value every legal move.")] = False,
    stdin: FromStdin = False,
    trust: Trust = False,
    allow_read: AllowRead = None,
    allow_net: AllowNet = False,
    as_json: AsJson = False,
) -> None:
    """Search a position: the best move, its value, the line of play, and what it cost.

    With --stdin the answers are JSON, one object per line.
    """
    as_json = as_json or stdin
    rules, limits = load_game(game), Limits(depth, nodes, seconds)
    given = load_searcher(agent, core, confinement_of([agent], trust, allow_read, allow_net))
    searcher = with_default_limit(given, rules, limits)

    def work(place: Position[Any]) -> None:
        with spinner(f"searching with {searcher.spec}"):
            answers = list(_answers(searcher, place, limits))
            values, untold = _values(place, searcher, limits) if every_move else ([], "")
        if as_json:
            moves = _moves_json(place, None if untold else values) if every_move else {}
            print_json(_as_json(rules, place, searcher, answers[-1]) | moves)
        else:
            chosen = "" if searcher is given else searcher.spec
            typer.echo(_as_text(rules, place, answers, values, untold, chosen))

    each_position(rules, position, stdin, as_json, work)


def _answers(searcher: Searcher, place: Position[Any], limits: Limits) -> Iterator[SearchResult[Any]]:
    """The answer of a search; iterative deepening gives one for each depth."""
    if isinstance(searcher, Deepening):
        yield from searcher.answers(place, limits)
    else:
        yield searcher.search(place, limits)


def _values(place: Position[Any], searcher: Searcher, limits: Limits) -> tuple[list[MoveValue], str]:
    """The value of every move, or a sentence that says why they have none."""
    try:
        return search_all(place, searcher, limits), ""
    except NoValues as error:
        return [], str(error)


def _as_text(
    rules: Game[Any],
    place: Position[Any],
    answers: list[SearchResult[Any]],
    values: list[MoveValue],
    untold: str,
    chosen: str,  # the spec of the agent, if a limit was added to it
) -> str:
    found, side = answers[-1], rules.players[place.to_move.value]
    verdict = "its value is not told" if isinstance(found, MoveOnly) else found.score.words(found.proven)
    stats, rate = found.stats, found.stats.nodes / max(found.stats.seconds, 1e-9)
    lines = [place.draw(unicode=shows_unicode(sys.stdout)), ""]
    if found.line:
        lines.append(f"{side} plays {rules.write(place, found.move)}: {verdict}")
        lines.append("line: " + " ".join(place.line_text(found.line)))
    else:
        lines.append(f"the game is over: {side} {verdict}")
    depth = "no depth finished" if found.remark == "no-depth" else f"depth {stats.depth}"
    cost = f"{stats.nodes:,} nodes, {depth}, {stats.seconds:.3f} s, {rate:,.0f} nodes/s"
    if isinstance(found, MoveOnly):
        lines.append(f"what it looked at is not told, {stats.seconds:.3f} s")
    else:
        stopped = f", stopped by {found.stopped}" if found.stopped else ""
        lines.append(f"{cost}, {found.core} core{stopped}")
    if found.remark == "counts-zero":
        lines.append(f"note: {tongue('en').say('remark.counts-zero')}")
    if chosen:
        lines.append(f"note: {tongue('en').say('agent.chosen', agent=chosen)}")
    if len(answers) > 1:
        lines += ["", _depths_table(rules, place, answers)]
    if values:
        lines += ["", _values_table(rules, place, values)]
    if any(value.stopped for value in values):
        lines += [
            "",
            "note: each move had a share of the limits: the table may know less than the search",
        ]
    if untold:
        lines += ["", untold]
    return "\n".join([*lines, ""])


def _depths_table(rules: Game[Any], place: Position[Any], answers: list[SearchResult[Any]]) -> str:
    def row(depth: SearchResult[Any]) -> tuple[str, ...]:
        move, verdict = rules.write(place, depth.move), depth.score.words(depth.proven)
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
        verdict, line = value.score.words(value.proven), " ".join(place.line_text(value.line))
        return rules.write(place, value.move), verdict, str(int(value.score)), line

    if any(value.visits is not None for value in values):
        rows = [(*row(value)[:3], str(value.visits)) for value in values]
        return table(("move", "value", "score", "visits"), rows, left=2)
    return table(("move", "value", "score", "line"), map(row, values), left=4)


def _as_json(
    rules: Game[Any], place: Position[Any], searcher: Searcher, found: SearchResult[Any]
) -> dict[str, Any]:
    line, known = place.line_text(found.line), not isinstance(found, MoveOnly)
    return {
        "game": rules.spec,
        "position": place.text(),
        "agent": searcher.spec,
        "core": found.core,
        "move": line[0] if line else None,
        "score": found.score if known else None,
        "line": line,
        "nodes": found.stats.nodes if known else None,
        "depth": found.stats.depth if known else None,
        "table_hits": found.stats.table_hits,
        "seconds": found.stats.seconds,
        "proven": found.proven,
        "stopped": found.stopped,
        "evaluation": found.evaluation,
    }


def _moves_json(place: Position[Any], values: list[MoveValue] | None) -> dict[str, Any]:
    if values is None:
        return {"moves": None}
    return {
        "moves": [
            {
                "move": place.write(v.move),
                "score": v.score,
                "line": place.line_text(v.line),
                "proven": v.proven,
            }
            | ({} if v.visits is None else {"visits": v.visits})
            for v in values
        ]
    }
