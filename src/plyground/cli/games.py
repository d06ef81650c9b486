"""Commands about games and their rules: games, show, perft, demo."""

from __future__ import annotations

import sys
from itertools import islice
from typing import TYPE_CHECKING, Annotated, Any

import typer

from plyground.cli.options import AsJson, Core, FromStdin, GameSpec, PositionText, WhichCore, each_position
from plyground.cli.output import Stopwatch, print_json, print_text, track_steps
from plyground.columns import table
from plyground.errors import BadSpec
from plyground.game import Game, Outcome, Position
from plyground.games.drawing import shows_unicode
from plyground.games.registry import load_game, registered
from plyground.native import use_native
from plyground.perft import OutcomeCount, distinct_positions, divide
from plyground.rng import SplitMix64
from plyground.score import LONGEST
from plyground.spec import whole_number

if TYPE_CHECKING:
    from plyground.cli.evaluations import NamedEvaluation


def games(as_json: AsJson = False) -> None:
    """List the games, their options and what they are."""
    entries = registered().values()
    if as_json:
        keys = ("name", "takes", "summary", "example")
        return print_json({"games": [{key: getattr(e, key) for key in keys} for e in entries]})
    rows = [(e.name, e.takes, e.summary) for e in entries]
    typer.echo(table(("game", "options", "what it is"), rows, left=3))
    print_text("\nA game of your own is a module or file and a class: examples/nim.py:Nim")
    return None


def show(
    game: GameSpec,
    position: PositionText = "-",
    evaluate: Annotated[
        list[str] | None,
        typer.Option(
            "--evaluate", metavar="NAME", help="Print what an evaluation gives it: windows, p4.text, …"
        ),
    ] = None,
    stdin: FromStdin = False,
    as_json: AsJson = False,
) -> None:
    """Draw a position, whose move it is or how it ended, and the legal moves."""
    rules, evaluations = load_game(game), _evaluations(evaluate or [])

    def work(place: Position[Any]) -> None:
        values = [each.value(place) for each in evaluations]
        if as_json:
            found = {"evaluations": [value.to_json() for value in values]} if values else {}
            print_json(_as_json(rules, place) | found)
        else:
            print_text("\n".join([_as_text(rules, place), *(value.text(rules) for value in values)]))

    each_position(rules, position, stdin, as_json, work)


def _evaluations(names: list[str]) -> list[NamedEvaluation]:
    if not names:
        return []
    from plyground.cli.evaluations import load_evaluations  # slow: it loads the papers' players

    return load_evaluations(names)


def perft(
    game: GameSpec,
    depth: Annotated[
        str | None,
        typer.Argument(metavar="DEPTH", help="How many plies; or give --depth.", show_default=False),
    ] = None,
    position: PositionText = "-",
    plies: Annotated[
        int | None,
        typer.Option(
            "--depth",
            metavar="N",
            min=0,
            max=LONGEST,
            help="How many plies, if not DEPTH.",
        ),
    ] = None,
    with_distinct: Annotated[
        bool, typer.Option("--distinct", help="Count the distinct positions of each ply too.")
    ] = False,
    core: WhichCore = Core.auto,
    stdin: FromStdin = False,
    as_json: AsJson = False,
) -> None:
    """Count the sequences of moves of each length, and how many of them are over."""
    plies, position = _depth_and_position(depth, plies, position)
    rules = load_game(game)

    def work(place: Position[Any]) -> None:
        native = use_native(place, core.value)
        sequences, positions, seconds = _count(place, plies, core, with_distinct)
        ran = {"core": "native" if native else "python", "seconds": seconds}
        if as_json:
            about = {"game": rules.spec, "position": place.text(), "depth": plies}
            print_json(about | ran | _tallies_json(sequences, positions))
        else:
            typer.echo(_counts_table(rules, sequences, positions))
            typer.echo(f"\n{ran['core']} core, {ran['seconds']:.3f} s")

    each_position(rules, position, stdin, as_json, work)


