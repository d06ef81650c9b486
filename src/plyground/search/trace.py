"""A search written down as rows, one a node, to be read, drawn and stepped through.

A row says where it hangs (its parent), by which move, with which window the node was entered and what
came back. All else is derived: the kind of bound, the children, and what was pruned, which is the moves
minus the children.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from plyground.errors import NotationError, clip
from plyground.game import Position
from plyground.score import LONGEST, WIN

FORMAT = "plyground-trace"
VERSION = 1
MOST_ROWS = 1_000_000


@dataclass
class Row:
    """One node. Scores are from the side to move at the node; None is an open end or an unknown value."""

    parent: int | None
    move: str | None  # that led here from the parent
    alpha: int | None
    beta: int | None
    value: int | None = None
    moves: list[str] = field(default_factory=list)  # all the legal ones, in the order of the rules
    capped: bool = False  # some of its children were not written down

    @property
    def bound(self) -> str | None:
        """How the value relates to the true one, by the window: exact, lower, upper."""
        if self.value is None:
            return None
        if self.beta is not None and self.value >= self.beta:
            return "lower"
        return "upper" if self.alpha is not None and self.value <= self.alpha else "exact"


class Trace:
    """The rows of a search, in the order in which the nodes were entered."""

    def __init__(self, most_rows: int = MOST_ROWS, most_plies: int = LONGEST) -> None:
        self.most_rows = most_rows
        self.most_plies = most_plies
        self.game = ""
        self.position = ""
        self.agent = ""
        self.rows: list[Row] = []
        self.left_out = 0  # nodes that were searched and not written down
        self._open: list[int | None] = []
        self._positions: list[Position[Any]] = []
        self._children: list[list[int]] = []
        self._move_to: dict[int, dict[Position[Any], str]] = {}

    # ------------------------------------------------------------ recording

    def recording(self, value: Callable[..., Any]) -> Callable[..., Any]:
        """A value function that also writes its calls down."""

        def recorded(position: Position[Any], ply: int, *window: int) -> Any:
            row = self._enter(position, ply, window)
            self._open.append(row)
            try:
                result = value(position, ply, *window)
            finally:
                self._open.pop()
            if row is not None:
                self.rows[row].value = result[0]
            return result

        return recorded

    def _enter(self, position: Position[Any], ply: int, window: tuple[int, ...]) -> int | None:
        parent = self._open[-1] if self._open else None
        hidden = bool(self._open) and parent is None
        if hidden or len(self.rows) >= self.most_rows or ply > self.most_plies:
            self.left_out += 1
            if parent is not None:
                self.rows[parent].capped = True
            return None
        alpha, beta = map(_open_end, window or (-WIN * 2, WIN * 2))
        move = None if parent is None else self._move(parent, position)
        self._add(Row(parent, move, alpha, beta))
        self._positions.append(position)
        return len(self.rows) - 1

    def _move(self, parent: int, child: Position[Any]) -> str:
        if parent not in self._move_to:
            before = self._positions[parent]
            moves = before.moves()
            self.rows[parent].moves = [before.write(move) for move in moves]
            afterwards = map(before.after, moves)
            self._move_to[parent] = dict(
                reversed(list(zip(afterwards, self.rows[parent].moves, strict=True)))
            )
        return self._move_to[parent][child]

    def _add(self, row: Row) -> None:
        self._children.append([])
        if row.parent is not None:
            self._children[row.parent].append(len(self.rows))
        self.rows.append(row)

    # ------------------------------------------------------------ asking

    def __len__(self) -> int:
        return len(self.rows)

    @property
    def complete(self) -> bool:
        """Whether every node of the search is here."""
        return self.left_out == 0

    def roots(self) -> list[int]:
        """The nodes without a parent: one, or one for each depth or test of a search that has several."""
        return [index for index, row in enumerate(self.rows) if row.parent is None]

    def children(self, node: int) -> list[int]:
        """The nodes below a node, in the order in which they were entered."""
        return self._children[node]

    def ply(self, node: int) -> int:
        """How far a node is from its root."""
        return len(self.path(node))

    def path(self, node: int) -> list[str]:
        """The moves from the root to a node."""
        moves: list[str] = []
        while (parent := self.rows[node].parent) is not None:
            moves.append(self.rows[node].move or "")
            node = parent
        return moves[::-1]

    def pruned(self, node: int) -> list[str]:
        """The moves of a node that were skipped because nothing could come of them."""
        row = self.rows[node]
        if row.value is None or row.capped or not self._children[node]:
            return []
        tried = {self.rows[child].move for child in self._children[node]}
        return [move for move in row.moves if move not in tried]

    def reason(self, node: int) -> str:
        """Why moves of a node were skipped, as the side to move at the root sees it: `β ≤ α: 3 ≤ 5`."""
        row = self.rows[node]
        if row.value is None or row.beta is None:
            return ""
        beta, alpha = (row.beta, row.value) if self.ply(node) % 2 == 0 else (-row.value, -row.beta)
        return f"β ≤ α: {beta} ≤ {alpha}"

    def principal_line(self, node: int = 0) -> list[int]:
        """The nodes of best play below a node: of each, the first child that is worth what it is."""
        line: list[int] = []
        while True:
            value = self.rows[node].value
            replies = [
                c for c in self._children[node] if value is not None and self.rows[c].value == -value
            ]
            if not replies:
                return line
            node = replies[0]
            line.append(node)

    def sizes(self) -> list[int]:
        """How many nodes there are at each ply."""
        plies: list[int] = []
        counts: list[int] = []
        for row in self.rows:
            plies.append(0 if row.parent is None else plies[row.parent] + 1)
            counts.extend([0] * (plies[-1] + 1 - len(counts)))
            counts[plies[-1]] += 1
        return counts

    # ------------------------------------------------------------ JSON

    def to_json(self) -> str:
        """The trace as text; docs/reference/trace.md describes it."""
        rows = [
            {
                "parent": row.parent,
                "move": row.move,
                "alpha": row.alpha,
                "beta": row.beta,
                "value": row.value,
                **({"moves": row.moves} if row.moves else {}),
                **({"capped": True} if row.capped else {}),
            }
            for row in self.rows
        ]
        head = {"format": FORMAT, "version": VERSION, "game": self.game, "position": self.position}
        return json.dumps(head | {"agent": self.agent, "left_out": self.left_out, "rows": rows})

    @classmethod
    def from_json(cls, text: str) -> Trace:
        """A trace from text: ours, or that of somebody's own search."""
        try:
            given = json.loads(text)
        except (ValueError, RecursionError) as error:
            raise NotationError(f"no JSON ({clip(str(error), 60)})", text) from None
        if not isinstance(given, dict) or given.get("format") != FORMAT:
            raise NotationError("no trace", text, None, f'a trace begins with "format": "{FORMAT}"')
        if given.get("version") != VERSION or not isinstance(given.get("rows"), list):
            raise NotationError("no trace", text, None, f"a trace has version {VERSION} and a list of rows")
        trace = cls()
        trace.game, trace.position, trace.agent = (
            str(given.get(key) or "") for key in ("game", "position", "agent")
        )
        trace.left_out = given["left_out"] if isinstance(given.get("left_out"), int) else 0
        for number, row in enumerate(given["rows"]):
            trace._add(_read_row(row, number))
        return trace


