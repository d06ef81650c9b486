"""Players in the textbook's manner, which know a game only by asking it."""

from __future__ import annotations

import math
import random
import sys
from functools import cache
from typing import Any


def random_player(game: Any, state: Any) -> Any:
    return random.choice(game.actions(state)) if game.actions(state) else None


def alpha_beta_player(game: Any, state: Any) -> Any:
    return alpha_beta_search(state, game)


def alpha_beta_search(state: Any, game: Any) -> Any:
    """The order of the parameters is that of the third edition's searches."""
    player = game.to_move(state)

    def value(state: Any, alpha: float, beta: float) -> float:
        if game.terminal_test(state):
            return float(game.utility(state, player))
        for action in game.actions(state):
            reply = value(game.result(state, action), alpha, beta)
            if game.to_move(state) == player:
                alpha = max(alpha, reply)
            else:
                beta = min(beta, reply)
            if alpha >= beta:
                break
        return alpha if game.to_move(state) == player else beta

    return max(
        game.actions(state), key=lambda action: value(game.result(state, action), -math.inf, math.inf)
    )


def minimax_search(game: Any, state: Any) -> Any:
    """The fourth edition's searches answer a value and a move, and remember states."""

    @cache
    def value(state: Any) -> tuple[float, Any]:
        if game.is_terminal(state):
            return game.utility(state, "X"), None
        choose = max if state.to_move == "X" else min
        replies = [(value(game.result(state, move))[0], move) for move in game.actions(state)]
        return choose(replies, key=lambda reply: reply[0])

    return value(state)


class Bottom:
    """A player with methods: it is told its game first."""

    def __init__(self, steps: int = 1) -> None:
        self.steps = steps

    def set_game(self, game: Any) -> None:
        self.game = game

    def get_action(self, state: Any, turn: int = 1, verbose: int = 0) -> Any:
        return self.game.actions(state)[-1 if self.steps > 1 else 0]


class Called:
    """A player that can be called."""

    def __call__(self, game: Any, state: Any) -> Any:
        return list(game.actions(state)[0])


def showing(game: Any, state: Any) -> Any:
    game.display(state)
    sys.stdout.write(f"{game.h} x {game.v}, {game.k} in a row\n")
    return game.actions(state)[0]


def scribbling(game: Any, state: Any) -> Any:
    """Changes whatever it can change."""
    chosen = game.actions(state)[0]
    state.board.clear()
    state.moves.clear()
    game.actions(state).clear()
    game.initial.moves.append((9, 9))
    game.evaluation = "mine"
    assert chosen in game.actions(state)
    return chosen


def in_numpy(game: Any, state: Any) -> Any:
    import numpy as np

    return np.array(game.actions(state))[0]


def nothing(game: Any, state: Any) -> Any:
    return None


def floating(game: Any, state: Any) -> Any:
    return (1, game.v)


def taken(game: Any, state: Any) -> Any:
    return (1, 1)


def trying_the_impossible(game: Any, state: Any) -> Any:
    return game.result(state, (0, 0))


def thoughtless(state: Any) -> Any:
    return state.moves[0]
