"""Self-play on Connect Four with several seeds: how well n-tuples do as first player against perfect play.

Every point is kept in a file as soon as it is known, with the state of the training beside it, so that the
same command goes on after a break. Seconds are those of the processor, for training alone.
"""

from __future__ import annotations

import json
import statistics
import time
from pathlib import Path
from typing import Any

from benchmarks.perfect_games import GAMES, against_perfect
from plyground.trainers.checkpoint import checkpoint_path, write_checkpoint
from plyground.trainers.course import Training
from plyground.trainers.labels import record
from plyground.trainers.options import LearnOptions

POINTS = 4  # of a training, after each of which it plays against perfect play
FOLDER = Path("build/learning")

Point = dict[str, Any]


def run_seeds(games: int, seeds: int, folder: Path = FOLDER) -> list[Point]:
    """Train with seeds from 0 on, or go on with it; all points, with what they took."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"seeds-{games}.jsonl"
    points = [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []
    for seed in range(seeds):
        known = [point for point in points if point["seed"] == seed]
        for point in _train(games, seed, known, folder / f"seed-{seed}-{games}"):
            points.append(point)
            with path.open("a", encoding="ascii") as file:
                file.write(json.dumps(point) + "\n")
            print(
                f"seed {seed}: {point['games']:,} games, {point['moves']:,} moves, "
                f"{point['seconds']:.0f} s, {point['score']:+.3f} against perfect play",
                flush=True,
            )
    return points


def _train(games: int, seed: int, known: list[Point], out: Path) -> Any:
    """The points of one seed that are not known yet."""
    checkpoint = checkpoint_path(out)
    if len(known) == POINTS:
        checkpoint.unlink(missing_ok=True)
        return
    if not known:
        checkpoint.unlink(missing_ok=True)  # killed before its point was kept
    options = LearnOptions("connect4", model="ntuple", games=games, seed=seed)
    training = Training(options, "native", checkpoint=checkpoint)
    done = [point for point in known if point["games"] <= training.state.games]
    seconds, moves = (done[-1]["seconds"], done[-1]["moves"]) if done else (0.0, 0)
    for at in range(1, POINTS + 1):
        until = games * at // POINTS
        if until <= training.state.games:
            continue
        started = time.process_time()
        some = until - training.state.games
        moves += training.trainer.self_play(some, training.step, training.explore, training.trace)[0]
        seconds += time.process_time() - started
        training.state.games = until
        if at > len(known):
            score = against_perfect(lambda position: training.trainer.best_moves(record(position))[0])
            yield {
                "seed": seed,
                "games": until,
                "moves": moves,
                "seconds": round(seconds, 1),
                "score": score,
            }
        if at < POINTS:
            write_checkpoint(checkpoint, options, training.state, training.trainer)
    checkpoint.unlink(missing_ok=True)


def print_spread(points: list[Point]) -> None:
    """Mean, lowest and highest score after each number of games, and that of every seed."""
    print(f"as first player in {GAMES} games against perfect play, -1 to 1")
    for games in sorted({point["games"] for point in points}):
        rows = sorted((p for p in points if p["games"] == games), key=lambda p: p["seed"])
        scores = [row["score"] for row in rows]
        spent = [row["seconds"] for row in rows]
        speed = sum(row["moves"] for row in rows) / max(0.1, sum(spent))
        print(
            f"{games:,} games: mean {statistics.fmean(scores):.3f}, "
            f"{min(scores):.2f} to {max(scores):.2f}; "
            f"{min(spent):.0f} to {max(spent):.0f} s, {speed:,.0f} moves a second\n  "
            + " ".join(f"{score:+.2f}" for score in scores)
        )
