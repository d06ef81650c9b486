"""The answer of a search for people: its moves as texts, and `str` is what `plyground search` prints."""

from __future__ import annotations

import sys
from dataclasses import dataclass, field
from typing import Any

from plyground.columns import table
from plyground.errors import PlygroundError
from plyground.game import Position, players_of
from plyground.games.drawing import shows_unicode
from plyground.score import Score
from plyground.searchers.types import MoveOnly, Remark, SearchResult, SearchStats
from plyground.words import tongue


@dataclass(frozen=True)
class SearchAnswer:
    """What an agent found in a position: `move` and `line` are texts, `raw_move` and `raw_line` moves.

    >>> import plyground as pg
    >>> answer = pg.search(pg.connect4().parse("4453"), "alphabeta(depth=6)")
    >>> answer.move, answer.line[:3], answer.proven
    ('4', ('4', '4', '3'), False)
    >>> answer.position.play(answer.raw_move) == answer.position.play(answer.move)
    True
    """

    position: Position[Any]
    agent: str  # the spec of the agent that searched
    result: SearchResult[Any]
    depths: tuple[SearchResult[Any], ...] = field(default=(), repr=False)  # of iterative deepening
    chosen: bool = field(default=False, compare=False, repr=False)  # a limit was added to the agent

    @property
    def move(self) -> str:
        """The move to play, as text; an error if the game is over."""
        return self.position.write(self.raw_move)

    @property
    def line(self) -> tuple[str, ...]:
        """The play that is expected, the move first, as texts."""
        return self.position.line_text(self.raw_line)

    @property
    def raw_move(self) -> Any:
        """The move as the rules have it."""
        if not self.raw_line:
            raise PlygroundError("the game is over: there is no move to play")
        return self.raw_line[0]

    @property
    def raw_line(self) -> tuple[Any, ...]:
        """The line as the rules have moves."""
        return self.result.line

    @property
    def score(self) -> Score:
        """The value of the position to the side to move."""
        return self.result.score

    @property
    def proven(self) -> bool:
        """Whether the score is the value of the game, and no estimate."""
        return self.result.proven

    @property
    def words(self) -> str:
        """The value in words, as of a solution: `wins in 5 plies`, `draw`, `+12 (estimate)`."""
        return self.score.words(self.proven)

    @property
    def stopped(self) -> str | None:
        """The limit that cut the search short, if one did."""
        return self.result.stopped

    @property
    def remark(self) -> Remark | None:
        """A warning about the score, if there is one."""
        return self.result.remark

    @property
    def stats(self) -> SearchStats:
        """What the search cost."""
        return self.result.stats

    @property
    def nodes(self) -> int:
        """How many nodes were searched."""
        return self.stats.nodes

    @property
    def depth(self) -> int:
        """The last finished depth."""
        return self.stats.depth

    @property
    def seconds(self) -> float:
        """How long it took."""
        return self.stats.seconds

    @property
    def core(self) -> str:
        """Which core searched: `native` or `python`."""
        return self.result.core

    def __str__(self) -> str:
        return self.text(players_of(self.position))

    def _repr_html_(self) -> str:
        """What a notebook shows: the board with the move, and what was found."""
        from plyground.cards import CardValue, answer_card, search_rows

        untold, stats = isinstance(self.result, MoveOnly), self.stats
        rows = search_rows(
            self.position,
            self.raw_line,
            None if untold else CardValue("", self.score, self.proven).message,
            depth=None if untold else stats.depth,
            nodes=None if untold else stats.nodes,
            seconds=stats.seconds,
            core=None if untold else self.core,
            remark=self.remark,
        )
        return answer_card(self.position, self.agent.removeprefix("object:"), self.raw_line, rows)

    def text(self, players: tuple[str, str]) -> str:
        """The board, the move, its value and what it cost, with the names of the two sides."""
        place, note = self.position, tongue("en").say
        lines = [place.draw(unicode=shows_unicode(sys.stdout)), ""]
        lines += [*self._verdict(players[place.to_move.value]), self._cost()]
        if self.remark == "counts-zero":
            lines.append(f"note: {note('remark.counts-zero')}")
        if self.chosen:
            lines.append(f"note: {note('agent.chosen', agent=self.agent)}")
        if len(self.depths) > 1:
            lines += ["", self._depths_table()]
        return "\n".join([*lines, ""])

    def _verdict(self, side: str) -> list[str]:
        untold = isinstance(self.result, MoveOnly)
        verdict = "its value is not told" if untold else self.score.words(self.proven)
        if not self.raw_line:
            return [f"the game is over: {side} {verdict}"]
        return [f"{side} plays {self.move}: {verdict}", "line: " + " ".join(self.line)]

    def _cost(self) -> str:
        stats = self.stats
        if isinstance(self.result, MoveOnly):
            return f"what it looked at is not told, {stats.seconds:.3f} s"
        depth = "no depth finished" if self.remark == "no-depth" else f"depth {stats.depth}"
        rate = stats.nodes / max(stats.seconds, 1e-9)
        cost = f"{stats.nodes:,} nodes, {depth}, {stats.seconds:.3f} s, {rate:,.0f} nodes/s"
        return f"{cost}, {self.core} core" + (f", stopped by {self.stopped}" if self.stopped else "")

    def _depths_table(self) -> str:
        rows = [
            (
                str(found.stats.depth),
                self.position.write(found.move),
                found.score.words(found.proven),
                f"{found.stats.nodes:,}",
                f"{found.stats.seconds:.3f} s",
            )
            for found in self.depths
            if found.stopped is None
        ]
        return table(("depth", "move", "value", "nodes", "seconds"), rows, left=3)
