"""What the searchers answered before their files were rewritten, search by search: a rewrite changes nothing.

`tests/data/pinned_searches.txt` has a row for each search: move, score, nodes, table hits and the limit that
stopped it. `tests/data/pinned_lines.txt` has the lines of play. `--rewrite-fixtures` writes both anew.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from helpers.samples import part
from plyground import Position, SplitMix64, TreeGame, load_game
from plyground.games.tree import Tree
from plyground.native import Core, has_line_rules, is_native
from plyground.searchers import (
    MCTS,
    PVS,
    AlphaBeta,
    Deepening,
    Limits,
    MemoMinimax,
    MTDf,
    ProofNumber,
    Searcher,
    SearchResult,
    TableAlphaBeta,
)

DATA = Path(__file__).parents[1] / "data"
SEARCHES_OF_EACH = 240
GAMES = ("tictactoe", "connect4", "connect4(5,4,3)", "mnk(4,3,3)", "mnk(4,4,3)", "mnk(5,5,4)", "a tree")
ORDERS = ("given", "centre", "killers", ("best", "killers"), ("history", "centre"))
EVALUATIONS = ("zero", "centre", "windows")


def any_position(chance: SplitMix64) -> Position[Any]:
    """A random tree, or a position some random moves into one of the games."""
    name = chance.choice(GAMES)
    if name == "a tree":
        return TreeGame((any_branch(chance, 4), any_branch(chance, 4))).start()
    position = load_game(name).start()
    for _ in range(chance.below(12)):
        if not (moves := position.moves()):
            break
        position = position.after(chance.choice(moves))
    return position


def any_branch(chance: SplitMix64, depth: int) -> Tree:
    if depth == 0 or chance.below(5) == 0:
        return chance.below(9) - 4
    return tuple(any_branch(chance, depth - 1) for _ in range(1 + chance.below(3)))


def tree_options(chance: SplitMix64, position: Position[Any]) -> dict[str, Any]:
    on_a_board = has_line_rules(position)
    return {
        "depth": chance.choice((None, 1 + chance.below(5))),
        "evaluate": chance.choice(EVALUATIONS) if on_a_board else "zero",
        "plain": chance.below(4) == 0,
    }


def with_order(chance: SplitMix64, position: Position[Any]) -> dict[str, Any]:
    order = chance.choice(ORDERS) if has_line_rules(position) else chance.choice(("given", "killers"))
    return tree_options(chance, position) | {"order": order}


def with_table(chance: SplitMix64) -> dict[str, Any]:
    return {
        "size": chance.choice((None, None, 1, 7, 97)),
        "policy": chance.choice(("always", "deeper")),
        "symmetry": chance.below(2) == 0,
    }


def mcts(chance: SplitMix64, position: Position[Any]) -> Searcher:
    return MCTS(1 + chance.below(80), chance.choice((0, 0.5, 1.4, 3)), chance.next())


def proof(chance: SplitMix64, position: Position[Any]) -> Searcher:
    return ProofNumber(chance.choice(("best_first", "depth_first")), chance.choice((1, 13, 1_000)))


def pvs(chance: SplitMix64, position: Position[Any]) -> Searcher:
    return PVS(**with_order(chance, position))


def memo(chance: SplitMix64, position: Position[Any]) -> Searcher:
    return MemoMinimax(**tree_options(chance, position), **with_table(chance))


def table_alphabeta(chance: SplitMix64, position: Position[Any]) -> Searcher:
    return TableAlphaBeta(**with_order(chance, position), **with_table(chance))


def mtdf(chance: SplitMix64, position: Position[Any]) -> Searcher:
    return MTDf(**with_order(chance, position), **with_table(chance))


def deepening(chance: SplitMix64, position: Position[Any]) -> Searcher:
    inner = chance.choice((memo, pvs, table_alphabeta, mtdf, alphabeta))(chance, position)
    return Deepening(inner, chance.choice((None, 1 + chance.below(5))))  # type: ignore[arg-type]


def alphabeta(chance: SplitMix64, position: Position[Any]) -> Searcher:
    return AlphaBeta(**with_order(chance, position))


KINDS: tuple[Callable[[SplitMix64, Position[Any]], Searcher], ...] = (
    mcts,
    proof,
    pvs,
    table_alphabeta,
    mtdf,
    memo,
    deepening,
)


def searches(kind: str) -> Iterator[tuple[Searcher, Position[Any], Limits]]:
    (number,) = (n for n, make in enumerate(KINDS) if make.__name__ == kind)
    for seed in range(SEARCHES_OF_EACH):
        chance = SplitMix64(1_000 * number + seed)
        position = any_position(chance)
        searcher = KINDS[number](chance, position)
        nodes = 4_000 if seed % 12 == 0 else chance.choice((20, 100, 400))
        yield searcher, position, Limits(nodes=1 + chance.below(nodes))


def answer(searcher: Searcher, position: Position[Any], limits: Limits, core: Core) -> SearchResult[Any]:
    return replace(searcher, core=core if is_native(position) else "python").search(position, limits)


def pinned(found: SearchResult[Any]) -> str:
    move, stats = found.line[0] if found.line else "-", found.stats
    return f"{move} {int(found.score)} {stats.nodes} {stats.table_hits} {found.stopped} {found.proven}"


def pinned_line(found: SearchResult[Any]) -> str:
    return " ".join(map(str, found.line)) or "-"


PINNED: dict[str, Callable[[SearchResult[Any]], str]] = {
    "pinned_searches.txt": pinned,
    "pinned_lines.txt": pinned_line,
}


def read(file: str, kind: str) -> list[str]:
    rows = (DATA / file).read_text().splitlines()
    return [row.removeprefix(f"{kind}: ") for row in rows if row.startswith(f"{kind}: ")]


@pytest.mark.sampled
@pytest.mark.parametrize("kind", [make.__name__ for make in KINDS])
@pytest.mark.parametrize("core", ["python", "native"])
def test_a_search_answers_as_it_did(kind: str, core: Core) -> None:
    rows = list(zip(*(read(file, kind) for file in PINNED), strict=True))
    for each, row in part(list(zip(searches(kind), rows, strict=True))):
        found = answer(*each, core)
        assert tuple(write(found) for write in PINNED.values()) == row, each


def test_the_pinned_files_are_written_by_our_own_code(rewrite_fixtures: bool) -> None:
    kinds = [make.__name__ for make in KINDS]
    if rewrite_fixtures:
        found = [(kind, answer(*each, "python")) for kind in kinds for each in searches(kind)]
        for file, write in PINNED.items():
            (DATA / file).write_text("".join(f"{kind}: {write(each)}\n" for kind, each in found))
    for file in PINNED:
        assert [len(read(file, kind)) for kind in kinds] == [SEARCHES_OF_EACH] * len(kinds)
