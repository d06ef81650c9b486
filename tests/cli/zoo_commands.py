"""Every command that takes an agent, with every animal of the zoo: `python -m cli.zoo_commands` (half an hour).

None ends in a traceback, leaves a process or a folder, or changes a file beside it. They run inside bwrap, under
nobody's user number, against decoys in memory.
"""

# ruff: noqa: T201

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from plyground.workers.sandbox import FOLDER, sandbox_command

TESTS = Path(__file__).resolve().parents[1]
ZOO = TESTS / "arena" / "zoo"
MEMORY_MB = 512  # of the folder in which they write
CHUNK = 12
AGENT = "AGENT"  # stands for the animal
COMMANDS = {
    "search": ("search", "tictactoe", "XO./.../...", "--agent", AGENT, "--time", "0.2"),
    "explain": ("explain", "tictactoe", "XO./.X./...", "--agent", AGENT, "--time", "0.2"),
    "judge": ("judge", AGENT, "--game", "tictactoe", "--part", "moves", "--quick", "--time", "0.05"),
    "compare": (
        *("compare", "tictactoe", "--agent", AGENT, "--agent", "random", "--games", "2"),
        *("--positions", "1", "--repetitions", "1", "--depths", "1-2", "--out", "report"),
    ),
    "trusted": (*("match", "tictactoe", AGENT, "random", "--games", "2", "--time", "0.1", "--trust"),),
    "tournament": (
        *("tournament", "--folder", "class", "--game", "tictactoe", "--format", "gauntlet"),
        *("--time", "0.1", "--games", "2", "--run", "class.run"),
    ),
}


def animals() -> list[str]:
    """What the files of the zoo can be asked for, and what is not there."""
    found = []
    for file in sorted(ZOO.glob("*.py")):
        names = re.findall(r"(?m)^(?:def|class) (\w+)", file.read_text(encoding="utf-8"))
        found += [f"python:zoo/{file.name}:{name}" for name in names or ["choose"]]
    return [*found, "python:zoo/no_such_file.py:choose"]


def lines_of(command: str, some: list[str]) -> list[list[str]]:
    """The command with each of some animals; a tournament has all of them."""
    if AGENT not in COMMANDS[command]:
        return [list(COMMANDS[command])]
    return [[animal if word == AGENT else word for word in COMMANDS[command]] for animal in some]


def outcomes(lines: list[list[str]]) -> Iterator[dict[str, Any]]:
    """What command lines did, from a sandbox of their own."""
    inner = [sys.executable, "-m", "helpers.contained_zoo", FOLDER, str(ZOO), json.dumps(lines)]
    wrapped = sandbox_command(["env", f"PYTHONPATH={TESTS}", *inner], [TESTS], MEMORY_MB)
    with subprocess.Popen(wrapped, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True) as running:
        assert running.stdout is not None
        yield from map(json.loads, running.stdout)
    if running.returncode:
        raise RuntimeError(f"the sandbox of {lines[0]} ended with {running.returncode}")


def main(commands: list[str]) -> int:
    """Run all, and say what was wrong; 1 if anything was."""
    every = [line for command in commands for line in lines_of(command, animals())]
    chunks = [every[at : at + CHUNK] for at in range(0, len(every), CHUNK)]
    rows = []
    with ThreadPoolExecutor(2) as pool:
        for some in pool.map(lambda lines: list(outcomes(lines)), chunks):
            for row in some:
                rows.append(row)
                print(json.dumps(row) if row["wrong"] else f"{row['code']} {row['case']}", flush=True)
    wrong = [row for row in rows if row["wrong"]]
    codes = Counter(row["code"] for row in rows)
    print(f"{len(rows)} commands, {len(wrong)} wrong; exit codes {dict(sorted(codes.items()))}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:] or list(COMMANDS)))
