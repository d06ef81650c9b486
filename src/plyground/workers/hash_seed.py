"""One seed for the hashes of texts: else a set of texts has another order in every process."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Final

HASH_SEED: Final = {"PYTHONHASHSEED": "0"}  # for the environment of processes that run users' code


def restart_with_hash_seed() -> None:
    """Begin this command again in a process with that seed, unless it has it: what it forks has it, too.

    Python reads the seed only when it starts.
    """
    program = Path(sys.argv[0])
    done = not sys.flags.hash_randomization or HASH_SEED.items() <= os.environ.items()
    if done or sys.platform == "win32" or not program.is_file():
        return
    command = [sys.executable, str(program), *sys.argv[1:]]
    os.execve(sys.executable, command, {**os.environ, **HASH_SEED})
