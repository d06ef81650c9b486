"""One row of a trace: a node of a search, in and out of JSON."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any

from plyground.errors import NotationError, truncate

KINDS = ("", "mcts", "proof")


@dataclass
class TraceRow:
    """One node. Scores are from the side to move at the node; None is an open end or an unknown value."""

    parent: int | None
    move: str | None  # that leads here from the parent
    alpha: int | None
    beta: int | None
    value: int | None = None
    moves: list[str] = field(default_factory=list)  # all the legal ones, in the order of the rules
    end: bool = False  # the game was over here, or the depth reached: the value needs no play
    capped: bool = False  # some of its children were not recorded

    @property
    def bound(self) -> str | None:
        """How the value relates to the true one by the window alone: exact, lower, upper."""
        if self.value is None:
            return None
        if self.beta is not None and self.value >= self.beta:
            return "lower"
        return "upper" if self.alpha is not None and self.value <= self.alpha else "exact"

    def to_json(self) -> dict[str, Any]:
        """The row as it is written; what is empty is left out."""
        return {
            "parent": self.parent,
            "move": self.move,
            "alpha": self.alpha,
            "beta": self.beta,
            "value": self.value,
            **({"moves": self.moves} if self.moves else {}),
            **({"end": True} if self.end else {}),
            **({"capped": True} if self.capped else {}),
        }

    @classmethod
    def from_json(cls, given: Any, number: int) -> TraceRow:
        """The row with this number; a NotationError says what is wrong with it."""
        if not isinstance(given, dict):
            raise NotationError(f"row {number} is no object", truncate(repr(given)))
        parent, move = given.get("parent"), given.get("move")
        if parent is not None and (type(parent) is not int or not 0 <= parent < number):
            right = "a parent is an earlier row, counted from 0, or null"
            raise NotationError(f"row {number} has no parent", truncate(repr(parent)), None, right)
        if not isinstance(move, str) and (parent is not None or move is not None):
            raise NotationError(
                f"row {number} has no move", truncate(repr(move)), None, "a move is a string"
            )
        for key in ("alpha", "beta", "value"):
            value = given.get(key)
            if value is None:
                continue
            if type(value) not in (int, float) or not math.isfinite(value):
                what = f"row {number} has a bad {key}"
                raise NotationError(what, truncate(repr(value)), None, f"{key} is a number or null")
        moves = given.get("moves", [])
        if not isinstance(moves, list) or not all(isinstance(m, str) for m in moves):
            what = f"row {number} has bad moves"
            raise NotationError(what, truncate(repr(moves)), None, "moves are a list of strings")
        alpha, beta, worth = (given.get(key) for key in ("alpha", "beta", "value"))
        end, capped = given.get("end") is True, given.get("capped") is True
        return cls(parent, move, alpha, beta, worth, moves, end, capped)


@dataclass
class TraceRound:
    """One round of a search that grows a tree: the last node that it came to, and what came of it."""

    node: int
    reward: float = 0.0  # of a random game, -1 to 1, for the side to move at the node
    proven: list[tuple[int, int]] = field(default_factory=list)  # nodes with their scores, proven by it

    def to_json(self) -> dict[str, Any]:
        """The round as it is written; what is empty is left out."""
        proven = {"proven": [list(pair) for pair in self.proven]} if self.proven else {}
        return {"node": self.node, **({"reward": self.reward} if self.reward else {}), **proven}

    @classmethod
    def from_json(cls, given: Any, number: int, rows: int) -> TraceRound:
        """The round with this number of a trace with so many rows; a NotationError says what is wrong."""
        right = "a round has the number of a row as node, a reward from -1 to 1, and a list of [row, score]"
        known = given if isinstance(given, dict) else {}
        node: Any = known.get("node")
        reward: Any = known.get("reward", 0)
        proven: Any = known.get("proven", [])
        good = (
            _is_row(node, rows)
            and type(reward) in (int, float)
            and -1 <= reward <= 1
            and isinstance(proven, list)
            and all(isinstance(p, list) and len(p) == 2 and _is_row(p[0], rows) for p in proven)
            and all(type(score) is int for _, score in proven)
        )
        if not good:
            raise NotationError(f"round {number} is bad", truncate(repr(given)), None, right)
        return cls(node, float(reward), [(row, score) for row, score in proven])


def _is_row(given: Any, rows: int) -> bool:
    return type(given) is int and 0 <= given < rows


def read_kind(given: Any) -> str:
    """The kind of a trace: "" where values came back through a tree of calls."""
    if given not in KINDS:
        kinds = " or ".join(filter(None, KINDS))
        raise NotationError("a bad kind", truncate(repr(given)), None, f"kind is {kinds}, or left out")
    return str(given)


def read_list(given: dict[str, Any], key: str) -> list[tuple[int, Any]]:
    """The numbered entries of an optional list."""
    listed = given.get(key, [])
    if not isinstance(listed, list):
        raise NotationError(f"a bad {key}", truncate(repr(listed)), None, f"{key} is a list, or left out")
    return list(enumerate(listed))


def read_left_out(given: Any) -> int:
    """How many nodes a trace leaves out."""
    if type(given) is not int or given < 0:
        what = "a bad left_out"
        raise NotationError(what, truncate(repr(given)), None, "left_out is a whole number from 0 up")
    return given
