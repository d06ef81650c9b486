"""What is to be learned, by whom, and how: the options that a file of weights says it was made with."""

from __future__ import annotations

from dataclasses import asdict, dataclass, fields, replace
from typing import Any

from plyground.errors import BadSpec, truncate, unknown_name
from plyground.evaluation.tuple_shape import MODELS, TupleShape, line_tables, random_walks
from plyground.games.line import LineGame
from plyground.games.registry import load_game
from plyground.rng import derive_seed
from plyground.spec import bad_option, whole_number

TEACHERS = ("self-play", "perfect")
MAX_GAMES = 10**9
MAX_TUPLES = 1_000
SMALL = 9  # cells: games are short, most moves of self-play are any move, and it looks to their end
LATE_CELLS = 26  # empty cells of a late position: the solver values it and all its moves in 2 ms at most
MAX_NUMBERS = 1 << 25  # of all tables together


@dataclass(frozen=True)
class LearnOptions:
    """The options of a training; None is what suits the game.

    `step` is the size of a weight's step. Self-play makes any move with probability `explore`, and looks
    `trace` (lambda) far beyond the next move. `sharpness` says how fast a weight slows down whose errors
    disagree. `walks` tuples of `length` cells, beside the winning `lines`, are for `ntuple`. The perfect
    teacher takes `late` positions of every game, and few of any ply: the solver is fast late in a game.
    """

    game: str
    teacher: str = TEACHERS[0]
    model: str = MODELS[0]
    games: int | None = None
    seed: int = 0
    step: float | None = None
    explore: float | None = None
    trace: float | None = None
    sharpness: float = 2.7
    walks: int = 70
    length: int = 8
    lines: bool = True
    playable: bool | None = None
    late: int | None = None

    def __post_init__(self) -> None:
        _one_of("from", self.teacher, TEACHERS)
        _one_of("model", self.model, MODELS)
        if self.games is not None:
            whole_number("games", self.games, 1, MAX_GAMES)
        whole_number("seed", self.seed, 0, 2**64 - 1)
        whole_number("walks", self.walks, 1, MAX_TUPLES)
        whole_number("length", self.length, 1, 16)
        if self.late is not None:
            whole_number("late", self.late, 0, 100)
        if self.step is not None:
            _number("step", self.step, 0.0001, 1)
        if self.explore is not None:
            _number("explore", self.explore, 0, 1)
        if self.trace is not None:
            _number("trace", self.trace, 0, 1)
        _number("sharpness", self.sharpness, 0, 10)

    @property
    def rules(self) -> LineGame:
        """The game; BadSpec if it has no lines to look at."""
        game = load_game(self.game)
        if type(game) is not LineGame:
            right = "the lines of a line game are learned: tictactoe, connect4, 'mnk(5,5,4)'"
            facts = {"name": "learn"}
            raise BadSpec(f"nothing to learn in {game.spec}", game.spec, None, right, "line-game", facts)
        return game

    @property
    def shape(self) -> TupleShape:
        """The tuples of cells that are looked at."""
        game = self.rules
        if self.model == "line_table":
            shape = line_tables(game, self.playable)
        else:
            walks = derive_seed(self.seed, "walks")
            shape = random_walks(game, self.walks, self.length, walks, self.playable)
            if self.lines:
                shape = replace(shape, tuples=line_tables(game, self.playable).tuples + shape.tuples)
        if shape.size > MAX_NUMBERS:
            right = f"tables have {MAX_NUMBERS:,} numbers at most for each side: take fewer cells or walks"
            what, where = f"{shape.size:,} numbers", f"{self.model} of {game.spec}"
            raise BadSpec(
                what, where, None, right, "table-size", {"numbers": shape.size, "most": MAX_NUMBERS}
            )
        return shape

    @property
    def total_games(self) -> int:
        """How many games are played."""
        if self.games is not None:
            return self.games
        small = self.rules.cells <= SMALL
        if self.teacher == "perfect":
            return 2_000 if small else 20_000
        return 20_000 if small else 500_000

    @property
    def _plays_small(self) -> bool:
        """Whether it plays by itself on a small board."""
        return self.teacher == "self-play" and self.rules.cells <= SMALL

    def step_size(self, shape: TupleShape) -> float:
        """The size of a step: the more weights a position has, the smaller."""
        if self.step is not None:
            return self.step
        return 0.01 if self._plays_small else max(0.01, round(0.7 / max(1, len(shape.images)), 4))

    @property
    def explored(self) -> float:
        """How many moves are any move."""
        if self.explore is not None:
            return self.explore
        return 0.8 if self._plays_small else 0.3 if self.rules.cells <= SMALL else 0.1

    @property
    def looked_ahead(self) -> float:
        """How far self-play looks beyond the next move: lambda."""
        return self.trace if self.trace is not None else 0.9 if self._plays_small else 0.6

    @property
    def late_positions(self) -> int:
        """How many late positions of a game are asked about, beside those of any ply."""
        return self.late if self.late is not None else 0 if self.rules.cells <= LATE_CELLS else 10

    def header(self, version: str, games: int) -> dict[str, Any]:
        """How weights were made, after so many games, for their file."""
        given = asdict(self)
        options = {f.name: given[f.name] for f in fields(self) if f.name not in ("game", "model", "games")}
        options |= {
            "step": self.step_size(self.shape),
            "explore": self.explored,
            "trace": self.looked_ahead,
        }
        options["playable"] = self.shape.playable
        if self.teacher == "perfect" and self.late_positions:
            options["late"] = self.late_positions
        else:
            del options["late"]
        if self.model != "ntuple":
            del options["walks"], options["length"], options["lines"]
        if self.teacher == "perfect":
            del options["trace"]
        return {"plyground": version, "games": games, "of": self.total_games, "options": options}


def _one_of(name: str, given: object, known: tuple[str, ...]) -> None:
    if given not in known:
        right = f"{name} is one of {', '.join(known)}"
        shown = f"{name}={truncate(repr(given))}"
        error = unknown_name(f"bad {name}", given if isinstance(given, str) else "", known, right, shown)
        if not error.reason:
            error.reason, error.facts = "one-of", {"name": name, "known": ", ".join(known)}
        raise error


def _number(name: str, given: object, low: float, high: float) -> None:
    if isinstance(given, bool) or not isinstance(given, int | float) or not low <= given <= high:
        right = f"{name} is a number from {low:g} to {high:g}"
        raise bad_option(name, given, right, "between", least=f"{low:g}", most=f"{high:g}")
