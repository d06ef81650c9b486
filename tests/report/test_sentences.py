"""The page on reports quotes sentences as runs print them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from plyground.words import sentences

ROOT = Path(__file__).parents[2]
# What stands in a sentence and is one itself: the keys that it may come from.
PARTS = {"how": "sure-", "ratio": "ratio", "more": "more-"}


def templates(lang: str, prefix: str = "") -> list[str]:
    """Every sentence of findings whose key begins so, in the singular and the plural."""
    found = [words for key, words in sentences(lang).items() if key.startswith(f"finding.{prefix}")]
    return [form for words in found for form in ([words] if isinstance(words, str) else words)]


def pattern(template: str, lang: str) -> str:
    """The texts that a sentence can be. A part that has words of its own has to be one of them, or left out."""

    def filled(name: str) -> str:
        inner = templates(lang, PARTS[name]) if name in PARTS else []
        return f"({'|'.join(pattern(each, lang) for each in inner)}|)" if inner else ".+"

    pieces = re.split(r"\{(\w+)\}", template.removesuffix("."))
    return "".join(filled(each) if place % 2 else re.escape(each) for place, each in enumerate(pieces))


def own_words(template: str) -> list[str]:
    return re.findall(r"[^\W\d]{2,}", re.sub(r"\{\w+\}", "", template))


@pytest.mark.parametrize(("page", "lang"), [("reports.md", "en"), ("reports.pt-BR.md", "pt-BR")])
def test_the_page_quotes_what_is_printed(page: str, lang: str) -> None:
    """It said "a beats b 33–17 in points (exact)" long after no run did."""
    text = (ROOT / "docs/howto" / page).read_text(encoding="utf-8")
    quoted = re.findall(r"^\| \*(.+?)\* \|", text, re.MULTILINE)
    known = [pattern(each, lang) for each in templates(lang) if len(own_words(each)) > 1]
    strange = [said for said in quoted if not any(re.fullmatch(each, said) for each in known)]
    assert len(quoted) >= 10
    assert not strange
