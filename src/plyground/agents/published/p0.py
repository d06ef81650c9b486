"""The players of P0."""

from __future__ import annotations

from plyground.search.searcher import Searcher

PLAYERS: tuple[type[Searcher], ...] = ()
