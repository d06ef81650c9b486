"""What `make("connectx")` returns in the shim for kaggle_environments: a game that is played in steps.

It plays no matches: a submission that runs a match while it is imported gets an error.
"""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from typing import Any, NoReturn

from plyground.agents.kaggle.baselines import AGENTS
from plyground.agents.kaggle.structs import PACKAGE, InvalidArgument, Struct, Unimplemented, structify
from plyground.game import Player
from plyground.games.line import LinePosition, connect4

ACT_TIMEOUT, OVERAGE_TIME = 2, 60  # seconds; as ConnectX has them since 2020, also in 2026
DEFAULTS: dict[str, Any] = {
    "episodeSteps": 1_000,
    "actTimeout": ACT_TIMEOUT,
    "runTimeout": 1_200,
    "columns": 7,
    "rows": 6,
    "inarow": 4,
    "agentTimeout": 60,
    "timeout": ACT_TIMEOUT,
}


def board_of(position: LinePosition) -> list[int]:
    """The squares row by row from the top: 0 is empty, 1 the first player's, 2 the second's."""
    first, second = position.stones
    return [
        1 if first >> cell & 1 else 2 if second >> cell & 1 else 0 for cell in range(position.game.cells)
    ]


class Environment:
    """A game of ConnectX that is played step by step: `state` has what each of the two agents sees."""

    name = "connectx"
    done = False

    def __init__(self, configuration: Mapping[str, Any], agents: Mapping[str, Any], debug: bool) -> None:
        self.configuration = structify(DEFAULTS | dict(configuration))
        self.agents, self.debug = dict(agents), debug
        self.specification = structify({"name": self.name, "agents": [2], "configuration": DEFAULTS})
        self.reset()

    def reset(self, num_agents: int | None = None) -> list[Struct]:
        """Begin again."""
        size = (self.configuration.columns, self.configuration.rows, self.configuration.inarow)
        self._position = connect4(*size).start()
        self.done = False
        self.steps: list[list[Struct]] = []
        return self._update_state(["ACTIVE", "INACTIVE"], [0, 0], [0, 0])

    def step(self, actions: Sequence[Any]) -> list[Struct]:
        """Play the action of the side to move; an illegal column loses."""
        if self.done:
            raise Unimplemented("the game is over: call reset() first")
        mover = self._position.to_move.value
        column, game = actions[mover], self._position.game
        legal = isinstance(column, int) and 0 <= column < game.columns
        cell = game.landing(self._position.first | self._position.second, column) if legal else None
        if cell is None:
            self.done = True
            statuses = ["INVALID" if seat == mover else "DONE" for seat in (0, 1)]
            return self._update_state(
                statuses, list(actions), [None if seat == mover else 0 for seat in (0, 1)]
            )
        self._position = self._position.after(cell)
        outcome = self._position.outcome()
        if outcome is None:
            statuses = ["ACTIVE" if seat != mover else "INACTIVE" for seat in (0, 1)]
            return self._update_state(statuses, list(actions), [0, 0])
        self.done = True
        gains = [0, 0] if outcome.winner is None else [1, -1] if outcome.winner is Player.FIRST else [-1, 1]
        return self._update_state(["DONE", "DONE"], list(actions), gains)

    def _update_state(self, statuses: list[str], actions: list[Any], rewards: list[Any]) -> list[Struct]:
        board, step = board_of(self._position), len(self.steps)
        self.state = [
            structify(
                {
                    "action": actions[seat],
                    "reward": rewards[seat],
                    "info": {},
                    "observation": {
                        "board": board,
                        "mark": seat + 1,
                        "step": step,
                        "remainingOverageTime": OVERAGE_TIME,
                    },
                    "status": statuses[seat],
                }
            )
            for seat in (0, 1)
        ]
        self.steps.append(self.state)
        return self.state

    def clone(self) -> Environment:
        """A copy in the same position."""
        return copy.deepcopy(self)

    def render(self, **_: Any) -> str:
        """The board as text, however it is asked for."""
        return self._position.draw()

    def run(self, *_: Any, **__: Any) -> NoReturn:
        refuse("env.run")

    def train(self, *_: Any, **__: Any) -> NoReturn:
        refuse("env.train")

    def play(self, *_: Any, **__: Any) -> NoReturn:
        refuse("env.play")


def make(
    environment: str, configuration: Mapping[str, Any] | None = None, *, debug: bool = False, **more: Any
) -> Environment:
    """An environment by its name; there is only connectx."""
    if environment != Environment.name:
        raise InvalidArgument(f"plyground's stand-in for {PACKAGE} has connectx only, no {environment}")
    return Environment(configuration or {}, AGENTS, debug)


def evaluate(*_: Any, **__: Any) -> NoReturn:
    refuse("evaluate")


def refuse(name: str) -> NoReturn:
    """Raise the error for a file that plays its own matches."""
    raise Unimplemented(
        f"it plays matches itself ({name}), while it is imported or when it is asked for a move: "
        "leave that out of the file, or put it behind `if __name__ == '__main__':`"
    )
