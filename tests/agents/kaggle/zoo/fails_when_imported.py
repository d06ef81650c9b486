"""Needs what is not there."""

from __future__ import annotations

import no_such_library  # type: ignore[import-not-found]


def agent(obs: object, config: object) -> int:
    return int(no_such_library.best(obs))
