"""Blunders: moves of a run that gave a result away, where the solver knows the game.

Only decisions with something at stake count: not positions that are lost anyway, nor those in which all
moves have the same value. Positions are only won, drawn or lost here, without the number of moves: that is
several times as fast.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Any

from plyground.arena.pool import default_workers
from plyground.arena.store import Loss, Store
from plyground.errors import PlygroundError
from plyground.game import Position
from plyground.games.line import LineGame, LinePosition
from plyground.games.registry import played_game
from plyground.native import HAS_CORE, has_line_rules
from plyground.rng import derive_seed
from plyground.searchers.playouts import sign
from plyground.solver.book import packaged_book
from plyground.solver.exhaustive import cached_full_table
from plyground.solver.native import Budget, fits
from plyground.solver.solution import TooLarge
from plyground.solver.solve import FULL_TABLE_CELLS, refuse_if_too_long, solver_for_thread

Progress = Callable[[int, int], None]
Above = Callable[[Position[Any], int], bool]  # whether a position is better than a loss (-1) or a draw (0)

_BATCH = 20  # games that are judged between two writes
_REMEMBERED = 200_000  # positions

# Judging by default may take as long as the games took. Both times are estimated from counts, so that the
# same moves are judged on any machine: the solver's time for a decision, by the discs on the board, and the
# least time of agents for moves and nodes (two cores of 2026; 1.4 times the mean to be sure). Only where a
# clock limits the moves is the real time used, because no two such runs are the same.
_SECONDS = (1e-2, 1.3e-2, 1e-2, 4e-3, 2.5e-3, 1.4e-3, 8e-4, 5e-4, 3e-4, 2e-4)
_DECISION = dict(enumerate(_SECONDS, 8))  # where the book has no positions
_EASY_DECISION = 5e-5
_SLOWER_IN_PYTHON = 100  # where there is no compiled core
_MOVE, _NODE = 1e-4, 1e-7
ALWAYS = 1.0  # seconds that judging may always take


def to_judge(store: Store, every: bool, seconds: float = ALWAYS, rounds: int | None = None) -> list[int]:
    """The games whose moves are judged: all, or a sample that takes no longer than the games did.

    Some seconds are always allowed. The sample consists of whole rounds as far as possible, drawn by the
    run's seed: so all agents are judged in the same rounds. A number of `rounds` gives the same sample on
    every machine, however fast.
    """
    rules, plan = played_game(store.plan.game), store.plan
    if not every and not _is_judged_by_default(rules):
        return []
    known = list(
        store.query(
            """SELECT number, pair FROM games
               WHERE EXISTS (SELECT 1 FROM moves
                             WHERE game = number AND text IS NOT NULL AND trouble IS NULL)"""
        )
    )
    small = isinstance(rules, LineGame) and rules.cells <= FULL_TABLE_CELLS
    if every or small:
        return [number for number, _ in known]
    pairings = len(plan.pairings)
    order = sorted(
        (
            derive_seed(plan.seed, "judge", pair // pairings),
            derive_seed(plan.seed, "judged", number),
            number,
        )
        for number, pair in known
    )
    if rounds is not None:
        drawn = list(dict.fromkeys(turn for turn, *_ in order))[:rounds]
        return sorted(number for turn, _, number in order if turn in drawn)
    left = max(seconds, _seconds(store))
    chosen: list[int] = []
    for number, cost in _costs(store, [number for *_, number in order]):
        left -= cost
        if left < 0 and chosen:
            break
        chosen.append(number)
    return sorted(chosen)


def seconds_to_judge(store: Store, games: Sequence[int]) -> float | None:
    """About how long the solver takes for games; None where it was never measured."""
    rules = played_game(store.plan.game)
    if not isinstance(rules, LineGame) or rules.cells <= FULL_TABLE_CELLS:
        return 0.0
    return sum(cost for _, cost in _costs(store, games)) if _is_judged_by_default(rules) else None


def _costs(store: Store, games: Iterable[int]) -> Iterator[tuple[int, float]]:
    """The solver's time for each game after the earlier ones, whose positions it remembers."""
    seen: set[Position[Any]] = set()
    for number in games:
        fresh = [place for place in _places(store, number) if place not in seen]
        seen.update(fresh)
        cost = sum(_DECISION.get(_discs(place), _EASY_DECISION) for place in fresh)
        yield number, cost if HAS_CORE else cost * _SLOWER_IN_PYTHON


