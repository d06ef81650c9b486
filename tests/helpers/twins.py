"""Random searches that both cores have to agree on: any line game, position, searcher, option and limit."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from itertools import islice
from typing import Any, TypeVar

from helpers.subjects import LINE_GAMES, random_play
from plyground import LineGame, LinePosition, Player, SplitMix64, load_game
from plyground.errors import NotationError
from plyground.evaluation import LineWeights
from plyground.games.diagram import Diagram
from plyground.native import Core
from plyground.score import HEURISTIC
from plyground.searchers import (
    MCTS,
    PVS,
    AlphaBeta,
    Deepening,
    Greedy,
    Limits,
    MemoMinimax,
    Minimax,
    MTDf,
    ProofNumber,
    Random,
    Searcher,
    SearchResult,
    TableAlphaBeta,
    Trace,
)
from plyground.searchers.order import NAMES
from plyground.searchers.searcher import TreeSearcher

T = TypeVar("T")

TREES: tuple[type[TreeSearcher], ...] = (Minimax, AlphaBeta, PVS, MemoMinimax, TableAlphaBeta, MTDf)
ORDERED = (AlphaBeta, PVS, TableAlphaBeta, MTDf)
SIZES = (1, 2, 6, 7, 8, 9, 11, 16)  # of a side: boards of one, two and four words, and of odd ones
TABLED = (MemoMinimax, TableAlphaBeta, MTDf)


@dataclass(frozen=True)
class Case:
    """One search to be made twice."""

    seed: int
    position: LinePosition
    searcher: Searcher
    limits: Limits
    trace: tuple[int, int] | None  # most rows, most plies

    def run(self, core: Core) -> tuple[SearchResult[Any], Trace | None]:
        """The result and the trace by one of the cores."""
        trace = Trace(*self.trace) if self.trace else None
        found = replace(self.searcher, core=core).search(self.position, self.limits, trace)
        assert found.core == core
        return replace(found, core=""), trace

    def check(self) -> None:
        """Both cores must come to the same in everything but time."""
        (python, slow), (native, fast) = self.run("python"), self.run("native")
        assert native == python, self
        assert native.stats == python.stats, self
        if slow is not None and fast is not None:
            assert fast.rows == slow.rows, self
            assert fast.left_out == slow.left_out, self
            assert [fast.children(n) for n in range(len(fast))] == [
                slow.children(n) for n in range(len(slow))
            ]


def case(seed: int) -> Case:
    """The search that a seed stands for."""
    chance = SplitMix64(seed)
    searcher = any_searcher(chance)
    traced = searcher.leaves_trace and not searcher.traced_in_python and chance.below(4) == 0
    depth = 1 + chance.below(8) if chance.below(4) else None
    nodes = 1 + chance.below(chance.choice((8, 30, 120, 300)))
    if chance.below(300) == 0:
        nodes *= 40  # so that tables and trees outgrow what they begin with
    position = any_position(any_game(chance), chance)
    if position.game.cells > 64:
        nodes = min(nodes, 60)  # Python takes its time with large boards
    rows = chance.choice((1_000_000, 1_000_000, 1 + chance.below(100)))
    return Case(
        seed,
        position,
        searcher,
        Limits(depth, nodes),
        (rows, chance.choice((1_000, 1_000, chance.below(4)))) if traced else None,
    )


def any_game(chance: SplitMix64) -> LineGame:
    """A game of the list, a small one that can be searched to its end, or one of any odd size."""
    kind = chance.below(3)
    if kind == 0:
        return listed(chance.choice(LINE_GAMES))
    columns, rows = (1 + chance.below(5) if kind == 1 else chance.choice(SIZES) for _ in range(2))
    k = 1 + chance.below(min(max(columns, rows), 6))
    return sized(columns, rows, k, chance.below(2) == 0)


@cache  # a game works out its lines and symmetries when they are first asked for
def sized(columns: int, rows: int, k: int, gravity: bool) -> LineGame:
    return LineGame(columns, rows, k, gravity=gravity)


@cache
def listed(spec: str) -> LineGame:
    game = load_game(spec)
    assert isinstance(game, LineGame)
    return game


def any_position(game: LineGame, chance: SplitMix64) -> LinePosition:
    """A position of a random game that either side began, or a board set up as nobody played it."""
    if chance.below(4) == 0 and (position := set_up(game, chance)):
        return position
    start = game.start() if chance.below(2) else LinePosition(game, 0, 0, Player.SECOND, None)
    played = list(islice(random_play(start, chance), 1 + chance.below(game.cells + 1)))
    if len(played) > 1 and played[-1].outcome() and chance.below(8):
        played.pop()  # a finished game has no search in it
    last = played[-1]
    assert isinstance(last, LinePosition)
    return last


def set_up(game: LineGame, chance: SplitMix64) -> LinePosition | None:
    """A board with stones anywhere; None if no game can have come to it."""
    each = chance.below(game.cells // 2 + 1)
    cells = list(range(game.cells))
    chance.shuffle(cells)
    if game.gravity:  # fill columns from below
        columns = [cell % game.columns for cell in cells]
        heights = [0] * game.columns
        cells = []
        for column in columns:
            heights[column] += 1
            cells.append((game.rows - heights[column]) * game.columns + column)
    to_move = chance.choice((Player.FIRST, Player.SECOND))
    ahead = chance.below(2)  # the side to move has as many stones as the other, or one less
    first, second = each, each
    if to_move is Player.FIRST:
        second = min(each + ahead, game.cells - each)
    else:
        first = min(each + ahead, game.cells - each)
    stones = [sum(1 << c for c in part) for part in (cells[:first], cells[first : first + second])]
    try:
        return game.set_up(Diagram((stones[0], stones[1]), to_move, "", tuple(range(game.cells))))
    except NotationError:
        return None


def any_searcher(chance: SplitMix64) -> Searcher:
    """Any searcher with any options."""
    kind = chance.below(12)
    if kind == 0:
        return Random(chance.next())
    if kind == 1:
        return Greedy(chance.choice(("all", "one", "none")))
    if kind == 2:
        explore: float = chance.choice((0, 1, 1.4, 0.5, 2.75, 1_000_000))
        return MCTS(1 + chance.below(200), explore, chance.next())
    if kind == 3:
        size = chance.choice((1, 2, 13, 1_000, 1_000_000))
        return ProofNumber(chance.choice(("best_first", "depth_first")), size)
    if kind < 7:
        depth = chance.choice((None, 1 + chance.below(6)))
        return Deepening(any_tree(chance), depth)
    return any_tree(chance)


def any_tree(chance: SplitMix64) -> TreeSearcher:
    """Any searcher of the tree with any options."""
    kind = chance.choice(TREES)
    options: dict[str, Any] = {
        "depth": chance.choice((None, None, 1 + chance.below(5))),
        "evaluate": any_evaluation(chance),
        "plain": chance.below(3) == 0,
    }
    if kind in ORDERED:
        names = [chance.choice(NAMES) for _ in range(1 + chance.below(4))]
        options["order"] = chance.choice(("given", tuple(names), tuple(names)))
    if kind in TABLED:
        options["size"] = chance.choice((None, None, 1, 2, 7, 97, 1_000, 2**32))
        options["policy"] = chance.choice(("always", "deeper"))
        options["symmetry"] = chance.below(2) == 0
    if kind is AlphaBeta:
        options["cut"] = chance.choice(("equal", "equal", "strict"))
        options["fail"] = chance.choice(("soft", "soft", "hard"))
    return kind(**options)


def any_evaluation(chance: SplitMix64) -> str | LineWeights:
    """An evaluation by its name or of random weights, now and then of the largest."""
    if chance.below(2):
        return chance.choice(("auto", "zero", "centre", "open_lines", "windows"))

    def weight() -> int:
        most = chance.choice((3, 100, HEURISTIC))
        return int(chance.below(2 * most + 1)) - most

    return LineWeights(
        tuple(weight() for _ in range(1 + chance.below(6))),
        tuple(weight() for _ in range(1 + chance.below(6))),
        weight(),
        chance.choice((None, weight())),
    )


def cases(first: int, count: int) -> Iterator[Case]:
    """The cases of a row of seeds."""
    return (case(seed) for seed in range(first, first + count))
