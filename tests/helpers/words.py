"""The catalogue as tests look at it: what a key says in every language."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from plyground.words import LANGUAGES, Sentence, written


@cache
def catalogue() -> Mapping[str, Mapping[str, Sentence]]:
    """Every key of the screens with its sentence in each language that has it."""
    return {key: each for key, each in _whole().items() if not key.startswith((*OF_PAPERS, OF_TEMPLATES))}


@cache
def sentences_of_papers() -> Mapping[str, Mapping[str, Mapping[str, str]]]:
    """Every table about the papers: its keys with their sentences."""
    tables: dict[str, dict[str, Mapping[str, str]]] = {}
    for key, each in _whole().items():
        if key.startswith(OF_PAPERS):
            table, _, name = key.rpartition(".")
            said = {language: str(sentence) for language, sentence in each.items()}
            tables.setdefault(table, {})[name] = said
    return tables


OF_PAPERS = (*(f"P{number}" for number in range(5)), "papers-figure.", "program.", "word.")
OF_TEMPLATES = "assignment-"  # those of `plyground new-assignment`


@cache
def _whole() -> Mapping[str, Mapping[str, Sentence]]:
    spoken = {language: written(language) for language in LANGUAGES}
    return {
        key: {language: said[key] for language, said in spoken.items() if key in said}
        for key in spoken["en"].keys() | spoken["pt-BR"].keys()
    }
