"""The dialog with an engine that speaks UGI or UCI: a handshake, options, and a question for every move."""

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
from plyground.agents.engine.history import History
from plyground.agents.engine.notation import Drops, variant_name, variant_rules
from plyground.agents.engine.pipe import EngineFault, Pipe
from plyground.agents.engine.replies import Info, Option, read_bestmove, read_info, read_option
from plyground.agents.engine.settings import Settings
from plyground.agents.engine.timing import allowed, margin, remaining, told
from plyground.errors import a_few, clip
from plyground.game import Position
from plyground.games.line import LineGame, LinePosition
from plyground.search.limits import Limits
from plyground.search.result import SearchResult, SearchStats

_PATIENCE = 3_600.0  # seconds for a move that has no limit of time; the arena's is shorter
_GREETING = 60.0  # seconds to answer the keyword; the arena's time for a handshake is shorter
_STARTING = 60.0  # seconds until an engine is ready, likewise
_DEAF = 1.0  # seconds after which an engine is asked whether it knows the keyword
_STOPPING = 60.0  # seconds to answer after `stop`; the arena's tolerance is shorter
_KEPT = 3  # lines before its answer that are printed for the record
_GAME_OPTIONS = ("game", "ugi_variant", "uci_variant", "variant")
_MOST_OPTIONS = 1_000


class UgiAgent:
    """An engine in one game, which is one process."""

    def __init__(self, settings: Settings, seed: int) -> None:
        self.name = settings.spec
        self._settings = settings
        self._history = History(settings.notation.write)
        self._game: str | None = None  # what the engine was told to play
        self._owed = 0  # answers to `isready` that have not come yet
        self._pipe = Pipe(settings.command, "quit")
        try:
            self._options = self._greet()
            self._tell_options(seed)
            self._ready(_STARTING)
            self._pipe.tell(f"{settings.keyword}newgame")
            self._ready(_STARTING)
            self._pipe.halt()
        except EngineFault:
            self._pipe.close()
            raise

    @property
    def computed(self) -> float:
        return self._pipe.computed

    def choose(self, position: Position[Any], limits: Limits) -> Choice:
        """Ask for a move; one that cannot be read comes back as the text that it is."""
        began = time.monotonic()
        try:
            self._pipe.wake()
            self._tell_game(position)
            self._ready(_PATIENCE)
            self._history.follow(position)
            spent = time.monotonic() - began
            self._pipe.tell(self._where(), go_command(limits, self._settings.protocol, spent))
            text, found = self._answer(began, limits)
            self._pipe.halt()
        except EngineFault:
            self._pipe.close()
            raise
        move = self._settings.notation.read(position, text)
        if move is None:
            return Choice(text)
        self._history.answer(position, move)
        return Choice(move, found.result(position, move, self._settings))

    def _greet(self) -> dict[str, Option]:
        """Say the keyword and hear which options there are."""
        keyword, began = self._settings.keyword, time.monotonic()
        options: dict[str, Option] = {}
        self._pipe.tell(keyword)
        while True:
            line = self._pipe.line(began + (_GREETING if self._owed else _DEAF))
            if line is None and not self._owed:
                self._ask_if_ready()  # who answers that, and not the keyword, does not know it
            elif line is None or line == "readyok":
                hint = " (try protocol='uci')" if keyword == "ugi" else ""
                raise self._pipe.fault(f"did not answer {keyword} with {keyword}ok{hint}")
            elif line == f"{keyword}ok":
                return options
            elif (option := read_option(line)) and len(options) < _MOST_OPTIONS:
                options[option.name.lower()] = option

    def _tell_options(self, seed: int) -> None:
        for name, value in self._settings.options:
            self._set(name, value)
        own = [name.lower() for name, _ in self._settings.options]
        if "seed" in self._options and "seed" not in own:
            least, most = self._options["seed"].least, self._options["seed"].most
            self._set("seed", str(least + seed % (most - least + 1)))

    def _set(self, name: str, value: str | None) -> None:
        option = self._options.get(name.lower())
        if option is None:
            names = a_few([each.name for each in self._options.values()]) or "none"
            raise EngineFault(f"the engine has no option {clip(name)}: its options are {clip(names, 200)}")
        self._pipe.tell(f"setoption name {option.name}" + ("" if value is None else f" value {value}"))

    def _tell_game(self, position: Position[Any]) -> None:
        """Say which game it is, where an engine can be told; with the rules, where it can read them."""
        game = position.game if isinstance(position, LinePosition) else None
        name = self._settings.variant or (game.spec if game else "")
        if name == self._game:
            return
        self._game = name
        option = next((each for each in _GAME_OPTIONS if each in self._options), None)
        drops = isinstance(self._settings.notation, Drops)
        if self._settings.variant:
            self._set(option or ("UCI_Variant" if self._settings.protocol == "uci" else "Game"), name)
        elif game and option and (option == "game" or not drops):
            self._set(option, name)
        elif game and {"variantpath", "uci_variant"} <= self._options.keys():
            self._tell_rules(game)
        elif option:
            raise EngineFault("the engine plays more than one game: say which, as variant='tictactoe'")

    def _tell_rules(self, game: LineGame) -> None:
        """Have the engine read the rules of the game from a file, and hear whether it took them."""
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
            raise self._pipe.fault(what)

    def _ask_if_ready(self) -> None:
        self._pipe.tell("isready")
        self._owed += 1

    def _ready(self, seconds: float, said: str = "") -> bool:
        """Wait until the engine has done all that it was told; whether something was said before that."""
        self._ask_if_ready()
        deadline, heard = time.monotonic() + seconds, False
        while self._owed:
            line = self._pipe.line(deadline)
            if line is None:
                raise self._pipe.fault("did not answer isready with readyok")
            self._owed -= line == "readyok"
            heard = heard or said in line
        return heard

    def _where(self) -> str:
        history = self._history
        start = "startpos" if history.base is None else f"fen {self._settings.notation.board(history.base)}"
        return " ".join(["position", start, *(["moves", *history.moves] if history.moves else [])])

    def _answer(self, began: float, limits: Limits) -> tuple[str, Findings]:
        """Hear until there is a best move; stop the engine when its time is over."""
        found = Findings()
        try:
            for command, deadline in deadlines(began, limits):
                while (line := self._pipe.line(deadline)) is not None:
                    if (move := read_bestmove(line)) is not None:
                        return move, found
                    found.hear(line)
                if command:
                    self._pipe.tell(command)
        finally:
            found.print()
        raise self._pipe.fault("did not answer go with bestmove")


