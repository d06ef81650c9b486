"""A real browser for the tests: found, or installed where that is allowed, or said loudly to be missing."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

import pytest

NAMES = ("chromium", "chromium-browser", "google-chrome")


@cache
def chromium() -> str:
    """The browser's path; root may have Debian's installed."""
    for name in NAMES:
        if path := shutil.which(name):
            return path
    if hasattr(os, "geteuid") and os.geteuid() == 0 and shutil.which("apt-get"):
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "check": False}
        subprocess.run(["apt-get", "update", "-qq"], **quiet)  # type: ignore[call-overload]
        subprocess.run(["apt-get", "install", "-y", "-qq", "chromium"], **quiet)  # type: ignore[call-overload]
    return shutil.which(NAMES[0]) or ""


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
