"""Which convention a file of somebody's follows, told by what it defines and not by running it."""

from __future__ import annotations

from pathlib import Path

from plyground.agents.foreign.outline import Outline
from plyground.agents.user import USUAL_NAMES

_OBSERVATIONS = ("obs", "observation")  # what Kaggle's agents call what they are given
_BESIDE_MINIMAX = {"player", "actions", "result"}  # functions of CS50's tictactoe.py


def guessed(file: Path) -> str:
    """The scheme that a file is to be read with: python, kaggle or cs50; python if nothing can be told.

    A function `choose` is ours, one that is given an observation is Kaggle's, and `minimax` beside
    `player`, `actions` or `result` is CS50's. Then come our other names; `my_agent` may still be Kaggle's.
    """
    outline = Outline.of(file)
    if outline is None or "choose" in outline.names():
        return "python"
    if _observes(outline):
        return "kaggle"
    if "minimax" in outline.functions and _BESIDE_MINIMAX & outline.functions.keys():
        return "cs50"
    if outline.names() & set(USUAL_NAMES):
        return "python"
    return "kaggle" if any("agent" in name.lower() for name in outline.functions) else "python"


def _observes(outline: Outline) -> bool:
    """Whether a function, or an object that can be called, is given an observation first."""
    calls = [methods["__call__"] for methods in outline.classes.values() if "__call__" in methods]
    return any(given[:1] and given[0] in _OBSERVATIONS for given in (*outline.functions.values(), *calls))
