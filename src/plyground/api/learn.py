"""`learn`: an evaluation that a game teaches itself, or that the solver teaches."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import plyground
from plyground.cards import training_card
from plyground.errors import BadSpec, truncate
from plyground.evaluation.learned import LearnedWeights
from plyground.evaluation.line_values import LineValue, ranked_lines
from plyground.evaluation.weights_file import SCHEME, load_weights, write_weights
from plyground.game import Player
from plyground.games.given import GameLike, check_game
from plyground.games.registry import present_game
from plyground.native import Core
from plyground.searchers.types import Limits
from plyground.trainers.checkpoint import checkpoint_path
from plyground.trainers.course import Training, curve_csv
from plyground.trainers.options import LearnOptions
from plyground.whole_file import write_whole


@dataclass(frozen=True)
class LearnedResult:
    """What a training has learned: `weights` is an evaluation for any searcher; `curve` is how it went."""

    weights: LearnedWeights
    curve: list[dict[str, Any]]
    model: str
    games: int
    finished: bool

    def save(self, path: str | Path) -> str:
        """Write the weights; the answer is what `evaluate=` takes."""
        write_whole(Path(path), write_weights(self.weights, self.model))
        return f"{SCHEME}{path}"

    def curve_csv(self) -> str:
        """The learning curve as CSV."""
        return curve_csv(self.curve)

    def lines(self, to_move: Player = Player.FIRST) -> list[LineValue]:
        """What lines are worth to the side to move; first those that count most one stone short."""
        return ranked_lines(self.weights, to_move)

    def _repr_html_(self) -> str:
        """The curve, and the lines of the board for each side to move."""
        title = f"{self.model}, {self.weights.shape.game.spec}"
        return training_card(title, self.curve, self.games, self.weights)

    def __repr__(self) -> str:
        game = self.weights.shape.game.spec
        return f"<{self.model} of {game} after {self.games:,} games>"


def learn(
    game: GameLike,
    teacher: str = "self-play",
    *,
    model: str = "line_table",
    games: int | None = None,
    seed: int = 0,
    seconds: float | None = None,
    core: Core = "auto",
    out: str | Path | None = None,
    progress: Callable[[str, int, int], None] | None = None,
    **options: Any,
) -> LearnedResult:
    """Learn an evaluation of a line game, by `self-play` or from a `perfect` teacher, the solver.

    The same seed gives the same weights in both cores and on every machine. With `out` the weights are
    written there; what was stopped, by `seconds` or by a power cut, goes on when it is called again. Other
    options are those of `LearnOptions`: step, explore, trace, sharpness, walks, length, lines, playable and
    late.

    >>> import plyground as pg
    >>> found = pg.learn("tictactoe", games=200)
    >>> found
    <line_table of tictactoe after 200 games>
    >>> pg.search(pg.tictactoe().parse("51"), pg.AlphaBeta(1, found.weights)).nodes
    8
    """
    rules = check_game(game)
    try:
        with present_game(rules):
            chosen = LearnOptions(rules.spec, teacher, model, games, seed, **options)
            _ = chosen.rules  # raises what is wrong with the game
    except TypeError as error:
        wrong = next((name for name in options if repr(name) in str(error)), "")
        right = "learn takes step, explore, trace, sharpness, walks, length, lines, playable and late"
        raise BadSpec(f"no option {truncate(wrong)}", "", None, right) from None
    Limits(seconds=seconds)  # raises what is wrong with it
    kept = None if out is None else checkpoint_path(Path(out))
    training = Training(chosen, core, plyground.__version__, kept)
    training.run(seconds, progress)
    return finish(training, None if out is None else Path(out))


def finish(training: Training, out: Path | None) -> LearnedResult:
    """Write what was learned; the checkpoint of a training that is over is not needed any more."""
    weights, state, model = training.weights(), training.state, training.options.model
    if out is not None:
        write_whole(out, write_weights(weights, model))
        weights = load_weights(str(out))
        if training.finished:
            checkpoint_path(out).unlink(missing_ok=True)
    return LearnedResult(weights, state.curve, model, state.games, training.finished)
