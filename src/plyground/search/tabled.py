"""The options that every searcher with a transposition table has."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from plyground.search.order import Order
from plyground.search.searcher import TO_THE_END, Memory, Root, Scored, TreeSearcher
from plyground.search.table import MOST_ENTRIES, Table, table_policy
from plyground.search.watch import Stopped, Watch
from plyground.spec import flag, whole_number

MOST_NODES_TO_COMPLETE = 20_000


@dataclass(frozen=True, repr=False)
class Tabled(TreeSearcher):
    """A tree searcher with a table: of how many entries (None: as many as come), replaced how."""

    size: int | None = None
    policy: str = "always"
    symmetry: bool = False

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.size is not None:
            whole_number("size", self.size, 1, MOST_ENTRIES)
        table_policy(self.policy)
        flag("symmetry", self.symmetry)

    def new_table(self) -> Table:
        return Table(self.size, self.policy, self.symmetry, self.plain)

    def memory(self, root: Root) -> Memory:
        return Memory(Order("given", root), self.new_table())

    def table_of(self, memory: Memory, depth: int) -> Table:
        """The table of this search, told how deep it goes."""
        assert memory.table is not None
        memory.table.aim(depth, to_the_end=depth >= TO_THE_END)
        return memory.table


def completed(
    line: tuple[Any, ...], root: Root, score: int, depth: int, value: Callable[..., Scored]
) -> tuple[Any, ...]:
    """The whole principal line, where a table knew a value and not the play that leads to it.

    From the end of the line on, the first move is added whose reply is worth just what it has to be. The
    value function is one that is not watched: the search is over, and this is only reading its table.
    """
    position = root
    for move in line:
        position = position.after(move)
    ply, worth = len(line), -score if len(line) % 2 else score
    while ply < depth and (moves := position.moves()):
        try:
            replies = ((m, value(position.after(m), ply + 1, -worth - 1, -worth + 1)[0]) for m in moves)
            move = next((m for m, reply in replies if -reply == worth), None)
        except Stopped:
            return line
        if move is None:
            return line  # the table has forgotten too much
        line, position, ply, worth = (*line, move), position.after(move), ply + 1, -worth
    return line


def unwatched(watch: Watch) -> Watch:
    """A watch that counts for nobody, and stops where completing a line would become a search.

    It keeps the time of the one that watched the search itself.
    """
    left = None if watch.deadline is None else max(1e-9, watch.deadline - watch.seconds)
    return Watch(replace(watch.limits, depth=None, nodes=MOST_NODES_TO_COMPLETE, seconds=left))
