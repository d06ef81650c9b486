"""Both trainers learn the same numbers, to the last bit."""

from __future__ import annotations

import pytest

from plyground import LineGame, SplitMix64, connect4, mnk, tictactoe
from plyground.evaluation.tuple_shape import TupleShape, line_tables, random_walks
from plyground.searchers import random_line
from plyground.trainers.native import AnyTrainer, new_trainer
from plyground.trainers.trainer import EXAMPLE
from plyground.trainers.units import ONE, STEP, TRACE, rate_table, squash_table

pytestmark = pytest.mark.needs_core

STEP_SIZE, EXPLORE, TRACES = STEP // 20, STEP // 5, TRACE * 3 // 4
SHAPES = {
    "tictactoe": (line_tables(tictactoe()), 12),
    "connect4": (line_tables(connect4(4, 4, 3)), 8),
    "three states": (line_tables(connect4(4, 3, 3), playable=False), 8),
    "walks": (random_walks(connect4(4, 4, 3), 4, 5, seed=2), 8),
    "mnk": (random_walks(mnk(4, 3, 3), 3, 4, seed=1), 8),
    "two words": (random_walks(connect4(9, 8, 3), 3, 4, seed=3), 4),
}


def examples(game: LineGame, count: int, seed: int) -> bytes:
    """Positions of random games with random values."""
    chance = SplitMix64(seed)
    made = b""
    while len(made) < count * EXAMPLE.size:
        position = game.start()
        for move in random_line(position, chance.below(game.cells), chance.next()):
            position = position.after(move)
        if not position.ended:
            stones = [part.to_bytes(32, "little") for part in position.stones]
            made += EXAMPLE.pack(*stones, position.to_move.value, chance.below(2 * ONE + 1) - ONE)
    return made


def both(shape: TupleShape, seed: int) -> tuple[AnyTrainer, AnyTrainer]:
    return new_trainer(shape, 2.7, seed, "python"), new_trainer(shape, 2.7, seed, "native")


def state(trainer: AnyTrainer) -> tuple[bytes, bytes, int]:
    return trainer.weights(), trainer.coherence(), trainer.chance()


@pytest.mark.parametrize("name", SHAPES)
def test_self_play_is_the_same_in_both_cores(name: str) -> None:
    shape, games = SHAPES[name]
    slow, fast = both(shape, seed=7)
    for _ in range(2):
        told = [each.self_play(games, STEP_SIZE, EXPLORE, TRACES) for each in (slow, fast)]
        assert told[0] == told[1]
        assert state(slow) == state(fast)
    assert any(slow.weights())


@pytest.mark.parametrize("name", ["tictactoe", "connect4", "walks"])
def test_examples_are_learned_alike_in_both_cores(name: str) -> None:
    shape, _ = SHAPES[name]
    slow, fast = both(shape, seed=1)
    made = examples(shape.game, 12, seed=4)
    for order in (list(range(12)), [3, 3, 3, 0]):
        assert slow.fit(made, order, STEP_SIZE) == fast.fit(made, order, STEP_SIZE)
        assert state(slow) == state(fast)
        assert slow.best_moves(made) == fast.best_moves(made)


def test_an_example_that_is_learned_often_is_learned() -> None:
    shape = line_tables(tictactoe())
    trainer = new_trainer(shape, 2.7, 0, "native")
    made = examples(tictactoe(), 1, seed=3)
    errors = [trainer.fit(made, [0] * 20, STEP // 50) for _ in range(20)]
    assert errors[-1] * 100 < errors[0]


def test_a_state_goes_on_where_it_was_in_either_core() -> None:
    shape, games = SHAPES["walks"]
    whole, _ = both(shape, seed=5)
    whole.self_play(2 * games, STEP_SIZE, EXPLORE, TRACES)
    first, other = both(shape, seed=5)
    first.self_play(games, STEP_SIZE, EXPLORE, TRACES)
    other.restore(*state(first))
    other.self_play(games, STEP_SIZE, EXPLORE, TRACES)
    assert state(other) == state(whole)
    again, _ = both(shape, seed=1)
    again.restore(*state(other))
    assert state(again) == state(other)


@pytest.mark.parametrize("core", [0, 1])
def test_the_state_of_another_trainer_is_refused(core: int) -> None:
    one, other = both(SHAPES["mnk"][0], 0)[core], both(SHAPES["walks"][0], 0)[core]
    with pytest.raises(ValueError, match="not the weights of this trainer"):
        one.restore(*state(other))


def test_coherence_is_halved_alike_when_it_has_grown_large() -> None:
    """After 2**23 / ONE updates of the largest error: without games, by examples that contradict each other."""
    shape = random_walks(mnk(3, 2, 2), 1, 2, seed=0)
    slow, fast = both(shape, seed=0)
    stones = bytes(32), bytes(32)
    made = EXAMPLE.pack(*stones, 0, ONE) + EXAMPLE.pack(*stones, 0, -ONE)
    order = [0, 1, 1] * 130
    assert slow.fit(made, order, STEP // 4) == fast.fit(made, order, STEP // 4)
    assert state(slow) == state(fast)


def test_the_tables_are_those_that_every_machine_makes() -> None:
    squash, rates = squash_table(), rate_table(2.7)
    assert (squash[0], squash[128], squash[1024], sum(squash)) == (0, 24956, 32768, 30663544)
    assert (rates[0], rates[256], sum(rates)) == (17, 256, 22778)
    assert rate_table(0) == list(range(257))
