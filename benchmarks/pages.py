"""`python -m benchmarks.pages`: how long a person waits for the laboratory's pages, in a real browser.

From the address to the first board, from a click to the disc, in the page and as painted; how much the
layout shifts meanwhile; and the size of each page.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import Any

PLYGROUND = Path(sys.executable).with_name("plyground")
VISITS, CLICKS = 7, 9
FIRST_BOARD, DISC = 500, 50  # milliseconds: our promises
SHIFT, WEIGHT = 0.05, 120 * 1024  # of the layout; bytes on the way
SCREENS = ((360, 740), (820, 1180), (1280, 720), (1920, 1080))
QUICK_MACHINE = "alphabeta(evaluate='windows')&od=2"
PAGES = ("play", "explain", "exercises", "arena", "learn", "papers")

# When the first board can be clicked, and when the stones on it change, by the page's own clock.
WATCH = """
window.seen = {};
const look = () => {
  if (!seen.board && document.querySelector('[role="gridcell"]')) seen.board = performance.now();
  const stones = document.querySelectorAll('.stones > *').length;
  if (stones === seen.stones) return;
  [seen.stones, seen.changed] = [stones, performance.now()];
  const painted = new MessageChannel(); // a message that is sent in a frame arrives after it was painted
  painted.port1.onmessage = () => { seen.painted = performance.now(); };
  requestAnimationFrame(() => painted.port2.postMessage(0));
};
seen.shift = 0;
new PerformanceObserver((list) => list.getEntries().forEach((each) => { seen.shift += each.value; }))
  .observe({ type: "layout-shift", buffered: true });
new MutationObserver(look).observe(document, { subtree: true, childList: true });
addEventListener("click", (event) => { seen.clicked = event.timeStamp; }, true);
"""
PAGE_SIZE = """
[performance.getEntriesByType("navigation")[0], ...performance.getEntriesByType("resource")]
  .reduce(([sent, whole], each) => [sent + each.encodedBodySize, whole + each.decodedBodySize], [0, 0])
"""


def times_to_board(browser: Any, address: str) -> list[float]:
    """Milliseconds to the first board, each time with an empty browser cache."""
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


def times_to_disc(
    browser: Any, address: str, opponent: str, stones_a_click: int, moment: str = "changed"
) -> list[float]:
    """Milliseconds from a click to its disc in the page, or painted, or to the disc of the reply."""
    page = browser.new_page()
    page.add_init_script(WATCH)
    page.goto(f"{address}#g=connect4&x=human&o={opponent}")
    page.locator('[role="gridcell"]').first.wait_for(state="attached")
    taken = []
    for click in range(1, CLICKS + 1):
        page.locator(f'[data-cell="{click % 7}"]').click()
        page.locator(".stones > *").nth(stones_a_click * click - 1).wait_for(state="attached")
        page.wait_for_function("seen.painted >= seen.changed")
        taken.append(page.evaluate(f"seen.{moment} - seen.clicked"))
    page.close()
    return taken


def layout_shift(browser: Any, address: str, width: int, height: int) -> float:
    """How much the layout of the first page shifts until it knows what the board is worth."""
    context = browser.new_context(viewport={"width": width, "height": height})
    context.add_init_script(WATCH)
    page = context.new_page()
    page.goto(address)
    page.locator(".gauge:not(.idle)").wait_for()
    page.wait_for_timeout(300)
    shift: float = page.evaluate("seen.shift")
    context.close()
    return shift


def page_size(browser: Any, address: str, name: str) -> tuple[int, int]:
    """The bytes of a page and all that it loads: as sent, and unpacked."""
    context = browser.new_context()
    page = context.new_page()
    page.goto(f"{address}#{name}")
    page.wait_for_load_state("networkidle")
    sent, whole = page.evaluate(PAGE_SIZE)
    context.close()
    return sent, whole


def kept(so: bool) -> str:
    return "kept" if so else "BROKEN"


def report(what: str, taken: list[float], promised: float) -> float:
    """Print the times, and whether the median keeps the promise; the best of them."""
    ordered, usual = sorted(taken), median(taken)
    print(
        f"{what:<29} best {ordered[0]:5.0f} ms, median {usual:5.0f} ms, "
        f"worst {ordered[-1]:5.0f} ms of {len(taken)}; promised {promised} ms: {kept(usual <= promised)}"
    )
    return ordered[0]


@contextmanager
def open_laboratory() -> Iterator[tuple[Any, str]]:
    """A browser, and the address of a laboratory."""
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
            yield browser, address
            browser.close()
    finally:
        server.terminate()
        server.wait(10)


def time_pages(browser: Any, address: str) -> list[float]:
    """Milliseconds until the first board, from a click to its disc, and to a machine's cheap reply."""
    painted = times_to_disc(browser, address, "human", 1, "painted")
    report("a click and its disc, painted", painted, DISC)
    return [
        report("the first board", times_to_board(browser, address), FIRST_BOARD),
        report("a click and its disc", times_to_disc(browser, address, "human", 1), DISC),
        report("a click and the reply", times_to_disc(browser, address, QUICK_MACHINE, 2), DISC),
    ]


def weigh_pages(browser: Any, address: str) -> dict[str, tuple[int, int]]:
    """The bytes of each page: as sent, and unpacked."""
    sizes = {name: page_size(browser, address, name) for name in PAGES}
    for name, (sent, whole) in sizes.items():
        said = f"{sent / 1024:5.1f} KB on the way, {whole / 1024:5.1f} KB unpacked"
        print(f"{name:<29} {said}; promised {WEIGHT // 1024} KB: {kept(sent <= WEIGHT)}")
    return sizes


def watch_layout(browser: Any, address: str) -> None:
    """How much the layout of the first page shifts, on screens of every size."""
    for width, height in SCREENS:
        shift = layout_shift(browser, address, width, height)
        print(f"layout shift at {width:<13} {shift:.3f}; promised {SHIFT}: {kept(shift <= SHIFT)}")


def main() -> None:
    with open_laboratory() as (browser, address):
        time_pages(browser, address)
        weigh_pages(browser, address)
        watch_layout(browser, address)


if __name__ == "__main__":
    main()
