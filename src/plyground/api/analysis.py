"""`analyse`: every move of a position with its value."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, overload

from plyground.agents.objects import AgentLike
from plyground.api.arguments import limited_searcher
from plyground.api.rows import RowTable
from plyground.columns import table
from plyground.errors import PlygroundError
from plyground.game import Position
from plyground.games.given import GameLike, given_position
from plyground.native import Core
from plyground.score import Score
from plyground.searchers.analysis import search_all
from plyground.searchers.types import Limits, Stop
from plyground.solver import Solution, TooLarge, solve

DEFAULT_AGENT = "table_alphabeta"


@dataclass(frozen=True)
class AnalysedMove:
    """A move and its value to the side that plays it.

    >>> import plyground as pg
    >>> move = pg.analyse(pg.tictactoe().parse("15")).best
    >>> move.move, str(move.score), move.proven
    ('2', 'draw', True)
    """

    move: str
    raw_move: Any
    score: Score
    proven: bool  # the score is the value of the game, and no estimate
    line: tuple[str, ...]  # the play that is expected, the move first
    visits: int | None = None  # of MCTS, which plays the most visited move

    @property
    def words(self) -> str:
        """The value in words: `wins in 5 plies`, `draw`, `+12 (estimate)`."""
        return self.score.words(self.proven)


@dataclass(frozen=True)
class PositionAnalysis:
    """Every move of a position with its value, in the order of the rules.

    >>> import plyground as pg
    >>> values = pg.analyse(pg.connect4().parse("4444"))
    >>> [str(each.score) for each in values][:2]
    ['loses in 36 plies', 'loses in 36 plies']
    >>> values.best.move, values["4"].words, len(values)
    ('4', 'wins in 37 plies', 7)
    """

    position: Position[Any]
    agent: str  # the spec of the agent that valued the moves, or `solver`
    moves: tuple[AnalysedMove, ...]

    @property
    def best(self) -> AnalysedMove:
        """The move with the highest value, the first of several; for MCTS the most visited."""
        if not self.moves:
            raise PlygroundError("the game is over: there is no move to value")
        return max(self.moves, key=lambda each: (each.visits or 0, each.score))

    @overload
    def __getitem__(self, key: int) -> AnalysedMove: ...
    @overload
    def __getitem__(self, key: str) -> AnalysedMove: ...
    def __getitem__(self, key: int | str) -> AnalysedMove:
        """A move by its text, or by its place."""
        if isinstance(key, int):
            return self.moves[key]
        wanted = self.position.write(self.position.read(key))
        return next(each for each in self.moves if each.move == wanted)

    def __iter__(self) -> Iterator[AnalysedMove]:
        return iter(self.moves)

    def __len__(self) -> int:
        return len(self.moves)

    @property
    def rows(self) -> RowTable:
        """The same as rows: a DataFrame by `.to_frame()`, a file by `.to_csv(path)`."""
        heads = ("move", "score", "value", "proven", "line", "visits")
        return RowTable(
            heads,
            tuple(
                (each.move, int(each.score), each.words, each.proven, " ".join(each.line), each.visits)
                for each in self.moves
            ),
        )

    def _repr_html_(self) -> str:
        """What a notebook shows: the board, and every move's value as a bar."""
        from plyground.cards import CardValue, side_words, values_picture
        from plyground.pictures.html import card
        from plyground.pictures.position import position_html

        values = [CardValue(each.move, each.score, each.proven) for each in self.moves]
        top = max((each.score for each in self.moves), default=None)
        best = [each.move for each in self.moves if each.score == top]
        title = " · ".join(filter(None, (self.agent, side_words(self.position))))
        return card(title, position_html(self.position), values_picture(values, best))

    def __str__(self) -> str:
        if any(each.visits is not None for each in self.moves):
            heads, last = "visits", [str(each.visits) for each in self.moves]
        else:
            heads, last = "line", [" ".join(each.line) for each in self.moves]
        rows = [
            (each.move, each.words, each.score.figure, end)
            for each, end in zip(self.moves, last, strict=True)
        ]
        return table(("move", "value", "score", heads), rows, left=2 if heads == "visits" else 4)


def analyse(
    game: GameLike,
    agent: AgentLike | None = None,
    *,
    position: str | Position[Any] | None = None,
    depth: int | None = None,
    nodes: int | None = None,
    seconds: float | None = None,
    stop: Stop | None = None,
    core: Core | None = None,
) -> PositionAnalysis:
    """Every legal move with its value to the side that plays it, of a game's start or of a position.

    Without an agent the solver proves the values; where that would take too long, or a limit ends it, a
    search estimates them. With an agent they are those by which it chooses.

    >>> import plyground as pg
    >>> {each.move: str(each.score) for each in pg.analyse(pg.tictactoe().parse("1"))}["5"]
    'draw'
    >>> print(pg.analyse("tictactoe", "alphabeta(depth=2)", position="1 5 2"))
    move  value             score  line
    3     -4 (estimate)     -4     3 7
    4     loses in 2 plies  –      4 3
    6     loses in 2 plies  –      6 3
    7     loses in 2 plies  –      7 3
    8     loses in 2 plies  –      8 3
    9     loses in 2 plies  –      9 3
    """
    place, limits = given_position(game, position), Limits(depth, nodes, seconds, stop=stop)
    provable = agent is None and depth is None and core is None
    if provable and (solved := _solved(place, limits)) is not None:
        return solved
    searcher, _ = limited_searcher(DEFAULT_AGENT if agent is None else agent, place, limits, core)
    found = tuple(
        AnalysedMove(
            place.write(each.move),
            each.move,
            each.score,
            each.proven,
            place.line_text(each.line),
            each.visits,
        )
        for each in search_all(place, searcher, limits)
    )
    return PositionAnalysis(place, searcher.spec, found)


def _solved(position: Position[Any], limits: Limits) -> PositionAnalysis | None:
    """What the solver proves; None if that is not the value of every move."""
    try:
        found: Solution = solve(
            position, moves=True, nodes=limits.nodes, seconds=limits.seconds, stop=limits.stop
        )
    except TooLarge:
        return None
    moves = tuple(
        AnalysedMove(each.move, each.raw_move, each.score, True, (each.move,))
        for each in found.moves or ()
        if each.score is not None
    )
    return PositionAnalysis(position, "solver", moves) if len(moves) == len(position.moves()) else None
