"""The catalogue: every key in every language, the same facts in each, none missing and none idle."""

from __future__ import annotations

import re
import string
from collections.abc import Iterator
from pathlib import Path

import pytest

from plyground.errors import BadSpec
from plyground.session.view import Message
from plyground.ui.i18n import LANGUAGES, catalogue, tongue, usual_language

SOURCE = Path(__file__).parents[2] / "src" / "plyground"
CODE = {
    path: path.read_text(encoding="utf-8")
    for pattern in ("session/**/*.py", "ui/**/*.py", "cli/*.py", "ui/web/**/*.js", "ui/web/**/*.html")
    for path in sorted(SOURCE.glob(pattern))
}

# Keys that are put together: what stands for the rest, and where its values come from.
FAMILIES = {
    "reason.": {"time", "crash", "illegal", "answer", "start"},
    "value.": {
        *("wins", "wins-in", "draws", "loses", "loses-in"),
        *("wins-or-draws", "draws-or-loses", "points", "estimate", "unknown"),
    },
    "setup.": {"floating", "counts", "turn", "both-won", "winner-to-move", "won-before"},
}


def literal_keys() -> Iterator[str]:
    """Every quoted text in the code that looks like a key of a section that the catalogue has."""
    sections = {key.partition(".")[0] for key in catalogue()}
    for text in CODE.values():
        for quoted in re.findall(r"""["'`]([a-z]+(?:\.[a-z0-9-]+)+)["'`]""", text):
            if quoted.partition(".")[0] in sections:
                yield quoted


def in_families() -> set[str]:
    return {prefix + rest for prefix, rests in FAMILIES.items() for rest in rests}


def facts(sentence: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(sentence) if name is not None}


def test_no_key_is_missing() -> None:
    assert set(literal_keys()) | in_families() <= catalogue().keys()


def test_no_key_is_idle() -> None:
    assert catalogue().keys() <= set(literal_keys()) | in_families()


@pytest.mark.parametrize("key", sorted(catalogue()))
def test_a_key_says_the_same_in_every_language(key: str) -> None:
    entry = catalogue()[key]
    assert entry.keys() == LANGUAGES.keys()
    forms = {language: said if isinstance(said, list) else [said] for language, said in entry.items()}
    assert len({len(said) for said in forms.values()}) == 1
    assert all(len(said) <= 2 and all(part.strip() for part in said) for said in forms.values())
    assert len({frozenset(set().union(*map(facts, said)) - {"n"}) for said in forms.values()}) == 1


def test_numbers_are_written_as_each_language_does() -> None:
    assert tongue("en").number(1234567.891, 2) == "1,234,567.89"
    assert tongue("pt-BR").number(1234567.891, 2) == "1.234.567,89"
    assert tongue("pt").seconds(0.35) == "0,35 s"
    assert tongue("en").seconds(0.0123) == "12.3 ms"


def test_a_message_names_players_as_the_game_does() -> None:
    failed = Message("machine.failed", {"player": 1, "reason": "time", "why": "nothing came"})
    assert tongue("en").message(failed) == (
        "O did not move (no answer in time): nothing came. Play is paused."
    )
    assert (
        tongue("pt-BR")
        .message(failed, ("first player", "second player"))
        .startswith("o segundo jogador não jogou")
    )


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({"LANG": "pt_BR.UTF-8"}, "pt-BR"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LANG": "pt_BR.UTF-8", "LC_ALL": "C"}, "en"),
        ({"LC_ALL": "C", "PLYGROUND_LANG": "pt-BR"}, "pt-BR"),
        ({}, "en"),
    ],
)
def test_the_environment_chooses_the_language(
    environment: dict[str, str], language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for variable in ("PLYGROUND_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(variable, raising=False)
    for variable, value in environment.items():
        monkeypatch.setenv(variable, value)
    assert usual_language() == language
    assert tongue().language == language


def test_a_language_that_nobody_speaks_is_refused() -> None:
    with pytest.raises(BadSpec, match="no language xx: languages are en, pt-BR"):
        tongue("xx")
