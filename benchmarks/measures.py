"""What `make bench` runs: a function for each piece of work, which finds values of `docs/measured.json`.

A function notes in `broken` which promise was not kept. What it times is the best of several turns.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping
from itertools import islice
from pathlib import Path
from statistics import fmean

from benchmarks.measured import Value

PLYGROUND = Path(sys.executable).with_name("plyground")
SETS = "PLYGROUND_SETS"  # the environment's name for the folder of the classical sets, which are not ours

Broken = list[str]  # the promises that were not kept
Found = Mapping[str, Value]
Measure = Callable[[Broken], Found]
MEASURES: dict[str, Measure] = {}
NEED_IDLE_CORES: set[str] = set()  # by the clock: on busy cores they would tell of the others' work


class NotHere(Exception):
    """Something cannot be measured on this machine."""


def measure(function: Measure) -> Measure:
    MEASURES[function.__name__] = function
    return function


def measure_idle(function: Measure) -> Measure:
    NEED_IDLE_CORES.add(function.__name__)
    return measure(function)


@measure
def counts(broken: Broken) -> Found:
    """Positions and games of tic-tac-toe, sequences of Connect Four."""
    from plyground import connect4, tictactoe
    from plyground.perft import distinct_positions, perft

    start = tictactoe().start()
    positions = [ply.positions for ply in islice(distinct_positions(start, "native"), 10)]
    games = perft(start, 9, "native")
    over, ended = (
        sum(ply.first_wins + ply.second_wins + ply.draws for ply in plies) for plies in (positions, games)
    )
    return {
        "tictactoe.positions": sum(ply.count for ply in positions),
        "tictactoe.undecided": sum(ply.count for ply in positions) - over,
        "tictactoe.games": ended,
        "connect4.sequences": perft(connect4().start(), 10, "native")[10].count,
    }


@measure
def book(broken: Broken) -> Found:
    """The plies, the positions and the kilobytes of the book in the package."""
    import zlib
    from importlib.resources import files

    from plyground.solver.book import MAGIC, PACKAGED

    packed = files("plyground.solver").joinpath(PACKAGED).read_bytes()
    raw = zlib.decompress(packed[len(MAGIC) + 3 :])
    place, plies, held = 0, 0, 0
    while place < len(raw):
        count = int.from_bytes(raw[place : place + 4], "little")
        place += 4
        for _ in range(count):  # keys end with a byte below 128
            while raw[place] > 127:
                place += 1
            place += 1
        place += count  # a byte for each value
        plies, held = plies + 1, held + count
    return {"book.size": [plies - 1, held, len(packed) / 1024]}


@measure
def compiled_speed(broken: Broken) -> Found:
    """Every searcher in both cores, on tic-tac-toe, Connect Four and a larger board."""
    from benchmarks.searchers import time_both_cores

    ratios = time_both_cores(broken)
    return {"core.speedup": [min(ratios), max(ratios)], "core.searches": len(ratios)}


@measure
def startup(broken: Broken) -> Found:
    from benchmarks.rules import time_startup

    return {"python.import": 1e3 * time_startup(broken)}


@measure
def counting(broken: Broken) -> Found:
    from benchmarks.rules import time_connect4_natively

    return {"rules.counting": list(time_connect4_natively(broken))}


@measure
def positions(broken: Broken) -> Found:
    from benchmarks.rules import time_making

    return {"rules.making": [1e6 * seconds for seconds in time_making()]}


@measure
def isolation(broken: Broken) -> Found:
    from benchmarks.arena import price_of_isolation

    return {"arena.isolated-move": [1e6 * seconds for seconds in price_of_isolation(broken)]}


@measure_idle
def confinement(broken: Broken) -> Found:
    from benchmarks.arena import price_of_confinement

    starts = price_of_confinement(broken)
    return {"arena.start": [1e3 * starts["trusted"], 1e3 * starts["confined"]]}


@measure
def clusters(broken: Broken) -> Found:
    from benchmarks.arena import price_of_clusters

    alone, by_dask = price_of_clusters()
    return {"cluster.price": 1e3 * (by_dask - alone), "cluster.pair": [1e3 * alone, 1e3 * by_dask]}


@measure
def seals(broken: Broken) -> Found:
    from benchmarks.store import time_seals

    found = time_seals()
    return {
        "seal.game": [1e6 * found.sealing, 1e3 * found.playing],
        "seal.run": [found.comparing, found.reporting],
    }


@measure
def empty_boards(broken: Broken) -> Found:
    from benchmarks.solver import nodes_of_empty_boards

    return {"solver.empty-boards": nodes_of_empty_boards()}


@measure
def analysis(broken: Broken) -> Found:
    from benchmarks.solver import time_analysis

    middle, late = time_analysis(840)
    return {"solver.analysis": [1e3 * middle, 1e3 * late]}


@measure_idle
def threads(broken: Broken) -> Found:
    from benchmarks.solver import time_threads

    (one, _), (two, _) = time_threads()
    return {"solver.threads": one / two}


@measure
def classical_sets(broken: Broken) -> Found:
    """The field's own test sets, from a folder that the environment names."""
    from benchmarks.solver import time_sets

    folder = os.environ.get(SETS)
    if not folder:
        raise NotHere(f"the classical sets are not ours: name their folder, {SETS}=FOLDER")
    table: dict[str, list[int | float]] = {}
    for name, (exact, weak) in time_sets(Path(folder), turns=2).items():
        table[name] = [1e3 * exact.seconds, exact.nodes, 1e3 * weak.seconds, weak.nodes]
    return {"solver.classical": table}