def demo(
    game: GameSpec = "tictactoe",
    seed: Annotated[int, typer.Option(help="Another seed, another game.")] = 1,
    as_json: AsJson = False,
) -> None:
    """Play one game of random moves and print it, move by move."""
    rules = load_game(game)
    position, chance, played = rules.start(), SplitMix64(seed), []
    while moves := position.moves():
        move = chance.choice(moves)
        played.append(rules.write(position, move))
        if not as_json:
            mover = rules.players[position.to_move.value]
            typer.echo(f"{len(played)}. {mover} plays {played[-1]}")
        position = position.after(move)
        if not as_json:
            typer.echo(_picture(position) + "\n")
    if as_json:
        return print_json(_as_json(rules, position) | {"seed": seed, "played": played})
    typer.echo(_status(rules, position))
    return None


def _depth_and_position(first: str | None, plies: int | None, position: str) -> tuple[int, str]:
    """What stands first is the depth, or the position where --depth says how deep."""
    if plies is None:
        if first is None:
            raise BadSpec("no depth", "", None, "say how many plies: plyground perft connect4 4")
        return whole_number("depth", int(first) if first.isdecimal() else first, 0, LONGEST), position
    if first is not None and position != "-":
        raise BadSpec("the depth twice", f"{first} and --depth {plies}", None, "give one of them")
    return plies, first or position


def _count(
    place: Position[Any], depth: int, core: Core, with_distinct: bool
) -> tuple[list[OutcomeCount], list[OutcomeCount], float]:
    """The tallies of the sequences and, if asked for, of the positions; and the seconds it took."""
    clock = Stopwatch()
    if with_distinct:
        plies = clock.over(islice(distinct_positions(place, core.value), depth + 1))
        counted = list(track_steps(plies, depth + 1, "counting positions"))
        return [ply.sequences for ply in counted], [ply.positions for ply in counted], clock.seconds
    parts = clock.over(divide(place, depth, core.value))
    *_, sequences = track_steps(parts, max(1, len(place.moves())), "counting sequences")
    return sequences, [], clock.seconds


def _counts_table(rules: Game[Any], sequences: list[OutcomeCount], positions: list[OutcomeCount]) -> str:
    first, second = rules.players
    heads = ["ply", "sequences", f"{first} wins", f"{second} wins", "draws"]
    rows = [
        [f"{ply}", f"{t.count:,}", f"{t.first_wins:,}", f"{t.second_wins:,}", f"{t.draws:,}"]
        for ply, t in enumerate(sequences)
    ]
    if positions:
        heads.insert(2, "distinct positions")
        for row, tally in zip(rows, positions, strict=True):
            row.insert(2, f"{tally.count:,}")
    return table(heads, rows, left=0)


def _tallies_json(sequences: list[OutcomeCount], positions: list[OutcomeCount]) -> dict[str, Any]:
    def endings(tallies: list[OutcomeCount]) -> dict[str, list[int]]:
        return {
            "first": [tally.first_wins for tally in tallies],
            "second": [tally.second_wins for tally in tallies],
            "drawn": [tally.draws for tally in tallies],
        }

    counts: dict[str, Any] = {"sequences": [t.count for t in sequences], "ended": endings(sequences)}
    if positions:
        counts |= {"distinct": [t.count for t in positions], "distinct_ended": endings(positions)}
    return counts


def _as_text(rules: Game[Any], place: Position[Any]) -> str:
    lines = [_picture(place), "", _status(rules, place)]
    if moves := place.moves():
        lines.append("moves: " + " ".join(rules.write(place, move) for move in moves))
    return "\n".join([*lines, "text: " + place.text(), ""])


def _as_json(rules: Game[Any], place: Position[Any]) -> dict[str, Any]:
    return {
        "game": rules.spec,
        "position": place.text(),
        "to_move": None if place.outcome() else place.to_move.name.lower(),
        "moves": [rules.write(place, move) for move in place.moves()],
        "outcome": _outcome_json(place.outcome()),
    }


def _outcome_json(outcome: Outcome | None) -> dict[str, Any] | None:
    if outcome is None:
        return None
    winner = outcome.winner.name.lower() if outcome.winner else None
    return {"winner": winner, "lines": outcome.lines, "points": outcome.points}


def _status(rules: Game[Any], place: Position[Any]) -> str:
    outcome = place.outcome()
    if outcome is None:
        return f"{rules.players[place.to_move.value]} to move"
    if outcome.points is not None:
        return f"over: the {rules.players[0]} receives {outcome.points}"
    return f"{rules.players[outcome.winner.value]} has won" if outcome.winner else "drawn"


def _picture(place: Position[Any]) -> str:
    return place.draw(unicode=shows_unicode(sys.stdout))
