"""The sentences about the papers, in English and Portuguese, each written once, in `words.toml` files.

A table there is a claim, and its entries are sentences in every language; only `published` is quoted from
the paper, in Portuguese. `{name:spec}` stands for a fact, written as the language writes numbers.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from functools import cache
from importlib.resources import files
from string import Formatter
from typing import Any

LANGUAGES = ("en", "pt-BR")
QUOTED = "pt-BR"  # what the papers are written in

Say = Callable[..., str]  # a sentence of a table, by its key

_FILES = ("words.toml", *(f"p{number}/words.toml" for number in range(5)))
_SWAPPED = str.maketrans(",.", ".,")


class Term(str):
    """A fact that is a word: its key in the table `word` of the catalogue."""


@cache
def catalogue() -> Mapping[str, Mapping[str, Any]]:
    """Every claim with its sentences."""
    whole: dict[str, Mapping[str, Any]] = {}
    for name in _FILES:
        text = files("plyground.papers").joinpath(name).read_text(encoding="utf-8")
        entries = tomllib.loads(text)
        twice = whole.keys() & entries.keys()
        assert not twice, f"{name} says again: {twice}"
        whole |= entries
    return whole


def sentence(claim: str, key: str, language: str, facts: Mapping[str, Any] | None = None) -> str:
    """A sentence about a claim, with its facts."""
    return _Spelling(language).format(catalogue()[claim][key][language], **(facts or {}))


class _Spelling(Formatter):
    """Writes facts as a language does: numbers with its separators, lists with slashes between."""

    def __init__(self, language: str) -> None:
        self.language = language

    def format_field(self, value: Any, format_spec: str) -> str:
        if isinstance(value, Term):
            return str(catalogue()["word"][value][self.language])
        if isinstance(value, list | tuple):
            return " / ".join(self.format_field(each, format_spec) for each in value)
        if isinstance(value, str):
            return value
        number = format(value, format_spec or ("," if isinstance(value, int) else ".2f"))
        return number.translate(_SWAPPED) if self.language == "pt-BR" else number
