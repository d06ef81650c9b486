"""`solve_many(positions)`: exact scores of many positions, nearly as fast as the compiled solver is."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sized
from itertools import islice
from pathlib import Path
from typing import Any, Literal, NamedTuple, NoReturn, overload

from plyground.errors import BadSpec, NotationError, PlygroundError, truncate
from plyground.game import Game, Position
from plyground.games.line import connect4
from plyground.games.registry import load_game
from plyground.score import Score
from plyground.searchers import Limits
from plyground.searchers.types import Stop
from plyground.solver.batch import Batches, BatchOptions, Item
from plyground.solver.native import TABLE_MB
from plyground.solver.solution import TooLarge
from plyground.spec import whole_number

CHUNK = 1 << 16  # items that are read at a time: for less, threads would wait for each other often
Progress = Callable[[int, int | None], object]


class ScoredMove(NamedTuple):
    """The score of a position and the text of a best move, which is None if the game is over.

    >>> import plyground as pg
    >>> pg.solve_many(["121212"], best=True)[0].move
    '1'
    """

    score: Score
    move: str | None


class BadItem(NotationError):
    """A text among many that names no position; `index` says which, counted from 0."""

    index: int = -1


@overload
def solve_many(
    positions: Iterable[Item] | Item,
    *,
    game: Game[Any] | str = "connect4",
    best: Literal[False] = False,
    weak: bool = False,
    book: bool | Path = True,
    threads: int = 1,
    table_mb: int = TABLE_MB,
    progress: Progress | None = None,
) -> list[Score]: ...
@overload
def solve_many(
    positions: Iterable[Item] | Item,
    *,
    game: Game[Any] | str = "connect4",
    best: Literal[True],
    weak: bool = False,
    book: bool | Path = True,
    threads: int = 1,
    table_mb: int = TABLE_MB,
    progress: Progress | None = None,
) -> list[ScoredMove]: ...
@overload
def solve_many(
    positions: Iterable[Item] | Item,
    *,
    game: Game[Any] | str = "connect4",
    best: Literal[False] = False,
    weak: bool = False,
    book: bool | Path = True,
    threads: int = 1,
    table_mb: int = TABLE_MB,
    progress: Progress | None = None,
    seconds: float | None = None,
    nodes: int | None = None,
    stop: Stop | None = None,
) -> list[Score | None]: ...
@overload
def solve_many(
    positions: Iterable[Item] | Item,
    *,
    game: Game[Any] | str = "connect4",
    best: bool = False,
    weak: bool = False,
    book: bool | Path = True,
    threads: int = 1,
    table_mb: int = TABLE_MB,
    progress: Progress | None = None,
    seconds: float | None = None,
    nodes: int | None = None,
    stop: Stop | None = None,
) -> list[ScoredMove | None] | list[Score | None]: ...
def solve_many(
    positions: Iterable[Item] | Item,
    *,
    game: Game[Any] | str = "connect4",
    best: bool = False,
    weak: bool = False,
    book: bool | Path = True,
    threads: int = 1,
    table_mb: int = TABLE_MB,
    progress: Progress | None = None,
    seconds: float | None = None,
    nodes: int | None = None,
    stop: Stop | None = None,
) -> Any:
    """The score of every position under perfect play, in order; with `best`, a best move beside each.

    Positions may be of any game; texts are read as positions of `game`. Each thread solves other positions,
    with a table of its own: together they take `table_mb`. `progress` is called with (done, total) about
    every 50 ms and at the end; total is None for a generator. `seconds` and `nodes` are for each position:
    where they were too few, and after a `stop`, there is None instead of a score.

    >>> from plyground import solve_many
    >>> solve_many(["444444", "44444415221", "1212121"])
    [WIN - 35, 24 - WIN, -WIN]
    >>> solve_many(["4444441522"], best=True)
    [ScoredMove(score=WIN - 1, move='3')]
    """
    whole_number("threads", threads, 1, 256)
    whole_number("table_mb", table_mb, 1, 1 << 20)
    Limits(nodes=nodes, seconds=seconds, stop=stop)  # raises what is wrong with them
    options = BatchOptions(weak, best, book, threads, table_mb, seconds, nodes, stop)
    rules = connect4() if game == "connect4" else load_game(game) if isinstance(game, str) else game
    total = 1 if _is_one(positions) else len(positions) if isinstance(positions, Sized) else None
    answers: list[Any] = []

    def deliver(more: list[Any]) -> None:
        answers.extend(more)
        if progress is not None:
            progress(len(answers), total)

    with Batches(rules, options, _scored_move if best else _score, _raise) as batches:
        for chunk in _chunks(positions):
            batches.solve(chunk, deliver)
    return answers


def _score(score: Score, stones: int, move: str | None) -> Any:
    return score


def _scored_move(score: Score, stones: int, move: str | None) -> Any:
    return ScoredMove(score, move)


def _is_one(positions: object) -> bool:
    """A position or a text by itself: it is a batch of one, although both can be iterated over."""
    return isinstance(positions, (str, Position))


def _chunks(positions: Any) -> Iterator[list[Item]]:
    if _is_one(positions):
        yield [positions]
        return
    if isinstance(positions, list):  # slices are made faster
        yield from (positions[at : at + CHUNK] for at in range(0, len(positions), CHUNK))
        return
    try:
        left = iter(positions)
    except TypeError:
        given = f"positions={truncate(repr(positions))}"
        raise BadSpec(
            "bad positions", given, None, "give positions or texts in a list or a generator"
        ) from None
    while chunk := list(islice(left, CHUNK)):
        yield chunk


def _raise(index: int, item: Item, error: PlygroundError) -> NoReturn:
    """Raise an error again that says which item it is about."""
    where = f"positions[{index}]: "
    if isinstance(error, NotationError):
        bad = BadItem(where + error.what, error.text, error.at, error.right, error.reason, error.facts)
        bad.index = index
        raise bad from None
    kind = TooLarge if isinstance(error, TooLarge) else PlygroundError
    raise kind(where + str(error)) from None
