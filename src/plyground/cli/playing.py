"""What the commands that play do: plans from their options, a bar while games are played, the report."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import typer

from plyground.arena.blunders import judge, judged_unasked, valuer
from plyground.arena.plan import Plan
from plyground.arena.records import PairRecord
from plyground.arena.report import report
from plyground.arena.run import Told, begin, play, reopen, usual_workers
from plyground.arena.runs import called, find_run, new_run
from plyground.arena.store import RunExists, Store
from plyground.arena.tournament import fit_to_play, merged, options_in, plan_from, submissions
from plyground.cli.app import INTERRUPTED, complain
from plyground.cli.output import bars, print_json, working
from plyground.cli.standings import report_text
from plyground.errors import BadSpec, Failed, PlygroundError
from plyground.games.registry import load_game

USUAL_GAMES = 20
MOST_OF_SPRT = 100_000


def match_of(
    agents: list[str],
    options: dict[str, Any],
    games: int | None,
    best_of: int | None,
    sprt: str | None,
    workers: int | None,
    cluster: str | None,
    blunders: bool,
    run: Path | None,
    as_json: bool,
) -> None:
    """Play a match and report."""
    if best_of and (games or sprt):
        raise BadSpec("--best-of and --games or --sprt", "", None, "give one of them")
    options |= {"agents": agents}
    if best_of:
        options["best_of"] = best_of
    else:
        options["games"] = games or (MOST_OF_SPRT if sprt else USUAL_GAMES)
    if sprt:
        options["sprt"] = sprt
    plan = plan_from(options)
    _reach(cluster)
    for name, why in fit_to_play(plan, workers or usual_workers(plan), cluster).items():
        raise PlygroundError(f"{name} cannot play: {why}")
    _play(_begun(plan, run, blunders), workers, cluster, blunders, as_json)


def tournament_of(
    agents: list[str],
    options: dict[str, Any],
    file: Path | None,
    folder: Path | None,
    workers: int | None,
    cluster: str | None,
    blunders: bool,
    run: Path | None,
    as_json: bool,
) -> None:
    """Play a tournament and report; what is given on the command line is stronger than a file."""
    options = merged({"format": "round-robin"} | (options_in(file) if file else {}), options)
    submitted, unfit = submissions(folder) if folder else ([], {})
    for name, why in unfit.items():
        complain(f"{name} is left out: {why}")
    entered = [*options.get("agents", []), *agents]
    options["agents"] = entered + [{"name": each.name, "spec": each.spec} for each in submitted]
    if "game" not in options:
        raise BadSpec("no game", "", None, "give --game, or game = … in the file")
    if folder and not submitted:
        raise BadSpec("no agents", str(folder), None, "put Python files with a function choose into it")
    plan = plan_from(options, str(file or ""))
    _reach(cluster)
    plan = _fit(plan, {each.name for each in submitted}, workers or usual_workers(plan), cluster)
    _play(_begun(plan, run, blunders), workers, cluster, blunders, as_json)


def _begun(plan: Plan, run: Path | None, blunders: bool) -> Store:
    """A new run; where no file was named, the next number that nobody else takes in the same moment."""
    if blunders:
        with working("asking the solver"):
            valuer(load_game(plan.game).parse(next(plan.pairs()).opening))
    if run is not None:
        return begin(plan, run)
    while True:
        with suppress(RunExists):
            return begin(plan, new_run())


def _reach(cluster: str | None) -> None:
    """A cluster that is not there is noticed before a run is begun."""
    if cluster is not None:
        from plyground.arena.cluster_link import reach

        reach(cluster, complain)


def _fit(plan: Plan, submitted: set[str], workers: int, cluster: str | None) -> Plan:
    """The plan without submissions that cannot play; an agent that was asked for by name must."""
    bad = fit_to_play(plan, workers, cluster)
    for name, why in bad.items():
        if name not in submitted:
            raise PlygroundError(f"{name} cannot play: {why}")
        complain(f"{name} is left out: {why}")
    if len(plan.agents) - len(bad) < 2:
        raise Failed(f"{len(plan.agents) - len(bad)} of {len(plan.agents)} agents can play: two are needed")
    return plan.without(bad)


def go_on(
    run: str, changed: bool, workers: int | None, cluster: str | None, blunders: bool, as_json: bool
) -> None:
    """Play what is left of a run and report; of an experiment the searches come first."""
    _reach(cluster)
    store = reopen(find_run(run), changed)
    if store.about("experiment"):
        from plyground.lab.experiment import Run

        with bars("searching") as progress:
            Run(store).search(progress)
    _play(store, workers, cluster, blunders, as_json)


def _play(store: Store, workers: int | None, cluster: str | None, blunders: bool, as_json: bool) -> None:
    with store:
        try:
            with watched(store) as told:
                play(store, workers, told, cluster)
            if blunders or judged_unasked(store.plan):
                with bars("judging moves") as progress:
                    judge(store, lambda done, total: progress("judging moves", done, total))
        except KeyboardInterrupt:
            (played,) = next(store.query("SELECT count(*) FROM games"))
            total = store.plan.total_games
            name = shlex.quote(called(store.path))
            complain(f"stopped after {played:,} of {total:,} games; go on with: plyground resume {name}")
            raise typer.Exit(INTERRUPTED) from None
        found = report(store)
    if as_json:
        print_json(found.to_json())
    else:
        name = shlex.quote(called(store.path))
        typer.echo(f"{report_text(found)}\n\nkept as run {name}: plyground runs {name}")


@contextmanager
def watched(store: Store) -> Iterator[Told | None]:
    """A bar that tells games done, the score so far and the time to go, if standard error is a terminal."""
    plan = store.plan
    points = [0.0] * len(plan.agents)
    done = 0
    for one, other, made, games in store.query("SELECT one, other, points, games FROM pairs"):
        points[one] += made
        points[other] += games - made
        done += games

    def told(record: PairRecord) -> None:
        nonlocal done
        for played in record.games:
            for agent in record.agents:
                points[agent] += 0.5 if played.winner is None else float(played.winner == agent)
        done += len(record.games)
        show(_so_far(plan, points), done, plan.total_games)

    with bars("playing") as show:
        show(_so_far(plan, points), done, plan.total_games)
        yield told


def _so_far(plan: Plan, points: list[float]) -> str:
    """The score of a match, or who leads a tournament."""
    if plan.format == "match":
        return f"{plan.names[0][:24]} {points[0]:g} – {points[1]:g} {plan.names[1][:24]}"
    best = max(range(len(points)), key=points.__getitem__)
    return f"{plan.names[best][:32]} leads with {points[best]:g}"
