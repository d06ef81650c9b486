"""The documentation site as `make docs` builds it: whole, in two languages, and as a browser shows it."""

from __future__ import annotations

import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from functools import partial
from html import unescape
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

import plyground as pg
from helpers.axe_core import barriers
from helpers.browser import page as browser_page

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("docs")]

ROOT = Path(__file__).parents[1]
PAGES = [
    "index.html",
    "tutorial/first-experiment.html",
    "howto/your-own-agent.html",
    "reference/api/search.html",
]


@pytest.fixture(scope="module")
def work(tmp_path_factory: pytest.TempPathFactory) -> Path:
    if not all(find_spec(name) for name in ("sphinx", "myst_parser", "furo")):
        pytest.skip("NOT TESTED: the documentation site: make docs fetches what it needs")
    return tmp_path_factory.mktemp("docs")


@pytest.fixture(scope="module")
def site(work: Path) -> Path:
    """The site, built with every warning an error."""
    folders = ["--out", str(work / "site"), "--work", str(work / "between")]
    command = [sys.executable, "-m", "docs.site", "--no-laboratory", *folders]
    built = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert built.returncode == 0, built.stdout + built.stderr
    assert built.stderr == ""
    return work / "site"


@pytest.fixture(scope="module")
def address(site: Path) -> Iterator[str]:
    class Quiet(SimpleHTTPRequestHandler):
        def log_message(self, format: str, *values: object) -> None:  # noqa: A002 - the library's name
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(site.parent))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}/{site.name}/"  # under a path, as hosts have it
        server.shutdown()


def test_both_languages_have_the_same_pages(site: Path) -> None:
    pages = {path.relative_to(site) for path in site.rglob("*.html")}
    english = {path for path in pages if "pt-BR" not in path.parts}
    portuguese = {path.relative_to(site / "pt-BR") for path in (site / "pt-BR").rglob("*.html")}
    assert english == portuguese
    assert len(english) > 120
    assert 'lang="en"' in (site / "index.html").read_text(encoding="utf-8")[:200]
    assert 'lang="pt-BR"' in (site / "pt-BR/index.html").read_text(encoding="utf-8")[:200]
    assert "Comece aqui" in (site / "pt-BR/index.html").read_text(encoding="utf-8")
    english_there = (site / "pt-BR/why/solver.html").read_text(encoding="utf-8")
    assert '<div lang="en">' in english_there
    assert "existe só em inglês" in english_there


def test_every_public_name_has_its_anchor_and_an_example(site: Path) -> None:
    for name in pg.__all__:
        text = (site / f"reference/api/{name}.html").read_text(encoding="utf-8")
        assert f'id="plyground.{name}"' in text, name
        assert name == "WIN" or "&gt;&gt;&gt; " in text, f"{name} shows no example"


def test_version_search_and_marks(site: Path) -> None:
    index = (site / "index.html").read_text(encoding="utf-8")
    assert f"plyground {pg.__version__}" in index
    for folder in (site, site / "pt-BR"):
        assert "alphabeta" in (folder / "searchindex.js").read_text(encoding="utf-8")
    for path in site.rglob("*.html"):
        text = path.read_text(encoding="utf-8")
        assert "<!--laboratory" not in text, path


def test_links_lead_to_pages_and_places_of_the_site(site: Path) -> None:
    """The build checks those between pages; here are the theme's, the switch of languages and the downloads too."""
    places: dict[Path, set[str]] = {}
    for path in site.rglob("*.html"):
        places[path] = set(re.findall(r'\bid="([^"]+)"', path.read_text(encoding="utf-8")))
    for path in places:
        for link in set(re.findall(r'<a [^>]*?href="([^"]+)"', path.read_text(encoding="utf-8"))):
            parts = urlsplit(unescape(link))
            if parts.scheme or parts.netloc:
                assert parts.scheme == "https" or parts.hostname == "127.0.0.1", (path, link)
                continue
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            assert target.exists(), f"{path.relative_to(site)} links to {link}"
            if parts.fragment and target in places:
                assert unquote(parts.fragment) in places[target], (
                    f"{path.relative_to(site)} links to {link}"
                )


def test_catalogues_have_the_sentences_of_the_pages(work: Path) -> None:
    sys.path.insert(0, str(ROOT))
    from babel.messages.pofile import read_po
    from docs.site.__main__ import extract_sentences
    from docs.site.stage import CATALOGUES

    sys.path.remove(str(ROOT))

    templates = extract_sentences(work / "catalogues")
    found = sorted(templates.rglob("*.pot"))
    assert len(found) == 6
    for path in found:
        catalogue = (CATALOGUES / path.relative_to(templates)).with_suffix(".po")
        with path.open("rb") as asked, catalogue.open("rb") as kept:
            wanted, there = (
                {message.id for message in read_po(file) if message.id} for file in (asked, kept)
            )
        assert wanted == there, (
            f"{catalogue.name} is not up to its page: make docs-catalogues, then translate"
        )


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_pages_in_a_browser(address: str, scheme: str) -> None:
    with browser_page(color_scheme=scheme) as page:
        for name in [*PAGES, "pt-BR/tutorial/first-experiment.html", "pt-BR/howto/index.html"]:
            page.goto(f"{address}{name}")
            assert barriers(page) == [], f"{name}, {scheme}"
            for width in (360, 1366):
                page.set_viewport_size({"width": width, "height": 900})
                assert page.evaluate("document.documentElement.scrollWidth") <= width, f"{name} at {width}"
        assert all(asked.startswith((address, "data:")) for asked in page.asked), page.asked
        assert page.complaints == []


@pytest.mark.parametrize(
    ("folder", "word", "title"), [("", "alphabeta", "TableAlphaBeta"), ("pt-BR/", "poda", "experimento")]
)
def test_search_finds_pages(address: str, folder: str, word: str, title: str) -> None:
    with browser_page() as page:
        page.goto(f"{address}{folder}search.html?q={word}")
        page.wait_for_selector("#search-results li a")
        page.wait_for_function(
            "title => document.querySelector('#search-results').innerText.includes(title)", arg=title
        )
