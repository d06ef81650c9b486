"""A trainer in Python, to be read; native/trainer.hpp is the same, to be fast.

The value of a position for the side to move is the tanh of a sum of weights, one for each image of a tuple.
Learning moves the weights of a position towards a target. How large a step each weight takes is up to how
far its errors agreed so far (temporal coherence, Beal & Smith 1999). All of it is whole numbers (units.py).
"""

from __future__ import annotations

import struct
from array import array
from dataclasses import dataclass
from typing import NamedTuple

from plyground.evaluation.tuple_shape import TupleShape
from plyground.game import Player
from plyground.games.line import LinePosition
from plyground.rng import SplitMix64
from plyground.trainers.units import (
    MAX_COHERENCE,
    MAX_WEIGHT,
    ONE,
    SQUASH_BITS,
    STEP_BITS,
    rate_table,
    squash_table,
)

EXAMPLE = struct.Struct("<32s32sBi")  # stones of X, stones of O, who moves, the value for who moves
WON = (2**63 - 1) // 4  # what stands for the sum of a move that wins

Tally = tuple[int, int, int, int, int, int]  # moves, updates, error; won, drawn, lost by the first player


class ChosenMove(NamedTuple):
    """A move of self-play, and what the side that made it thought of it."""

    move: int
    best: int  # the sum for the best move
    made: int  # the sum for the move made
    explored: bool  # it was another than the best


