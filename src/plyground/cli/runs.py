"""The commands runs, export and replay: what was played and kept."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from plyground.cli.options import AsJson, FullReport, Language, RunArgument, speaker_for
from plyground.cli.output import complain, print_json, print_text, spinner
from plyground.cli.run_printer import RunPrinter
from plyground.errors import INTERRUPTED, BadSpec, PlygroundError, printable, truncate, unknown_name

if TYPE_CHECKING:
    from plyground.arena.store import Store
    from plyground.game import Game, Position
    from plyground.words import Tongue

RUN_COLUMNS = ("run", "begun", "game", "format", "agents", "games", "state")
GAME_COLUMNS = ("game", "first", "second", "winner", "ending", "opening", "plies")


def runs(
    run: Annotated[
        str, typer.Argument(metavar="RUN", help="One run: what it has shown.", show_default=False)
    ] = "",
    blunders: Annotated[bool, typer.Option("--blunders", help="Have the solver judge every move.")] = False,
    games: Annotated[
        bool, typer.Option("--games", help="List the games of a run: `replay` shows one by its number.")
    ] = False,
    lost_by: Annotated[
        str | None, typer.Option("--lost-by", metavar="NAME", help="Of the games, those an agent lost.")
    ] = None,
    forfeited: Annotated[
        bool, typer.Option("--forfeited", help="Of the games, those that broke the rules or the clock.")
    ] = False,
    full: FullReport = False,
    lang: Language = None,
    as_json: AsJson = False,
) -> None:
    """List the runs, or report what one of them has shown, or list its games."""
    if (games or lost_by is not None or forfeited) and not run:
        raise BadSpec("--games of no run", "", None, "give the number or the file of a run")
    if games or lost_by is not None or forfeited:
        _list_games(run, lost_by, forfeited, as_json, speaker_for(lang, as_json))
    elif run:
        _report_run(run, blunders, RunPrinter(speaker_for(lang, as_json), full, as_json))
    else:
        _list_runs(as_json, speaker_for(lang, as_json))


def _list_runs(as_json: bool, speaker: Tongue) -> None:
    """List the numbered runs."""
    from plyground.arena.run_folder import numbered_runs
    from plyground.arena.store import Store
    from plyground.columns import table
    from plyground.data_folder import runs_folder

    rows, damaged = [], []
    for number, path in numbered_runs():
        try:
            with Store(path, check=False) as store:
                rows.append(_summarize(str(number), store))
        except PlygroundError as error:
            damaged.append(str(error))
    if as_json:
        shown = [{column: row[column] for column in RUN_COLUMNS} for row in rows]
        return print_json({"folder": str(runs_folder()), "runs": shown, "damaged": damaged})
    if rows:
        heads = tuple(speaker.say(f"runs.{column}") for column in RUN_COLUMNS)
        typer.echo(table(heads, [_run_cells(row, speaker) for row in rows], left=5))
    else:
        typer.echo(speaker.say("runs.none", folder=str(runs_folder())))
    for sentence in damaged:
        complain(sentence)
    return None


def _run_cells(row: dict[str, Any], speaker: Tongue) -> tuple[str, ...]:
    """What is shown of a run, in the order of the columns."""
    from plyground.report.run_words import ending, format_name

    agents = speaker.say("runs.of-agents", n=row["number"]) if row["number"] > 2 else row["agents"]
    state = ending(row["finished"], speaker) if row["finished"] else row["state"]
    form = format_name(row["format"], speaker)
    return row["run"], row["begun"], row["game"], form, agents, row["games"], state


def _list_games(run: str, lost_by: str | None, forfeited: bool, as_json: bool, speaker: Tongue) -> None:
    """List the games of a run, all or only some of them."""
    from plyground.arena import export as export_tables
    from plyground.arena.run_folder import find_run
    from plyground.arena.store import Store
    from plyground.columns import table

    with Store(find_run(run)) as store:
        names, played = store.plan.names, list(export_tables.rows(store, "games"))
    if lost_by is not None and lost_by not in names:
        right = f"its agents are {', '.join(names)}"
        raise unknown_name(f"no agent {truncate(lost_by)} in run {run}", lost_by, names, right, lost_by)
    chosen = [
        game
        for game in played
        if (lost_by is None or (game["winner"] and lost_by == _loser(game)))
        and (not forfeited or game["ending"] not in ("rules", "length"))
    ]
    if as_json:
        return print_json({"run": run, "games": chosen})
    rows = [tuple(str(_cell(game, column, speaker)) for column in GAME_COLUMNS) for game in chosen]
    heads = (speaker.say("runs.played"), *(speaker.say(f"runs.{column}") for column in GAME_COLUMNS[1:]))
    print_text(table(heads, rows, left=6, keys=3) if rows else speaker.say("runs.no-such-game"))
    return None


def _loser(game: dict[str, Any]) -> str:
    loser: str = game["second"] if game["winner"] == game["first"] else game["first"]
    return loser


def _cell(game: dict[str, Any], column: str, speaker: Tongue) -> object:
    if column == "winner":
        return game["winner"] or speaker.say("runs.draw")
    if column == "ending":
        ending = speaker.say(f"runs.ending-{game['ending']}")
        return " ".join(filter(None, (ending, game["detail"])))
    return game[column]


def _summarize(number: str, store: Store) -> dict[str, Any]:
    plan = store.plan
    (played,) = next(store.query("SELECT count(*) FROM games"))
    agents = " – ".join(plan.names) if len(plan.names) == 2 else f"{len(plan.names)} agents"
    finished = store.about("finished")
    return {
        "run": number,
        "begun": store.about("created"),
        "game": plan.game,
        "format": plan.format,
        "agents": agents,
        "games": f"{played}/{plan.total_games}",
        "state": finished or f"plyground resume {number}",
        "number": len(plan.names),
        "finished": finished,
    }


def _report_run(run: str, blunders: bool, printer: RunPrinter) -> None:
    """Print the report of a run."""
    from plyground.arena.run_folder import find_run
    from plyground.arena.store import Store
    from plyground.cli.progress import judge_moves

    with Store(find_run(run), writing=blunders) as store:
        whole = judge_moves(store, blunders)
        with spinner("adding up"):
            found = printer.text(store)
    printer.print(found)
    if not whole:
        raise typer.Exit(INTERRUPTED)


def export(
    run: RunArgument,
    csv: Annotated[
        Path | None,
        typer.Option("--csv", "--out", metavar="DIR", help="Write games.csv, moves.csv, agents.csv."),
    ] = None,
    parquet: Annotated[
        Path | None, typer.Option("--parquet", metavar="DIR", help="Write the same as Parquet.")
    ] = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print all games and moves as one JSON object.")
    ] = False,
) -> None:
    """Write a run in other formats: a row for each game, each move and each agent."""
    from plyground.arena import export as export_tables
    from plyground.arena.run_folder import find_run
    from plyground.arena.store import Store

    if csv is None and parquet is None and not as_json:
        raise BadSpec("no format", run, None, "give --csv DIR, --parquet DIR or --json")
    with Store(find_run(run)) as store, spinner("writing"):
        written = export_tables.to_csv(store, csv) if csv else []
        written += export_tables.to_parquet(store, parquet) if parquet else []
        if as_json:
            if sys.stdout is not None:
                export_tables.to_json(store, sys.stdout)
            return
    for path in written:
        typer.echo(path)


def replay(
    run: RunArgument,
    game: Annotated[
        int, typer.Argument(metavar="GAME", min=0, help="The number of a game.", show_default=False)
    ],
    as_json: AsJson = False,
) -> None:
    """Play a stored game again from its record, move by move."""
    from plyground.arena import export as export_tables
    from plyground.arena.run_folder import find_run
    from plyground.arena.store import Store
    from plyground.games.registry import played_game

    with Store(find_run(run)) as store:
        found = next((row for row in export_tables.rows(store, "games", game)), None)
        if found is None:
            (last,) = next(store.query("SELECT max(number) FROM games"))
            right = "no game was played yet" if last is None else f"games are 0 to {last}"
            raise BadSpec(f"no game {game}", run, None, right)
        moves = list(export_tables.rows(store, "moves", game))
        rules = played_game(store.plan.game)
    position = rules.parse(found["opening"])
    places = [position]
    for move in moves:
        if move["move"] is not None:
            places.append(places[-1].play(move["move"]))
    if as_json:
        texts = [place.text() for place in places]
        return print_json(found | {"moves": moves, "positions": texts})
    return _print_game(rules, found, moves, places)


def _print_game(
    rules: Game[Any], found: dict[str, Any], moves: list[dict[str, Any]], places: list[Position[Any]]
) -> None:
    """Print a stored game, a board after each move."""
    from plyground.games.drawing import shows_unicode

    unicode = shows_unicode(sys.stdout)
    first, second = rules.players
    typer.echo(f"game {found['game']}: {found['first']} ({first}) against {found['second']} ({second})")
    typer.echo(f"\n{places[0].draw(unicode=unicode)}")
    for move, place in zip(moves, places[1:], strict=False):
        side = rules.players[0 if move["side"] == "first" else 1]
        typer.echo(
            f"\n{move['ply']}. {side} {move['move']}  {_move_cost(move)}\n{place.draw(unicode=unicode)}"
        )
        if move["said"]:
            typer.echo("\n".join(f"  said: {printable(line)}" for line in move["said"].splitlines()))
    typer.echo(f"\n{_ending(found, moves)}")


def _move_cost(move: dict[str, Any]) -> str:
    from plyground.columns import milliseconds

    parts = [f"{milliseconds(move['wall'])} ms"]
    parts += [f"{move['nodes']:,} nodes"] if move["nodes"] is not None else []
    parts += [f"depth {move['depth']}"] if move["depth"] is not None else []
    parts += [f"by the arena ({move['trouble']})"] if move["trouble"] else []
    return ", ".join(parts)


def _ending(game: dict[str, Any], moves: list[dict[str, Any]]) -> str:
    who = f"{game['winner']} wins" if game["winner"] else "draw"
    how = {"rules": "", "length": " (the game went on for too long)"}.get(game["ending"], " by forfeit")
    return f"{who}{how} after {game['plies']} moves" + (f": {game['detail']}" if game["detail"] else "")