def judge(
    store: Store, games: Sequence[int] | None = None, progress: Progress = lambda done, total: None
) -> None:
    """Judge the moves of games with the solver; games that are judged already are skipped."""
    waiting = unjudged(store, to_judge(store, every=True) if games is None else games)
    if not waiting:
        return
    above = comparer(_places(store, waiting[0])[0])
    for start in range(0, len(waiting), _BATCH):
        progress(start, len(waiting))
        now = waiting[start : start + _BATCH]
        store.add_losses([loss for number in now for loss in _judge_moves(store, number, above)])
    progress(len(waiting), len(waiting))


def unjudged(store: Store, games: Iterable[int]) -> list[int]:
    """Those of some games whose moves are not judged yet."""
    rows = store.query("SELECT DISTINCT game FROM losses WHERE at_stake IS NOT NULL")
    done = {number for (number,) in rows}
    return [number for number in games if number not in done]


def _is_judged_by_default(rules: object) -> bool:
    """Whether the moves of a game are judged by default."""
    if not isinstance(rules, LineGame):
        return False
    book = rules.gravity and packaged_book(rules.columns, rules.rows, rules.k) is not None
    return rules.cells <= FULL_TABLE_CELLS or book


def _seconds(store: Store) -> float:
    """How long the games took at least: estimated from counts, unless a clock limited them."""
    if store.plan.timed:
        (seconds,) = next(store.query("SELECT coalesce(sum(seconds), 0.0) FROM games"))
        return float(seconds) / default_workers(store.plan)  # that many games were played at a time
    moves, nodes = next(store.query("SELECT count(*), coalesce(sum(nodes), 0) FROM moves"))
    return _MOVE * int(moves) + _NODE * int(nodes)


def _discs(place: Position[Any]) -> int:
    assert isinstance(place, LinePosition)
    return (place.first | place.second).bit_count()


def _moves(store: Store, number: int) -> list[tuple[int, str | None, str | None]]:
    rows = store.query("SELECT ply, text, trouble FROM moves WHERE game = ? ORDER BY ply", (number,))
    return [(ply, text, trouble) for ply, text, trouble in rows]


def _places(store: Store, number: int) -> list[Position[Any]]:
    """The positions of a game, its opening first."""
    ((opening,),) = store.query("SELECT opening FROM games WHERE number = ?", (number,))
    places = [played_game(store.plan.game).parse(opening)]
    for _, text, _ in _moves(store, number):
        if text is not None:
            places.append(places[-1].play(text))
    return places


def _judge_moves(store: Store, number: int, above: Above) -> Iterator[Loss]:
    """The losses of all moves that an agent made itself; the last one first, because it is the easiest."""
    moves, places = _moves(store, number), _places(store, number)
    made = list(zip(moves, places, places[1:], strict=False))
    for (ply, text, trouble), place, after in reversed(made):
        if text is not None and trouble is None:
            value = -_worth(after, above)
            best = value if value == 1 or not above(place, value) else 1 if above(place, 0) else 0
            stake = value < best or _at_stake(place, best, above)
            yield Loss(number, ply, best, value, stake, _name(place))


def _worth(place: Position[Any], above: Above) -> int:
    """1 if the side to move wins, 0 if it draws, -1 if it loses."""
    if not above(place, -1):
        return -1
    return 1 if above(place, 0) else 0


def _at_stake(place: Position[Any], best: int, above: Above) -> bool:
    """Whether some move gives the result away: then the opponent gets more than necessary."""
    return best > -1 and any(above(place.after(move), -best) for move in place.moves())


def _name(place: Position[Any]) -> str:
    """A text that is the same for the same position, whatever moves led there."""
    if isinstance(place, LinePosition):
        return f"{place.first:x}.{place.second:x}.{place.to_move.value}"
    return place.text()


def comparer(start: Position[Any]) -> Above:
    """A function that compares positions of a game with a result; an error if the game cannot be solved."""
    if has_line_rules(start) and start.game.cells > FULL_TABLE_CELLS:
        return _by_solver(start)
    cached_full_table(start)  # if there are too many positions, fail now and not after the games
    return lambda place, worth: sign(cached_full_table(place)[place]) > worth


def _by_solver(start: Position[Any]) -> Above:
    assert has_line_rules(start)
    if not fits(start.game):
        raise PlygroundError(
            f"{start.game.spec} is too large to be solved: its blunders are not known, leave --blunders out"
        )
    engine = solver_for_thread(start.game)
    try:
        refuse_if_too_long(start, engine, Budget())
    except TooLarge as error:
        why = str(error).partition(":")[0]
        raise PlygroundError(f"{why}: its blunders are not known, leave --blunders out") from None

    @lru_cache(maxsize=_REMEMBERED)
    def above(place: Position[Any], worth: int) -> bool:
        assert has_line_rules(place)
        found = engine.exceeds(place, worth, Budget())
        assert found is not None, "nothing limits it"
        return found

    return above
