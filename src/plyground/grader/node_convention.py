"""The convention of a node check: what is searched and counted, with the order in which moves are tried."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from types import MappingProxyType
from typing import Self

from plyground.grader.reference import ORDERS
from plyground.grader.rubric import Rubric, RubricCheck
from plyground.grader.rubric_keys import COUNTED, GIVEN
from plyground.searchers.convention import CONVENTIONS, Convention

# What `given` means: plain programs and Kaggle's get our moves, AIMA's `actions` are sorted by square, and
# CS50's `actions` is the student's own function.
GIVEN_ORDERS = {"plain": "rules", "cs50": "own", "aima": "aima", "kaggle": "rules"}
DEFAULT_CONVENTION = {"plain": "aima", "cs50": "cs50", "aima": "aima", "kaggle": "aima"}


@dataclass(frozen=True)
class NodeConvention(Convention):
    """A convention with its order of moves: `given` by the interface, or one of ORDERS."""

    order: str = GIVEN

    @classmethod
    def of(cls, known: Convention, order: str = GIVEN) -> Self:
        return cls(**{each.name: getattr(known, each.name) for each in fields(Convention)}, order=order)

    def under(self, interface: str) -> Self:
        """The same with the order that an interface gives."""
        order = GIVEN_ORDERS[interface] if self.order == GIVEN else self.order
        assert order in ORDERS, order
        return replace(self, order=order)


# By the same names as those of our searchers; all of them try moves as they are given.
NODE_CONVENTIONS: Mapping[str, NodeConvention] = MappingProxyType(
    {name: NodeConvention.of(known) for name, known in CONVENTIONS.items()}
)


def wanted_convention(check: RubricCheck, rubric: Rubric) -> NodeConvention:
    """The convention that a check names, with what it says otherwise."""
    named = NODE_CONVENTIONS[check.get("convention", DEFAULT_CONVENTION[rubric.interface])]
    keys = {"cut": "cut", "fail": "fail", "order": "order", **COUNTED}
    said = {field: check.keys[key] for key, field in keys.items() if key in check.keys}
    return replace(named, **said).under(rubric.interface)
