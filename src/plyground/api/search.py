"""`search`: the best move in a position, by any agent."""

from __future__ import annotations

from typing import Any

from plyground.agents.objects import AgentLike
from plyground.api.arguments import limited_searcher
from plyground.game import Position
from plyground.games.given import GameLike, given_position
from plyground.native import Core
from plyground.searchers.analysis import all_answers
from plyground.searchers.answer import SearchAnswer
from plyground.searchers.types import Limits, Stop


def search(
    game: GameLike,
    agent: AgentLike = "table_alphabeta",
    *,
    position: str | Position[Any] | None = None,
    depth: int | None = None,
    nodes: int | None = None,
    seconds: float | None = None,
    stop: Stop | None = None,
    core: Core | None = None,
) -> SearchAnswer:
    """The best move in a position, by an agent: a spec, a searcher, a function or an object with `choose`.

    A game is searched where it begins, or at a `position` of it. A game may be a name (`"connect4"`), a
    file's class (`"nim.py:Nim"`), a class or an object; a position is its text or an object, which may
    stand in the place of the game.

    `depth`, `nodes` and `seconds` limit the search; another thread may end it by `stop`. Without any limit
    an agent gets one that suits the game, and `answer.agent` says which; `AlphaBeta().search(position)`
    has none. `print` the answer for what `plyground search` prints.

    >>> import plyground as pg
    >>> position = pg.connect4().parse("4453").play("4")
    >>> answer = pg.search(position, "alphabeta(depth=6)")
    >>> answer.move, answer.line, answer.score.words(answer.proven)
    ('6', ('6', '3', '6', '6', '6', '3'), '-66 (estimate)')
    >>> pg.search(position, pg.AlphaBeta(), depth=6).move == answer.move
    True
    >>> pg.search("tictactoe").score, pg.search("connect4", "alphabeta(depth=6)", position="44534").move
    (0, '6')
    >>> pg.search(position, lambda position: position.moves()[0]).move
    '1'
    """
    place, limits = given_position(game, position), Limits(depth, nodes, seconds, stop=stop)
    searcher, chosen = limited_searcher(agent, place, limits, core)
    *before, last = all_answers(place, searcher, limits)
    depths = (*before, last) if before else ()
    return SearchAnswer(place, searcher.spec, last, depths, chosen)
