"""How a run was made: agents, depths, openings, program and machine."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from plyground.agents import load_agent, load_entrant
from plyground.arena.plan import Plan
from plyground.arena.store import Store
from plyground.errors import PlygroundError
from plyground.experiments.experiment import Experiment
from plyground.experiments.search_store import SearchMeasurement, SearchStore
from plyground.game import Player
from plyground.games.registry import known_game
from plyground.report.run_words import limits_text, side_names
from plyground.report.tables import ReportTable
from plyground.searchers import Deepening, Searcher
from plyground.searchers.searcher import TreeSearcher
from plyground.searchers.types import TO_THE_END, stricter
from plyground.words import Tongue, tongue

Row = tuple[str, str]
_CORES = re.compile(r"\b(\d+) cores?\b")  # as a run has stored them


def conditions(store: Store, speaker: Tongue | None = None) -> ReportTable:
    """A table of everything that the numbers of a run depend on."""
    speaker = speaker or tongue("en")
    searches = list(SearchStore(store))
    rows = [
        *_players(store, speaker),
        *_evaluations(store, speaker),
        *_searches(store, searches, speaker),
        (speaker.say("reports.row-games"), _games(store.plan, speaker)),
        *_openings(store, speaker),
        (speaker.say("reports.row-seed"), str(store.plan.seed)),
        *_guards(store, speaker),
        *_machine(store, searches, speaker),
        (speaker.say("reports.row-begun"), store.about("created")),
    ]
    caption = speaker.say("reports.conditions", game=store.plan.game)
    heads = speaker.say("reports.head-what"), speaker.say("reports.head-how")
    return ReportTable("conditions", caption, heads, tuple(rows), left=2)


def _players(store: Store, speaker: Tongue) -> Iterator[Row]:
    plan = store.plan
    for name, spec in zip(plan.names, plan.agents, strict=True):
        named = speaker.say("reports.row-agent-named", name=name)
        yield named if name != spec else speaker.say("reports.row-agent"), spec
    text = store.about("experiment")
    if text and (missing := Experiment.from_json(text).left_out):
        agents = ", ".join(missing)
        said = speaker.say("reports.cannot-play", agents=agents, game=plan.game)
        yield speaker.say("reports.row-left-out"), said


def _evaluations(store: Store, speaker: Tongue) -> Iterator[Row]:
    """The evaluations with which our agents estimate unfinished positions."""
    game, text = known_game(store.plan.game), store.about("experiment")
    shallowest = min(Experiment.from_json(text).depths) if text else store.plan.control.depth
    found: dict[str, list[str]] = {}
    for name, spec in zip(store.plan.names, store.plan.agents, strict=True):
        agent = _ours(spec)
        searcher = agent.inner if isinstance(agent, Deepening) else agent
        if isinstance(searcher, TreeSearcher):
            depth = 1 if isinstance(agent, Deepening) else stricter(searcher.max_depth, shallowest)
            if game and (evaluation := searcher.valued_by(game.start(), depth or TO_THE_END)[1]):
                found.setdefault(evaluation, []).append(name)
    for evaluation, names in found.items():
        text = speaker.say("reports.no-evaluation") if evaluation == "zero" else evaluation
        whole = text if len(found) == 1 else f"{text}: {', '.join(names)}"
        yield speaker.say("reports.row-evaluation"), whole


def _ours(spec: str) -> Searcher | None:
    """An agent of ours; the code of others is not run to write a report."""
    try:
        return load_agent(spec) if load_entrant(spec).trusted else None
    except PlygroundError:
        return None


def _searches(store: Store, searches: Sequence[SearchMeasurement], speaker: Tongue) -> Iterator[Row]:
    text = store.about("experiment")
    if not text:
        return
    experiment = Experiment.from_json(text)
    by_depth = {search.position for search in searches if search.by_depth}
    others = {search.position for search in searches if not search.by_depth}
    times = speaker.say("reports.times", n=experiment.repetitions)
    if by_depth:
        plies = speaker.say("reports.plies", range=_range(experiment.depths, speaker))
        told = f"{speaker.say('reports.positions', n=len(by_depth))}, {plies}, {times}"
        yield speaker.say("reports.row-by-depth"), told
    if others:
        how = speaker.say("reports.to-the-end")
        if experiment.depth:
            how = speaker.say("reports.limit-plies", n=experiment.depth)
        told = f"{speaker.say('reports.positions', n=len(others))}, {how}, {times}"
        yield speaker.say("reports.row-by-stage"), told


def _range(depths: Sequence[int], speaker: Tongue) -> str:
    whole = list(depths) == list(range(depths[0], depths[-1] + 1)) and len(depths) > 1
    if whole:
        return speaker.say("reports.from-to", low=depths[0], high=depths[-1])
    return ", ".join(map(str, depths))


def _games(plan: Plan, speaker: Tongue) -> str:
    seats = speaker.say("reports.first-first") if plan.fixed_seats else ""
    limit = limits_text(plan.control, speaker)
    return speaker.say("reports.games-between", games=str(plan.games), seats=seats, limit=limit)


def _openings(store: Store, speaker: Tongue) -> Iterator[Row]:
    """Where games begin, and the values of the openings: in a lost one, losing is no fault of the agent."""
    plan, row = store.plan, speaker.say("reports.row-openings")
    if plan.openings == "none":
        yield row, speaker.say("reports.from-start")
        return
    count = next(store.query("SELECT count(DISTINCT opening) FROM games"))[0]
    key = "reports.openings-once" if plan.fixed_seats else "reports.openings-both"
    yield row, speaker.say(key, openings=plan.openings, count=count)
    values = opening_values(store).values()
    if values:
        one, other = side_names(plan.game, speaker)
        won, lost = (sum(sign * value > 0 for value in values) for sign in (1, -1))
        drawn = len(values) - won - lost
        facts = {"one": one, "other": other, "won": won, "lost": lost, "drawn": drawn}
        yield "", speaker.say("reports.openings-values", **facts)
        if won or lost:
            yield "", speaker.say("reports.openings-lost")


def opening_values(store: Store) -> dict[str, int]:
    """The solver's values of the openings, for the first player, where it judged the moves."""
    game = known_game(store.plan.game)
    rows = store.query(
        """SELECT opening, best FROM games JOIN losses ON losses.game = games.number
           WHERE ply = (SELECT min(ply) FROM moves WHERE moves.game = games.number) GROUP BY opening"""
    )
    return {
        opening: best if game.parse(opening).to_move is Player.FIRST else -best
        for opening, best in rows
        if game
    }


