"""The answer of `solve`: a proven score, or proven bounds."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import Any

from plyground.columns import table
from plyground.errors import PlygroundError
from plyground.game import Position, players_of
from plyground.games.drawing import shows_unicode
from plyground.games.line import LinePosition
from plyground.native import HAS_CORE
from plyground.score import WIN, Score
from plyground.solver.native import ProvenBounds, as_score

Root = Position[Any]


class TooLarge(PlygroundError):
    """A position that would take too long to solve.

    >>> import plyground as pg
    >>> try:
    ...     pg.solve(pg.gomoku().start())
    ... except pg.TooLarge as error:
    ...     print(str(error)[:28])
    gomoku is too large to solve
    """

    reason = "too-large"


@dataclass(frozen=True)
class SolvedMove:
    """A move and the proven bounds of its value, for the side that plays it.

    >>> import plyground as pg
    >>> best = max(pg.solve(pg.connect4().start(), moves=True).moves, key=lambda each: each.score)
    >>> best.move, best.words, best.stone_score
    ('4', 'wins in 41 plies', 1)
    """

    move: str
    raw_move: Any
    low: int
    high: int
    score: Score | None  # None if only the bounds are known

    @property
    def stone_score(self) -> int | None:
        """The exact score as the field counts it: see Solution."""
        return self.low if self.low == self.high else None

    @property
    def words(self) -> str:
        return words_of(self.score, self.low, self.high)


@dataclass(frozen=True)
class Solution:
    """What was proved about a position, for the side to move.

    `low`, `high` and `stone_score` count as the field does in line games: a win with the last cell is 1,
    and one more for every stone that the winner did not need; in other games they count as score.py does.
    In a weak solution they are 1, 0 or -1.

    >>> import plyground as pg
    >>> found = pg.solve(pg.connect4().parse("4453"))
    >>> found.move, str(found.score), found.stone_score, found.line[:3]
    ('3', 'loses in 36 plies', -2, ('3', '4', '4'))
    """

    position: Root
    low: int
    high: int
    score: Score | None  # None if only bounds were proved in the time there was
    raw_line: tuple[Any, ...]  # as the rules have moves; `line` has their texts
    moves: tuple[SolvedMove, ...] | None
    nodes: int
    seconds: float
    book: bool
    weak: bool = False
    core: str = "python"  # which core has solved it

    def __str__(self) -> str:
        return solution_text(self, players_of(self.position))

    @property
    def stone_score(self) -> int | None:
        """The exact score as the field counts it: on 7×6, 22 minus the discs that the winner needs."""
        return self.low if self.low == self.high else None

    @property
    def words(self) -> str:
        """`wins in 5 plies`, `draw`, or what the bounds say."""
        return words_of(self.score, self.low, self.high)

    @property
    def line(self) -> tuple[str, ...]:
        """Best play of both sides, as texts."""
        return self.position.line_text(self.raw_line)

    @property
    def move(self) -> str | None:
        """A best move as text; None if the game is over or no score was proved."""
        return self.line[0] if self.raw_line else None

    @property
    def raw_move(self) -> Any:
        """The same as the rules have it."""
        return self.raw_line[0] if self.raw_line else None

    def _repr_html_(self) -> str:
        """What a notebook shows: the board, what was proved, and the value of every move that is known."""
        from plyground.cards import CardValue, solution_card

        whole = CardValue("", self.score, True, self.low, self.high)
        values = [CardValue(each.move, each.score, True, each.low, each.high) for each in self.moves or ()]
        return solution_card(self.position, self.raw_line, whole, values, self.nodes, self.seconds)


def solution_text(found: Solution, players: tuple[str, str]) -> str:
    """The board, a best move, its value and what that cost, with the names of the two sides.

    The field has a number for line games; of other games the words say it all.
    """
    place = found.position
    side = players[place.to_move.value]
    lines = [place.draw(unicode=shows_unicode(sys.stdout)), ""]
    numbered = isinstance(place, LinePosition)
    value = f"{found.words} (score {_bounds_text(found)})" if numbered else found.words
    if not place.moves():
        lines.append(f"the game is over: {side} {value}")
    elif found.move is None:
        lines.append(f"{side} to move: {value}")
    else:
        lines.append(f"{side} plays {found.move}: {value}")
        if not found.weak:
            lines.append("line: " + " ".join(found.line))
    source = ", from the book" if found.book else ""
    core = "" if HAS_CORE else ", without the compiled core"
    lines.append(f"{found.nodes:,} nodes, {found.seconds:.3f} s{source}{core}")
    if found.moves:
        rows = [(each.move, each.words, _bounds_text(each)) for each in found.moves]
        heads = ("move", "value", "score") if numbered else ("move", "value")
        lines += ["", table(heads, [row[: len(heads)] for row in rows], left=2)]
    return "\n".join([*lines, ""])


def _bounds_text(value: Solution | SolvedMove) -> str:
    return f"{value.low:+d}" if value.score is not None else f"{value.low:+d} to {value.high:+d}"


def score_of_bounds(position: LinePosition, bounds: ProvenBounds, weak: bool) -> Score | None:
    """The score that the compiled solver has proved; of weak bounds, a win or loss without distance."""
    if not bounds.exact:
        return None
    return Score(bounds.low * WIN) if weak else as_score(position, bounds.low)


def words_of(score: Score | None, low: int, high: int) -> str:
    """A proven score in words, or what the bounds tell."""
    if score is not None:
        return str(score)
    if low > 0:
        return "wins"
    if high < 0:
        return "loses"
    if low == 0:
        return "wins or draws"
    return "draws or loses" if high == 0 else "not known"


def sign_bounds(bounds: ProvenBounds) -> ProvenBounds:
    """The bounds of the sign of a value."""
    return ProvenBounds(max(-1, min(1, bounds.low)), max(-1, min(1, bounds.high)), bounds.from_book)
