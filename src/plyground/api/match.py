"""`match` and `tournament`: agents play each other, and what they played is a value."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Literal, TypedDict, Unpack

from plyground.agents.objects import AgentLike
from plyground.api.entries import Entries
from plyground.api.run import Run, forgettable, temporary_file
from plyground.arena.blunders import judge, to_judge
from plyground.arena.clock import Clock
from plyground.arena.config import find_unfit_agents, plan_from, with_default_openings
from plyground.arena.plan import Format, Plan
from plyground.arena.pool import default_workers
from plyground.arena.records import PairRecord
from plyground.arena.referee import Policy
from plyground.arena.runner import begin, play
from plyground.errors import BadSpec, PlygroundError
from plyground.games.given import GameLike, check_game
from plyground.searchers.types import Limits
from plyground.stats.sprt import SPRT

DEFAULT_GAMES = 20
MAX_OF_SPRT = 100_000

Progress = Callable[[int, int], None]  # gets how many games were played, and the total


class ArenaOptions(TypedDict, total=False):
    """How games are played: options of `match` and `tournament`; docs/reference/python.md has them all."""

    seconds: float  # for each move
    nodes: int
    depth: int
    clock: str  # for a whole game: "60+0.5"
    overage: float  # seconds for a game beyond those of its moves
    openings: str  # "none", "random(4)", "balanced(4)", "list('44', '43')", "file:openings.txt"
    fixed_seats: bool  # who is named first always plays first; each opening comes once
    seed: int  # decides all chance
    policy: Policy  # what a failure costs: the game, or a random move in its place
    names: Sequence[str]  # of the agents, in their order
    in_process: bool  # specs of ours play in the arena's own processes
    isolate: bool  # functions and objects play in processes of their own
    sandbox: bool  # users' agents play in a sandbox
    trust: bool  # users' agents from files may do what the user may
    allow_read: list[str]  # folders that they may read
    allow_net: bool
    workers: int  # games at a time
    cluster: str  # the address of a Dask cluster
    tolerance: float
    warmup: float
    handshake: float
    patience: float
    memory: int
    pinned: bool
    blunders: bool  # have the solver judge all moves, or none; by default what takes no time
    path: str | os.PathLike[str]  # keep the run in this file while it is played
    progress: Progress


# Options that are not those of a plan.
_PLAYING = ("names", "isolate", "workers", "cluster", "blunders", "path", "progress")


def match(
    game: GameLike,
    one: AgentLike,
    other: AgentLike,
    *,
    games: int | None = None,
    best_of: int | None = None,
    sprt: str | tuple[float, float] | SPRT | None = None,
    **options: Unpack[ArenaOptions],
) -> Run:
    """Two agents play each other: each opening twice, with the sides swapped; 20 games unless you say.

    An agent is a spec, a searcher, a function `f(position)` or `f(position, limits)`, or an object with
    `choose`. Specs play as in `plyground match`, users' files in processes of their own. Functions, objects
    and searchers play in this process; a move that takes too long, an exception or an illegal move loses
    the game, and the reason is kept. With `isolate=True` they play in processes of their own, and are
    stopped in time. `best_of=N` stops when nobody can catch up, `sprt=(0, 10)` when the Elo difference is
    known. ArenaOptions has the other options.

    >>> import plyground as pg
    >>> def first(position):
    ...     return position.moves()[0]
    >>> match = pg.match("connect4", pg.AlphaBeta(depth=4), first, games=6)
    >>> match.points
    {'alphabeta(depth=4)': 6.0, 'first': 0.0}
    >>> print(match.table())  # doctest: +ELLIPSIS
    agent               side  games  won  drawn  lost   points    95 % interval
    alphabeta(depth=4)  both      6    6      0     0  100.0 %  ...
                        X         3    3      0     0  100.0 %  ...
                        O         3    3      0     0  100.0 %  ...
    first               both      6    0      0     6    0.0 %  ...
                        X         3    0      0     3    0.0 %  ...
                        O         3    0      0     3    0.0 %  ...
    >>> pg.match("tictactoe", lambda position: 1 / 0, "random", games=1).games[0]["reason"]
    'crash'
    """
    ends = {"games": games, "best_of": best_of, "sprt": sprt}
    if best_of is not None and (games is not None or sprt is not None):
        raise BadSpec("best_of and games or sprt", "", None, "give one of them")
    if best_of is None and games is None:
        ends["games"] = MAX_OF_SPRT if sprt is not None else DEFAULT_GAMES
    if isinstance(sprt, tuple):
        ends["sprt"] = ",".join(map(str, sprt))
    return _play(game, (one, other), "match", ends, options)


def tournament(
    game: GameLike,
    agents: Iterable[AgentLike],
    *,
    games: int = 2,
    format: Literal["round-robin", "gauntlet"] = "round-robin",  # noqa: A002 - the word of the field
    **options: Unpack[ArenaOptions],
) -> Run:
    """Many agents play each other, so many games between two; in a gauntlet, the first plays the others.

    >>> import plyground as pg
    >>> cup = pg.tournament("tictactoe", [pg.AlphaBeta(), pg.Greedy(), pg.Random(seed=3)], games=4)
    >>> len(cup.games), sum(cup.points.values())
    (12, 12.0)
    >>> [table.name for table in cup.tables()][-2:]
    ['crosstable', 'ratings']
    """
    if isinstance(agents, str):
        raise BadSpec("no agents", agents, None, "give a list of agents")
    return _play(game, tuple(agents), format, {"games": games}, options)


def _play(
    game: GameLike,
    agents: tuple[AgentLike, ...],
    form: Format,
    ends: dict[str, Any],
    options: ArenaOptions,
) -> Run:
    rules = check_game(game)
    clock = options.get("clock")
    seconds = Clock.parse(clock).base if isinstance(clock, str) else options.get("seconds")
    limits = Limits(options.get("depth"), options.get("nodes"), seconds)
    entries = Entries.of(rules, agents, limits, options.get("isolate", False))
    with entries.present():
        return _run(_plan(entries, form, ends, options), entries, options)


def _plan(entries: Entries, form: Format, ends: dict[str, Any], options: ArenaOptions) -> Plan:
    """The plan of options, which have the names of a tournament's file."""
    known = {name: value for name, value in options.items() if name not in _PLAYING}
    names = entries.names(options.get("names"))
    agents = [{"name": name, "spec": spec} for name, spec in zip(names, entries.specs, strict=True)]
    given = known | {name: end for name, end in ends.items() if end is not None}
    test: Any = given.pop("sprt") if isinstance(given.get("sprt"), SPRT) else None
    plan = plan_from(
        {"game": entries.game.spec, "format": form, "agents": agents, "in_process": entries.in_process}
        | given
    )
    if test is not None:
        plan = replace(plan, sprt=test)
    return plan if "openings" in options else with_default_openings(plan)


def _run(plan: Plan, entries: Entries, options: ArenaOptions) -> Run:
    workers = options.get("workers")
    unfit = find_unfit_agents(plan, workers or default_workers(plan), options.get("cluster"))
    for name, why in unfit.items():
        raise PlygroundError(f"{name} cannot play: {why}")
    if workers is None and entries.in_process:
        workers = 1
    if "path" in options:
        return _play_into(Path(options["path"]), plan, entries, workers, options)
    with temporary_file() as path:
        return forgettable(_play_into(path, plan, entries, workers, options))


def _play_into(path: Path, plan: Plan, entries: Entries, workers: int | None, options: ArenaOptions) -> Run:
    progress, done = options.get("progress"), 0

    def count(record: PairRecord) -> None:
        nonlocal done
        done += len(record.games)
        if progress is not None:
            progress(done, plan.total_games)

    with begin(plan, path) as store:
        play(store, workers, count, options.get("cluster"))
        blunders = options.get("blunders")
        if blunders is not False:
            judge(store, to_judge(store, bool(blunders)))
    return Run(path, entries.game)
