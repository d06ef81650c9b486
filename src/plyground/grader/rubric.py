"""A rubric: which checks a submission goes through, and how many points each is worth. It is a TOML file.

docs/howto/grade.md describes every key.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NoReturn

from plyground.agents import load_entrant
from plyground.arena.openings import openings
from plyground.errors import BadSpec, PlygroundError, nearest_name, truncate
from plyground.game import Game
from plyground.games.line import tictactoe
from plyground.games.line_shape import LineShape
from plyground.games.registry import load_game
from plyground.grader.program import DEFAULT_FUNCTIONS
from plyground.grader.rubric_keys import COMMON_KEYS, KINDS, TOP_KEYS, is_text, is_texts
from plyground.grader.student_tree import View
from plyground.grader.tactics import EACH, SEED, tactics_puzzles

DEFAULT_VIEWS: Mapping[str, View] = {"plain": "mover", "cs50": "first", "aima": "root", "kaggle": "mover"}
DEFAULT_SECONDS = 30.0
DEFAULT_CALLS = 1_000_000
DEFAULT_WALL = 60.0


@dataclass(frozen=True)
class RubricCheck:
    """One check: its kind, what it is worth, and the keys of its kind."""

    kind: str
    points: float
    title: str
    keys: Mapping[str, Any]

    def get(self, key: str, default: Any) -> Any:
        return self.keys.get(key, default)

    @property
    def condition(self) -> bool:
        """Whether it gives no points: where it is not met, its points are taken off."""
        return bool(self.get("condition", False))

    @property
    def guessing(self) -> float:
        """The part of its cases that guessing gets right: points begin above it."""
        return float(self.get("guessing", 0.0))

    @property
    def seconds(self) -> float:
        """CPU time for the whole check."""
        return float(self.get("seconds", DEFAULT_SECONDS) if self.kind != "limits" else DEFAULT_SECONDS)


@dataclass(frozen=True)
class Rubric:
    """All checks of an assignment."""

    title: str
    game_spec: str
    interface: str
    function: str
    file: str
    view: View
    node_functions: tuple[str, ...]
    most_calls: int
    wall: float  # seconds by the clock that one student may take, all checks together
    checks: tuple[RubricCheck, ...]
    game: Game[Any] = field(compare=False)

    @property
    def points(self) -> float:
        return sum(check.points for check in self.checks if not check.condition)

    def __getstate__(self) -> dict[str, Any]:
        """To another process goes the spec of the game: its classes may be of a file of the user's."""
        return {name: value for name, value in vars(self).items() if name != "game"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state, game=load_game(state["game_spec"]))


def load_rubric(path: Path) -> Rubric:
    """The rubric of a file; a BadSpec says what is wrong, and where."""
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise BadSpec(f"{path} cannot be read ({error.strerror})", "") from None
    except UnicodeDecodeError:
        raise BadSpec(f"{path} is no text", str(path), None, "a rubric is a TOML file in UTF-8") from None
    return read_rubric(text, path.name)


def read_rubric(text: str, name: str = "rubric.toml") -> Rubric:
    """The rubric of a text, which errors call by a name."""
    try:
        given = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadSpec(f"{name}: {error}", "", None, "a rubric is a TOML file") from None
    return _RubricReader(text, name).rubric(given)


