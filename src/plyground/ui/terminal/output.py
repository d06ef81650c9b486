"""What the terminal prints: sentences, boards, values, and a sign while a machine searches."""

from __future__ import annotations

import sys
import time
from dataclasses import dataclass
from itertools import groupby
from typing import Any

import typer
from rich.console import Console
from rich.status import Status
from rich.text import Text

from plyground.agents import MoveLimits
from plyground.columns import table
from plyground.errors import abbreviate, printable
from plyground.game import Board, Outcome, Position
from plyground.games.spelling import Numbers, board_spelling
from plyground.message import Message
from plyground.score import Score
from plyground.session.machines import worth
from plyground.session.view import Analysis, PlayedMove, Seat, View, score_message
from plyground.ui.terminal.draw import TerminalStyle, draw_position
from plyground.ui.terminal.names import Names
from plyground.ui.terminal.parse import help_rows
from plyground.words import Tongue

PATIENCE = 0.5  # seconds before the waiting sign is shown


class WaitingSign:
    """One line on standard error that says how long a machine has searched; it is wiped in the end.

    Where a line cannot be wiped, the sentence is printed once; without a terminal, nothing is.
    """

    def __init__(self, sentence: str, wipes: bool) -> None:
        self.sentence = sentence
        self._wipes = wipes
        self._visible = sys.stderr is not None and sys.stderr.isatty()
        self._since = time.monotonic()
        self._printed = False
        self._status: Status | None = None

    def tick(self) -> None:
        """Show the sign, or its new time."""
        seconds = time.monotonic() - self._since
        if not self._visible or seconds < PATIENCE:
            return
        if self._wipes:
            self._update(f"{self.sentence} {seconds:.0f} s" if seconds >= 1 else self.sentence)
        elif not self._printed:
            typer.echo(self.sentence, err=True)
            self._printed = True

    def _update(self, line: str) -> None:
        if self._status is None:
            console = Console(stderr=True, highlight=False)
            self._status = Status(Text(line), console=console, spinner="line")
            self._status.start()
        self._status.update(Text(line))

    def stop(self) -> None:
        """Wipe the sign."""
        if self._status is not None:
            self._status.stop()


MAX_VALUES = 20  # lines of an analysis


