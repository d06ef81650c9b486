"""What every extra has to do once it is installed: `python smoke_extras.py`, with plyground[all].

It stands alone and uses what a user would, so that any environment can run it: `make test-lowest` does
with the lowest versions that pyproject.toml allows.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import plyground as pg

PROGRAM = Path(sys.executable).with_name("plyground")
MATCH = ("match", "tictactoe", "alphabeta(depth=2)", "random", "--games", "4")
PATIENCE = 120.0  # seconds


def run(*words: str, folder: Path) -> str:
    """What a command prints; AssertionError with its complaint if it fails."""
    command = [str(PROGRAM), *words]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=PATIENCE)
    assert done.returncode == 0, f"{' '.join(words)}: {done.stderr}"
    return done.stdout


def read_help(folder: Path) -> None:
    names = re.findall(r"^│ ([a-z][a-z-]+) ", run("--help", folder=folder), re.MULTILINE)
    assert len(names) > 25, names
    for name in names:
        assert "Usage: plyground" in run(name, "--help", folder=folder), name


def complete(folder: Path) -> None:
    """Tab, as the script for bash asks."""
    asks = {**os.environ, "PLYGROUND_COMPLETE": "bash"}
    line = [str(PROGRAM), "plyground match --ga", "--ga"]
    done = subprocess.run(line, cwd=folder, env=asks, capture_output=True, text=True, timeout=PATIENCE)
    assert "--games" in done.stdout, done.stdout + done.stderr


def play_and_report(folder: Path) -> None:
    """Figures by matplotlib, and rows as Parquet."""
    assert json.loads(run(*MATCH, "--json", folder=folder))["finished"] == "all games played"
    run("report", "1", "--out", "report", folder=folder)
    assert list((folder / "report").rglob("*.svg"))
    run("export", "1", "--parquet", "rows", folder=folder)
    assert list((folder / "rows").glob("*.parquet"))


def play_on_a_cluster(folder: Path) -> None:
    assert json.loads(run(*MATCH, "--cluster", "local", "--json", folder=folder))["finished"]


def play_openspiel(folder: Path) -> None:
    told = run(
        "match",
        "tictactoe",
        "openspiel:mcts(simulations=20)",
        "random",
        "--games",
        "2",
        "--json",
        folder=folder,
    )
    assert json.loads(told)["finished"] == "all games played"


def serve(folder: Path) -> None:
    """A page and a game over the laboratory's socket."""
    from websockets.sync.client import connect

    command = [str(PROGRAM), "lab", "--port", "0", "--no-browser"]
    with subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, text=True) as lab:
        try:
            assert lab.stdout is not None
            address = re.search(r"http://([\d.]+:\d+)", lab.stdout.readline())
            assert address is not None
            asks: dict[str, Any] = {"origin": f"http://{address[1]}"}
            with connect(f"ws://{address[1]}/ws", **asks) as socket:
                socket.send(json.dumps({"id": 1, "do": "hello"}))
                assert pg.__version__ in str(socket.recv(timeout=PATIENCE))
        finally:
            lab.terminate()
    assert lab.returncode == 0


def show_widgets(folder: Path) -> None:
    from plyground.notebook import Board, Explain

    Board("tictactoe")
    Explain("textbook", "alphabeta")


def open_window(folder: Path) -> None:
    """One picture, drawn where nobody sees it."""
    from plyground.ui.window.launch import open_window as opened

    with opened("connect4", None, None, "44", None, 0) as app:
        surface = app.window.get_surface()
        drawn = {tuple(surface.get_at((x, 300))) for x in range(surface.get_width())}
        assert len(drawn) > 3, drawn


SMOKES: tuple[Callable[[Path], None], ...] = (
    read_help,
    complete,
    play_and_report,
    play_on_a_cluster,
    play_openspiel,
    serve,
    show_widgets,
    open_window,
)


def main() -> None:
    """Try all; a failure ends it with what was asked for and what came."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ |= {"XDG_DATA_HOME": folder, "SDL_VIDEODRIVER": "dummy", "NO_COLOR": "1"}
        for smoke in SMOKES:
            smoke(Path(folder))
            print(f"works: {smoke.__name__.replace('_', ' ')}")


if __name__ == "__main__":
    main()