@dataclass(frozen=True)
class _RubricReader:
    """Reads one file, and knows the lines at which its keys stand."""

    text: str
    name: str

    def fail(self, what: str, right: str, key: str = "", check: int | None = None) -> NoReturn:
        where = f"{self.name}, line {self._line(key, check)}"
        raise BadSpec(f"{where}: {what}", "", None, right)

    def _line(self, key: str, check: int | None) -> int:
        """The line of a key, at the top or in a check; that of the check itself if the key is not there."""
        lines = self.text.split("\n")
        heads = [number for number, line in enumerate(lines) if re.match(r"\s*\[\[\s*check\s*\]\]", line)]
        first = 0 if check is None or check >= len(heads) else heads[check]
        last = heads[0] if check is None and heads else len(lines)
        if check is not None and check + 1 < len(heads):
            last = heads[check + 1]
        pattern = re.compile(rf"\s*(\[\[\s*check\.)?{re.escape(key)}\b") if key else None
        for number in range(first, last):
            if pattern and pattern.match(lines[number]):
                return number + 1
        return first + 1

    def rubric(self, given: Mapping[str, Any]) -> Rubric:
        self._known(given, TOP_KEYS, None)
        for key, check in TOP_KEYS.items():
            if key in given and (right := check(given[key])):
                self.fail(f"bad {key} {_show(given[key])}", right, key)
        interface = given.get("interface", "plain")
        game_spec = given.get("game", "tictactoe")
        try:
            game = load_game(game_spec)
        except PlygroundError as error:
            self.fail(str(error), "", "game")
        if interface == "cs50" and game != tictactoe():
            self.fail(f"interface cs50 with game {game_spec}", "CS50's boards are tictactoe", "game")
        if interface == "kaggle" and not (isinstance(game, LineShape) and game.gravity):
            self.fail(f"interface kaggle with game {game_spec}", "Kaggle's boards are connect4", "game")
        if not given.get("check"):
            self.fail("no checks", "a rubric has one [[check]] or more", "check")
        checks = tuple(self._check(each, number, game) for number, each in enumerate(given["check"]))
        return Rubric(
            given.get("title", Path(self.name).stem),
            game_spec,
            interface,
            given.get("function", DEFAULT_FUNCTIONS[interface]),
            given.get("file", ""),
            given.get("view", DEFAULT_VIEWS[interface]),
            tuple(given.get("nodes", ())),
            given.get("calls", DEFAULT_CALLS),
            float(given.get("wall", max(DEFAULT_WALL, *(check.seconds for check in checks)))),
            checks,
            game,
        )

    def _known(self, given: Mapping[str, Any], known: Mapping[str, Any], check: int | None) -> None:
        for key in given:
            if key not in known:
                near = nearest_name(key, list(known))
                right = f"did you mean {near}?" if near else f"keys are {', '.join(known)}"
                self.fail(f"no key {truncate(key)}", right, key, check)

    def _check(self, given: Any, number: int, game: Game[Any]) -> RubricCheck:
        if not isinstance(given, dict):
            self.fail("a check that is no table", "write [[check]] above its keys", "check")
        kind = given.get("kind")
        if not isinstance(kind, str) or kind not in KINDS:
            self.fail(f"no kind {_show(kind)} of check", f"kinds are {', '.join(KINDS)}", "kind", number)
        known = COMMON_KEYS | KINDS[kind]
        self._known(given, known, number)
        for key, check in known.items():
            if key in given and (right := check(given[key])):
                self.fail(f"bad {key} {_show(given[key])}", right, key, number)
        if "points" not in given:
            self.fail("a check without points", "write points = 5, say", "", number)
        self._positions(given, number, game)
        if kind == "nodes" and not given.get("positions"):
            self.fail("nodes without positions", 'write positions = ["X.O/.X./..O"], say', "", number)
        if kind == "values" and not (given.get("positions") or given.get("case")):
            self.fail("values without positions", 'write positions = ["X.O/.X./..O"], say', "", number)
        if kind == "limits" and not {"depth", "seconds"} & given.keys():
            self.fail("limits without a limit", "write depth = 4 or seconds = 2.0, say", "", number)
        if kind == "evaluation" and not isinstance(game, LineShape):
            self.fail("evaluation with a game without a board", "line games have one", "kind", number)
        if kind == "tactics" and not tactics_puzzles(
            game, given.get("seed", SEED), given.get("each", EACH)
        ):
            right = "in tictactoe and connect4 there are some"
            self.fail(
                f"tactics with game {game.spec}: no move wins or blocks there alone", right, "kind", number
            )
        if kind == "match":
            self._opponent(given, number, game)
        keys = dict(given)
        return RubricCheck(kind, float(keys.pop("points")), keys.pop("title", ""), keys)

    def _positions(self, given: Mapping[str, Any], number: int, game: Game[Any]) -> None:
        cases = given.get("case", [])
        for case in cases:
            self._known(case, {"position": is_text, "value": is_text, "moves": is_texts}, number)
            if "position" not in case or not {"value", "moves"} & case.keys():
                right = "a case has a position, and a value or moves"
                self.fail("half a case", right, "case", number)
        for text in (*given.get("positions", ()), *(case["position"] for case in cases)):
            try:
                position = game.parse(text)
            except PlygroundError as error:
                self.fail(str(error), "", "positions", number)
            if position.outcome():
                self.fail(
                    f"the game is over in {truncate(text)}",
                    "give a position with moves",
                    "positions",
                    number,
                )

    def _opponent(self, given: Mapping[str, Any], number: int, game: Game[Any]) -> None:
        try:
            load_entrant(given.get("against", "random"))
        except PlygroundError as error:
            self.fail(str(error), "", "against", number)
        try:
            openings(game, given.get("openings", "none"), 0)
        except PlygroundError as error:
            self.fail(str(error), "", "openings", number)


def _show(value: object) -> str:
    return truncate(repr(value) if not isinstance(value, str) else value)
