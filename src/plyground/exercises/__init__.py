"""Exercises with right answers: trees, upper confidence bounds and puzzles, by seed.

Nothing here decides what is right: the searchers and the solver do, and the sheets print it.
"""

from plyground.exercises.exercise import Exercise, Question
from plyground.exercises.registry import KINDS, make_exercise
from plyground.exercises.sheets import as_html, as_latex, as_text

__all__ = ["KINDS", "Exercise", "Question", "as_html", "as_latex", "as_text", "make_exercise"]
