"""Positions to ask an agent in, to find out what it sees: drawn by seeded play and judged by the rules.

Nothing here knows a game: what wins in one move and what loses to one is tried out, so every game will do.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from plyground.arena.referee import derived
from plyground.errors import PlygroundError
from plyground.evaluation.windows import Windows
from plyground.game import Game, Player, Position
from plyground.games.line import LineGame
from plyground.rng import SplitMix64
from plyground.score import HEURISTIC
from plyground.search.alphabeta import AlphaBeta
from plyground.search.deepening import Deepening
from plyground.search.limits import Limits
from plyground.search.searcher import Searcher

EACH_SIDE = 3  # positions of a kind with the one side to move, and with the other
_DRAWS = 120  # games that are looked through for them
_LONGEST = 400  # plies of such a game
_FEW = 8  # where no game goes on for longer, a board is nearly full with one of so many moves left
_NODES = 50_000  # of the search that tells whether a position is lost anyway
_WEIGHTS = (0, 1, 4, 16, 64, 256)  # of a line with so many stones, for who plays towards lines


@dataclass(frozen=True)
class Puzzle:
    """A position, the moves that led there, and which of its moves are right: texts that the game reads."""

    text: str
    position: Position[Any]
    right: tuple[str, ...]


def first_moves(game: Game[Any], seed: int) -> list[Puzzle]:
    """The start, and the start after one move: each side's first."""
    start = game.start()
    move = SplitMix64(derived(seed, "first")).choice(start.moves())
    second = start.after(move)
    played = _puzzle(game, second, (start.write(move),))
    return [_puzzle(game, start, ()), *([] if second.outcome() else [played])]


def wins_in_one(game: Game[Any], seed: int, each_side: int = EACH_SIDE) -> list[Puzzle]:
    """Positions in which some moves win at once, and others do not."""

    def right(position: Position[Any]) -> Sequence[Any]:
        winning = winning_moves(position)
        return winning if len(winning) < len(position.moves()) else ()

    return _drawn(game, seed, right, each_side)


def blocks_in_one(game: Game[Any], seed: int, each_side: int = EACH_SIDE) -> list[Puzzle]:
    """Positions in which one move alone keeps the other from winning at once, and not just for a while."""

    def right(position: Position[Any]) -> Sequence[Any]:
        if winning_moves(position):
            return ()
        safe = _safe_moves(position, 2)
        only = len(safe) == 1 and len(position.moves()) > 1
        return safe if only and not is_lost(position) else ()

    return _drawn(game, seed, right, each_side)


