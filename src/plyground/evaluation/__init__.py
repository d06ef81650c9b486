"""Evaluations: a position's estimated score for the side to move, as data that both cores can run."""

from plyground.evaluation.learned import LearnedWeights
from plyground.evaluation.line_weights import LineWeights
from plyground.evaluation.registry import (
    AUTO,
    EVALUATIONS,
    Evaluate,
    choose_evaluation,
    data_of,
    is_data,
    load_evaluation,
)

Windows = LineWeights  # the name in its repr, which evaluates back

__all__ = [
    "AUTO",
    "EVALUATIONS",
    "Evaluate",
    "LearnedWeights",
    "LineWeights",
    "Windows",
    "choose_evaluation",
    "data_of",
    "is_data",
    "load_evaluation",
]
