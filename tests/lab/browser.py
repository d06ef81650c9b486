"""A real browser for the tests: found, or installed where that is allowed, or said loudly to be missing."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import pytest

NAMES = ("chromium", "chromium-browser", "google-chrome")


@cache
def chromium() -> str:
    """The browser's path; root may have Debian's installed, by one of the processes that run tests."""
    if not found() and hasattr(os, "geteuid") and os.geteuid() == 0 and shutil.which("apt-get"):
        import fcntl

        with Path(tempfile.gettempdir(), "plyground-chromium.lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not found():
                for step in (["update", "-qq"], ["install", "-y", "-qq", "chromium"]):
                    subprocess.run(["apt-get", *step], capture_output=True, check=False)
    return found()


def found() -> str:
    return next((path for name in NAMES if (path := shutil.which(name))), "")


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
