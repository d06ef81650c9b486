"""A search written down as rows, one a node, to be read, drawn and stepped through.

A row says where it hangs (its parent), by which move, with which window the node was entered and what
came back. All else is derived: the kind of bound, the children, and what was pruned, which is the moves
minus the children.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterable
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
    end: bool = False  # the game was over here, or the depth reached: the value needs no play
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
        self._move_to: dict[int, dict[Position[Any], list[str]]] = {}  # several moves may lead to one

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
                self.rows[row].value, line = result
                self.rows[row].end = not line
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
            names: dict[Position[Any], list[str]] = {}
            for move, name in zip(moves, self.rows[parent].moves, strict=True):
                names.setdefault(before.after(move), []).append(name)
            self._move_to[parent] = names
        names_of_child = self._move_to[parent][child]
        return names_of_child.pop(0) if len(names_of_child) > 1 else names_of_child[0]

    def take(self, root: Position[Any], rows: Iterable[tuple[Any, ...]], left_out: int) -> None:
        """Add what the compiled core wrote down of a search: rows without names, which are derived."""
        first = len(self.rows)
        places: list[Position[Any]] = []
        for parent, move, alpha, beta, value, end, capped in rows:
            if parent is None:
                places.append(root)
                self._add(Row(None, None, _open_end(alpha), _open_end(beta), value, [], end, capped))
                continue
            before = places[parent]
            self.rows[first + parent].moves = self.rows[first + parent].moves or [
                before.write(legal) for legal in before.moves()
            ]
            places.append(before.after(move))
            name = before.write(move)
            self._add(Row(first + parent, name, _open_end(alpha), _open_end(beta), value, [], end, capped))
        self._positions += places
        self.left_out += left_out

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
        if row.value is None:
            return ""
        if row.beta is None or row.value < row.beta:
            return "the table knew that no more can come of it"
        beta, alpha = (row.beta, row.value) if self.ply(node) % 2 == 0 else (-row.value, -row.beta)
        return f"β ≤ α: {beta} ≤ {alpha}"

    def principal_line(self, node: int | None = None) -> list[int]:
        """The nodes of best play below a node, the last root unless another is given.

        That is the first move whose reply is worth what it has to be; if it was looked at twice, the last
        look. A search that took values from a table leaves a line only as far as it went itself.
        """
        line: list[int] = []
        if node is None:
            if not self.rows:
                return line
            node = self.roots()[-1]
        while True:
            value = self.rows[node].value
            replies = [
                c for c in self._children[node] if value is not None and self.rows[c].value == -value
            ]
            if not replies:
                return line
            move = self.rows[replies[0]].move
            node = [reply for reply in replies if self.rows[reply].move == move][-1]
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
                **({"end": True} if row.end else {}),
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
        trace.left_out = _read_left_out(given.get("left_out", 0))
        plies: list[int] = []
        for number, row in enumerate(given["rows"]):
            trace._add(_read_row(row, number))
            parent = trace.rows[-1].parent
            plies.append(0 if parent is None else plies[parent] + 1)
            if plies[-1] > LONGEST:
                right = f"a line of play has at most {LONGEST} plies"
                raise NotationError(f"row {number} is too deep", str(row), None, right)
        return trace


def _open_end(bound: int) -> int | None:
    return bound if abs(bound) <= WIN else None


def _read_left_out(given: Any) -> int:
    if type(given) is not int or given < 0:
        what = "a bad left_out"
        raise NotationError(what, clip(repr(given)), None, "left_out is a whole number from 0 up")
    return given


def _read_row(given: Any, number: int) -> Row:
    if not isinstance(given, dict):
        raise NotationError(f"row {number} is no object", clip(repr(given)))
    parent, move = given.get("parent"), given.get("move")
    if parent is not None and (type(parent) is not int or not 0 <= parent < number):
        right = "a parent is an earlier row, counted from 0, or null"
        raise NotationError(f"row {number} has no parent", clip(repr(parent)), None, right)
    if not isinstance(move, str) and (parent is not None or move is not None):
        raise NotationError(f"row {number} has no move", clip(repr(move)), None, "a move is a string")
    for key in ("alpha", "beta", "value"):
        value = given.get(key)
        if value is None:
            continue
        if type(value) not in (int, float) or not math.isfinite(value):
            what = f"row {number} has a bad {key}"
            raise NotationError(what, clip(repr(value)), None, f"{key} is a number or null")
    moves = given.get("moves", [])
    if not isinstance(moves, list) or not all(isinstance(m, str) for m in moves):
        what = f"row {number} has bad moves"
        raise NotationError(what, clip(repr(moves)), None, "moves are a list of strings")
    alpha, beta, worth = (given.get(key) for key in ("alpha", "beta", "value"))
    end, capped = given.get("end") is True, given.get("capped") is True
    return Row(parent, move, alpha, beta, worth, moves, end, capped)
