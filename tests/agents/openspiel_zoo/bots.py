"""Bots as OpenSpiel's users write them, with their usual habits and faults."""

from __future__ import annotations

import random
from typing import Any

import numpy as np


class Remembering:
    """Made with the player and a generator of numpy's; says what it was told of the game."""

    def __init__(self, player_id: int, rng: Any, habit: str = "any") -> None:
        self.player_id, self.rng, self.habit = player_id, rng, habit
        self.told: list[tuple[int, int]] = []

    def restart(self) -> None:
        self.told = []

    def inform_action(self, state: Any, player: int, action: int) -> None:
        assert player == state.current_player()
        assert action in state.legal_actions()
        self.told.append((player, action))

    def step(self, state: Any) -> Any:
        assert state.current_player() == self.player_id
        actions = state.legal_actions()
        answer = np.int64(actions[-1]) if self.habit == "last" else self.rng.choice(actions)
        self.told.append((self.player_id, int(answer)))
        assert [action for _, action in self.told[:-1]] == state.history()
        state.apply_action(answer)  # it takes the state for its own
        return answer


class NoClassOfOpenSpiels:
    def __init__(self, game: Any, seed: int) -> None:
        self.game, self.seed = game, seed

    def step(self, state: Any) -> int:
        action: int = max(state.legal_actions())
        return action


def step(state: Any) -> int:
    """As a mere function."""
    action: int = random.choice(state.legal_actions())
    return action


def far_out(state: Any) -> int:
    """No column, but the number of a cell of ours."""
    return 40


def a_float(state: Any) -> float:
    return 3.0


def nothing(state: Any) -> None:
    return None


def failing(state: Any) -> int:
    raise ValueError("no idea")


nothing_at_all = 3
