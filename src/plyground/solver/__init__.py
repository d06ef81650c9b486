"""Perfect play: exact values of Connect Four and of every line game that is small enough."""

from plyground.solver.book import packaged_book
from plyground.solver.engine import Engine
from plyground.solver.exhaustive import full_table
from plyground.solver.perfect import Perfect
from plyground.solver.solution import Solution, Solved, TooLarge
from plyground.solver.solving import solve

__all__ = [
    "Engine",
    "Perfect",
    "Solution",
    "Solved",
    "TooLarge",
    "full_table",
    "packaged_book",
    "solve",
]
