"""An engine that speaks UGI or UCI, as an agent: a handshake, options, and a request for every move."""

from __future__ import annotations

import os
import sys
import time
from collections import deque
from contextlib import suppress
from pathlib import Path
from tempfile import mkstemp
from typing import Any

from plyground.agents.agent import Choice
from plyground.engines.history import History
from plyground.engines.move_time import allowed_seconds, margin, remaining_seconds
from plyground.engines.notation import VARIANTS, DropNotation, variant_name, variant_rules
from plyground.engines.process import EngineFault, EngineProcess
from plyground.engines.settings import Settings
from plyground.engines.uci_messages import (
    Option,
    read_bestmove,
    read_info,
    read_option,
    write_go,
    write_position,
    write_setoption,
)
from plyground.errors import abbreviate, truncate
from plyground.game import Position
from plyground.games.line import LineGame, LinePosition
from plyground.searchers.types import Limits, SearchReport, SearchResult, SearchStats

_PATIENCE = 3_600.0  # seconds for a move that has no limit of time; the arena's is shorter
_GREETING = 60.0  # seconds to answer the keyword; the arena's handshake is shorter
_STARTING = 60.0  # seconds until an engine is ready, likewise
_DEAF = 1.0  # seconds without an answer after which `isready` is sent, too
_STOPPING = 60.0  # seconds to answer after `stop`; the arena's tolerance is shorter
_KEPT = 3  # lines before its answer that are printed and so recorded
_GAME_OPTIONS = ("game", "ugi_variant", "uci_variant", "variant")
_MAX_OPTIONS = 1_000


class UciAgent:
    """An engine in one game, which is one process."""

    def __init__(self, settings: Settings, seed: int) -> None:
        self.name = settings.spec
        self._settings = settings
        self._known: History | None = None  # up to the engine's own last move
        self._game: str | None = None  # the game that the engine was told to play
        self._owed = 0  # answers to `isready` that have not come yet
        self._process = EngineProcess(settings.command, "quit", settings.folder)
        try:
            self._options = self._greet()
            self._send_options(seed)
            self._ready(_STARTING)
            self._process.send(f"{settings.keyword}newgame")
            self._ready(_STARTING)
            self._process.note_answer()
        except EngineFault:
            self._process.close()
            raise

    @property
    def computed(self) -> float:
        return self._process.computed

    @property
    def pondered(self) -> float:
        return self._process.pondered

    def rest(self) -> None:
        self._process.rest()

    def choose(self, position: Position[Any], limits: Limits) -> Choice:
        """Ask for a move; one that cannot be read is returned as text."""
        began = time.monotonic()
        try:
            self._process.wake()
            self._send_game(position)
            self._ready(_PATIENCE)
            history = self._known and self._known.reply(position)
            history, self._known = history or History.leading_to(position), None
            spent = time.monotonic() - began
            self._process.send(
                write_position(history, self._settings.notation),
                write_go(limits, self._settings.protocol, spent),
            )
            text, found = self._answer(began, limits)
            self._process.note_answer()
        except EngineFault:
            self._process.close()
            raise
        move = self._settings.notation.read(position, text)
        if move is None:
            return Choice(text)
        self._known = history.play(move)
        return Choice(move, found.result(position, move, self._settings))

    def _greet(self) -> dict[str, Option]:
        """Send the keyword and read which options there are."""
        keyword, began = self._settings.keyword, time.monotonic()
        options: dict[str, Option] = {}
        self._process.send(keyword)
        while True:
            line = self._process.line(began + (_GREETING if self._owed else _DEAF))
            if line is None and not self._owed:
                self._ask_if_ready()  # an engine that answers only that does not know the keyword
            elif line is None or line == "readyok":
                hint = " (try protocol='uci')" if keyword == "ugi" else ""
                raise self._process.fault(f"did not answer {keyword} with {keyword}ok{hint}")
            elif line == f"{keyword}ok":
                return options
            elif (option := read_option(line)) and len(options) < _MAX_OPTIONS:
                options[option.name.lower()] = option

    def _send_options(self, seed: int) -> None:
        for name, value in self._settings.options:
            self._set(name, value)
        own = [name.lower() for name, _ in self._settings.options]
        if "seed" in self._options and "seed" not in own:
            least, most = self._options["seed"].least, self._options["seed"].most
            self._set("seed", str(least + seed % (most - least + 1)))

    def _set(self, name: str, value: str | None) -> None:
        option = self._options.get(name.lower())
        if option is None:
            names = abbreviate([each.name for each in self._options.values()]) or "none"
            raise EngineFault(
                f"the engine has no option {truncate(name)}: its options are {truncate(names, 200)}"
            )
        self._process.send(write_setoption(option.name, value))

    def _send_game(self, position: Position[Any]) -> None:
        """Name the game, where the engine has an option for it; with the rules, where it can read them."""
        game = position.game if isinstance(position, LinePosition) else None
        name = self._settings.variant or (game.spec if game else "")
        if name == self._game:
            return
        self._game = name
        option = next((each for each in _GAME_OPTIONS if each in self._options), None)
        drops = isinstance(self._settings.notation, DropNotation)
        if self._settings.variant:
            self._set(option or ("UCI_Variant" if self._settings.protocol == "uci" else "Game"), name)
        elif game and option and (option == "game" or not drops):
            self._set(option, name)
        elif game and {"variantpath", "uci_variant"} <= self._options.keys():
            self._send_rules(game)
        elif option and game and (theirs := VARIANTS.get(game.spec)) in self._options[option].values:
            self._set(option, theirs)
        elif option:
            also = ""
            if game and game.spec == "gomoku" and "gomoku" in self._options[option].values:
                also = " (its gomoku may want exactly five: with variant='gomoku' it is played so)"
            raise EngineFault(
                f"the engine plays more than one game: say which, as variant='tictactoe'{also}"
            )

    def _send_rules(self, game: LineGame) -> None:
        """Make the engine read the rules of the game from a file, and check that it accepted them."""
        handle, file = mkstemp(suffix=".ini")
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as rules:
                rules.write(variant_rules(game))
            self._set("VariantPath", file)
            self._set("UCI_Variant", variant_name(game))
            taken = self._ready(_PATIENCE, f"variant {variant_name(game)} ")
        finally:
            with suppress(OSError):
                Path(file).unlink()
        if not taken:
            what = f"did not take the rules of {game.spec}: its board may be too small for them"
            raise self._process.fault(what)

    def _ask_if_ready(self) -> None:
        self._process.send("isready")
        self._owed += 1

    def _ready(self, seconds: float, said: str = "") -> bool:
        """Wait until the engine is ready; whether a line with some text came before that."""
        self._ask_if_ready()
        deadline, heard, answers = time.monotonic() + seconds, False, 0
        while self._owed:
            line = self._process.line(deadline)
            if line is None:
                raise self._process.fault("did not answer isready with readyok")
            self._owed -= line == "readyok"
            heard = heard or said in line
            answers += read_bestmove(line) is not None
        if answers:  # nobody has asked: the lines are recorded with the move
            sys.stdout.write(f"the engine answered {answers:,} times more than it was asked to: not read\n")
        return heard

    def _answer(self, began: float, limits: Limits) -> tuple[str, InfoCollector]:
        """Read lines until there is a best move; stop the engine when its time is over."""
        found = InfoCollector()
        try:
            for command, deadline in deadlines(began, limits):
                while (line := self._process.line(deadline)) is not None:
                    if (move := read_bestmove(line)) is not None:
                        return move, found
                    found.read(line)
                if command:
                    self._process.send(command)
        finally:
            found.print()
        raise self._process.fault("did not answer go with bestmove")


