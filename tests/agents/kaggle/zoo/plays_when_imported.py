"""A notebook that was saved as it was: it plays a match while it is imported."""

from __future__ import annotations

from typing import Any

from kaggle_environments import make  # type: ignore[import-not-found]


def agent(obs: Any, config: Any) -> int:
    return 0


env = make("connectx", debug=True)
env.run([agent, "random"])
