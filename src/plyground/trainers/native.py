"""The compiled trainer, which learns the same numbers as trainer.py, many times faster."""

from __future__ import annotations

from typing import Protocol

from plyground import native
from plyground.evaluation.tuple_shape import TupleShape
from plyground.native import Core, _core
from plyground.trainers.trainer import Tally, Trainer
from plyground.trainers.units import rate_table, squash_table


class AnyTrainer(Protocol):
    """What both trainers can do."""

    def self_play(self, games: int, step: int, explore: int, trace: int) -> Tally: ...
    def fit(self, examples: bytes, order: list[int], step: int) -> int: ...
    def best_moves(self, examples: bytes) -> list[int]: ...
    def weights(self) -> bytes: ...
    def coherence(self) -> bytes: ...
    def chance(self) -> int: ...
    def restore(self, weights: bytes, coherence: bytes, chance: int) -> None: ...


def new_trainer(shape: TupleShape, sharpness: float, seed: int, core: Core) -> AnyTrainer:
    """A trainer of a shape whose weights are all 0, by the core that was asked for."""
    if not native.use_native(shape.game.start(), core):
        return Trainer(shape, sharpness, seed)
    tuples = [cells for _, cells in shape.images]
    return _core.Trainer(
        native.rules(shape.game),
        tuples,
        shape.states,
        shape.offsets,
        shape.size,
        squash_table(),
        rate_table(sharpness),
        seed,
    )
