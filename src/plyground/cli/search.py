"""The command search: the best move in a position, its value, and what finding it cost."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from plyground.agents.defaults import with_default_limit
from plyground.cli.options import (
    AgentSpec,
    AllowNet,
    AllowRead,
    AsJson,
    ForcedCore,
    FromStdin,
    GameSpec,
    InSandbox,
    PositionText,
    SearchDepth,
    SearchNodes,
    SearchTime,
    Trust,
    confinement_of,
    each_position,
    load_searcher,
)
from plyground.cli.output import print_json, print_text, spinner
from plyground.game import Game, Position
from plyground.games.registry import load_game
from plyground.searchers import Limits, MoveValue, NoValues, Searcher, SearchResult, search_all
from plyground.searchers.analysis import all_answers, values_table
from plyground.searchers.answer import SearchAnswer
from plyground.searchers.types import MoveOnly


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
    sandbox: InSandbox = False,
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
    confinement = confinement_of([agent], trust, allow_read, allow_net, sandbox)
    given = load_searcher(agent, core, confinement, rules.spec)
    searcher = with_default_limit(given, rules, limits)

    def work(place: Position[Any]) -> None:
        with spinner(f"searching with {searcher.spec}"):
            answers = list(all_answers(place, searcher, limits))
            values, untold = _values(place, searcher, limits) if every_move else ([], "")
        if as_json:
            moves = _moves_json(place, None if untold else values) if every_move else {}
            print_json(_as_json(rules, place, searcher, answers[-1]) | moves)
        else:
            answer = SearchAnswer(place, searcher.spec, answers[-1], tuple(answers), searcher is not given)
            print_text(_as_text(answer, rules.players, values, untold))

    each_position(rules, position, stdin, as_json, work)


def _values(place: Position[Any], searcher: Searcher, limits: Limits) -> tuple[list[MoveValue], str]:
    """The value of every move, or a sentence that says why they have none."""
    try:
        return search_all(place, searcher, limits), ""
    except NoValues as error:
        return [], str(error)


def _as_text(answer: SearchAnswer, players: tuple[str, str], values: list[MoveValue], untold: str) -> str:
    lines = [answer.text(players).rstrip("\n")]
    if values:
        lines += ["", values_table(answer.position, values)]
    if any(value.stopped for value in values):
        lines += [
            "",
            "note: each move had a share of the limits: the table may know less than the search",
        ]
    if untold:
        lines += ["", untold]
    return "\n".join([*lines, ""])


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
            | ({"parts": dict(v.parts)} if v.parts else {})
            for v in values
        ]
    }
