"""What the commands about runs do: lists, reports, exports, replays."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import typer

from plyground.arena import export as exporting
from plyground.arena.blunders import judge
from plyground.arena.report import report
from plyground.arena.runs import find_run, numbered_runs, runs_folder
from plyground.arena.store import Store
from plyground.arena.tables import milliseconds
from plyground.cli.app import complain
from plyground.cli.output import bars, print_json, table
from plyground.cli.standings import report_text
from plyground.errors import BadSpec, PlygroundError, printable
from plyground.games.drawing import capable
from plyground.games.registry import load_game


def all_runs(as_json: bool) -> None:
    """List the numbered runs."""
    rows, bad = [], []
    for number, path in numbered_runs():
        try:
            with Store(path) as store:
                rows.append(_summary(str(number), store))
        except PlygroundError as error:
            bad.append(str(error))
    if as_json:
        return print_json({"folder": str(runs_folder()), "runs": rows, "damaged": bad})
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


def one_run(run: str, blunders: bool, as_json: bool) -> None:
    """Report on a run."""
    with Store(find_run(run), writing=blunders) as store:
        if blunders:
            with bars("judging moves") as progress:
                judge(store, lambda done, total: progress("judging moves", done, total))
        found = report(store)
    if as_json:
        print_json(found.to_json())
    else:
        typer.echo(report_text(found))


def exported(run: str, csv: Path | None, parquet: Path | None, as_json: bool) -> None:
    """Write a run in other formats."""
    if csv is None and parquet is None and not as_json:
        raise BadSpec("no format", run, None, "give --csv DIR, --parquet DIR or --json")
    with Store(find_run(run)) as store:
        written = exporting.to_csv(store, csv) if csv else []
        written += exporting.to_parquet(store, parquet) if parquet else []
        if as_json:
            if sys.stdout is not None:
                exporting.to_json(store, sys.stdout)
            return
    for path in written:
        typer.echo(path)


def replayed(run: str, game: int, as_json: bool) -> None:
    """Play a stored game again."""
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
        if move["said"]:
            typer.echo("\n".join(f"  said: {printable(line)}" for line in move["said"].splitlines()))
    typer.echo(f"\n{_ended(found, moves)}")
    return None


def _about(move: dict[str, Any]) -> str:
    parts = [f"{milliseconds(move['wall'])} ms"]
    parts += [f"{move['nodes']:,} nodes"] if move["nodes"] is not None else []
    parts += [f"depth {move['depth']}"] if move["depth"] is not None else []
    parts += [f"by the arena ({move['trouble']})"] if move["trouble"] else []
    return ", ".join(parts)


def _ended(game: dict[str, Any], moves: list[dict[str, Any]]) -> str:
    who = f"{game['winner']} wins" if game["winner"] else "draw"
    how = {"rules": "", "length": " (the game went on for too long)"}.get(game["ending"], " by forfeit")
    return f"{who}{how} after {game['plies']} moves" + (f": {game['detail']}" if game["detail"] else "")
