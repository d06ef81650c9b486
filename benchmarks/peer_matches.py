"""A thousand random games of tic-tac-toe: our arena beside the game loops of other libraries."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from importlib import import_module

from benchmarks.arena import GAMES, seconds_of_games

TURNS = 3


def seconds_of(work: Callable[[], None]) -> float:
    started = time.perf_counter()
    work()
    return time.perf_counter() - started


def openspiel_bots() -> None:
    """OpenSpiel's loop over bots: in Python, with rules in C++."""
    pyspiel, numpy = import_module("pyspiel"), import_module("numpy")
    bots = import_module("open_spiel.python.bots.uniform_random")
    evaluate = import_module("open_spiel.python.algorithms.evaluate_bots").evaluate_bots
    game, chance = pyspiel.load_game("tic_tac_toe"), numpy.random.RandomState(1)
    players = [bots.UniformRandomBot(seat, chance) for seat in range(2)]
    won = sum(evaluate(game.new_initial_state(), players, chance)[0] > 0 for _ in range(GAMES))
    assert 500 < won < 670  # who begins wins 58 of 100


def easyai_players() -> None:
    """easyAI's loop, with random players."""
    easyai, games = import_module("easyAI"), import_module("easyAI.games.TicTacToe")
    chance = random.Random(1)
    players = [easyai.AI_Player(lambda game: chance.choice(game.possible_moves())) for _ in range(2)]
    over = 0
    for _ in range(GAMES):
        game = games.TicTacToe(list(players))
        game.play(verbose=False)
        over += game.is_over()
    assert over == GAMES


def race_matches() -> None:
    """All take turns. Ours judge, measure and store every move; the others do not."""
    rivals: dict[str, Callable[[], float]] = {
        "plyground, in-process": lambda: seconds_of_games(True, 1),
        "plyground, isolated": lambda: seconds_of_games(False, 2),
    }
    for name, package, loop in (
        ("OpenSpiel, evaluate_bots", "pyspiel", openspiel_bots),
        ("easyAI, play", "easyAI", easyai_players),
    ):
        try:
            import_module(package)
            rivals[name] = lambda loop=loop: seconds_of(loop)  # type: ignore[misc]
        except ImportError as missing:
            print(f"{name} is left out: {missing}")
    seconds = dict.fromkeys(rivals, 1e9)
    for _ in range(TURNS):
        for name, run in rivals.items():
            seconds[name] = min(seconds[name], run())
    print(f"\ntic-tac-toe, random games: {GAMES:,} games (ours judged, measured and stored)")
    for name, taken in seconds.items():
        print(f"  {name:<26} {taken:>8.3f} s")
