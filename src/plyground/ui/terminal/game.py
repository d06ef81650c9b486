"""A game at the terminal: a session, the keyboard and the printer, and what a turn needs of them."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field

from plyground.agents import MoveLimits
from plyground.errors import Failed, truncate
from plyground.message import Message
from plyground.session import Session, View
from plyground.ui.terminal.keyboard import Keyboard
from plyground.ui.terminal.output import Printer, WaitingSign, capitalise
from plyground.ui.terminal.parse import word

TICK_SECONDS = 0.1  # between two looks at Ctrl-C and the clock


@dataclass
class TerminalGame:
    """A game that is played by typing."""

    session: Session
    keyboard: Keyboard
    printer: Printer
    stepping: bool = False  # machines wait to be asked for each move
    limits: MoveLimits = field(default_factory=MoveLimits)  # of machines that come in later
    queue: deque[str] = field(default_factory=deque)  # moves typed on one line that wait
    ended: bool = False  # somebody has quit

    @property
    def view(self) -> View:
        return self.session.view

    @property
    def unattended(self) -> bool:
        """Whether machines play and no person can be asked."""
        nobody = not any(seat.human for seat in self.view.seats)
        return nobody and not self.keyboard.interactive and not self.stepping

    def machine_moves(self) -> bool:
        """Whether a machine is about to move."""
        view = self.view
        waits = view.paused and view.thinking != "move"
        return view.outcome is None and not view.seat.human and not waits

    def move(self, text: str) -> None:
        """Play a person's move, and show the result."""
        view = self.view
        self.session.move(self.printer.names.read(view.position, text))
        if self.refused(text):
            if not any(character.isdigit() for character in text):
                self.printer.say("terminal.see-help", word=word("help", self.printer.tongue))
            if self.queue:
                self.printer.say("terminal.rest", moves=truncate(" ".join(self.queue), 60))
                self.queue.clear()
            return
        if not self.machine_moves():
            self.show()

    def step(self) -> None:
        """Let the waiting machine make one move."""
        self.session.step()
        if not self.refused():
            self.await_machine()

    def show(self) -> None:
        """Print the board, and the result if the game is over."""
        self.printer.board(self.view)
        if self.view.outcome:
            self.queue.clear()
            self.printer.ending(self.view, self.view.outcome)

    def refused(self, typed: str = "") -> bool:
        """Whether the session refused a command; prints the reason."""
        note = self.view.note
        if note is None or note.tone != "error":
            return False
        self.printer.message(self.view, note, typed)
        return True

    def await_machine(self) -> None:
        """Wait for a machine's move and print it; Ctrl-C cancels the search."""
        view = self.view
        player = self.printer.player(view, view.to_move.value)
        sentence = capitalise(self.printer.tongue.say("terminal.thinks", player=player))
        if not self._wait(sentence, view):
            self.session.pause()
            self.queue.clear()
            words = {name: word(name, self.printer.tongue) for name in ("resume", "quit")}
            return self.printer.say("terminal.broken-off", player=player, **words)
        if len(self.view.played) == len(view.played):
            return self._machine_failed(self.view.note)
        self.printer.move(self.view, self.view.played[-1])
        person_next = not self.machine_moves()
        nobody = not any(seat.human for seat in self.view.seats)
        return self.show() if person_next or nobody else None

    def _machine_failed(self, note: Message | None) -> None:
        """A machine made no move: a person decides; without a person the program fails."""
        self.queue.clear()
        if note is None:
            return
        if self.unattended:
            raise Failed(self.printer.tongue.message(note, self.view.players).rstrip("."))
        self.printer.message(self.view, note)
        names = {name: word(name, self.printer.tongue) for name in ("resume", "agent")}
        self.printer.say("terminal.after-failure", **names)

    def _wait(self, sentence: str, before: View) -> bool:
        """Wait until the session has changed; whether nobody cancelled it."""
        sign = WaitingSign(sentence, self.printer.style.wipes)
        try:
            while self.view is before:
                self.session.wait(TICK_SECONDS)
                if self.keyboard.interrupts.take():
                    if self.keyboard.interactive:
                        return False
                    raise KeyboardInterrupt
                sign.tick()
        finally:
            sign.stop()
        return True

    def await_values(self) -> bool:
        """Wait for the values of all moves; whether nobody cancelled it."""
        self.session.analyse()
        while self.view.thinking == "values" and self.view.analysis is None:
            if not self._wait(self.printer.tongue.say("terminal.values"), self.view):
                self.printer.say("terminal.stopped")
                return False
        return True
