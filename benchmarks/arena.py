"""What the arena costs: for a move in a process of its own, and for a thousand games."""

from __future__ import annotations

import resource
import tempfile
import time
from collections.abc import Sequence
from contextlib import nullcontext
from pathlib import Path
from statistics import median

from plyground import tictactoe
from plyground.agents import MoveLimits, load_entrant
from plyground.agents.seats import InProcessSeat, IsolatedSeat
from plyground.arena.clock import TimeControl
from plyground.arena.plan import Plan
from plyground.arena.pool import LocalPool
from plyground.arena.runner import begin, play
from plyground.workers.confinement import Confinement
from plyground.workers.messages import Answer

PRICE = 100e-6  # seconds that isolating a move may cost
CONFINED_MOVE, CONFINED_START = 15e-6, 5e-3  # seconds that confinement may cost
STARTS, MOVES = 8, 500
IDLE_AGENT = "def choose(position, limits):\n    return position.moves()[0]\n"
LIMIT, GRACE = 0.1, 0.05  # seconds for a move, and after which a game that was lost in time is over
ZOO = "python:tests/arena/zoo"
LATE = (
    "hanging.py:in_a_loop",
    "hanging.py:asleep",
    "flooding.py:err",
    "forking.py:many",
    "forking.py:a_comet",
)
GAMES = 1_000
RANDOM_MOVES = 7_578  # in these games with the default seed


def price_of_isolation(broken: list[str], turns: int = 5) -> tuple[float, float]:
    """What a move of an agent that does nothing takes in a process of its own, and in this one: seconds."""
    with tempfile.TemporaryDirectory() as folder:
        bot = Path(folder, "empty.py")
        bot.write_text(IDLE_AGENT)
        agent = f"python:{bot}:choose"
        isolated, here = [], []
        for turn in range(turns):
            plan = Plan("tictactoe", (agent, agent), games=100)
            with begin(plan, Path(folder, f"{turn}.run")) as store:
                play(store, workers=1)
                walls = [wall for (wall,) in store.query("SELECT wall FROM moves")]
            assert len(walls) == 700  # the first to move has three in a row after seven
            isolated.append(median(walls))
            seats = {number: InProcessSeat(load_entrant(agent)) for number in (0, 1)}
            played = [plan.referee.play_pair(pair, seats) for pair in plan.pairs()]
            here.append(median(m.cost.wall for pair in played for game in pair.games for m in game.moves))
    cost = min(isolated) - min(here)
    what = "an isolated move of an agent that does nothing"
    apart, worst, together = (1e6 * seconds for seconds in (min(isolated), max(isolated), min(here)))
    note = f"isolated {apart:.0f} µs (medians to {worst:.0f}), in-process {together:.0f}"
    print(f"{what:<58} {cost * 1e6:>10.0f} µs  {note}; promised: under {PRICE * 1e6:.0f} µs")
    if cost > PRICE:
        broken.append("the price of an isolated move")
    return min(isolated), min(here)


def keep_deadlines(broken: list[str], animals: Sequence[str] = LATE, turns: int = 3) -> None:
    """How soon a game is over when an agent of the zoo does not answer, the best of several."""
    for animal in animals:
        agents, control = ("random", f"{ZOO}/{animal}"), TimeControl(seconds=LIMIT)
        plan = Plan("tictactoe", agents, games=1, format="gauntlet", control=control)
        costs = []
        for _ in range(turns):
            with LocalPool(plan, 1) as pool:  # its player adopts what an agent leaves behind, and ends it
                ((game,),) = (record.games for record in pool.play(plan.pairs()))
            assert game.reason == "time"
            costs.append(game.moves[-1].cost)
        late = min(cost.wall - cost.forgiven for cost in costs) - LIMIT
        what = f"the end of a game with {animal} after its limit"
        print(f"{what:<58} {late * 1e3:>10.1f} ms  promised: under {GRACE * 1e3:.0f} ms")
        if late > GRACE:
            broken.append(f"the deadline of {animal}")


