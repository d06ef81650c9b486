"""Pictures and cards taken apart again, to see what is on them."""

from __future__ import annotations

import re
from base64 import b64decode
from collections import Counter
from html.parser import HTMLParser
from xml.etree import ElementTree

SVG = "{http://www.w3.org/2000/svg}"


def parse(svg: str) -> ElementTree.Element:
    """The picture as a tree; an error if it is not well-formed."""
    return ElementTree.fromstring(svg)


def texts(svg: str) -> list[str]:
    """What is written on a picture, in order."""
    return [element.text or "" for element in parse(svg).iter(f"{SVG}text")]


def roles(svg: str) -> Counter[str]:
    """How many elements are painted in each role of the palette: `f-x-disc` filled, `s-ring` stroked."""
    classes = (element.get("class", "") for element in parse(svg).iter())
    return Counter(name.removeprefix("pg-") for each in classes for name in each.split())


def images(html: str) -> list[str]:
    """The pictures of a card."""
    found = re.findall(r"data:image/svg\+xml;base64,([\w+/=]+)", html)
    return [b64decode(data).decode() for data in found]


class _Words(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.words: list[str] = []
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: object) -> None:
        pass

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if data.strip():
            self.words.append(data)


def words(html: str) -> list[str]:
    """The texts of a card, in order; an error where an element is not closed."""
    parser = _Words()
    parser.feed(html)
    parser.close()
    assert not parser.open
    return parser.words
