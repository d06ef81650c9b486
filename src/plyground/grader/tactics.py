"""The positions of the check `tactics`: every line of the board is a win once, and once it is blocked.

A program that does not know a line has to fail there, and not by bad luck only. So a win stands beside a
threat of the opponent: who does not see the win goes and blocks. On small boards, where lines leave no room
for that, any other move must be a mistake; and by rules without the line that move is one, or one of
several between which a program chooses, neither the first nor the last.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import zip_longest
from typing import Any, Literal

from plyground.arena.doctor.puzzles import Puzzle, blocks_in_one, is_lost, winning_moves, wins_in_one
from plyground.game import Game, Player, Position
from plyground.games.line import LineGame, LinePosition
from plyground.rng import SplitMix64, derive_seed

Kind = Literal["win", "block"]
KINDS: tuple[Kind, ...] = ("win", "block")
SEED = 2_026
EACH = 3  # positions of a kind for each side to move, at least
MOST_LINES = 100  # of a board that has more, so many are drawn
SMALL = 9  # cells of a board that is searched to its end without a line
_TRIES = {True: 120, False: 240}  # games for a line, by the strict rule and by the loose one
_OF_SMALL = 10  # times as many on a small board, where they cost little


@lru_cache(maxsize=8)
def tactics_puzzles(game: Game[Any], seed: int, each: int) -> tuple[tuple[Kind, Puzzle], ...]:
    """Wins in one and blocks, at least `each` of both for each side to move, and one for every line."""
    kinds: list[list[tuple[Kind, Puzzle]]] = []
    for kind in KINDS:
        of_lines = list(_of_every_line(game, seed, each, kind)) if isinstance(game, LineGame) else []
        drawn = of_lines or _DRAWN[kind](game, seed, each)  # also where no line comes about alone
        kinds.append([(kind, puzzle) for puzzle in drawn])
    return tuple(each for pair in zip_longest(*kinds) for each in pair if each)  # so both kinds are told of


_DRAWN: Mapping[Kind, Callable[[Game[Any], int, int], list[Puzzle]]] = {
    "win": wins_in_one,
    "block": blocks_in_one,
}


def _of_every_line(game: LineGame, seed: int, each: int, kind: Kind) -> Iterator[Puzzle]:
    """A position for every line, the sides taking turns; more rounds if that is too few."""
    lines, chance = list(game.masks), SplitMix64(derive_seed(seed, "tactics", kind))
    chance.shuffle(lines)
    lines = lines[:MOST_LINES]
    seen: set[Position[Any]] = set()
    for number in range(max(len(lines), len(Player) * each)):
        turn, place = divmod(number, len(lines))
        side = tuple(Player)[(turn + place) % len(Player)]
        found = _position(game, lines[place], side, kind, chance)
        if found is not None and found.position not in seen:
            seen.add(found.position)
            yield found


def _position(game: LineGame, line: int, side: Player, kind: Kind, chance: SplitMix64) -> Puzzle | None:
    """A position in which a side completes that line with its next stone, and is to move or is not.

    Some lines do not come about so on this side: then the other side has a try.
    """
    for strict, tries in _TRIES.items():
        for owner in (side, side.other):
            for _ in range(tries * (_OF_SMALL if game.cells <= SMALL else 1)):
                if found := _try(game, line, owner, kind, chance, strict):
                    return found
    return None


def _try(
    game: LineGame, line: int, owner: Player, kind: Kind, chance: SplitMix64, strict: bool
) -> Puzzle | None:
    """One game that is led to such a position, if it comes there."""
    last = chance.choice(_cells(line))
    apart = [other for other in game.masks if not other & line]
    decoy = chance.choice(apart) if kind == "win" and strict and apart else 0
    kept = chance.choice(_cells(decoy)) if decoy else None
    wishes = {owner: line, owner.other: decoy}
    avoided = 1 << last | (0 if kept is None else 1 << kept)
    for position in _led_game(game, wishes, avoided, chance):
        if _asks(position, line, last, owner, kind) and (
            not strict or _decides(position, line, last, kind)
        ):
            return Puzzle(position.text(), position, (position.write(last),))
    return None


def _led_game(
    game: LineGame, wishes: Mapping[Player, int], avoided: int, chance: SplitMix64
) -> Iterator[LinePosition]:
    """The positions of a game in which each side takes the cells of its wish, and nobody wins."""
    position = game.start()
    while True:
        yield position
        going_on = [
            move
            for move in position.moves()
            if not avoided >> move & 1 and position.after(move).outcome() is None
        ]
        side = position.to_move
        wished = [move for move in going_on if wishes[side] >> move & 1]
        others = [move for move in going_on if not wishes[side.other] >> move & 1]
        if not (wished or others):
            return
        position = position.after(chance.choice(wished or others))


def _asks(position: LinePosition, line: int, last: int, owner: Player, kind: Kind) -> bool:
    """Whether the owner of a line completes it, and no other, with the last cell, and there alone."""
    own = position.stones[owner.value] | 1 << last
    completed = [mask for mask in position.game.through[last] if own & mask == mask]
    if completed != [line] or (position.to_move is owner) is not (kind == "win"):
        return False
    if last not in position.moves() or len(position.moves()) < 2 or _threats(position, owner) != [last]:
        return False
    return kind == "win" or not (winning_moves(position) or is_lost(position))


def _decides(position: LinePosition, line: int, last: int, kind: Kind) -> bool:
    """Whether a program that does not know the line plays elsewhere, and one that does cannot."""
    if position.game.cells <= SMALL:
        (right, blind) = (_best(position, missing) for missing in (0, line))
        return right == [last] and (last not in blind or blind[0] < last < blind[-1])
    moves = position.moves()
    if kind == "win":
        threats = _threats(position, position.to_move.other)
        return len(threats) == 1 and threats != [last]
    return last not in (moves[0], moves[-1], moves[len(moves) // 2])  # usual moves of who sees nothing


def _threats(position: LinePosition, side: Player) -> list[int]:
    """The cells in which a side would win with its next stone."""
    stones = position.stones[side.value]
    return [
        move
        for move in position.moves()
        if any((stones | 1 << move) & mask == mask for mask in position.game.through[move])
    ]


def _best(position: LinePosition, missing: int) -> list[int]:
    """The moves that keep what a position is worth, by rules that miss a line, or none."""
    own, other = (position.stones[side.value] for side in (position.to_move, position.to_move.other))
    value = _value_of(position.game, missing)
    values = {move: -value(other, own | 1 << move) for move in position.moves()}
    return [move for move, worth in values.items() if worth == max(values.values())]


@lru_cache(maxsize=64)
def _value_of(game: LineGame, missing: int) -> Callable[[int, int], int]:
    masks: Sequence[int] = [mask for mask in game.masks if mask != missing]

    @cache
    def value(own: int, other: int) -> int:
        if any(other & mask == mask for mask in masks):
            return -1
        free = game.playable(own | other)
        return max((-value(other, own | 1 << cell) for cell in _cells(free)), default=0)

    return value


def _cells(mask: int) -> list[int]:
    return [cell for cell in range(mask.bit_length()) if mask >> cell & 1]
