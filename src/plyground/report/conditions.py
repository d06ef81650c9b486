"""How a run was made: agents, depths, openings, program and machine."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence

from plyground.agents import load_agent, load_entrant
from plyground.arena.plan import Plan
from plyground.arena.store import Store
from plyground.errors import PlygroundError
from plyground.experiments.experiment import Experiment
from plyground.experiments.search_store import SearchMeasurement, SearchStore, positions_text
from plyground.game import Player
from plyground.games.registry import load_game
from plyground.report.tables import ReportTable
from plyground.searchers import Deepening, Searcher
from plyground.searchers.searcher import TreeSearcher
from plyground.searchers.types import TO_THE_END, stricter

Row = tuple[str, str]


def conditions(store: Store) -> ReportTable:
    """A table of everything that the numbers of a run depend on."""
    searches = list(SearchStore(store))
    rows = [
        *_players(store),
        *_evaluations(store),
        *_searches(store, searches),
        ("games", _games(store.plan)),
        *_openings(store),
        ("seed", str(store.plan.seed)),
        *_machine(store, searches),
        ("begun", store.about("created")),
    ]
    caption = f"How it was measured: {store.plan.game}"
    return ReportTable("conditions", caption, ("what", "how"), tuple(rows), left=2)


def _players(store: Store) -> Iterator[Row]:
    plan = store.plan
    for name, spec in zip(plan.names, plan.agents, strict=True):
        yield ("agent " + name, spec) if name != spec else ("agent", spec)
    text = store.about("experiment")
    if text and (missing := Experiment.from_json(text).left_out):
        yield "left out", f"{', '.join(missing)}: cannot play {plan.game}"


def _evaluations(store: Store) -> Iterator[Row]:
    """The evaluations with which our agents estimate unfinished positions."""
    start, text = load_game(store.plan.game).start(), store.about("experiment")
    shallowest = min(Experiment.from_json(text).depths) if text else store.plan.control.depth
    found: dict[str, list[str]] = {}
    for name, spec in zip(store.plan.names, store.plan.agents, strict=True):
        agent = _ours(spec)
        searcher = agent.inner if isinstance(agent, Deepening) else agent
        if isinstance(searcher, TreeSearcher):
            depth = 1 if isinstance(agent, Deepening) else stricter(searcher.max_depth, shallowest)
            if evaluation := searcher.valued_by(start, depth or TO_THE_END)[1]:
                found.setdefault(evaluation, []).append(name)
    for evaluation, names in found.items():
        text = "none, unfinished positions count 0" if evaluation == "zero" else evaluation
        yield "evaluation", text if len(found) == 1 else f"{text}: {', '.join(names)}"


def _ours(spec: str) -> Searcher | None:
    """An agent of ours; the code of others is not run to write a report."""
    try:
        return load_agent(spec) if load_entrant(spec).trusted else None
    except PlygroundError:
        return None


def _searches(store: Store, searches: Sequence[SearchMeasurement]) -> Iterator[Row]:
    text = store.about("experiment")
    if not text:
        return
    experiment = Experiment.from_json(text)
    by_depth = {search.position for search in searches if search.by_depth}
    others = {search.position for search in searches if not search.by_depth}
    times = "once" if experiment.repetitions == 1 else f"{experiment.repetitions} times"
    if by_depth:
        yield (
            "searches by depth",
            f"{positions_text(len(by_depth))}, {_range(experiment.depths)} plies, {times}",
        )
    if others:
        how = f"{experiment.depth} plies" if experiment.depth else "to the end of the game"
        yield "searches by stage", f"{positions_text(len(others))}, {how}, {times}"


def _range(depths: Sequence[int]) -> str:
    whole = list(depths) == list(range(depths[0], depths[-1] + 1)) and len(depths) > 1
    return f"{depths[0]} to {depths[-1]}" if whole else ", ".join(map(str, depths))


def _games(plan: Plan) -> str:
    control = plan.control
    limits = [
        control.depth and f"{control.depth} plies",
        control.nodes and f"{control.nodes:,} nodes",
        control.seconds and f"{control.seconds:g} s",
        control.overage and f"{control.overage:g} s of overage a game",
        control.clock and f"clock {control.clock}",
    ]
    given = " and ".join(str(limit) for limit in limits if limit)
    seats = ", the first always first" if plan.fixed_seats else ""
    return (
        f"{plan.games} between two agents{seats}, {given + ' per move' if given else 'no limit on a move'}"
    )


def _openings(store: Store) -> Iterator[Row]:
    """Where games begin, and the values of the openings: in a lost one, losing is no fault of the agent."""
    plan = store.plan
    if plan.openings == "none":
        yield "openings", "every game begins at the start"
        return
    count = next(store.query("SELECT count(DISTINCT opening) FROM games"))[0]
    yield "openings", f"{plan.openings}: {count} different, each played from both sides"
    values = opening_values(store).values()
    if values:
        one, other = load_game(plan.game).players
        won, lost = (sum(sign * value > 0 for value in values) for sign in (1, -1))
        drawn = len(values) - won - lost
        yield "", f"with best play {one} wins {won} of them, {other} wins {lost}, {drawn} are drawn"
        if won or lost:
            yield "", "so a player without a fault loses, too: when it has the lost side"


def opening_values(store: Store) -> dict[str, int]:
    """The solver's values of the openings, for the first player, where it judged the moves."""
    game = load_game(store.plan.game)
    rows = store.query(
        """SELECT opening, best FROM games JOIN losses ON losses.game = games.number
           WHERE ply = (SELECT min(ply) FROM moves WHERE moves.game = games.number) GROUP BY opening"""
    )
    return {
        opening: best if game.parse(opening).to_move is Player.FIRST else -best for opening, best in rows
    }


def _machine(store: Store, searches: Sequence[SearchMeasurement]) -> Iterator[Row]:
    known = json.loads(store.about("versions") or "{}")
    cores = {core for (core,) in store.query("SELECT DISTINCT core FROM moves WHERE core IS NOT NULL")}
    cores |= {search.core for search in searches}
    core = f", {' and '.join(sorted(cores))} core" if cores else ""
    yield "program", f"plyground {known.get('plyground', '?')}{core}, Python {known.get('python', '?')}"
    yield "machine", ", ".join(known[key] for key in ("processor", "system") if key in known) or "?"
