"""The words of every front end, in English and Brazilian Portuguese, from one catalogue.

A file `NAME.en.toml` beside this one, or `words.en.toml` in the folder of what says them, has the English
sentences; `NAME.pt-BR.toml` has the Portuguese. A table there is a prefix: `cancel` under `[arena]` is the
key `arena.cancel`. `{name}` stands for a fact, `{name:,.1f}` for a number and how it is written; of
`{ one = …, other = … }` the fact `n` chooses. Where Portuguese lacks a sentence, the English one is said:
`make words` lists these.
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from plyground.errors import BadSpec, truncate
from plyground.game import Player
from plyground.games.diagram import MARKS
from plyground.message import Message

LANGUAGES = {"en": "English", "pt-BR": "Português (Brasil)"}
Sentence = str | list[str]
Say = Callable[..., str]  # a sentence, by its key and facts
_ROOMS = ("words/*", "papers/words", "papers/p*/words", "assignments/templates/*/words")
_SWAPPED = str.maketrans(",.", ".,")


@cache
def sentences(language: str) -> Mapping[str, Sentence]:
    """Every key with its sentence in a language, in English where that is missing."""
    english = {} if language == "en" else sentences("en")
    return {**english, **written(language)}


@cache
def written(language: str) -> Mapping[str, Sentence]:
    """What is written in a language, by key."""
    whole: dict[str, Sentence] = {}
    for file in _files(language):
        for table, entries in tomllib.loads(file.read_text(encoding="utf-8")).items():
            said = {f"{table}.{key}": _forms(sentence) for key, sentence in entries.items()}
            twice = whole.keys() & said.keys()
            assert not twice, f"{file.name} says again: {twice}"
            whole |= said
    return whole


def _files(language: str) -> Iterator[Path]:
    for room in _ROOMS:
        yield from sorted(Path(__file__).parents[1].glob(f"{room}.{language}.toml"))


def _forms(sentence: str | Mapping[str, str]) -> Sentence:
    """A sentence, or its singular and its plural."""
    return sentence if isinstance(sentence, str) else [sentence["one"], sentence["other"]]


def usual_language() -> str:
    """The language that the environment asks for, English if it is none of ours."""
    for variable in ("PLYGROUND_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        if wanted := os.environ.get(variable):
            return "pt-BR" if wanted.lower().startswith("pt") else "en"
    return "en"


def tongue(language: str | None = None) -> Tongue:
    """The speaker of a language, or of the environment's language; a BadSpec if we do not have it."""
    wanted = language or usual_language()
    for known in LANGUAGES:
        if wanted.lower().replace("_", "-") in (known.lower(), known.lower().partition("-")[0]):
            return Tongue(known)
    right = f"languages are {', '.join(LANGUAGES)}"
    raise BadSpec(f"no language {truncate(wanted)}", wanted, None, right)


@dataclass(frozen=True)
class Tongue:
    """Says things in one language."""

    language: str

    def say(self, key: str, /, **facts: Any) -> str:
        """The sentence of a key, with its facts."""
        sentence = sentences(self.language)[key]
        if isinstance(sentence, list):
            sentence = sentence[0 if facts["n"] == 1 else 1]
        if str(facts.get("player", "")).startswith("o "):  # de + o = do
            sentence = sentence.replace("de {player}", "d{player}")
        return sentence.format(**{name: _Fact(fact, self) for name, fact in facts.items()})

    def message(self, message: Message, players: tuple[str, str] = MARKS) -> str:
        """The sentence of a message; a player in it has the game's name."""
        facts = dict(message.facts)
        if "player" in facts:
            facts["player"] = self.player(facts["player"], players)
        if "reason" in facts:
            facts["reason"] = self.say(f"reason.{facts['reason']}")
        return self.say(message.key, **facts)

    def player(self, player: int | Player, players: tuple[str, str] = MARKS) -> str:
        """X and O keep their names; others are the first and the second player."""
        number = player.value if isinstance(player, Player) else player
        return players[number] if players == MARKS else self.say(("player.first", "player.second")[number])

    def number(self, value: float, digits: int = 0) -> str:
        """A number with the separators of the language."""
        return self.localize(f"{value:z,.{digits}f}")

    def signed(self, value: float, digits: int = 0) -> str:
        """The same with its sign: +12, -3."""
        return self.localize(f"{value:+z,.{digits}f}")

    def localize(self, number: str) -> str:
        """A number that is written the English way, with the separators of the language."""
        return number.translate(_SWAPPED) if self.language == "pt-BR" else number

    def percent(self, number: str) -> str:
        """A number, or a range of them, with the sign of its percentage: `95 %`, in Portuguese `95%`."""
        return f"{number}%" if self.language == "pt-BR" else f"{number} %"

    def seconds(self, value: float) -> str:
        """A time as people read it: `0.35 s`, `12 ms`."""
        return f"{self.number(value * 1_000, 1)} ms" if value < 0.1 else f"{self.number(value, 2)} s"


@dataclass(frozen=True)
class _Fact:
    """A fact as a sentence writes it: a message in its words, a number as the language writes numbers."""

    value: Any
    speaker: Tongue

    def __format__(self, how: str) -> str:
        value = self.value
        if isinstance(value, Message):
            return self.speaker.message(value)
        if isinstance(value, list | tuple):
            return " / ".join(format(_Fact(each, self.speaker), how) for each in value)
        if isinstance(value, bool) or not isinstance(value, int | float):
            return str(value)
        return self.speaker.localize(format(value, how or (",d" if isinstance(value, int) else ",.2f")))
