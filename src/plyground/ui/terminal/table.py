"""The table: a session, whoever types, and turns until the game or the input ends."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field

from plyground.agents import MoveLimits
from plyground.errors import Failed, clip
from plyground.session import Session, View
from plyground.session.view import Message
from plyground.ui.terminal.keyboard import Keyboard
from plyground.ui.terminal.obeying import obey
from plyground.ui.terminal.voice import Voice, capitalised
from plyground.ui.terminal.waiting import Thinking
from plyground.ui.terminal.words import Typed, understood, word

TICK = 0.1  # seconds between looks at Ctrl-C and the clock


@dataclass
class Table:
    """Where a game is played by typing."""

    session: Session
    keyboard: Keyboard
    voice: Voice
    stepping: bool = False  # machines wait to be asked for each move
    limits: MoveLimits = field(default_factory=MoveLimits)  # of a machine that sits down
    queue: deque[str] = field(default_factory=deque)  # moves that were typed in one line
    left: bool = False  # somebody has said so

    @property
    def view(self) -> View:
        return self.session.view

    @property
    def unattended(self) -> bool:
        """Machines play, and nobody is there to be asked."""
        nobody = not any(seat.human for seat in self.view.seats)
        return nobody and not self.keyboard.interactive and not self.stepping

    def play(self) -> None:
        """Play until somebody leaves; where nobody sits at a terminal, until the game is over."""
        self.voice.board(self.view)
        if self.view.outcome:
            self.voice.ending(self.view, self.view.outcome)
        while not self.left:
            if self._machine_moves():
                self.await_machine()
            elif self.view.outcome and not self.keyboard.interactive:
                break
            elif self.queue:
                self.move(self.queue.popleft())
            elif (line := self._read()) is not None:
                self.hear(line)
            else:
                self.voice.say("terminal.input-ended")
                break

    def _machine_moves(self) -> bool:
        """Whether a machine is about to move."""
        view = self.view
        waits = view.paused and view.thinking != "move"
        return view.outcome is None and not view.seat.human and not waits

    def _read(self) -> str | None:
        if self.keyboard.interrupts.taken() and not self.keyboard.interactive:
            raise KeyboardInterrupt
        return self.keyboard.read(f"{capitalised(self._prompt())}: ")

    def _prompt(self) -> str:
        view, say = self.view, self.voice.tongue.say
        if view.outcome:
            words = (word(command, self.voice.tongue) for command in ("new", "undo", "quit"))
            return say("terminal.prompt-over", words=", ".join(words))
        player = self.voice.player(view, view.to_move.value)
        return say("terminal.prompt-move" if view.seat.human else "terminal.prompt-paused", player=player)

    def hear(self, line: str) -> None:
        """Do what a line asks for."""
        typed = understood(line, self.view.position, self.voice.tongue, self.voice.names)
        if typed.command:
            return obey(self, typed.command, typed.argument)
        if typed.nearest:
            return self.voice.say("terminal.nearest", given=clip(line.strip()), word=typed.nearest)
        if not typed.moves:
            return self._nothing_typed()
        return self._play_all(typed)

    def _play_all(self, typed: Typed) -> None:
        first, *others = typed.moves
        self.queue.extend(others)
        self.move(first)

    def _nothing_typed(self) -> None:
        """Enter alone lets a machine that waits make its move."""
        view = self.view
        if view.outcome is None and not view.seat.human:
            self.step()
        elif view.outcome is None:
            self.voice.how_to_move(view)

    def move(self, text: str) -> None:
        """Play a person's move, and show what came of it."""
        view = self.view
        self.session.move(self.voice.names.typed(view.position, text))
        if self.refused(text):
            if not any(character.isdigit() for character in text):
                self.voice.say("terminal.see-help", word=word("help", self.voice.tongue))
            if self.queue:
                self.voice.say("terminal.rest", moves=clip(" ".join(self.queue), 60))
                self.queue.clear()
            return
        if not self._machine_moves():
            self.show()

    def step(self) -> None:
        """Let the machine that waits make one move."""
        self.session.step()
        if not self.refused():
            self.await_machine()

    def show(self) -> None:
        """The board, and how the game ended if it has."""
        self.voice.board(self.view)
        if self.view.outcome:
            self.queue.clear()
            self.voice.ending(self.view, self.view.outcome)

    def refused(self, typed: str = "") -> bool:
        """Tell why the session has not done something, if it has not."""
        note = self.view.note
        if note is None or note.tone != "error":
            return False
        self.voice.message(self.view, note, typed)
        return True

    def await_machine(self) -> None:
        """Wait for a machine's move and tell it; Ctrl-C breaks the search off."""
        view = self.view
        player = self.voice.player(view, view.to_move.value)
        said = capitalised(self.voice.tongue.say("terminal.thinks", player=player))
        if not self._waited(said, view):
            self.session.pause()
            self.queue.clear()
            words = {name: word(name, self.voice.tongue) for name in ("resume", "quit")}
            return self.voice.say("terminal.broken-off", player=player, **words)
        if len(self.view.played) == len(view.played):
            return self._machine_failed(self.view.note)
        self.voice.move(self.view, self.view.played[-1])
        everybody_waits = not self._machine_moves()
        nobody = not any(seat.human for seat in self.view.seats)
        return self.show() if everybody_waits or nobody else None

    def _machine_failed(self, note: Message | None) -> None:
        """A machine did not move: a person decides, and where there is none the game is lost to us."""
        self.queue.clear()
        if note is None:
            return
        if self.unattended:
            raise Failed(self.voice.tongue.message(note, self.view.players).rstrip("."))
        self.voice.message(self.view, note)
        names = {name: word(name, self.voice.tongue) for name in ("resume", "agent")}
        self.voice.say("terminal.after-failure", **names)

    def _waited(self, sentence: str, before: View) -> bool:
        """Wait until the session has news; whether nobody broke it off."""
        sign = Thinking(sentence, self.voice.look.wipes)
        try:
            while self.view is before:
                self.session.wait(TICK)
                if self.keyboard.interrupts.taken():
                    if self.keyboard.interactive:
                        return False
                    raise KeyboardInterrupt
                sign.tick()
        finally:
            sign.done()
        return True

    def valued(self) -> bool:
        """Have all moves valued, unless that is broken off; the session's view tells them meanwhile."""
        self.session.analyse()
        while self.view.thinking == "values" and self.view.analysis is None:
            if not self._waited(self.voice.tongue.say("terminal.values"), self.view):
                self.voice.say("terminal.stopped")
                return False
        return True
