"""The dialogs over the board: which game, who plays, how long a match. Each is an immutable draft.

A dialog knows its words and controls, and what it becomes when a control is pressed. All else is done by
the commands, which read the names of the controls.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Protocol

from plyground.games.diagram import MARKS
from plyground.games.line import MAX_CELLS
from plyground.games.registry import load_game
from plyground.session import HUMAN, Seat
from plyground.ui.offers import (
    GAMES,
    MATCH_LENGTHS,
    OPENING_PLIES,
    Level,
    Offer,
    agent_about,
    agent_name,
    find_offer,
    level_of,
    offers,
    step_level,
)
from plyground.ui.window.controls import Control, Group
from plyground.ui.window.text import game_name, level_name, seat_name
from plyground.words import Tongue

MAX_SIDE = 64  # of a board that the steppers make


class Dialog(Protocol):
    """A question or a text over the board."""

    def title(self, tongue: Tongue) -> str: ...

    def text(self, tongue: Tongue) -> tuple[str, ...]:
        """Lines under the title; a tab parts a key from what it does."""
        ...

    def groups(self, tongue: Tongue) -> tuple[Group, ...]: ...

    def press(self, name: str, step: int) -> Dialog:
        """What the dialog becomes."""
        ...


def _last(tongue: Tongue, name: str, key_text: str) -> Group:
    return Group(
        (Control(name, key_text, main=True), Control("close", tongue.say("window.cancel"))), columns=2
    )


@dataclass(frozen=True)
class ChooseGame:
    """A game of a list, at once, or a board of any size."""

    now: str
    columns: int = 7
    rows: int = 6
    k: int = 4
    gravity: bool = True

    def title(self, tongue: Tongue) -> str:
        return tongue.say("window.which-game")

    def text(self, tongue: Tongue) -> tuple[str, ...]:
        return ()

    @property
    def spec(self) -> str:
        """The board that the steppers show."""
        return f"{'connect4' if self.gravity else 'mnk'}({self.columns},{self.rows},{self.k})"

    def groups(self, tongue: Tongue) -> tuple[Group, ...]:
        listed = tuple(
            Control(f"game:{spec}", game_name(tongue, spec), on=spec == self.now) for spec in GAMES
        )
        size = (
            Control("columns", tongue.say("window.columns", n=self.columns), "stepper"),
            Control("rows", tongue.say("window.rows", n=self.rows), "stepper"),
            Control("in-a-row", tongue.say("window.in-a-row", n=self.k), "stepper"),
            Control("gravity", tongue.say("window.gravity"), on=self.gravity),
        )
        play = _last(tongue, f"size:{self.spec}", tongue.say("window.play-size"))
        return Group(listed, columns=2), Group(size, columns=2), play

    def press(self, name: str, step: int) -> ChooseGame:
        columns, rows, k = self.columns, self.rows, self.k
        if name == "columns":
            columns = _within(columns + step, 1, min(MAX_SIDE, MAX_CELLS // rows))
        elif name == "rows":
            rows = _within(rows + step, 1, min(MAX_SIDE, MAX_CELLS // columns))
        elif name == "in-a-row":
            k += step
        elif name == "gravity":
            return replace(self, gravity=not self.gravity)
        return replace(self, columns=columns, rows=rows, k=_within(k, 1, max(columns, rows)))


def _within(number: int, least: int, most: int) -> int:
    return max(least, min(most, number))


@dataclass(frozen=True)
class ChoosePlayer:
    """Who has a side, and how strong it is."""

    game: str
    side: int
    seats: tuple[Seat, Seat]
    machines_only: bool = False

    def title(self, tongue: Tongue) -> str:
        return tongue.say("window.who-plays", mark=MARKS[self.side])

    @property
    def seat(self) -> Seat:
        return self.seats[self.side]

    @property
    def offer(self) -> Offer | None:
        return None if self.seat.agent is None else find_offer(load_game(self.game), self.seat.agent)

    @property
    def level(self) -> Level:
        return level_of(self.offer, self.seat) if self.offer else 0

    def text(self, tongue: Tongue) -> tuple[str, ...]:
        if self.seat.agent is None:
            return (agent_about(tongue, None),)
        return (agent_about(tongue, self.offer.name),) if self.offer else (self.seat.agent,)

    def groups(self, tongue: Tongue) -> tuple[Group, ...]:
        sides = tuple(
            Control(f"side:{side}", seat_name(tongue, seat), on=side == self.side, mark=MARKS[side])
            for side, seat in enumerate(self.seats)
        )
        chosen = self.offer.name if self.offer else None
        person = Control("agent:human", agent_name(tongue, None), on=self.seat.agent is None)
        machines = tuple(
            Control(f"agent:{offer.name}", agent_name(tongue, offer.name), on=offer.name == chosen)
            for offer in offers(load_game(self.game))
        )
        listed = Group(machines if self.machines_only else (person, *machines), columns=3)
        strength = (Group((self._strength(tongue),)),) if self.offer and self.offer.levels else ()
        last = _last(tongue, "players-done", tongue.say("window.use"))
        return Group(sides, columns=2), listed, *strength, last

    def _strength(self, tongue: Tongue) -> Control:
        assert self.offer is not None
        keys = {
            "depth": "window.strength-depth",
            "seconds": "window.strength-seconds",
            "rounds": "window.strength-rounds",
        }
        level = level_name(tongue, self.offer.measure, self.level)
        return Control("level", tongue.say(keys[self.offer.measure], level=level), "stepper")

    def press(self, name: str, step: int) -> ChoosePlayer:
        what, _, which = name.partition(":")
        if what == "side":
            return replace(self, side=int(which))
        if what == "agent" and which == "human":
            return self._with(HUMAN)
        if what == "agent" and (offer := find_offer(load_game(self.game), which)):
            return self._with(offer.seat())
        if what == "level" and self.offer:
            return self._with(self.offer.seat(self.offer.other_level(self.level, step)))
        return self

    def _with(self, seat: Seat) -> ChoosePlayer:
        one, other = self.seats
        return replace(self, seats=(one, seat) if self.side else (seat, other))


@dataclass(frozen=True)
class ChooseMatch:
    """A match of machines: who, how many games, how many random moves before each pair of games."""

    seats: tuple[Seat, Seat]
    games: int = 20
    opening: int = 2  # without any, machines that know no chance play one game again and again
    best_of: bool = False  # end when nobody can catch up

    def title(self, tongue: Tongue) -> str:
        return tongue.say("window.match-title")

    def text(self, tongue: Tongue) -> tuple[str, ...]:
        return (tongue.say("window.match-about"),)

    def groups(self, tongue: Tongue) -> tuple[Group, ...]:
        players = tuple(
            Control(f"match-player:{side}", seat_name(tongue, seat), "seat", mark=MARKS[side])
            for side, seat in enumerate(self.seats)
        )
        size = (
            Control("games", tongue.say("window.games", n=self.games), "stepper"),
            Control("opening", tongue.say("window.opening", n=self.opening), "stepper"),
            Control("best-of", tongue.say("window.best-of", n=self.games), on=self.best_of),
        )
        last = _last(tongue, "match-begin", tongue.say("window.match-begin"))
        return Group(players, columns=1), Group(size, columns=1), last

    def press(self, name: str, step: int) -> ChooseMatch:
        if name == "games":
            return replace(self, games=int(step_level(MATCH_LENGTHS, self.games, step)))
        if name == "opening":
            return replace(self, opening=int(step_level(OPENING_PLIES, self.opening, step)))
        if name == "best-of":
            return replace(self, best_of=not self.best_of)
        return self


@dataclass(frozen=True)
class Help:
    """The keys."""

    def title(self, tongue: Tongue) -> str:
        return tongue.say("window.help-title")

    def text(self, tongue: Tongue) -> tuple[str, ...]:
        return (
            tongue.say("window.key-arrows"),
            tongue.say("window.key-enter"),
            tongue.say("window.key-digits"),
            tongue.say("window.key-tab"),
            tongue.say("window.key-undo"),
            tongue.say("window.key-hint"),
            tongue.say("window.key-values"),
            tongue.say("window.key-new"),
            tongue.say("window.key-pause"),
            tongue.say("window.key-stop"),
            tongue.say("window.key-language"),
            tongue.say("window.key-setup"),
            tongue.say("window.key-escape"),
            tongue.say("window.key-quit"),
        )

    def groups(self, tongue: Tongue) -> tuple[Group, ...]:
        return (Group((Control("close", tongue.say("window.close"), main=True),)),)

    def press(self, name: str, step: int) -> Help:
        return self
