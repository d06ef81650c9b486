"""The signature: the nodes of a fixed list of searches and a digest of their results.

Both cores have the same signature, and the repository keeps it. A change that should only make a search
faster or clearer must not change the signature.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from hashlib import blake2b
from typing import Any

from plyground.games.registry import load_game
from plyground.native import Core
from plyground.searchers import Limits, SearchResult, load_searcher

# Boards of every size class of the compiled core, with and without gravity: played, set up, begun by O.
POSITIONS = (
    ("tictactoe", "-"),
    ("tictactoe", "X.O/.../..X o"),
    ("connect4", "-"),
    ("connect4", "44444753"),
    ("connect4(5,4,3)", "3"),
    ("mnk(4,4,3)", "b2"),
    ("mnk(7,3,3)", "..O..../...X.../....... x"),
    ("connect4(12,10,5)", "6 7 6 7 1"),
    ("gomoku", "h8 i9 g7 i8"),
)
AGENTS = (
    "random(seed=2026)",
    "greedy",
    "greedy(diagonals='one')",
    "minimax(evaluate='windows')",
    "alphabeta(evaluate='open_lines')",
    "alphabeta(evaluate='windows', order=('killers', 'history', 'centre'))",
    "memo(size=97, policy='deeper', evaluate='windows')",
    "memo(symmetry=True)",
    "table_alphabeta(evaluate='windows', order=('best', 'centre'))",
    "table_alphabeta(symmetry=True, plain=True, size=1009)",
    "pvs(evaluate=Windows(own=(0, 1, 5, 25), against=(0, 2, 9), centre=3), order='history')",
    "mtdf(evaluate='windows', symmetry=True)",
    "deepening(inner=alphabeta(evaluate='windows'))",
    "deepening(inner=mtdf(evaluate='centre', order=('best', 'killers')))",
    "mcts(rounds=150, seed=2026)",
    "proof",
    "proof(method='best_first')",
)
LIMITS = Limits(depth=9, nodes=700)


@dataclass(frozen=True)
class SignatureSearch:
    """One search of the list, and its result."""

    game: str
    position: str
    agent: str
    found: SearchResult[Any]


@dataclass(frozen=True)
class Signature:
    """The nodes of all searches together, and a digest of their results."""

    searches: int
    nodes: int
    digest: str

    def __str__(self) -> str:
        return f"{self.nodes} {self.digest}"


def searches(core: Core = "auto") -> Iterator[SignatureSearch]:
    """Run the searches of the list, one after the other."""
    for game, text in POSITIONS:
        position = load_game(game).parse(text)
        for agent in AGENTS:
            found = replace(load_searcher(agent), core=core).search(position, LIMITS)
            yield SignatureSearch(game, text, agent, found)


def search_count() -> int:
    """The number of searches in the list."""
    return len(POSITIONS) * len(AGENTS)


def signature(entries: Iterator[SignatureSearch]) -> Signature:
    """The signature of searches."""
    count, nodes, digest = 0, 0, blake2b(digest_size=8)
    for entry in entries:
        found, stats = entry.found, entry.found.stats
        result = (
            int(found.score),
            found.line,
            found.proven,
            found.stopped,
            stats.nodes,
            stats.depth,
            stats.table_hits,
        )
        digest.update(repr((entry.game, entry.position, entry.agent, *result)).encode())
        count, nodes = count + 1, nodes + stats.nodes
    return Signature(count, nodes, digest.hexdigest())
