"""Searches that grow a tree in memory, recorded round by round: Monte Carlo and proof-number search.

A row is a node of that tree. A round says at which node it ended and what came of it; visits, win rates and
proof numbers follow from the rounds, so a reader can tell them for any moment.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from plyground.searchers.trace import Trace
from plyground.searchers.trace_row import TraceRound, TraceRow


class MctsRecorder:
    """Records `visit(node, ply)` of Monte Carlo tree search: a call at the root is a round."""

    def __init__(self, trace: Trace) -> None:
        trace.kind = "mcts"
        self._trace = trace
        self._rows: dict[int, int] = {}  # by the identity of a node, which the tree keeps alive
        self._path: list[tuple[Any, float]] = []  # of this round: nodes, and what came back to them
        self._proven: set[int] = set()

    def recording(self, visit: Callable[..., Any]) -> Callable[..., Any]:
        """The function, with its rounds written down."""

        def recorded(node: Any, ply: int) -> float:
            if ply == 0:
                self._path = []
            self._enter(node)
            self._path.append((node, 0.0))
            reward: float = visit(node, ply)
            self._path[ply] = node, reward
            if ply == 0:
                self._finish()
            return reward

        return recorded

    def _enter(self, node: Any) -> None:
        if id(node) in self._rows:
            return
        above = self._path[-1][0] if self._path else None
        parent = None if above is None else self._rows.get(id(above))
        if len(self._trace) >= self._trace.most_rows or (above is not None and parent is None):
            self._trace.left_out += 1
            return
        move = None if above is None else above.position.write(above.moves[len(above.children) - 1])
        self._rows[id(node)] = len(self._trace)
        self._trace.add(TraceRow(parent, move, None, None, moves=_names(node), end=not node.moves))

    def _finish(self) -> None:
        known = [(node, reward) for node, reward in self._path if id(node) in self._rows]
        proven = []
        for node, _ in known:
            row = self._rows[id(node)]
            if node.proven is not None and row not in self._proven:
                self._proven.add(row)
                proven.append((row, int(node.proven)))
        last, reward = known[-1]
        self._trace.rounds.append(TraceRound(self._rows[id(last)], reward, proven))


class ProofRecorder:
    """Records `develop(node, ply)` of proof-number search: a node that is expanded ends a round."""

    def __init__(self, trace: Trace) -> None:
        trace.kind = "proof"
        self._trace = trace
        self._rows: dict[int, int] = {}
        self._kept: list[Any] = []  # nodes, so that none gets the identity of another

    def recording(self, develop: Callable[..., Any]) -> Callable[..., Any]:
        """The function, with its expansions written down."""

        def recorded(node: Any, ply: int) -> None:
            if ply == 0 and id(node) not in self._rows:
                self._add(node, None, None)
            fresh = not node.children
            develop(node, ply)
            if fresh:
                self._expanded(node)

        return recorded

    def _add(self, node: Any, parent: int | None, move: str | None) -> None:
        value = 1 if node.phi == 0 else -1 if node.delta == 0 else None
        self._rows[id(node)] = len(self._trace)
        self._kept.append(node)
        self._trace.add(TraceRow(parent, move, None, None, value, end=value is not None))

    def _expanded(self, node: Any) -> None:
        """Write down a node's children: all, or none, since its numbers are made of theirs."""
        row = self._rows.get(id(node))
        if row is None or len(self._trace) + len(node.children) > self._trace.most_rows:
            self._trace.left_out += len(node.children)
            return
        names = _names(node)
        self._trace.rows[row].moves = names
        for name, child in zip(names, node.children, strict=True):
            self._add(child, row, name)
        self._trace.rounds.append(TraceRound(row))


def _names(node: Any) -> list[str]:
    return [node.position.write(move) for move in node.moves]
