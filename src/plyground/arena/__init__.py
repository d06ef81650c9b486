"""Matches and tournaments between agents: fair, stored, and safe from the agents themselves."""

from plyground.arena.clock import Clock, TimeControl
from plyground.arena.plan import Plan
from plyground.arena.runner import begin, play, reopen
from plyground.arena.store import Store
from plyground.stats.sprt import SPRT

__all__ = ["SPRT", "Clock", "Plan", "Store", "TimeControl", "begin", "play", "reopen"]
