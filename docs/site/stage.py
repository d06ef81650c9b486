"""Puts the pages of a language into a folder as Sphinx reads them, with those that only the site has."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterable
from functools import partial
from pathlib import Path

from docs.site import api_pages
from docs.site.pages import FILES, ROOT, Site, Writer, is_address, links

LOCALE = ROOT / "docs" / "locale"
CATALOGUES = LOCALE / "pt_BR" / "LC_MESSAGES"
LABORATORY = re.compile(r"^<!--laboratory: (?P<page>[\w-]+)-->$", re.MULTILINE)
SECTIONS = ("tutorial", "howto", "reference", "why", "about")
ONLY_ENGLISH = ":::{note}\nEsta página existe só em inglês.\n:::\n"
FRAME = """\
<iframe class="laboratory" src="{way}lab/index.html#{page}" title="{title}" loading="lazy"></iframe>
<p><a href="{way}lab/index.html#{page}">{title}</a></p>
"""
TITLES = {"en": "The laboratory, in this browser", "pt-BR": "O laboratório, neste navegador"}


def write_pages(language: str, folder: Path, laboratory: bool = False) -> None:
    """Write all pages of a language into a folder, which is made anew."""
    shutil.rmtree(folder, ignore_errors=True)
    site, files = Site(language), set[Path]()
    for name, source in site.sources.items():
        text = with_laboratory(Writer(site, name, source, files).text(), site, name, laboratory)
        more = contents(site, name, source) if is_index(name) else ""
        write(folder, name, note(site, name, text) + more)
    for name in api_pages.NAMES:
        write(folder, f"{api_pages.FOLDER}/{name}", api_pages.page(name))
    index = f"{api_pages.FOLDER}/index"
    write(folder, index, note(site, index, api_pages.index()))
    for path in files:
        copy = folder / FILES / path.relative_to(ROOT)
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(path, copy)
    shutil.copytree(LOCALE, folder / "locale", ignore=shutil.ignore_patterns("*.mo"))


def write(folder: Path, name: str, text: str) -> None:
    path = folder / f"{name}.md"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def is_index(name: str) -> bool:
    return name == "index" or name.endswith("/index")


def needs_catalogue(name: str) -> bool:
    """Whether the site has the page in Portuguese without a file for it: the pages that lead to others."""
    return is_index(name) and name != f"{api_pages.FOLDER}/index"


def has_catalogue(name: str) -> bool:
    """Whether the page has no Portuguese file, but its sentences in a catalogue."""
    return (CATALOGUES / f"{name}.po").is_file()


def is_portuguese(site: Site, name: str) -> bool:
    """Whether the Portuguese site has the page in Portuguese."""
    return (name in site.sources and site.is_translated(name)) or has_catalogue(name)


def note(site: Site, name: str, text: str) -> str:
    """A page that is only in English says so, below its heading, to who reads Portuguese."""
    if site.language == "en" or is_portuguese(site, name):
        return text
    heading, _, rest = text.partition("\n")
    return f"{heading}\n\n{ONLY_ENGLISH}\n{rest}"


def contents(site: Site, name: str, source: Path) -> str:
    """The hidden contents of an index: the pages that it links to in their order, then all others."""
    if name == "index":
        return api_pages.toctree(f"{section}/index" for section in SECTIONS)
    folder = name.removesuffix("index")
    inside = [
        page.removeprefix(folder) for page in site.sources if page.startswith(folder) and page != name
    ]
    made = ["api/index"] if folder == "reference/" else []
    return api_pages.toctree(ordered(linked(source), [*inside, *made]))


def linked(source: Path) -> list[str]:
    """The pages that an index links to, by their names in its folder."""
    targets = links(source.read_text(encoding="utf-8"))
    names = [target.partition("#")[0] for target in targets if not is_address(target)]
    return [name.rpartition("/")[2].removesuffix(".md").lower() for name in names]


def ordered(first: list[str], names: Iterable[str]) -> list[str]:
    """The names, those of a list in its order before the others."""
    return sorted(names, key=lambda name: first.index(name) if name in first else len(first))


def with_laboratory(text: str, site: Site, name: str, laboratory: bool) -> str:
    """The page with the laboratory where its mark stands, or without the mark where there is none."""
    title = TITLES[site.language]
    way = "../" * (name.count("/") + (site.language != "en"))
    frame = partial(FRAME.format, way=way, title=title)
    return LABORATORY.sub(lambda mark: frame(page=mark["page"]) if laboratory else "", text)
