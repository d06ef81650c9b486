"""`python -m benchmarks.page_growth [MINUTES]`: whether the Play page grows while machines play for long.

Every half minute it has the browser collect its garbage, and counts what is left: the heap, the nodes and
the listeners of the page, and the memory of the server.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

PLYGROUND = Path(sys.executable).with_name("plyground")
ADDRESS = "#g=tictactoe&x=random&o=random"
EVERY = 30.0  # seconds
COUNTED = {"JSHeapUsedSize": "heap", "Nodes": "nodes", "JSEventListeners": "listeners"}
MOST = {"heap": 1.5, "nodes": 1.5, "listeners": 1.2}  # times what was there after the first minute


def count(session: Any, server: int) -> dict[str, float]:
    """What the page and the server hold now."""
    session.send("HeapProfiler.collectGarbage")
    metrics = {each["name"]: each["value"] for each in session.send("Performance.getMetrics")["metrics"]}
    resident = Path(f"/proc/{server}/statm").read_text().split()[1]
    return {COUNTED[name]: metrics[name] for name in COUNTED} | {"server": 4096.0 * int(resident)}


def main() -> None:
    from playwright.sync_api import sync_playwright

    minutes = float(sys.argv[1]) if len(sys.argv) > 1 else 10.0
    server = subprocess.Popen(
        [PLYGROUND, "lab", "--port", "0", "--no-browser"], stdout=subprocess.PIPE, text=True
    )
    try:
        assert server.stdout is not None
        address = server.stdout.readline().strip()
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(
                executable_path=shutil.which("chromium"), args=["--no-sandbox"]
            )
            page = browser.new_page()
            page.goto(address + ADDRESS)
            page.locator(".series > summary").click()
            page.locator(".series input").fill("10000")
            page.locator(".series button").click()
            session = page.context.new_cdp_session(page)
            session.send("Performance.enable")
            begin, seen = time.monotonic(), []
            while time.monotonic() - begin < 60 * minutes:
                page.wait_for_timeout(1000 * EVERY)
                seen.append(count(session, server.pid))
                now = seen[-1]
                page_side = f"heap {now['heap'] / 1e6:.1f} MB, {now['nodes']:.0f} nodes"
                rest = f"{now['listeners']:.0f} listeners, server {now['server'] / 1e6:.1f} MB"
                print(f"{time.monotonic() - begin:5.0f} s: {page_side}, {rest}", flush=True)
            print(page.locator(".series p").nth(1).inner_text())
            browser.close()
        first, last = seen[min(1, len(seen) - 1)], seen[-1]
        for name, most in MOST.items():
            said = "kept" if last[name] <= most * first[name] else "BROKEN"
            print(f"{name}: {last[name] / first[name]:.2f} times; promised at most {most}: {said}")
    finally:
        server.terminate()
        server.wait(10)


if __name__ == "__main__":
    main()
