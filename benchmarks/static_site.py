"""`python -m benchmarks.static_site`: how long a visitor of the static laboratory waits, in a browser.

Each time with an empty cache, from a plain file server: until the first board takes a move, and until the
machine has replied. Then exact values of Connect Four positions beyond the book, where they are hardest.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from statistics import fmean, median
from typing import Any

from plyground import connect4
from plyground.rng import SplitMix64

PLYGROUND = Path(sys.executable).with_name("plyground")
VISITS, POSITIONS = 5, 20
BOARD, REPLY, EXACT = 1.0, 6.0, 1.0  # seconds: our promises
PLIES = (9, 10, 11, 12, 14, 16)
CENTRE = '[data-cell="38"]'

# A worker of the site, and the time in which it answers a request.
START = "() => { window.worker = new Worker('python/worker.js', { type: 'module' }); }"
ASK = """(request) => new Promise((done) => {
  const began = performance.now();
  worker.onmessage = ({ data }) => {
    const message = JSON.parse(data);
    if (message.re === request.id) done([performance.now() - began, message]);
  };
  worker.postMessage(JSON.stringify(request));
})"""


class QuietHandler(SimpleHTTPRequestHandler):
    """Python's own file server, without its log."""

    def log_message(self, *args: object) -> None: ...


@contextmanager
def open_site() -> Iterator[tuple[Any, str, int]]:
    """A browser, the address of a site under a sub-path, and the bytes of its files."""
    from playwright.sync_api import sync_playwright

    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        lab = Path(folder) / "course" / "lab"
        subprocess.run([PLYGROUND, "site", lab, "--no-measure"], check=True)
        size = sum(path.stat().st_size for path in lab.rglob("*") if path.is_file())
        server = ThreadingHTTPServer(("127.0.0.1", 0), partial(QuietHandler, directory=folder))
        threading.Thread(target=server.serve_forever, daemon=True).start()
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox"]
        )
        try:
            yield browser, f"http://127.0.0.1:{server.server_port}/course/lab/", size
        finally:
            browser.close()
            server.shutdown()


def first_visit(browser: Any, address: str) -> tuple[float, float]:
    """Seconds from asking for the page to a disc in the first board, and to the machine's reply to it."""
    context = browser.new_context()
    page = context.new_page()
    began = time.monotonic()
    page.goto(address, wait_until="commit")
    page.locator(CENTRE).click()
    stones = page.locator(".play .stone")
    stones.nth(0).wait_for()
    board = time.monotonic() - began
    stones.nth(1).wait_for()
    reply = time.monotonic() - began
    context.close()
    return board, reply


def random_moves(plies: int, chance: SplitMix64) -> list[str]:
    """The moves of a random game that is not over, and in which nobody can win at once."""
    while True:
        position = connect4().start()
        moves: list[str] = []
        while len(moves) < plies and position.outcome() is None:
            legal = position.moves()
            move = legal[chance.below(len(legal))]
            moves.append(position.write(move))
            position = position.after(move)
        if position.outcome() is None and all(
            position.after(move).outcome() is None for move in position.moves()
        ):
            return moves


def times_to_value(page: Any, plies: int, chance: SplitMix64) -> list[float]:
    """Seconds until positions have their exact values, all moves included, as the page asks for them."""
    taken = []
    for _ in range(POSITIONS):
        moves = random_moves(plies, chance)
        nobody = {"agent": None}
        opened = {"do": "open", "game": "connect4", "position": "-", "moves": moves}
        page.evaluate(ASK, {"id": 1, **opened, "first": nobody, "second": nobody})
        milliseconds, answer = page.evaluate(ASK, {"id": 2, "do": "graph", "plies": [plies]})
        assert answer["graph"][0]["kind"] in ("wins", "draws", "loses"), (moves, answer)
        taken.append(milliseconds / 1e3)
    return taken


def report(what: str, taken: list[float], promised: float, judged: float) -> None:
    """Print the times, and whether the one that is judged keeps the promise."""
    kept = "kept" if judged < promised else "BROKEN"
    print(
        f"{what:<30} mean {fmean(taken):.3f} s, median {median(taken):.3f} s, "
        f"worst {max(taken):.3f} s of {len(taken)}; promised {promised} s: {kept}"
    )


def time_visits(browser: Any, address: str) -> tuple[float, float]:
    """The median of several first visits: seconds to the board, and to the reply."""
    visits = [first_visit(browser, address) for _ in range(VISITS)]
    boards, replies = ([visit[at] for visit in visits] for at in (0, 1))
    report("a move on the first board", boards, BOARD, median(boards))
    report("the machine's reply", replies, REPLY, median(replies))
    return median(boards), median(replies)


def time_values(browser: Any, address: str) -> dict[int, list[float]]:
    """For each ply, seconds until random positions have their exact values."""
    page = browser.new_page()
    page.goto(f"{address}#class")
    page.evaluate(START)
    chance = SplitMix64(2026)
    times_to_value(page, 4, chance)  # starts Python, and reads the book
    found = {}
    for plies in PLIES:
        found[plies] = taken = times_to_value(page, plies, chance)
        report(f"exact values after {plies:2} plies", taken, EXACT, max(taken))
    page.close()
    return found


def main() -> None:
    with open_site() as (browser, address, size):
        print(f"the site: {size / 1e6:.1f} MB")
        time_visits(browser, address)
        time_values(browser, address)


if __name__ == "__main__":
    main()
