"""In which order moves are tried. The sooner the best move comes, the more is pruned.

`given` is the order of the rules. `centre` tries the middle of a line game's board first, `best` the move
that an earlier search found best, `killers` the moves that caused a cut at the same ply, `history` those
that caused most cuts anywhere. Several may be named: the first decides, the next breaks its ties.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from plyground.errors import BadSpec, nearest_name, truncate, unknown_name
from plyground.game import Position
from plyground.games.line import LineGame, LinePosition
from plyground.searchers.table import TranspositionTable
from plyground.spec import bad_option

NAMES = ("given", "centre", "best", "killers", "history")
KILLERS_A_PLY = 2


class Order:
    """Sorts the moves of positions, and learns from refutations and from lines of best play."""

    def __init__(
        self, names: str | tuple[str, ...], root: Position[Any], table: TranspositionTable | None = None
    ) -> None:
        chosen = order_names(names)
        self.table = table
        self.best: dict[Position[Any], Any] = {}
        self.killers: dict[int, list[Any]] = {}
        self.history: dict[Any, int] = {}
        self._centre = _from_centre(root) if "centre" in chosen else {}
        ranks: dict[str, Callable[[Position[Any], int], Callable[[Any], int]]] = {
            "centre": lambda position, ply: lambda move: self._centre[move],
            "best": self._rank_best,
            "killers": lambda position, ply: lambda move: move not in self.killers.get(ply, ()),
            "history": lambda position, ply: lambda move: -self.history.get(move, 0),
        }
        self._ranks = [ranks[name] for name in chosen if name != "given"]

    def __call__(self, position: Position[Any], ply: int) -> Sequence[Any]:
        """The legal moves, the most promising first."""
        moves = position.moves()
        if self._ranks:
            ranks = [rank(position, ply) for rank in self._ranks]
            return sorted(moves, key=lambda move: [rank(move) for rank in ranks])
        return moves

    def refuted(self, ply: int, move: Any) -> None:
        """Learn that a move at a ply was too good for the opponent to allow."""
        self.history[move] = self.history.get(move, 0) + 1
        killers = self.killers.setdefault(ply, [])
        if move not in killers:
            killers.insert(0, move)
            del killers[KILLERS_A_PLY:]

    def follow(self, root: Position[Any], line: tuple[Any, ...]) -> None:
        """Learn a line of best play."""
        position = root
        for move in line:
            self.best[position] = move
            position = position.after(move)

    def _rank_best(self, position: Position[Any], ply: int) -> Callable[[Any], int]:
        found = self.table.best(position) if self.table is not None else None
        best = self.best.get(position) if found is None else found
        return lambda move: move != best


def _strange_name(chosen: object) -> str:
    """The first text among the names of orders that is none."""
    texts = [name for name in chosen if isinstance(name, str)] if isinstance(chosen, tuple) else []
    return next((name for name in texts if name not in NAMES), "")


def order_names(names: object) -> tuple[str, ...]:
    """The names of orders, checked."""
    chosen = (names,) if isinstance(names, str) else names
    if not isinstance(chosen, tuple) or not chosen or not all(name in NAMES for name in chosen):
        known = ", ".join(NAMES)
        right = f"order is one or more of {known}"
        strange = _strange_name(chosen)
        if nearest_name(strange, NAMES):
            raise unknown_name("bad order", strange, NAMES, right, f"order={truncate(repr(names))}")
        raise bad_option("order", names, right, "some-of", known=known)
    return chosen


def _from_centre(root: Position[Any]) -> dict[int, int]:
    """How far each cell of a line game is from the middle; where discs fall, only columns count."""
    if not isinstance(root, LinePosition):
        facts = {"name": "order='centre'"}
        raise BadSpec("bad order", facts["name"], None, "only line games have a centre", "line-game", facts)
    game: LineGame = root.game

    def distance(cell: int) -> int:
        row, column = divmod(cell, game.columns)
        upward = 0 if game.gravity else abs(2 * row - game.rows + 1)
        return abs(2 * column - game.columns + 1) + upward

    return {cell: distance(cell) for cell in range(game.cells)}
