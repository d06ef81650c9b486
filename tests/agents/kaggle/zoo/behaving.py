"""Kaggle agents that may look odd and do nothing wrong: they play on."""

from __future__ import annotations

import logging
import sys
from typing import Any

from kaggle_environments import errors, utils, version  # type: ignore[import-not-found]
from kaggle_environments.envs.connectx.connectx import is_win, play  # type: ignore[import-not-found]

logging.basicConfig(level=logging.INFO)
ASKED: list[int] = []


def first_free(board: list[int], columns: int) -> int:
    return min(column for column in range(columns) if board[column] == 0)


def by_attribute(observation: Any, configuration: Any) -> int:
    assert len(observation.board) == configuration.rows * configuration.columns
    return first_free(observation.board, configuration.columns)


def by_key(obs: Any, config: Any) -> int:
    assert len(obs["board"]) == config["rows"] * config["columns"]
    assert obs.get("mark") in (1, 2)
    return first_free(obs["board"], config["columns"])


def with_the_observation_only(observation: Any) -> int:
    """It knows one size of the board by heart."""
    return first_free(observation.board, 5)


def with_nothing() -> int:
    """It can do so where there is one column."""
    return 0


def in_numpy(observation: Any, configuration: Any) -> Any:
    import numpy as np

    grid = np.array(observation.board).reshape(configuration.rows, configuration.columns)
    return np.argmin(np.count_nonzero(grid, axis=0))


def talkative(observation: Any, configuration: Any) -> int:
    sys.stdout.write(f"step {observation.step}\n")
    logging.getLogger(__name__).info("mark %d", observation.mark)
    return first_free(observation.board, configuration.columns)


def scribbling(observation: Any, configuration: Any) -> int:
    """Tries moves on the board that it was given, and leaves them there."""
    column = first_free(observation.board, configuration.columns)
    while observation.board[column] == 0:
        play(observation.board, column, observation.mark, configuration)
    configuration.columns = observation["mark"] = 0
    return column


def looking_ahead(observation: Any, configuration: Any) -> int:
    """With the package's own rules."""
    assert isinstance(observation, utils.Struct)
    assert issubclass(errors.InvalidArgument, Exception)
    assert version
    board = observation.board
    free = [column for column in range(configuration.columns) if board[column] == 0]
    wins = [c for c in free if is_win(board, c, observation.mark, configuration, has_played=False)]
    return (wins or free)[-1]


def remembering(observation: Any, configuration: Any) -> int:
    """Its global variables are clean in every game."""
    ASKED.append(observation.step)
    assert ASKED[-1] - ASKED[0] == 2 * (len(ASKED) - 1), ASKED
    return first_free(observation.board, configuration.columns)
