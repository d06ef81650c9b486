"""What learning can do, and how fast: the figures of docs/why/learning.md.

`python -m benchmarks.learning speed` times training in moves for a second of processor time.
`python -m benchmarks.learning quality FILE...` counts what evaluations give away on Connect Four.
`python -m benchmarks.learning self-play GAMES SEED...` trains n-tuples and plays them against perfect play.

Processor time is counted, and not the clock: machines are shared. Every count is checked.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from functools import cache

from plyground import AlphaBeta, LinePosition, Perfect, Player, SplitMix64, connect4
from plyground.searchers import Searcher
from plyground.solver import solve_many
from plyground.trainers.course import Training
from plyground.trainers.labels import record
from plyground.trainers.options import LearnOptions

GAME = connect4()
PER_PLY = 10  # positions of each ply, in which a wrong move is possible
LAST_PLY = 36
SEED = 22
GAMES = 100  # against perfect play
PARTS = 2  # of a training, after each of which it plays them
SPEEDS = {  # games, and the moves that they have
    "line_table": (LearnOptions("connect4", seed=1), 20_000, 532_066),
    "ntuple": (LearnOptions("connect4", model="ntuple", seed=1), 2_000, 45_172),
}
Choose = Callable[[LinePosition], int]


def time_training() -> None:
    """Moves of self-play for a second of one core, in the compiled trainer."""
    for name, (options, games, moves) in SPEEDS.items():
        training = Training(options, "native")
        started = time.process_time()
        played = training.trainer.self_play(games, training.step, training.explore, training.trace)[0]
        seconds = time.process_time() - started
        print(f"{name}: {played:,} moves, {played / seconds:,.0f} a second of processor time", flush=True)
        assert played == moves, f"{name} has played {played:,} moves, and not {moves:,}"


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


def judge(agents: dict[str, Searcher]) -> None:
    """Share of moves that keep the value, and points given away per move, by agent."""
    asked = list(questions())
    print(f"{len(asked)} positions of plies 0 to {LAST_PLY}, in which a wrong move is possible")
    for name, agent in agents.items():
        lost = [max(p.values()) - p[agent.search(position).line[0]] for position, p in asked]
        right = sum(loss == 0 for loss in lost) / len(lost)
        print(
            f"{name:<28} {100 * right:5.1f} % right, {sum(lost) / len(lost):.4f} points given away",
            flush=True,
        )


def against_perfect(choose: Choose, games: int = GAMES) -> float:
    """The mean result as first player against perfect play, -1 to 1; the seed decides its ties."""
    memory: dict[LinePosition, int] = {}
    total = 0
    for seed in range(games):
        position = GAME.start()
        while not position.ended:
            if position.to_move is Player.SECOND:
                position = position.after(_perfect_move(position, seed))
            else:
                if position not in memory:
                    memory[position] = choose(position)
                position = position.after(memory[position])
        winner = position.ended.winner
        total += 0 if winner is None else 1 if winner is Player.FIRST else -1
    return total / games


def _perfect_move(position: LinePosition, seed: int) -> int:
    best = _best_moves(position)
    return SplitMix64(seed ^ position.key()).choice(best)


@cache
def _best_moves(position: LinePosition) -> list[int]:
    """The moves among which `perfect` chooses by its seed."""
    after = [position.after(move) for move in position.moves()]
    scores = iter(solve_many([each for each in after if not each.ended]))
    values = [-_ended(each) if each.ended else -next(scores) for each in after]
    return [move for move, value in zip(position.moves(), values, strict=True) if value == max(values)]


def _ended(position: LinePosition) -> int:
    assert position.ended is not None
    return -(10**7) if position.ended.winner else 0


def self_play(games: int, seeds: list[int]) -> None:
    """Train n-tuples with each seed; how well they do against perfect play, and what it took."""
    for seed in seeds:
        training = Training(LearnOptions("connect4", model="ntuple", games=games, seed=seed), "native")
        started = time.process_time()
        for part in range(PARTS):
            training.trainer.self_play(games // PARTS, training.step, training.explore, training.trace)
            spent = time.process_time() - started
            score = against_perfect(lambda p: training.trainer.best_moves(record(p))[0])  # noqa: B023
            started = time.process_time() - spent
            done = (part + 1) * (games // PARTS)
            print(
                f"seed {seed}: {done:,} games, {spent:.0f} s, {score:+.2f} against perfect play", flush=True
            )


def main(work: str = "speed", *given: str) -> None:
    """Do what was asked for."""
    if work == "speed":
        time_training()
    elif work == "quality":
        agents: dict[str, Searcher] = {f"windows, depth {d}": AlphaBeta(d, "windows") for d in (1, 3, 5)}
        for name in ("learned", *(f"file:{path}" for path in given)):
            agents |= {f"{name}, depth {d}": AlphaBeta(d, name) for d in (1, 3)}
        judge({**agents, "perfect": Perfect()} if "--perfect" in given else agents)
    else:
        self_play(int(given[0]), [int(seed) for seed in given[1:]] or [0])


if __name__ == "__main__":
    main(*sys.argv[1:])
