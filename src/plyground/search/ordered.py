"""The option that every pruning searcher has: in which order it tries moves."""

from __future__ import annotations

from dataclasses import dataclass

from plyground.search.order import Order, order_names
from plyground.search.searcher import Memory, Root, TreeSearcher


@dataclass(frozen=True, repr=False)
class Ordered(TreeSearcher):
    """A tree searcher whose node count depends on the order of moves."""

    order: str | tuple[str, ...] = "given"

    def __post_init__(self) -> None:
        super().__post_init__()
        order_names(self.order)

    def memory(self, root: Root) -> Memory:
        return Memory(Order(self.order, root))
