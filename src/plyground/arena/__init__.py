"""Matches and tournaments between agents: fair, stored, and safe from the agents themselves."""

from plyground.arena.control import Clock, Control
from plyground.arena.plan import Plan
from plyground.arena.report import Report, report
from plyground.arena.run import begin, play, reopen
from plyground.arena.sprt import SPRT
from plyground.arena.store import Store

__all__ = ["SPRT", "Clock", "Control", "Plan", "Report", "Store", "begin", "play", "reopen", "report"]
