"""The files of the pages: who loads whom, read off their texts."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import plyground.ui.web
from helpers.words import catalogue
from plyground.ui.web.app import catalogue_text

STATIC = Path(plyground.ui.web.__file__).parent / "static"
IMPORTED = re.compile(r'^(?:import|export) \{[^}]*\} from "\./([\w-]+)\.js";', re.MULTILINE)
SHELL = {"address", "dom", "i18n", "main", "names", "schema", "socket"}
PAGES = {"play", "explain", "exercises", "arena", "learn", "papers"}


def loaded_with(name: str) -> set[str]:
    """A module and all that it imports, directly or not."""
    found: set[str] = set()
    waiting = [name]
    while waiting:
        module = waiting.pop()
        if module not in found:
            found.add(module)
            waiting += IMPORTED.findall((STATIC / "js" / f"{module}.js").read_text(encoding="utf-8"))
    return found


def test_the_shell_loads_no_page() -> None:
    assert loaded_with("main") == SHELL
    index = (STATIC / "index.html").read_text(encoding="utf-8")
    assert set(re.findall(r'modulepreload" href="static/js/([\w-]+)\.js"', index)) == SHELL - {"main"}


@pytest.mark.parametrize("page", sorted(PAGES - {"play"}))
def test_other_pages_do_not_load_play(page: str) -> None:
    """All of Play came with each of them: the first page preloaded it, and Arena took its menu from there."""
    assert not {name for name in loaded_with(page) if name.split("-")[0] == "play"}


def test_pages_have_the_words_that_they_say() -> None:
    words = json.loads(catalogue_text("en"))
    sections = {key.partition(".")[0] for key in catalogue()}
    for path in (STATIC / "js").glob("*.js"):
        for key in re.findall(r"""["'`]([a-z]+(?:\.[a-z0-9-]+)+)["'`]""", path.read_text(encoding="utf-8")):
            assert key in words or key.partition(".")[0] not in sections, (path.name, key)


def test_what_play_needs_is_asked_for_at_once() -> None:
    early = (STATIC / "js" / "early.js").read_text(encoding="utf-8")
    listed = re.findall(r'"([\w-]+)"', early[early.index("const PLAY") : early.index("];")])
    assert len(listed) == len(set(listed))
    assert set(listed) == loaded_with("play") - SHELL
