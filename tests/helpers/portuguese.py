"""Whether a Portuguese text is Portuguese: no word in it is only of the English catalogue."""

from __future__ import annotations

import re
from functools import cache
from html import unescape

from helpers.words import catalogue
from plyground.arena.runner import describe_processor

SECTIONS = ("finding.", "reports.", "survey.", "figure.", "papers.", "report.", "agent.chosen")
# Names and identifiers, which no language changes.
NAMES = frozenset(
    [
        "alphabeta",
        "deepening",
        "greedy",
        "memo",
        "minimax",
        "mtdf",
        "pvs",
        "random",
        "perfect",
        "mcts",
        "depth",
        "none",
        "windows",
        "native",
        "python",
        "plyground",
        "tictactoe",
        "report",
        "compare",
        "full",
        "svg",
        "png",
        "pdf",
        "elo",
        "sprt",
        "list",
        "max",
        "min",
    ]
)


@cache
def only_english() -> frozenset[str]:
    """The words of the English sentences that no Portuguese one has."""
    words: dict[str, set[str]] = {"en": set(), "pt-BR": set()}
    for key, entry in catalogue().items():
        if key.startswith(SECTIONS):
            for language, said in entry.items():
                for form in said if isinstance(said, list) else [said]:
                    words[language] |= _words(re.sub(r"\{\w+\}", " ", form))
    return frozenset(words["en"] - words["pt-BR"] - NAMES)


def _words(text: str) -> set[str]:
    """The words of letters alone: no specs, paths, versions, commands of LaTeX."""
    bare = (word.strip(".,;:()[]%|*½–'\"→") for word in text.split())
    return {word.lower() for word in bare if word.isalpha() and len(word) > 1}


def english_in(text: str) -> set[str]:
    """The words of a text that are only English; a processor may be called "Ryzen 5 with Radeon Graphics"."""
    processor, _, _ = describe_processor().rpartition(",")
    return _words(" ".join(text.split()).replace(" ".join(processor.split()), " ")) & only_english()


def page_text(page: str) -> str:
    """All that a reader of a page gets to see or to hear."""
    body = re.sub(r"<style.*?</style>|<code>.*?</code>|<!--.*?-->", " ", page, flags=re.DOTALL)
    heard = " ".join(re.findall(r'(?:aria-label|alt|title)="([^"]*)"', body))
    body = re.sub(r'<(\w+)[^>]* lang="(?!pt-BR)[^>]*>.*?</\1>', " ", body, flags=re.DOTALL)
    return unescape(f"{heard} {re.sub(r'<[^>]*>', ' ', body)}")


def decimal_points(text: str) -> list[str]:
    """Numbers that are written with a point before one or two decimals, as English writes them."""
    return [word for word in text.split() if re.fullmatch(r"[+−(-]*\d+\.\d{1,2}\W*", word)]