def price_of_confinement(
    broken: list[str], turns: int = STARTS, moves_each: int = MOVES
) -> dict[str, float]:
    """What a move, and the start of a process, cost more in a process that is confined; taking turns.

    The seconds of a start, trusted and confined.
    """
    with tempfile.TemporaryDirectory() as folder:
        bot = Path(folder, "empty.py")
        bot.write_text(IDLE_AGENT)
        entrant = load_entrant(f"python:{bot}:choose")
        ways = {"confined": Confinement(), "trusted": Confinement(trust=True)}
        moves: dict[str, list[float]] = {name: [] for name in ways}
        starts: dict[str, list[float]] = {name: [] for name in ways}
        for turn in range(turns):
            for name in sorted(ways, reverse=bool(turn % 2)):
                seat = IsolatedSeat(entrant, "tictactoe", ways[name])
                began = time.perf_counter()
                assert seat.begin("-", 0, 60) is None
                starts[name].append(time.perf_counter() - began)
                moves[name].append(median(_moves_of(seat, moves_each)))
                seat.close()
    for what, taken, promised in (("move", moves, CONFINED_MOVE), ("start", starts, CONFINED_START)):
        best = {name: min(seconds) for name, seconds in taken.items()}
        cost = best["confined"] - best["trusted"]
        note = ", ".join(f"{name} {seconds * 1e6:,.0f} µs" for name, seconds in best.items())
        what = f"a confined {what} of an agent that does nothing"
        print(f"{what:<58} {cost * 1e6:>10.0f} µs  {note}; promised: under {promised * 1e6:,.0f} µs")
        if cost > promised:
            broken.append(f"the price of {what}")
    return {name: min(seconds) for name, seconds in starts.items()}


def _moves_of(seat: IsolatedSeat, count: int) -> list[float]:
    """How long each of many moves took, with all that the arena does for it."""
    start, taken = tictactoe().start(), []
    for _ in range(count):
        began = time.perf_counter()
        answer = seat.move(start, [], MoveLimits(seconds=10), 10)
        taken.append(time.perf_counter() - began)
        assert isinstance(answer, Answer)
    return taken


def seconds_of_games(in_process: bool, workers: int, games: int = GAMES) -> float:
    """The seconds for many random games: judged, measured and stored."""
    with tempfile.TemporaryDirectory() as folder:
        plan = Plan("tictactoe", ("random", "random"), games=games, in_process=in_process)
        with begin(plan, Path(folder, "bench.run")) as store:
            started = time.perf_counter()
            play(store, workers)
            taken = time.perf_counter() - started
            (moves,) = next(store.query("SELECT count(*) FROM moves"))
    assert moves == RANDOM_MOVES if games == GAMES else 5 * games <= moves <= 9 * games
    return taken


def time_matches(games: int = GAMES, turns: int = 3) -> None:
    """Random games of tic-tac-toe, in-process and isolated."""
    ways = [
        ("in-process", True, 1),
        ("isolated, one at a time", False, 1),
        ("isolated, two at a time", False, 2),
    ]
    for name, in_process, workers in ways:
        taken = min(seconds_of_games(in_process, workers, games) for _ in range(turns))
        print(f"{f'{games:,} random games of tic-tac-toe, {name}':<58} {taken * 1000:>10.1f} ms  "
              f"{taken / games * GAMES / RANDOM_MOVES * 1e6:.0f} µs a move")  # fmt: skip


def price_of_clusters() -> tuple[float, float]:
    """What a pair of random games takes of a core, by our players and by Dask's workers, start-ups apart.

    Processor seconds of all processes together.
    """
    best = {False: 1e9, True: 1e9}
    for _ in range(2):
        for by_dask in best:
            few, many = (_processor_seconds(pairs, by_dask) for pairs in (20, 220))
            best[by_dask] = min(best[by_dask], (many - few) / 200)
    print(
        f"a pair of random games: {1e3 * best[False]:.1f} ms of a core, by Dask {1e3 * best[True]:.1f} ms"
    )
    return best[False], best[True]


def _processor_seconds(pairs: int, by_dask: bool) -> float:
    from plyground.arena.cluster.connection import local_cluster

    kinds = (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    before = sum(sum(resource.getrusage(kind)[:2]) for kind in kinds)
    with tempfile.TemporaryDirectory() as folder:
        plan = Plan("tictactoe", ("random", "random"), games=2 * pairs)
        with (
            begin(plan, Path(folder, "bench.run")) as store,
            local_cluster(2) if by_dask else nullcontext() as address,
        ):
            play(store, 2, cluster=address)
    return sum(sum(resource.getrusage(kind)[:2]) for kind in kinds) - before


if __name__ == "__main__":
    price_of_isolation([])
    keep_deadlines([])

    price_of_confinement([])
    time_matches()
