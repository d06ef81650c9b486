"""A search recorded as rows, one a node, to be read, drawn and stepped through.

A row has its parent, the move that leads to it, the window it was searched with, and its value. All else is
derived: the kind of bound, the children, and what was pruned, which is the moves minus the children.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Iterable
from typing import Any

from plyground.errors import NotationError, truncate
from plyground.game import Position
from plyground.score import LONGEST, WIN, score_text
from plyground.searchers.trace_row import TraceRound, TraceRow, read_kind, read_left_out, read_list

FORMAT = "plyground-trace"
VERSION = 1
MAX_ROWS = 1_000_000
NOTEBOOK_WIDTH = 1_100  # pixels that a cell of a notebook has room for

Range = tuple[float, float]  # from low to high
_TABLED = re.compile("table|memo|mtd", re.IGNORECASE)  # agents that remember positions, by their names


class Trace:
    """The rows of a search, in the order in which the nodes were entered."""

    def __init__(self, most_rows: int = MAX_ROWS, most_plies: int = LONGEST) -> None:
        self.most_rows = most_rows
        self.most_plies = most_plies
        self.game = ""
        self.position = ""
        self.agent = ""
        self.kind = ""  # "mcts" or "proof" where a tree was grown round by round
        self.rows: list[TraceRow] = []
        self.rounds: list[TraceRound] = []
        self.whole: list[TraceRow] = []  # all nodes of a small game, searched or not
        self.left_out = 0  # nodes that were searched and not recorded
        self._open: list[int | None] = []
        self._positions: list[Position[Any]] = []
        self._children: list[list[int]] = []
        self._move_to: dict[
            int, dict[Position[Any], list[str]]
        ] = {}  # several moves may lead to a position
        self._ranges: list[Range] = []  # where the true values lie; made when they are needed

    # ------------------------------------------------------------ recording

    def recording(self, value: Callable[..., Any]) -> Callable[..., Any]:
        """A value function whose calls are recorded."""

        def recorded(position: Position[Any], ply: int, *window: int) -> Any:
            row = self._enter(position, ply, window)
            self._open.append(row)
            try:
                result = value(position, ply, *window)
            finally:
                self._open.pop()
            if row is not None:
                self._ranges = []
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
        self.add(TraceRow(parent, move, alpha, beta))
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
        """Add the rows that the compiled core recorded; the names of moves are derived."""
        first = len(self.rows)
        places: list[Position[Any]] = []
        for parent, move, alpha, beta, value, end, capped in rows:
            if parent is None:
                places.append(root)
                self.add(TraceRow(None, None, _open_end(alpha), _open_end(beta), value, [], end, capped))
                continue
            before = places[parent]
            self.rows[first + parent].moves = self.rows[first + parent].moves or [
                before.write(legal) for legal in before.moves()
            ]
            places.append(before.after(move))
            name = before.write(move)
            self.add(
                TraceRow(first + parent, name, _open_end(alpha), _open_end(beta), value, [], end, capped)
            )
        self._positions += places
        self.left_out += left_out

    def add(self, row: TraceRow) -> None:
        """Write down a row."""
        self._ranges = []
        self._children.append([])
        if row.parent is not None:
            self._children[row.parent].append(len(self.rows))
        self.rows.append(row)

    # ------------------------------------------------------------ asking

    def __len__(self) -> int:
        return len(self.rows)

    @property
    def complete(self) -> bool:
        """Whether every node of the search was recorded."""
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
        """The moves of a node that were skipped because they cannot change the result."""
        row = self.rows[node]
        if row.value is None or row.capped or not self._children[node]:
            return []
        tried = {self.rows[child].move for child in self._children[node]}
        return [move for move in row.moves if move not in tried]

    def bound(self, node: int) -> str | None:
        """How the value of a node relates to the true one: exact, lower, upper; None if there is no value.

        A value outside the window is a bound. The nodes below may show more: if all replies were searched
        and are exact, the node is exact too, whatever its window was.
        """
        self._ranges = self._ranges or _ranges(self)
        value, (low, high) = self.rows[node].value, self._ranges[node]
        if value is None:
            return None
        if low == value == high:
            return "exact"
        return "lower" if low == value else "upper" if high == value else self.rows[node].bound

    def cut(self, node: int) -> tuple[int, int] | None:
        """β and α where they crossed, as the side to move at the root sees them; None if they did not.

        A search that fails hard gives back no more than its window: what crossed it is the best reply.
        """
        row = self.rows[node]
        if row.value is None or row.beta is None or row.value < row.beta:
            return None
        values = (self.rows[child].value for child in self._children[node])
        best = max([row.value, *(-value for value in values if value is not None)])
        return (row.beta, best) if self.ply(node) % 2 == 0 else (-best, -row.beta)

    def reason(self, node: int) -> str:
        """Why moves of a node were skipped, as the side to move at the root sees it: `β ≤ α: 3 ≤ 5`."""
        if self.rows[node].value is None:
            return ""
        if (crossed := self.cut(node)) is None:
            if self.agent and not _TABLED.search(self.agent):  # a user's own, that looks at some moves only
                return "the search left it out"
            return "the transposition table already shows that it cannot matter"
        return f"β ≤ α: {score_text(crossed[0])} ≤ {score_text(crossed[1])}"

    def principal_line(self, node: int | None = None) -> list[int]:
        """The nodes of best play below a node, the last root unless another is given.

        That is the first move whose reply has the value that it must have; if it was searched twice, the
        last time counts. Where a search took a value from its table, the line ends.
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

    # ------------------------------------------------------------ showing

    def _repr_svg_(self) -> str | None:
        """The tree, which a notebook shows; of a search with several passes, the last one."""
        from plyground.ui.explain.svg import tree_svg

        return tree_svg(self, self.roots()[-1], widest=NOTEBOOK_WIDTH) if self.rows else None

    def _repr_html_(self) -> str | None:
        """The same as an image, which more pages show."""
        from plyground.pictures.svg import image

        drawn = self._repr_svg_()
        return image(drawn, f"{self.agent}: {len(self)}") if drawn else None

    # ------------------------------------------------------------ JSON

    def to_json(self) -> str:
        """The trace as text; docs/reference/trace.md describes it."""
        rows = [row.to_json() for row in self.rows]
        head = {"format": FORMAT, "version": VERSION, "game": self.game, "position": self.position}
        grown = {"kind": self.kind, "rounds": [each.to_json() for each in self.rounds]} if self.kind else {}
        whole = {"whole": [row.to_json() for row in self.whole]} if self.whole else {}
        return json.dumps(
            head | {"agent": self.agent, **grown, "left_out": self.left_out, "rows": rows, **whole}
        )

    @classmethod
    def from_json(cls, text: str) -> Trace:
        """A trace from text: one of ours, or of a search that somebody wrote."""
        try:
            given = json.loads(text)
        except (ValueError, RecursionError) as error:
            raise NotationError(f"no JSON ({truncate(str(error), 60)})", text) from None
        if not isinstance(given, dict) or given.get("format") != FORMAT:
            raise NotationError("no trace", text, None, f'a trace begins with "format": "{FORMAT}"')
        if given.get("version") != VERSION or not isinstance(given.get("rows"), list):
            raise NotationError("no trace", text, None, f"a trace has version {VERSION} and a list of rows")
        trace = cls()
        trace.game, trace.position, trace.agent = (
            str(given.get(key) or "") for key in ("game", "position", "agent")
        )
        trace.left_out = read_left_out(given.get("left_out", 0))
        trace.kind = read_kind(given.get("kind", ""))
        plies: list[int] = []
        for number, row in enumerate(given["rows"]):
            trace.add(TraceRow.from_json(row, number))
            parent = trace.rows[-1].parent
            plies.append(0 if parent is None else plies[parent] + 1)
            if plies[-1] > LONGEST:
                right = f"a line of play has at most {LONGEST} plies"
                raise NotationError(f"row {number} is too deep", str(row), None, right)
        trace.rounds = [
            TraceRound.from_json(each, number, len(trace)) for number, each in read_list(given, "rounds")
        ]
        trace.whole = [TraceRow.from_json(row, number) for number, row in read_list(given, "whole")]
        return trace


