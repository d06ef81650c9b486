"""Perfect play: exact values of Connect Four and of every line game that is small enough."""

from plyground.solver.book import packaged_book
from plyground.solver.exhaustive import full_table
from plyground.solver.native import NativeSolver
from plyground.solver.perfect import Perfect
from plyground.solver.solution import Solution, SolvedMove, TooLarge
from plyground.solver.solve import solve
from plyground.solver.solve_many import BadItem, ScoredMove, solve_many

__all__ = [
    "BadItem",
    "NativeSolver",
    "Perfect",
    "ScoredMove",
    "Solution",
    "SolvedMove",
    "TooLarge",
    "full_table",
    "packaged_book",
    "solve",
    "solve_many",
]
