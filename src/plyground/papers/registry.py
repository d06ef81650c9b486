"""The five papers by name, each with its claims."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module
from types import ModuleType

NAMES = ("P0", "P1", "P2", "P3", "P4")


class _Papers(Mapping[str, ModuleType]):
    """The module with the claims of each paper, loaded when it is asked for."""

    def __getitem__(self, name: str) -> ModuleType:
        if name not in NAMES:
            raise KeyError(name)
        return import_module(f"plyground.papers.{name.lower()}.claims")

    def __iter__(self) -> Iterator[str]:
        return iter(NAMES)

    def __len__(self) -> int:
        return len(NAMES)

    def __contains__(self, name: object) -> bool:
        return name in NAMES


PAPERS = _Papers()
