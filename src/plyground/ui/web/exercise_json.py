"""Exercises as plain data for the page: pictures and blanks without answers, and answers once judged."""

from __future__ import annotations

import re
from typing import Any

from plyground.exercises import Exercise
from plyground.exercises.bandit import ArmsFigure
from plyground.exercises.task import Blank, Mark, SolutionStep
from plyground.exercises.tree_figure import TreeFigure
from plyground.message import Message
from plyground.words import Tongue

Data = dict[str, Any]


def sentence(speaker: Tongue, said: Message | str) -> str:
    """A message in a language, with real minus signs."""
    text = said if isinstance(said, str) else speaker.message(said)
    return re.sub(r"(?<!\w)-(?=\d)", "−", text)


def figure_json(made: Exercise, speaker: Tongue) -> Data:
    """What the questions are about: a tree, node by node from the top, or the table of a root."""
    if isinstance(made.figure, TreeFigure):
        return {"kind": "tree", "nodes": _nodes_json(made.figure)}
    assert isinstance(made.figure, ArmsFigure)
    heads, *rows = made.figure.rows(speaker, key=False)
    return {"kind": "table", "heads": heads, "rows": [row[:-1] for row in rows]}


def _nodes_json(figure: TreeFigure) -> list[Data]:
    """A node's name is its letter, or the number of its leaf; nothing that a search finds is in here."""
    marks = figure.marks
    return [
        {
            "name": marks.name(node.path),
            "above": marks.name(node.path[:-1]) if node.path else None,
            "max": node.maximise,
            "points": node.points,
            "estimate": figure.estimates.get(node.path),
        }
        for node in marks.nodes
    ]


def blank_json(blank: Blank, speaker: Tongue) -> Data:
    """A blank without what belongs there."""
    return {
        "name": blank.name,
        "label": sentence(speaker, blank.label),
        "sort": blank.sort,
        "at": blank.at or None,
        "choices": list(blank.choices),
    }


def mark_json(mark: Mark, speaker: Tongue) -> Data:
    """What an answer is worth; what is open is not told, only why it cannot be read."""
    parts = [mark.mistake] if mark.state == "open" else [mark.mistake, mark.why]
    said = " ".join(sentence(speaker, part) for part in parts if part)
    return {"name": mark.name, "state": mark.state, "said": said}


def step_json(step: SolutionStep, speaker: Tongue) -> Data:
    fills = {name: _written(answer, speaker) for name, answer in step.fills.items()}
    return {"fills": fills, "at": step.at or None, "said": sentence(speaker, step.why), "figure": None}


def _written(answer: str, speaker: Tongue) -> str:
    """An answer as a person would write it: decimals by the language's point."""
    return speaker.localize(f"{float(answer):.2f}") if re.fullmatch(r"-?\d+\.\d+", answer) else answer