def _open_end(bound: int) -> int | None:
    return bound if abs(bound) <= WIN else None


def _read_row(given: Any, number: int) -> Row:
    if not isinstance(given, dict):
        raise NotationError(f"row {number} is no object", clip(repr(given)))
    parent, move = given.get("parent"), given.get("move")
    if parent is not None and (type(parent) is not int or not 0 <= parent < number):
        right = "a parent is an earlier row, counted from 0, or null"
        raise NotationError(f"row {number} has no parent", clip(repr(parent)), None, right)
    if parent is not None and not isinstance(move, str):
        raise NotationError(f"row {number} has no move", clip(repr(move)), None, "a move is a string")
    for key in ("alpha", "beta", "value"):
        value = given.get(key)
        if value is not None and (isinstance(value, bool) or not isinstance(value, int | float)):
            what = f"row {number} has a bad {key}"
            raise NotationError(what, clip(repr(value)), None, f"{key} is a number or null")
    moves = given.get("moves", [])
    if not isinstance(moves, list) or not all(isinstance(m, str) for m in moves):
        what = f"row {number} has bad moves"
        raise NotationError(what, clip(repr(moves)), None, "moves are a list of strings")
    alpha, beta, worth = (given.get(key) for key in ("alpha", "beta", "value"))
    return Row(parent, move, alpha, beta, worth, moves, capped=given.get("capped") is True)
