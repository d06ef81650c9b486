"""Each thing has one Portuguese word (docs/reference/glossary.md): the words that it took the place of stay away."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from plyground.words import written

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "plyground"

# The word that we use, and what must not be said in its place.
TERMS = {
    "jogada": r"(?<!-)\blances?\b",
    "nível, jogada": r"(?<!\()(?<!chama de )\bmeios?-lances?\b",
    "partida": r"\bperde o jogo\b|\b\d+ jogos contra\b",
    "aleatório": r"(?<!deixado )\bao acaso\b|\bcontra o acaso\b",
    "legal": r"\bjogadas? permitidas?\b",
    "adversário": r"\boponentes?\b|\bse o outro\b|\bo outro (pode|vence|joga)\b",
    "quem tem a vez": r"\bpara quem joga\b|\bquem joga (ganha|perde)\b",
    "retornar": r"\bdevolv\w+\b(?! a você)",
    "W.O.": r"\bdesist\w+\b",
    "desperdiçar": r"\bestrag\w+\b|\bresultados? entregues?\b|\bentrega(m)? (um|uma|o) (resultado|vitória|empate)\b",
    "refutado": r"\bcontradit[ao]s?\b",
    "interpretação": r"(?<!de )\bleituras?\b",
    "estudante": r"\balunos?\b",
    "docente": r"\bquem ensina\b|\bprofessor(es)?\b|\bquem dá a aula\b",
    "corrigir": r"\bavaliar (programas|na sua|com o Gradescope)\b",
    "worker": r"\btrabalhador(es)?\b",
    "thread": r"\bem fios\b|\bum (só )?fio\b",
    "busca competitiva": r"\bbusca adversarial\b",
    "podar": r"\bpulad[ao]s?\b|\bpula o resto\b",
    "solucionador": r"\bresolvedor\b",
    "jogo perfeito": r"\bmelhor jogo\b|\bjogam? o melhor\b",
    "limite superior": r"\bmaior limite\b(?! superior)",
    "lista": r"\bsalvar a folha\b|\buma folha para cada\b",
    "peça": r"\bdiscos? (cai|caem|numa|de um|da mesma)\b|\b(quantos|seus|um) discos?\b(?! (está|cheio))",
    "X": r"\bcruzes\b|\buma cruz\b",
    "Lig 4": r"\bLig-4\b|(?<!Ligue-4, )(?<!Ligue-4, \*)(?<!Ligue-4 ou )(?<!Lig 4 \()\bConnect Four\b",
    "o mesmo número de nós": r"\bnós iguais\b",
    "não há diferença clara": r"\bnão se distingu\w+\b",
    "profundo": r"\bfund[ao]s? demais\b",
    "celular": r"\btelefones?\b",
    "compartilhar": r"\bpartilh\w+\b",
    "“x” não existe": r"\bnão há (casa|coluna|jogada|jogador|jogo|posição|treino) (\{|chamado)",
    "95%": r"[\d}] %",
    "posto à prova": r"\bo que se (confere|olha) é\b",
}


def catalogues() -> Iterator[tuple[str, str]]:
    """Every Portuguese sentence with its key, without the titles of papers."""
    for key, said in written("pt-BR").items():
        if not re.fullmatch(r"P\d\.title", key):
            yield from ((key, form) for form in ([said] if isinstance(said, str) else said))


def prose(text: str) -> str:
    """A page without code, addresses and notes to the tools: their words are not ours to choose."""
    return re.sub(r"^```.*?^```|`[^`\n]*`|<!--.*?-->|\]\([^)]*\)", "", text, flags=re.DOTALL | re.MULTILINE)


def pages() -> Iterator[tuple[str, str]]:
    """Every Portuguese text for people, by its path."""
    handouts = SOURCE.glob("assignments/templates/*/*.pt-BR.md")
    for path in sorted([*ROOT.glob("*.pt-BR.md"), *ROOT.glob("docs/**/*.pt-BR.md"), *handouts]):
        yield from _told(path, prose(path.read_text(encoding="utf-8")))
    for path in sorted(ROOT.glob("docs/locale/pt_BR/**/*.po")):
        yield from _told(
            path, *re.findall(r'^msgstr "(.*)"$', path.read_text(encoding="utf-8"), re.MULTILINE)
        )
    for path in sorted(SOURCE.glob("cli/starters/pt-BR/*.txt")):
        yield from _told(path, path.read_text(encoding="utf-8"))
    for path in sorted(ROOT.glob("examples/notebooks/*.pt-BR.ipynb")):
        cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
        told = ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "markdown"]
        yield from _told(path, prose("\n".join(told)))


def _told(path: Path, *texts: str) -> Iterator[tuple[str, str]]:
    yield path.relative_to(ROOT).as_posix(), "\n".join(texts)


@cache
def everything() -> tuple[tuple[str, str], ...]:
    return *catalogues(), *pages()


@pytest.mark.parametrize("term", TERMS)
def test_a_thing_has_one_portuguese_word(term: str) -> None:
    wrong = [
        f"{where}: {text[max(0, found.start() - 40) : found.end() + 40]}"
        for where, text in everything()
        for found in re.finditer(TERMS[term], text, re.IGNORECASE)
    ]
    assert wrong == []


def test_the_words_are_found_where_people_read() -> None:
    read = {where.partition("/")[0] for where, _ in pages()}
    assert read == {"src", "docs", "examples", "README.pt-BR.md"}
    assert len(everything()) > 2_000