def _ranges(trace: Trace) -> list[Range]:
    """The lowest and the highest true value that every node can have, from its own side."""
    found: list[Range] = [(-math.inf, math.inf)] * len(trace.rows)
    for node in reversed(range(len(trace.rows))):  # children come after their parent
        row = trace.rows[node]
        if row.value is None:
            continue
        bound = "exact" if row.end else row.bound
        low = -math.inf if bound == "upper" else row.value
        high = math.inf if bound == "lower" else row.value
        below_low, below_high = _range_by_replies(trace, node, found)
        found[node] = max(low, below_low), min(high, below_high)
    return found


def _range_by_replies(trace: Trace, node: int, found: list[Range]) -> Range:
    """What the replies show of a node: at least the best of them, and no more if all were searched."""
    row = trace.rows[node]
    replies: dict[str | None, Range] = {}
    for child in trace.children(node):
        move = trace.rows[child].move
        low, high = replies.get(move, (-math.inf, math.inf))  # after a scout and a second search
        replies[move] = max(low, -found[child][1]), min(high, -found[child][0])
    if row.end or row.capped or not replies:
        return -math.inf, math.inf
    whole = bool(row.moves) and replies.keys() >= set(row.moves)
    best = max(low for low, _ in replies.values())
    return best, max(high for _, high in replies.values()) if whole else math.inf


def _open_end(bound: int) -> int | None:
    return bound if abs(bound) <= WIN else None