class InfoCollector:
    """Collects what an engine reports of its search."""

    def __init__(self) -> None:
        self._kept: deque[str] = deque(maxlen=_KEPT)
        self._best = SearchReport()
        self._nodes, self._seconds = 0, 0.0

    def read(self, line: str) -> None:
        info = read_info(line)
        if info is None or info.report.score is not None or info.string:
            self._kept.append(truncate(line, 300))
        if info is None:
            return
        report = info.report
        self._nodes = self._nodes if report.nodes is None else report.nodes
        self._seconds = report.seconds or self._seconds
        main_line = (info.multipv or 1) == 1
        if report.score is not None and main_line and (info.exact or self._best.score is None):
            self._best = report

    def print(self) -> None:
        """Print the last lines: what an agent prints is recorded."""
        sys.stdout.write("".join(f"{line}\n" for line in self._kept))

    def result(self, position: Position[Any], move: Any, settings: Settings) -> SearchResult[Any] | None:
        """The result, if the engine reported a score. It is never proven: it is only the engine's claim."""
        if self._best.score is None:
            return None
        line, now = [move], position.after(move)
        for number, text in enumerate(self._best.line):
            step = settings.notation.read(now if number else position, text)
            if step is None or (number == 0 and step != move):
                break
            if number:
                line.append(step)
                now = now.after(step)
        stats = SearchStats(self._nodes, self._best.depth or 0, seconds=self._seconds)
        return SearchResult(self._best.score, tuple(line), False, None, stats, "engine")


def deadlines(began: float, limits: Limits) -> list[tuple[str, float]]:
    """Commands for an engine that has not answered, and when; after the last deadline it is given up."""
    seconds = allowed_seconds(limits)
    if seconds is None:
        seconds = _PATIENCE
    elif remaining_seconds(limits) is not None:
        seconds -= margin(seconds)  # after that, the game is lost on time
    return [("stop", began + seconds), ("", began + seconds + _STOPPING)]