@dataclass(frozen=True)
class Printer:
    """Prints in one language, with the chosen names of moves and style."""

    tongue: Tongue
    names: Names
    style: TerminalStyle

    def say(self, key: str, **facts: Any) -> None:
        """A sentence of the catalogue."""
        self.tell(self.tongue.say(key, **facts))

    def tell(self, sentence: str) -> None:
        """Print a sentence; control characters in it do nothing to the terminal."""
        typer.echo(printable(capitalise(sentence)))

    def message(self, view: View, message: Message, typed: str = "") -> None:
        """Print a message of the session about what was typed."""
        self.tell(self.tongue.message(self.names.rename(view.position, message, typed), view.players))

    def player(self, view: View, number: int) -> str:
        return self.tongue.player(number, view.players)

    def greeting(self, view: View, chance: bool, opening: int) -> None:
        """Who plays what."""
        self.say("terminal.game", game=view.game)
        for number, seat in enumerate(view.seats):
            self.tell(f"{self.player(view, number)}: {self.seat(seat)}")
        if opening:
            self.say("terminal.opening", n=opening)
        if chance:
            self.say("terminal.seed", seed=str(view.seed))

    def seat(self, seat: Seat) -> str:
        """Who has a seat: a person, or an agent and its limits."""
        if seat.agent is None:
            return self.tongue.say("terminal.person")
        return ", ".join([seat.agent, *self.limits(seat.limits)])

    def limits(self, limits: MoveLimits) -> list[str]:
        parts = []
        if limits.seconds is not None:
            digits = len(f"{limits.seconds:g}".partition(".")[2])
            seconds = self.tongue.number(limits.seconds, digits)
            parts.append(self.tongue.say("terminal.limit-seconds", seconds=seconds))
        if limits.depth is not None:
            parts.append(self.tongue.say("terminal.limit-depth", depth=limits.depth))
        if limits.nodes is not None:
            parts.append(self.tongue.say("terminal.limit-nodes", n=limits.nodes))
        return parts

    def how_to_move(self, view: View) -> None:
        """What can be typed now."""
        if named := self.names.bounds(view.position):
            low, high = named
            assert view.board is not None
            key = "terminal.type-column" if view.board.gravity else "terminal.type-square"
            self.say(key, low=low, high=high)
        else:
            self.say("terminal.type-move", moves=abbreviate(view.moves))

    def board(self, view: View) -> None:
        typer.echo(f"\n{draw_position(view, self.names, self.style)}\n")

    def move(self, view: View, played: PlayedMove) -> None:
        """A machine's move, its own value of it, and its cost."""
        text = self.names.display(view.position, played.text)
        player = self.player(view, played.player.value)
        said = self.tongue.say("terminal.plays", player=player, move=text)
        costs = []
        if played.depth:
            costs.append(self.tongue.say("terminal.depth", n=played.depth))
        if played.nodes:
            costs.append(self.tongue.say("terminal.nodes", n=played.nodes))
        if played.seconds is not None:
            costs.append(self.tongue.seconds(played.seconds))
        if played.remark is not None:
            costs.append(self.tongue.say(f"remark.{played.remark}"))
        value = [] if played.score is None else [self.value(played, played.score)]
        self.tell(f"{said}: {'; '.join([*value, ', '.join(costs)])}" if costs or value else said)

    def value(self, played: PlayedMove, score: Score) -> str:
        """A machine's own value of its move: 0 is a draw only where that was proved."""
        if known := score_message(score, played.proven):
            return self.tongue.message(known)
        return self.tongue.say("terminal.value", score=f"{score:+d}" if score else "0")

    def ending(self, view: View, outcome: Outcome) -> None:
        """Who has won, and with which line."""
        if outcome.points is not None:
            self.say("terminal.points", player=self.player(view, 0), points=outcome.points)
        elif outcome.winner is None:
            self.say("terminal.draw")
        else:
            winner = self.player(view, outcome.winner.value)
            lines = (
                [self.line(view, view.board, line) for line in outcome.lines if line] if view.board else []
            )
            if lines:
                both = self.tongue.say("terminal.and")
                self.say("terminal.wins-with", player=winner, line=f" {both} ".join(lines))
            else:
                self.say("terminal.wins", player=winner)

    def line(self, view: View, board: Board, line: tuple[int, ...]) -> str:
        """A winning line: the names of its squares, or its ends where only columns have names."""
        if not board.gravity:
            return " ".join(self.names.cell(view.position, board, cell) for cell in line)
        (column, row), (last_column, last_row) = (
            (self.names.cell(view.position, board, cell), board.rows - cell // board.columns)
            for cell in (line[0], line[-1])
        )
        return self.tongue.say(
            "terminal.fallen-line", column=column, row=row, last_column=last_column, last_row=last_row
        )

    def analysis(self, view: View, analysis: Analysis) -> None:
        """The value of every move, the best ones first and marked."""
        values = sorted(analysis.values, key=worth, reverse=True)
        best = self.tongue.say("terminal.best")
        rows = [
            (
                self.names.display(view.position, value.text),
                self.tongue.message(value.message),
                best if value.best else "",
            )
            for value in values[:MAX_VALUES]
        ]
        heads = (self.tongue.say("terminal.move"), self.tongue.say("terminal.worth"), "")
        typer.echo(table(heads, rows, left=3))
        if len(values) > MAX_VALUES:
            self.say("terminal.more-moves", n=len(values) - MAX_VALUES)
        source = "terminal.solved" if analysis.source == "solver" else "terminal.searched"
        parts = [self.tongue.say("terminal.depth", n=analysis.depth)] if analysis.depth else []
        parts.append(self.tongue.say("terminal.nodes", n=analysis.nodes or 0))
        parts.append(self.tongue.seconds(analysis.seconds))
        self.tell(f"{self.tongue.say(source)}: {', '.join(parts)}")

    def hint(self, view: View, analysis: Analysis) -> None:
        """One best move."""
        best = next(value for value in analysis.values if value.best)
        move = self.names.display(view.position, best.text)
        self.say("terminal.best-move", move=move, value=self.tongue.message(best.message))

    def read_board(self, view: View) -> None:
        """The board in words, row by row from the top, for screen readers."""
        board = view.board
        if board is None:
            return typer.echo(view.position.draw())
        up = not isinstance(board_spelling(board), Numbers)  # which way rows are counted
        for number, row in groupby(enumerate(board.cells), lambda at: at[0] // board.columns):
            cells = [self._cell(view.position, board, cell, mark) for cell, mark in row]
            words = ", ".join(filter(None, cells)) or self.tongue.say("terminal.empty")
            self.say("terminal.row", row=board.rows - number if up else number + 1, cells=words)
        return self.turn(view)

    def _cell(self, position: Position[Any], board: Board, cell: int, mark: str) -> str:
        """A square and its mark; on larger boards, empty squares are left out."""
        small = isinstance(board_spelling(board), Numbers)
        if not mark and not small:
            return ""
        name = self.names.cell(position, board, cell)
        if board.gravity:
            name = self.tongue.say("terminal.column", column=name)
        return f"{name} {mark or self.tongue.say('terminal.empty')}"

    def turn(self, view: View) -> None:
        """Whose turn it is, or how the game ended."""
        if view.outcome:
            return self.ending(view, view.outcome)
        return self.say("terminal.to-move", player=self.player(view, view.to_move.value))

    def help(self, view: View) -> None:
        if not view.outcome:
            self.how_to_move(view)
        rows = list(help_rows(self.tongue))
        width = max(len(usage) for usage, _ in rows)
        typer.echo("\n".join(f"  {usage.ljust(width)}  {what}" for usage, what in rows))


def capitalise(sentence: str) -> str:
    return sentence[:1].upper() + sentence[1:]
