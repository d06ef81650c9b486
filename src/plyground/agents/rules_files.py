"""The files of a user's game: agents that play it need its rules, so they may read them."""

from __future__ import annotations

from pathlib import Path

from plyground.agents.neighbours import Neighbours
from plyground.agents.python import module_files
from plyground.spec import Spec


def rules_files(game: str) -> tuple[Path, ...]:
    """The files that the rules of a game are read from; none for our own games."""
    where, colon, _ = Spec.parse(game).name.rpartition(":")
    if not colon:
        return ()
    named = (Path(where).absolute(),) if where.endswith(".py") else module_files(where)
    there = [file.resolve() for file in named if file.is_file()]
    return tuple(dict.fromkeys(needed for file in there for needed in Neighbours.of(file).files))
