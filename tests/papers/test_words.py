"""The words of the papers: every claim in every language, the same facts in each, numbers as they are written."""

from __future__ import annotations

import re
import string
from pathlib import Path

import pytest

from helpers.words import sentences_of_papers
from plyground import words
from plyground.message import Message
from plyground.papers.claim import VERDICTS, Claim, Finding, Reading, common_verdict, title
from plyground.papers.registry import PAPERS
from plyground.words import LANGUAGES, Tongue

CLAIMS = {claim.id: claim for paper in PAPERS.values() for claim in paper.CLAIMS}
ROOT = Path(__file__).parents[2]
OTHER_TABLES = {"word", "papers-figure", "program", *PAPERS}


def fields(sentence: str) -> set[tuple[str, str]]:
    return {
        (name, spec or "") for _, name, spec, _ in string.Formatter().parse(sentence) if name is not None
    }


def test_every_claim_has_words_in_every_language() -> None:
    assert sentences_of_papers().keys() == CLAIMS.keys() | OTHER_TABLES
    for name in CLAIMS:
        assert sentences_of_papers()[name].keys() >= {"claim", "published", "ours", "why"}, name
    for name in PAPERS:
        assert sentences_of_papers()[name].keys() == {"title", "short"}


def test_a_sentence_says_the_same_in_every_language() -> None:
    for table, entries in sentences_of_papers().items():
        for key, entry in entries.items():
            where = (table, key)
            if key == "published":
                assert entry["en"].strip(), where
                assert entry.keys() == {"en"}, where  # it is quoted, and needs no translation
                continue
            assert entry.keys() == set(LANGUAGES), where
            assert all(sentence.strip() for sentence in entry.values()), where
            assert len({frozenset(fields(sentence)) for sentence in entry.values()}) == 1, where
            if key in ("claim", "why"):
                assert all(sentence.endswith(".") for sentence in entry.values()), where


def test_a_move_is_called_the_same_on_every_page() -> None:
    """Portuguese said "jogada" where one plays and "lance" where one reads; plies are moves, too."""
    sentence = [
        (table, key)
        for table, entries in sentences_of_papers().items()
        for key, entry in entries.items()
        if key != "published" and re.search(r"(?<!meio-)(?<!meios-)\blances?\b", entry["pt-BR"])
    ]
    assert sentence == []


def test_a_translation_is_a_translation() -> None:
    """A claim whose Portuguese is its English was forgotten."""
    same = [
        name
        for name in CLAIMS
        for key in ("claim", "why")
        if len(set(map(str, sentences_of_papers()[name][key].values()))) == 1
    ]
    assert same == []


def test_numbers_are_written_as_each_language_does(monkeypatch: pytest.MonkeyPatch) -> None:
    facts = {"left": 1234567, "share": 0.1234, "row": [1.5, 2.25], "who": Message("word.draw")}
    said = {"test.test": "{left} {share:.1%} {row:.2f} {who}"}
    real = words.sentences
    monkeypatch.setattr(words, "sentences", lambda language: {**real(language), **said})
    assert Tongue("en").say("test.test", **facts) == "1,234,567 12.3% 1.50 / 2.25 draw"
    assert Tongue("pt-BR").say("test.test", **facts) == "1.234.567 12,3% 1,50 / 2,25 empate"


def test_a_finding_is_told_by_its_claim() -> None:
    claim = CLAIMS["P2.states"]
    found = Finding("exact", {"states": 5478})
    assert (claim.describe(found).ours, claim.describe(found, "pt-BR").ours) == ("5,478", "5.478")
    assert claim.to_json(found, "pt-BR") == {
        "paper": "P2",
        "title": "Alfa-beta em JavaScript (escola e ano desconhecidos)",
        "id": "P2.states",
        "claim": "O jogo tem 5.478 estados distintos.",
        "published": "5,478 estados distintos",
        "ours": "5.478",
        "verdict": "exact",
        "why": "O tabuleiro vazio e todos os fins contam.",
        "readings": [],
    }
    assert claim.in_every_language(found)["ours"] == {"en": "5,478", "pt-BR": "5.478"}
    assert title("P3", "pt-BR").endswith("(ano desconhecido)")


def test_readings_that_differ_have_no_verdict_in_common() -> None:
    assert common_verdict([Reading("a", "exact"), Reading("b", "exact")]) == "exact"
    assert common_verdict([Reading("a", "exact"), Reading("b", "contradicted")]) == "depends on the reading"
    assert set(VERDICTS) >= {"rounded", "fitted", "not testable", "depends on the reading"}


def test_a_claim_without_words_is_noticed() -> None:
    with pytest.raises(KeyError):
        Claim("P9.nothing", lambda: Finding("exact")).says()


def test_the_page_about_the_papers_quotes_what_is_measured() -> None:
    """Its figures are those of the claims, and what it may not say it does not say."""
    written = (ROOT / "docs" / "why" / "papers.md").read_text(encoding="utf-8")
    page = " ".join(re.sub("<!--.*?-->", "", written).split())  # without the marks of figures
    assert f"{len(CLAIMS)} claims" in page
    assert all(f"*{verdict}*" in page for verdict in VERDICTS)
    tried, fit, weak = (CLAIMS["P1.diagonals"].measure().facts[name] for name in ("tried", "fit", "weak"))
    assert f"Of the {tried} readings" in page
    assert f"{fit} play it, and {weak} of these" in page
    root, sibling = CLAIMS["P1.best-move-bug"].measure().facts["counts"][1:]
    assert f"({root} of 4,520 positions spoiled) or in the recursion too ({sibling})" in page
    means = CLAIMS["P0.nodes-mtt"].measure().facts
    assert means["both"] == 0
    assert f"of the {means['draws']} draws none gives both" in page
    assert f"{means['low']:,.1f} to {means['high']:,.1f}, never 5,333.6" in page
    assert "Nothing is tuned" not in page
    assert "is only played" not in page
