"""Runs for tests: played here or by the command line, and what of them does not depend on clocks."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from plyground.arena.export import CLOCKS, rows
from plyground.arena.plan import Plan
from plyground.arena.runner import begin, play
from plyground.arena.store import Store


def played(path: Path, *agents: str, workers: int = 1, game: str = "tictactoe", **options: Any) -> Store:
    """A run played to its end, in this process if nothing else is said."""
    plan = Plan(game, agents or ("random", "random"), **{"in_process": True} | options)
    store = begin(plan, path)
    play(store, workers)
    return store


def timeless(store: Store) -> dict[str, list[dict[str, Any]]]:
    """All games and moves without what clocks say."""
    return {
        table: [
            {key: value for key, value in row.items() if key not in CLOCKS} for row in rows(store, table)
        ]
        for table in ("games", "moves")
    }


def timeless_file(path: Path) -> dict[str, list[dict[str, Any]]]:
    with Store(path) as store:
        return timeless(store)
