"""Sitting down to play: who plays what, where play begins, and how it ends for the shell."""

from __future__ import annotations

import secrets
import sys
from dataclasses import dataclass, field
from pathlib import Path

import typer

from plyground.agents import MoveLimits, load_agent, load_entrant
from plyground.agents.defaults import spec_with_default_limit
from plyground.errors import INTERRUPTED, LONGEST_PATH, BadSpec, PlygroundError, truncate
from plyground.games.registry import load_game
from plyground.session import HUMAN, SearchPool, Seat, Session
from plyground.session.autoplay import check_seat
from plyground.ui.errors import refusals_in, report_rule_errors
from plyground.ui.offers import DEEPENING, PLAYOUTS, is_person, quick_opponent
from plyground.ui.terminal.commands import read_saved
from plyground.ui.terminal.draw import detect_style
from plyground.ui.terminal.game import TerminalGame
from plyground.ui.terminal.keyboard import Interrupts, Keyboard
from plyground.ui.terminal.loop import run
from plyground.ui.terminal.names import Names, is_numbered
from plyground.ui.terminal.output import Printer
from plyground.words import Tongue
from plyground.words import tongue as load_tongue
from plyground.workers.confinement import Confinement

DEFAULT_GAME = "tictactoe"
DEFAULT_SECONDS = 1.0
MAX_SEEDS = 1_000_000  # of drawn seeds: small, because people type them again


@dataclass(frozen=True)
class PlayOptions:
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
    confinement: Confinement = field(default_factory=Confinement)  # of agents that are not ours

    @property
    def game_spec(self) -> str:
        return self.game or DEFAULT_GAME

    def seats(self, tongue: Tongue) -> tuple[Seat, Seat]:
        """Who plays: a person and, unless another player was named, a machine that suits the game."""
        first = HUMAN if self.first is None else self._seat(self.first, tongue)
        if self.second is not None:
            return first, self._seat(self.second, tongue)
        limits = self.limits
        agent = quick_opponent(load_game(self.game_spec))
        if limits == MoveLimits() and agent in (DEEPENING, PLAYOUTS):
            limits = MoveLimits(seconds=DEFAULT_SECONDS)
        return first, Seat(agent, limits)

    def _seat(self, name: str, tongue: Tongue) -> Seat:
        if is_person(name):
            return HUMAN
        with refusals_in(tongue, "refused.agent", name):
            agent = spec_with_default_limit(name, load_game(self.game_spec), self.limits)
            return check_seat(Seat(agent, self.limits))


def uses_chance(seat: Seat) -> bool:
    """Whether a machine's moves may depend on the seed; a user's own code may do anything."""
    if seat.agent is None:
        return False
    return not load_entrant(seat.agent).trusted or hasattr(load_agent(seat.agent), "seed")


def play(options: PlayOptions) -> int:
    """Play at the terminal; returns the exit code."""
    tongue = load_tongue(options.language)
    with SearchPool(confinement=options.confinement) as pool:
        try:
            with (
                open_session(options, tongue, pool) as session,
                report_rule_errors(session),
                Interrupts() as interrupts,
            ):
                printer = Printer(
                    tongue, Names(options.zero_based), detect_style(sys.stdout, options.plain)
                )
                game = TerminalGame(session, Keyboard(interrupts), printer, options.step, options.limits)
                _greet(game, options)
                run(game)
        except KeyboardInterrupt:
            typer.echo(tongue.say("terminal.interrupted"), err=True)
            return INTERRUPTED
    return 0


def open_session(options: PlayOptions, tongue: Tongue, pool: SearchPool) -> Session:
    """The session that was asked for."""
    if options.load is not None:
        return _load_session(options, options.load, tongue, pool)
    game = options.game_spec
    with refusals_in(tongue, "refused.game", game):
        rules = load_game(game)
    if options.zero_based and not is_numbered(rules.start()):
        right = "only squares and columns that are numbers can be counted from 0"
        raise BadSpec(f"--zero-based with {truncate(game)}", "", None, right)
    seats = options.seats(tongue)
    start = options.position or "-"
    with refusals_in(tongue, "refused.position", start):
        rules.parse(start)
    if not all(seat.human for seat in seats):
        pool.warm()
    with refusals_in(tongue):
        return Session(
            game,
            *seats,
            start=start,
            opening=options.opening,
            seed=secrets.randbelow(MAX_SEEDS) if options.seed is None else options.seed,
            pace=options.delay,
            paused=options.step,
            pool=pool,
        )


def _load_session(options: PlayOptions, path: Path, tongue: Tongue, pool: SearchPool) -> Session:
    """The session of a file, which leaves no choice of game, players, position or seed."""
    others = (options.game, options.first, options.second, options.position, options.seed, options.opening)
    if any(option not in (None, 0) for option in others):
        right = "a saved game says itself what is played, by whom and from where"
        raise BadSpec("--load with a game, players, a position or a seed", "", None, right)
    text = read_saved(path)
    session = Session(pace=options.delay, pool=pool)
    session.load(text)
    note = session.view.note
    if note is not None and note.tone == "error":
        raise PlygroundError(f"{truncate(str(path), LONGEST_PATH)}: {tongue.message(note)}")
    if options.step:
        session.pause()
    return session


def _greet(game: TerminalGame, options: PlayOptions) -> None:
    view = game.view
    game.printer.greeting(view, bool(view.opening) or any(map(uses_chance, view.seats)), view.opening)
    for given, seat in zip((options.first, options.second), view.seats, strict=True):
        if given is not None and seat.agent is not None and seat.agent != load_entrant(given).spec:
            game.printer.say("agent.chosen", agent=seat.agent)
    if not game.unattended and not view.outcome:
        game.printer.how_to_move(view)
