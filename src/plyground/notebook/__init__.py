"""plyground in a notebook: pictures of boards, and widgets to play on and to step through a search.

Positions, answers, analyses, solutions, traces and rows show themselves. `draw` puts more on a board.
`Board` and `Explain` need anywidget: `pip install plyground[notebook]`.

>>> import plyground as pg
>>> from plyground.notebook import draw
>>> picture = draw(pg.connect4(), "4453")  # the last move is marked
>>> picture.svg.startswith("<svg")
True
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from plyground.errors import PlygroundError
from plyground.notebook.picture import Picture, draw

if TYPE_CHECKING:
    from plyground.notebook.board import BoardWidget as Board
    from plyground.notebook.explain import ExplainWidget as Explain
    from plyground.papers.card import claims

__all__ = ["Board", "Explain", "Picture", "claims", "draw"]

_LATER = {
    "Board": ("plyground.notebook.board", "BoardWidget"),
    "Explain": ("plyground.notebook.explain", "ExplainWidget"),
    "claims": ("plyground.papers.card", "claims"),
}

if not TYPE_CHECKING:  # or every name would pass the type checker

    def __getattr__(name: str) -> Any:
        if name not in _LATER:
            raise AttributeError(f"module 'plyground.notebook' has no attribute {name!r}")
        module, attribute = _LATER[name]
        try:
            found = globals()[name] = getattr(import_module(module), attribute)
        except ModuleNotFoundError as error:
            if error.name not in ("anywidget", "traitlets", "ipywidgets"):
                raise
            raise PlygroundError(f"{name} needs anywidget: pip install 'plyground[notebook]'") from None
        return found
