"""Agents that print without end, or without need."""

from __future__ import annotations

import os
import sys
from typing import Any

from plyground import Position

CHATTER = "I am thinking about this very hard. " * 30


def out(position: Position[Any]) -> Any:
    while True:
        sys.stdout.write(CHATTER)


def err(position: Position[Any]) -> Any:
    while True:
        os.write(2, b"x" * 65_536)


def out_and_well(position: Position[Any]) -> Any:
    """Prints a megabyte at each move, and plays."""
    for _ in range(1_000):
        sys.stdout.write(f"{CHATTER}\n")
    sys.stdout.flush()
    return position.moves()[0]


def into_another(position: Position[Any]) -> Any:
    """Has its own standard output, as those have who hush a library."""
    with open(os.devnull, "w", encoding="utf-8") as nowhere:  # noqa: PTH123 - as people do it
        sys.stdout = sys.stderr = nowhere
        sys.stdout.write(CHATTER)
    return position.moves()[0]