ROWS = {
    "end_easy": "end, easy", "middle_easy": "middle, easy", "begin_easy": "beginning, easy",
    "middle_medium": "middle, medium", "begin_medium": "beginning, medium",
}  # fmt: skip


@measure
def batches(broken: Broken) -> Found:
    """By processor time, beside the compiled loop over the same positions."""
    from benchmarks.batch import time_batches

    found = time_batches(broken)
    return {
        "batch.easy": 1e6 * found["end_easy"][0].processor,
        "batch.sets": {
            ROWS[name]: [
                1e6 * loop.processor,
                1e6 * one.processor,
                100 * loop.processor / one.processor,
                two.processor / one.processor,
            ]
            for name, (loop, one, two) in found.items()
        },
    }


@measure_idle
def batches_by_the_clock(broken: Broken) -> Found:
    from benchmarks.batch import time_batches

    return {"batch.threads": [one.clock / two.clock for _, one, two in time_batches(broken).values()]}


@measure
def commands(broken: Broken) -> Found:
    from benchmarks.batch import time_command, time_json

    start, each = time_command()
    return {"solve.command": [start, 1e6 * each], "solve.json": 1e6 * time_json()}


@measure
def page_sizes(broken: Broken) -> Found:
    from benchmarks.pages import open_laboratory, weigh_pages

    with open_laboratory() as (browser, address):
        sizes = weigh_pages(browser, address)
    return {
        "web.play-size": sizes["play"][0] / 1024,
        "web.explain-size": [size / 1024 for size in sizes["explain"]],
        "web.exercises-size": [size / 1024 for size in sizes["exercises"]],
    }


@measure_idle
def page_waits(broken: Broken) -> Found:
    from benchmarks.pages import open_laboratory, time_pages

    with open_laboratory() as (browser, address):
        board, disc, reply = time_pages(browser, address)
    return {"web.waits": [board, disc, reply]}


@measure
def survey(broken: Broken) -> Found:
    """`plyground compare`, in seconds of the processor: a machine that is busy or slow takes longer."""
    before = sum(resource.getrusage(resource.RUSAGE_CHILDREN)[:2])
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([PLYGROUND, "compare", "--out", folder], stdout=subprocess.DEVNULL, check=True)
    return {"survey.time": sum(resource.getrusage(resource.RUSAGE_CHILDREN)[:2]) - before}


@measure
def reproduction(broken: Broken) -> Found:
    """`plyground reproduce`, in seconds of the processor."""
    before = sum(resource.getrusage(resource.RUSAGE_CHILDREN)[:2])
    subprocess.run([PLYGROUND, "reproduce"], stdout=subprocess.DEVNULL, check=True)
    return {"papers.time": sum(resource.getrusage(resource.RUSAGE_CHILDREN)[:2]) - before}


