"""The documentation site: what can be told without building it. `test_docs_build.py` builds it."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

import plyground as pg

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))  # the site is made by the clone, and not installed

from docs.site import __main__ as builder  # noqa: E402
from docs.site import api_pages, pictures, stage  # noqa: E402
from docs.site.pages import LINK, BadLink, Site, Writer, check_address, headings, other_address  # noqa: E402

sys.path.remove(str(ROOT))

ENGLISH, PORTUGUESE = Site("en"), Site("pt-BR")
UNTRANSLATED: set[str] = set()  # how-tos that have no Portuguese yet
PAGE = ROOT / "docs" / "howto" / "your-own-agent.md"


def written(text: str, site: Site = ENGLISH, source: Path = PAGE) -> str:
    """A text as the site has it if it stood in a page of ours."""
    name = source.relative_to(ROOT / "docs").as_posix().removesuffix(".md").removesuffix(".pt-BR")
    return Writer(site, name, source, set()).text_of(text)


# ---------------------------------------------------------------- the pages


def test_every_page_is_listed_in_the_index_of_its_folder() -> None:
    """Else a reader of the files would not find it; the site puts it last."""
    for section in stage.SECTIONS:
        listed = stage.linked(ROOT / "docs" / section / "index.md")
        pages = [
            name.removeprefix(f"{section}/") for name in ENGLISH.sources if name.startswith(f"{section}/")
        ]
        missing = {name for name in pages if name != "index"} - set(listed)
        assert not missing, f"docs/{section}/index.md does not link to {sorted(missing)}"


def test_tutorial_and_howtos_are_in_portuguese() -> None:
    pages = {name for name in PORTUGUESE.sources if name.startswith(("tutorial/", "howto/"))}
    english = {name for name in pages if not stage.is_portuguese(PORTUGUESE, name)}
    assert english <= UNTRANSLATED


def test_translations_have_the_headings_of_their_originals() -> None:
    """So that a link to a part of a page leads to the same part in the other language."""
    for name, path in PORTUGUESE.sources.items():
        if path.name.endswith(".pt-BR.md"):
            assert len(headings(path)) == len(headings(ENGLISH.sources[name])), name


def test_pictures_stand_in_letters_as_plyground_draws_them() -> None:
    drawn = 0
    for path in {*ENGLISH.sources.values(), *PORTUGUESE.sources.values()}:
        for kind, asked, letters in pictures.blocks(path.read_text(encoding="utf-8")):
            assert letters == pictures.letters(kind, asked), f"{path.name}: {kind} {asked}"
            drawn += 1
    assert drawn >= 7


@pytest.mark.parametrize("language", ["en", "pt-BR"])
def test_a_picture_has_words_and_no_style_of_its_own(language: str) -> None:
    html = pictures.figure("board", "connect4 4453", "letters", language)
    assert "<style" not in html
    assert f"<title>{'Board: connect4 after 4453.' if language == 'en' else 'Tabuleiro'}" in html
    assert "<pre" in html
    with pytest.raises(pg.NotationError, match="no column 9"):
        pictures.figure("board", "connect4 9", "letters", language)


# ---------------------------------------------------------------- links


LINKS = {
    "[a](your-own-game.md)": "[a](your-own-game.md)",
    "[a](../reference/python.md#agents)": "[a](../reference/python.md#agents)",
    "[a](../../SECURITY.md)": "[a](../about/security.md)",
    "[a](../../README.md)": "[a](../index.md)",
    "[a](../../examples/nim.py)": "[a](../files/examples/nim.py)",
    "[a](../../examples)": "a",
    "`[a](nowhere.md)`": "`[a](nowhere.md)`",
    "[a](https://example.org/x)": "[a](https://example.org/x)",
    "[Em português](your-own-agent.pt-BR.md)": '<a href="../pt-BR/howto/your-own-agent.html" hreflang="pt-BR"'
    ' lang="pt-BR">Em português</a>',
}


def test_links_are_those_of_the_site() -> None:
    for text, expected in LINKS.items():
        assert written(text) == expected, text


def test_links_of_portuguese_pages() -> None:
    source = PAGE.with_name("your-own-agent.pt-BR.md")
    for text, expected in {
        "[a](your-own-game.pt-BR.md)": "[a](your-own-game.md)",
        "[a](web-laboratory.md#for-a-class)": "[a](web-laboratory.md#para-uma-turma)",
        "[a](your-own-agent.md)": '<a href="../../howto/your-own-agent.html" hreflang="en" lang="en">a</a>',
    }.items():
        assert written(text, PORTUGUESE, source) == expected, text


def test_links_that_lead_nowhere_are_refused() -> None:
    for text, reason in {
        "[a](nowhere.md)": "links to nowhere.md, which is not there",
        "![a](nowhere.png)": "shows nowhere.png, which is not there",
        "[a](web-laboratory.md#nothing)": "links to #nothing of web-laboratory.md, which has none",
        "[a](http://example.org)": "an address begins with https:// and a host",
        "[a](https://localdomain/x)": "an address begins with https:// and a host",
    }.items():
        with pytest.raises(BadLink, match=re.escape(reason)):
            written(text, PORTUGUESE, PAGE.with_name("your-own-agent.pt-BR.md"))
    check_address("http://127.0.0.1:8642/", PAGE)


def test_addresses_of_the_other_language() -> None:
    assert other_address("index", "en") == "pt-BR/index.html"
    assert other_address("index", "pt-BR") == "../index.html"
    assert other_address("reference/api/Board", "en") == "../../pt-BR/reference/api/Board.html"
    assert other_address("reference/api/Board", "pt-BR") == "../../../reference/api/Board.html"


def test_a_slow_laboratory_is_not_published(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """In a fresh clone, without core.wasm, `make docs` published one that looked at 4,256 nodes in a second."""
    monkeypatch.setattr(builder, "CORE", tmp_path / "core.wasm")
    assert not builder.write_laboratory(tmp_path / "lab")
    assert "make wasm" in capsys.readouterr().err
    assert not (tmp_path / "lab").exists()


def test_the_laboratory_stands_in_the_tutorial_where_there_is_one() -> None:
    for site, way in ((ENGLISH, "../lab/"), (PORTUGUESE, "../../lab/")):
        text = site.sources["tutorial/first-experiment"].read_text(encoding="utf-8")
        framed = stage.with_laboratory(text, site, "tutorial/first-experiment", laboratory=True)
        assert f'src="{way}index.html#explain"' in framed
        assert f'<a href="{way}' in framed
        assert 'title="' in framed
        assert "<iframe" not in stage.with_laboratory(
            text, site, "tutorial/first-experiment", laboratory=False
        )


# ---------------------------------------------------------------- the reference


def test_every_public_name_has_a_page_in_a_group() -> None:
    assert set(pg.__all__) <= set(api_pages.NAMES)
    assert len({name.lower() for name in api_pages.NAMES}) == len(
        api_pages.NAMES
    )  # as some disks have them
    index = api_pages.index()
    for name in api_pages.NAMES:
        assert f".. {api_pages.directive_of(name)}:: plyground.{name}\n" in api_pages.page(name)
        assert f"| [`{name}`]({name}.md) | {api_pages.summary(name)[:20]}" in index.replace("\\|", "|")
        assert len(api_pages.summary(name)) > 10, name


# ---------------------------------------------------------------- catalogues


def messages(path: Path) -> dict[str, str]:
    """The sentences of a catalogue, by their English, without the head."""
    pairs = re.findall(r'^msgid "(.+)"\nmsgstr "(.*)"$', path.read_text(encoding="utf-8"), re.MULTILINE)
    return dict(pairs)


def test_catalogues_are_whole() -> None:
    indexes = [name for name in ENGLISH.sources if stage.needs_catalogue(name)]
    assert all(stage.has_catalogue(name) for name in indexes)
    for path in stage.CATALOGUES.rglob("*.po"):
        assert "#, fuzzy" not in path.read_text(encoding="utf-8"), path
        for english, portuguese in messages(path).items():
            assert portuguese, f"{path.name}: {english!r} is not translated"
            targets = [LINK.findall(text) for text in (english, portuguese)]
            assert [target for _, target in targets[0]] == [target for _, target in targets[1]], english
        name = path.relative_to(stage.CATALOGUES).as_posix().removesuffix(".po")
        assert name == "sphinx" or stage.needs_catalogue(name), f"{path} belongs to no page"


def test_nothing_comes_from_elsewhere() -> None:
    for path in (ROOT / "docs" / "site").rglob("*"):
        if path.suffix in (".css", ".html", ".js"):
            assert "http" not in path.read_text(encoding="utf-8"), path
