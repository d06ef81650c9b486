"""Puzzles for agents: positions from seeded random play, with the right moves by the rules.

Nothing here depends on a game: wins and losses in one move are tried out, so every game will do.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import zip_longest
from typing import Any

from plyground.errors import PlygroundError
from plyground.evaluation.line_weights import LineWeights
from plyground.game import Game, Player, Position
from plyground.games.line import LineGame
from plyground.games.registry import load_game
from plyground.rng import SplitMix64, derive_seed
from plyground.score import HEURISTIC, payoff
from plyground.searchers.alphabeta import AlphaBeta
from plyground.searchers.deepening import Deepening
from plyground.searchers.playouts import sign
from plyground.searchers.searcher import Searcher
from plyground.searchers.types import Limits

EACH_SIDE = 3  # positions of a kind for each side to move
_DRAWS = 120  # games that are searched for them
_MAX_PLIES = 400  # plies of such a game
_FEW = 8  # a board is nearly full if one in so many moves is left
_NODES = 50_000  # of the search for positions that are lost anyway
_WEIGHTS = (0, 1, 4, 16, 64, 256)  # of a line with 0, 1, 2 … stones


@dataclass(frozen=True)
class Puzzle:
    """A position, its text, and the right moves as texts."""

    text: str
    position: Position[Any]
    right: tuple[str, ...]


def first_moves(game: Game[Any], seed: int) -> list[Puzzle]:
    """The start, and the position after one move: the first move of each side."""
    start = game.start()
    move = SplitMix64(derive_seed(seed, "first")).choice(start.moves())
    second = start.after(move)
    played = _puzzle(game, second, (start.write(move),))
    return [_puzzle(game, start, ()), *([] if second.outcome() else [played])]


def wins_in_one(game: Game[Any], seed: int, each_side: int = EACH_SIDE) -> list[Puzzle]:
    """Positions in which some moves win at once, and others do not."""

    def right(position: Position[Any]) -> Sequence[Any]:
        winning = winning_moves(position)
        return winning if len(winning) < len(position.moves()) else ()

    return _draw(game, seed, right, each_side)


def blocks_in_one(game: Game[Any], seed: int, each_side: int = EACH_SIDE) -> list[Puzzle]:
    """Positions in which only one move stops a win in one, and the position is not lost anyway."""

    def right(position: Position[Any]) -> Sequence[Any]:
        if winning_moves(position):
            return ()
        safe = _safe_moves(position, 2)
        only = len(safe) == 1 and len(position.moves()) > 1
        return safe if only and not is_lost(position) else ()

    return _draw(game, seed, right, each_side)


def nearly_full(game: Game[Any], seed: int, most: int = 4) -> list[Puzzle]:
    """Positions near the end of long games, with two legal moves left and with one, or with a few."""
    found: dict[Position[Any], Puzzle] = {}
    few = max(2, len(game.start().moves()) // _FEW)
    for draw in range(most):
        passed = list(_long_game(game, derive_seed(seed, "full", draw)))
        last = [next((p for p in passed if len(p[0].moves()) == left), passed[-1]) for left in (2, 1)]
        for position, words in last:
            if len(position.moves()) <= few:
                found.setdefault(position, _puzzle(game, position, words))
    return list(found.values())[:most]


def moves_taken(game: Game[Any], seed: int, favourites: Sequence[str]) -> list[Puzzle]:
    """For each of some moves, a position in which it is not legal any more."""
    found: dict[Position[Any], Puzzle] = {}
    for favourite in dict.fromkeys(favourites):
        for draw in range(_DRAWS // 4):
            if gone := _without(game, derive_seed(seed, "taken", draw), favourite):
                found.setdefault(gone.position, gone)
                break
    return list(found.values())


def usual_moves(game: Game[Any]) -> list[str]:
    """The usual first moves of simple programs: the middle, the first and the last one."""
    start = game.start()
    moves = start.moves()
    return [start.write(moves[place]) for place in (len(moves) // 2, 0, -1)]


def every_position(game: Game[Any], seed: int, most: int) -> list[Puzzle]:
    """Every position of a game that is not over, with the moves that keep its value.

    An empty list, if there are more than `most`. Positions that differ by more than symmetry come first.
    """
    found: dict[Position[Any], tuple[str, ...]] = {game.start(): ()}
    waiting = list(found)
    for position in waiting:  # the list grows in the loop
        for move in position.moves():
            after = position.after(move)
            if after not in found and after.outcome() is None:
                found[after] = (*found[position], position.write(move))
                waiting.append(after)
        if len(waiting) > most:
            return []
    values: dict[Position[Any], int] = {}
    try:
        puzzles = [
            _puzzle(game, place, words, _best_moves(place, values)) for place, words in found.items()
        ]
    except RecursionError:  # a game with repeated positions
        return []
    SplitMix64(derive_seed(seed, "every")).shuffle(puzzles)
    first = {puzzle.position.canonical(): puzzle for puzzle in reversed(puzzles)}
    new = {puzzle.position for puzzle in first.values()}
    return sorted(puzzles, key=lambda puzzle: puzzle.position not in new)


@lru_cache(maxsize=8)
def puzzles_of(
    game: str, seed: int, each_side: int, every: int
) -> tuple[list[Puzzle], list[Puzzle], list[Puzzle], list[Puzzle]]:
    """Wins, blocks, nearly full boards and all positions of a game; cached for all agents of a folder."""
    loaded = load_game(game)
    wins = wins_in_one(loaded, seed, each_side)
    blocks, full = blocks_in_one(loaded, seed, each_side), nearly_full(loaded, seed)
    return wins, blocks, full, every_position(loaded, seed, every)


def _best_moves(position: Position[Any], values: dict[Position[Any], int]) -> tuple[str, ...]:
    """The moves that keep a win, or else a draw."""
    made = {move: -_value(position.after(move), values) for move in position.moves()}
    return tuple(position.write(move) for move, value in made.items() if value == max(made.values()))


def _value(position: Position[Any], values: dict[Position[Any], int]) -> int:
    """1, 0 or -1 for the side to move under perfect play."""
    if position not in values:
        outcome = position.outcome()
        if outcome is None:
            values[position] = max(-_value(position.after(move), values) for move in position.moves())
        else:
            values[position] = sign(payoff(outcome, position.to_move, 0))
    return values[position]


def winning_moves(position: Position[Any]) -> list[Any]:
    """The moves that win at once; none in games with points, where winning is not all."""
    return [move for move in position.moves() if _wins(position.after(move), position.to_move)]


def _safe_moves(position: Position[Any], most: int) -> list[Any]:
    """The first moves, at most `most`, after which the opponent cannot win at once."""
    safe: list[Any] = []
    threats: list[Any] = []  # moves that won after the last move probably win after the next one, too
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
        found = Deepening(AlphaBeta(evaluate="zero")).search(position, Limits(nodes=_NODES))
    except (PlygroundError, RecursionError):
        return False
    return found.score < -HEURISTIC


def _draw(
    game: Game[Any], seed: int, right: Callable[[Position[Any]], Sequence[Any]], each_side: int
) -> list[Puzzle]:
    """The first positions with right moves in half-random games, at most one of each game."""
    found: dict[Player, dict[Position[Any], Puzzle]] = {side: {} for side in Player}
    for draw in range(_DRAWS):
        for position, words in _half_random_game(game, derive_seed(seed, "puzzle", draw)):
            side = found[position.to_move]
            if len(side) < each_side and position.canonical() not in side and (moves := right(position)):
                texts = tuple(position.write(move) for move in moves)
                side[position.canonical()] = _puzzle(game, position, words, texts)
                break
        if all(len(side) >= each_side for side in found.values()):
            break
    turns = zip_longest(*(side.values() for side in found.values()))
    return [puzzle for turn in turns for puzzle in turn if puzzle is not None]


Positions = Iterator[tuple[Position[Any], tuple[str, ...]]]


def _half_random_game(game: Game[Any], seed: int) -> Positions:
    """The positions of a game in which about half of the moves are random."""
    chance, position, words = SplitMix64(seed), game.start(), list[str]()
    player = _player(game)
    while position.outcome() is None and len(words) < _MAX_PLIES:
        yield position, tuple(words)
        meant = chance.below(2) == 0
        move = player.search(position).move if meant else chance.choice(position.moves())
        words.append(position.write(move))
        position = position.after(move)


def _player(game: Game[Any]) -> Searcher:
    """A player that looks one move ahead: on large boards random play rarely makes a line."""
    if isinstance(game, LineGame):
        return AlphaBeta(depth=1, evaluate=LineWeights(_WEIGHTS, _WEIGHTS))
    return AlphaBeta(depth=1)


def _long_game(game: Game[Any], seed: int, favourite: str = "") -> Positions:
    """The positions of a game that avoids its end as long as possible; it often plays a favourite move."""
    chance, position, words = SplitMix64(seed), game.start(), list[str]()
    while position.outcome() is None and len(words) < _MAX_PLIES:
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
    for position, words in _long_game(game, seed, favourite):
        if favourite not in map(position.write, position.moves()):
            return _puzzle(game, position, words)
    return None


def _puzzle(
    game: Game[Any], position: Position[Any], words: tuple[str, ...], right: tuple[str, ...] = ()
) -> Puzzle:
    """A puzzle with the shortest text of its position; if no right moves are given, all are right."""
    gap = "" if all(len(word) == 1 for word in words) else " "
    for text in (gap.join(words) or "-", " ".join(words) or "-", position.text()):
        try:
            if game.parse(text) == position:
                break
        except PlygroundError:
            continue
    return Puzzle(text, position, right or tuple(map(position.write, position.moves())))
