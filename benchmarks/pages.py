"""`python -m benchmarks.pages`: the laboratory's pages in a real browser, as a person waits for them.

From the address to the first board, from a click to the disc, and what each page weighs.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

PLYGROUND = Path(sys.executable).with_name("plyground")
VISITS, CLICKS = 7, 9
FIRST_BOARD, DISC = 500, 50  # milliseconds that we promise
CHEAP = "alphabeta(evaluate='windows')&od=2"
PAGES = ("play", "explain", "arena", "papers")

# When the first board can be clicked, and when the stones on it change, by the page's own clock.
WATCH = """
window.seen = {};
const look = () => {
  if (!seen.board && document.querySelector('[role="gridcell"]')) seen.board = performance.now();
  const stones = document.querySelectorAll('.stones > *').length;
  if (stones !== seen.stones) [seen.stones, seen.changed] = [stones, performance.now()];
};
new MutationObserver(look).observe(document, { subtree: true, childList: true });
addEventListener("click", (event) => { seen.clicked = event.timeStamp; }, true);
"""
WEIGHT = """
[performance.getEntriesByType("navigation")[0], ...performance.getEntriesByType("resource")]
  .reduce(([sent, whole], each) => [sent + each.encodedBodySize, whole + each.decodedBodySize], [0, 0])
"""


def first_boards(browser: Any, address: str) -> list[float]:
    """Milliseconds to the first board, each for a browser that has loaded nothing yet."""
    taken = []
    for _ in range(VISITS):
        context = browser.new_context()
        context.add_init_script(WATCH)
        page = context.new_page()
        page.goto(address)
        page.locator('[role="gridcell"]').first.wait_for(state="attached")
        taken.append(page.evaluate("seen.board"))
        context.close()
    return taken


def discs(browser: Any, address: str, opponent: str, stones_a_click: int) -> list[float]:
    """Milliseconds from a click to its disc on the board, or to the one that a machine replies with."""
    page = browser.new_page()
    page.add_init_script(WATCH)
    page.goto(f"{address}#g=connect4&x=human&o={opponent}")
    page.locator('[role="gridcell"]').first.wait_for(state="attached")
    taken = []
    for click in range(1, CLICKS + 1):
        page.locator(f'[data-cell="{click % 7}"]').click()
        page.locator(".stones > *").nth(stones_a_click * click - 1).wait_for(state="attached")
        taken.append(page.evaluate("seen.changed - seen.clicked"))
    page.close()
    return taken


def weight(browser: Any, address: str, name: str) -> tuple[int, int]:
    """Bytes of a page with all that it loads: on their way, and unpacked."""
    context = browser.new_context()
    page = context.new_page()
    page.goto(f"{address}#{name}")
    page.wait_for_load_state("networkidle")
    sent, whole = page.evaluate(WEIGHT)
    context.close()
    return sent, whole


def tell(what: str, taken: list[float], promised: float) -> None:
    ordered = sorted(taken)
    kept = "kept" if ordered[0] <= promised else "BROKEN"
    print(
        f"{what:<26} best {ordered[0]:5.0f} ms, median {ordered[len(ordered) // 2]:5.0f} ms, "
        f"worst {ordered[-1]:5.0f} ms of {len(taken)}; promised {promised} ms: {kept}"
    )


def main() -> None:
    from playwright.sync_api import sync_playwright

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
            tell("the first board", first_boards(browser, address), FIRST_BOARD)
            tell("a click and its disc", discs(browser, address, "human", 1), DISC)
            tell("a click and the reply", discs(browser, address, CHEAP, 2), DISC)
            for name in PAGES:
                sent, whole = weight(browser, address, name)
                print(f"{name:<26} {sent / 1024:5.1f} KB on the way, {whole / 1024:5.1f} KB unpacked")
            browser.close()
    finally:
        server.terminate()
        server.wait(10)


if __name__ == "__main__":
    main()
