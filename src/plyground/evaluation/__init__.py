"""Evaluations: a position's estimated score for the side to move, as data that both cores can run."""

from plyground.evaluation.named import EVALUATIONS, Evaluate, as_data, evaluation
from plyground.evaluation.windows import Windows

__all__ = ["EVALUATIONS", "Evaluate", "Windows", "as_data", "evaluation"]
