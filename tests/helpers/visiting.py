"""Visitors of the pages: one browser, a fresh context each, and a memory of all that went wrong."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from helpers.axe_core import barriers
from helpers.browser import launched
from helpers.debian import need
from helpers.laboratory import Laboratory

PHONE, DESK = {"width": 360, "height": 740}, {"width": 1280, "height": 900}
Visit = Callable[..., Any]


def at_leisure(*values: Any) -> Any:
    """Another language or screen of a test that is run in one anyway: looked at by `make campaign`."""
    return pytest.param(*values, marks=pytest.mark.campaign)


# What a visitor before has chosen is not known to the next; a visitor who comes back knows it.
FORGET = """
if (!sessionStorage.getItem("visited")) {
  localStorage.clear();
  sessionStorage.setItem("visited", "yes");
}
"""


@contextmanager
def visitors(lab: Laboratory) -> Iterator[Visit]:
    """A function that opens a page at an address; afterwards nothing may have been said or asked for outside."""
    need("chromium")
    from playwright.sync_api import sync_playwright

    complaints: list[str] = []
    contexts: dict[str, Any] = {}
    outside: list[str] = []
    with sync_playwright() as playwright:
        browser = launched(playwright)

        def visit(address: str, language: str = "en", screen: Any = DESK, **options: Any) -> Any:
            wanted = str((language, screen, options))
            if wanted not in contexts:  # kept, with what it has loaded
                contexts[wanted] = browser.new_context(
                    viewport=screen,
                    locale=language,
                    reduced_motion="reduce",
                    accept_downloads=True,
                    **options,
                )
                contexts[wanted].set_default_timeout(60_000)
                contexts[wanted].add_init_script(FORGET)
            context = contexts[wanted]
            for old in context.pages[:-1]:  # of tests before: nobody looks at them any more
                old.close()
            page: Any = context.new_page()
            page.examined = False
            page.on("console", lambda message: heard(page, message.text))
            page.on("pageerror", lambda error: complaints.append(str(error)))
            page.on(
                "request", lambda request: outside.append(request.url) if is_outside(request.url) else None
            )
            page.goto(f"{lab.address}#{address}")
            return page

        def heard(page: Any, text: str) -> None:
            if not page.examined:
                complaints.append(text)

        def is_outside(url: str) -> bool:
            return not url.startswith((lab.address, "data:"))

        try:
            yield visit
        finally:
            browser.close()
    assert not complaints + outside, complaints + outside


def is_wide(page: Any) -> bool:
    """Whether a page has to be scrolled to the side."""
    return bool(page.evaluate("document.documentElement.scrollWidth > innerWidth"))


def examined(page: Any) -> list[str]:
    """What axe-core finds wrong with a page, which is to be visited with `bypass_csp`: axe styles things.

    What the browser says from now on is said about axe, not about us.
    """
    page.examined = True
    return barriers(page)
