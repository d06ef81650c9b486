"""How a paper's search is written down in a trace, whose values are those of the side to move.

The papers' programs value everything for one side, some return no line, and some loop over the moves of the
position without a call of their own. Nothing that they compute changes: the trace gets it in its own terms.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from plyground.game import Player, Position
from plyground.score import WIN
from plyground.searchers.searcher import INFINITY
from plyground.searchers.trace import Trace

INSIDE = ("somewhere",)  # a line that is not told: the node is no end


class SidedTrace:
    """A trace of a search whose values are high when they are good for `side`; None: for who moves."""

    def __init__(self, trace: Trace, side: Player | None) -> None:
        self._trace = trace
        self._side = side

    def recording(self, value: Callable[..., Any]) -> Callable[..., Any]:
        """A value function whose calls are recorded; it returns a value, or a value and a move."""

        def recorded(position: Position[Any], ply: int, *window: float) -> Any:
            sign = 1 if self._side in (None, position.to_move) else -1
            answers: list[Any] = []

            def turned(position: Position[Any], ply: int, *_: int) -> tuple[int, tuple[Any, ...]]:
                entered = self._entered()
                answers.append(value(position, ply, *window))
                score, move = answers[0] if isinstance(answers[0], tuple) else (answers[0], None)
                is_end = move is None and entered == self._entered()
                return _clamp(sign * score, WIN), () if is_end else INSIDE

            ends = [_clamp(sign * end, INFINITY) for end in window]
            self._trace.recording(turned)(position, ply, *sorted(ends))
            return answers[0]

        return recorded

    def _entered(self) -> int:
        return len(self._trace) + self._trace.left_out


def sided(trace: Trace | None, side: Player | None) -> SidedTrace | None:
    """The trace as a search with one-sided values writes it, if there is one."""
    return None if trace is None else SidedTrace(trace, side)


def drop_untried(trace: Trace | None) -> None:
    """Take the moves off the last root that a program never looked at, though it pruned nothing."""
    if trace is not None and trace.roots():
        root = trace.rows[trace.roots()[-1]]
        tried = {trace.rows[child].move for child in trace.children(trace.roots()[-1])}
        root.moves = [move for move in root.moves if move in tried]


def _clamp(value: float, most: int) -> int:
    return round(max(-most, min(most, value)))
