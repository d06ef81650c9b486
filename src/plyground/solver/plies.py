"""All positions of a ply of a game in which discs fall, mirror images merged; and the eight-ply set."""

from __future__ import annotations

from functools import cache

from plyground.errors import BadSpec
from plyground.game import Game, Player
from plyground.games.line import LineGame, LinePosition, connect4
from plyground.native import HAS_CORE, _core
from plyground.solver.bitboard import SolverBoard
from plyground.solver.book import mirror_key, stones_of_key
from plyground.solver.native import fits

MAX_LISTED = 11  # plies: with more, the positions of Connect Four do not fit into a laptop's memory
UCI_PLIES = 8


def check_discs_fall(game: Game[object] | LineGame) -> LineGame:
    """The game, if it is one in which discs fall and that the compiled solver has room for."""
    if not isinstance(game, LineGame) or not game.gravity or not fits(game):
        right = "discs fall in it, and columns x (rows + 1) is at most 64: connect4, 'connect4(6,5,4)'"
        raise BadSpec(f"no positions by ply of {game.spec}", game.spec, None, right)
    return game


def keys_at(game: LineGame, ply: int) -> list[int]:
    """The keys of all positions of a ply in which the game goes on, sorted; of two mirror images, one."""
    keys = [0]
    for _ in range(ply):
        keys = keys_after(game, keys)
    return keys


def keys_after(game: LineGame, keys: list[int]) -> list[int]:
    """The keys of the positions that follow from the given ones, sorted; of two mirror images, one."""
    if HAS_CORE:
        return _core.keys_after(game.columns, game.rows, game.k, keys)
    board, found = _board(game), set[int]()
    for key in keys:
        own, taken = stones_of_key(game, key)
        if taken.bit_count() + 1 >= game.cells:
            continue
        moves = taken + board.bottom_row & board.all_cells & ~board.threats(own, taken)
        while moves:
            found.add(mirror_key(game, own ^ taken, taken | moves & -moves))
            moves &= moves - 1
    return sorted(found)


def position_of(game: LineGame, key: int) -> LinePosition:
    """The position of a key, whose game is not over."""
    high, parts = game.rows + 1, _columns(game)
    own = other = 0
    for column in range(game.columns):
        mine, theirs = parts[key >> column * high & (1 << high) - 1]
        own, other = own | mine << column, other | theirs << column
    if (own | other).bit_count() % 2:
        return LinePosition(game, other, own, Player.SECOND, None)
    return LinePosition(game, own, other, Player.FIRST, None)


@cache
def _columns(game: LineGame) -> list[tuple[int, int]]:
    """For each part of a key that stands for a column: the discs of the side to move, and of the other."""
    found = [(0, 0)]
    for part in range(1, (1 << game.rows + 1) - 1):
        discs = (part + 1).bit_length() - 1
        mine = part - ((1 << discs) - 1)
        cells = [(row, 1 << (game.rows - 1 - row) * game.columns) for row in range(discs)]
        own = sum(cell for row, cell in cells if mine >> row & 1)
        found.append((own, sum(cell for row, cell in cells if not mine >> row & 1)))
    return found


def quiet(game: LineGame, key: int) -> bool:
    """Whether neither side could win with its next disc."""
    board = _board(game)
    own, taken = stones_of_key(game, key)
    playable = taken + board.bottom_row & board.all_cells
    return not playable & (board.threats(own, taken) | board.threats(own ^ taken, taken))


@cache
def uci_keys() -> tuple[int, ...]:
    """The 67,557 positions of Connect Four that the field calls the UCI set, by their keys.

    Eight discs, mirror images merged, neither side able to win with its next disc.
    """
    game = connect4()
    return tuple(key for key in keys_at(game, UCI_PLIES) if quiet(game, key))


@cache
def _board(game: LineGame) -> SolverBoard:
    return SolverBoard(game)
