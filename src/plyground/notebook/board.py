"""`Board`: a board to click on, in a notebook, against any agent."""

from __future__ import annotations

from typing import Any

import anywidget
import traitlets

from plyground.agents.objects import AgentLike
from plyground.game import Game, Player, Position
from plyground.games.given import given_position
from plyground.notebook.bundle import bundle
from plyground.notebook.game import Listener, NotebookGame
from plyground.notebook.static import script, styles, with_fallback
from plyground.notebook.stylesheet import scoped_styles
from plyground.notebook.words import BOARD, widget_words
from plyground.searchers.types import Limits


class BoardWidget(anywidget.AnyWidget):
    """A game to play in a notebook: click, or go with the arrow keys and press Enter.

    `Board("connect4", "alphabeta(depth=6)")` plays against you; an agent may also be a searcher, a function
    of the notebook or an object with `choose`. Without agents it is a board for two people. `first` and
    `second` name both sides; two agents move when `step` is called or its button pressed.

    >>> from plyground.notebook import Board
    >>> board = Board("tictactoe", "perfect")
    >>> board.play("5")
    >>> len(board.moves), board.position.to_move
    (2, Player.FIRST)
    """

    _esm = bundle(script("board"))
    _css = scoped_styles(styles("play"))
    _view = traitlets.Dict().tag(sync=True)
    _words = traitlets.Dict().tag(sync=True)
    position = traitlets.Any()  # as it is on the board; set it to play on from another one

    def __init__(
        self,
        game: str | Game[Any] | Position[Any] = "connect4",
        against: AgentLike | None = None,
        *,
        first: AgentLike | None = None,
        second: AgentLike | None = None,
        depth: int | None = None,
        nodes: int | None = None,
        seconds: float | None = None,
        values: bool = False,
        language: str | None = None,
        on_move: Listener | None = None,
    ) -> None:
        """`against` plays the side that is not to move; `depth`, `nodes` and `seconds` limit all agents."""
        begin = given_position(game)
        if against is not None and begin.to_move is Player.FIRST:
            second = against
        elif against is not None:
            first = against
        limits = Limits(depth, nodes, seconds)
        self._game = NotebookGame(begin, (first, second), limits, self._show, values)
        super().__init__(_words=widget_words(BOARD, language), position=begin)
        self.observe(self._set_up, "position")
        self.on_msg(self._obey)
        if on_move is not None:
            self.on_move(on_move)
        self._show()
        self._game.reply()

    @property
    def moves(self) -> tuple[str, ...]:
        """The moves that were played here, as texts."""
        return self._game.moves

    def play(self, move: str) -> None:
        """Play a move for the side to move, as a click does; an agent replies."""
        self._game.play(move)

    def step(self) -> None:
        """Let the agent whose turn it is make one move."""
        self._game.step()

    def undo(self) -> None:
        """Take back your last move and all after it."""
        self._game.undo()

    def redo(self) -> None:
        """Play what was taken back."""
        self._game.redo()

    def new(self) -> None:
        """Begin again where this game began."""
        self._game.new()

    @property
    def values(self) -> bool:
        """Whether the value of every move is shown."""
        return self._game.valued

    @values.setter
    def values(self, on: bool) -> None:
        self._game.show_values(on)

    def on_move(self, function: Listener) -> Listener:
        """Call `function(position, move)` after every move: the position after it and the move's text.

        It can be used as a decorator.
        """
        self._game.listeners.append(function)
        return function

    @property
    def note(self) -> str:
        """What the board says about the last thing that was done, such as why it was refused; mostly ""."""
        from plyground.words import tongue

        said = self._game.note
        return "" if said is None else tongue(self._words["language"]).message(said)

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        """The widget and, where widgets are not shown, the board as it is now."""
        return with_fallback(super()._repr_mimebundle_(**kwargs), self.position._repr_html_())

    def _show(self) -> None:
        """Send what is to be seen now."""
        if not self.trait_has_value("_words"):  # it is being made
            return
        self._view = self._game.view()
        if self.position != self._game.position:
            with self.hold_trait_notifications():
                self.position = self._game.position

    def _set_up(self, change: dict[str, Any]) -> None:
        if change["new"] != self._game.position:
            self._game.new(change["new"])

    def _obey(self, widget: object, content: dict[str, Any], buffers: object) -> None:
        """Do what a click or a key asks for."""
        asked = content.get("do")
        if asked == "click" and isinstance(content.get("cell"), int):
            self._game.click(content["cell"])
        elif asked == "move" and isinstance(content.get("text"), str):
            self.play(content["text"])
        elif asked == "values":
            self.values = not self.values
        elif asked in ("undo", "redo", "new", "step"):
            getattr(self, asked)()
