"""The keys of a rubric, and what is right for each."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from plyground.errors import PlygroundError
from plyground.evaluation import load_evaluation
from plyground.grader.program import INTERFACES
from plyground.grader.reference import ORDERS
from plyground.grader.student_tree import VIEWS
from plyground.score import LONGEST
from plyground.searchers.alphabeta import CUTS, FAILS
from plyground.searchers.convention import CONVENTIONS

GIVEN = "given"  # the order of moves that an interface has
COMPARISONS = ("tree", "states")
TIES = ("any", "first")
WORTHS = {"win": 1, "draw": 0, "loss": -1}
COUNTED = {"count_root": "counts_root", "count_ends": "counts_ends"}  # keys of a check, and of a convention

Validate = Callable[[Any], str]  # what would be right; nothing if the value is


def is_text(value: Any) -> str:
    return "" if isinstance(value, str) and value.strip() else "it is a text"


def is_texts(value: Any) -> str:
    right = isinstance(value, list) and all(isinstance(each, str) for each in value)
    return "" if right else "it is a list of texts"


def _flag(value: Any) -> str:
    return "" if isinstance(value, bool) else "it is true or false"


def _number(low: float, high: float) -> Validate:
    def check(value: Any) -> str:
        right = isinstance(value, int | float) and not isinstance(value, bool) and low <= value <= high
        return "" if right else f"it is a number from {low:g} to {high:g}"

    return check


def _whole(low: int, high: int) -> Validate:
    def check(value: Any) -> str:
        right = type(value) is int and low <= value <= high
        return "" if right else f"it is a whole number from {low} to {high}"

    return check


def _one_of(*allowed: str) -> Validate:
    return lambda value: "" if value in allowed else f"it is one of {', '.join(allowed)}"


def _evaluation(value: Any) -> str:
    if value == "own":
        return ""
    try:
        load_evaluation(value)
    except PlygroundError as error:
        return f"{error}, or own for the student's"
    return ""


def _cases(value: Any) -> str:
    tables = isinstance(value, list) and all(isinstance(each, dict) for each in value)
    if not tables or any(each.get("value", "win") not in WORTHS for each in value):
        return f"write [[check.case]], with a value of {', '.join(WORTHS)}"
    return "" if all(not is_texts(each.get("moves", [])) for each in value) else "moves are a list of texts"


TOP_KEYS: Mapping[str, Validate] = {
    "title": is_text,
    "game": is_text,
    "interface": _one_of(*INTERFACES),
    "function": is_text,
    "file": is_text,
    "view": _one_of(*VIEWS),
    "nodes": is_texts,
    "calls": _whole(1_000, 100_000_000),
    "wall": _number(0.1, 86_400),
    "check": lambda value: "" if isinstance(value, list) else "write [[check]] above each check",
}
COMMON_KEYS: dict[str, Validate] = {
    "kind": is_text,
    "points": _number(0, 1_000_000),
    "title": is_text,
    "condition": _flag,
    "guessing": _number(0, 0.99),
    "seconds": _number(0.01, 86_400),
}
_DEPTH = {"depth": _whole(1, LONGEST)}
KINDS: Mapping[str, dict[str, Validate]] = {
    "interface": {"functions": is_texts, "quiet": _flag, **_DEPTH},
    "legal": {"positions": is_texts, **_DEPTH},
    "tactics": {"each": _whole(1, 50), "seed": _whole(0, 2**63), **_DEPTH},
    "never-loses": {"positions": is_texts, **_DEPTH},
    "values": {"positions": is_texts, "case": _cases, "ties": _one_of(*TIES), **_DEPTH},
    "nodes": {
        "positions": is_texts,
        "convention": _one_of(*CONVENTIONS),
        "order": _one_of(GIVEN, *ORDERS),
        "evaluation": _evaluation,
        "compare": _one_of(*COMPARISONS),
        "cut": _one_of(*CUTS),
        "fail": _one_of(*FAILS),
        **dict.fromkeys(COUNTED, _flag),
        **_DEPTH,
    },
    "evaluation": {
        "function": is_text,
        "each": _whole(2, 200),
        "agree": _number(0.5, 1),
        "seed": _whole(0, 2**63),
    },
    "limits": {"positions": is_texts, **_DEPTH},
    "match": {
        "against": is_text,
        "games": _whole(2, 10_000),
        "confidence": _number(0.5, 0.9999),
        "openings": is_text,
        "seed": _whole(0, 2**63),
        **_DEPTH,
    },
}
