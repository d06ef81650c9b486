"""The papers' charts drawn again: what was published beside what we measure."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from plyground.papers.claim import sentence
from plyground.papers.p3.figures import p3_figures
from plyground.papers.p4.figures import p4_figures
from plyground.report.chart import Figure
from plyground.words import Say


def papers_figures(papers: Sequence[str], language: str = "en") -> list[tuple[str, Figure]]:
    """The charts of some papers, each with its paper, in a language."""
    makers: dict[str, Callable[[Say, str], list[Figure]]] = {"P3": p3_figures, "P4": p4_figures}
    say = partial(sentence, "papers-figure", language=language)
    return [(name, figure) for name in papers if name in makers for figure in makers[name](say, language)]
