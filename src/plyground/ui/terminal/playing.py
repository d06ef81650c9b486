"""Sitting down to play: who plays what, where play begins, and how it ends for the shell."""

from __future__ import annotations

import secrets
import sys
from dataclasses import dataclass, field
from pathlib import Path

import typer

from plyground.agents import MoveLimits, load_agent
from plyground.errors import BadSpec, PlygroundError, clip
from plyground.games.custom import CustomGame
from plyground.games.line import LineGame
from plyground.games.registry import load_game
from plyground.session import HUMAN, Seat, Session, Thinkers
from plyground.ui.i18n import Tongue, tongue
from plyground.ui.rules import told_of_rules
from plyground.ui.terminal.keyboard import Interrupts, Keyboard
from plyground.ui.terminal.names import Names, is_numbered
from plyground.ui.terminal.obeying import PEOPLE, read_saved
from plyground.ui.terminal.picture import look_of
from plyground.ui.terminal.table import Table
from plyground.ui.terminal.voice import Voice

USUAL_GAME = "tictactoe"
USUAL_SECONDS = 1.0
MOST_SEEDS = 1_000_000  # of those that we draw, which people may have to type again
SMALL = 9  # squares: a search to the end takes a moment

DEEPENING = "deepening(inner=table_alphabeta(evaluate='windows', order=('best', 'centre')))"
PLAYOUTS = "mcts(rounds=20000)"


@dataclass(frozen=True)
class Wishes:
    """What was asked for on the command line; None where nothing was."""

    game: str | None = None
    first: str | None = None
    second: str | None = None
    position: str | None = None
    limits: MoveLimits = field(default_factory=MoveLimits)
    opening: int = 0
    seed: int | None = None
    delay: float = 0.0
    step: bool = False
    load: Path | None = None
    language: str | None = None
    zero_based: bool = False
    plain: bool = False

    @property
    def seats(self) -> tuple[Seat, Seat]:
        """Who plays: a person and, unless somebody else was named, a machine that suits the game."""
        first = HUMAN if self.first is None else self._seat(self.first)
        if self.second is not None:
            return first, self._seat(self.second)
        limits = self.limits
        agent = usual_agent(self.game or USUAL_GAME)
        if limits == MoveLimits() and agent in (DEEPENING, PLAYOUTS):
            limits = MoveLimits(seconds=USUAL_SECONDS)
        return first, Seat(agent, limits)

    def _seat(self, agent: str) -> Seat:
        return HUMAN if agent.strip().casefold() in PEOPLE else Seat(agent, self.limits)


def usual_agent(game: str) -> str:
    """Who plays a game well and soon, where nobody was named."""
    rules = load_game(game)
    if isinstance(rules, CustomGame):
        return PLAYOUTS  # which asks nothing of a game but its rules
    if isinstance(rules, LineGame) and rules.cells > SMALL:
        return DEEPENING
    return "alphabeta"


def uses_chance(seat: Seat) -> bool:
    """Whether a machine's moves may depend on the seed; a user's own code may do anything."""
    if seat.agent is None:
        return False
    return seat.agent.startswith("python") or hasattr(load_agent(seat.agent), "seed")


def play(wishes: Wishes) -> int:
    """Play at the terminal; the exit code of it."""
    speaker = tongue(wishes.language)
    with Thinkers() as thinkers:
        try:
            with (
                seated(wishes, thinkers) as session,
                told_of_rules(session),
                Interrupts() as interrupts,
            ):
                voice = Voice(speaker, Names(wishes.zero_based), look_of(sys.stdout, wishes.plain))
                table = Table(session, Keyboard(interrupts), voice, wishes.step, wishes.limits)
                _greet(table, wishes)
                table.play()
        except KeyboardInterrupt:
            return _interrupted(speaker)
    return 0


def seated(wishes: Wishes, thinkers: Thinkers) -> Session:
    """The session that was asked for."""
    if wishes.load is not None:
        return _loaded(wishes, wishes.load, thinkers)
    game = wishes.game or USUAL_GAME
    if wishes.zero_based and not is_numbered(load_game(game).start()):
        right = "only squares and columns that are numbers can be counted from 0"
        raise BadSpec(f"--zero-based with {clip(game)}", "", None, right)
    seats = wishes.seats
    if not all(seat.human for seat in seats):
        thinkers.warm()
    return Session(
        game,
        *seats,
        start=wishes.position or "-",
        opening=wishes.opening,
        seed=secrets.randbelow(MOST_SEEDS) if wishes.seed is None else wishes.seed,
        pace=wishes.delay,
        paused=wishes.step,
        thinkers=thinkers,
    )


def _loaded(wishes: Wishes, path: Path, thinkers: Thinkers) -> Session:
    """The session of a file; there is no room for other wishes."""
    others = (wishes.game, wishes.first, wishes.second, wishes.position, wishes.seed, wishes.opening)
    if any(wish not in (None, 0) for wish in others):
        right = "a saved game says itself what is played, by whom and from where"
        raise BadSpec("--load with a game, players, a position or a seed", "", None, right)
    text = read_saved(path)
    session = Session(pace=wishes.delay, thinkers=thinkers)
    session.load(text)
    note = session.view.note
    if note is not None and note.tone == "error":
        raise PlygroundError(f"{clip(str(path), 200)}: {tongue(wishes.language).message(note)}")
    if wishes.step:
        session.pause()
    return session


def _greet(table: Table, wishes: Wishes) -> None:
    view = table.view
    table.voice.greeting(view, bool(view.opening) or any(map(uses_chance, view.seats)), view.opening)
    if not table.unattended and not view.outcome:
        table.voice.how_to_move(view)


def _interrupted(speaker: Tongue) -> int:
    from plyground.cli.app import INTERRUPTED

    typer.echo(speaker.say("terminal.interrupted"), err=True)
    return INTERRUPTED
