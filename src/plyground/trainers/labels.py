"""What the solver knows of positions: values to learn from, and an exam for what was learned."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from plyground.errors import BadSpec
from plyground.games.line import LineGame, LinePosition
from plyground.rng import SplitMix64
from plyground.score import Score, plies_to_end
from plyground.solver.book import packaged_book
from plyground.solver.native import fits
from plyground.solver.solve_many import solve_many
from plyground.trainers.native import AnyTrainer
from plyground.trainers.trainer import EXAMPLE
from plyground.trainers.units import ONE

SOLVED_CELLS = 19  # empty cells of a position that the solver values in a moment
EXAM = 400  # random games that a position is taken of
EXAM_SEED = 2026


def can_label(game: LineGame) -> bool:
    """Whether the solver values positions of a game fast enough to learn from them."""
    return fits(game)


def check_labels(game: LineGame) -> None:
    """Raise BadSpec if there is no perfect teacher of a game."""
    if not can_label(game):
        right = "the solver's boards have columns × (rows + 1) <= 64, and without gravity 32 cells"
        what, better = f"no perfect teacher of {game.spec}", f"{right}; learn from self-play"
        raise BadSpec(what, game.spec, None, better, "no-teacher", {"game": game.spec})


def first_ply(game: LineGame) -> int:
    """The first ply whose positions are labelled: all of them where there is a book."""
    book = game.gravity and packaged_book(game.columns, game.rows, game.k) is not None
    return 0 if book else max(0, game.cells - SOLVED_CELLS)


def record(position: LinePosition, value: int = 0) -> bytes:
    """A position and its value as trainers take them."""
    first, second = (stones.to_bytes(32, "little") for stones in position.stones)
    return EXAMPLE.pack(first, second, position.to_move.value, value)


def label(positions: Sequence[LinePosition]) -> bytes:
    """Examples of positions that are not over, with their values: a sooner win is worth more."""
    scores = solve_many(positions)
    return b"".join(
        record(position, _value(score, position)) for position, score in zip(positions, scores, strict=True)
    )


def _value(score: Score, position: LinePosition) -> int:
    plies = plies_to_end(score)
    if plies is None:
        return 0
    value = ONE * 3 // 4 + ONE // 4 * (position.game.cells - plies) // position.game.cells
    return value if score > 0 else -value


@dataclass(frozen=True)
class SolvedExam:
    """Positions in which it matters what is played, with the moves that keep the value."""

    game: LineGame

    @cached_property
    def questions(self) -> list[tuple[bytes, frozenset[int]]]:
        """Positions of random games with the moves that are right; some moves are wrong."""
        found = []
        positions = _positions(self.game, SplitMix64(EXAM_SEED))
        signs = iter(_signs([position.after(move) for position in positions for move in position.moves()]))
        for position in positions:
            values = {move: next(signs) for move in position.moves()}
            best = max(values.values())
            if min(values.values()) < best:
                found.append(
                    (record(position), frozenset(m for m, value in values.items() if value == best))
                )
        return found

    def mark(self, trainer: AnyTrainer) -> float:
        """The share of right answers."""
        questions = self.questions
        answers = trainer.best_moves(b"".join(asked for asked, _ in questions))
        right = sum(move in moves for move, (_, moves) in zip(answers, questions, strict=True))
        return round(right / max(1, len(questions)), 4)


@lru_cache(maxsize=8)
def exam_of(game: LineGame) -> SolvedExam | None:
    """The exam of a game; None if the solver does not know its answers."""
    return SolvedExam(game) if can_label(game) else None


def _positions(game: LineGame, chance: SplitMix64) -> list[LinePosition]:
    """One position of each of some random games, from the first ply that is labelled on."""
    start, found = first_ply(game), []
    for _ in range(EXAM):
        position, ply = game.start(), start + chance.below(game.cells - start)
        for _ in range(ply):
            if not position.ended:
                position = position.after(chance.choice(position.moves()))
        if not position.ended:
            found.append(position)
    return found


def _signs(after: Sequence[LinePosition]) -> list[int]:
    """What each of some positions is worth to who moved there: 1, 0 or -1."""
    going = [position for position in after if not position.ended]
    solved = iter(solve_many(going, weak=True))
    signs = []
    for position in after:
        if position.ended:
            signs.append(1 if position.ended.winner else 0)
        else:
            score = next(solved)
            signs.append((score < 0) - (score > 0))
    return signs
