"""What is told at the table: boards, moves and what they cost, values, how the game ended."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from typing import Any

import typer

from plyground.agents import MoveLimits
from plyground.cli.output import table
from plyground.errors import a_few, printable
from plyground.game import Outcome
from plyground.games.line import LinePosition
from plyground.games.notation import Numbers
from plyground.score import plies_to_end
from plyground.session.asking import worth
from plyground.session.view import Analysis, Message, Played, Seat, View
from plyground.ui.i18n import Tongue
from plyground.ui.terminal.names import Names, place
from plyground.ui.terminal.picture import Look, picture
from plyground.ui.terminal.words import help_rows

MOST_VALUES = 20  # lines of an analysis


@dataclass(frozen=True)
class Voice:
    """Says it in a language, with names and a look; every method prints."""

    tongue: Tongue
    names: Names
    look: Look

    def say(self, key: str, **facts: Any) -> None:
        """A sentence of the catalogue."""
        self.tell(self.tongue.say(key, **facts))

    def tell(self, sentence: str) -> None:
        """A sentence; what a file or a user's code has put into it does nothing to the terminal."""
        typer.echo(printable(capitalised(sentence)))

    def message(self, view: View, message: Message, typed: str = "") -> None:
        """What the session says, of what was typed."""
        self.tell(self.tongue.message(self.names.told(view.position, message, typed), view.players))

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
        told = []
        if limits.seconds is not None:
            digits = len(f"{limits.seconds:g}".partition(".")[2])
            seconds = self.tongue.number(limits.seconds, digits)
            told.append(self.tongue.say("terminal.limit-seconds", seconds=seconds))
        if limits.depth is not None:
            told.append(self.tongue.say("terminal.limit-depth", depth=limits.depth))
        if limits.nodes is not None:
            told.append(self.tongue.say("terminal.limit-nodes", n=limits.nodes))
        return told

    def how_to_move(self, view: View) -> None:
        """What can be typed now."""
        if named := self.names.bounds(view.position):
            low, high = named
            assert view.board is not None
            key = "terminal.type-column" if view.board.gravity else "terminal.type-square"
            self.say(key, low=low, high=high)
        else:
            self.say("terminal.type-move", moves=a_few(view.moves))

    def board(self, view: View) -> None:
        typer.echo(f"\n{picture(view, self.names, self.look)}\n")

    def move(self, view: View, played: Played) -> None:
        """A machine's move, what it is worth in the machine's eyes, and what it has cost."""
        text = self.names.shown(view.position, played.text)
        player = self.player(view, played.player.value)
        said = self.tongue.say("terminal.plays", player=player, move=text)
        costs = []
        if played.depth:
            costs.append(self.tongue.say("terminal.depth", n=played.depth))
        if played.nodes:
            costs.append(self.tongue.say("terminal.nodes", n=played.nodes))
        if played.seconds is not None:
            costs.append(self.tongue.seconds(played.seconds))
        value = [] if played.score is None else [self.value(played, played.score)]
        self.tell(f"{said}: {'; '.join([*value, ', '.join(costs)])}" if costs or value else said)

    def value(self, played: Played, score: int) -> str:
        """A machine's own value of its move: 0 is a draw only where that was proved."""
        plies = plies_to_end(score)
        if plies is not None:
            keys = ("value.wins-in", "value.wins") if score > 0 else ("value.loses-in", "value.loses")
            return self.tongue.say(keys[0 if plies else 1], plies=plies)
        if score == 0 and played.proven:
            return self.tongue.say("value.draws")
        return self.tongue.say("terminal.value", score=f"{score:+d}" if score else "0")

    def ending(self, view: View, outcome: Outcome) -> None:
        """Who has won, and with which line."""
        if outcome.points is not None:
            self.say("terminal.points", player=self.player(view, 0), points=outcome.points)
        elif outcome.winner is None:
            self.say("terminal.draw")
        else:
            winner = self.player(view, outcome.winner.value)
            lines = [self.line(view.position, line) for line in outcome.lines]
            if lines and isinstance(view.position, LinePosition):
                both = self.tongue.say("terminal.and")
                self.say("terminal.wins-with", player=winner, line=f" {both} ".join(lines))
            else:
                self.say("terminal.wins", player=winner)

    def line(self, position: Any, line: tuple[int, ...]) -> str:
        """A winning line: the names of its squares, or its ends where only columns have names."""
        if not isinstance(position, LinePosition):
            return ""
        if not position.game.gravity:
            return " ".join(self.names.shown(position, position.write(cell)) for cell in line)
        (column, row), (last_column, last_row) = (
            place(position, c, self.names) for c in (line[0], line[-1])
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
                self.names.shown(view.position, value.text),
                self.tongue.message(value.message),
                best if value.best else "",
            )
            for value in values[:MOST_VALUES]
        ]
        heads = (self.tongue.say("terminal.move"), self.tongue.say("terminal.worth"), "")
        typer.echo(table(heads, rows, left=3))
        if len(values) > MOST_VALUES:
            self.say("terminal.more-moves", n=len(values) - MOST_VALUES)
        source = "terminal.solved" if analysis.source == "solver" else "terminal.searched"
        told = [self.tongue.say("terminal.depth", n=analysis.depth)] if analysis.depth else []
        told.append(self.tongue.say("terminal.nodes", n=analysis.nodes or 0))
        told.append(self.tongue.seconds(analysis.seconds))
        self.tell(f"{self.tongue.say(source)}: {', '.join(told)}")

    def hint(self, view: View, analysis: Analysis) -> None:
        """One best move."""
        best = next(value for value in analysis.values if value.best)
        move = self.names.shown(view.position, best.text)
        self.say("terminal.best-move", move=move, value=self.tongue.message(best.message))

    def spoken(self, view: View) -> None:
        """The board in words, row by row from the top, for who listens to it."""
        position = view.position
        if not isinstance(position, LinePosition) or view.board is None:
            return typer.echo(position.draw())
        rows = groupby(enumerate(view.board.cells), lambda at: at[0] // position.game.columns)
        for number, row in rows:
            cells = [self._cell(position, cell, mark) for cell, mark in row]
            told = ", ".join(filter(None, cells)) or self.tongue.say("terminal.empty")
            up = not isinstance(position.game.spelling, Numbers)  # which way rows are counted
            self.say("terminal.row", row=position.game.rows - number if up else number + 1, cells=told)
        return self.turn(view)

    def _cell(self, position: LinePosition, cell: int, mark: str) -> str:
        """A square and what lies there; on larger boards only what is not empty."""
        small = isinstance(position.game.spelling, Numbers)
        if not mark and not small:
            return ""
        name = self.names.shown(position, position.write(cell))
        if position.game.gravity:
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


def capitalised(sentence: str) -> str:
    return sentence[:1].upper() + sentence[1:]
