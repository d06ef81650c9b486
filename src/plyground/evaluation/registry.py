"""Evaluations by name, as specs give them."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

from plyground.errors import BadSpec, PlygroundError, truncate, unknown_name
from plyground.evaluation.kept_weights import TRAINING, WEIGHTS_SCHEMES, load_kept
from plyground.evaluation.learned import LearnedWeights
from plyground.evaluation.line_weights import LineWeights
from plyground.evaluation.weights_file import SCHEME, load_weights, packaged_weights
from plyground.game import Position
from plyground.games.line import LinePosition
from plyground.user_code import import_name

Function = Callable[[Any], int]  # of a position: a user's may take one kind of them only
Evaluate = str | LineWeights | LearnedWeights | Function


def zero(position: Position[Any]) -> int:
    """Nothing is known: every unfinished position counts as a draw."""
    return 0


def evaluate_by_position(position: Position[Any]) -> int:
    """The value that a user's position gives itself: its optional member `evaluate`."""
    value: int = position.evaluate()  # type: ignore[attr-defined]
    return value


def learned(position: Position[Any]) -> int:
    """What training has found: the weights of the game that come with plyground."""
    return _packaged(position)(position)


def _packaged(position: Position[Any]) -> LearnedWeights:
    if not isinstance(position, LinePosition):
        kind = type(position).__name__
        raise BadSpec("learned", f"a position of {kind}", None, "only line games have learned weights")
    return packaged_weights(position.game)


AUTO = "auto"  # the game's own evaluation where a search has a depth, none where it goes to the end
EVALUATIONS: dict[str, Function] = {
    "zero": zero,
    "centre": LineWeights(centre=1),
    "open_lines": LineWeights(own=(1,), against=(1,)),
    # the connect-four paper's: 10, 100, 1000 for 2, 3, 4 in a window, 6 for a stone in the centre
    "windows": LineWeights(own=(0, 0, 10, 100, 1000), against=(0, 0, 10, 100, 1000), centre=6),
    "learned": learned,
}


def choose_evaluation(named: Evaluate, position: Position[Any], depth: int | None) -> tuple[Evaluate, str]:
    """The evaluation of a search from a position to a depth, and what its result calls it.

    A search that ends with the game values nothing unfinished, and calls it "".
    """
    if isinstance(found := data_of(named, position), LearnedWeights):
        found.check_game(position)  # also of a search that would not come to need them
    ends = depth is None or (isinstance(position, LinePosition) and position.empty <= depth)
    if ends:
        return "zero" if named == AUTO else named, ""
    if named == AUTO:
        named = _default(position)
    return named, _label(named, position)


def data_of(named: Evaluate, position: Position[Any]) -> LineWeights | LearnedWeights | None:
    """The numbers of an evaluation of a game; None if it has none."""
    if named == AUTO or not is_data(named):
        return None
    function = load_evaluation(named)
    if function is learned:
        return _packaged(position)
    return function if isinstance(function, LineWeights | LearnedWeights) else None


def _default(position: Position[Any]) -> Evaluate:
    """The evaluation of the game itself: its position's `evaluate`, `windows` in a line game, or none."""
    if callable(getattr(position, "evaluate", None)):
        return evaluate_by_position
    return "windows" if isinstance(position, LinePosition) else "zero"


def _label(named: Evaluate, position: Position[Any]) -> str:
    if named is evaluate_by_position:
        return f"{type(position).__name__}.evaluate"
    if isinstance(named, LearnedWeights):
        return named.name
    if isinstance(named, str | LineWeights):
        return str(named)
    return str(getattr(named, "__name__", type(named).__name__))


def load_evaluation(named: Evaluate) -> Function:
    """The evaluation that a name, an object or a function stands for."""
    if isinstance(named, str) and named in EVALUATIONS:
        return EVALUATIONS[named]
    if isinstance(named, LineWeights | LearnedWeights):
        return named
    if isinstance(named, str) and named.startswith(SCHEME):
        return load_weights(named.removeprefix(SCHEME))
    if isinstance(named, str) and named.startswith(TRAINING):
        return load_kept(named)
    if callable(named):
        return _checked(named)
    if isinstance(named, str) and ":" in named:
        return _checked(_import_function(named))
    given = f"evaluate={truncate(repr(named))}"
    names = ", ".join(sorted((AUTO, *EVALUATIONS)))
    right = (
        f"evaluate is one of {names}, Windows(...), a function, 'mine.py:function' or 'file:weights.json'"
    )
    error = unknown_name("bad evaluate", named if isinstance(named, str) else "", EVALUATIONS, right, given)
    if not error.reason:
        error.reason, error.facts = "one-of", {"name": "evaluate", "known": names}
    raise error


def _import_function(path: str) -> Function:
    """A user's function: `mine.py:worth`."""
    found = import_name(path, "an evaluation")
    if not callable(found):
        where, _, name = path.rpartition(":")
        right = "an evaluation is a function of a position, for the side to move"
        raise BadSpec(f"no evaluation {truncate(name)}", path, len(where) + 1, right)
    function: Function = found
    return function


def is_data(named: Evaluate) -> bool:
    """Whether an evaluation is numbers alone, which the compiled core can run too."""
    if isinstance(named, str) and named.startswith(WEIGHTS_SCHEMES):
        return True
    function = EVALUATIONS.get(named) if isinstance(named, str) else named
    data = function is zero or function is learned or type(function) in (LineWeights, LearnedWeights)
    return named == AUTO or data


def _checked(function: Function) -> Function:
    """A user's function, whose answers must be whole numbers: empty windows are one point wide."""

    def checked(position: Position[Any]) -> int:
        value = function(position)
        try:
            return operator.index(value)
        except TypeError:
            name = _label(function, position)
            raise PlygroundError(
                f"{name} returned {truncate(repr(value))}: an evaluation returns a whole number"
            ) from None

    return checked
