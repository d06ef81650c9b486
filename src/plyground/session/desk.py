"""What a session is having thought: one move, and the values of one position, beside each other."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from plyground.arena.records import Trouble
from plyground.arena.worker import Reply
from plyground.session.asking import answered_analysis, request_move, request_values
from plyground.session.record import Record, Root
from plyground.session.thinkers import Thinkers, Thought
from plyground.session.view import Analysis, Message, Seat

MOST_REMEMBERED = 500  # analyses
ANALYSIS_SECONDS = 2.0


@dataclass
class Desk:
    """Asks thinkers, remembers the analyses, and takes back what is not needed any more."""

    thinkers: Thinkers
    wake: Callable[[], None]
    _move: Thought | None = None
    _valuing: tuple[Root, Thought] | None = None
    _analyses: dict[Root, Analysis] = field(default_factory=dict)

    @property
    def moving(self) -> bool:
        """Whether a machine has been asked for its move."""
        return self._move is not None

    @property
    def answered(self) -> bool:
        """Whether it has answered."""
        return self._move is not None and self._move.reply is not None

    @property
    def valuing(self) -> Root | None:
        """The position whose moves are being valued."""
        return self._valuing[0] if self._valuing else None

    def ask_move(self, record: Record, seat: Seat, key: str, seed: int) -> None:
        request = request_move(record.game.spec, record.start, record.played, seat, key, seed)
        self._move = self.thinkers.ask(request, self.wake, key)

    def ask_values(self, record: Record) -> None:
        """Have the moves of the present position valued, and of no other, unless that is known."""
        position = record.position
        if self.valuing != position:
            self.drop_values()
        if self._valuing is None and position not in self._analyses:
            request = request_values(record.game.spec, record.start, record.played, ANALYSIS_SECONDS)
            self._valuing = position, self.thinkers.ask(request, self.wake)

    def take_move(self) -> Reply | Trouble | None:
        """What the machine has answered, once."""
        reply = self._move.reply if self._move else None
        if reply is not None:
            self._move = None
        return reply

    def take_values(self) -> Analysis | Message | None:
        """What was found of the moves, once; a message if nothing could be."""
        if self._valuing is None or self._valuing[1].reply is None:
            return None
        position, thought = self._valuing
        self._valuing = None
        assert thought.reply is not None
        found = answered_analysis(thought.reply)
        if isinstance(found, Analysis):
            if len(self._analyses) >= MOST_REMEMBERED:
                self._analyses.clear()
            self._analyses[position] = found
        return found

    def analysis(self, position: Root) -> Analysis | None:
        """What is known of the moves of a position."""
        return self._analyses.get(position)

    def clear(self) -> None:
        """Drop everything: another game begins."""
        self.drop()
        self._analyses.clear()

    def drop(self) -> None:
        self.drop_move()
        self.drop_values()

    def drop_move(self) -> None:
        if self._move is not None:
            self._move.cancel()
            self._move = None

    def drop_values(self) -> None:
        if self._valuing is not None:
            self._valuing[1].cancel()
            self._valuing = None