@dataclass
class Trainer:
    """Weights of a shape that learn."""

    shape: TupleShape
    sharpness: float
    seed: int

    def __post_init__(self) -> None:
        self.chance_ = SplitMix64(self.seed)
        self.weights_ = array("i", bytes(8 * self.shape.size))  # for the first to move, then the second
        self.net = array("i", bytes(8 * self.shape.size))
        self.sum = array("i", bytes(8 * self.shape.size))
        self.squashed, self.rates = squash_table(), rate_table(self.sharpness)

    def self_play(self, games: int, step: int, explore: int, trace: int) -> Tally:
        """Play games against itself, and learn from each when it is over."""
        moves = error = 0
        ends = [0, 0, 0]
        for _ in range(games):
            played, positions, last = self._play(explore)
            ends[_ending(last)] += 1
            moves += len(played)
            for position, target in zip(positions, self._targets(played, trace), strict=True):
                error += abs(self._update(position, target, step))
        return moves, moves, error, *ends  # type: ignore[return-value]

    def fit(self, examples: bytes, order: list[int], step: int) -> int:
        """Learn examples in an order; the sum of the errors."""
        error = 0
        for place in order:
            *board, target = EXAMPLE.unpack_from(examples, place * EXAMPLE.size)
            error += abs(self._update(self._position(*board), target, step))
        return error

    def best_moves(self, examples: bytes) -> list[int]:
        """The best move one ply ahead in the position of each example, the first of equals."""
        return [self._choose(self._position(*board)).move for *board, _ in EXAMPLE.iter_unpack(examples)]

    def _position(self, first: bytes, second: bytes, to_move: int) -> LinePosition:
        stones = int.from_bytes(first, "little"), int.from_bytes(second, "little")
        return LinePosition(self.shape.game, *stones, Player(to_move), None)

    def _play(self, explore: int) -> tuple[list[ChosenMove], list[LinePosition], LinePosition]:
        position = self.shape.game.start()
        played, positions = [], []
        while not position.ended:
            moves = position.moves()
            chosen = self._choose(position)
            if self.chance_.next() >> 48 < explore:
                move = moves[self.chance_.below(len(moves))]
                chosen = ChosenMove(move, chosen.best, self._worth(position, move), move != chosen.move)
            played.append(chosen)
            positions.append(position)
            position = position.after(chosen.move)
        return played, positions, position

    def _choose(self, position: LinePosition) -> ChosenMove:
        moves = position.moves()
        sums = [self._worth(position, move) for move in moves]
        best = max(sums)
        return ChosenMove(moves[sums.index(best)], best, best, explored=False)

    def _worth(self, position: LinePosition, move: int) -> int:
        """What a move is worth to who makes it: the sum for the other side, turned."""
        after = position.after(move)
        if after.ended:
            return WON if after.ended.winner else 0
        return -sum(self.weights_[place] for place in self._places(after))

    def _targets(self, played: list[ChosenMove], trace: int) -> list[int]:
        """What each position is moved towards: the lambda-return, which an explored move cuts off."""
        targets: list[int] = []
        for chosen in reversed(played):
            target = self._squash(chosen.best)
            if targets and not chosen.explored:
                target += (-targets[-1] - target) * trace >> 8
            targets.append(target)
        return targets[::-1]

    def _update(self, position: LinePosition, target: int, step: int) -> int:
        """Move the value of a position towards a target; the error there was."""
        places = self._places(position)
        error = target - self._squash(sum(self.weights_[place] for place in places))
        for place in places:
            agreed = (abs(self.net[place]) << 8) // self.sum[place] if self.sum[place] else 256
            change = step * error * self.rates[agreed] + (1 << STEP_BITS - 1) >> STEP_BITS
            self.weights_[place] = max(-MAX_WEIGHT, min(MAX_WEIGHT, self.weights_[place] + change))
            self.net[place] += error
            self.sum[place] += abs(error)
            if self.sum[place] > MAX_COHERENCE:
                self.net[place] = -(-self.net[place] // 2) if self.net[place] < 0 else self.net[place] // 2
                self.sum[place] //= 2
        return error

    def _places(self, position: LinePosition) -> list[int]:
        """The places of the weights that a position is the sum of; states are those of the first player."""
        shape = self.shape
        digits, start = shape.digits(*position.stones), position.to_move.value * shape.size
        return [
            start + offset + shape.index(cells, digits)
            for (_, cells), offset in zip(shape.images, shape.offsets, strict=True)
        ]

    def _squash(self, total: int) -> int:
        """The value of a sum: tanh, between the numbers of a table."""
        size, table = abs(total), self.squashed
        place, rest = size >> SQUASH_BITS, size & (1 << SQUASH_BITS) - 1
        if size >= WON:
            value = ONE
        elif place + 1 < len(table):
            value = table[place] + ((table[place + 1] - table[place]) * rest >> SQUASH_BITS)
        else:
            value = table[-1]
        return -value if total < 0 else value

    # What a checkpoint keeps, as the compiled trainer gives and takes it.

    def weights(self) -> bytes:
        """The weights, four bytes each."""
        return _packed(self.weights_)

    def coherence(self) -> bytes:
        """Where the errors of each weight have led, and how far in all."""
        pairs = array("i", bytes(8 * len(self.net)))
        pairs[::2], pairs[1::2] = self.net, self.sum
        return _packed(pairs)

    def chance(self) -> int:
        """The state of the generator."""
        return self.chance_.state

    def restore(self, weights: bytes, coherence: bytes, chance: int) -> None:
        """Go on from a state."""
        pairs = unpacked(coherence)
        if len(weights) != 8 * self.shape.size or len(pairs) != 4 * self.shape.size:
            raise ValueError("these are not the weights of this trainer")
        self.weights_, self.net, self.sum = unpacked(weights), pairs[::2], pairs[1::2]
        self.chance_ = SplitMix64(chance)


def _ending(last: LinePosition) -> int:
    """0 if the first player has won, 1 for a draw, 2 if the second has."""
    assert last.ended is not None
    return 1 if last.ended.winner is None else 2 * last.ended.winner.value


def _packed(numbers: array[int]) -> bytes:
    return struct.pack(f"<{len(numbers)}i", *numbers)


def unpacked(data: bytes) -> array[int]:
    """Numbers of four bytes, the lowest first."""
    return array("i", struct.unpack(f"<{len(data) // 4}i", data))
