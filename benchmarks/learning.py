"""What learning can do, and how fast: the figures of docs/why/learning.md.

`python -m benchmarks.learning speed` times training in moves for a second of processor time.
`python -m benchmarks.learning quality FILE...` counts what evaluations give away on Connect Four.
`python -m benchmarks.learning seeds [GAMES [SEEDS]]` trains n-tuples by self-play and plays them against
perfect play. It goes on where it was stopped.
`python -m benchmarks.learning small` learns tic-tac-toe by many seeds, and counts those that still lose.

Processor time is counted, and not the clock: machines are shared. Every count is checked.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from typing import NamedTuple

from benchmarks.seeds import print_spread, run_seeds
from plyground import AlphaBeta, LinePosition, Player, SplitMix64, connect4, learn, tictactoe
from plyground.evaluation import Evaluate
from plyground.experiments.decisions import packaged_decisions
from plyground.report.judge_scores import interval_of
from plyground.searchers import Searcher
from plyground.solver import solve_many
from plyground.trainers.course import Training
from plyground.trainers.options import LearnOptions

GAME = connect4()
PER_PLY = 10  # positions of each ply, in which a wrong move is possible
LAST_PLY = 36
SMALL_SEEDS = range(1_000, 1_500)  # the options were chosen on others
SEED = 22
SPEEDS = {  # games, and the moves that they have
    "line_table": (LearnOptions("connect4", seed=1), 20_000, 532_066),
    "ntuple": (LearnOptions("connect4", model="ntuple", seed=1), 20_000, 562_868),
}


def time_training() -> dict[str, float]:
    """Moves of self-play for a second of one core, in the compiled trainer, by model."""
    speeds = {}
    for name, (options, games, moves) in SPEEDS.items():
        training = Training(options, "native")
        started = time.process_time()
        played = training.trainer.self_play(games, training.step, training.explore, training.trace)[0]
        seconds = time.process_time() - started
        print(f"{name}: {played:,} moves, {played / seconds:,.0f} a second of processor time", flush=True)
        assert played == moves, f"{name} has played {played:,} moves, and not {moves:,}"
        speeds[name] = played / seconds
    return speeds


def losing_seeds() -> list[int]:
    """The seeds whose self-play on tic-tac-toe can be beaten, one ply ahead, by some way to play."""
    losing = [seed for seed in SMALL_SEEDS if _can_lose(learn("tictactoe", seed=seed).weights)]
    print(f"tic-tac-toe by self-play: {len(losing)} of {len(SMALL_SEEDS)} seeds lose: {losing}", flush=True)
    return losing


def _can_lose(weights: Evaluate) -> bool:
    searcher = AlphaBeta(1, weights)

    def loses(position: LinePosition, side: Player) -> bool:
        if position.ended:
            return position.ended.winner is side.other
        if position.to_move is side:
            return loses(position.after(searcher.search(position).line[0]), side)
        return any(loses(position.after(move), side) for move in position.moves())

    return any(loses(tictactoe().start(), side) for side in Player)


def questions() -> Iterator[tuple[LinePosition, dict[int, float]]]:
    """Positions of every ply with the points of each move under perfect play: 1, a half or 0."""
    chance = SplitMix64(SEED)
    for ply in range(LAST_PLY + 1):
        found = 0
        for _ in range(20 * PER_PLY):
            position = GAME.start()
            while not position.ended and (position.first | position.second).bit_count() < ply:
                position = position.after(chance.choice(position.moves()))
            if position.ended:
                continue
            points = {move: _points(position.after(move)) for move in position.moves()}
            if ply == 0 or min(points.values()) < max(points.values()):
                yield position, points
                found += 1
            if found == PER_PLY or ply == 0:
                break


def _points(after: LinePosition) -> float:
    """What a move was worth to who made it."""
    if after.ended:
        return 0.5 if after.ended.winner is None else 1.0
    score = solve_many(after, weak=True)[0]
    return 0.5 - 0.5 * ((score > 0) - (score < 0))


def decisions() -> Iterator[tuple[LinePosition, dict[int, float]]]:
    """The positions of `plyground judge`, in none of which a move wins at once, in the same way."""
    for decision in packaged_decisions():
        position = GAME.parse(decision.text)
        points = {text: 0.5 + 0.5 * ((value > 0) - (value < 0)) for text, value in decision.values.items()}
        yield position, {position.read(text): worth for text, worth in points.items()}


class Marks(NamedTuple):
    """What an agent plays in a set of positions: the moves that keep the value, and points given away."""

    positions: int
    right: float  # per cent
    lost: float  # per move
    low: float  # of the 95 % interval over positions
    high: float


SETS = {"drawn here": questions, "of plyground judge": decisions}


def judge(agents: dict[str, Searcher]) -> dict[str, dict[str, Marks]]:
    """By set of positions and by agent, what is played."""
    found: dict[str, dict[str, Marks]] = {}
    for which, asked_in in SETS.items():
        asked = list(asked_in())
        print(f"{len(asked)} positions {which}, in which a wrong move is possible")
        found[which] = {}
        for name, agent in agents.items():
            lost = [max(p.values()) - p[agent.search(position).line[0]] for position, p in asked]
            right = 100 * sum(loss == 0 for loss in lost) / len(lost)
            low, high = interval_of(lost, 0.0, 1.0) or (lost[0], lost[0])
            marks = found[which][name] = Marks(len(asked), right, sum(lost) / len(lost), low, high)
            given = f"{marks.lost:.4f} points given away (95 %: {low:.4f} to {high:.4f})"
            print(f"{name:<28} {right:5.1f} % right, {given}", flush=True)
    return found


def windows_and(*names: str) -> dict[str, Searcher]:
    """The evaluation `windows` and others, looking some plies ahead."""
    agents: dict[str, Searcher] = {f"windows, depth {d}": AlphaBeta(d, "windows") for d in (1, 3, 5)}
    for name in names:
        agents |= {f"{name}, depth {d}": AlphaBeta(d, name) for d in (1, 3)}
    return agents


def main(work: str = "speed", *given: str) -> None:
    """Do what was asked for."""
    if work == "speed":
        time_training()
    elif work == "quality":
        judge(windows_and("learned", *(f"file:{path}" for path in given)))
    elif work == "seeds":
        games, seeds = (*map(int, given), *(1_000_000, 10)[len(given) :])
        print_spread(run_seeds(games, seeds))
    elif work == "small":
        losing_seeds()
    else:
        sys.exit(f"no work {work}: speed, quality, seeds or small")


if __name__ == "__main__":
    main(*sys.argv[1:])
