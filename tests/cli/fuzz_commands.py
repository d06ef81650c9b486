"""`make fuzz-commands`: thousands of random command lines, none of which may end in a traceback.

Each ends with 0, 1, 2 or 130, says why where it failed, heeds Ctrl-C, leaves no process and no temporary file,
and takes no more memory than it should. They run inside bwrap, under nobody's user number (see
`helpers/contained_commands.py`). Where it was stopped it goes on the next time.
"""

# ruff: noqa: T201

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from plyground.workers.sandbox import FOLDER, sandbox_command

TESTS = Path(__file__).resolve().parents[1]
KEPT = Path("build")
CHUNK = 50  # commands for each sandbox
MEMORY_MB = 512  # of the folder in which they write


def outcomes(seed: int, first: int, count: int) -> Iterator[dict[str, Any]]:
    """What so many commands did, from a sandbox of their own."""
    inner = ["-m", "helpers.contained_commands", FOLDER, str(TESTS.parent / "examples")]
    command = [sys.executable, *inner, *map(str, (seed, first, count))]
    files = [TESTS, TESTS.parent / "examples"]
    wrapped = sandbox_command(["env", f"PYTHONPATH={TESTS}", *command], files, MEMORY_MB)
    with subprocess.Popen(wrapped, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True) as running:
        assert running.stdout is not None
        yield from map(json.loads, running.stdout)
    if running.returncode:
        raise RuntimeError(
            f"the sandbox of commands {first} to {first + count - 1} ended with {running.returncode}"
        )


def main(count: int, seed: int) -> int:
    """Run what is missing of so many commands; 1 if something was wrong with any of them."""
    KEPT.mkdir(exist_ok=True)
    log = KEPT / f"fuzz-commands-{seed}.jsonl"
    known = (
        {row["number"]: row for row in map(json.loads, log.read_text().splitlines())}
        if log.exists()
        else {}
    )
    starts = [
        at
        for at in range(0, count, CHUNK)
        if any(n not in known for n in range(at, min(at + CHUNK, count)))
    ]
    with log.open("a") as file, ThreadPoolExecutor(min(4, os.cpu_count() or 1)) as pool:
        chunks = pool.map(lambda at: list(outcomes(seed, at, min(CHUNK, count - at))), starts)
        for rows in chunks:
            for row in rows:
                known[row["number"]] = row
                file.write(json.dumps(row) + "\n")
                if row["wrong"]:
                    print(f"{'; '.join(row['wrong'])}: {row['case']}", flush=True)
            file.flush()
    rows = [row for number, row in known.items() if number < count]
    wrong = [row for row in rows if row["wrong"]]
    codes = Counter(row["code"] for row in rows)
    slowest = max(row["seconds"] for row in rows)
    print(
        f"{len(rows):,} commands from seed {seed}, {len(wrong)} of them wrong; exit codes {dict(sorted(codes.items()))}; "
        f"{sum(row['interrupted'] for row in rows)} stopped by Ctrl-C; the slowest {slowest} s, "
        f"the largest {max(row['megabytes'] for row in rows)} MB"
    )
    return 1 if wrong else 0


if __name__ == "__main__":
    try:
        sys.exit(main(int(sys.argv[1]), int(sys.argv[2])))
    except KeyboardInterrupt:
        sys.exit(130)
