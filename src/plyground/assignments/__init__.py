"""Assignments for a class: handouts, starter code, rubric, tests, and an autograder for Gradescope."""

from plyground.assignments.assignment import ASSIGNMENTS, Assignment
from plyground.assignments.folder import write_assignment

__all__ = ["ASSIGNMENTS", "Assignment", "write_assignment"]
