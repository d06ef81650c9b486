"""Evaluations: a position's estimated score for the side to move, as data that both cores can run."""

from plyground.evaluation.named import EVALUATIONS, Evaluate, evaluation
from plyground.evaluation.windows import Windows

__all__ = ["EVALUATIONS", "Evaluate", "Windows", "evaluation"]
