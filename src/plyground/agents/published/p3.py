"""The players of P3."""

from __future__ import annotations

from plyground.search.searcher import Searcher

PLAYERS: tuple[type[Searcher], ...] = ()
