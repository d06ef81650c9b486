"""The words of every front end, in English and Brazilian Portuguese, from one catalogue.

Each entry of the `.toml` files beside this one is a key with a sentence for each language; `{name}` stands
for a fact. Of two sentences in brackets, the fact `n` chooses the singular or the plural.
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Mapping
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
_SWAPPED = str.maketrans(",.", ".,")


@cache
def catalogue() -> Mapping[str, Mapping[str, Sentence]]:
    """Every key with its sentences by language."""
    whole: dict[str, Mapping[str, Sentence]] = {}
    for file in sorted(Path(__file__).parent.glob("*.toml")):
        entries = tomllib.loads(file.read_text(encoding="utf-8"))
        twice = whole.keys() & entries.keys()
        assert not twice, f"{file.name} says again: {twice}"
        whole |= entries
    return whole


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

    def say(self, key: str, **facts: Any) -> str:
        """The sentence of a key, with its facts."""
        sentence = catalogue()[key][self.language]
        if isinstance(sentence, list):
            sentence = sentence[0 if facts["n"] == 1 else 1]
        if str(facts.get("player", "")).startswith("o "):  # de + o = do
            sentence = sentence.replace("de {player}", "d{player}")
        return sentence.format(**{name: self._format(fact) for name, fact in facts.items()})

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

    def _format(self, fact: Any) -> Any:
        if isinstance(fact, Message):
            return self.message(fact)
        if isinstance(fact, bool) or not isinstance(fact, int | float):
            return fact
        return self.number(fact, 0 if isinstance(fact, int) else 2)