@measure
def published_break(broken: Broken) -> Found:
    """P2's replies to every first move: as it is printed, and with a `break` that leaves both loops."""
    from plyground.papers.p2.claims import first_replies

    return {"p2.break": first_replies(whole_break=False) / first_replies(whole_break=True)}


@measure
def line_nodes(broken: Broken) -> Found:
    """What `plyground solve --no-book` prints for 'connect4(4,4,4)' and for connect4."""
    from plyground import connect4
    from plyground.solver import solve

    boards = (connect4(4, 4, 4), connect4())
    return {"solver.with-line": [solve(board.start(), book=False).nodes for board in boards]}


@measure
def conventions(broken: Broken) -> Found:
    """Nodes of tic-tac-toe by convention, as docs/why/conventions.md compares them."""
    from plyground import tictactoe
    from plyground.agents import load_agent

    def nodes(spec: str) -> int:
        return load_agent(spec).search(tictactoe().start()).stats.nodes

    papers = ("p1.minimax", "p2.alphabeta", "p3.pruned", "p3.unpruned")
    return {
        "tictactoe.minimax": nodes("minimax"),
        "tictactoe.alphabeta": nodes("alphabeta"),
        "tictactoe.alphabeta-plain": nodes("alphabeta(plain=True)"),
        "tictactoe.strict-plain": nodes("alphabeta(cut='strict', plain=True)"),
        "tictactoe.strict-successors": nodes("alphabeta(cut='strict', plain=True)") - 1,
        "tictactoe.strict": nodes("alphabeta(cut='strict')"),
        "tictactoe.strict-hard": nodes("alphabeta(cut='strict', fail='hard', plain=True)"),
        "tictactoe.papers": [nodes(spec) for spec in papers],
    }


@measure
def training_speed(broken: Broken) -> Found:
    """Moves of self-play for a second of processor time, in the compiled trainer."""
    from benchmarks.learning import time_training

    return {"learn.speed": list(time_training().values())}


@measure_idle
def static_site(broken: Broken) -> Found:
    """The static laboratory in a browser: its size, a first visit, and exact values."""
    from benchmarks.static_site import open_site, time_values, time_visits

    with open_site() as (browser, address, size):
        board, reply = time_visits(browser, address)
        taken = time_values(browser, address)
    exact, later = ([fmean(taken[plies]), max(taken[plies])] for plies in (9, 12))
    visit = {"site.size": size / 1e6, "site.first-board": board, "site.first-reply": reply}
    return {**visit, "site.exact": exact, "site.exact-later": later}


@measure
def small_seeds(broken: Broken) -> Found:
    """How many seeds of tic-tac-toe's self-play lose."""
    from benchmarks.learning import SMALL_SEEDS, losing_seeds

    return {"learn.small-seeds": [len(losing_seeds()), len(SMALL_SEEDS)]}


@measure
def learned_moves(broken: Broken) -> Found:
    """What `windows` and the packaged weights of Connect Four play in positions with exact values."""
    from benchmarks.learning import judge, windows_and

    found = judge(windows_and("learned"))
    return {
        "learn.positions": [next(iter(marks.values())).positions for marks in found.values()],
        "learn.moves": {
            name: [number for marks in found.values() for number in marks[name][1:]]
            for name in windows_and("learned")
        },
    }


@measure
def tictactoe(broken: Broken) -> Found:
    from benchmarks.rules import time_tictactoe_in_both_cores

    time_tictactoe_in_both_cores()
    return {}


@measure
def watching(broken: Broken) -> Found:
    from benchmarks.searchers import price_of_watching

    price_of_watching()
    return {}


@measure
def limits(broken: Broken) -> Found:
    from benchmarks.searchers import time_deadline, time_stop

    time_deadline(broken)
    time_stop(broken)
    return {}


@measure
def solver_sets(broken: Broken) -> Found:
    """The sets of our own."""
    from benchmarks.solver import time_sets

    time_sets()
    return {}


@measure
def matches(broken: Broken) -> Found:
    from benchmarks.arena import keep_deadlines, time_matches

    keep_deadlines(broken)
    time_matches()
    return {}
