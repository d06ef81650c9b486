"""`Explain`: a search to step through, in a notebook."""

from __future__ import annotations

import json
from typing import Any

import anywidget
import traitlets

from plyground.agents.objects import AgentLike
from plyground.api.explanation import Explanation, explain
from plyground.errors import BadSpec, PlygroundError
from plyground.game import Game, Position
from plyground.games.given import given_position
from plyground.games.registry import load_game
from plyground.notebook.bundle import bundle
from plyground.notebook.static import script, styles, with_fallback
from plyground.notebook.stylesheet import scoped_styles
from plyground.notebook.words import EXPLAIN, widget_words
from plyground.searchers.trace import Trace
from plyground.searchers.types import SearchReport
from plyground.ui.web.serialize import position_json

ROWS = 5_000  # of a search that are kept: more is slow to send and to draw
MAX_ROWS = 50_000  # that the page takes, as in explain-trace.js


class ExplainWidget(anywidget.AnyWidget):
    """The tree of a search, to step through: windows, values, what is pruned and why.

    `Explain(position, "alphabeta(depth=3)")` searches; `Explain(trace)` shows a search that was recorded.
    `step` is the step that is shown: read it, or set it.

    >>> import plyground as pg
    >>> from plyground.notebook import Explain
    >>> film = Explain(pg.textbook(), "alphabeta")
    >>> film.step, len(film.trace)
    (0, 11)
    """

    _esm = bundle(script("explain"))
    _css = scoped_styles(styles("explain"))
    _search = traitlets.Dict().tag(sync=True)
    _words = traitlets.Dict().tag(sync=True)
    step = traitlets.Int(0, min=0).tag(sync=True)

    def __init__(
        self,
        position: Position[Any] | Game[Any] | str | Trace,
        agent: AgentLike = "alphabeta",
        *,
        depth: int | None = None,
        nodes: int | None = None,
        seconds: float | None = None,
        rows: int = ROWS,
        step: int = 0,
        language: str | None = None,
    ) -> None:
        """`depth`, `nodes` and `seconds` limit the search; at most `rows` nodes of it are kept."""
        if not 1 <= rows <= MAX_ROWS:
            raise BadSpec("bad rows", f"rows={rows}", None, f"rows is a whole number from 1 to {MAX_ROWS}")
        if isinstance(position, Trace):
            self.trace, start = position, _root_of(position)
        else:
            start = given_position(position)
            self.trace = explain(start, agent, depth=depth, nodes=nodes, seconds=seconds, rows=rows)
        if not 1 <= len(self.trace) <= MAX_ROWS:
            raise PlygroundError(
                f"a trace of {len(self.trace)} nodes: 1 to {MAX_ROWS} can be stepped through"
            )
        words = widget_words(EXPLAIN, language)
        super().__init__(_words=words, _search=_search_data(self.trace, start), step=step)

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        """The widget and, where widgets are not shown, the tree."""
        return with_fallback(super()._repr_mimebundle_(**kwargs), self.trace._repr_html_() or "")


def _search_data(trace: Trace, start: Position[Any] | None) -> dict[str, Any]:
    """A search as the modules of the laboratory take it."""
    result = None
    if isinstance(trace, Explanation) and start is not None:
        result = SearchReport.of(start, trace.result).to_json()
    seen = None if start is None else position_json(start)
    return {"trace": json.loads(trace.to_json()), "result": result, "start": seen}


def _root_of(trace: Trace) -> Position[Any] | None:
    """The position that a trace was made of, if its game can be loaded by its name."""
    try:
        return load_game(trace.game).parse(trace.position) if trace.game else None
    except PlygroundError:
        return None
