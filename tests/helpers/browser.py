"""A real browser for the tests; where there is none, they are skipped and the end of the run says so."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from helpers.debian import need


def launched(playwright: Any) -> Any:
    """A browser. The sockets it lays into the temporary folder may have short paths only."""
    surroundings = os.environ | {"TMPDIR": "/tmp"}
    chromium = playwright.chromium
    return chromium.launch(executable_path=need("chromium"), args=["--no-sandbox"], env=surroundings)


@contextmanager
def page(**options: Any) -> Iterator[Any]:
    """A page that remembers what it asked for (`asked`) and what it complained about (`complaints`)."""
    need("chromium")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = launched(playwright)
        try:
            context = browser.new_context(viewport={"width": 1100, "height": 1400}, **options)
            made: Any = context.new_page()
            made.asked, made.complaints = [], []
            made.on("request", lambda request: made.asked.append(request.url))
            made.on("console", lambda message: made.complaints.append(message.text))
            made.on("pageerror", lambda error: made.complaints.append(str(error)))
            yield made
        finally:
            browser.close()