def nearly_full(game: Game[Any], seed: int, most: int = 4) -> list[Puzzle]:
    """Positions near the end of long games, with two legal moves left and with one, or with a few."""
    found: dict[Position[Any], Puzzle] = {}
    few = max(2, len(game.start().moves()) // _FEW)
    for draw in range(most):
        passed = list(_peaceful(game, derived(seed, "full", draw)))
        last = [next((p for p in passed if len(p[0].moves()) == left), passed[-1]) for left in (2, 1)]
        for position, words in last:
            if len(position.moves()) <= few:
                found.setdefault(position, _puzzle(game, position, words))
    return list(found.values())[:most]


def taken(game: Game[Any], seed: int, favourites: Sequence[str]) -> list[Puzzle]:
    """For each of some moves, a position in which it is not legal any more."""
    found: dict[Position[Any], Puzzle] = {}
    for favourite in dict.fromkeys(favourites):
        for draw in range(_DRAWS // 4):
            if gone := _without(game, derived(seed, "taken", draw), favourite):
                found.setdefault(gone.position, gone)
                break
    return list(found.values())


def usual_moves(game: Game[Any]) -> list[str]:
    """The moves at the start that a program would name first: the middle, the first and the last one."""
    start = game.start()
    moves = start.moves()
    return [start.write(moves[place]) for place in (len(moves) // 2, 0, -1)]


def winning_moves(position: Position[Any]) -> list[Any]:
    """The moves that win the game at once. Where points are paid, to win is not all, and none counts."""
    return [move for move in position.moves() if _wins(position.after(move), position.to_move)]


def _safe_moves(position: Position[Any], most: int) -> list[Any]:
    """The first few moves after which the other cannot win at once."""
    safe: list[Any] = []
    threats: list[Any] = []  # what won after the last move most likely wins after the next one, too
    for move in position.moves():
        reply = position.after(move)
        if any(threat in reply.moves() and _wins(reply.after(threat), reply.to_move) for threat in threats):
            continue
        if found := winning_moves(reply):
            threats = found
            continue
        safe.append(move)
        if len(safe) >= most:
            break
    return safe


def _wins(after: Position[Any], side: Player) -> bool:
    outcome = after.outcome()
    return outcome is not None and outcome.winner is side and outcome.points is None


def is_lost(position: Position[Any]) -> bool:
    """Whether the side to move is known to lose, as far as a short search sees."""
    try:
        found = Deepening(AlphaBeta()).search(position, Limits(nodes=_NODES))
    except (PlygroundError, RecursionError):
        return False
    return found.score < -HEURISTIC


def _drawn(
    game: Game[Any], seed: int, right: Callable[[Position[Any]], Sequence[Any]], each_side: int
) -> list[Puzzle]:
    """The first positions with right moves in games of a half-hearted player, at most one of each game."""
    found: dict[Player, dict[Position[Any], Puzzle]] = {side: {} for side in Player}
    for draw in range(_DRAWS):
        for position, words in _half_hearted(game, derived(seed, "puzzle", draw)):
            side = found[position.to_move]
            if len(side) < each_side and position.canonical() not in side and (moves := right(position)):
                texts = tuple(position.write(move) for move in moves)
                side[position.canonical()] = _puzzle(game, position, words, texts)
                break
        if all(len(side) >= each_side for side in found.values()):
            break
    return [puzzle for side in found.values() for puzzle in side.values()]


Passed = Iterator[tuple[Position[Any], tuple[str, ...]]]


def _half_hearted(game: Game[Any], seed: int) -> Passed:
    """The positions of a game in which every other move, about, is meant and the others are chance."""
    chance, position, words = SplitMix64(seed), game.start(), list[str]()
    player = _player(game)
    while position.outcome() is None and len(words) < _LONGEST:
        yield position, tuple(words)
        meant = chance.below(2) == 0
        move = player.search(position).move if meant else chance.choice(position.moves())
        words.append(position.write(move))
        position = position.after(move)


def _player(game: Game[Any]) -> Searcher:
    """Who looks one move ahead; on large boards chance alone would not come to four in a row."""
    if isinstance(game, LineGame):
        return AlphaBeta(depth=1, evaluate=Windows(_WEIGHTS, _WEIGHTS))
    return AlphaBeta(depth=1)


def _peaceful(game: Game[Any], seed: int, favourite: str = "") -> Passed:
    """The positions of a game that goes on for as long as it can; every other move is a favourite one."""
    chance, position, words = SplitMix64(seed), game.start(), list[str]()
    while position.outcome() is None and len(words) < _LONGEST:
        yield position, tuple(words)
        moves = list(position.moves())
        chance.shuffle(moves)
        if favourite and chance.below(2):
            moves.sort(key=lambda move, place=position: place.write(move) != favourite)  # type: ignore[misc]
        for move in moves:
            if position.after(move).outcome() is None:
                words.append(position.write(move))
                position = position.after(move)
                break
        else:
            return


def _without(game: Game[Any], seed: int, favourite: str) -> Puzzle | None:
    for position, words in _peaceful(game, seed, favourite):
        if favourite not in map(position.write, position.moves()):
            return _puzzle(game, position, words)
    return None


def _puzzle(
    game: Game[Any], position: Position[Any], words: tuple[str, ...], right: tuple[str, ...] = ()
) -> Puzzle:
    """With the shortest text that leads there; without any right move, every legal one is."""
    gap = "" if all(len(word) == 1 for word in words) else " "
    for text in (gap.join(words) or "-", " ".join(words) or "-", position.text()):
        try:
            if game.parse(text) == position:
                break
        except PlygroundError:
            continue
    return Puzzle(text, position, right or tuple(map(position.write, position.moves())))