class Findings:
    """What an engine has told of its search so far."""

    def __init__(self) -> None:
        self._kept: deque[str] = deque(maxlen=_KEPT)
        self._best = Info()
        self._nodes = self._milliseconds = 0

    def hear(self, line: str) -> None:
        info = read_info(line)
        if info is None or info.score is not None or info.string:
            self._kept.append(clip(line, 300))
        if info is None:
            return
        self._nodes = info.nodes if info.nodes is not None else self._nodes
        self._milliseconds = info.milliseconds or self._milliseconds
        if info.score is not None and (info.multipv or 1) == 1 and (info.exact or self._best.score is None):
            self._best = info

    def print(self) -> None:
        """Let the last lines be seen: whoever runs the agent keeps what is printed."""
        sys.stdout.write("".join(f"{line}\n" for line in self._kept))

    def result(self, position: Position[Any], move: Any, settings: Settings) -> SearchResult[Any] | None:
        """What was found, if a score was told. Nothing of it is proven: it is what the engine says."""
        if self._best.score is None:
            return None
        line, now = [move], position.after(move)
        for number, text in enumerate(self._best.pv):
            step = settings.notation.read(now if number else position, text)
            if step is None or (number == 0 and step != move):
                break
            if number:
                line.append(step)
                now = now.after(step)
        stats = SearchStats(self._nodes, self._best.depth or 0, seconds=self._milliseconds / 1_000)
        return SearchResult(self._best.score, tuple(line), False, None, stats, "engine")


def go_command(limits: Limits, protocol: str, spent: float = 0.0) -> str:
    """`go`, with what is left of a move's limits after some seconds."""
    words = ["go"]
    seconds = allowed(limits)
    if seconds is not None and remaining(limits) is None:
        words += ["movetime", str(told(seconds, spent))]
    elif seconds is not None:  # what the other one has is not known: as much
        time_left, increment = told(seconds, spent), int(getattr(limits, "increment", 0.0) * 1_000)
        sides = ("w", "b") if protocol == "uci" else ("p1", "p2")
        words += [f"{side}time {time_left}" for side in sides]
        words += [f"{side}inc {increment}" for side in sides]
    if limits.depth is not None:
        words += ["depth", str(limits.depth)]
    if limits.nodes is not None:
        words += ["nodes", str(limits.nodes)]
    return " ".join(words)


def deadlines(began: float, limits: Limits) -> list[tuple[str, float]]:
    """What is said to an engine that has not answered, and when; after the last of them it is given up."""
    seconds = allowed(limits)
    if seconds is None:
        seconds = _PATIENCE
    elif remaining(limits) is not None:
        seconds -= margin(seconds)  # after that, the game is lost
    return [("stop", began + seconds), ("", began + seconds + _STOPPING)]
