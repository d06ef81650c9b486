"""Agents that want more memory than they are given."""

from __future__ import annotations

from typing import Any

from plyground import Position

MEGABYTE = 1 << 20


def bite_by_bite(position: Position[Any]) -> Any:
    eaten = []
    while True:
        eaten.append(b"x" * MEGABYTE)


def at_one_gulp(position: Position[Any]) -> Any:
    return bytearray(4_096 * MEGABYTE)
