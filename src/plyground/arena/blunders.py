"""Blunders: what each move of a run gave away, where the solver knows the game."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from plyground.arena.plan import Plan
from plyground.arena.store import Store
from plyground.errors import PlygroundError
from plyground.game import Position
from plyground.games.line import LineGame
from plyground.games.registry import load_game
from plyground.native import is_native
from plyground.solver.book import packaged_book
from plyground.solver.engine import Budget, as_score, fits
from plyground.solver.exhaustive import known_table, one_ply_later
from plyground.solver.solving import FULL_TABLE_CELLS, engine_of, guard

Value = Callable[[Position[Any]], int]
MOST_UNASKED = 500  # games of Connect Four
_AT_ONCE = 20  # games that are judged between two writes


def judged_unasked(plan: Plan) -> bool:
    """Whether the moves of a run are judged though nobody asked: where that takes seconds at most."""
    game = load_game(plan.game)
    if not isinstance(game, LineGame):
        return False
    known = packaged_book(game.columns, game.rows, game.k) is not None and game.gravity
    return game.cells <= FULL_TABLE_CELLS or (known and plan.total_games <= MOST_UNASKED)


def judge(store: Store, told: Callable[[int, int], None] = lambda done, total: None) -> None:
    """Have the solver look at every move that it has not looked at; it goes on where it was stopped."""
    games = """SELECT number FROM games WHERE number NOT IN (SELECT game FROM losses)
               AND EXISTS (SELECT 1 FROM moves WHERE game = number AND text IS NOT NULL)"""
    waiting = [number for (number,) in store.query(games)]
    if not waiting:
        return
    value = valuer(load_game(store.plan.game).parse(_opening(store, waiting[0])))
    for start in range(0, len(waiting), _AT_ONCE):
        told(start, len(waiting))
        now = waiting[start : start + _AT_ONCE]
        store.add_losses([row for number in now for row in _judged(store, number, value)])
    told(len(waiting), len(waiting))


def _opening(store: Store, game: int) -> str:
    opening: str = next(store.query("SELECT opening FROM games WHERE number = ?", (game,)))[0]
    return opening


def _judged(store: Store, number: int, value: Value) -> Iterator[tuple[int, int, int, int]]:
    """Game, ply, the value of the position, and that of the move; the last is solved first, the easiest."""
    moves = list(store.query("SELECT ply, text, trouble FROM moves WHERE game = ? ORDER BY ply", (number,)))
    position = load_game(store.plan.game).parse(_opening(store, number))
    places = [position]
    for _, text, _ in moves:
        if text is not None:
            places.append(places[-1].play(text))
    values = [value(place) for place in reversed(places)][::-1]
    for (ply, text, trouble), best, after in zip(moves, values, values[1:], strict=False):
        if text is not None and trouble is None:
            yield number, ply, best, one_ply_later(-after)


def valuer(start: Position[Any]) -> Value:
    """What tells the exact value of positions of a game; a PlygroundError if nothing does."""
    if is_native(start) and start.game.cells > FULL_TABLE_CELLS:
        return _by_solver(start)
    return _by_table(start)


def _by_solver(start: Position[Any]) -> Value:
    assert is_native(start)
    if not fits(start.game):
        raise PlygroundError(f"{start.game.spec} is too large to be solved: its blunders are not known")
    engine = engine_of(start.game)
    guard(start, engine, Budget())

    def value(position: Position[Any]) -> int:
        assert is_native(position)
        found = engine.value(position, Budget())
        assert found.exact, "nothing limits it"
        return as_score(position, found.low)

    return value


def _by_table(start: Position[Any]) -> Value:
    known_table(start)  # more positions than a table holds are to be known now, not after the games
    return lambda position: known_table(position)[position]