def _guards(store: Store, speaker: Tongue) -> Iterator[Row]:
    """What held agents that are not ours, as it was when the run began."""
    held = json.loads(store.about("confinement") or "{}")
    if not held:
        return
    row = speaker.say("reports.row-guards")
    if held["kind"] == "none":
        yield row, speaker.say("reports.guards-none")
        return
    if held["kind"] == "sandbox":
        yield row, speaker.say("reports.guards-sandbox")
        return
    guards = speaker.say("reports.guards", version=held["landlock"])
    mounts = "reports.guards-mounts" if held.get("mounts") else "reports.guards-no-mounts"
    yield row, f"{guards}, {speaker.say(mounts)}, {speaker.say('reports.guards-memory')}"
    if held["gaps"]:
        yield "", speaker.say("reports.guards-gaps", gaps=", ".join(held["gaps"]))


def _machine(store: Store, searches: Sequence[SearchMeasurement], speaker: Tongue) -> Iterator[Row]:
    known = json.loads(store.about("versions") or "{}")
    cores = {core for (core,) in store.query("SELECT DISTINCT core FROM moves WHERE core IS NOT NULL")}
    cores |= {search.core for search in searches}
    yield speaker.say("reports.row-program"), program_text(known, cores, speaker)
    yield speaker.say("reports.row-machine"), machine_text(known, speaker)


def program_text(known: Mapping[str, str], cores: Iterable[str], speaker: Tongue) -> str:
    """The versions of the program and of Python, and which core searched."""
    versions = {"version": known.get("plyground", "?"), "python": known.get("python", "?")}
    joined = f" {speaker.say('finding.and')} ".join(sorted(cores))
    if not joined:
        return speaker.say("reports.program-bare", **versions)
    return speaker.say("reports.program", cores=joined, **versions)


def machine_text(known: Mapping[str, str], speaker: Tongue) -> str:
    """The processor and the system."""
    machine = ", ".join(known[key] for key in ("processor", "system") if key in known) or "?"
    return _CORES.sub(lambda found: speaker.say("reports.cores", n=int(found[1])), machine)
