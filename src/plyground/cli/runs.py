"""Commands about what was played: runs, export, replay."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from plyground.arena import export as exporting
from plyground.arena.blunders import judge
from plyground.arena.report import report
from plyground.arena.runs import find_run, numbered_runs, runs_folder
from plyground.arena.store import Store
from plyground.cli.app import command, complain
from plyground.cli.output import bars, print_json, table
from plyground.cli.positions import AsJson
from plyground.cli.standings import report_text
from plyground.errors import BadSpec, PlygroundError
from plyground.games.drawing import capable
from plyground.games.registry import load_game

RunArgument = Annotated[
    str, typer.Argument(metavar="RUN", help="The number or file of a run.", show_default=False)
]


@command
def runs(
    run: Annotated[
        str, typer.Argument(metavar="RUN", help="One run: what it has shown.", show_default=False)
    ] = "",
    blunders: Annotated[bool, typer.Option("--blunders", help="Have the solver judge every move.")] = False,
    as_json: AsJson = False,
) -> None:
    """List the runs, or report what one of them has shown."""
    if run:
        return _one(find_run(run), blunders, as_json)
    rows, bad = [], []
    for number, path in numbered_runs():
        try:
            with Store(path) as store:
                rows.append(_summary(str(number), store))
        except PlygroundError as error:
            bad.append(str(error))
    if as_json:
        return print_json({"folder": str(runs_folder()), "runs": rows})
    if rows:
        heads = ("run", "begun", "game", "format", "agents", "games", "state")
        typer.echo(table(heads, [tuple(row[head] for head in heads) for row in rows], left=5))
    else:
        typer.echo(f"no runs in {runs_folder()}")
    for sentence in bad:
        complain(sentence)
    return None


def _summary(number: str, store: Store) -> dict[str, Any]:
    plan = store.plan
    (played,) = next(store.query("SELECT count(*) FROM games"))
    agents = " – ".join(plan.names) if len(plan.names) == 2 else f"{len(plan.names)} agents"
    return {
        "run": number,
        "begun": store.about("created"),
        "game": plan.game,
        "format": plan.format,
        "agents": agents,
        "games": f"{played}/{plan.total_games}",
        "state": store.about("finished") or f"plyground resume {number}",
    }


def _one(path: Path, blunders: bool, as_json: bool) -> None:
    with Store(path, writing=blunders) as store:
        if blunders:
            with bars("judging moves") as progress:
                judge(store, lambda done, total: progress("judging moves", done, total))
        found = report(store)
    if as_json:
        print_json(found.to_json())
    else:
        typer.echo(report_text(found))


@command
def export(
    run: RunArgument,
    csv: Annotated[
        Path | None, typer.Option("--csv", metavar="DIR", help="Write games.csv and moves.csv.")
    ] = None,
    parquet: Annotated[
        Path | None, typer.Option("--parquet", metavar="DIR", help="Write games.parquet and moves.parquet.")
    ] = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print all games and moves as one JSON object.")
    ] = False,
) -> None:
    """Write a run in other formats: a row for each game, a row for each move."""
    if csv is None and parquet is None and not as_json:
        raise BadSpec("no format", run, None, "give --csv DIR, --parquet DIR or --json")
    with Store(find_run(run)) as store:
        written = exporting.to_csv(store, csv) if csv else []
        written += exporting.to_parquet(store, parquet) if parquet else []
        if as_json:
            exporting.to_json(store, sys.stdout)
            return
    for path in written:
        typer.echo(path)


@command
def replay(
    run: RunArgument,
    game: Annotated[
        int, typer.Argument(metavar="GAME", min=0, help="The number of a game.", show_default=False)
    ],
    as_json: AsJson = False,
) -> None:
    """Play a stored game again from its record, move by move."""
    with Store(find_run(run)) as store:
        found = next((row for row in exporting.rows(store, "games", game)), None)
        if found is None:
            (last,) = next(store.query("SELECT max(number) FROM games"))
            right = "no game was played yet" if last is None else f"games are 0 to {last}"
            raise BadSpec(f"no game {game}", run, None, right)
        moves = list(exporting.rows(store, "moves", game))
        rules = load_game(store.plan.game)
    position = rules.parse(found["opening"])
    places = [position]
    for move in moves:
        if move["move"] is not None:
            places.append(places[-1].play(move["move"]))
    if as_json:
        texts = [place.text() for place in places]
        return print_json(found | {"moves": moves, "positions": texts})
    unicode = capable(sys.stdout)
    typer.echo(
        f"game {game}: {found['first']} ({rules.players[0]}) against {found['second']} ({rules.players[1]})"
    )
    typer.echo(f"\n{places[0].draw(unicode=unicode)}")
    for move, place in zip(moves, places[1:], strict=False):
        side = rules.players[0 if move["side"] == "first" else 1]
        typer.echo(f"\n{move['ply']}. {side} {move['move']}  {_about(move)}\n{place.draw(unicode=unicode)}")
    typer.echo(f"\n{_ended(found, moves)}")
    return None


def _about(move: dict[str, Any]) -> str:
    parts = [f"{1e3 * move['wall']:.3g} ms"]
    parts += [f"{move['nodes']:,} nodes"] if move["nodes"] is not None else []
    parts += [f"depth {move['depth']}"] if move["depth"] is not None else []
    parts += [f"by the arena ({move['trouble']})"] if move["trouble"] else []
    return ", ".join(parts)


def _ended(game: dict[str, Any], moves: list[dict[str, Any]]) -> str:
    who = f"{game['winner']} wins" if game["winner"] else "draw"
    how = {"rules": "", "length": " (the game went on for too long)"}.get(game["ending"], " by forfeit")
    return f"{who}{how} after {game['plies']} moves" + (f": {game['detail']}" if game["detail"] else "")
