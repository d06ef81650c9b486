"""A real browser for the tests: found, or installed where that is allowed, or said loudly to be missing."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from debian import program


def chromium() -> str:
    """The browser's path, if there is one."""
    return program("chromium", "chromium", "chromium-browser", "google-chrome")


@contextmanager
def page(**options: Any) -> Iterator[Any]:
    """A page that remembers what it asked for (`asked`) and what it complained about (`complaints`)."""
    if not chromium():
        pytest.skip("NO BROWSER: install Debian's chromium, or the pages are left untested")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
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
