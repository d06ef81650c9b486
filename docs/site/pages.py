"""The pages of the site: which file of the clone becomes which page, and how its links are written.

English has the files `NAME.md`; Portuguese has `NAME.pt-BR.md` where there is one, and the English page
where there is none. A page has the same name in both languages, so that its links are the same.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from urllib.parse import urlsplit

ROOT = Path(__file__).parents[2]
LANGUAGES = {"en": "", "pt-BR": "pt-BR/"}  # each with its folder of the site
ABOUT = ("CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md", "LICENSE")  # files of the clone beside docs/
LINK = re.compile(r"(?<!!)\[(?P<text>[^\]\n]*(?:\[[^\]\n]*\][^\]\n]*)*)\]\((?P<target>[^)\s]+)\)")
IMAGE = re.compile(r"!\[(?P<text>[^\]]*)\]\((?P<target>[^)\s]+)\)")
FENCE = re.compile(r"^(?P<marks>`{3,})[^\n]*\n.*?^(?P=marks)$", re.MULTILINE | re.DOTALL)
CODE = re.compile(r"(?P<ticks>`+)(?!`)(?:.|\n(?!\n))+?(?<!`)(?P=ticks)(?!`)")
FILES = "files"  # where files of the clone go that pages link to


class BadLink(ValueError):
    """A page links to what is not there, or to an address that cannot be one."""


@dataclass(frozen=True)
class Site:
    """The pages of one language."""

    language: str

    @cached_property
    def sources(self) -> dict[str, Path]:
        """By the name of a page, the file that it is made of."""
        pages = {}
        for path in sorted((ROOT / "docs").rglob("*.md")):
            name = path.relative_to(ROOT / "docs").as_posix().removesuffix(".md")
            if name.endswith(".pt-BR") and self.language == "pt-BR":
                pages[name.removesuffix(".pt-BR")] = path
            elif not name.endswith(".pt-BR"):
                pages.setdefault(name, path)
        for name in ABOUT:
            pages[f"about/{Path(name).stem.lower()}"] = ROOT / name
        return pages

    def is_translated(self, name: str) -> bool:
        """Whether the page is in the language of the site; those that are made for it say so themselves."""
        return name not in self.sources or self.sources[name].name.endswith(".pt-BR.md")

    def page_of(self, path: Path) -> str | None:
        """The name of the page that a file of the clone becomes, in whatever language it is."""
        if path in (ROOT / "README.md", ROOT / "README.pt-BR.md"):
            return "index"
        if path.name in ABOUT and path.parent == ROOT:
            return f"about/{path.stem.lower()}"
        if path.suffix != ".md" or not path.is_relative_to(ROOT / "docs"):
            return None
        return path.relative_to(ROOT / "docs").as_posix().removesuffix(".md").removesuffix(".pt-BR")


@dataclass
class Writer:
    """Writes the text of a page as Sphinx reads it."""

    site: Site
    name: str
    source: Path
    files: set[Path]  # of the clone, that pages link to: collected here

    def text(self) -> str:
        """The page, with links to other pages."""
        text = self.source.read_text(encoding="utf-8")
        if not self.source.suffix:
            return f"# {self.source.name.capitalize()}\n\n```text\n{text}```\n"
        return self.text_of(text)

    def text_of(self, text: str) -> str:
        """Text of the page, as the site has it."""
        kept = [*FENCE.finditer(text)]
        written, last = [], 0
        for block in [*kept, None]:
            written.append(self._prose(text[last : block.start() if block else len(text)]))
            if block:
                written.append(
                    re.sub(r"\n{2,}(`+)$", r"\n\1", block[0])
                )  # doctest wants an empty line there
                last = block.end()
        return "".join(written)

    def _prose(self, text: str) -> str:
        """Prose between fenced blocks; inline code stays as it is."""
        codes: list[str] = []

        def hide(code: re.Match[str]) -> str:
            codes.append(code[0])
            return f"\0{len(codes) - 1}\0"

        hidden = CODE.sub(hide, text)
        linked = IMAGE.sub(self._image, LINK.sub(self._link, hidden))
        return re.sub(r"\0(\d+)\0", lambda place: codes[int(place[1])], linked)

    def _link(self, link: re.Match[str]) -> str:
        target, _, anchor = link["target"].partition("#")
        if not target:
            return link[0]
        if is_address(target):
            check_address(link["target"], self.source)
            return link[0]
        path = Path(posixpath.normpath((self.source.parent / target).as_posix()))
        if not path.exists():
            raise BadLink(f"{self.source.relative_to(ROOT)} links to {target}, which is not there")
        page = self.site.page_of(path)
        if page == self.name and path != self.source:
            return self._other_language(link["text"], page)
        if page is not None:
            anchor = self._anchor(anchor, path, page)
            return f"[{link['text']}]({self.relative(page)}.md{'#' * bool(anchor)}{anchor})"
        if path.is_dir():
            return link["text"]
        self.files.add(path)
        return f"[{link['text']}]({self.relative(f'{FILES}/{path.relative_to(ROOT).as_posix()}')})"

    def _anchor(self, anchor: str, path: Path, page: str) -> str:
        """The heading that a link leads to, in the language of the site: the one at the same place."""
        shown = self.site.sources.get(page, path)
        if not anchor or shown == path:
            return anchor
        there, here = headings(path), headings(shown)
        if anchor not in there:
            raise BadLink(
                f"{self.source.relative_to(ROOT)} links to #{anchor} of {path.name}, which has none"
            )
        return here[there.index(anchor)] if len(there) == len(here) else ""

    def _image(self, image: re.Match[str]) -> str:
        path = Path(posixpath.normpath((self.source.parent / image["target"]).as_posix()))
        if not path.is_file():
            raise BadLink(f"{self.source.relative_to(ROOT)} shows {image['target']}, which is not there")
        self.files.add(path)
        return f"![{image['text']}]({self.relative(f'{FILES}/{path.relative_to(ROOT).as_posix()}')})"

    def _other_language(self, words: str, page: str) -> str:
        other = "pt-BR" if self.site.language == "en" else "en"
        address = other_address(page, self.site.language)
        return f'<a href="{address}" hreflang="{other}" lang="{other}">{words}</a>'

    def relative(self, target: str) -> str:
        """The way from this page to another place of the site."""
        return posixpath.relpath(target, posixpath.dirname(self.name) or ".")


def headings(path: Path) -> list[str]:
    """The headings of a page as links name them: its words in small letters, with hyphens between them."""
    text = FENCE.sub("", path.read_text(encoding="utf-8"))
    found = re.findall(r"^#{1,6} +(.*?) *$", text, re.MULTILINE)
    return [re.sub(r"[^\w\- ]", "", each.lower()).replace(" ", "-") for each in found]


def other_address(page: str, language: str) -> str:
    """The address of a page in the other language, from the page of the same name in this one."""
    up = "../" * page.count("/")
    return f"{up}{'pt-BR/' if language == 'en' else '../'}{page}.html"


def is_address(target: str) -> bool:
    return bool(re.match(r"[a-z][a-z+.-]*:", target))


def check_address(target: str, source: Path) -> None:
    """Refuse what cannot be an address: nobody is asked whether it answers."""
    parts = urlsplit(target)
    local = parts.hostname in ("127.0.0.1", "localhost")
    if parts.scheme == "mailto" and "@" in parts.path:
        return
    named = bool(parts.hostname) and "." in str(parts.hostname) and not str(parts.hostname).endswith(".")
    if not (local or (parts.scheme == "https" and named)) or re.search(r"[\s<>\"\\^`{|}]", target):
        raise BadLink(
            f"{source.relative_to(ROOT)} links to {target}: an address begins with https:// and a host"
        )


def links(text: str) -> Iterator[str]:
    """The targets of a page's links, in their order; not those in code."""
    for link in LINK.finditer(CODE.sub("", FENCE.sub("", text))):
        yield link["target"]
