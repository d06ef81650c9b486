"""The commands of a session that set a board up, stone by stone."""

from __future__ import annotations

from plyground.errors import PlygroundError, truncate
from plyground.game import Player
from plyground.games.line import LinePosition
from plyground.message import Message, refuse, say
from plyground.session.autoplay import AutoPlay
from plyground.session.board_editor import BoardEditor
from plyground.session.history import GameHistory
from plyground.session.view import why


class SetupCommands:
    """A part of `Session`, which plays on from the board."""

    _auto: AutoPlay

    def _tell(self, note: Message | None) -> None:
        self._auto.note = note
        self._auto.settle()

    def set_up(self, text: str) -> None:
        """Continue from the position that a text describes."""
        try:
            history = GameHistory.of(self._auto.history.game, text)
        except PlygroundError as error:
            return self._tell(refuse("refused.position", given=truncate(text), why=why(error)))
        self._auto.break_off()
        self._auto.start, self._auto.opening = text, 0
        self._auto.begin(history)
        return self._tell(say("session.set-up"))

    def edit(self) -> None:
        """Begin to set up a board, from the stones that are there."""
        position = self._auto.history.position
        if not isinstance(position, LinePosition):  # other games have no text for any board
            return self._tell(refuse("refused.no-board"))
        self._auto.break_off()
        self._auto.editor = BoardEditor.of(position)
        return self._tell(say("session.editing"))

    def put(self, cell: int, mark: str | None = None) -> None:
        """Put X, O or nothing on a cell; without a mark, the one that comes next in that order."""
        if self._auto.editor and 0 <= cell < self._auto.editor.game.cells and mark in (None, "", "X", "O"):
            self._auto.editor.put(cell, mark)
        self._tell(None)

    def clear(self) -> None:
        """Take all stones off the board that is being set up."""
        if self._auto.editor:
            self._auto.editor.clear()
        self._tell(None)

    def turn(self, player: Player) -> None:
        """Choose who is to move on the board that is being set up."""
        if self._auto.editor:
            self._auto.editor.turn(player)
        self._tell(None)

    def leave_edit(self, *, keep: bool = True) -> None:
        """Play from the board that was set up; without `keep`, go back to the game."""
        editor = self._auto.editor
        problem = editor.view().problem if editor and keep else None
        if problem:
            return self._tell(problem)
        self._auto.editor = None
        return self.set_up(editor.text) if editor and keep else self._tell(None)
