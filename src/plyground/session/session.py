"""One game being played, headless: commands in, a view out. It knows no screen; every front end draws it.

A command never raises for what a person did: what was refused is told in the view's note. Machines think in
other processes. `tick` takes in what they have answered; `wait` waits for that.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import replace
from itertools import count
from typing import Any

from plyground.agents import MoveLimits, load_entrant
from plyground.arena.records import Trouble
from plyground.arena.referee import derived
from plyground.errors import IllegalMove, NotationError, PlygroundError, clip
from plyground.game import Game, Player
from plyground.games.line import LinePosition
from plyground.games.registry import load_game
from plyground.session import saving
from plyground.session.asking import answered_move
from plyground.session.desk import Desk
from plyground.session.record import Record, Root
from plyground.session.setting_up import Setting
from plyground.session.thinkers import Thinkers
from plyground.session.view import HUMAN, Board, Message, Played, Seat, Series, Task, View, refuse, say
from plyground.session.wording import refusal
from plyground.spec import whole_number

MOST_SERIES = 10_000  # games
MOST_OPENING = 100  # plies
_NAMES = count()  # of sessions: an agent remembers its game by it, also when the session is long gone


class Session:
    """A game between two seats, each a person or an agent."""

    def __init__(
        self,
        game: str = "tictactoe",
        first: Seat = HUMAN,
        second: Seat = HUMAN,
        *,
        start: str = "-",
        opening: int = 0,
        seed: int = 0,
        pace: float = 0.0,
        paused: bool = False,
        thinkers: Thinkers | None = None,
        on_wake: Callable[[], None] | None = None,
        one_thought: bool = False,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Begin at `start`, and `opening` random moves further.

        `pace` is how many seconds a machine's move stays alone on the board before the next; `on_wake`
        is called from another thread when there is something to `tick` for. With `one_thought`, values
        and hints wait while a machine's move is being thought.
        """
        self._name = next(_NAMES)
        self._seats = [checked(first), checked(second)]
        self._shared = thinkers is not None
        self._desk = Desk(thinkers or Thinkers(), self._wake)
        self._on_wake = on_wake
        self._woken = threading.Event()
        self._one_thought = one_thought
        self._clock = clock
        self.pace = pace
        self._seed = whole_number("seed", seed, 0, 2**64 - 1)
        self._opening = whole_number("opening", opening, 0, MOST_OPENING)
        self._number = 0  # of games begun
        self._paused, self._stepping = paused, False
        self._setting: Setting | None = None
        self._series: Series | None = None
        self._between_games = False
        self._valued = False  # values are shown of every position
        self._hint_for: Root | None = None
        self._note: Message | None = None
        self._view: View | None = None
        self._from = start  # where new games begin, before any random moves
        self._record = self._drawn(load_game(game), start)
        self._number += 1
        self._moved_at = clock() - pace
        self._settle()

    # What there is to see.

    @property
    def game(self) -> Game[Any]:
        """What is played."""
        return self._record.game

    @property
    def view(self) -> View:
        if self._view is None:
            self._view = self._seen()
        return self._view

    def _seen(self) -> View:
        record, position = self._record, self._record.position
        outcome = position.outcome()
        analysis = self._desk.analysis(position)
        return View(
            game=record.game.spec,
            players=record.game.players,
            seats=(self._seats[0], self._seats[1]),
            start=record.start,
            opening=record.opening,
            position=position,
            board=Board.of(position.game, position.stones) if isinstance(position, LinePosition) else None,
            to_move=position.to_move,
            outcome=outcome,
            moves=tuple(position.write(move) for move in position.moves()),
            played=tuple(record.played),
            undone=tuple(reversed(record.undone)),
            last=record.last,
            winning=tuple(sorted({cell for line in outcome.lines for cell in line})) if outcome else (),
            statistics=record.statistics,
            analysis=analysis if self._valued else None,
            hint=analysis.best if analysis and self._hint_for == position else None,
            thinking=self._thinking(),
            paused=self._paused,
            set_up=self._setting.view() if self._setting else None,
            series=self._series,
            seed=self._seed,
            note=self._note,
        )

    def _thinking(self) -> Task | None:
        if self._desk.moving and not self._desk.answered:
            return "move"
        if self._desk.valuing is None:
            return None
        return "hint" if self._hint_for == self._desk.valuing else "values"

    # Moves.

    def move(self, text: str) -> None:
        """Play a person's move; while machines are paused, a person may move for them."""
        position = self._record.position
        if self._setting:
            return self._tell(refuse("refused.setting-up"))
        if not position.outcome() and not self._seat.human and not self._paused:
            return self._tell(refuse("refused.not-your-turn"))
        try:
            played = Played(self._record.spelled(text), position.to_move)
        except (NotationError, IllegalMove) as error:
            return self._tell(refusal(position, text, error))
        self._break_off()
        self._play(played)
        return self._tell(None)

    def undo(self, plies: int | None = None) -> None:
        """Take moves back: so many, or all since a person was last to move."""
        people = [self._seats[move.player.value].human for move in self._record.played]
        if plies is None:
            nobody = not any(seat.human for seat in self._seats)
            plies = 1 if nobody else people[::-1].index(True) + 1 if any(people) else 0
        if not 0 < plies <= len(people) or self._setting:
            return self._tell(refuse("refused.nothing-to-undo"))
        self._break_off()
        for _ in range(plies):
            self._record.back()
        self._stand_still()
        return self._tell(None)

    def redo(self, plies: int | None = None) -> None:
        """Make moves again that were taken back: so many, or all until a person is to move."""
        if not self._record.undone or self._setting:
            return self._tell(refuse("refused.nothing-to-redo"))
        self._break_off()
        nobody = not any(seat.human for seat in self._seats)
        made = 0
        while self._record.undone and (plies is None or made < plies):
            self._record.forth()
            made += 1
            if plies is None and (nobody or self._seat.human):
                break
        self._stand_still()
        return self._tell(None)

    def go(self, ply: int) -> None:
        """Look at the position after so many plies."""
        here = len(self._record.played)
        if ply < here:
            self.undo(here - max(0, ply))
        elif ply > here:
            self.redo(ply - here)

    # Games and players.

    def new(self, opening: int | None = None, *, paused: bool = False) -> None:
        """A new game from where the last one began; random opening moves are drawn anew."""
        if opening is not None and not 0 <= opening <= MOST_OPENING:
            return self._tell(refuse("refused.opening", most=MOST_OPENING))
        self._opening = self._opening if opening is None else opening
        self._break_off()
        self._begin(self._drawn(self._record.game, self._from), paused)
        return self._tell(say("session.new"))

    def choose_game(self, spec: str, start: str = "-", *, paused: bool = False) -> None:
        """Play another game."""
        try:
            record = self._drawn(load_game(spec), start)
        except PlygroundError as error:
            return self._tell(refuse("refused.game", given=clip(spec), why=str(error)))
        self._break_off()
        self._from = start
        self._begin(record, paused)
        return self._tell(say("session.new"))

    def set_up(self, text: str) -> None:
        """Go on from the position that a text names."""
        try:
            record = Record.of(self._record.game, text)
        except PlygroundError as error:
            return self._tell(refuse("refused.position", given=clip(text), why=str(error)))
        self._break_off()
        self._from, self._opening = text, 0
        self._begin(record)
        return self._tell(say("session.set-up"))

    def seat(self, player: Player, agent: str | None, limits: MoveLimits | None = None) -> None:
        """Give a side to a person (None) or to an agent."""
        try:
            seat = checked(Seat(agent, limits or MoveLimits()))
        except PlygroundError as error:
            return self._tell(refuse("refused.agent", given=clip(agent or ""), why=str(error)))
        self._drop_series()
        if self._record.position.to_move is player:
            self._desk.drop_move()
        self._seats[player.value] = seat
        self._paused = False
        return self._tell(say("session.seat", player=player.value))

    def swap(self) -> None:
        """Let the two change sides."""
        self._drop_series()
        self._desk.drop_move()
        self._seats.reverse()
        self._paused = False
        self._tell(say("session.swapped"))

    def play_series(self, games: int) -> None:
        """Play so many games between the two machines, who change seats after each."""
        one, other = self._seats
        if one.agent is None or other.agent is None:
            return self._tell(refuse("refused.two-machines"))
        if not 1 <= games <= MOST_SERIES:
            return self._tell(refuse("refused.games", most=MOST_SERIES))
        last = self._series
        if last and last.seat_of(0) is not Player.FIRST:  # it begins as the last one did
            self._seats.reverse()
            one, other = other, one
        self._break_off()
        assert one.agent is not None
        assert other.agent is not None
        self._series = Series(games, (one.agent, other.agent), number=last.number + 1 if last else 0)
        self._begin(self._drawn(self._record.game, self._from))
        return self._tell(say("session.series", games=games))

    # Machines.

    def pause(self) -> None:
        """Let no machine move; a search that runs, also one for a hint, is broken off."""
        self._desk.drop_move()
        self._hint_for = None
        if not self._valued:
            self._desk.drop_values()
        self._paused, self._stepping = True, False
        self._tell(say("session.paused"))

    def resume(self) -> None:
        """Let machines move again."""
        self._paused = False
        self._tell(say("session.resumed"))

    def step(self) -> None:
        """Let the machine that is to move make one move, and pause."""
        if self._setting or self._record.position.outcome() or self._seat.human:
            return self._tell(refuse("refused.no-machine-to-move"))
        self._paused = self._stepping = True
        return self._tell(None)

    def hint(self) -> None:
        """Have a best move be found, for who asks."""
        if self._setting or self._record.position.outcome():
            return self._tell(refuse("refused.over"))
        self._hint_for = self._record.position
        return self._tell(None)

    def analyse(self, on: bool = True) -> None:
        """Show the value of every move, here and from now on, or no more."""
        self._valued = on
        if not on and self._hint_for != self._record.position:
            self._desk.drop_values()
        self._tell(None)

    # Setting a board up, stone by stone.

    def edit(self) -> None:
        """Begin to set up a board, from what lies there."""
        position = self._record.position
        if not isinstance(position, LinePosition):
            return self._tell(refuse("refused.no-board"))
        self._break_off()
        self._setting = Setting.of(position)
        return self._tell(say("session.editing"))

    def put(self, cell: int, mark: str | None = None) -> None:
        """Lay X, O or nothing onto a cell; without a mark, the next of these."""
        if self._setting and 0 <= cell < self._setting.game.cells and mark in (None, "", "X", "O"):
            self._setting.put(cell, mark)
        self._tell(None)

    def clear(self) -> None:
        """Take all stones off the board that is being set up."""
        if self._setting:
            self._setting.clear()
        self._tell(None)

    def turn(self, player: Player) -> None:
        """Say who is to move on the board that is being set up."""
        if self._setting:
            self._setting.turn(player)
        self._tell(None)

    def leave_edit(self, *, keep: bool = True) -> None:
        """Play from the board that was set up, or go back to the game."""
        setting = self._setting
        problem = setting.view().problem if setting and keep else None
        if problem:
            return self._tell(problem)
        self._setting = None
        return self.set_up(setting.text) if setting and keep else self._tell(None)

    # Files.

    def saved(self) -> str:
        """This session as a text that `load` reads."""
        return saving.written(self.view)

    def load(self, text: str) -> None:
        """Go on with a session that was saved."""
        try:
            saved = saving.read(text)
            record = Record.of(load_game(saved.game), saved.start, saved.moves)
            seats = [checked(seat) for seat in saved.seats]
        except PlygroundError as error:
            return self._tell(refuse("refused.file", why=str(error)))
        self._break_off()
        self._from, self._opening = saved.start, 0
        self._seats, self._seed = seats, saved.seed
        self._begin(record)
        return self._tell(say("session.loaded"))

    # Time.

    def tick(self) -> bool:
        """Take in what was thought meanwhile; whether anything has changed."""
        changed = [self._take_move(), self._take_values(), self._take_next_game()]
        if any(changed):
            self._settle()
        return any(changed)

    def wait(self, seconds: float | None = None) -> bool:
        """Wait until something changes, at most so long; whether anything did."""
        until = None if seconds is None else self._clock() + seconds
        while not self.tick():
            due = self._due()
            if due is None and self._thinking() is None:
                return False
            now = self._clock()
            if until is not None and until <= now:
                return False
            self._woken.wait(max(0.0, min((m - now for m in (until, due) if m is not None), default=3_600)))
            self._woken.clear()
        return True

    def close(self) -> None:
        """End what is being thought."""
        self._desk.drop()
        if not self._shared:
            self._desk.thinkers.close()

    def __enter__(self) -> Session:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def _due(self) -> float | None:
        """When something is to happen that only waits for its time."""
        waits = (self._between_games and not self._paused) or self._desk.answered
        return self._moved_at + self.pace if waits else None

    def _wake(self) -> None:
        self._woken.set()
        if self._on_wake is not None:
            self._on_wake()

    # How it works.

    @property
    def _seat(self) -> Seat:
        """Who is to move."""
        return self._seats[self._record.position.to_move.value]

    def _drawn(self, game: Game[Any], start: str) -> Record:
        """The record of a new game, after its random opening moves: the same for both games of a pair."""
        if not self._opening:
            return Record.of(game, start)
        series = self._series
        which = (series.number, series.games // 2) if series else (self._number,)
        return Record.drawn(game, start, self._opening, derived(self._seed, "opening", *which))

    def _begin(self, record: Record, paused: bool = False) -> None:
        self._desk.clear()
        self._number += 1
        self._record = record
        self._paused, self._stepping = paused, False
        self._between_games = False
        self._hint_for = None
        self._moved_at = self._clock() - self.pace

    def _play(self, played: Played) -> None:
        self._record.play(played)
        self._moved_at = self._clock() - (self.pace if played.agent is None else 0)
        self._hint_for = None
        outcome = self._record.position.outcome()
        if outcome and self._series:
            self._tally(outcome.winner, failed=None)

    def _tell(self, note: Message | None) -> None:
        self._note = note
        self._settle()

    def _settle(self) -> None:
        """Have thought what is to be thought now, and nothing else."""
        self._view = None
        position, seat = self._record.position, self._seat
        if self._setting or position.outcome():
            return self._desk.drop()
        may_move = not self._between_games and (not self._paused or self._stepping)
        if may_move and seat.agent is not None and not self._desk.moving:
            side = position.to_move.value
            key = f"{self._name}/{self._number}/{side}/{seat.agent}"
            self._desk.ask_move(self._record, seat, key, derived(self._seed, "agent", self._number, side))
        if self._one_thought and self._desk.moving:
            self._desk.drop_values()
        elif self._valued or self._hint_for == position:
            self._desk.ask_values(self._record)
        else:
            self._desk.drop_values()
        return None

    def _take_move(self) -> bool:
        if not self._desk.answered or self._clock() < self._moved_at + self.pace:
            return False
        reply = self._desk.take_move()
        assert reply is not None
        self._stepping, self._note = False, None
        answer = answered_move(self._record.position, self._seat.agent or "", reply)
        if isinstance(answer, Trouble):
            self._fail(answer)
        else:
            self._play(answer)
        return True

    def _fail(self, trouble: Trouble) -> None:
        """A machine did not move: in a series that costs the game, else a person decides how to go on."""
        loser = self._record.position.to_move
        if self._series:
            return self._tally(loser.other, failed=loser)
        self._paused = True
        self._note = refuse("machine.failed", player=loser.value, reason=trouble.reason, why=trouble.detail)
        return None

    def _take_values(self) -> bool:
        found = self._desk.take_values()
        if isinstance(found, Message):
            self._note, self._valued, self._hint_for = found, False, None
        return found is not None

    def _tally(self, winner: Player | None, failed: Player | None) -> None:
        assert self._series is not None
        self._series = self._series.after(winner, failed, self._record.statistics)
        self._between_games = True
        if self._series.done:
            self._between_games, self._paused = False, True
            self._note = say("session.series-done", games=self._series.games)

    def _take_next_game(self) -> bool:
        if not self._between_games or self._paused or self._clock() < self._moved_at + self.pace:
            return False
        assert self._series is not None
        self._series = replace(self._series, between=False)
        self._seats.reverse()
        self._begin(self._drawn(self._record.game, self._from))
        return True

    def _stand_still(self) -> None:
        """After looking at another moment of the game, machines wait to be told to go on."""
        self._moved_at = self._clock()
        self._hint_for = None
        if not self._seat.human:
            self._paused = True

    def _break_off(self) -> None:
        """Nothing that is going on counts any more."""
        self._desk.drop()
        self._drop_series()
        self._setting = None

    def _drop_series(self) -> None:
        self._series, self._between_games = None, False


def checked(seat: Seat) -> Seat:
    """The seat, if its agent can be; a BadSpec says what is wrong with it."""
    return seat if seat.agent is None else replace(seat, agent=load_entrant(seat.agent).spec)
