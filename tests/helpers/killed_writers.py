"""Kills processes that write the files of a run, again and again, and looks at what they leave.

A process of its own, with one thread, so that it can fork: `python -m helpers.killed_writers export a.run out 0.05 25`.
"""

from __future__ import annotations

import os
import random
import signal
import sys
import time
from pathlib import Path

from plyground.arena import export
from plyground.arena.store import Store
from plyground.report.html import write_report

TABLES = ("games.csv", "moves.csv", "agents.csv")


def write_for_good(name: str, path: Path, folder: Path) -> None:
    while True:
        with Store(path) as store:
            if name == "export":
                export.to_csv(store, folder)
            else:
                write_report(store, folder)


def main(name: str, path: Path, folder: Path, longest: float, moments: int) -> None:
    """The files that were there are whole afterwards, old or new ones, and the run is as it was."""
    chance, before = random.Random(name), path.read_bytes()
    with Store(path) as store:
        write_report(store, folder)
    expected = {table: (folder / table).read_bytes() for table in TABLES}
    for _ in range(moments):
        if not (pid := os.fork()):
            write_for_good(name, path, folder)
        time.sleep(chance.uniform(0, longest))
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
        assert {table: (folder / table).read_bytes() for table in TABLES} == expected
        assert (folder / "index.html").read_text(encoding="utf-8").rstrip().endswith("</html>")
    assert path.read_bytes() == before
    assert not list(path.parent.glob(f"{path.name}-*"))


if __name__ == "__main__":
    kind, run, out, seconds, count = sys.argv[1:]
    main(kind, Path(run), Path(out), float(seconds), int(count))
